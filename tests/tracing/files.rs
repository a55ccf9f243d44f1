//! A file called like a query: what is known of the file is not taken for what the query gave.

use serde_json::{Value, json};

use super::{BY_REGION, CSV, claims, finalize, pairs, sql, text};
use crate::support::program::{Folder, of, script};

/// Seven rows; its table is `q1`, as is the id of the first query.
const Q1: &str = "code,price\nA,1\nB,2\nC,3\nD,4\nE,5\nF,6\nG,7\n";

fn folder(turns: super::Turns) -> Folder {
    Folder::new().with("a.csv", CSV).with("q1.csv", Q1).with("run.ndjson", script(turns))
}

const ASK: [&str; 6] = ["ask", "a.csv", "q1.csv", "how many?", "-m", "replay/run.ndjson"];

fn asked(folder: &Folder, more: &[&str]) -> Vec<Value> {
    folder.run(&[&ASK[..], &["-f", "ndjson"], more].concat()).expect(0).events()
}

#[test]
fn evidence_says_whether_it_is_of_a_file_or_of_a_query() {
    let words = "The file q1 has 7 rows.\n\nWest has 45 [q1].";
    let events = asked(&folder(&[("", vec![sql(BY_REGION), text(words), finalize()])]), &[]);
    let found = &of(&events, "text")[0]["claims"];
    assert_eq!(claims(found), pairs(&[("7", "verified"), ("45", "verified")]));
    let names = |claim: &Value| (claim["evidence"]["table"].clone(), claim["evidence"]["query"].clone());
    assert_eq!(names(&found[0]), (json!("q1"), Value::Null));
    assert_eq!(names(&found[1]), (Value::Null, json!("q1")));
}

#[test]
fn a_citation_of_the_query_does_not_cite_the_file() {
    let words = "West has 45 [q1]. The largest price is 7 [q1].";
    let events = asked(&folder(&[("", vec![sql(BY_REGION), text(words), finalize()])]), &[]);
    assert_eq!(claims(&of(&events, "text")[0]["claims"]), pairs(&[("45", "verified"), ("7", "unverified")]));
}

#[test]
fn what_the_database_answers_for_the_query_is_not_given_to_the_file() {
    let words = "All regions together have an amount of 105 [q1].";
    let events = asked(&folder(&[("", vec![sql(BY_REGION), text(words), finalize()])]), &["--max-rows", "2"]);
    assert_eq!(of(&events, "query_result")[0]["truncated"], true);
    assert_eq!(claims(&of(&events, "text")[0]["claims"]), pairs(&[("105", "derived")]));
}

#[test]
fn a_report_leads_from_each_number_to_what_it_is_of() {
    let words = "The file q1 has 7 rows.\n\nWest has 45 [q1].";
    let folder = folder(&[("", vec![sql(BY_REGION), text(words), finalize()])]);
    folder.run(&[&ASK[..], &["-o", "r.html", "-o", "run2.ndjson"]].concat()).expect(0);
    let html = folder.read("r.html");
    let of_file = "<a class=\"num\" href=\"#section-quality\" title=\"Traced to q1.csv: 7";
    assert!(html.contains(of_file), "{html}");
    assert!(html.contains("<a class=\"num\" href=\"#q1\" data-at=\"1.2\" title=\"Traced to q1: 45"), "{html}");
    // A saved run says the same.
    folder.run(&["render", "run2.ndjson", "-o", "again.html"]).expect(0);
    assert_eq!(folder.read("again.html"), html);
}

#[test]
fn a_report_does_not_count_the_files_numbers_as_uses_of_the_query() {
    let is_used = |words: &str| {
        let folder = folder(&[("", vec![sql(BY_REGION), text(words), finalize()])]);
        folder.run(&[&ASK[..], &["-f", "html"]].concat()).expect(0).stdout.contains("href=\"#text1\"")
    };
    assert!(is_used("West has 45."));
    assert!(!is_used("The file q1 has 7 rows."));
}
