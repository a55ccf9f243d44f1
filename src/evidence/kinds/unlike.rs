//! What is said of other rows, other periods and other ends than the figure has.

use super::super::example::table;
use super::{Given, holds};

fn regions() -> [Given<'static>; 1] {
    let rows =
        ["North|225|3154|1241090.9", "West|217|2257|886311.4", "South|201|1601|629252.6", "East|206|700|397915.5"];
    let query =
        "select region, count(*) orders, sum(units) units, sum(revenue) revenue from data group by 1 order by 4 desc";
    [(query, table("region|orders|units|revenue", &rows))]
}

fn years() -> [Given<'static>; 1] {
    let rows = ["2022|921116.5|273", "2023|1094744.4|289", "2024|1138709.5|287"];
    let query = "select year(date) as year, sum(revenue) revenue, count(*) orders from data group by 1 order by 1";
    [(query, table("year|revenue|orders", &rows))]
}

fn months() -> [Given<'static>; 1] {
    let rows = ["2022-01|85334.3|24", "2022-02|90130.3|26", "2022-03|61411.2|21", "2022-04|70210.7|19"];
    let query = "select strftime(date, '%Y-%m') as month, sum(revenue) revenue, count(*) orders from data group by 1 order by 1";
    [(query, table("month|revenue|orders", &rows))]
}

fn hires() -> [Given<'static>; 1] {
    let rows = ["2019|22", "2020|6", "2021|15", "2022|16", "2023|17", "2024|8"];
    [("select year(hired) hire_year, count(*) n from data group by 1 order by 1", table("hire_year|n", &rows))]
}

#[test]
fn what_is_nearly_reached_is_close() {
    holds(
        &regions(),
        &[
            "East earned almost «$400,000», North nearly «40%» of all revenue [q1].",
            "East earned almost ‹$1 million›, nearly ‹half› of all revenue [q1].",
            "More than ‹half› of revenue comes from West [q1].",
            "North earned more than «a third» of all revenue [q1].",
        ],
    );
}

#[test]
fn a_part_of_all_is_of_the_row_that_is_named() {
    holds(
        &regions(),
        &[
            "South earned nearly «a fifth» of all revenue [q1].",
            "Nearly ‹half› of revenue comes from South [q1].",
            "Nearly ‹90%› of revenue comes from East [q1].",
            "East has more than ‹a third› of North's revenue [q1].",
        ],
    );
    let rows = ["false|170|70.8", "true|70|29.2"];
    let query = "select remote, count(*) n, round(100.0*count(*)/sum(count(*)) over (), 1) pct from data group by 1";
    let mut remote = table("remote|n|pct", &rows);
    for row in &mut remote.rows {
        if let Some(cell) = row.first_mut() {
            *cell = crate::table::Cell::Bool(*cell == crate::table::Cell::Text("true".to_owned()));
        }
    }
    "BOOLEAN".clone_into(&mut remote.types[0]);
    holds(
        &[(query, remote)],
        &[
            "«70» employees work remotely and «170» do not [q1].",
            "‹170› employees work remotely and ‹70› do not [q1].",
            "‹70.8%› of employees are remote and ‹29.2%› are not [q1].",
            "‹41%› of employees work remotely [q1].",
        ],
    );
}

#[test]
fn the_only_name_of_a_sentence_has_its_figures() {
    holds(
        &regions(),
        &[
            "East comes last with «206» orders and revenue of «$397,915.50» [q1].",
            "East comes last with ‹201› orders and revenue of ‹$629,252.60› [q1].",
            "East had the fewest orders, ‹201› [q1].",
        ],
    );
}

#[test]
fn figures_of_two_that_are_outdone_follow_their_names() {
    holds(
        &regions(),
        &[
            "North outsold East by a factor of «3.1» and West by «1.4» [q1].",
            "North outsold East by a factor of ‹1.4› and West by ‹3.1› [q1].",
        ],
    );
}

#[test]
fn a_change_is_between_the_periods_that_are_named() {
    holds(
        &years(),
        &[
            "Revenue grew by «24%» from 2022 to 2024 [q1].",
            "Revenue grew by ‹19%› from 2022 to 2024 [q1].",
            "In 2024 revenue was «4.0%» higher than in 2023 [q1].",
            "In 2024 revenue was ‹18.8%› higher than in 2023 [q1].",
            "Revenue grew ‹4%›, from «$921,117» in 2022 to «$1,138,710» in 2024 [q1].",
            "Revenue rose «18.8%» in 2023 and another «4.0%» in 2024 [q1].",
            "Revenue rose ‹4.0%› in 2023 and another ‹18.8%› in 2024 [q1].",
            "Growth slowed from «18.8%» in 2023 to «4.0%» in 2024 [q1].",
        ],
    );
}

#[test]
fn an_extreme_is_the_extreme() {
    holds(
        &regions(),
        &[
            "The highest revenue is «$1,241,091» [q1].",
            "The highest revenue is ‹$886,311› [q1].",
            "At most «225» orders came from any region [q1].",
            "At most ‹217› orders came from any region [q1].",
        ],
    );
    holds(&years(), &["Revenue peaked in 2024 at «$1,138,710» [q1].", "Revenue peaked in 2023 at ‹$1,094,744› [q1]."]);
    holds(
        &hires(),
        &[
            "The best hiring year brought «22» new employees [q1].",
            "The best hiring year brought ‹17› new employees [q1].",
        ],
    );
}

#[test]
fn how_many_periods_there_are_is_no_figure_of_one() {
    holds(&months(), &["There are «4» months in the data [q1].", "There are ‹24› months in the data [q1]."]);
    holds(
        &hires(),
        &["On average, «14» people were hired per year [q1].", "On average, ‹15› people were hired per year [q1]."],
    );
}

#[test]
fn what_is_counted_is_no_amount() {
    let rows = ["T1|916.03|3", "T2|649.59|8", "T3|99.78|1", "T4|24.59|2"];
    holds(
        &[("select id, amount, qty from data order by id", table("id|amount|qty", &rows))],
        &[
            "‹650› transactions are above 600 [q1].",
            "‹25› orders have a quantity of more than 2 [q1].",
            "T2 had an amount of «$650» [q1].",
        ],
    );
}
