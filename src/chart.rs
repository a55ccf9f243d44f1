//! Charts: what a Vega-Lite specification must be before anyone sees it, and putting its data in.
//!
//! Uses `limits`, `table`, `event` and `templates`. Never fetches anything. The checks stand in this order, and the
//! first reason found is the first one told:
//!
//! 1. [`prepare`], on the specification alone: an object, of Vega-Lite, that reaches out of the page nowhere
//!    ([`safety`], [`expression`]), of views and words that there are ([`views`], [`schema`]), within bounds ([`cost`]);
//! 2. [`prepare`], with its data: rows in the place of references ([`rows`]), fields that these have ([`views`]), bins and
//!    facets within bounds;
//! 3. [`Engine::draw_checked`]: rules of our own on the specification with its data ([`rules`]); then it is compiled and
//!    drawn ([`engine`]), and it is looked at the fields that were read, at what was logged, and at the marks that came
//!    out ([`scene`]).
//!
//! A step that finds something ends the way, since what comes behind it would only speak of the same again; all that it
//! found is told. Every reason is a sentence that a model can act on ([`Finding`]).

mod alt;
mod cost;
mod drawing;
mod engine;
mod expression;
mod fields;
mod finding;
mod rows;
mod rules;
mod safety;
mod scene;
mod schema;
mod views;

pub use alt::describe;
pub use drawing::Drawing;
pub use engine::Engine;
pub use finding::{Finding, listed};

use serde_json::{Map, Value};

use crate::limits::{INLINE_PLOT_ROWS, SPEC_BYTES, SPEC_DEPTH};
use crate::table::Table;

/// A chart that may be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// The specification with its data inlined.
    pub specification: Value,
    /// The results that its data came from, in order of appearance, each once.
    pub sources: Vec<String>,
}

/// Finds a result by its id, or says which there are.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Result<&'a Table, String>;

/// Checks a specification and puts its data in.
///
/// # Errors
/// The reasons why the chart cannot be shown, for a model to mend; never none.
pub fn prepare(specification: &Value, lookup: Lookup<'_>) -> Result<Chart, Vec<Finding>> {
    let mut object = read(specification).map_err(|reason| vec![Finding::of_specification(reason)])?;
    none(safety::check(&object))?;
    let mut found = of_words(&object);
    found.extend(cost::check(&object));
    let (temporal, words) = (fields::temporal(&object), fields::words(&object));
    let mut sketch = object.clone();
    match rows::Inlined::new(lookup, &temporal, None).put_in(&mut sketch) {
        Ok(()) => found.extend(views::check_fields(&sketch)),
        Err(reason) => found.push(reason),
    }
    none(found)?;
    let mut inlined = rows::Inlined::new(lookup, &temporal, Some(&words));
    inlined.put_in(&mut object).map_err(|reason| vec![reason])?;
    none(cost::check_bins(&object))?;
    Ok(Chart { specification: Value::Object(object), sources: inlined.into_sources() })
}

/// Views and words that there are not. Of a view that is wrong as a whole, the schema would only say the same in its
/// own way.
fn of_words(object: &Map<String, Value>) -> Vec<Finding> {
    let shape = views::check_shape(object);
    // What is said of data comes with the rows.
    let is_told = |path: &[String]| {
        path.iter().any(|name| name == "data")
            || shape.iter().any(|(place, _)| match path.strip_prefix(place.as_slice()) {
                Some([]) => true,
                Some([first, ..]) => first == "mark",
                None => false,
            })
    };
    let words = schema::check(object, &is_told);
    shape.iter().map(|(_, finding)| finding.clone()).chain(words).collect()
}

/// Goes on where nothing was found.
fn none(findings: Vec<Finding>) -> Result<(), Vec<Finding>> {
    if findings.is_empty() { Ok(()) } else { Err(findings) }
}

/// Refuses more rows within a specification than a model may write: what it copies, it can copy wrongly.
///
/// # Errors
/// The reason, with the way to draw by reference.
pub fn check_inline(specification: &Value) -> Result<(), Vec<Finding>> {
    // What is no specification is refused by `prepare`.
    let Ok(object) = read(specification) else { return Ok(()) };
    let sets = object.get("datasets").and_then(Value::as_object).into_iter().flat_map(Map::values);
    let mut rows = sets.filter_map(Value::as_array).map(Vec::len).sum::<usize>();
    rules::each_row(&Value::Object(object), &mut |_| rows += 1);
    if rows > INLINE_PLOT_ROWS {
        return Err(vec![Finding::of_specification(format!(
            "{rows} inline rows are too many, {INLINE_PLOT_ROWS} are allowed; draw the result by reference: \"data\": \
             {{\"name\": \"q1\"}}"
        ))]);
    }
    Ok(())
}

