//! What a model that slips in wrong numbers says of right ones: the best that is none, a bound that something passes, a change from
//! another year, as many rows as there are none of.

use super::super::example::table;
use super::{Given, holds};

fn farms() -> [Given<'static>; 2] {
    let farms =
        ["Longrigg|31|645|4071.7", "Ness Bank|14|622|7601.1", "Cairn Moor|22|568|4801.2", "Aldersyke|9|294|3212.6"];
    let causes = [
        "Gearbox|116|7210.3|62.2",
        "Yaw|225|1587.1|7.1",
        "Grid fault|325|1222.7|3.8",
        "Sensor|455|1182.8|2.6",
        "Icing|85|956.0|11.2",
    ];
    let by_farm =
        "select farm, count(distinct turbine) turbines, count(*) stops, sum(lost_mwh) lost_mwh from data group by 1";
    let by_cause = "select cause, count(*) stops, sum(hours) hours, avg(hours) avg_h from data group by 1";
    [(by_farm, table("farm|turbines|stops|lost_mwh", &farms)), (by_cause, table("cause|stops|hours|avg_h", &causes))]
}

fn years() -> [Given<'static>; 1] {
    let rows = ["2021|537|249|95", "2022|675|297|124", "2023|773|381|107", "2024|665|293|111"];
    let query = "select year(date) as yr, count(*) as intakes, count(*) filter (where kind='Cat') as cats, count(*) filter \
                 (where kind not in ('Cat','Dog')) as others from data group by 1 order by 1";
    [(query, table("yr|intakes|cats|others", &rows))]
}

fn lamps() -> [Given<'static>; 1] {
    let rows = [
        "LED|2022|344|50.4",
        "SOX|2022|153|22.4",
        "SON|2022|145|21.3",
        "LED|2023|356|50.0",
        "SOX|2023|165|23.2",
        "SON|2023|127|17.8",
        "LED|2024|403|54.2",
        "SOX|2024|146|19.7",
        "SON|2024|136|18.3",
    ];
    let query = "select lamp, year(day) as yr, count(*) as n, round(100.0*count(*)/sum(count(*)) over (partition by \
                 year(day)),1) as share from data group by 1,2 order by 2,3 desc";
    [(query, table("lamp|yr|n|share", &rows))]
}

fn months() -> [Given<'static>; 1] {
    let rows =
        ["1|150", "2|137", "3|179", "4|232", "5|265", "6|320", "7|290", "8|284", "9|233", "10|223", "11|175", "12|162"];
    [("select month(day) as mon, count(*) as n from data group by 1 order by 1", table("mon|n", &rows))]
}

fn animals() -> [Given<'static>; 1] {
    let rows = [
        "Reh|1128|60.3|2260|14690",
        "Wildschwein|262|14.0|4140|15550",
        "Hase|133|7.1|700|3510",
        "Rotwild|67|3.6|6700|43190",
    ];
    let query = "select art, count(*) as n, round(100.0*count(*)/sum(count(*)) over (),1) as anteil, median(eur) as median_eur, \
                 max(eur) as max_eur from data group by 1 order by 2 desc";
    [(query, table("art|n|anteil|median_eur|max_eur", &rows))]
}

fn sites() -> [Given<'static>; 1] {
    let rows = ["Eastgate|1346|25.8|302", "Millbrook|810|26.8|292", "Harbour Rd|494|24.8|331"];
    let query =
        "select site, count(*) as n, avg(days) as avg_days, max(days) as max_days from data group by 1 order by 2 desc";
    [(query, table("site|n|avg_days|max_days", &rows))]
}

#[test]
fn the_best_of_a_column_is_the_best() {
    holds(
        &farms(),
        &[
            "Longrigg had the most stops and the largest lost output, ‹4,071.7› MWh [q1].",
            "Ness Bank had the largest lost output, «7,601.1» MWh [q1].",
            "The largest lost output is in Longrigg, ‹7,601.1› MWh [q1].",
            "The largest lost output is in Ness Bank, «7,601.1» MWh [q1].",
        ],
    );
    holds(
        &sites(),
        &[
            "The longest average stay is at Harbour Rd with ‹24.8› days [q1].",
            "The longest average stay is at Millbrook with «26.8» days [q1].",
            "Harbour Rd had the longest single stay, «331» days [q1].",
        ],
    );
    holds(
        &animals(),
        &["Bei Hasen lag der höchste bei ‹700 €› [q1].", "Bei Hasen lag der höchste bei «3.510 €» [q1]."],
    );
}

#[test]
fn nothing_passes_a_bound_that_nothing_is_said_to_pass() {
    holds(
        &sites(),
        &[
            "No site's average goes above «27» days [q1].",
            "No site's average goes above ‹26› days [q1].",
            "The average never exceeds ‹25.9› days [q1].",
        ],
    );
    holds(&months(), &["No month had fewer than ‹151› intakes [q1]."]);
}

