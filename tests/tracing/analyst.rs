//! The built-in analyst says nothing that its queries did not give: every number of every analysis and answer is traced.

use std::fmt::Write as _;

use serde_json::Value;

use crate::support::program::{Folder, data, of, standing};

/// Files that are no table, or that only a reading option makes one.
fn is_read(code: i32) -> bool {
    code != 3
}

/// Each number of what a run shows that could not be traced, with the words around it.
fn untraced(events: &[Value]) -> Vec<String> {
    let mut found = Vec::new();
    let mut look = |claims: &Value, around: &dyn Fn(&Value) -> String| {
        for claim in claims.as_array().map(Vec::as_slice).unwrap_or_default() {
            if claim["status"] == "unverified" {
                found.push(format!("{} in {}", claim["text"], around(claim)));
            }
        }
    };
    for text in standing(events, "text") {
        look(&text["claims"], &|_| text["text"].to_string());
    }
    for table in standing(events, "table") {
        look(&table["title_claims"], &|_| table["title"].to_string());
        let row = |claim: &Value| table["rows"][claim["row"].as_u64().unwrap() as usize].to_string();
        look(&table["claims"], &row);
    }
    for plot in of(events, "plot") {
        look(&plot["title_claims"], &|_| plot["title"].to_string());
        look(&plot["note_claims"], &|_| plot["note"].to_string());
    }
    for title in of(events, "session_update") {
        look(&title["claims"], &|_| title["title"].to_string());
    }
    found
}

/// Sentences of texts that hold a figure and cite nothing.
fn uncited(events: &[Value]) -> Vec<String> {
    let mut found = Vec::new();
    for text in standing(events, "text") {
        let words = text["text"].as_str().unwrap();
        // What the question was read as repeats the question, and gives no figure.
        let told = words.split("\n\nRead as: ").next().unwrap();
        for claim in text["claims"].as_array().unwrap() {
            let end = claim["end"].as_u64().unwrap() as usize;
            if end > told.len() {
                continue;
            }
            let rest = told[end..].split(". ").next().unwrap();
            if !rest.contains("[q") {
                found.push(format!("{} in {words:?}", claim["text"]));
            }
        }
    }
    found
}

fn assert_none(found: &[String]) {
    assert!(found.is_empty(), "{} numbers:\n{}", found.len(), found.join("\n"));
}

/// Analyses a file; what is wrong with the numbers of what is said.
fn faults(name: &str) -> Option<Vec<String>> {
    let folder = Folder::new().with_data(name);
    let file = name.rsplit('/').next().unwrap();
    let ran = folder.run(&["analyze", file, "-m", "builtin", "-f", "ndjson"]);
    if !is_read(ran.code) {
        return None;
    }
    let events = ran.expect(0).events();
    let done = of(&events, "done")[0];
    let mut faults = untraced(&events);
    faults.extend(uncited(&events).into_iter().map(|fault| format!("nothing cited: {fault}")));
    if faults.is_empty() && done["claims"]["unverified"] != 0 {
        faults.push(done["claims"].to_string());
    }
    Some(faults.into_iter().map(|fault| format!("{name}: {fault}")).collect())
}

fn files(folder: &str) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(data(folder))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.trim_end_matches(".gz").rsplit_once('.').is_some_and(|(_, end)| end == "csv"))
        .map(|name| format!("{folder}/{name}"))
        .collect();
    names.sort();
    names
}

#[test]
fn every_number_of_an_analysis_of_ordinary_tables_is_traced() {
    let names = [vec!["sales.csv".to_owned()], files("tables")].concat();
    let found: Vec<String> = names.iter().flat_map(|name| faults(name).expect(name)).collect();
    assert_none(&found);
}

#[test]
fn every_number_of_an_analysis_of_difficult_files_is_traced() {
    let all: Vec<Option<Vec<String>>> = files("cases").iter().map(|name| faults(name)).collect();
    let read = all.iter().flatten().count();
    assert!(read >= 25, "{read} files were read");
    assert_none(&all.into_iter().flatten().flatten().collect::<Vec<_>>());
}

