//! What the analyst shows at first: every number of it can be traced, so that nothing has to be taken back.

use std::fmt::Write;

use serde_json::Value;

use super::shown::analyze;
use crate::support::program::Folder;

/// Fails where an event of an analysis has a number that was not traced, or stands for another event.
fn is_traced_at_first(folder: &Folder, file: &str) {
    let shown = analyze(folder, &[file]);
    for event in &shown.events {
        let lists = ["claims", "title_claims", "note_claims"].into_iter().filter_map(|key| event[key].as_array());
        let open: Vec<&Value> = lists.flatten().filter(|claim| claim["status"] == "unverified").collect();
        assert!(open.is_empty(), "{file}: {open:?} in {event}");
        assert!(event["replaces"].is_null(), "{file}: {event}");
    }
}

/// Measures by the months of some years, with names of a letter or two, shares and multiples; every third value is missing.
fn monthly() -> String {
    let months = ["Januar", "Februar", "März", "April", "Mai", "Juni"];
    let mut text = "Jahr;Monat;Ansatz TEUR;Anteil;rh;km\n".to_owned();
    for year in 2021..=2024 {
        for (at, month) in (0_i32..).zip(months) {
            let value = 400 + 37 * at + 11 * (year - 2021);
            let rest = (at * 7 + year * 3) % 5;
            writeln!(text, "{year};{month};{value};{},{rest} %;{},5;{}", 9 + 2 * at, 40 + 3 * at + rest, 90 - 4 * at)
                .unwrap();
        }
    }
    text
}

/// Weeks with a measure that jumps in one quarter, grouped by a column that is called as a part of time is.
fn quarterly() -> String {
    let mut text = "day,month,pct,value_eur\n".to_owned();
    let mut day: jiff::civil::Date = "2022-01-03".parse().unwrap();
    while day < "2024-12-28".parse().unwrap() {
        let jumps = day.year() == 2023 && (4..7).contains(&day.month());
        let value = if jumps { 900 } else { 200 } + i32::from(day.day());
        let pct = f64::from(i32::from(day.month() * 5 + day.day() % 7)) / 100.0;
        writeln!(text, "{day},{},{pct},{value}", day.month()).unwrap();
        day = day.checked_add(jiff::Span::new().days(7)).unwrap();
    }
    text
}

/// Values that read like missing ones or like sentences, and two that lie far from the rest.
fn notes() -> String {
    let mut text = "code,note,kind,size,weight\n".to_owned();
    for row in 0..1_900 {
        let kind = if row % 3 == 0 { "paper" } else { "None" };
        let size = if row == 700 { 900 } else { row % 23 };
        let weight = if row == 900 { 7_000.5 } else { f64::from(row % 31) + 0.5 };
        writeln!(text, "c{row},\"{row}. Lot, $2.5M; 30 % left in 20{:02}. Done\",{kind},{size},{weight}", row % 20)
            .unwrap();
    }
    text
}

#[test]
fn what_is_shown_first_is_traced() {
    let written = [("monthly.csv", monthly()), ("quarterly.csv", quarterly()), ("third half notes.csv", notes())];
    for (name, text) in written {
        is_traced_at_first(&Folder::new().with(name, text), name);
    }
    for name in [
        "evidence/fourth/weather.csv.gz",
        "formats/packed-twice.zip",
        "formats/sales.ods",
        "plots/bar.json",
        "cases/cases.jsonl",
    ] {
        let file = name.rsplit('/').next().unwrap();
        is_traced_at_first(&Folder::new().with_data(name), file);
    }
}
