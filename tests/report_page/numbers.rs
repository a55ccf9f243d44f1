//! Numbers on the page: each is marked once, says what it rests on, and leads to its query.

use std::sync::LazyLock;

use csvchat::event::{ClaimStatus, Event, Role, Status, Step};
use csvchat::table::Cell;
use serde_json::{Value, json};

use super::browser::found;
use super::{content, page};
use crate::support::shop;

/// A run that is strict and has numbers that could not be traced.
fn strict() -> Vec<Event> {
    let mut events = shop::analysis();
    events.pop();
    let message = "2 of 26 numbers could not be traced to a result: Eleven, 90 %".to_owned();
    events.push(Event::Error { code: "untraced".to_owned(), message, hint: None, retryable: false });
    events.push(shop::counted(shop::done(Status::Complete, 8), &events));
    events
}

#[test]
fn every_number_is_marked_once_and_the_top_counts_them() {
    let html = content(&page(shop::analysis()));
    let marks = |class: &str| html.matches(&format!("<a class=\"{class}\"")).count();
    assert_eq!((marks("num"), marks("num derived"), marks("num untraced")), (19, 5, 2));
    assert!(html.contains("<a class=\"traced\" href=\"#untraced-1\">24 of 26 numbers traced</a>"));
    assert_eq!(html.matches("⚠&nbsp;untraced").count(), 2);
    let first = html.find("id=\"untraced-1\"").unwrap();
    assert!(first < html.find("id=\"untraced-2\"").unwrap(), "the first one of the page");
    assert!(!html.contains("role=\"note\""), "a warning is no banner");
    for (_, after) in html.match_indices(" href=\"#").map(|(start, text)| (start, &html[start + text.len()..])) {
        let id = after.split('"').next().unwrap();
        assert!(html.contains(&format!(" id=\"{id}\"")), "#{id} leads nowhere");
    }
}

#[test]
fn a_number_of_the_file_itself_leads_to_what_is_known_of_it() {
    let html = content(&page(shop::analysis()));
    assert!(html.contains("<a class=\"num\" href=\"#section-columns\" title=\"Traced to sales.csv: 4212\n"));
    let text = "There are 4,212 orders.";
    let rows = shop::evidence("data", Step::RowCount, Cell::Int(4_212), "", &[]);
    let claims = vec![shop::claim(text, "4,212", ClaimStatus::Verified, Some(rows))];
    let answer = |dataset: Option<Event>| {
        let mut events = vec![shop::started("ask", Some("how many?"))];
        events.extend(dataset);
        events.push(shop::with_claims(shop::text(1, Role::Answer, text), claims.clone()));
        content(&page(events))
    };
    let html = answer(Some(Event::Dataset(Box::new(shop::dataset()))));
    assert!(html.contains("href=\"#section-quality\"") && html.contains("id=\"section-quality\""));
    assert!(html.contains("<span>1 of 1 number traced</span>"), "{html}");
    let html = answer(None);
    assert!(html.contains("<a class=\"num\" href=\"#section-run\" title=\"Traced to data: 4212\""), "{html}");
}

#[test]
fn a_number_of_a_whole_column_names_it() {
    let html = content(&page(shop::analysis()));
    let words = "title=\"Derived from q1: 2\nyears from January 2023 to December 2024\ncolumn “month”\"";
    assert!(html.contains(&format!("href=\"#q1\" data-at=\"*.1\" {words}>two</a>")), "{html}");
}

#[test]
fn a_page_without_numbers_says_nothing_of_them() {
    let html = content(&page(shop::answer()));
    assert!(!html.contains("numbers traced") && !html.contains("class=\"num ") && !html.contains("class=\"num\""));
}

#[test]
fn a_strict_run_names_at_the_top_what_could_not_be_traced() {
    let html = content(&page(strict()));
    let banner = html.split_once("role=\"note\"").unwrap().1.split_once("</div>").unwrap().0;
    assert!(
        banner.contains("<strong>Not every number could be traced.</strong> No result of this run gives"),
        "{banner}"
    );
    assert!(banner.contains("gives <a href=\"#untraced-1\">Eleven</a>, <a"), "{banner}");
    assert!(banner.contains("<a href=\"#untraced-2\">90 %</a>."), "{banner}");
}

#[test]
fn a_mended_text_stands_in_the_place_of_the_first() {
    let mended = |id: &str, text: &str, replaces: Option<&str>| Event::Text {
        id: id.to_owned(),
        role: Role::Finding,
        text: text.to_owned(),
        claims: vec![shop::claim(text, "9", ClaimStatus::Unverified, None)],
        replaces: replaces.map(str::to_owned),
    };
    let html = content(&page(vec![
        shop::started("analyze", None),
        mended("text1", "First 9.", None),
        mended("text2", "Other 9.", None),
        mended("text3", "Mended 9.", Some("text1")),
    ]));
    let places: Vec<Option<usize>> = ["Mended", "Other", "First"].map(|word| html.find(word)).to_vec();
    assert!(places[0] < places[1] && places[0].is_some() && places[2].is_none(), "{places:?}");
    assert!(html.contains(">0 of 2 numbers traced<"), "{html}");
}

