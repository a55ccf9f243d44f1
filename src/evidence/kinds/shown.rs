//! What the built-in analyst shows: tables of columns, shares and means by group, names of columns as they are.

use super::super::example::table;
use super::holds;

/// Columns of a file as they are counted: each is named in the statement, too.
const COUNTED: &str = "SELECT \"position\", \"column\", \"f\" AS \"non_null_count\", \"d\" AS \"unique_count\", \"n\" AS \"rows\"\n\
    FROM (SELECT unnest([1, 2, 3]) AS \"position\", unnest(['ID', 'title', 'mark']) AS \"column\",\n    \
    unnest([count(\"id\"), count(\"title\"), count(\"mark\")]) AS \"f\",\n    \
    unnest([count(DISTINCT \"id\"), count(DISTINCT \"title\"), count(DISTINCT \"mark\")]) AS \"d\",\n    \
    count(*) AS \"n\"\n  FROM \"data\")\nORDER BY \"position\"";

#[test]
fn what_stands_in_the_next_cell_is_no_noun() {
    let rows = ["1|ID|1|1|1", "2|title|1|1|1", "3|mark|1|1|1"];
    let head = "| Column | Type | Non-Null Count | Unique Count | Description |\n|---|---|---|---|---|\n";
    let row =
        |name: &str, count: &str, what: &str| format!("| {name} | VARCHAR | «1» | {count} | {what}, short text |\n");
    holds(
        &[(COUNTED, table("position|column|non_null_count|unique_count|rows", &rows))],
        &[
            &format!("{head}{}{}{}", row("id", "«1»", "ID"), row("title", "«1»", "Title"), row("mark", "«1»", "Mark")),
            &format!("{head}{}{}", row("title", "‹7›", "Title"), row("mark", "‹8›", "Mark")),
        ],
    );
}

#[test]
fn ends_of_several_measures_may_be_whole() {
    let ends = table("column|smallest|largest", &["size|1.0|2.0", "price|0.1|1234.5", "part|0.2|0.9"]);
    let query = "SELECT \"column\", \"q\"[1] AS \"smallest\", \"q\"[2] AS \"largest\" FROM \"ends\"";
    holds(
        &[(query, ends)],
        &[
            "The smallest value of size is «1» [q1].",
            "The smallest value of size is ‹3› [q1].",
            "The smallest value of price is ‹1› [q1].",
        ],
    );
}

#[test]
fn a_column_that_is_named_with_its_multiple_is_written_in_it() {
    let budgets = table("city|budget_musd", &["Aix|1485", "Brno|897"]);
    holds(
        &[("select city, sum(budget_musd) as budget_musd from data group by 1", budgets)],
        &[
            "Budget musd is «1,485» in Aix and «897» in Brno [q1].",
            "Budget musd is ‹1,845› in Aix and ‹987› in Brno [q1].",
            "The budget is «1,485 million» in Aix [q1].",
            "The budget is ‹897› in Brno [q1].",
        ],
    );
}

#[test]
fn a_share_by_its_name_alone_may_stand_without_a_sign() {
    let shares = table("Monat|rows|Anteil", &["März|3|17.9333", "Februar|3|14.7667", "Januar|3|12.2333"]);
    holds(
        &[("SELECT \"group_label\" AS \"Monat\", count(*) AS \"rows\", avg(v2) AS \"Anteil\" FROM data", shares)],
        &[
            "By Monat, the mean Anteil is lowest for Januar («12.2») and highest for März («17.9») [q1].",
            "By Monat, the mean Anteil is lowest for Januar (‹13.2›) and highest for März (‹19.7›) [q1].",
        ],
    );
}

#[test]
fn means_of_yes_and_no_that_are_all_or_nothing_are_shares() {
    let rows = ["B|527|1.18|1.0|0.0|25.34", "F|601|1.37|0.0|0.0|20.95", "A|182|1.08|1.0|0.0|10.37"];
    let passed = table("grade|rows|attempt|passed|passed_variance|share_pct", &rows);
    let query = "SELECT \"group_label\" AS \"grade\", count(*) AS \"rows\", avg(v3) AS \"attempt\", avg(v5) AS \"passed\", \
                 var_pop(v5) AS \"passed_variance\", round(100 * count(*) / nullif(sum(count(*)) OVER (), 0), 2) AS \"share_pct\" FROM data";
    holds(
        &[(query, passed)],
        &[
            "By grade, the share of passed is lowest for F («0 %») and highest for A («100 %») [q1].",
            "By grade, the share of passed is lowest for F (‹10 %›) and highest for A (‹90 %›) [q1].",
        ],
    );
}

#[test]
fn a_count_of_rows_is_no_year() {
    let counted = table("column|value|rows", &["programme|None|2139"]);
    holds(
        &[("SELECT \"column\", \"value\", \"n\" AS \"rows\" FROM (SELECT count(*) AS \"n\" FROM data)", counted)],
        &["Programme holds `None` in «2,139» rows [q1].", "Programme holds `None` in ‹2,193› rows [q1]."],
    );
}
