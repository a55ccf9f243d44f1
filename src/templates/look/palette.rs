//! The same category has the same colour in every chart of a report.
//!
//! Uses the look's own palette. The first chart that shows a category decides its colour, as Vega would; later charts
//! keep it, and give free colours to what is new. Touches only colours that a specification leaves to the look, and
//! nothing beyond the palette's length, from which on colours repeat whatever one does.

use std::cmp::Ordering;

use serde_json::{Map, Value, json};

use super::{Place, config};

/// Channels that colour.
const CHANNELS: &[&str] = &["color", "fill", "stroke"];

/// What a channel may say of its colours without leaving the look.
const SAID: &[&str] = &["scale", "bin", "aggregate", "timeUnit", "condition", "datum"];

/// Transforms after which the categories of the data need not be those that are shown. What a chart shows is then known
/// from having drawn it only.
const CHANGING: &[&str] = &["filter", "sample", "fold", "flatten", "pivot", "lookup", "impute", "density"];

/// The colours that categories have had so far in a report.
#[derive(Debug, Clone)]
pub struct Palette {
    /// Those of the look, in their order.
    colours: Vec<Value>,
    known: Vec<Known>,
}

/// Fields whose values are the same categories.
#[derive(Debug, Clone)]
struct Known {
    fields: Vec<String>,
    /// Each category with its place in the palette.
    categories: Vec<(Value, usize)>,
}

/// What colours one chart.
struct Coloured {
    field: String,
    /// In the order of the legend.
    categories: Vec<Value>,
}

impl Default for Palette {
    fn default() -> Self {
        let colours =
            config(Place::Page).pointer("/range/category").and_then(Value::as_array).cloned().unwrap_or_default();
        Self { colours, known: Vec::new() }
    }
}

impl Palette {
    /// Whether the categories of a chart can only be known from its legend, once it is drawn, and there may be colours
    /// that they have had.
    #[must_use]
    pub fn asks_for_legend(&self, specification: &Value) -> bool {
        !self.known.is_empty()
            && field(specification).is_some_and(|(field, sort)| certain(specification, &field, sort.as_ref()).is_none())
    }

    /// Gives the categories of a chart the colours that they have had. `legend` is what it showed when it was drawn
    /// without them, or nothing where that is not known.
    pub fn apply(&self, specification: &mut Value, legend: &[String]) {
        let Some(coloured) = coloured(specification, legend, self.colours.len()) else { return };
        let Some(known) = self.position(&coloured).and_then(|at| self.known.get(at)) else { return };
        let places = known.places(&coloured.categories, self.colours.len());
        let range: Vec<&Value> = places.iter().filter_map(|place| self.colours.get(*place)).collect();
        let scale = json!({"domain": coloured.categories, "range": range});
        each_channel(specification, &mut |channel| {
            if channel.contains_key("field") {
                channel.insert("scale".to_owned(), scale.clone());
            }
        });
    }

    /// Takes note of the colours of a chart that stands. The specification is the one before [`Self::apply`], the legend
    /// that of the chart.
    pub fn learn(&mut self, specification: &Value, legend: &[String]) {
        let number = self.colours.len();
        let Some(coloured) = coloured(specification, legend, number) else { return };
        let at = self.position(&coloured);
        if let Some(known) = at.and_then(|at| self.known.get_mut(at)) {
            known.learn(coloured, number);
        } else {
            let mut known = Known { fields: Vec::new(), categories: Vec::new() };
            known.learn(coloured, number);
            self.known.push(known);
        }
    }

    /// Where the categories of that field are known, or some of them by another name of the field.
    fn position(&self, coloured: &Coloured) -> Option<usize> {
        let same_field = |known: &Known| known.fields.contains(&coloured.field);
        let same_words = |known: &Known| {
            let is_known = |word: &Value| word.is_string() && known.categories.iter().any(|(other, _)| other == word);
            coloured.categories.iter().any(is_known)
        };
        self.known.iter().position(same_field).or_else(|| self.known.iter().position(same_words))
    }
}