#[test]
fn a_page_stays_light() {
    let (bare, marked) = (shop::answer(), shop::analysis());
    let weight = |events: Vec<Event>| page(events).len();
    let without: Vec<Event> = marked
        .iter()
        .cloned()
        .map(|mut event| {
            match &mut event {
                Event::Text { claims, .. } | Event::SessionUpdate { claims, .. } => claims.clear(),
                Event::Table { claims, .. } => claims.clear(),
                Event::Plot { title_claims, .. } => title_claims.clear(),
                _ => {}
            }
            event
        })
        .collect();
    let each = (weight(marked) - weight(without)) / 26;
    assert!(each < 250, "{each} bytes for each number");
    assert!(weight(bare) > 0);
}

/// What the browser found, which several tests judge.
static FOUND: LazyLock<Option<Value>> = LazyLock::new(|| found("numbers", "numbers.html", strict()));

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("no {key}: {value}"))
}

#[test]
fn a_reader_gets_from_any_number_to_its_query() {
    let Some(found) = &*FOUND else { return };
    for key in ["console", "errors", "violations", "requests"] {
        assert!(list(found, key).is_empty(), "{key}: {}", found[key]);
    }
    let cards = list(found, "cards");
    assert!(cards.len() >= 3 * 21, "{}", cards.len());
    for card in cards {
        let words = card["words"].as_str().unwrap_or_else(|| panic!("no card: {card}"));
        assert!(["Traced to ", "Derived from ", "Untraced: "].iter().any(|start| words.starts_with(start)), "{words}");
        assert!(card["left"].as_f64().unwrap() >= 0.0 && card["right"].as_f64().unwrap() >= 0.0, "{card}");
        assert!(card["overflow"].as_i64().unwrap() <= 0, "{card}");
    }
    let share = cards[3]["words"].as_str().unwrap();
    for part in ["Derived from q2: 38.6216408 %", "row 1, column “revenue”: 409,748.42", "q2 Revenue by region"] {
        assert!(share.contains(part), "{share}");
    }
    let on_sql = json!({"hash": "#q2", "lit": ["409,748.42"], "sqlInView": true, "card": false});
    assert_eq!(found["linkInCard"], on_sql);
    let keyboard = &found["keyboard"];
    assert!(keyboard["tabs"].as_u64().unwrap() < 12, "{keyboard}");
    assert!(keyboard["focused"]["words"].as_str().unwrap().starts_with("Derived from q2"), "{keyboard}");
    assert!(keyboard["escaped"].is_null(), "{keyboard}");
    assert_eq!(keyboard["followed"], on_sql);
    let column = &found["column"];
    assert_eq!((&column["hash"], list(column, "lit").len()), (&json!("#q1"), 1 + 5), "{column}");
    assert_eq!(column["lit"][0], "month");
    assert_eq!(found["sorted"], json!({"hash": "#q4", "lit": ["100056"], "sqlInView": true, "card": false}));
    assert_eq!(found["top"], json!({"hash": "#untraced-1", "text": "Eleven\u{2060}⚠\u{a0}untraced"}));
}

#[test]
fn numbers_are_told_to_all_readers() {
    let Some(found) = &*FOUND else { return };
    let names: Vec<(&str, &str)> =
        list(found, "names").iter().map(|pair| (pair[0].as_str().unwrap(), pair[1].as_str().unwrap())).collect();
    assert_eq!(names.len(), 21, "those that are not folded away");
    let said = |name: &str| names.iter().find(|(found, _)| *found == name).unwrap_or_else(|| panic!("{names:?}")).1;
    assert!(said("39 %").starts_with("Derived from q2: 38.6216408 %"), "{}", said("39 %"));
    assert!(said("three").starts_with("Traced to q2: 3"), "{}", said("three"));
    assert!(said("Eleven\u{2060}⚠\u{a0}untraced").starts_with("Untraced: no result gives this number"));
    let touch = &found["touch"];
    assert!(touch["first"]["words"].as_str().unwrap().starts_with("Derived from q2"), "{touch}");
    assert_eq!(touch["first"]["hash"], "", "the first tap only tells");
    assert_eq!(touch["second"]["hash"], "#q2");
    assert!(touch["elsewhere"].is_null(), "{touch}");
    let untraced = json!(["Eleven\u{2060}⚠\u{a0}untraced", "90 %\u{2060}⚠\u{a0}untraced"]);
    assert_eq!(
        found["print"],
        json!({"untraced": untraced, "underlined": "underline", "quiet": "none", "card": false})
    );
    let forced = &found["forced"];
    assert_eq!((&forced["untraced"], &forced["underlined"]), (&untraced, &json!("underline")));
    let bare = &found["withoutScript"];
    assert!(bare["title"].as_str().unwrap().starts_with("Derived from q2: 38.6216408 %\n"), "{bare}");
    assert_eq!((&bare["url"], &bare["sqlInView"]), (&json!("#q2"), &json!(true)));
    assert!(list(bare, "console").is_empty(), "{bare}");
}
