//! Charts that try to leave the engine, to keep it busy, or to change how later ones are drawn.

use csvchat::chart::Engine;
use csvchat::limits::CHART_TIME;
use serde_json::{Value, json};

use super::{judged, tables};

fn bars() -> Value {
    json!({"data": {"values": [{"a": "x", "b": 1}, {"a": "y", "b": 2}]}, "mark": "bar", "encoding": {
        "x": {"field": "a", "type": "nominal"}, "y": {"field": "b", "type": "quantitative", "aggregate": "sum"}}})
}

fn with(key: &str, value: &Value) -> Value {
    let mut chart = bars();
    chart[key] = value.clone();
    chart
}

fn computed(expression: &str) -> Value {
    let mut chart = with("transform", &json!([{"calculate": expression, "as": "c"}]));
    chart["encoding"]["tooltip"] = json!([{"field": "c"}]);
    chart
}

/// Charts that end soon, in whatever way.
fn sly() -> Vec<Value> {
    let own = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let values =
        r#""data":{"values":[{"a":"x","b":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}]}"#;
    let encoding = r#""encoding":{"x":{"field":"a"},"y":{"field":"b","type":"quantitative"}}"#;
    let mut charts = vec![
        own(&format!("{{{values},\"mark\":\"bar\",{encoding}}}")),
        own(&format!("{{{values},\"mark\":\"bar\",{encoding},\"config\":{{\"__proto__\":{{\"polluted\":1}}}}}}")),
        own(&format!("{{{values},\"mark\":{{\"type\":\"bar\",\"__proto__\":{{\"polluted\":1}}}},{encoding}}}")),
        own(
            r#"{"data":{"values":[{"a":1}]},"mark":"bar","encoding":{"x":{"field":"a"},"__proto__":{"y":{"field":"a"}}}}"#,
        ),
        own(r#"{"__proto__":{"mark":"bar"},"data":{"values":[{"a":1}]},"encoding":{"x":{"field":"a"}}}"#),
        with("config", &json!({"constructor": {"prototype": {"polluted": 1}}})),
        with(
            "config",
            &json!({"locale": {"number": {"decimal": ",", "thousands": ".", "grouping": [1], "currency": ["", "E"]}}}),
        ),
        with(
            "config",
            &json!({"range": {"category": ["red"]}, "font": "x", "axis": {"labelFontSize": 40}, "style": {"cell": {"fill": "red"}}}),
        ),
        with("config", &json!({"signals": [{"name": "s", "update": "setdata('source_0', [])"}]})),
        with("transform", &json!([{"calculate": "1", "as": "__proto__"}])),
        with("transform", &json!([{"calculate": "1", "as": "constructor"}])),
        with("transform", &json!([{"aggregate": [{"op": "count", "as": "__proto__.polluted"}], "groupby": ["a"]}])),
        with("transform", &json!([{"pivot": "a", "value": "b", "groupby": ["constructor"]}])),
        with("params", &json!([{"name": "toString", "expr": "1"}])),
        with("params", &json!([{"name": "__proto__", "value": 1}])),
        with("params", &json!([{"name": "hasOwnProperty", "select": "point"}])),
        with("name", &json!("constructor")),
        with("projection", &json!({"type": "mercator"})),
        with("datasets", &json!({"__proto__": [{"a": 1}]})),
        with("data", &json!({"name": "constructor"})),
        with("data", &json!({"name": "__proto__"})),
        with("data", &json!({"url": "data:text/csv,a,b"})),
        with("data", &json!({"url": "file:///etc/passwd"})),
        with("data", &json!({"values": "a,b\n1,2", "format": {"type": "csv"}})),
        with("data", &json!({"sphere": true})),
        with("mark", &json!({"type": "image", "url": "https://example.com/x.png"})),
        with("mark", &json!({"type": "geoshape"})),
        with("mark", &json!({"type": "text", "text": "x".repeat(1_000_000)})),
        with("mark", &json!({"type": "bar", "href": "javascript:alert(1)"})),
        with("title", &json!({"text": {"expr": "constructor"}})),
        with("height", &json!({"expr": "1e9"})),
        with("width", &json!({"signal": "1e9"})),
        with("background", &json!({"expr": "open('x')"})),
        json!({"data": {"values": [{"a": "x"}]}, "mark": "point", "encoding": {"x": {"field": "a", "axis": {"labelExpr": "x".repeat(200_000)}}}}),
    ];
    charts.extend(
        [
            "datum.constructor.constructor('return 1')()",
            "[].constructor.constructor('return globalThis')()",
            "''['sub']['constructor']('return 1')()",
            "toString['constructor']('1')",
            "globalThis.begin",
            "vega.version",
            "this",
            "datum['__pro' + 'to__']",
            "datum['const' + 'ructor']['const' + 'ructor']('return 1')",
            "merge(datum, {'__proto__': {polluted: 1}})",
            "setdata('source_0', [])",
            "modify('source_0', null, datum)",
            "data('source_0')",
            "(1).constructor",
            "event.view",
            "item()",
            "eval('1')",
            "(function(){return 1})()",
            "x => x",
            "datum = 1",
            "new Date()",
            "`${1}`",
            "1; 2",
            "peek(datum.b) || sequence(1e9)",
            "format(datum.b, '1000000000d')",
            "format(datum.b, '.100000f')",
            "replace('aaaa', 'a', '$&$&')",
            "join([1, 2], 'x')",
            "timeFormat(1e300, '%Y')",
            "datetime(1e300)",
        ]
        .map(computed),
    );
    charts.push(computed(&"(".repeat(20_000)));
    charts.push(computed(&format!("{}1{}", "(".repeat(20_000), ")".repeat(20_000))));
    charts.push(computed(&format!("1{}", "+1".repeat(40_000))));
    charts.push(computed(&format!("{}1", "-".repeat(40_000))));
    charts.push(computed(&format!("datum{}", ".a".repeat(20_000))));
    charts.push(computed(&format!("'{}'", "x".repeat(200_000))));
    charts
}

#[test]
fn no_chart_changes_how_a_later_one_is_drawn() {
    let engine = Engine::default();
    let look = json!({});
    let picture = || engine.draw(&bars(), &look).unwrap().svg.unwrap();
    let before = picture();
    for chart in sly() {
        // With the checks before it, and without them.
        let (verdict, said) = judged(&chart, &[], &engine);
        let told = said.join("\n");
        assert!(verdict != "reject" || !told.is_empty() && told.len() < 3_000, "{}", &told[..told.len().min(3_000)]);
        let _ = engine.draw(&chart, &look);
        assert_eq!(picture(), before, "{}", &chart.to_string()[..chart.to_string().len().min(500)]);
    }
}

#[test]
fn deep_specifications_are_an_error_and_no_crash() {
    let engine = Engine::default();
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("{\"layer\":[", "]}"), ("{\"not\":", "}"), ("{\"spec\":", "}")]
    {
        let text = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
        let (verdict, said) = judged(&Value::String(text), &[], &engine);
        assert_eq!(verdict, "reject");
        assert!(said[0].contains("JSON"), "{said:?}");
        // As deep as what a model sends can be.
        let deep = (0..120).fold(json!(1), |inner, _| match open {
            "[" => json!([inner]),
            "{\"layer\":[" => json!({"layer": [inner]}),
            "{\"not\":" => json!({"not": inner}),
            "{\"spec\":" => json!({"spec": inner}),
            _ => json!({"a": inner}),
        });
        for place in ["transform", "layer", "config", "encoding"] {
            let (verdict, said) = judged(&with(place, &deep), &[], &engine);
            assert_eq!(verdict, "reject");
            assert!(said[0].contains("deep"), "{said:?}");
        }
    }
}

