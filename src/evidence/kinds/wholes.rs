//! Wholes and what is left of them, sums of the parts of a year, and what a sentence says of the numbers of the one before.

use super::super::example::table;
use super::{Given, holds};

fn claims_by_year() -> [Given<'static>; 1] {
    let rows = ["Delayed bag|415|465|569|1449", "Damaged bag|232|267|316|815", "Lost bag|97|122|144|363"];
    let query = "select claim_type, count(*) filter (where y=2022) as y2022, count(*) filter (where y=2023) as y2023, \
                 count(*) filter (where y=2024) as y2024, count(*) as total from data group by 1 order by 5 desc";
    [(query, table("claim_type|y2022|y2023|y2024|total", &rows))]
}

fn tickets() -> [Given<'static>; 1] {
    let counts = [140, 133, 151, 154, 152, 143, 165, 154, 169, 180, 155, 154];
    let rows: Vec<String> =
        counts.iter().enumerate().map(|(month, count)| format!("2024-{:02}-01|{count}", month + 1)).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let query =
        "select date_trunc('month', created)::date as month, count(*) as tickets from data group by 1 order by 1";
    [(query, table("month|tickets", &rows))]
}

#[test]
fn a_sentence_goes_on_from_the_one_before() {
    holds(
        &claims_by_year(),
        &[
            "Lost bags went from 97 in 2022 to 144 in 2024 [q1]. That is an increase of «48.5%» [q1].",
            "Lost bags went from 97 in 2022 to 144 in 2024 [q1]. That is an increase of ‹32.6%› [q1].",
            "Lost bags went from 97 in 2022 to 122 in 2023 and 144 in 2024 [q1]. That is an increase of «48.5%», or «47» \
             claims [q1].",
            "Lost bags went from 97 in 2022 to 144 in 2024 [q1]. That is a fall of ‹48.5%› [q1].",
            "Lost bags went from 97 in 2022 to 144 in 2024 [q1]. That is a fall of ‹47› claims, or ‹32.6%› [q1].",
            "Lost bags went from 97 in 2022 to 144 in 2024 [q1]. Nobody knows why [q1]. That is an increase of ‹21.3%› [q1].",
        ],
    );
}

#[test]
fn a_percentage_is_said_again_as_an_amount() {
    holds(
        &claims_by_year(),
        &[
            "Lost bags rose from 97 in 2022 to 122 in 2023 and 144 in 2024, an increase of 48.5% or «47» claims [q1].",
            "Lost bags rose from 97 in 2022 to 122 in 2023 and 144 in 2024, an increase of 48.5% or ‹45› claims [q1].",
        ],
    );
}

#[test]
fn columns_of_years_are_counted_and_spanned() {
    holds(
        &claims_by_year(),
        &[
            "Delayed bags lead with 1,449 claims over the «three» years [q1].",
            "Lost bags rose by 48.5% over the «two» years [q1].",
        ],
    );
    let rows = ["Cardiology|163|161|17863|18815", "Dermatology|231|242|15581|15669", "Pediatrics|218|217|10054|9835"];
    let query = "select dept, n_2023, n_2024, fee_2023, fee_2024 from data";
    let header = "dept|n_2023|n_2024|fee_2023|fee_2024";
    holds(&[(query, table(header, &rows))], &["Pediatrics had 435 visits in ‹four› years [q1]."]);
    let rows = ["2022|803|563", "2023|929|628", "2024|1108|700"];
    let query = "select year(d) as yr, count(*) as claims, count(*) filter (where paid) as paid from data group by 1";
    holds(&[(query, table("yr|claims|paid", &rows))], &["Paid claims went from 563 to 700 over «two» years [q1]."]);
}

