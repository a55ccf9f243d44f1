//! The events of a rich run over an invented shop's orders: a summary, charts, tables, queries, a failed one, warnings.
//!
//! All figures follow from fixed formulas, so that the run is the same each time.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "invented figures are small"
)]

mod charts;
mod file;
mod numbers;

pub use file::dataset;
pub use numbers::{claim, evidence, hostile, hostile_cells};

use csvchat::event::{Claim, ClaimCounts, Envelope, Event, Role, Span, SpanKind, Status, Usage, VERSION};
use csvchat::limits::Limits;
use csvchat::table::Cell;
use serde_json::Value;

/// The regions, from the largest to the smallest.
pub const REGIONS: [&str; 4] = ["North", "East", "South", "West"];

/// Numbers the events.
pub fn run(events: Vec<Event>) -> Vec<Envelope> {
    (0..).zip(events).map(|(seq, event)| Envelope { v: VERSION, seq, ms: seq * 40, event }).collect()
}

/// The analysis of the shop's orders.
pub fn analysis() -> Vec<Event> {
    let mut events = vec![
        started("analyze", None),
        Event::Dataset(Box::new(dataset())),
        Event::Warning {
            code: "type_widened".to_owned(),
            message: "discount holds values with three decimals; it was read as DECIMAL(18,3).".to_owned(),
        },
    ];
    events.extend(queries());
    events.extend(outputs());
    let title = "North carries two years of growth; returns stay flat";
    events.push(Event::SessionUpdate { title: title.to_owned(), claims: numbers::of_title(title) });
    events.push(counted(done(Status::Complete, 0), &events));
    events
}

/// One question and its answer.
pub fn answer() -> Vec<Event> {
    vec![
        started("ask", Some("Which regions sell most?")),
        Event::Dataset(Box::new(dataset())),
        query("q1", "Revenue by region", REGION_SQL, &["region", "revenue", "orders"], &REGION_TYPES, region_rows()),
        text(
            1,
            Role::Answer,
            "**North** sells most: 412,840 EUR, or 36 % of all revenue; East follows with 27 % [q1].",
        ),
        Event::Table {
            id: "table1".to_owned(),
            title: "Revenue by region".to_owned(),
            headers: ["region", "revenue", "orders"].map(str::to_owned).to_vec(),
            rows: region_rows(),
            row_count: 4,
            source: Some("q1".to_owned()),
            title_claims: Vec::new(),
            claims: Vec::new(),
            replaces: None,
        },
        plot(1, "North sells most", Some("Revenue in EUR over both years."), charts::regions(), "q1"),
        done(Status::Complete, 0),
    ]
}

const REGION_SQL: &str = "SELECT region, sum(quantity * unit_price) AS revenue, count(*) AS orders\nFROM data\nWHERE status <> 'returned' -- what came back is no revenue\nGROUP BY region\nORDER BY revenue DESC";
const REGION_TYPES: [&str; 3] = ["VARCHAR", "DECIMAL(38,2)", "BIGINT"];

/// The first event.
pub fn started(command: &str, question: Option<&str>) -> Event {
    Event::RunStarted {
        run_id: "0197a3c2-5d1e-7c40-9d1f-2b6c1a9e0001".to_owned(),
        started_at: "2026-11-27T14:03:00Z".to_owned(),
        version: "0.1.0".to_owned(),
        command: command.to_owned(),
        question: question.map(str::to_owned),
        model: "anthropic/claude-sonnet".to_owned(),
        limits: Limits::default(),
        privacy: csvchat::limits::Privacy::Rows,
        prices_date: Some("2026-10-30".to_owned()),
        command_line: "csvchat analyze tests/data/sales.csv --max-turns 25 -m anthropic/claude-sonnet".to_owned(),
    }
}

/// The last event.
pub fn done(status: Status, exit_code: u8) -> Event {
    let span = |name: &str, kind, start_ms, end_ms| Span { name: name.to_owned(), kind, start_ms, end_ms };
    let mut spans = vec![span("sales.csv", SpanKind::Load, 0, 412)];
    let mut now = 420;
    for turn in 1..=6_u64 {
        spans.push(span(&format!("turn {turn}"), SpanKind::Model, now, now + 1_300 + turn * 170));
        now += 1_300 + turn * 170;
        spans.push(span(&format!("q{turn}"), SpanKind::Tool, now, now + 9 * turn));
        now += 9 * turn;
    }
    Event::Done {
        status,
        exit_code,
        elapsed_ms: now + 30,
        spans,
        usage: Usage {
            requests: 6,
            input_tokens: 18_240,
            output_tokens: 3_112,
            cache_read_tokens: 41_000,
            cache_write_tokens: 0,
            cost_usd: Some(0.083_1),
        },
        claims: ClaimCounts::default(),
    }
}

