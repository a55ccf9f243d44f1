//! What is said of all rows, of which way something went, and of whose turn it is: bounds that are kept or broken, movements from
//! what is named, figures by turns with their names.

use super::super::Ledger;
use super::super::example::table;
use super::{Given, holds};
use crate::event::ClaimStatus;
use std::sync::Arc;

fn pens() -> [Given<'static>; 1] {
    let rows = ["4|1161|35000", "5|1173|41000", "6|907|52000", "7|1800|61000", "8|3094|70000", "9|876|30000"];
    let query = "select month(day) as month, sum(dead) as deaths, sum(feed_kg) as feed from data group by 1 order by 1";
    [(query, table("month|deaths|feed", &rows))]
}

#[test]
fn bounds_that_a_row_breaks_are_flagged() {
    holds(
        &pens(),
        &[
            "Every month saw at least ‹900› deaths [q1].",
            "No month saw fewer than ‹900› deaths [q1].",
            "Deaths never went below ‹900› [q1].",
            "All months stayed below ‹3,000› deaths [q1].",
            "In August «3,094» died, although every month cost at least ‹900› fish [q1].",
        ],
    );
    // A bound that is kept, or that is said of some, is no figure of the data.
    are_kept(
        pens(),
        &[
            "Every month saw at least 800 deaths [q1].",
            "No month saw fewer than 800 deaths [q1].",
            "Most months saw at least 900 deaths [q1].",
            "The five other months each saw at least 900 deaths [q1].",
            "All months but September saw at least 900 deaths [q1].",
            "Except for September, every month saw at least 900 deaths [q1].",
            "No month lost more than 900 fish [q1].",
        ],
    );
    let rows = ["Ede|1|950", "Ede|12|700", "Goes|1|990", "Goes|12|800"];
    are_kept(
        [("select store, month, sum(sold) as sold from data group by 1, 2", table("store|month|sold", &rows))],
        &["No store sold more than 900 in December [q1].", "In December, no store sold more than 900 [q1]."],
    );
}

