//! Reasons against charts, and warnings about them, quote values where they may, and nowhere else.

use csvchat::event::Event;
use csvchat::limits::Privacy;
use serde_json::{Value, json};

use super::file::canaries;
use super::{data, played, sql};

const QUERIES: [&str; 7] = [
    "SELECT * FROM data",
    "SELECT d.name || '-' || r.range AS name, d.salary + r.range AS salary, d.team FROM data d, range(3) r",
    "SELECT d.salary, r.range AS n FROM data d, range(400) r",
    "SELECT * FROM data WHERE name = 'nobody'",
    "PIVOT data ON team USING sum(salary) GROUP BY active",
    "SELECT d.salary, rpad(d.name, 9999, 'x') AS text, 1 AS n FROM data d, range(40) r",
    "SELECT name, CAST(NULL AS INTEGER) AS nothing, salary FROM data",
];

/// A chart of a result, and a word of the reason or warning that is told where values must not be.
struct Case {
    chart: Value,
    told: &'static str,
    /// Whether the full reason quotes the data.
    quotes: bool,
}

fn case(id: &str, mark: &str, encoding: &Value, told: &'static str, quotes: bool) -> Case {
    Case { chart: json!({"data": {"name": id}, "mark": mark, "encoding": encoding}), told, quotes }
}

fn cases() -> Vec<Case> {
    let number = |field: &str| json!({"field": field, "type": "quantitative"});
    let nominal = |field: &str| json!({"field": field, "type": "nominal"});
    let time = |field: &str| json!({"field": field, "type": "temporal"});
    let log = |field: &str| json!({"field": field, "type": "quantitative", "scale": {"type": "log"}});
    let mean = |field: &str| json!({"field": field, "type": "quantitative", "aggregate": "mean"});
    let transformed = |transform: &Value, y: &str, told: &'static str, quotes: bool| Case {
        chart: json!({"data": {"name": "q1"}, "mark": "point", "transform": [transform],
            "encoding": {"x": number("id"), "y": number(y)}}),
        told,
        quotes,
    };
    vec![
        case(
            "q1",
            "point",
            &json!({"x": number("id"), "y": number("name")}),
            "drawn as quantitative but holds text",
            true,
        ),
        case("q1", "bar", &json!({"x": nominal("active"), "y": mean("name")}), "aggregated but holds text", true),
        case(
            "q1",
            "point",
            &json!({"x": number("id"), "y": number("spoiled")}),
            "some values of \"spoiled\" are text",
            true,
        ),
        case(
            "q1",
            "line",
            &json!({"x": time("name"), "y": number("id")}),
            "the dates of \"name\" cannot be read",
            true,
        ),
        case(
            "q1",
            "line",
            &json!({"x": time("salary"), "y": number("id")}),
            "\"salary\" holds numbers, which are no dates",
            true,
        ),
        case("q1", "point", &json!({"x": number("id"), "y": log("salary")}), "zero or negative values", true),
        case(
            "q1",
            "arc",
            &json!({"theta": number("salary"), "color": nominal("active")}),
            "slice cannot be negative",
            true,
        ),
        case("q2", "bar", &json!({"x": nominal("name"), "y": number("salary")}), "too many categories", false),
        case(
            "q1",
            "point",
            &json!({"x": number("id"), "y": number("salary"), "row": nominal("name")}),
            "too many facets",
            false,
        ),
        case(
            "q2",
            "point",
            &json!({"x": number("salary"), "y": number("salary"), "row": nominal("name")}),
            "too many values for facets",
            false,
        ),
        case("q7", "point", &json!({"x": number("salary"), "y": number("nothing")}), "its values do not fit", false),
        case("q3", "point", &json!({"x": number("n"), "y": number("salary")}), "none, too many", false),
        case("q4", "bar", &json!({"x": nominal("name"), "y": number("salary")}), "none, too many", false),
        case("q6", "bar", &json!({"x": nominal("text"), "y": number("n")}), "none, too many", false),
        case(
            "q1",
            "bar",
            &json!({"x": nominal("nmae"), "y": number("salary")}),
            "no field \"nmae\"; did you mean \"name\"",
            false,
        ),
        case("q5", "bar", &json!({"x": nominal("active"), "y": number("nosuch")}), "no field \"nosuch\"", true),
        case("q1", "bar", &json!({"x": nominal("team"), "y": mean("id"), "color": nominal("active")}), "", false),
        case(
            "q1",
            "bar",
            &json!({"x": nominal("active"), "y": {"field": "salary", "aggregate": "mean", "stack": "zero",
            "type": "quantitative"}, "color": nominal("team")}),
            "Vega-Lite warns",
            false,
        ),
        transformed(&json!({"filter": "datum.id > 1e6"}), "salary", "nothing was drawn", false),
        transformed(&json!({"filter": "datum.nosuch > 1e6"}), "salary", "no field \"nosuch\"", false),
        transformed(&json!({"calculate": "datum.name.x.y", "as": "z"}), "z", "an expression fails on the data", false),
        transformed(&json!({"calculate": "datum.salary * ", "as": "z"}), "z", "an expression cannot be read", false),
        transformed(&json!({"calculate": "salary * 2", "as": "z"}), "z", "an expression uses", false),
        transformed(&json!({"pivot": "team", "value": "salary"}), "nosuch", "no field \"nosuch\"", false),
        transformed(&json!({"calculate": "timeFormat(datum.salary, datum.name)", "as": "z"}), "z", "", false),
        transformed(&json!({"calculate": "format(datum.salary, datum.name)", "as": "z"}), "z", "drawing failed", true),
        transformed(&json!({"calculate": "utcParse(datum.name, datum.team)", "as": "z"}), "z", "", false),
    ]
}

#[tokio::test]
async fn no_reason_and_no_warning_carries_a_value_out() {
    let data = data();
    let cases = cases();
    let plot = |case: &Case| ("create_plot", json!({"title": "T", "vega_lite_spec": case.chart}));
    let calls = [QUERIES.iter().map(|query| sql(query)).collect::<Vec<_>>(), cases.iter().map(plot).collect()];
    let open = played(&data, &calls, Privacy::Rows).await;
    for (case, (_, told)) in cases.iter().zip(open.told().iter().skip(QUERIES.len())) {
        assert_eq!(case.quotes, !canaries(told).is_empty(), "{}: {told}", case.chart);
    }
    for privacy in [Privacy::Stats, Privacy::Schema] {
        let closed = played(&data, &calls, privacy).await;
        for (case, (_, told)) in cases.iter().zip(closed.told().iter().skip(QUERIES.len())) {
            assert!(canaries(told).is_empty(), "{privacy:?}: {}: {told}", case.chart);
            assert!(told.contains(case.told), "{privacy:?}: {}: {told}", case.chart);
        }
        assert_eq!(closed.leaked(), Vec::<String>::new(), "{privacy:?}");
        // The reader gets the same as without.
        let events = |ran: &super::Ran| -> Vec<Value> {
            let shown = |event: &&Event| matches!(event, Event::PlotRejected { .. } | Event::Plot { .. });
            ran.events.iter().filter(shown).map(|event| serde_json::to_value(event).unwrap()).collect()
        };
        assert_eq!(events(&closed), events(&open));
    }
}
