//! Runs made by hand, with everything in them that a report may show.

use csvchat::event::{
    Certificate, ClaimCounts, ColumnProfile, Dataset, Envelope, Event, KeptType, Quantiles, Reading, Role, Span,
    SpanKind, Status, Usage, VERSION, ValueCount,
};
use csvchat::limits::Limits;
use csvchat::table::Cell;
use serde_json::{Value, json};

/// Numbers events as the log does.
pub fn envelopes(events: Vec<Event>) -> Vec<Envelope> {
    events.into_iter().zip(0..).map(|(event, seq)| Envelope { v: VERSION, seq, ms: 10 * seq, event }).collect()
}

pub fn started(command: &str, question: Option<&str>) -> Event {
    let question_word = question.map(|question| format!(" '{question}'")).unwrap_or_default();
    Event::RunStarted {
        run_id: "0190-sales".to_owned(),
        started_at: "2026-11-27T14:03:00Z".to_owned(),
        version: "0.1.0".to_owned(),
        command: command.to_owned(),
        question: question.map(str::to_owned),
        model: "builtin".to_owned(),
        limits: Limits::default(),
        privacy: "rows".to_owned(),
        command_line: format!("csvchat {command} sales.csv{question_word}"),
    }
}

pub fn done(status: Status, exit_code: u8) -> Event {
    let span = |name: &str, kind, start_ms, end_ms| Span { name: name.to_owned(), kind, start_ms, end_ms };
    Event::Done {
        status,
        exit_code,
        elapsed_ms: 1_240,
        spans: vec![span("sales.csv", SpanKind::Load, 0, 300), span("turn 1", SpanKind::Model, 300, 310)],
        usage: Usage { requests: 4, ..Usage::default() },
        claims: ClaimCounts::default(),
    }
}

pub fn text(id: &str, role: Role, text: &str) -> Event {
    Event::Text { id: id.to_owned(), role, text: text.to_owned(), claims: Vec::new() }
}

pub fn column(name: &str, kind: &str, min: Cell, max: Cell) -> ColumnProfile {
    ColumnProfile {
        name: name.to_owned(),
        header: None,
        kind: kind.to_owned(),
        nulls: 0,
        distinct: Some(4),
        distinct_approximate: false,
        min,
        max,
        mean: None,
        sd: None,
        quantiles: None,
        negative: None,
        zero: None,
        not_finite: None,
        text_length: None,
        histogram: Vec::new(),
        top: Vec::new(),
    }
}

pub fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