impl Known {
    fn learn(&mut self, coloured: Coloured, colours: usize) {
        let places = self.places(&coloured.categories, colours);
        if !self.fields.contains(&coloured.field) {
            self.fields.push(coloured.field);
        }
        for (category, place) in coloured.categories.into_iter().zip(places) {
            if !self.categories.iter().any(|(other, _)| *other == category) {
                self.categories.push((category, place));
            }
        }
    }

    /// The place of each category in the palette: its own, else one that no other category has, else one that none of
    /// this chart has.
    fn places(&self, categories: &[Value], colours: usize) -> Vec<usize> {
        let of =
            |category: &Value| self.categories.iter().find(|(other, _)| other == category).map(|(_, place)| *place);
        let mut taken: Vec<usize> = categories.iter().filter_map(of).collect();
        let mut places = Vec::new();
        for category in categories {
            // Categories that did not share a chart may have got the same colour.
            let own = of(category).filter(|place| !places.contains(place));
            let free = |place: &usize| !taken.contains(place) && !places.contains(place);
            let unused = |place: &usize| free(place) && !self.categories.iter().any(|(_, other)| other == place);
            let place =
                own.or_else(|| (0..colours).find(unused)).or_else(|| (0..colours).find(free)).unwrap_or_default();
            taken.push(place);
            places.push(place);
        }
        places
    }
}

/// What colours a chart, where there is a colour for each category.
fn coloured(specification: &Value, legend: &[String], colours: usize) -> Option<Coloured> {
    let (field, sort) = field(specification)?;
    let categories = certain(specification, &field, sort.as_ref()).unwrap_or_else(|| {
        let mut values = Vec::new();
        collect(specification, &field, &mut values);
        let named = |word: &String| values.iter().find(|value| text(value) == *word).cloned();
        legend.iter().map(|word| named(word).unwrap_or_else(|| Value::from(word.as_str()))).collect()
    });
    (1..=colours).contains(&categories.len()).then_some(Coloured { field, categories })
}

/// The field that colours a chart, where all its channels that colour by one leave it to the look and agree.
fn field(specification: &Value) -> Option<(String, Option<Value>)> {
    let mut found: Vec<Option<(String, Option<Value>)>> = Vec::new();
    // Reading goes the same way as changing, on a copy that is thrown away.
    each_channel(&mut specification.clone(), &mut |channel| {
        if channel.contains_key("field") || SAID.iter().any(|key| channel.contains_key(*key)) {
            found.push(field_of(channel));
        }
    });
    let (field, sort) = found.first()?.clone()?;
    let agree = found.iter().all(|one| one.as_ref().is_some_and(|(other, sorted)| *other == field && *sorted == sort));
    agree.then_some((field, sort))
}

/// The categories that a chart shows, in the order of its legend, where that is certain before it is drawn.
fn certain(specification: &Value, field: &str, sort: Option<&Value>) -> Option<Vec<Value>> {
    let mut categories = Vec::new();
    let is_whole = !is_changed(specification, field) && collect(specification, field, &mut categories);
    is_whole.then(|| ordered(categories, sort)).flatten()
}

/// A category as a legend's word.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The field of a channel that shows categories and leaves their colours to the look, and how they are sorted.
fn field_of(channel: &Map<String, Value>) -> Option<(String, Option<Value>)> {
    let sort = channel.get("sort").cloned();
    let is_category = match channel.get("type").and_then(Value::as_str) {
        Some(kind) => kind == "nominal",
        // What is sorted by a list has an order of its own, and with it another palette.
        None => !sort.as_ref().is_some_and(Value::is_array),
    };
    let is_plain = SAID.iter().all(|key| !channel.contains_key(*key));
    (is_category && is_plain).then(|| Some((channel.get("field")?.as_str()?.to_owned(), sort))).flatten()
}

