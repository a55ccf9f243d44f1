//! How a number is read beside the names, units and classes that it stands with.

use super::super::example::table;
use super::holds;

#[test]
fn cents_of_a_column_in_cents_are_its_numbers() {
    let rows = ["2022|2957074|50.9", "2023|2957530|46.61", "2024|2997521|49.26"];
    let query =
        "select year(d) as jahr, sum(kg) as menge_kg, round(avg(preis_ct_kg), 2) as preis_ct_kg from data group by 1";
    holds(
        &[(query, table("jahr|menge_kg|preis_ct_kg", &rows))],
        &[
            "Der Preis fiel von «50,90 ct/kg» im Jahr 2022 auf «46,61 ct/kg» im Jahr 2023 [q1].",
            "Der Preis fiel von ‹52,90 ct/kg› im Jahr 2022 auf 46,61 ct/kg im Jahr 2023 [q1].",
        ],
    );
}

#[test]
fn a_median_is_in_the_thousands_of_its_column() {
    let rows = ["Süd|606|177.0", "Ost|610|168.0", "Nord|612|171.0"];
    let query = "select region, count(*) as n, median(zellzahl_tsd) as zellzahl_med from data group by 1";
    holds(
        &[(query, table("region|n|zellzahl_med", &rows))],
        &[
            "Der Median der Zellzahl beträgt im Norden «171 Tsd.» [q1].",
            "Die Zellzahl beträgt im Norden ‹191 Tsd.› [q1].",
        ],
    );
}

#[test]
fn classes_of_a_percentage_are_named_by_it() {
    let rows = ["0|2446|6.01", "10|971|5.25", "20|763|4.06", "50|420|6.19"];
    let query =
        "select discount_pct, count(*) as orders, round(100.0*avg(refunded), 2) as refund_pct from data group by 1";
    holds(
        &[(query, table("discount_pct|orders|refund_pct", &rows))],
        &[
            "The refund rate is lowest for the 20 % tier, at «4.06%», and highest for the 50 % tier, at «6.19%» [q1].",
            "The refund rate is lowest for the 20 % tier, at ‹5.25%› [q1].",
            "Mit 10 % Rabatt wurden «971» Bestellungen verkauft [q1].",
        ],
    );
}

#[test]
fn a_row_that_is_called_as_a_column_is_a_row() {
    let rows = ["IT|288|1636.6", "HR|171|864.6", "Operations|975|4905.6", "Finance|376|1862.3"];
    let query = "select dept, count(*) as n, round(sum(hrs_spent), 1) as hours from data group by 1";
    holds(
        &[(query, table("dept|n|hours", &rows))],
        &["HR has «171» enrolments [q1].", "HR has ‹288› enrolments [q1]."],
    );
}

#[test]
fn an_amount_beside_a_percentage_is_none() {
    let rows = ["IT|288|1636.6", "HR|171|864.6", "Operations|975|4905.6", "Finance|376|1862.3"];
    let query = "select dept, count(*) as n, round(sum(hrs_spent), 1) as hours from data group by 1";
    holds(
        &[(query, table("dept|n|hours", &rows))],
        &[
            "Operations logged the most hours, «4,905.6», or 52.9% of the total [q1].",
            "Operations logged the most hours, ‹4,605.6›, or 52.9% of the total [q1].",
        ],
    );
}

#[test]
fn a_hundred_times_a_mean_of_yes_and_no_is_a_percentage() {
    let rows = ["IT|94.6|51.0", "HR|92.3|49.1", "Sales|84.0|44.8"];
    let query = "select dept, round(100*avg(case when done then 1.0 else 0 end) filter (where track='C'), 1) as compliance, \
                 round(100*avg(case when done then 1.0 else 0 end) filter (where track='D'), 1) as digital_skills from data \
                 group by 1";
    holds(
        &[(query, table("dept|compliance|digital_skills", &rows))],
        &["In compliance, IT reaches «94.6%» and Sales «84.0%» [q1].", "In compliance, IT reaches ‹84.0%› [q1]."],
    );
}

