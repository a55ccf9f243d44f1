//! What the words around a number rule out: names of columns, units, money, directions, years, and names that come later.

use super::super::example::table;
use super::{Given, holds};

fn league() -> [Given<'static>; 1] {
    let rows = ["City|26|16|3|7|64|27|57", "Rovers|26|15|3|8|52|16|48", "Wanderers|26|5|4|17|25|-21|19"];
    let header = "club|played|won|drawn|lost|goals_for|goal_difference|points";
    [(
        "select club, played, won, drawn, lost, goals_for, goal_difference, points from data order by 8 desc",
        table(header, &rows),
    )]
}

fn channels() -> [Given<'static>; 1] {
    let rows =
        ["Search|12257|57191.25|27130.5|73.74", "Email|898|26001.75|6622.1|28.96", "Social|4100|11002|3107.8|2.68"];
    let query = "select channel, sum(clicks) as clicks, sum(rev) as revenue, sum(cost) as cost, avg(v) as aov from data group by 1";
    [(query, table("channel|clicks|revenue|cost|aov", &rows))]
}

#[test]
fn the_name_of_a_column_before_a_number_says_which_it_is_of() {
    holds(
        &league(),
        &[
            "City won «16» games, one more than Rovers [q1].",
            "City won ‹26› games, one more than Rovers [q1].",
            "City have the best attack («64» goals) and the best goal difference («+27») [q1].",
            "City have the best attack (64 goals) and the best goal difference (‹+64›) [q1].",
        ],
    );
}

#[test]
fn money_is_of_no_column_that_counts() {
    holds(
        &channels(),
        &["Search brought «$57,191» [q1].", "Search brought ‹$12,257› [q1].", "Search costs «$27,130.50» [q1]."],
    );
}

#[test]
fn what_is_counted_of_them_is_a_whole_number() {
    let rows = ["APAC|441|73.74", "EMEA|1530|66.1", "LATAM|820|61.2"];
    let orders = [("select region, count(*) as n, avg(v) as aov from data group by 1", table("region|n|aov", &rows))];
    holds(
        &orders,
        &[
            "APAC holds «15.8%» of all orders, or «441» of them [q1].",
            "APAC holds 15.8% of all orders, or ‹74› of them [q1].",
        ],
    );
}

#[test]
fn a_count_of_rows_is_in_no_unit_of_measure() {
    let rows = ["2019|1210.5|1801", "2020|1037.5|1912", "2021|980.5|2012", "2022|1101.5|1944"];
    let query = "select year, avg(mm) as rain_mm, sum(h) as sunshine_h from data group by 1";
    holds(
        &[(query, table("year|rain_mm|sunshine_h", &rows))],
        &[
            "On average «1,082.5» mm of rain fell in the four years [q1].",
            "On average ‹4› mm of rain fell in a year [q1].",
        ],
    );
}

#[test]
fn what_is_below_nothing_is_said_to_be() {
    let rows = ["January|1200", "February|310", "March|-7795"];
    holds(
        &[("select month, sum(x) as balance from data group by 1", table("month|balance", &rows))],
        &["March had a balance of «−7,795» [q1].", "March had a balance of ‹7,795› [q1].", "March lost «7,795» [q1]."],
    );
}

#[test]
fn what_fell_did_not_rise() {
    let rows = ["Ashburn|158|120|-24.1", "Dublin|131|106|-19.1", "Singapore|52|54|3.8"];
    let query = "select dc, n_2023, n_2024, round(100.0 * n_2024 / n_2023 - 100, 1) as change_pct from data";
    holds(
        &[(query, table("dc|n_2023|n_2024|change_pct", &rows))],
        &[
            "Singapore rose by «3.8%» to «54» [q1].",
            "Singapore fell by ‹3.8%› to 54 [q1].",
            "Dublin fell by «19.1%» to «106» [q1].",
        ],
    );
}

#[test]
fn a_difference_is_between_the_years_that_are_said() {
    let rows = ["History|61.2|60.5|62.1|63.0", "Maths|55.1|56.0|57.7|58.8"];
    let query = "select subject, y2021, y2022, y2023, y2024 from data";
    holds(
        &[(query, table("subject|y2021|y2022|y2023|y2024", &rows))],
        &[
            "History gained «1.8» points between 2021 and 2024 [q1].",
            "History gained ‹2.5› points between 2021 and 2024 [q1].",
        ],
    );
}

#[test]
fn a_share_is_of_what_it_is_said_to_be_of() {
    let rows = [
        "Rolling stock|139|1898|13.7|8",
        "Signal failure|130|1818|14.0|8",
        "Track works|118|1588|13.5|8",
        "Passenger incident|115|1519|13.2|8",
        "Weather|110|1421|12.9|8",
        "Crew|104|1400|13.5|8",
    ];
    let query = "select delay_cause, count(*) as cnt, sum(delay_min) as delay_minutes, round(avg(delay_min), 1) as avg_min, \
                 count(distinct line) as lines_hit from data group by 1 order by cnt desc";
    holds(
        &[(query, table("delay_cause|cnt|delay_minutes|avg_min|lines_hit", &rows))],
        &[
            "Signal failures account for «18.9%» of all delay minutes [q1].",
            "Signal failures account for ‹18.2%› of all delay minutes [q1].",
        ],
    );
}