#[test]
fn the_ends_of_the_others_are_those_of_the_rows_not_named() {
    let rows = [
        "S. Moreau|80|4.21|0.21",
        "A. Byrne|71|4.02|0.3",
        "K. Novak|66|3.95|0.17",
        "P. Conti|62|3.98|0.19",
        "T. Weiss|60|4.0|0.2",
        "J. Lindqvist|57|3.54|0.18",
    ];
    let query = "select referee, count(*) as matches, round(avg(y), 2) as avg_yellow, round(avg(r), 2) as avg_red from data \
                 group by 1 order by 2 desc";
    let others = |low: &str, high: &str| {
        format!(
            "S. Moreau shows 4.21 yellow cards per match, J. Lindqvist only 3.54 [q1]. The other four are bunched between \
             {low} and {high} [q1]."
        )
    };
    holds(
        &[(query, table("referee|matches|avg_yellow|avg_red", &rows))],
        &[
            &others("«3.95»", "«4.02»"),
            &others("‹3.91›", "4.02"),
            &others("3.95", "‹4.12›"),
            "S. Moreau and J. Lindqvist stand out. The other four gave red cards at rates from ‹3.95› to ‹4.02› [q1].",
        ],
    );
}

#[test]
fn two_rows_and_two_figures_are_no_ends() {
    let query = "select region, count(*) as orders, sum(eur) as revenue from data group by 1";
    holds(
        &[(query, table("region|orders|revenue", &["EMEA|739|90412", "APAC|441|51877", "LATAM|212|20731"]))],
        &[
            "EMEA and APAC recorded «739» and «441» orders, respectively [q1].",
            "EMEA and APAC recorded ‹441› and 739 orders, respectively [q1].",
        ],
    );
}

#[test]
fn what_is_left_is_the_whole_less_a_part() {
    let rows = ["Portal|1941|557", "Direct|997|136", "Agency|590|116", "Corporate|470|47", "Operator|202|72"];
    let query = "select channel, count(*) as n, sum(cancelled) as cancelled from data group by 1 order by 2 desc";
    holds(
        &[(query, table("channel|n|cancelled", &rows))],
        &[
            "Without the 928 cancellations, «3,272» bookings remain [q1].",
            "Without the 928 cancellations, ‹3,282› bookings remain [q1].",
        ],
    );
    let query = "select count(*) as films, count(budget) as with_budget from data";
    holds(
        &[(query, table("films|with_budget", &["430|400"]))],
        &[
            "A budget is given for 400 of the 430 films; «30» films («7%») have none [q1].",
            "A budget is given for 400 of the 430 films; ‹40› films (‹9%›) have none [q1].",
        ],
    );
}

#[test]
fn two_counts_of_a_row_are_added_up() {
    let rows = ["Harbour|170|102|36|2", "Mill Quarter|260|155|65|13", "Northgate|368|224|100|27"];
    let query = "select district, count(*) filter (where c='good') as good, count(*) filter (where c='fair') as fair, \
                 count(*) filter (where c='poor') as poor, count(*) filter (where c='dead') as dead from data group by 1";
    holds(
        &[(query, table("district|good|fair|poor|dead", &rows))],
        &[
            "In Harbour «38» trees are poor or dead; only two of them are dead [q1].",
            "In Harbour ‹48› trees are poor or dead; only two of them are dead [q1].",
        ],
    );
}

#[test]
fn quarters_are_called_in_german_too() {
    let rows = ["1|430.1", "2|555.2", "3|791.5", "4|504.0"];
    holds(
        &[("select quarter(d) as quartal, sum(t) as bio_t from data group by 1", table("quartal|bio_t", &rows))],
        &[
            "Zweites und drittes Quartal machen zusammen «59,0 %» der Menge aus [q1].",
            "Zweites und drittes Quartal machen zusammen ‹61,8 %› der Menge aus [q1].",
        ],
    );
}

#[test]
fn one_of_many_has_the_amount_over_the_count() {
    let rows = ["2022|999|65780", "2023|1198|84728", "2024|998|62020"];
    let query = "select year(d) as yr, count(*) as runners, sum(gbp) as raised_gbp from data group by 1 order by 1";
    holds(
        &[(query, table("yr|runners|raised_gbp", &rows))],
        &[
            "Over the three years, 3,195 runners raised £212.5K, roughly «£67» a start [q1].",
            "Over the three years, 3,195 runners raised £212.5K, roughly ‹£71› a start [q1].",
        ],
    );
}