#[test]
fn a_quantity_times_a_price_is_money() {
    let rows = ["0-29|696|3902650.5", "30-89|613|3027708.99", "90-179|271|1620213.76"];
    let query = "select case when d<30 then '0-29' when d<90 then '30-89' else '90-179' end as bucket, count(*) as skus, \
                 round(sum(qty_oh*unit_cost_usd), 2) as value from data group by 1 order by 1";
    holds(
        &[(query, table("bucket|skus|value", &rows))],
        &[
            "The 90–179 day bucket holds 271 SKUs worth «USD 1'620'213.76» [q1].",
            "The 90–179 day bucket holds 271 SKUs worth ‹USD 1'720'213.76› [q1].",
        ],
    );
}

#[test]
fn brackets_of_ages_have_a_plural() {
    let rows = ["18-29|761|73.75|6.21", "30-39|956|75.31|6.19", "40-49|782|71.2|6.1", "50-59|500|85.4|6.14"];
    let query = "select age_grp, count(*) as n, avg(gbp) as avg_gbp, median(pace) as median_pace from data group by 1";
    holds(
        &[(query, table("age_grp|n|avg_gbp|median_pace", &rows))],
        &["The 18-29s raise «£73.75» on average [q1].", "The 18-29s raise ‹£75.31› on average [q1]."],
    );
}

#[test]
fn fewer_than_a_year_is_no_bound() {
    let rows = ["2022|1165|95601.51", "2023|1162|92686.43", "2024|1073|81657.11"];
    let query = "select year(d) as yr, count(*) as inspections, sum(cost) as cost from data group by 1 order by 1";
    holds(
        &[(query, table("yr|inspections|cost", &rows))],
        &[
            "In 2024 there were 1,073 inspections, «89» fewer than 2023 [q1].",
            "In 2024 there were 1,073 inspections, ‹92› fewer than 2023 [q1].",
        ],
    );
}

#[test]
fn what_was_dropped_is_counted_and_has_not_fallen() {
    let query = "select count(*) as enrolments, count(*) filter (where s='c') as completed, count(*) filter (where s='d') as \
                 dropped from data";
    holds(
        &[(query, table("enrolments|completed|dropped", &["3200|2058|683"]))],
        &[
            "Of 3,200 enrolments 2,058 were completed. Another 683 were dropped («21.3%») [q1].",
            "Of 3,200 enrolments 2,058 were completed. Another 683 were dropped (‹24.3%›) [q1].",
        ],
    );
}

#[test]
fn hours_are_listed_before_their_half_of_the_day() {
    let rows = ["6|312|1580.2", "7|655|3344.1", "8|881|4427.16", "9|575|2901.4", "10|402|2033.9", "11|380|1911.0"];
    let query = "select hour(ts) as hr, count(*) as n, sum(eur) as revenue from data group by 1 order by 1";
    holds(
        &[(query, table("hr|n|revenue", &rows))],
        &[
            "The three hours starting at 7, 8 and 9 a.m. together have «2,111» transactions [q1].",
            "The three hours starting at 7, 8 and 9 a.m. together have ‹2,211› transactions [q1].",
        ],
    );
}

#[test]
fn a_label_of_two_words_is_said_as_two() {
    let rows = ["car|3027|169.8", "suv_van|910|174.8", "ev|459|175.5", "motorcycle|204|178.3"];
    let query =
        "select veh_type, count(*) as n, round(avg(min), 1) as avg_stay_min from data group by 1 order by 2 desc";
    holds(
        &[(query, table("veh_type|n|avg_stay_min", &rows))],
        &[
            "EVs stay 175.5 minutes on average. SUVs and vans are in between with «174.8», and motorcycles have the highest \
             average, 178.3 minutes, but with only 204 entries [q1].",
            "EVs stay 175.5 minutes on average. SUVs and vans are in between with ‹169.8›, and motorcycles have the highest \
             average, 178.3 minutes, but with only 204 entries [q1].",
        ],
    );
}