/// A table of more cells than are counted twice: what the profile has counted stands for itself.
#[test]
fn different_values_of_a_large_table_are_counted_once_and_traced() {
    let (columns, rows) = (50_u64, 102_000_u64);
    let mut text = String::from("order_no,customer,amount");
    (3..columns).for_each(|column| write!(text, ",c{column}").unwrap());
    let value = |variant: u64, column: u64| ((variant * 7 + column) % (column + 2)).to_string();
    let rest = |variant: u64| (3..columns).map(|column| value(variant, column)).collect::<Vec<_>>().join(",");
    let rests: Vec<String> = (0..997).map(rest).collect();
    for (row, rest) in (0..rows).zip(rests.iter().cycle()) {
        write!(text, "\n{row},customer {},{}.5,{rest}", row % 61_234, row % 53_421).unwrap();
    }
    let folder = Folder::new().with("orders.csv", text);
    let events =
        folder.run(&["analyze", "orders.csv", "-m", "builtin", "-f", "ndjson", "--no-cache"]).expect(0).events();
    let dataset = of(&events, "dataset")[0];
    for (column, distinct) in [(0, rows), (1, 61_234), (2, 53_421), (3, 5)] {
        let told = &dataset["columns"][column];
        assert_eq!((&told["distinct"], &told["distinct_approximate"]), (&distinct.into(), &false.into()), "{told}");
    }
    let length = &dataset["columns"][1]["text_length"];
    assert_eq!((&length["min"], &length["max"]), (&10.into(), &14.into()), "{length}");
    let counts = of(&events, "query_result")[0];
    let query = counts["query"].as_str().unwrap();
    assert!(!query.contains("DISTINCT \"customer\"") && query.contains("DISTINCT \"c3\""), "{query}");
    assert_eq!((&counts["rows"][1][3], &counts["rows"][3][3]), (&Value::Null, &5.into()), "{counts}");
    let table = of(&events, "table")[0];
    let unique: Vec<&Value> = table["rows"].as_array().unwrap().iter().map(|row| &row[3]).collect();
    assert_eq!((unique[0], unique[1], unique[2]), (&rows.into(), &61_234.into(), &53_421.into()));
    assert_none(&untraced(&events));
}

#[test]
fn every_number_of_an_answer_is_traced() {
    let mut found = Vec::new();
    let mut claims = 0;
    for line in std::fs::read_to_string(data("questions.jsonl")).unwrap().lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let (file, question) = (case["file"].as_str().unwrap(), case["question"].as_str().unwrap());
        let folder = Folder::new().with_data(file);
        let name = file.rsplit('/').next().unwrap();
        let events = folder.run(&["ask", name, question, "-m", "builtin", "-f", "ndjson"]).expect(0).events();
        claims += of(&events, "text").iter().map(|text| text["claims"].as_array().unwrap().len()).sum::<usize>();
        let faults = [untraced(&events), uncited(&events)].concat();
        found.extend(faults.into_iter().map(|fault| format!("{question}: {fault}")));
    }
    assert!(claims > 300, "{claims} numbers");
    assert_none(&found);
}

/// What the built-in analyst shows of odd tables has no number that could not be traced, whatever the table is.
#[test]
fn every_number_on_odd_tables_is_traced_or_left_out() {
    let many = |line: &dyn Fn(usize) -> String| (0..20).map(line).collect::<Vec<_>>().join("\n");
    let tables = [
        ("one_row", "name,amount,date\nAlice,61.75,2024-03-05".to_owned()),
        ("two_types", "a,b\n7,x".to_owned()),
        ("list", "errors,n\n\"[{\"\"y\"\":1},{\"\"y\"\":2}]\",1".to_owned()),
        ("repeated", format!("name,city,n\n{}", many(&|row| format!("N{0},C{0},{0}", row % 4)))),
        ("ranking", format!("name,rank,score\n{}", many(&|row| format!("P{row},{},{}.5", row + 1, 99 - row)))),
        ("share", format!("shop,share\n{}", many(&|row| format!("Shop {row},{}%", row + 1)))),
        ("trips", format!("trip,duration_min,km\n{}", many(&|row| format!("{},{},1.{row}", row + 1, 5 + row * 3)))),
        ("verses", "verse,n\n3:16,1\n4:2,2\n01.03.2024,3".to_owned()),
        ("digits", "v,w\n\u{661}\u{662},1\n\u{ff15}\u{ff16},2\n\u{663},3".to_owned()),
        (
            "humid",
            format!(
                "at,humidity_pct\n{}",
                many(&|row| format!("2024-03-0{} 0{}:00:00,6{row}.7", row % 9 + 1, row % 7))
            ),
        ),
    ];
    let mut found = Vec::new();
    for (name, text) in tables {
        let file = format!("{name}.csv");
        let column = text.split([',', '\n']).nth(1).unwrap().to_owned();
        let first = text.split([',', '\n']).next().unwrap().to_owned();
        let folder = Folder::new().with(&file, text);
        let questions = [
            format!("average {column}"),
            format!("median of {column}"),
            format!("how many different {first}"),
            format!("percentage of rows by {first}"),
            format!("top 3 {first} by {column}"),
            format!("average {column} on 2024-03-05"),
            "how many missing values".to_owned(),
            "how many duplicate rows".to_owned(),
        ];
        let mut runs = vec![folder.run(&["analyze", &file, "-m", "builtin", "-f", "ndjson", "--strict"])];
        runs.extend(
            questions
                .iter()
                .map(|question| folder.run(&["ask", &file, question, "-m", "builtin", "-f", "ndjson", "--strict"])),
        );
        for ran in runs.into_iter().filter(|ran| ran.code != 7) {
            let faults = untraced(&ran.expect(0).events());
            found.extend(faults.into_iter().map(|fault| format!("{name}: {fault}")));
        }
    }
    assert_none(&found);
}