#[test]
fn all_the_things_there_are_have_the_sum_of_all() {
    let rows = ["North|180200", "South|140047", "West|110100", "East|82100", "Central|61000"];
    holds(
        &[(
            "select region, sum(n) as passengers from data group by 1 order by 2 desc",
            table("region|passengers", &rows),
        )],
        &[
            "Together, the five regions carried «573,447» passengers [q1].",
            "Together, the five regions carried ‹512,447› passengers [q1].",
            "180,200 from the North, 140,047 from the South and 110,100 from the West: «430,347» in all [q1].",
        ],
    );
}

#[test]
fn a_correlation_that_is_given_has_its_sign() {
    let text = |last: &str| {
        format!(
            "Cost does, age somewhat, satisfaction hardly [q1]:\n\n- Length of stay and cost: r = 0.724\n- Age and length \
             of stay: r = 0.363\n- Length of stay and satisfaction score: r = {last}"
        )
    };
    holds(
        &[(
            "select corr(los, cost) as corr_los_cost, corr(age, los) as corr_age_los, corr(los, sat) as corr_los_sat from data",
            table("corr_los_cost|corr_age_los|corr_los_sat", &["0.724|0.363|-0.091"]),
        )],
        &[&text("«-0.091»"), &text("‹0.091›")],
    );
}

#[test]
fn what_is_named_in_the_next_clause_is_averaged_into_none() {
    let rows = ["Spain|0.8067", "Italy|0.8105", "Switzerland|0.8113", "Portugal|0.8124", "Germany|0.812"];
    holds(
        &[("select country, avg(pr) as avg_pr from data group by 1", table("country|avg_pr", &rows))],
        &[
            "Spain's average performance ratio is «80.7%», the lowest of the five countries; Portugal leads with 81.2% [q1].",
            "Spain's average performance ratio is ‹81.0%›, the lowest of the five countries; Portugal leads with 81.2% [q1].",
        ],
    );
}

#[test]
fn nothing_taken_away_leaves_no_difference() {
    let rows =
        ["0|318|0", "<1k|792|388530.45", "1k-10k|1398|4533164.78", "10k-50k|173|3253430.86", "50k+|39|6471404.15"];
    holds(
        &[("select bucket, count(*) as cnt, sum(paid) as paid from data group by 1", table("bucket|cnt|paid", &rows))],
        &[
            "The 10k–50k bracket holds «173» claims and accounts for «€3,253,430.86» [q1].",
            "The 10k–50k bracket holds 173 claims and accounts for ‹€4,533,164.78› [q1].",
        ],
    );
}

#[test]
fn a_multiple_is_no_amount() {
    let rows = ["Pool|310.5|475000", "Town Hall|181.3|145000", "Fire Station|121.2|38350"];
    holds(
        &[(
            "select building, sum(mwh) as electricity_mwh, sum(cost) as cost_eur from data group by 1",
            table("building|electricity_mwh|cost_eur", &rows),
        )],
        &[
            "The pool's energy bill of €475K is roughly «12 times» the Fire Station's (€38K) [q1].",
            "The pool's energy bill of €475K is roughly ‹121 times› the Fire Station's [q1].",
        ],
    );
}

#[test]
fn an_increase_is_no_decrease_to_another() {
    let rows = ["Delayed bag|415|465|569", "Lost bag|97|122|144", "Missing contents|59|75|79"];
    let query = "select claim_type, count(*) filter (where y=2022) as y2022, count(*) filter (where y=2023) as y2023, \
                 count(*) filter (where y=2024) as y2024 from data group by 1";
    holds(
        &[(query, table("claim_type|y2022|y2023|y2024", &rows))],
        &[
            "Lost bags went from 97 in 2022 to 144 in 2024, an increase of «48.5%» [q1].",
            "Lost bags went from 97 in 2022 to 144 in 2024, an increase of ‹38.5%› [q1].",
        ],
    );
}

#[test]
fn a_part_of_the_total_is_of_no_other_row() {
    let rows = ["Beans|1105.34|211", "Bakery|4053.28|1137", "Coffee|9210.4|3120", "Tea|1798.02|648"];
    let query = "select category, sum(net) as revenue, count(*) as units from data group by 1";
    holds(
        &[(query, table("category|revenue|units", &rows))],
        &["Beans bring 1,105.34, ‹27.3 %› of the total [q1].", "Beans bring 1,105.34, «6.8 %» of the total [q1]."],
    );
}

#[test]
fn what_is_said_of_another_row_is_over_none_of_this_one() {
    let rows = ["true|3445|15.92|3.1|0.95|3270.25", "false|1555|15.63|3.02|3.79|5891.47"];
    let query = "select member, count(*) as trips, round(avg(min), 2) as avg_duration_min, round(avg(km), 2) as avg_km, \
                 round(avg(eur), 2) as avg_fare, round(sum(eur), 2) as revenue_eur from data group by 1 order by 2 desc";
    let text = |first: &str, second: &str| {
        format!(
            "Members made 3,445 trips [q1]. Casual riders made 1,555 trips [q1]. Members paid 3,270.25 EUR in all, casual \
             riders 5,891.47 EUR [q1]. Non-members pay {first} on average and members {second} [q1]."
        )
    };
    holds(
        &[(query, table("member|trips|avg_duration_min|avg_km|avg_fare|revenue_eur", &rows))],
        &[&text("«3.79»", "«0.95»"), &text("‹0.95›", "3.79")],
    );
}
