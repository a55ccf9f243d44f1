//! Numbers that prove one another, and words that say what a percentage is of.

use super::super::example::table;
use super::{Given, holds};
use crate::table::{Cell, Table};

fn energy() -> [Given<'static>; 1] {
    let rows =
        ["2019|10771.5|897.6|50.23", "2020|9136.1|761.3|51.45", "2021|7761.6|646.8|85.93", "2022|6050.1|504.2|190.02"];
    let query =
        "select year, sum(coal_gwh) as coal, avg(coal_gwh) as avg_month, avg(price) as avg_price from data group by 1";
    [(query, table("year|coal|avg_month|avg_price", &rows))]
}

fn trips() -> [Given<'static>; 1] {
    let row = |is: bool, trips: i64, fare: f64| vec![Cell::Bool(is), Cell::Int(trips), Cell::Float(fare)];
    let table = Table {
        columns: ["member", "trips", "avg_fare"].map(str::to_owned).to_vec(),
        types: ["BOOLEAN", "BIGINT", "DOUBLE"].map(str::to_owned).to_vec(),
        rows: vec![row(true, 3445, 0.95), row(false, 1555, 3.79)],
        row_count: 2,
    };
    [("select member, count(*) as trips, avg(fare) as avg_fare from data group by 1", table)]
}

#[test]
fn a_step_over_two_numbers_proves_all_three() {
    holds(
        &energy(),
        &[
            "It went from «10,771.5» to «9,136.1» GWh («−15.2 %») [q1].",
            "It went from ‹10,771.5› to ‹9,163.1› GWh (‹−15.2 %›) [q1].",
            "In 2022 the price rose from «85.93» to «190.02» (+«121 %»), a record [q1].",
        ],
    );
}

#[test]
fn a_sign_in_brackets_is_the_change_since_the_row_before() {
    holds(
        &energy(),
        &[
            "Coal by year:\n\n- 2019: «10,771.5»\n- 2020: «9,136.1» («−1,635.4»)\n- 2021: «7,761.6» («−15.0 %»)\n\n[q1]",
            "Coal by year:\n\n- 2019: «10,771.5»\n- 2020: «9,136.1» (‹+1,635.4›)\n- 2021: «7,761.6» (‹−16.0 %›)\n\n[q1]",
        ],
    );
}

#[test]
fn a_percentage_is_a_change_or_a_part_as_the_words_say() {
    holds(
        &energy(),
        &[
            "Coal fell from 10,771.5 in 2019 to 6,050.1 in 2022, a drop of «44 %» [q1].",
            "Coal fell from 10,771.5 in 2019 to 6,050.1 in 2022, a drop of ‹56 %› [q1].",
            "In 2022 coal was at «56 %» of its level of 2019 [q1].",
            "In 2022 coal was at ‹44 %› of its level of 2019 [q1].",
        ],
    );
}

#[test]
fn what_is_so_and_what_is_not_are_rows() {
    holds(
        &trips(),
        &[
            "Members pay «0.95» on average, non-members «3.79» [q1].",
            "Members pay ‹3.79› on average, non-members ‹0.95› [q1].",
            "Members made «3,445» trips [q1].",
            "Members made ‹1,555› trips [q1].",
        ],
    );
}

#[test]
fn months_and_codes_are_called_by_their_names() {
    let months = ["01|3455.6", "02|3412.0", "03|3289.8", "04|3127.2", "05|2914.3"];
    let mut by_month = table("m|avg_demand", &months);
    by_month.types[0] = "VARCHAR".to_owned();
    for (row, month) in by_month.rows.iter_mut().zip(["01", "02", "03", "04", "05"]) {
        row[0] = Cell::Text(month.to_owned());
    }
    let states = table("state|airports", &["AK|263", "TX|209", "MI|94", "MN|89"]);
    holds(
        &[
            ("select right(month, 2) as m, avg(demand_gwh) as avg_demand from data group by 1", by_month),
            ("select state, count(*) as airports from data group by 1", states),
        ],
        &[
            "April needs «3,127.2» GWh on average [q1].",
            "April needs ‹3,289.8› GWh on average [q1].",
            "In January demand was «3.4556» TWh [q1].",
            "Minnesota has «89» airports [q2].",
            "Minnesota has ‹94› airports [q2].",
        ],
    );
}

#[test]
fn words_of_one_root_and_of_one_sense_name_columns() {
    let wards = table("ward|admissions|avg_stay_days|cost", &["North|120|4.2|81000", "South|95|6.1|77000"]);
    holds(
        &[("select * from wards", wards)],
        &[
            "North admitted «120» patients and South «95» [q1].",
            "North admitted ‹95› patients [q1].",
            "South spent «77,000» [q1].",
        ],
    );
}

#[test]
fn a_share_is_of_all_rows() {
    let products = table("product|revenue", &["Lamp|400", "Chair|350", "Table|250"]);
    holds(
        &[("select product, sum(revenue) as revenue from data group by 1 order by 2 desc limit 3", products)],
        &["The lamp makes ‹40 %› of revenue [q1].", "The lamp makes «40 %» of the revenue of the top three [q1]."],
    );
}

#[test]
fn two_numbers_are_the_ends_of_a_column_or_the_two_cells_of_a_row() {
    let ratings = ["0.0|2169|4.029", "0.05|542|3.954", "0.1|534|3.982", "0.2|277|4.024"];
    let matches = ["Ashford|Redcastle|7|2|34209", "Glenmoor|Ashford|1|6|30250", "Redcastle|Glenmoor|4|4|19488"];
    holds(
        &[
            (
                "select discount, count(*) as orders, avg(rating) as avg_rating from data group by 1",
                table("discount|orders|avg_rating", &ratings),
            ),
            (
                "select home, away, home_goals, away_goals, attendance from games",
                table("home|away|home_goals|away_goals|attendance", &matches),
            ),
        ],
        &[
            "Ratings are between «3.95» and «4.03» everywhere [q1].",
            "Ratings are between ‹3.98› and ‹4.05› everywhere [q1].",
            "Ashford beat Redcastle «7»–«2» [q2].",
            "Ashford beat Redcastle 7–‹3› [q2].",
        ],
    );
}