pub fn cell(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

/// The file of all runs here.
pub fn sales() -> Event {
    let mut region = column("region", "VARCHAR", cell("East"), cell("West"));
    region.top = [("North", 1_640), ("South", 1_102), ("West", 870), ("East", 600)]
        .map(|(value, count)| ValueCount { value: cell(value), count })
        .to_vec();
    let mut price = column("unit_price", "DECIMAL(18,2)", Cell::Float(-3.0), Cell::Float(249.99));
    price.nulls = 37;
    price.quantiles = Some(Quantiles { p05: 4.5, p25: 12.0, p50: 24.95, p75: 60.0, p95: 180.0, approximate: false });
    let mut date = column("order_date", "DATE", cell("2023-01-01"), cell("2024-12-31"));
    date.header = Some("order date".to_owned());
    date.distinct = Some(731);
    Event::Dataset(Box::new(Dataset {
        name: "sales.csv".to_owned(),
        table: "data".to_owned(),
        alias: Some("sales".to_owned()),
        path: "shop/sales.csv".to_owned(),
        format: "csv".to_owned(),
        bytes: 251_420,
        rows: 4_212,
        columns: vec![date, region, price],
        reading: Reading {
            delimiter: ",".to_owned(),
            quote: "\"".to_owned(),
            escape: "\"".to_owned(),
            encoding: "utf-8".to_owned(),
            header: true,
            missing_words: vec![("unit_price".to_owned(), words(&["n/a"]))],
            notes: Vec::new(),
        },
        certificate: Certificate {
            checked: words(&["unit_price"]),
            kept: vec![KeptType {
                column: "unit_price".to_owned(),
                suggested: "BIGINT".to_owned(),
                kind: "DECIMAL(18,2)".to_owned(),
                values: 212,
                example: "24.95".to_owned(),
            }],
        },
    }))
}

pub fn query(id: &str, description: &str, sql: &str, columns: &[(&str, &str)], rows: Vec<Vec<Cell>>) -> Event {
    Event::QueryResult {
        id: id.to_owned(),
        call_id: format!("call_{id}"),
        description: description.to_owned(),
        query: sql.to_owned(),
        columns: columns.iter().map(|(name, _)| (*name).to_owned()).collect(),
        types: columns.iter().map(|(_, kind)| (*kind).to_owned()).collect(),
        row_count: rows.len() as u64,
        rows,
        truncated: false,
        elapsed_ms: 12,
        is_error: false,
        error: None,
    }
}

pub fn failed_query(id: &str, sql: &str, error: &str) -> Event {
    Event::QueryResult {
        id: id.to_owned(),
        call_id: format!("call_{id}"),
        description: "revenue by month".to_owned(),
        query: sql.to_owned(),
        columns: Vec::new(),
        types: Vec::new(),
        rows: Vec::new(),
        row_count: 0,
        truncated: false,
        elapsed_ms: 3,
        is_error: true,
        error: Some(error.to_owned()),
    }
}

pub fn plot(id: &str, title: &str, note: &str, spec: Value, source: Option<&str>) -> Event {
    Event::Plot {
        id: id.to_owned(),
        title: title.to_owned(),
        note: Some(note.to_owned()),
        vega_lite_spec: spec,
        source: source.map(str::to_owned),
    }
}

pub fn regions() -> Vec<Vec<Cell>> {
    [("North", 1_640, 81_204.5), ("South", 1_102, 40_112.0), ("West", 870, 30_904.25), ("East", 600, 9_871.0)]
        .map(|(region, orders, revenue)| vec![cell(region), Cell::Int(orders), Cell::Float(revenue)])
        .to_vec()
}

const REGION_COLUMNS: [(&str, &str); 3] = [("region", "VARCHAR"), ("orders", "BIGINT"), ("revenue", "DECIMAL(38,2)")];

pub fn bars() -> Value {
    json!({
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "mark": "bar",
        "data": {"values": [
            {"region": "North", "revenue": 81_204.5}, {"region": "South", "revenue": 40_112.0},
            {"region": "West", "revenue": 30_904.25}, {"region": "East", "revenue": 9_871.0}
        ]},
        "encoding": {
            "y": {"field": "region", "type": "nominal", "sort": "-x"},
            "x": {"field": "revenue", "type": "quantitative", "title": "revenue (EUR)"}
        }
    })
}

/// Two years of revenue, by month and region.
pub fn lines() -> Value {
    let month = |n: u32| format!("{}-{:02}-01", 2023 + n / 12, n % 12 + 1);
    let mut values = Vec::new();
    for n in 0..24_u32 {
        let wave = f64::from((n % 6).min(6 - n % 6).pow(2));
        values.push(
            json!({"month": month(n), "region": "North", "revenue": 2_000.0 + 90.0 * f64::from(n) + 40.0 * wave}),
        );
        values.push(json!({"month": month(n), "region": "South", "revenue": 1_600.0 + 15.0 * wave}));
    }
    json!({
        "mark": {"type": "line", "point": true},
        "data": {"values": values},
        "encoding": {
            "x": {"field": "month", "type": "temporal", "title": null},
            "y": {"field": "revenue", "type": "quantitative", "title": "revenue (EUR)"},
            "color": {"field": "region", "type": "nominal"}
        }
    })
}

pub fn histogram() -> Value {
    let values: Vec<Value> =
        (0..90).map(|n| json!({"unit_price": f64::from((n * 37) % 90) * f64::from(n % 4)})).collect();
    json!({
        "mark": "bar",
        "data": {"values": values},
        "encoding": {
            "x": {"field": "unit_price", "bin": {"maxbins": 10}, "type": "quantitative"},
            "y": {"aggregate": "count", "type": "quantitative"}
        }
    })
}

pub fn points() -> Value {
    let values: Vec<Value> =
        (0..60).map(|n| json!({"price": n, "quantity": 60.0 - f64::from(n) + f64::from((n * 7) % 11)})).collect();
    json!({
        "mark": "point",
        "data": {"values": values},
        "encoding": {
            "x": {"field": "price", "type": "quantitative"},
            "y": {"field": "quantity", "type": "quantitative"}
        }
    })
}

const SUMMARY: &str = "The file holds **4,212 orders** of two years [q1].\n\nNorth brings *half* of the revenue:\n\n- North: 81,204.50 EUR [q2]\n- South: 40,112.00 EUR\n\n## How sure is this?\n\nSee `unit_price`, and [the shop](https://shop.example/x).";

/// An analysis with all that a report may show.
pub fn analysis() -> Vec<Envelope> {
    let by_month = "select date_trunc('month', order_date) as month,\n       region,\n       sum(unit_price) as revenue\nfrom data\ngroup by all\norder by all";
    let columns = Event::Table {
        id: "table1".to_owned(),
        title: "Columns".to_owned(),
        headers: words(&[
            "Column",
            "Type",
            "Non-Null Count",
            "Unique Count",
            "Description",
            "Typical Values",
            "Issues",
        ]),
        rows: vec![
            vec![
                cell("order_date"),
                cell("date"),
                Cell::Int(4_212),
                Cell::Int(731),
                cell("day of the order"),
                cell("2023-01-01 to 2024-12-31"),
                cell("None"),
            ],
            vec![
                cell("region"),
                cell("text"),
                Cell::Int(4_212),
                Cell::Int(4),
                cell("where the order was delivered"),
                cell("North, South, West"),
                cell("None"),
            ],
            vec![
                cell("unit_price"),
                cell("number"),
                Cell::Int(4_175),
                Cell::Int(812),
                cell("price of one piece in EUR, discounts taken off"),
                cell("12.00 to 60.00"),
                cell("37 missing; 3 negative"),
            ],
        ],
        row_count: 3,
        source: None,
    };
    let by_region = Event::Table {
        id: "table2".to_owned(),
        title: "Revenue by region".to_owned(),
        headers: words(&["region", "orders", "revenue"]),
        rows: regions(),
        row_count: 4,
        source: Some("q2".to_owned()),
    };
    envelopes(vec![
        started("analyze", None),
        sales(),
        Event::Warning { code: "missing_words".to_owned(), message: "37 prices are written as “n/a”".to_owned() },
        query(
            "q1",
            "size of the data",
            "select count(*) as orders from data",
            &[("orders", "BIGINT")],
            vec![vec![Cell::Int(4_212)]],
        ),
        query(
            "q2",
            "orders and revenue by region",
            "select region, count(*) as orders, sum(unit_price) as revenue from data group by region order by revenue desc",
            &REGION_COLUMNS,
            regions(),
        ),
        failed_query(
            "q3",
            "select sum(revenu) from data",
            "Binder Error: column \"revenu\" not found.\nDid you mean \"unit_price\"?",
        ),
        query(
            "q4",
            "revenue by month and region",
            by_month,
            &[("month", "DATE"), ("n", "BIGINT")],
            (1..=7).map(|n| vec![cell(&format!("2023-0{n}-01")), Cell::Int(100 * n)]).collect(),
        ),
        text("text1", Role::Summary, SUMMARY),
        text("text2", Role::Finding, "North grew while the others stood still [q4]."),
        plot("plot1", "North grew while South stood still", "Revenue by month, n = 48.", lines(), Some("q4")),
        plot("plot2", "North brings half of the revenue", "Revenue by region.", bars(), Some("q2")),
        plot("plot3", "Most pieces cost little", "Unit price, n = 90.", histogram(), None),
        plot("plot4", "Dear pieces are bought one at a time", "Price and quantity, n = 60.", points(), None),
        Event::PlotRejected { title: "Pie".to_owned(), reason: "the field revenu is not in the data".to_owned() },
        columns,
        by_region,
        Event::SessionUpdate { title: "Two years of a shop".to_owned() },
        done(Status::Complete, 0),
    ])
}

/// A question and its answer.
pub fn answer() -> Vec<Envelope> {
    let sql = "select region, count(*) as orders, sum(unit_price) as revenue\nfrom data\ngroup by region\norder by revenue desc";
    envelopes(vec![
        started("ask", Some("top regions?")),
        sales(),
        query("q1", "revenue by region", sql, &REGION_COLUMNS, regions()),
        plot("plot1", "North brings half of the revenue", "Revenue by region.", bars(), Some("q1")),
        Event::Table {
            id: "table1".to_owned(),
            title: "Revenue by region".to_owned(),
            headers: words(&["region", "orders", "revenue"]),
            rows: regions(),
            row_count: 4,
            source: Some("q1".to_owned()),
        },
        text("text1", Role::Answer, "**North** leads with 81,204.50 EUR of 162,091.75 EUR [q1]."),
        done(Status::Complete, 0),
    ])
}

/// Text that tries to be more than text, in every place that takes text.
pub const HOSTILE: [&str; 14] = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[click](javascript:alert(3))",
    "![i](http://evil.example/x.png)",
    "`code` | pipe | **bold**",
    "[q1]: http://evil.example",
    "\u{1b}[2J\u{1b}[1;1Hclean",
    "\u{1b}]0;owned\u{7}title",
    "abc\u{202e}def\u{202c}\u{9b}31m",
    "line\rover\r\nnext\n# heading",
    "</td></table><h1>own</h1>",
    "{{7*7}} ${7*7} <%= 7*7 %>",
    "```\n~~~\n</details>",
    "\u{85}\u{2028}---\n| a | b |\n|---|---|",
];