/// None of the round numbers of some texts is flagged.
fn are_kept([(query, table)]: [Given<'_>; 1], texts: &[&str]) {
    let mut ledger = Ledger::default();
    ledger.record("q1", query, Arc::new(table));
    for text in texts {
        let claims = ledger.check(text);
        let flagged = claims.iter().filter(|claim| claim.status == ClaimStatus::Unverified);
        let flagged: Vec<&str> =
            flagged.map(|claim| claim.text.as_str()).filter(|number| number.ends_with("00")).collect();
        assert!(flagged.is_empty(), "{flagged:?} in {text}");
    }
}

#[test]
fn months_and_years_in_two_keys_order_what_moved() {
    holds(
        &pens(),
        &[
            "From May to June deaths rose by ‹266› [q1].",
            "From May to June deaths fell by «266» [q1].",
            "Deaths peaked in August at «3,094», up ‹2,187› from July [q1].",
            "Deaths peaked in August at «3,094», up «1,294» from July [q1].",
        ],
    );
    let rows = [
        "Ede|2020|43.3",
        "Ede|2021|47.7",
        "Ede|2022|46.4",
        "Ede|2023|48.4",
        "Lelystad|2020|45.1",
        "Lelystad|2023|50.3",
    ];
    let query = "select site, year, avg(yield) as yield from data group by 1, 2 order by 1, 2";
    holds(
        &[(query, table("site|year|yield", &rows))],
        &[
            "In Ede the yield rose from «43.3» in 2020 to «48.4» in 2023, an increase of «5.1» t/ha, or ‹10.5 %› [q1].",
            "In Ede the yield rose from «43.3» in 2020 to «48.4» in 2023, an increase of «5.1» t/ha, or «11.8 %» [q1].",
        ],
    );
}

#[test]
fn german_verbs_in_two_parts_say_which_way() {
    let rows = ["1|12859", "2|32249", "3|32064", "4|17511"];
    let query = "select quarter(tag) as quartal, sum(betrag) as umsatz from data group by 1 order by 1";
    holds(
        &[(query, table("quartal|umsatz", &rows))],
        &[
            "Im vierten Quartal legte der Umsatz um ‹14.553 €› zu [q1].",
            "Im vierten Quartal brach der Umsatz um ‹54,6 %› ein [q1].",
        ],
    );
    let rows = ["2023|3|24945", "2023|4|13147", "2024|3|32064", "2024|4|14560"];
    let query =
        "select year(tag) as jahr, quarter(tag) as q, sum(betrag) as umsatz from data group by 1, 2 order by 1, 2";
    holds(
        &[(query, table("jahr|q|umsatz", &rows))],
        &[
            "Im vierten Quartal 2024 fiel der Umsatz um «17.504» [q1].",
            "Im vierten Quartal 2024 nahm der Umsatz um «17.504» ab [q1].",
            "Im vierten Quartal 2024 stieg der Umsatz um ‹17.504› [q1].",
        ],
    );
    let rows = ["9|210", "10|213", "11|195", "12|238"];
    let query = "select month(tag) as monat, count(*) as fahrten from data group by 1 order by 1";
    holds(
        &[(query, table("monat|fahrten", &rows))],
        &[
            "Im November waren es «195» Fahrten, bevor sie im Dezember um ‹18 %› auf «238» anstiegen [q1].",
            "Im November waren es «195» Fahrten, bevor sie im Dezember um «22 %» auf «238» anstiegen [q1].",
        ],
    );
}

#[test]
fn a_step_leads_to_the_figure_behind_it() {
    let rows = ["4|85|91", "5|100|109", "7|101|123"];
    let query = "select monat, count(*) filter (where jahr=2023) as n_2023, count(*) filter (where jahr=2024) as n_2024 \
                 from data group by 1 order by 1";
    holds(
        &[(query, table("monat|n_2023|n_2024", &rows))],
        &["- April: plus ‹35,2 %› auf «91» [q1]", "- April: plus «7,1 %» auf «91» [q1]"],
    );
}

#[test]
fn a_statistic_is_meant_of_all_that_are_listed() {
    let rows = ["P1|1.7|2.8", "P2|6.1|8.9", "P3|15.4|22.7", "P4|39.9|51.2"];
    let query = "select prio, median(days) as median_days, avg(days) as avg_days from data group by 1 order by 1";
    holds(
        &[(query, table("prio|median_days|avg_days", &rows))],
        &[
            "The median time is ‹2.8› days for P1 [q1].",
            "The median resolution time is ‹2.8› days for P1, ‹22.7› for P3 and ‹51.2› for P4 [q1].",
            "The median time is «1.7» days for P1, «6.1» for P2, «15.4» for P3 and «39.9» for P4 [q1].",
        ],
    );
}

#[test]
fn several_figures_behind_each_name_are_its_own() {
    let rows = ["Optiline|696|48.6", "Rapid|933|28.3", "Intro|1170|23.1"];
    let query =
        "select feed, count(*) as pen_days, round(100.0*sum(kg)/sum(sum(kg)) over (),1) as pct from data group by 1";
    holds(
        &[(query, table("feed|pen_days|pct", &rows))],
        &[
            "Optiline accounts for «48.6 %» on only ‹933› pen-days, and Rapid for «28.3 %» on ‹696› [q1].",
            "Optiline accounts for «48.6 %» on only «696» pen-days, and Rapid for «28.3 %» on «933» [q1].",
        ],
    );
    let rows = ["Incident|P1|60", "Incident|P2|42", "Incident|P3|12", "Incident|P4|2", "Bug|P1|57", "Bug|P2|80"];
    holds(
        &[("select kind, prio, count(*) as n from data group by 1, 2", table("kind|prio|n", &rows))],
        &[
            "Of the incidents only «2» were filed as P4 and ‹42› as P3 [q1].",
            "Of the incidents only «2» were filed as P4 and «12» as P3 [q1].",
        ],
    );
}

#[test]
fn columns_that_are_called_alike_have_their_turns() {
    let query = "select count(*) filter (where weather is null) as missing_weather, count(*) filter (where temp is null) as \
                 missing_temp from data";
    holds(
        &[(query, table("missing_weather|missing_temp", &["42|38"]))],
        &[
            "The temperature is missing in ‹42› rows and the weather in ‹38› [q1].",
            "The weather is missing in «42» rows and the temperature in «38» [q1].",
        ],
    );
}

#[test]
fn years_and_what_is_compared_have_no_turns() {
    let query = "select kind, count(*) filter (where year=2023) as n_2023, count(*) filter (where year=2024) as n_2024 from data \
                 group by 1";
    holds(
        &[(query, table("kind|n_2023|n_2024", &["Orders|38|42", "Refunds|7|9"]))],
        &["In 2024 orders grew from «38» in 2023 to «42» [q1]."],
    );
}

#[test]
fn the_best_rate_and_a_peak_are_ends() {
    let rows = ["Ada|310|356", "Ben|302|330", "Cleo|250|310"];
    holds(
        &[(
            "select who, count(*) filter (where done) as closed, count(*) as total from data group by 1",
            table("who|closed|total", &rows),
        )],
        &[
            "The best rate is Ada's with ‹87.1 %› [q1].",
            "The best rate is Ben's with «91.5 %» [q1].",
            "Ada, with the largest total, closed «87.1 %» [q1].",
        ],
    );
    let rows = ["2023-10-01|235|110", "2024-01-01|261|116", "2024-04-01|283|136", "2024-07-01|290|135"];
    let query = "select date_trunc('quarter', day) as qtr, count(*) as created, count(*) filter (where bug) as bugs from data group by 1";
    holds(
        &[(query, table("qtr|created|bugs", &rows))],
        &[
            "Bugs peaked at ‹135› in the third quarter of 2024 [q1].",
            "Bugs peaked at «136» in the second quarter of 2024 [q1].",
        ],
    );
}

#[test]
fn hours_weekends_and_quarters_are_rows() {
    let rows = ["16|204", "17|242", "18|314", "19|279", "20|240", "21|141", "22|71"];
    holds(
        &[("select hour(at) as hr, count(*) as cycles from data group by 1 order by 1", table("hr|cycles", &rows))],
        &[
            "Between 5 pm and 9 pm there were «1,075» cycles [q1].",
            "Between 5 pm and 9 pm there were ‹1,085› cycles [q1].",
        ],
    );
    let rows = ["Mo|400", "Di|362", "Mi|375", "Do|382", "Fr|401", "Sa|343", "So|347"];
    holds(
        &[("select wt, count(*) as n from data group by 1", table("wt|n", &rows))],
        &[
            "Am Wochenende sind es zusammen «690», das sind «26 %» [q1].",
            "Am Wochenende sind es zusammen ‹725› [q1].",
            "Am Donnerstag waren es «382», am Freitag «401» [q1].",
            "Am Donnerstag waren es ‹401›, am Freitag ‹382› [q1].",
        ],
    );
    let rows = ["2023-01-01|373.6", "2023-04-01|329.8", "2023-07-01|358.9", "2024-01-01|415.5", "2024-04-01|376.8"];
    holds(
        &[(
            "select date_trunc('quarter', day) as qtr, sum(revenue) as revenue from data group by 1",
            table("qtr|revenue", &rows),
        )],
        &["Q1 improved from «373.6» to «415.5» [q1].", "Q1 improved from «373.6» to ‹376.8› [q1]."],
    );
}

#[test]
fn so_many_for_each_hundred_are_no_percentage() {
    let rows = ["Hafen|519|59.4", "Altstadt|534|55.3", "Nordend|505|45.0"];
    let query =
        "select bezirk, count(*) as touren, round(100.0*sum(klagen)/count(*),1) as klagen_je_100 from data group by 1";
    holds(
        &[(query, table("bezirk|touren|klagen_je_100", &rows))],
        &["Die Spanne reicht von «45,0» in Nordend bis «59,4» im Hafen [q1]."],
    );
}

#[test]
fn a_fall_is_no_sum_of_rates() {
    let rows = ["2023|1|8.1", "2023|3|7.29", "2024|1|6.9", "2024|3|7.29"];
    holds(
        &[(
            "select year, qtr, 100.0*sum(waste)/sum(all_units) as waste_pct from data group by 1, 2",
            table("year|qtr|waste_pct", &rows),
        )],
        &["All quarters improved: Q1 fell by ‹15.0 %› [q1]."],
    );
}