#[test]
fn a_percentile_says_how_many_lie_below() {
    let rows = ["urgent|119|0.62|1.95", "high|352|2.07|5.36", "low|373|9.11|26.33"];
    let query = "select priority, count(*) as tickets, median(h) as median_hours, quantile_cont(h, 0.9) as p90_hours from \
                 data group by 1 order by 3";
    holds(
        &[(query, table("priority|tickets|median_hours|p90_hours", &rows))],
        &[
            "Of the urgent tickets, «90%» were answered within 1.95 hours [q1].",
            "Of the urgent tickets, ‹80%› were answered within 1.95 hours [q1].",
            "Of the urgent tickets, «10%» took longer than 1.95 hours [q1].",
            "Of the urgent tickets, ‹90%› were answered within 0.8 hours [q1].",
            "In all, ‹90%› were answered within 0.8 hours [q1].",
            "Of the urgent tickets, ‹90%› took longer than 1.95 hours [q1].",
        ],
    );
}

#[test]
fn totals_of_two_years_are_held_against_each_other() {
    let rows = ["Elm Street|23190|19393", "Lakeside|17784|15088", "Harbour Road|13625|12133"];
    let query = "select store, sum(w) filter (where y=2023) as waste_2023, sum(w) filter (where y=2024) as waste_2024 \
                 from data group by 1";
    let text = |amount: &str, percent: &str| {
        format!("Altogether waste cost {amount} less in 2024 than in 2023, a decrease of {percent} [q1].")
    };
    holds(
        &[(query, table("store|waste_2023|waste_2024", &rows))],
        &[&text("«£7,985»", "«14.6%»"), &text("‹£8,985›", "14.6%"), &text("£7,985", "‹16.4%›")],
    );
}

#[test]
fn the_known_are_all_but_those_of_the_missing_key() {
    let rows = ["German|2247", "English|205", "|183", "Turkish|120", "Ukrainian|80", "Arabic|65"];
    holds(
        &[("select lang, count(*) as n from data group by 1 order by 2 desc", table("lang|n", &rows))],
        &[
            "Of the «2,717» loans with a known language, 2,247 are German [q1].",
            "Of the ‹2,735› loans with a known language, 2,247 are German [q1].",
            "2.247 auf Deutsch, das sind rund «83 %» der «2.717» mit Sprachangabe [q1].",
        ],
    );
}

#[test]
fn halves_of_a_year_are_its_months_together() {
    holds(
        &tickets(),
        &[
            "The second half of the year saw «977» tickets, «11.9%» more than the «873» of the first half [q1].",
            "The second half of the year saw ‹873› tickets [q1].",
            "The second half saw 977 tickets, the first half 873 [q1]. That is an increase of «104» tickets, or «11.9%» [q1].",
            "The second half saw 977 tickets, the first half 873 [q1]. That is an increase of ‹114› tickets, or ‹10.6%› [q1].",
            "The second half saw 977 tickets, the first half 873 [q1]. That is a decrease of ‹104› tickets [q1].",
            "Im zweiten Halbjahr waren es «977» Tickets [q1].",
            "The second half saw 977 tickets, ‹13.9%› more than the 873 of the first half [q1].",
        ],
    );
}

#[test]
fn a_part_of_all_that_a_row_counts_is_of_their_sum() {
    let rows = ["Fairground|154|104|53|33.4", "Central|701|434|220|32.0", "Square|460|244|133|29.2"];
    let query = "select garage, count(*) filter (where p='card') as card, count(*) filter (where p='app') as app, count(*) \
                 filter (where p='cash') as cash, round(100.0*count(*) filter (where p='app')/count(p), 1) as app_pct from \
                 data group by 1 order by 5 desc";
    holds(
        &[(query, table("garage|card|app|cash|app_pct", &rows))],
        &[
            "Fairground leads with an app share of 33.4%, 104 of «311» payments [q1].",
            "Fairground leads with an app share of 33.4%, 104 of ‹321› payments [q1].",
        ],
    );
}