/// A run in which each text is hostile.
pub fn hostile(command: &str) -> Vec<Envelope> {
    let mut events = vec![started(command, Some(HOSTILE[2])), sales()];
    for (hostile, number) in HOSTILE.iter().zip(1..) {
        let id = format!("q{number}");
        events.push(query(
            &id,
            hostile,
            hostile,
            &[(hostile, "VARCHAR"), ("n", "BIGINT")],
            vec![vec![cell(hostile), Cell::Int(1)]],
        ));
        events.push(failed_query(&format!("q{}", number + 100), hostile, hostile));
        for role in [Role::Summary, Role::Finding, Role::Note, Role::Answer] {
            events.push(text("t", role, hostile));
            events.push(text(
                "t",
                role,
                &format!("- {hostile}\n- b\n\n> {hostile}\n\n| a | {hostile} |\n|---|---|\n| {hostile} | x |"),
            ));
        }
        events.push(Event::Table {
            id: "t".to_owned(),
            title: (*hostile).to_owned(),
            headers: words(&[hostile, "n"]),
            rows: vec![vec![cell(hostile), Cell::Null]],
            row_count: 3,
            source: Some(id),
        });
        let spec = json!({
            "mark": "bar",
            "data": {"values": [{*hostile: *hostile, "n": 3}, {*hostile: "b", "n": 2}]},
            "encoding": {"y": {"field": hostile, "type": "nominal", "title": hostile}, "x": {"field": "n", "type": "quantitative"}}
        });
        events.push(plot("p", hostile, hostile, spec, None));
        events.push(Event::PlotRejected { title: (*hostile).to_owned(), reason: (*hostile).to_owned() });
        events.push(Event::Warning { code: "w".to_owned(), message: (*hostile).to_owned() });
        events.push(Event::SessionUpdate { title: (*hostile).to_owned() });
        events.push(Event::Error {
            code: "e".to_owned(),
            message: (*hostile).to_owned(),
            hint: Some((*hostile).to_owned()),
            retryable: false,
        });
    }
    events.push(done(Status::Partial, 6));
    envelopes(events)
}