/// The last event with the numbers of those before it.
pub fn counted(mut done: Event, events: &[Event]) -> Event {
    if let Event::Done { claims, .. } = &mut done {
        *claims = ClaimCounts::of(&run(events.to_vec()));
    }
    done
}

/// A text, or the title of a table or chart, with its numbers.
pub fn with_claims(mut event: Event, found: Vec<Claim>) -> Event {
    match &mut event {
        Event::Text { claims, .. } => *claims = found,
        Event::Table { title_claims, .. } | Event::Plot { title_claims, .. } => *title_claims = found,
        _ => panic!("no text, table or plot"),
    }
    event
}

/// A text for the reader.
pub fn text(number: usize, role: Role, markdown: &str) -> Event {
    Event::Text { id: format!("text{number}"), role, text: markdown.to_owned(), claims: Vec::new(), replaces: None }
}

/// A chart for the reader.
pub fn plot(number: usize, title: &str, note: Option<&str>, spec: Value, source: &str) -> Event {
    Event::Plot {
        id: format!("plot{number}"),
        title: title.to_owned(),
        note: note.map(str::to_owned),
        vega_lite_spec: spec,
        source: Some(source.to_owned()),
        title_claims: Vec::new(),
        note_claims: Vec::new(),
        warnings: Vec::new(),
        alt: None,
        drawn: None,
        svg: None,
    }
}

/// A query that gave rows.
pub fn query(id: &str, description: &str, sql: &str, columns: &[&str], types: &[&str], rows: Vec<Vec<Cell>>) -> Event {
    Event::QueryResult {
        id: id.to_owned(),
        call_id: format!("call-{id}"),
        description: description.to_owned(),
        query: sql.to_owned(),
        columns: columns.iter().map(|name| (*name).to_owned()).collect(),
        types: types.iter().map(|name| (*name).to_owned()).collect(),
        row_count: rows.len() as u64,
        rows,
        truncated: false,
        elapsed_ms: 8,
        is_error: false,
        error: None,
    }
}