/// The specification as an object; models also write it as text.
fn read(specification: &Value) -> Result<Map<String, Value>, String> {
    if is_deeper(specification, SPEC_DEPTH) {
        return Err(format!("the specification is nested more than {SPEC_DEPTH} deep; write it simpler"));
    }
    let object = match specification {
        Value::Object(object) => object.clone(),
        Value::String(text) => match serde_json::from_str(text) {
            Ok(object @ Value::Object(_)) => return read(&object),
            Ok(_) => return Err("the specification is JSON, but not an object".to_owned()),
            Err(error) => {
                return Err(format!("the specification is not JSON: {error}; write it as a JSON object, not as text"));
            }
        },
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
            return Err(
                "the specification is not an object; write a Vega-Lite specification as a JSON object".to_owned()
            );
        }
    };
    let bytes = serde_json::to_string(&object).map_or(usize::MAX, |text| text.len());
    if bytes > SPEC_BYTES {
        return Err(format!(
            "the specification has {bytes} bytes, {SPEC_BYTES} are allowed; draw a result by reference: \"data\": {{\"name\": \"q1\"}}"
        ));
    }
    Ok(object)
}

/// Whether a value is nested deeper than this. Looks no deeper itself.
fn is_deeper(value: &Value, levels: usize) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        Value::Array(_) | Value::Object(_) if levels == 0 => true,
        Value::Array(items) => items.iter().any(|item| is_deeper(item, levels - 1)),
        Value::Object(object) => object.values().any(|item| is_deeper(item, levels - 1)),
    }
}