#[test]
fn short_headers_stand_for_their_columns() {
    let league = ["Blackmere|17|6|3|64|37|57", "Ashford|16|3|7|52|36|51", "Redcastle|12|9|5|48|33|45"];
    let head = "| Club | W | D | L | GF | GA | Pts |\n|---|---|---|---|---|---|---|\n";
    let text = format!("{head}| Blackmere | «17» | «6» | «3» | «64» | «37» | «57» |\n\n[q1]");
    let wrong = format!("{head}| Blackmere | 17 | ‹3› | ‹6› | 64 | 37 | 57 |\n\n[q1]");
    let query = "select club, won, drawn, lost, goals_for, goals_against, points from league";
    let table = table("club|won|drawn|lost|goals_for|goals_against|points", &league);
    holds(&[(query, table)], &[&text, &wrong]);
}

#[test]
fn columns_that_are_joined_are_added_up() {
    let years = table("year|solar|wind|coal", &["2019|2134.2|7895.3|10771.5", "2020|2693.1|8279.0|9136.1"]);
    holds(
        &[("select * from data", years)],
        &[
            "Solar and wind together overtook coal in 2020 with «10,972» GWh [q1].",
            "Solar and wind together overtook coal in 2020 with ‹10,792› GWh [q1].",
        ],
    );
}

#[test]
fn numbers_that_only_fit_one_another_prove_nothing() {
    let regions = table("region|revenue", &["West|124.5", "East|99.6", "North|83.2"]);
    let months = table("month|orders", &["1|210", "12|304"]);
    holds(
        &[
            ("select region, sum(revenue) as revenue from data group by 1", regions),
            ("select month(day) as month, count(*) as orders from data group by 1", months),
        ],
        &[
            "West fell from 124.5 to 99.6 (‹−20 %›) [q1].",
            "Orders grew ‹12 %› to 304 in December [q2].",
            "Unlike West, the smallest region has a revenue of «83.2» [q1].",
        ],
    );
    holds(
        &energy(),
        &[
            "In 2021 coal was at ‹9,136.1› (‹−15.2 %›), after 2020 [q1].",
            "The price went from 51.45 in 2020 to «190.02» in 2022 [q1].",
            "The price in 2022 was 3.8 times that of 2019, and that of 2021 ‹1.6› times 2020 [q1].",
        ],
    );
}

#[test]
fn what_was_found_says_of_which_column_the_rest_is() {
    let rows = [
        "Neurology|91|61.4|48.0|132.0|47.6|224",
        "Cardiology|218|50.4|35.5|109.6|41.1|189",
        "Orthopedics|210|49.4|36.0|108.2|42.8|208",
        "Pediatrics|282|42.8|31.0|94.8|40.2|215",
    ];
    let query = "select department, count(*) as visits, avg(wait_min) as avg_wait, median(wait_min) as median_wait, \
                 quantile_cont(wait_min, 0.9) as p90_wait, stddev(wait_min) as sd_wait, max(wait_min) as max_wait \
                 from data group by department order by avg_wait desc";
    let departments = || (query, table("department|visits|avg_wait|median_wait|p90_wait|sd_wait|max_wait", &rows));
    let longest = "Patients in Neurology wait the longest: «61.4» minutes on average (median «48»), compared with";
    holds(
        &[departments()],
        &[
            &format!("{longest} «42.8» minutes in Pediatrics [q1]."),
            &format!("{longest} ‹43.8› minutes in Pediatrics [q1]."),
            &format!("{longest} ‹40.2› minutes in Pediatrics [q1]."),
        ],
    );
}

#[test]
fn what_is_said_right_behind_a_number_rules_out_others() {
    let towns = table(
        "town|population|area_km2|per_km2",
        &["Dorn|200000|88.0|2272.7", "Borg|98765|120.2|821.7", "Celd|431|9.9|43.5"],
    );
    let from = table("start_station|departures", &["Central|958", "University|856", "Old Town|733"]);
    let to = table("end_station|arrivals", &["Central|998", "University|829", "Old Town|749"]);
    let islands = table("island|species|n", &["Dream|Adelie|56", "Dream|Chinstrap|68", "Biscoe|Gentoo|124"]);
    let rain = table("year|rain_mm", &["2012|1226.0", "2013|828.0", "2014|1232.8"]);
    holds(
        &[
            ("select town, population, area_km2, population / area_km2 as per_km2 from data", towns),
            ("select start_station, count(*) as departures from data group by 1", from),
            ("select end_station, count(*) as arrivals from data group by 1", to),
            ("select island, species, count(*) as n from data group by 1, 2", islands),
            ("select year, sum(mm) as rain_mm from data group by 1", rain),
        ],
        &[
            "Celd has «43.5» people per km² [q1].",
            "Celd has ‹431› people per km² [q1].",
            "University has «856» departures [q2].",
            "University has ‹829› departures [q2].",
            "On Dream there are 56 Adelie and ‹124› Chinstrap [q4].",
            "In 2013 there were 828 mm, ‹398› mm less than in 2014 [q5].",
            "In 2013 there were 828 mm, «404.8» mm less than in 2014 [q5].",
        ],
    );
}
