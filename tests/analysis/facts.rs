//! What is to be found in the shop's orders is found, with figures that statements written by hand give again.

use std::process::Command;

use super::shown::{analyze, count, figure, number, rows, three_digits};
use crate::support::program::{Folder, data};

const FILE: &str = "sales.csv";

fn sales() -> Folder {
    Folder::new().with_data(FILE)
}

#[test]
fn the_orders_are_what_the_script_writes() {
    let folder = Folder::new();
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/make-sales.mjs");
    let status = Command::new("node").arg(script).arg(folder.path("made.csv")).status().unwrap();
    assert!(status.success());
    assert!(std::fs::read(folder.path("made.csv")).unwrap() == std::fs::read(data(FILE)).unwrap());
}

#[test]
fn what_matters_in_the_orders_is_said() {
    let folder = sales();
    let shown = analyze(&folder, &[FILE]);
    shown.check(FILE);
    let summary = shown.summary();
    let says = |part: &str| assert!(summary.contains(part), "{part:?} is not in {summary}");

    assert_eq!(count(&folder, FILE, "SELECT count(*) FROM data"), 3_666);
    says("Each of the 3,666 rows is one order [q1], from 2022-01-01 to 2024-06-30");

    let year =
        |year: u16| number(&folder, FILE, &format!("SELECT sum(revenue) FROM data WHERE year(order_date) = {year}"));
    let (before, after) = (year(2022), year(2023));
    let percent = three_digits((after / before - 1.0) * 100.0);
    let (from, to) = (figure(before), figure(after));
    says(&format!("Revenue grew by {percent} %, from {from} in 2022 to {to} in 2023"));

    let regions = rows(
        &folder,
        FILE,
        "SELECT region, 100 * sum(revenue) / (SELECT sum(revenue) FROM data) FROM data GROUP BY 1 ORDER BY 2 DESC",
    );
    let share = |row: usize| three_digits(regions[row][1].as_f64().unwrap());
    says(&format!(
        "{} accounts for {} % of revenue, ahead of {} with {} %",
        regions[0][0].as_str().unwrap(),
        share(0),
        regions[1][0].as_str().unwrap(),
        share(1)
    ));

    let month = |month: &str| {
        let sql = format!("SELECT sum(revenue) FROM data WHERE strftime(order_date, '%Y-%m') = '{month}'");
        figure(number(&folder, FILE, &sql))
    };
    says("Revenue peaks every December [q");
    says(&format!("dropped to {} in March 2023, from {} in February 2023", month("2023-03"), month("2023-02")));
}

#[test]
fn the_relation_and_the_defects_are_right() {
    let folder = sales();
    let shown = analyze(&folder, &[FILE]);
    let told = [vec![shown.summary()], shown.texts("finding")].concat().join("\n");
    let says = |part: &str| assert!(told.contains(part), "{part:?} is not in {told}");
    let valid = "FROM data WHERE shipping_days < 999";
    let correlation = number(&folder, FILE, &format!("SELECT corr(shipping_days, customer_rating) {valid}"));
    let pairs = count(&folder, FILE, &format!("SELECT count(customer_rating) {valid}"));
    assert!(correlation < -0.7);
    says(&format!(
        "Shipping days and customer rating move in opposite directions, with a correlation of {} over 3,377 pairs",
        three_digits(correlation)
    ));
    assert_eq!(pairs, 3_377);

    for (sql, found, said) in [
        ("SELECT count(*) FROM data WHERE quantity < 0", 5, "Five values of quantity are below zero"),
        (
            "SELECT count(*) FROM data WHERE shipping_days = 999",
            4,
            "four values of shipping days lie far above the rest, the largest at 999",
        ),
        (
            "SELECT count(*) FROM data WHERE order_date > DATE '2024-06-30'",
            2,
            "two values of order date lie years after the rest, as far as 2033-11-02",
        ),
        (
            "SELECT count(*) FROM data WHERE customer_rating IS NULL",
            287,
            "287 values of customer rating are missing (7.83 %)",
        ),
    ] {
        assert_eq!(count(&folder, FILE, sql), found, "{sql}");
        says(said);
    }
    assert_eq!(three_digits(287.0 / 3_666.0 * 100.0), "7.83");
}

#[test]
fn the_columns_and_charts_of_the_orders_tell_the_same() {
    let folder = sales();
    let shown = analyze(&folder, &[FILE]);
    assert_eq!(shown.column("quantity", "Issues"), "5 below zero, the smallest -3");
    assert_eq!(shown.column("shipping_days", "Issues"), "Suspicious outliers: 999 in 4 rows");
    assert_eq!(shown.column("customer_rating", "Issues"), "7.83 % missing");
    assert_eq!(shown.column("order_date", "Description"), "Order date, date of the order");
    assert_eq!(shown.column("region", "Typical Values"), "North, South, West, East");
    assert_eq!(shown.column("product", "Issues"), "None");
    let titles = shown.titles();
    assert_eq!(titles[0], "Revenue grew from 2022 to 2023, with a dip in March 2023");
    assert_eq!(titles[1], "North accounts for 40.1 % of revenue");
    assert_eq!(titles[2], "Higher shipping days, lower customer rating");
    assert!(titles.iter().any(|title| *title == "Revenue is most often 50 to 75"), "{titles:?}");
    assert_eq!(shown.title(), "Sales: North leads, revenue up, peak in December");
    let series = &shown.of("plot")[0]["vega_lite_spec"]["data"]["values"];
    assert_eq!(series.as_array().unwrap().len(), 30, "whole months only, slips left out");
}

#[test]
fn the_last_half_year_is_compared_with_the_same_months() {
    let folder = sales();
    let shown = analyze(&folder, &[FILE]);
    let half = |year: u16| {
        let sql = format!("SELECT sum(revenue) FROM data WHERE year(order_date) = {year} AND month(order_date) <= 6");
        number(&folder, FILE, &sql)
    };
    let (before, after) = (half(2023), half(2024));
    let told = format!(
        "Revenue was {} % higher in January to June 2024 ({}) than in January to June 2023 ({})",
        three_digits((after / before - 1.0) * 100.0),
        figure(after),
        figure(before)
    );
    let findings = shown.texts("finding");
    assert!(findings[0].starts_with(&told), "{told} / {findings:?}");
    assert!(findings[1].contains("Shipping days and customer rating move in opposite directions"), "{findings:?}");
}

#[test]
fn the_same_file_gives_the_same_analysis() {
    let folder = sales();
    let parts = || {
        let mut events = analyze(&folder, &[FILE]).events;
        events.retain(|event| event["type"] != "run_started" && event["type"] != "done");
        for event in &mut events {
            let event = event.as_object_mut().unwrap();
            event.remove("ms");
            event.remove("elapsed_ms");
        }
        events
    };
    assert!(parts() == parts());
}