/// The name of a list that comes nearest to a word, if one is near.
fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    names
        .map(|name| (strsim::jaro_winkler(&lower, &name.to_lowercase()), name))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Cell;
    use serde_json::json;

    fn result() -> Table {
        Table {
            columns: vec!["region".to_owned(), "day".to_owned(), "a.b".to_owned(), "big".to_owned()],
            types: vec!["VARCHAR".to_owned(), "DATE".to_owned(), "DOUBLE".to_owned(), "HUGEINT".to_owned()],
            rows: vec![vec![
                Cell::Text("North".to_owned()),
                Cell::Text("2024-01-31".to_owned()),
                Cell::Float(1.5),
                Cell::Text("12345678901234567891".to_owned()),
            ]],
            row_count: 1,
        }
    }

    fn tried(specification: &Value) -> Result<Chart, String> {
        let table = result();
        let empty = Table { columns: vec!["x".to_owned()], ..Table::default() };
        let prepared = prepare(specification, &|id| match id {
            "q1" => Ok(&table),
            "q2" => Ok(&empty),
            _ => Err(format!("there is no result \"{id}\"")),
        });
        prepared.map_err(|reasons| listed(reasons.iter().map(|reason| reason.text.as_str())))
    }

    #[test]
    fn a_chart_by_reference_gets_its_rows() {
        let chart = tried(&json!({"data": {"name": "q1"}, "mark": "bar", "encoding": {
            "x": {"field": "day", "type": "temporal"}, "y": {"field": "big", "type": "quantitative"},
            "color": {"field": "a\\.b"}, "tooltip": [{"field": "region"}]}}))
        .unwrap();
        assert_eq!(chart.sources, ["q1"]);
        let row = &chart.specification["data"]["values"][0];
        assert_eq!(row["day"], "2024-01-31T00:00:00");
        assert_eq!(row["region"], "North");
        assert!(row["big"].is_f64());
        let few =
            tried(&json!({"data": {"name": "q1"}, "mark": "bar", "encoding": {"x": {"field": "region"}}})).unwrap();
        assert_eq!(few.specification["data"]["values"], json!([{"region": "North"}]));
    }

    #[test]
    fn a_date_that_is_no_time_axis_keeps_its_text() {
        let chart = tried(
            &json!({"data": {"name": "q1"}, "mark": "bar", "encoding": {"x": {"field": "day", "type": "ordinal"}}}),
        )
        .unwrap();
        assert_eq!(chart.specification["data"]["values"][0]["day"], "2024-01-31");
    }

    #[test]
    fn compositions_hand_down_their_data() {
        let layers = json!({"data": {"name": "q1"}, "encoding": {"x": {"field": "day", "timeUnit": "yearmonth"}},
            "layer": [{"mark": "line", "encoding": {"y": {"field": "big"}}},
                      {"mark": "rule", "transform": [{"calculate": "datum.big * 2", "as": "twice"}],
                       "encoding": {"y": {"field": "twice"}}}]});
        assert!(tried(&layers).is_ok(), "{:?}", tried(&layers));
        let repeated = json!({"data": {"name": "q1"}, "repeat": ["big", "wrong"], "spec":
            {"mark": "bar", "encoding": {"x": {"field": {"repeat": "repeat"}}}}});
        assert!(tried(&repeated).unwrap_err().contains("wrong"));
    }

    #[test]
    fn what_cannot_be_drawn_is_refused_with_the_reason() {
        let x = |field: &str| json!({"x": {"field": field}});
        for (specification, word) in [
            (json!(null), "not an object"),
            (json!("{oops"), "not JSON"),
            (json!([1]), "not an object"),
            (json!({"mark": "bar", "encoding": x("region")}), "no data"),
            (json!({"data": {"name": "q9"}, "mark": "bar", "encoding": x("region")}), "q9"),
            (json!({"data": {"name": "q2"}, "mark": "bar", "encoding": x("x")}), "no rows"),
            (json!({"data": {"values": []}, "mark": "bar", "encoding": x("x")}), "no rows"),
            (json!({"data": {"name": "q1"}, "mark": "bar", "encoding": x("Region")}), "\"region\""),
            (json!({"data": {"name": "q1"}, "mark": "bar", "encoding": x("a.b")}), "a\\\\.b"),
            (json!({"data": {"name": "q1"}, "mark": "bar", "encoding": {}}), "nothing is encoded"),
            (json!({"data": {"name": "q1"}, "mark": "barr", "encoding": x("region")}), "\"bar\""),
            (json!({"data": {"name": "q1"}, "encoding": x("region")}), "mark"),
            (json!({"data": {"name": "q1"}, "hconcat": []}), "nothing"),
            (json!({"data": {"url": "x.csv"}, "mark": "bar", "encoding": x("region")}), "url"),
            (
                json!({"data": {"sequence": {"start": 0, "stop": 1e9}}, "mark": "bar", "encoding": x("data")}),
                "sequence",
            ),
            (
                json!({"data": {"name": "q1"}, "mark": {"type": "bar", "tooltip": "https://x.example"}, "encoding": x("region")}),
                "URL",
            ),
            (json!({"data": {"name": "q1"}, "mark": "image", "encoding": x("region")}), "image"),
            (json!({"data": {"name": "q1"}, "mark": "bar", "encoding": {"href": {"field": "region"}}}), "href"),
            (
                json!({"data": {"name": "q1"}, "mark": "bar", "encoding": {"y": {"field": "a\\.b", "sort": {"field": "none"}}}}),
                "none",
            ),
            (
                json!({"data": {"name": "q1"}, "mark": "bar", "encoding": x("region"), "transform": [{"filter": "window.open('x')"}]}),
                "window",
            ),
            (json!({"data": {"name": "q1"}, "mark": "bar", "encoding": x("region"), "usermeta": {}}), "usermeta"),
        ] {
            let reason = tried(&specification).expect_err(&specification.to_string());
            assert!(reason.contains(word), "{specification}: {reason}");
        }
    }

    #[test]
    fn inline_rows_are_bounded() {
        let rows: Vec<Value> = (0..101).map(|i| json!({"x": i})).collect();
        let chart =
            |rows: &[Value]| json!({"data": {"values": rows}, "mark": "point", "encoding": {"x": {"field": "x"}}});
        assert_eq!(check_inline(&chart(&rows[..100])), Ok(()));
        assert!(check_inline(&chart(&rows)).unwrap_err()[0].text.contains("by reference"));
        assert!(tried(&chart(&rows)).is_ok());
    }
}