/// Whether a transform may change which categories of a field there are.
fn is_changed(specification: &Value, field: &str) -> bool {
    match specification {
        Value::Array(parts) => parts.iter().any(|part| is_changed(part, field)),
        Value::Object(object) => object.iter().any(|(key, inner)| match key.as_str() {
            "data" | "datasets" => false,
            "transform" => inner.as_array().into_iter().flatten().any(|transform| {
                let changes = CHANGING.iter().any(|key| transform.get(*key).is_some());
                changes || makes(transform, field)
            }),
            _ => is_changed(inner, field),
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Whether a transform gives something the name of a field.
fn makes(transform: &Value, field: &str) -> bool {
    match transform {
        Value::Object(object) => object.iter().any(|(key, inner)| match inner {
            Value::String(name) => key == "as" && name == field,
            Value::Array(names) if key == "as" => names.iter().any(|name| name == field),
            Value::Array(_) | Value::Object(_) => makes(inner, field),
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }),
        Value::Array(parts) => parts.iter().any(|part| makes(part, field)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// The different values of a field in all data, in the order in which they occur; false where a row lacks it.
fn collect(specification: &Value, field: &str, found: &mut Vec<Value>) -> bool {
    match specification {
        Value::Array(parts) => parts.iter().all(|part| collect(part, field, found)),
        Value::Object(object) => object.iter().all(|(key, inner)| match key.as_str() {
            "data" => inner.get("values").and_then(Value::as_array).into_iter().flatten().all(|row| {
                let Some(value) = row.get(field) else { return false };
                if found.last() != Some(value) && !found.contains(value) {
                    found.push(value.clone());
                }
                // Beyond any palette, looking on is in vain.
                found.len() < 100
            }),
            "datasets" => true,
            _ => collect(inner, field, found),
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}

/// Categories in the order that Vega-Lite gives them; `None` where it depends on more than them.
fn ordered(mut categories: Vec<Value>, sort: Option<&Value>) -> Option<Vec<Value>> {
    match sort {
        Some(Value::Null) => {}
        None => categories.sort_by(natural),
        Some(Value::String(order)) if order == "ascending" => categories.sort_by(natural),
        Some(Value::String(order)) if order == "descending" => categories.sort_by(|a, b| natural(b, a)),
        Some(Value::Array(named)) => {
            let rank = |value: &Value| named.iter().position(|other| other == value).unwrap_or(named.len());
            categories.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| natural(a, b)));
        }
        Some(Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_)) => return None,
    }
    Some(categories)
}

/// JavaScript's order: nothing first, then numbers and words by their own order.
fn natural(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Null, Value::Null) => Ordering::Equal,
        (Value::Null, _) => Ordering::Less,
        (_, Value::Null) => Ordering::Greater,
        (Value::String(a), Value::String(b)) => a.encode_utf16().cmp(b.encode_utf16()),
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        _ => match (a.as_f64(), b.as_f64()) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            _ => Ordering::Equal,
        },
    }
}

/// Calls for every channel that colours, in a specification and its parts.
fn each_channel(specification: &mut Value, change: &mut impl FnMut(&mut Map<String, Value>)) {
    match specification {
        Value::Array(parts) => parts.iter_mut().for_each(|part| each_channel(part, change)),
        Value::Object(object) => {
            for (key, inner) in object {
                match (key.as_str(), inner) {
                    ("data" | "datasets" | "transform" | "config", _) => {}
                    ("encoding", Value::Object(channels)) => {
                        for (_, channel) in channels.iter_mut().filter(|(key, _)| CHANNELS.contains(&key.as_str())) {
                            if let Value::Object(channel) = channel {
                                change(channel);
                            }
                        }
                    }
                    (_, inner) => each_channel(inner, change),
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A report so far, of four colours.
    struct Pages(Palette);

    impl Default for Pages {
        fn default() -> Self {
            Self(Palette { colours: ["#1", "#2", "#3", "#4"].map(Value::from).to_vec(), known: Vec::new() })
        }
    }

    impl Pages {
        /// The colours of the next chart: its scale, or nothing where it is left to the look.
        fn next(&mut self, specification: &Value) -> Value {
            self.drawn(specification, &[])
        }

        /// The same for a chart with that legend.
        fn drawn(&mut self, specification: &Value, legend: &[&str]) -> Value {
            let legend: Vec<String> = legend.iter().map(|word| (*word).to_owned()).collect();
            let mut shown = specification.clone();
            self.0.apply(&mut shown, &legend);
            self.0.learn(specification, &legend);
            shown["encoding"]["color"]["scale"].clone()
        }
    }

    fn bars(values: &[&str], channel: &Value) -> Value {
        let field = channel["field"].as_str().unwrap().to_owned();
        let rows: Vec<Value> = values.iter().map(|value| json!({field.clone(): value})).collect();
        json!({"data": {"values": rows}, "mark": "bar", "encoding": {"color": channel}})
    }

    fn region() -> Value {
        json!({"field": "region", "type": "nominal"})
    }

    #[test]
    fn the_looks_colours_are_the_palette() {
        assert_eq!(Palette::default().colours.len(), 8);
    }

    #[test]
    fn a_category_keeps_its_colour() {
        let mut pages = Pages::default();
        assert_eq!(pages.next(&bars(&["b", "a", "b", "c"], &region())), Value::Null, "the first one decides");
        assert_eq!(
            pages.next(&bars(&["d", "c", "a"], &region())),
            json!({"domain": ["a", "c", "d"], "range": ["#1", "#3", "#4"]})
        );
        assert_eq!(
            pages.next(&bars(&["e", "d"], &json!({"field": "region"}))),
            json!({"domain": ["d", "e"], "range": ["#4", "#1"]}),
            "with no free colour left, one that this chart does not have"
        );
        assert_eq!(
            pages.next(&bars(&["a", "e", "c"], &region())),
            json!({"domain": ["a", "c", "e"], "range": ["#1", "#3", "#2"]}),
            "no colour twice in a chart"
        );
    }

    #[test]
    fn a_field_of_another_name_is_known_by_its_categories() {
        let mut pages = Pages::default();
        pages.next(&bars(&["b", "a"], &region()));
        let other = |values: &[&str]| bars(values, &json!({"field": "area", "type": "nominal"}));
        assert_eq!(pages.next(&other(&["b", "c"])), json!({"domain": ["b", "c"], "range": ["#2", "#3"]}));
        let kind = bars(&["x", "y"], &json!({"field": "kind", "type": "nominal"}));
        assert_eq!(pages.next(&kind), Value::Null, "unrelated categories begin with the first colour");
        assert_eq!(pages.next(&other(&["a", "c"])), json!({"domain": ["a", "c"], "range": ["#1", "#3"]}));
    }

    #[test]
    fn the_order_of_the_legend_is_vegas() {
        let mut pages = Pages::default();
        let sorted = |sort: Value| bars(&["b", "a", "c"], &json!({"field": "region", "type": "nominal", "sort": sort}));
        pages.next(&bars(&["b", "a", "c"], &region()));
        for (sort, domain) in [
            (json!(["c", "a"]), json!(["c", "a", "b"])),
            (json!("descending"), json!(["c", "b", "a"])),
            (json!(null), json!(["b", "a", "c"])),
        ] {
            assert_eq!(pages.next(&sorted(sort))["domain"], domain);
        }
        assert_eq!(pages.next(&sorted(json!("-y"))), Value::Null, "an order that the data decides");
        let rows: Vec<Value> = [json!(10), json!(9), Value::Null].iter().map(|year| json!({"region": year})).collect();
        let years = json!({"data": {"values": rows}, "encoding": {"color": region()}});
        assert_eq!(pages.next(&years)["domain"], json!([null, 9, 10]));
    }

    #[test]
    fn what_a_chart_says_itself_stays() {
        let mut pages = Pages::default();
        pages.next(&bars(&["a", "b"], &region()));
        let scheme = json!({"scheme": "category10"});
        let own = json!({"field": "region", "type": "nominal", "scale": scheme});
        assert_eq!(pages.next(&bars(&["b"], &own)), scheme);
        for channel in [
            json!({"field": "region", "type": "quantitative"}),
            json!({"field": "region", "type": "ordinal"}),
            json!({"field": "region", "sort": ["b", "a"]}),
            json!({"field": "region", "type": "nominal", "condition": {"test": "true", "value": "red"}}),
        ] {
            assert_eq!(pages.next(&bars(&["b"], &channel)), Value::Null, "{channel}");
        }
    }

    #[test]
    fn what_a_chart_shows_after_its_transforms_its_legend_tells() {
        let mut pages = Pages::default();
        let mut filtered = bars(&["b", "a"], &region());
        filtered["transform"] = json!([{"filter": "datum.region == 'b'"}]);
        assert!(!pages.0.asks_for_legend(&filtered), "there is nothing to keep yet");
        pages.next(&bars(&["a", "b"], &region()));
        assert!(pages.0.asks_for_legend(&filtered) && !pages.0.asks_for_legend(&bars(&["a"], &region())));
        assert_eq!(pages.next(&filtered), Value::Null);
        assert_eq!(pages.drawn(&filtered, &["b"]), json!({"domain": ["b"], "range": ["#2"]}));
        filtered["transform"] = json!([{"window": [{"op": "rank", "as": "region"}]}]);
        assert!(pages.0.asks_for_legend(&filtered));
        filtered["transform"] = json!([{"aggregate": [{"op": "count", "as": "n"}], "groupby": ["region"]}]);
        assert_eq!(pages.next(&filtered)["range"], json!(["#1", "#2"]));
        let rows = json!([{"year": 2023}, {"year": 2024}]);
        let mut years = json!({"data": {"values": rows}, "encoding": {"color": {"field": "year", "type": "nominal"}}});
        pages.next(&years);
        years["transform"] = json!([{"filter": "datum.year > 2023"}]);
        assert_eq!(pages.drawn(&years, &["2024"]), json!({"domain": [2024], "range": ["#2"]}));
    }

    #[test]
    fn layers_agree_or_stay() {
        let mut pages = Pages::default();
        pages.next(&bars(&["a", "b"], &region()));
        let layers = |second: Value| {
            json!({"data": {"values": [{"region": "b", "kind": "x"}]}, "layer": [
                {"mark": "line", "encoding": {"color": region()}}, {"mark": "point", "encoding": {"color": second}}]})
        };
        let shown = |pages: &Pages, second: Value| {
            let mut shown = layers(second);
            pages.0.apply(&mut shown, &[]);
            [0, 1].map(|layer| shown["layer"][layer]["encoding"]["color"]["scale"]["range"].clone())
        };
        assert_eq!(shown(&pages, region()), [json!(["#2"]), json!(["#2"])]);
        assert_eq!(shown(&pages, json!({"value": "red"})), [json!(["#2"]), Value::Null]);
        assert_eq!(shown(&pages, json!({"field": "kind", "type": "nominal"})), [Value::Null, Value::Null]);
        assert_eq!(shown(&pages, json!({"datum": "Goal"})), [Value::Null, Value::Null]);
    }

    #[test]
    fn beyond_the_palette_nothing_is_done() {
        let mut pages = Pages::default();
        assert_eq!(pages.next(&bars(&["a", "b", "c", "d", "e"], &region())), Value::Null);
        assert_eq!(pages.next(&bars(&["e"], &region())), Value::Null, "a chart without places decides none");
        assert_eq!(pages.next(&bars(&["d", "e"], &region()))["range"], json!(["#2", "#1"]));
    }
}
