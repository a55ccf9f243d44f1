//! Mending: which output stands in the place of which, and that it does so once.

use serde_json::{Value, json};

use super::{BY_REGION, claims, finalize, pairs, played, said, sql, text};
use crate::support::program::of;

fn mended(words: &str, replaces: &str) -> (&'static str, Value) {
    ("output_text", json!({"text": words, "replaces": replaces}))
}

/// Id, role, and what it replaces, of each text.
fn texts(events: &[Value]) -> Vec<(String, String, Option<String>)> {
    let word = |value: &Value| value.as_str().map(str::to_owned);
    let of_text = |text: &Value| (word(&text["id"]).unwrap(), word(&text["role"]).unwrap(), word(&text["replaces"]));
    of(events, "text").into_iter().map(of_text).collect()
}

fn expected(texts: &[(&str, &str, Option<&str>)]) -> Vec<(String, String, Option<String>)> {
    let owned = |(id, role, replaces): &(&str, &str, Option<&str>)| {
        ((*id).to_owned(), (*role).to_owned(), replaces.map(str::to_owned))
    };
    texts.iter().map(owned).collect()
}

const WRONG: &str = "West has 45 [q1], North 37 [q1].";
const RIGHT: &str = "West has 45 [q1], North 40 [q1].";

#[test]
fn a_text_is_mended_by_its_id() {
    let events = played(&[
        ("", vec![sql(BY_REGION), text(WRONG), text("Amounts are sums.")]),
        ("", vec![mended("North has 40 [q1].", "text1"), text("More words.")]),
        ("", vec![finalize()]),
    ]);
    // The mend has the role of what it mends, and is no text of its own.
    let answer = ("text3", "answer", Some("text1"));
    assert_eq!(
        texts(&events),
        expected(&[("text1", "answer", None), ("text2", "note", None), answer, ("text4", "note", None)])
    );
    assert_eq!(claims(&of(&events, "text")[2]["claims"]), pairs(&[("40", "verified")]));
    assert_eq!(said(&events)[2], "shown in the place of text1");
}

#[test]
fn a_text_that_is_sent_again_is_mended_and_another_is_not() {
    let events = played(&[
        ("", vec![sql(BY_REGION), text(WRONG)]),
        ("", vec![text(RIGHT), text("South has 45 [q1], East 37 [q1]."), text("West has 45 [q1], South 38 [q1].")]),
        ("", vec![finalize()]),
    ]);
    assert_eq!(
        texts(&events),
        expected(&[
            ("text1", "answer", None),
            ("text2", "answer", Some("text1")),
            ("text3", "note", None),
            ("text4", "note", None)
        ])
    );
}

#[test]
fn what_was_mended_is_not_mended_again() {
    let events = played(&[
        ("", vec![sql(BY_REGION), text(WRONG)]),
        ("", vec![mended("West has 45 [q1], North 38 [q1].", "text1")]),
        ("", vec![mended(RIGHT, "text1")]),
        ("", vec![mended(RIGHT, "text2"), text(RIGHT), finalize()]),
    ]);
    assert_eq!(
        texts(&events),
        expected(&[("text1", "answer", None), ("text2", "answer", Some("text1")), ("text3", "note", None)])
    );
    let said = said(&events);
    assert!(said[1].starts_with("shown in the place of text1. 1 number could not be traced: 38"), "{said:?}");
    assert!(said[1].ends_with("This was its one mend: it stays marked."), "{said:?}");
    assert!(said[2].starts_with("text1 was already mended, by text2"), "{said:?}");
    assert!(said[3].starts_with("text2 is already the mended text1"), "{said:?}");
    let failed: Vec<bool> = of(&events, "tool_result").iter().map(|event| event["is_error"] == true).collect();
    assert_eq!(failed, [false, false, false, true, true, false, false]);
}

#[test]
fn ids_that_are_none_are_told_with_those_there_are() {
    let events = played(&[
        (
            "",
            vec![
                sql(BY_REGION),
                text(RIGHT),
                mended(RIGHT, "text2"),
                mended(RIGHT, "q1"),
                ("output_table", json!({"title": "Sums", "query": "q1", "replaces": "text1"})),
                ("output_table", json!({"title": "Sums", "query": "q1", "replaces": ""})),
            ],
        ),
        ("", vec![finalize()]),
    ]);
    let said = said(&events);
    assert!(said[1].ends_with("\"text2\" is none: the only text is text1"), "{said:?}");
    assert!(said[2].ends_with("\"q1\" is none: the only text is text1"), "{said:?}");
    assert!(said[3].ends_with("\"text1\" is none: no table has been shown yet"), "{said:?}");
    assert_eq!(said[4], "shown: 3 of 3 rows");
}

#[test]
fn a_table_is_mended_by_its_id_and_by_its_words() {
    let table = |north: i32| json!({"title": "Sums", "headers": ["region", "amount"], "rows": [["North", north]]});
    let mut by_id = json!({"title": "Sums by region", "query": "q1", "replaces": "table1"});
    let events = played(&[
        ("", vec![sql(BY_REGION), ("output_table", table(37))]),
        ("", vec![("output_table", by_id.clone()), ("output_table", table(38)), ("output_table", table(40))]),
        ("", vec![finalize()]),
    ]);
    let replaced: Vec<Value> = of(&events, "table").iter().map(|table| table["replaces"].clone()).collect();
    assert_eq!(replaced, [Value::Null, json!("table1"), Value::Null, json!("table3")]);
    by_id["replaces"] = json!("table2");
    let events = played(&[
        ("", vec![sql(BY_REGION), ("output_table", table(37)), ("output_table", table(40)), ("output_table", by_id)]),
        ("", vec![finalize()]),
    ]);
    assert!(said(&events)[2].starts_with("table2 is already the mended table1"));
}
