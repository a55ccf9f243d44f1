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
}
