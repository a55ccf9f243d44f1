//! Calls that guess values of the data by the numbers that they show: whether a guess could be traced is not told.

use csvchat::limits::Privacy;
use serde_json::{Value, json};

use super::{data, played, sql};

/// Calls that show guesses in every place that is checked, once more as a mend, and with what a mend would change.
fn guessing(guesses: [&str; 3]) -> Vec<Vec<(&'static str, Value)>> {
    let [salary, bonus, peak] = guesses;
    let text = |words: &str| ("output_text", json!({"text": words}));
    let told = format!("The salary of kanariname45 is {salary} [q1], the bonus {bonus} [q1].");
    let spec = json!({"data": {"name": "q2"}, "mark": "bar",
        "encoding": {"x": {"field": "team", "type": "nominal"}, "y": {"field": "peak", "type": "quantitative"}}});
    let plot = json!({"title": format!("A peak of {peak}"), "note": format!("It is {peak}."), "vega_lite_spec": spec});
    let by_reference = json!({"title": format!("Peaks up to {peak}"), "query": "q2"});
    let cells = json!({"title": format!("Salary {salary}"), "headers": ["name", "salary", "bonus"],
        "rows": [["kanariname45", salary, bonus], ["kanariname1", 1, 2]]});
    let mended = |id: &str| ("output_text", json!({"text": told, "replaces": id}));
    let mut table = cells.clone();
    table["replaces"] = json!("table2");
    vec![
        vec![
            sql("SELECT name, salary, bonus FROM data ORDER BY salary DESC"),
            sql("SELECT team, max(peak) AS peak FROM data GROUP BY team ORDER BY 2 DESC"),
            sql("SELECT unnest(range(9000)) AS n, salary FROM data"),
        ],
        vec![text(&told), ("output_table", by_reference), ("output_table", cells.clone()), ("create_plot", plot)],
        // Whether this is taken for a mend of the first could be asked by mending that.
        vec![text(&told), mended("text1"), mended("text1"), mended("text2")],
        vec![("output_table", cells), ("output_table", table.clone()), ("output_table", table)],
        vec![text(&format!("The sum of the salaries is {salary} [q3], {peak} rows.")), text(&told)],
    ]
}

/// Values of the data, and none.
const RIGHT: [&str; 3] = ["826,317", "4,917.25", "527,499,011"];
const WRONG: [&str; 3] = ["826,318", "4,918.25", "527,499,012"];

#[tokio::test]
async fn a_right_guess_is_told_like_a_wrong_one() {
    let data = data();
    for privacy in [Privacy::Stats, Privacy::Schema] {
        let right = played(&data, &guessing(RIGHT), privacy).await;
        let wrong = played(&data, &guessing(WRONG), privacy).await;
        assert_eq!(right.told(), wrong.told(), "{privacy:?}");
        let refused: Vec<String> =
            right.told().into_iter().filter(|(is_error, _)| *is_error).map(|(_, told)| told).collect();
        assert_eq!(refused.len(), 2, "{privacy:?}: {refused:?}");
        for told in &refused {
            assert!(told.contains("already mended"), "{privacy:?}: {told}");
        }
        let words: Vec<String> = right.told().into_iter().map(|(_, told)| told).collect();
        assert!(!words.iter().any(|told| told.contains("traced")), "{privacy:?}: {words:?}");
    }
}

#[tokio::test]
async fn where_rows_may_be_told_a_guess_is_told_apart() {
    let data = data();
    let right = played(&data, &guessing(RIGHT), Privacy::Rows).await;
    let wrong = played(&data, &guessing(WRONG), Privacy::Rows).await;
    let differ = right.told().iter().zip(wrong.told()).filter(|(right, wrong)| *right != wrong).count();
    assert!(differ >= 4, "{:#?}\n{:#?}", right.told(), wrong.told());
}
