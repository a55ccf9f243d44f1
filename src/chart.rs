//! Charts: what a Vega-Lite specification must be before anyone sees it, and putting its data in.
//!
//! Uses `limits` and `table`. Never fetches anything. A specification takes this way: [`prepare`] reads it, refuses
//! whatever could reach out ([`safety`], [`expression`]) or keep a page busy ([`cost`]), replaces references to results by their rows ([`rows`]), and compares each
//! view's fields with its data ([`views`]). Every reason for refusing is a sentence that a model can act on.

mod alt;
mod cost;
mod drawing;
mod engine;
mod expression;
mod fields;
mod rows;
mod rules;
mod safety;
mod schema;
mod views;

pub use alt::describe;
pub use drawing::Drawing;
pub use engine::Engine;

use serde_json::{Map, Value};

use crate::limits::{INLINE_PLOT_ROWS, SPEC_BYTES};
use crate::table::Table;

/// A chart that may be shown.
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
/// The reason why the chart cannot be shown, for a model to mend.
pub fn prepare(specification: &Value, lookup: Lookup<'_>) -> Result<Chart, String> {
    let mut object = read(specification)?;
    safety::check(&object)?;
    cost::check(&object)?;
    let (temporal, words) = (fields::temporal(&object), fields::words(&object));
    let mut sketch = object.clone();
    rows::Inlined::new(lookup, &temporal, None).put_in(&mut sketch)?;
    views::check(&sketch)?;
    let mut inlined = rows::Inlined::new(lookup, &temporal, Some(&words));
    inlined.put_in(&mut object)?;
    cost::check_bins(&object)?;
    let sources = inlined.into_sources();
    Ok(Chart { specification: Value::Object(object), sources })
}

/// Refuses more rows within a specification than a model may write: what it copies, it can copy wrongly.
///
/// # Errors
/// The reason, with the way to draw by reference.
pub fn check_inline(specification: &Value) -> Result<(), String> {
    // What is no specification is refused by `prepare`.
    let Ok(object) = read(specification) else { return Ok(()) };
    let mut rows = 0;
    rules::each_row(&Value::Object(object), &mut |_| rows += 1);
    if rows > INLINE_PLOT_ROWS {
        return Err(format!(
            "{rows} inline rows are too many, {INLINE_PLOT_ROWS} are allowed; draw the result by reference: \"data\": \
             {{\"name\": \"q1\"}}"
        ));
    }
    Ok(())
}

/// The specification as an object; models also write it as text.
fn read(specification: &Value) -> Result<Map<String, Value>, String> {
    let object = match specification {
        Value::Object(object) => object.clone(),
        Value::String(text) => match serde_json::from_str(text) {
            Ok(Value::Object(object)) => object,
            Ok(_) => return Err("the specification is JSON, but not an object".to_owned()),
            Err(error) => return Err(format!("the specification is not JSON: {error}")),
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
        prepare(specification, &|id| match id {
            "q1" => Ok(&table),
            "q2" => Ok(&empty),
            _ => Err(format!("there is no result \"{id}\"")),
        })
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
        assert!(check_inline(&chart(&rows)).unwrap_err().contains("by reference"));
        assert!(tried(&chart(&rows)).is_ok());
    }
}
