//! Sentences that are true, and that rules against others like them have to leave alone.

use super::super::example::table;
use super::{Given, holds};

fn shops() -> [Given<'static>; 1] {
    let rows = [
        "Electronics|164|2.0|56800|346.1|30.7",
        "Clothing|342|1.9|34800|101.8|16.6",
        "Sports|211|1.8|26300|124.6|15.1",
        "Beauty|190|1.7|9900|52.1|2.8",
        "People|74|1.6|4100|55.4|9.0",
    ];
    let header = "category|orders|avg_items|revenue_eur|avg_order_eur|return_pct";
    [("select category, count(*) as orders from data group by 1 order by 4 desc", table(header, &rows))]
}

fn months() -> [Given<'static>; 1] {
    let rows = ["2024-01|243|10", "2024-02|234|14", "2024-03|244|5", "2024-04|213|2", "2024-05|260|3", "2024-06|251|9"];
    let query = "select strftime(day, '%Y-%m') as month, count(*) as sailings, sum(lost) as cancelled from data group by 1 order by 1";
    [(query, table("month|sailings|cancelled", &rows))]
}

#[test]
fn a_pronoun_is_what_the_sentence_before_names() {
    holds(
        &shops(),
        &[
            "Electronics has a return rate of 30.7%. That is nearly «twice» the rate of Clothing and almost «eleven times» that \
             of Beauty [q1].",
            "Electronics has a return rate of 30.7%. That is «2.03 times» the rate of Sports [q1].",
            "Electronics brought in «€56,800», more than «five times» the «€9,900» of Beauty [q1].",
        ],
    );
}

#[test]
fn what_is_more_or_less_is_told_of_the_figure_beside_it() {
    holds(
        &shops(),
        &[
            "Sports had «211» orders, 21 more than Beauty and 131 fewer than Clothing [q1].",
            "Electronics earned «€56,800» – no less than five times what Beauty did [q1].",
            "Its revenue of «€56,800» is more than twice that of Sports: Electronics leads [q1].",
        ],
    );
}

#[test]
fn months_that_are_joined_are_no_range() {
    holds(
        &months(),
        &[
            "January, February and June together had «33» cancelled sailings [q1].",
            "February and June together had «23» cancelled sailings [q1].",
            "February and June together had ‹33› cancelled sailings [q1].",
            "Between February and April «21» sailings were cancelled in all [q1].",
            "From January to March there were 240 sailings a month, «721» in all [q1].",
        ],
    );
}

#[test]
fn what_is_named_is_left_out_of_the_others() {
    holds(
        &shops(),
        &[
            "Electronics averages €346.1 an order; no other category exceeds «€124.6» [q1].",
            "Electronics averages €346.1 an order; no other category exceeds ‹€101.8› [q1].",
        ],
    );
}

#[test]
fn peaks_and_ends_are_looked_for_where_they_are_said() {
    let rows = ["Italy|0.2969|0.3572|0.3177", "Spain|0.2500|0.3678|0.3178", "Malta|0.1300|0.1290|0.1260"];
    holds(
        &[("select * from data", table("country|2022|2023|2024", &rows))],
        &["Italy's price peaked in 2023 at «€0.3572» [q1].", "Italy's price peaked at «€0.3572» in 2023 [q1]."],
    );
    let rows = ["Bergen|16.9|0.4", "Seville|30.7|9.1", "Krakow|20.8|-2.8"];
    holds(
        &[("select * from data", table("station|warmest_month|coldest_month", &rows))],
        &["In Bergen the warmest month reached just «16.9» °C [q1]."],
    );
}

#[test]
fn steps_over_numbers_close_by_need_no_words() {
    let rows = ["Jersey|5.35|3.95|301", "Holstein|4.02|3.27|883"];
    holds(
        &[("select * from data", table("breed|fat_pct|protein_pct|tests", &rows))],
        &[
            "Jersey milk has 5.35% fat and 3.95% protein, i.e. «9.30%» of both [q1].",
            "Jersey milk has 5.35% fat and 3.95% protein, i.e. ‹9.13%› of both [q1].",
            "Jersey 301 + Holstein 883 = «1,184» tests [q1].",
            "Jersey 301 + Holstein 883 = ‹1,148› tests [q1].",
        ],
    );
}

#[test]
fn means_and_medians_that_are_told_side_by_side_are_each_its_own() {
    let rows = ["English|72.98|73.2", "History|72.04|72.4", "Maths|62.37|62.6"];
    holds(
        &[("select * from data", table("subject|mean_score|median_score", &rows))],
        &[
            "Mean vs. median: English «72.98»/«73.2»; History «72.04»/«72.4»; Maths «62.37»/«62.6» [q1].",
            "Unlike the mean, the median of English was ‹72.98› [q1].",
            "La media de English es de «72,98» puntos y la mediana de «73,2» puntos [q1].",
        ],
    );
}
