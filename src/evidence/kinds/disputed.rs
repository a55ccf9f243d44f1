//! What the words and the numbers of a sentence say against its own numbers.

use super::super::example::table;
use super::{Given, holds};

fn departments() -> [Given<'static>; 1] {
    let rows =
        ["General|646|45.4", "Pediatrics|311|42.8", "Cardiology|218|50.4", "Orthopedics|210|49.4", "Neurology|91|61.4"];
    let query =
        "select department, count(*) visits, round(avg(wait_min), 1) avg_wait from data group by 1 order by 2 desc";
    [(query, table("department|visits|avg_wait", &rows))]
}

#[test]
fn words_say_which_of_two_is_more() {
    holds(
        &departments(),
        &[
            "General had more visits than Cardiology («646» against «218») [q1].",
            "Pediatrics had more visits than General (‹311› vs. ‹646›) [q1].",
            "Visits went up from «210» in Orthopedics to «646» in General [q1].",
            "Visits fell from ‹210› in Orthopedics to ‹646› in General [q1].",
        ],
    );
}

#[test]
fn numbers_add_up() {
    holds(
        &departments(),
        &[
            "From «91» visits in Neurology to «646» in General it is an increase of «610 %» [q1].",
            "From «91» visits in Neurology to «646» in General it is an increase of ‹355 %› [q1].",
        ],
    );
    let query = "select count(*) filter (where sex is null) missing_sex, count(*) filter (where score is null) missing_score, count(*) n from data";
    holds(
        &[(query, table("missing_sex|missing_score|n", &["12|10|344"]))],
        &["«12» of «344» rows lack a sex [q1].", "‹12› of ‹10› rows lack a sex [q1]."],
    );
}

#[test]
fn figures_stand_at_their_names() {
    holds(
        &departments(),
        &[
            "Cardiology took «218» visits and Orthopedics «210» [q1].",
            "Cardiology took ‹210› visits and Orthopedics ‹218› [q1].",
            "Cardiology and Orthopedics are of similar size, «218» and «210» visits [q1].",
            "Cardiology and Orthopedics are of similar size, ‹210› and 218 visits [q1].",
        ],
    );
    let query = "select region, count(*) orders, sum(revenue) revenue from data group by 1 order by 3 desc";
    let rows = ["North|1479|198591.2", "South|892|123456.7", "West|753|101231.1", "East|542|69565.5"];
    holds(
        &[(query, table("region|orders|revenue", &rows))],
        &[
            "West handled «753» orders and East «542»; South, with «892», sits in between North and West [q1].",
            "West handled ‹542› orders and East 753; South, with «892», sits in between North and West [q1].",
        ],
    );
    let query = "select month(date) as month, round(avg(temp_min), 2) avg_low from data group by 1 order by 1";
    let rows = [
        "1|2.7", "2|3.1", "3|4.9", "4|6.2", "5|9.0", "6|11.6", "7|13.9", "8|14.77", "9|12.7", "10|9.3", "11|5.6",
        "12|3.33",
    ];
    holds(
        &[(query, table("month|avg_low", &rows))],
        &[
            "Monthly lows run from «2.70» in January to «14.77» in August [q1].",
            "Monthly lows run from ‹14.77› in January to ‹2.70› in August [q1].",
        ],
    );
}