#[test]
fn what_would_take_for_ever_is_refused_and_the_engine_goes_on() {
    let (engine, tables) = (Engine::default(), tables::all());
    let by_reference = |mut chart: Value, id: &str| {
        chart["data"] = json!({"name": id});
        chart
    };
    let point = json!({"mark": "point", "encoding": {"x": {"field": "n", "type": "quantitative"}, "y": {"field": "n", "type": "quantitative"}}});
    let crossed = |transform: &Value| {
        let mut chart = by_reference(point.clone(), "q7");
        chart["transform"] = transform.clone();
        chart
    };
    let list = format!("[{}]", vec!["datum.n"; 2_000].join(","));
    for chart in [
        // Millions of rows of thousands.
        crossed(&json!([{"calculate": list, "as": "l"}, {"flatten": ["l"]}, {"calculate": "datum.l + ''", "as": "n"}])),
        crossed(&json!([{"fold": vec!["n"; 2_000]}])),
        crossed(&json!([{"impute": "n", "key": "n", "keyvals": (0..3_000).collect::<Vec<i32>>(), "groupby": ["n"]}])),
        by_reference(
            json!({"repeat": {"row": ["a", "b", "c", "d", "e", "f"], "column": ["a", "b", "c", "d", "e", "f"]}, "spec": {"mark": "point", "encoding": {
                "x": {"field": {"repeat": "column"}, "type": "quantitative"}, "y": {"field": {"repeat": "row"}, "type": "quantitative"}}}}),
            "q9",
        ),
    ] {
        let start = std::time::Instant::now();
        let (verdict, said) = judged(&chart, &tables, &engine);
        assert_eq!(verdict, "reject", "{said:?}");
        assert!(
            said[0].contains("drawing took") || said[0].contains("picture has") || said[0].contains("too many"),
            "{said:?}"
        );
        assert!(start.elapsed() < CHART_TIME * 12, "{:?}", start.elapsed());
        let (verdict, said) = judged(&bars(), &[], &engine);
        assert_eq!(verdict, "draw", "{said:?}");
    }
}