fn words(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

/// A number between 0 and 1 that looks random and is not.
fn noise(seed: usize) -> f64 {
    let mixed = (seed as u64).wrapping_add(11).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 11;
    (mixed % 10_007) as f64 / 10_007.0
}

fn months() -> impl Iterator<Item = (usize, String)> {
    (0..24).map(|month| (month, format!("{}-{:02}-01", 2023 + month / 12, month % 12 + 1)))
}

/// Revenue of a region in a month: a trend for the first region, a season for all, a dip in one spring.
fn revenue(region: usize, month: usize) -> f64 {
    let base = [14_000.0, 11_500.0, 9_200.0, 6_900.0][region];
    let trend = if region == 0 { 1.0 + month as f64 * 0.021 } else { 1.0 };
    let season = 1.0 + 0.16 * ((month as f64 - 2.0) * std::f64::consts::TAU / 12.0).sin();
    let dip = if month == 15 { 0.62 } else { 1.0 };
    (base * trend * season * dip * (0.96 + 0.08 * noise(region * 24 + month)) * 100.0).round() / 100.0
}

fn monthly_rows() -> Vec<Vec<Cell>> {
    months()
        .flat_map(|(month, day)| {
            (0..4).map(move |region| vec![words(&day), words(REGIONS[region]), Cell::Float(revenue(region, month))])
        })
        .collect()
}

fn region_rows() -> Vec<Vec<Cell>> {
    (0..4)
        .map(|region| {
            let total: f64 = (0..24).map(|month| revenue(region, month)).sum();
            let orders = [1_497, 1_151, 912, 652][region];
            vec![words(REGIONS[region]), Cell::Float((total * 100.0).round() / 100.0), Cell::Int(orders)]
        })
        .collect()
}

fn queries() -> Vec<Event> {
    let failed = Event::QueryResult {
        id: "q3".to_owned(),
        call_id: "call-q3".to_owned(),
        description: "Orders by value".to_owned(),
        query: "SELECT floor(total / 10) * 10 AS value, count(*) FROM data GROUP BY 1".to_owned(),
        columns: Vec::new(),
        types: Vec::new(),
        rows: Vec::new(),
        row_count: 0,
        truncated: false,
        elapsed_ms: 2,
        is_error: true,
        error: Some(
            "Binder Error: Referenced column \"total\" not found in FROM clause!\nDid you mean: \"status\"?".to_owned(),
        ),
    };
    let wide = (0..40)
        .map(|row| {
            vec![
                Cell::Int(100_045 + row),
                words("2024-04-09"),
                words("A note that the customer left with the order, and that is far too long for one cell of a table"),
                if row % 3 == 0 { Cell::Null } else { Cell::Float(1_204.5 + f64::from(u8::try_from(row).unwrap())) },
                Cell::Float(0.123_456_789_01),
            ]
        })
        .collect();
    vec![
        query(
            "q1",
            "Revenue per month and region",
            "SELECT date_trunc('month', order_date)::DATE AS month,\n       region,\n       sum(quantity * unit_price) AS revenue\nFROM data\nWHERE status <> 'returned'\nGROUP BY ALL\nORDER BY month, region",
            &["month", "region", "revenue"],
            &["DATE", "VARCHAR", "DECIMAL(38,2)"],
            monthly_rows(),
        ),
        query("q2", "Revenue by region", REGION_SQL, &["region", "revenue", "orders"], &REGION_TYPES, region_rows()),
        failed,
        query(
            "q4",
            "Largest orders of the dip in April 2024",
            "SELECT order_id, order_date, note, amount, amount / sum(amount) OVER () AS share\nFROM data\nWHERE order_date BETWEEN '2024-04-01' AND '2024-04-30'\nORDER BY amount DESC\nLIMIT 40",
            &["order_id", "order_date", "note", "amount", "share"],
            &["BIGINT", "DATE", "VARCHAR", "DOUBLE", "DOUBLE"],
            wide,
        ),
    ]
}

fn outputs() -> Vec<Event> {
    vec![
        with_claims(text(1, Role::Summary, numbers::SUMMARY), numbers::of_summary()),
        plot(
            1,
            "North grew while the others stood still",
            Some("North’s revenue rose in nearly every month; the dip of April 2024 hit all four regions."),
            charts::monthly(),
            "q1",
        ),
        text(2, Role::Finding, "Two thirds of the revenue come from two regions [q2]."),
        with_claims(
            plot(2, "North and East bring two thirds", None, charts::regions(), "q2"),
            numbers::of_chart("North and East bring two thirds"),
        ),
        plot(3, "Most orders lie between 40 and 120 EUR", Some("Few orders are above 250 EUR."), charts::sizes(), "q2"),
        plot(
            4,
            "More pieces, more discount",
            Some("Each piece adds about one point of discount."),
            charts::relation(),
            "q4",
        ),
        Event::PlotRejected {
            title: "Returns over time".to_owned(),
            reason: "the field “returned” is not in q2".to_owned(),
        },
        Event::Table {
            id: "table1".to_owned(),
            title: "Revenue by region".to_owned(),
            headers: ["region", "revenue", "orders"].map(str::to_owned).to_vec(),
            rows: region_rows(),
            row_count: 4,
            source: Some("q2".to_owned()),
            title_claims: Vec::new(),
            claims: Vec::new(),
            replaces: None,
        },
        column_table(),
    ]
}

fn column_table() -> Event {
    let row = |name: &str, kind: &str, present: i64, unique: i64, says: &str, typical: &str, issues: &str| {
        vec![
            words(name),
            words(kind),
            Cell::Int(present),
            Cell::Int(unique),
            words(says),
            words(typical),
            words(issues),
        ]
    };
    let rows = vec![
        row("order_id", "whole number", 4_212, 4_212, "Number of the order", "100001 to 104212", "None"),
        row("order_date", "date", 4_212, 731, "Day on which the order was placed", "2023-01-01 to 2024-12-31", "None"),
        row("region", "text", 4_212, 4, "Sales region of the customer", "North, East, South, West", "None"),
        row("quantity", "whole number", 4_201, 12, "Pieces in the order", "1 to 12, mostly 3", "11 missing"),
        row(
            "unit_price",
            "number",
            4_212,
            318,
            "Price of one piece in EUR",
            "4.90 to 129.00",
            "11 negative values, the lowest -129.00; they may be refunds that were booked as orders",
        ),
        row("discount", "number", 3_905, 97, "Discount in percent", "0 to 18", "7.3 % missing"),
        row("status", "text", 4_212, 3, "State of the order", "paid, returned, open", "None"),
        row("note", "text", 402, 388, "Free words of the customer", "“leave it with the neighbour”", "90 % missing"),
    ];
    Event::Table {
        id: "table2".to_owned(),
        title: "Columns of the data".to_owned(),
        headers: ["Column", "Type", "Non-Null Count", "Unique Count", "Description", "Typical Values", "Issues"]
            .map(str::to_owned)
            .to_vec(),
        claims: numbers::of_columns(&rows),
        rows,
        row_count: 8,
        source: None,
        title_claims: Vec::new(),
        replaces: None,
    }
}