#[test]
fn a_change_is_from_what_it_is_held_against() {
    holds(
        &lamps(),
        &[
            "SOX fell by «7» from 2022 to 2024 [q1].",
            "Compared with 2023, LED faults rose by «47» in 2024 [q1].",
            "Compared with 2023, LED faults rose by ‹59› in 2024 [q1].",
            "Compared with 2022, SON rose to ‹136› in 2024 [q1].",
            "Compared with 2023, SON rose to «136» in 2024 [q1].",
        ],
    );
    holds(
        &years(),
        &[
            "Cat intakes fell by ‹44› over the same three years [q1].",
            "Others went down by 17 from 2022 to 2023, to «107» [q1].",
            "Cats rose by 84 from 2022 to 2023. Others went down by «17», to ‹124› [q1].",
            "Others made up ‹17.7%› of intakes in 2023 [q1].",
            "Others made up «13.8%» of intakes in 2023 [q1].",
            "Ein Plus von ‹14,0 %› bei den Aufnahmen von 2023 auf 2024 [q1].",
        ],
    );
}

#[test]
fn only_the_rows_that_the_noun_names_are_counted() {
    holds(
        &farms(),
        &[
            "«Two» farms lost more than 4,500 MWh each [q1].",
            "‹Three› farms lost more than 4,500 MWh each [q1].",
            "‹Three› of the four farms lost more than 4,500 MWh each [q1].",
        ],
    );
    holds(
        &months(),
        &[
            "«Six» months had more than 230 intakes [q1].",
            "‹Seven› months had more than 230 intakes [q1].",
            "The «three» months from June to August brought «894» intakes [q1].",
            "The «four» months from November to February brought «624» intakes [q1].",
            "The ‹five› months from November to February brought 624 intakes [q1].",
        ],
    );
}

#[test]
fn what_is_left_of_a_whole_lies_beside_its_parts() {
    holds(
        &farms(),
        &[
            "Of the 2,129 stops, 645 were at Longrigg and 622 at Ness Bank; the remaining «862» were elsewhere [q1].",
            "Of the 2,129 stops, 645 were at Longrigg and 622 at Ness Bank; the remaining ‹882› were elsewhere [q1].",
        ],
    );
}

#[test]
fn a_ratio_is_of_what_can_be_held_against_another() {
    holds(
        &farms(),
        &[
            "Grid faults come next with ‹3.8› days, three times those of icing [q2].",
            "Icing stops last «four times» as long as sensor stops [q2].",
            "Icing stops last ‹three times› as long as sensor stops.",
        ],
    );
    holds(
        &sites(),
        &[
            "Millbrook follows with 810 animals, or ‹36.0%› [q1].",
            "Millbrook follows with 810 animals, or «30.6%» [q1].",
        ],
    );
}

#[test]
fn what_stands_beside_a_number_says_whose_it_is() {
    holds(
        &animals(),
        &[
            "Davon entfallen auf Rehe («60,3 %») und Hasen («7,1 %») die meisten [q1].",
            "Davon entfallen auf Rehe (‹14,0 %›) und Hasen 7,1 % [q1].",
            "Rehe und Hasen zusammen kommen auf «67,4 %» [q1].",
            "Rehe und Hasen zusammen kommen auf ‹60,3 %› [q1].",
            "Wildschweine sind etwa «doppelt» so häufig wie Hasen [q1].",
            "Wildschweine sind etwa ‹dreimal› so häufig wie Hasen [q1].",
        ],
    );
    holds(
        &sites(),
        &[
            "Eastgate lies at «25.8» days, lower than Millbrook [q1].",
            "Harbour Rd lies at ‹24.8› days, higher than Millbrook [q1].",
        ],
    );
}

#[test]
fn what_the_sentence_before_names_is_held_against_each_other() {
    holds(
        &animals(),
        &[
            "Der Median liegt bei Rotwild bei 6.700 € und bei Rehen bei 2.260 €. Der Unterschied beträgt ‹2.560 €› [q1].",
        ],
    );
}

#[test]
fn one_group_never_passes_its_bound() {
    holds(&lamps(), &["LED never had more than ‹360› faults [q1]."]);
}

#[test]
fn as_many_are_so_as_the_row_says_that_is_called_so() {
    let rows =
        ["Eastgate|Adopted|262", "Eastgate|In care|26", "Harbour|Adopted|83", "Harbour|Died|12", "Harbour|In care|10"];
    let given = [("select site, outcome, count(*) as n from data group by 1, 2", table("site|outcome|n", &rows))];
    holds(
        &given,
        &[
            "At Harbour 83 dogs were adopted; ‹twelve› were still in care [q1].",
            "At Harbour «10» dogs were still in care [q1].",
        ],
    );
}
