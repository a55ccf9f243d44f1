//! Sentences of the kinds that analyses are made of, through the checker: what stands between `«»` is true and must be traced,
//! what stands between `‹›` is not and must be flagged.

mod apart;
mod beside;
mod disputed;
mod follows;
mod kept;
mod lists;
mod proofs;
mod read;
mod ruled_out;
mod shown;
mod sound;
mod told;
mod unlike;
mod wholes;

use super::Ledger;
use super::example::table;
use crate::table::Table;
use std::sync::Arc;

/// A result with the statement that gave it.
type Given<'a> = (&'a str, Table);

fn holds(results: &[Given<'_>], texts: &[&str]) {
    let mut ledger = Ledger::default();
    for (index, (query, table)) in results.iter().enumerate() {
        ledger.record(&format!("q{}", index + 1), query, Arc::new(table.clone()));
    }
    for marked in texts {
        let (mut text, mut start, mut wanted) = (String::new(), 0, Vec::new());
        for character in marked.chars() {
            match character {
                '«' | '‹' => start = text.len(),
                '»' | '›' => wanted.push((start..text.len(), character == '»')),
                other => text.push(other),
            }
        }
        let claims = ledger.check(&text);
        for (range, is_true) in wanted {
            let claim = claims.iter().find(|claim| claim.start < range.end && range.start < claim.end);
            let claim = claim.unwrap_or_else(|| panic!("no claim: {} in {text}", &text[range.clone()]));
            assert_eq!(claim.evidence.is_some(), is_true, "{} in {text}: {:?}", claim.text, claim.evidence);
        }
    }
}

fn years() -> [Given<'static>; 1] {
    let rows = ["West|100000|125700", "East|98000|91140", "North|40000|44000", "South|20000|30000"];
    [("select * from t order by 3 desc", table("region|revenue_2023|revenue_2024", &rows))]
}

fn cities() -> [Given<'static>; 1] {
    let header = "city|fines|surcharges|visits|orders|ad_spend|clicks|impressions|revenue|profit|rooms|occupied_rooms";
    let rows = [
        "Aix|3900000|1300000|50000|1250|30000|8000|400000|96000|14400|200|151",
        "Brno|2100000|700000|42000|1890|25000|5200|310000|80000|9600|150|99",
    ];
    [("select * from data", table(header, &rows))]
}

fn regions() -> [Given<'static>; 1] {
    let rows = ["West|53833.2|1787|174", "East|46930.5|1732|151", "North|25443.1|818|168", "South|22326.7|726|169"];
    let query = "select region, sum(revenue) revenue, sum(orders) orders, sum(refunds) refunds from data group by 1";
    [(query, table("region|revenue|orders|refunds", &rows))]
}

#[test]
fn the_only_figures_of_a_result_are_what_their_columns_say() {
    let results = [
        ("select count(distinct place) as place_values from data", table("place_values", &["25"])),
        ("select corr(temp, humidity_pct) as correlation from data", table("correlation", &["1.0"])),
        (
            "select median(rank) as median_rank, avg(humidity_pct) as mean_humidity from data",
            table("median_rank|mean_humidity", &["6|61.75"]),
        ),
        ("select count(*) - count(price) as missing from data", table("missing", &["0"])),
        ("select count(*) as n from data", table("n", &["1200"])),
        (
            "select count(distinct city) as cities, min(age) as min_age, max(age) as max_age from data",
            table("cities|min_age|max_age", &["7|18|92"]),
        ),
    ];
    holds(
        &results,
        &[
            "`place` has **«25»** different values [q1].",
            "`place` has **‹24›** different values [q1].",
            "The correlation is **«1»** [q2].",
            "The median of `rank` is **«6»** [q3].",
            "The median of `rank` is **‹7›** [q3].",
            "The mean of `humidity_pct` is «61.75»% [q3].",
            "**«0»** values are missing [q4].",
            "No price is missing: «0» of «1,200» rows are null [q4] [q5].",
            "`city` has «7» distinct values [q6].",
            "`city` has ‹18› distinct values [q6].",
            "The spread of ages is «74» years [q6].",
        ],
    );
}

#[test]
fn types_are_no_claims() {
    let claims = |text: &str| Ledger::default().check(text).len();
    assert_eq!(claims("`price` is DECIMAL(18,3), `name` VARCHAR(20), `id` INT64, `x` float32 and `y` FLOAT8."), 0);
    assert_eq!(claims("Cast it to `t`, numeric(10, 2) or varchar(255)."), 0);
    assert_eq!(claims("There are decimals (18) and numbers (20)."), 2);
}

#[test]
fn a_table_says_how_its_cells_changed_and_how_its_rows_rank() {
    holds(
        &years(),
        &[
            "By region [q1]:\n\n| Region | 2023 | 2024 | Change |\n|---|---|---|---|\n| West | «100,000» | «125,700» | «+25.7 %» |\n| East | «98,000» | «91,140» | ‹+7.0 %› |\n| North | «40,000» | «44,000» | ‹11.0 %› |",
            "By region [q1]:\n\n| Region | 2023 | 2024 | Δ |\n|---|---|---|---|\n| West | «100,000» | «125,700» | «+25,700» |\n| East | «98,000» | «91,140» | «−6,860» |\n| North | «40,000» | «44,000» | ‹4,400› |",
            "By region [q1]:\n\n| Rank | Region | 2024 | Share |\n|---|---|---|---|\n| «1» | West | «125,700» | «43.2%» |\n| «2» | East | «91,140» | «31.3%» |\n| ‹4› | North | «44,000» | ‹25.1%› |",
            "| Region | 2024 | % of total |\n|---|---|---|\n| West | «125,700» | «43.2 %» |\n| Total | «290,840» | «100 %» |\n\n[q1]",
        ],
    );
}

#[test]
fn what_moved_the_other_way_is_flagged() {
    holds(
        &years(),
        &[
            "East fell by «6,860» between 2023 and 2024 [q1].",
            "East rose by ‹6,860› between 2023 and 2024 [q1].",
            "East rose by ‹7.0 %› [q1].",
            "West had «34,560» more revenue than East in 2024 [q1].",
            "West had ‹34,560› less revenue than East in 2024 [q1].",
            "East had ‹34,560› more revenue than West in 2024 [q1].",
            "In 2024, «2» of the «4» regions were above 50,000 [q1].",
            "In 2024, ‹3› of the «4» regions were above 50,000 [q1].",
        ],
    );
}

#[test]
fn figures_are_those_of_the_names_before_them() {
    holds(
        &regions(),
        &[
            "West accounts for «36.2 %» of revenue and East for «31.6 %» [q1].",
            "West accounts for ‹31.6 %› of revenue and East for ‹36.2 %› [q1].",
        ],
    );
    let election = [(
        "select * from data",
        table(
            "election|winner|winner_votes|runner_up|runner_up_votes",
            &["Mayor|Smith|5321|Jones|5101", "Council|Brown|4210|Adams|3999"],
        ),
    )];
    holds(
        &election,
        &[
            "Smith won with «5,321», ahead of Jones with «5,101» [q1].",
            "Smith won with ‹5,101›, ahead of Jones with ‹5,321› [q1].",
            "Jones got ‹5,321› votes [q1].",
        ],
    );
}

#[test]
fn what_leads_to_a_list_says_of_what_its_figures_are() {
    holds(
        &regions(),
        &[
            "Refunds by region [q1]:\n\n- West: «174»\n- East: «151»",
            "Refunds by region [q1]:\n\n- West: ‹1,787›\n- East: ‹1,732›",
            "Orders by region [q1]:\n\n1. West — ‹174›\n2. East — ‹151›",
            "By region [q1]:\n\n- West: «1,787» orders, «174» refunds\n- East: «1,732» orders, «151» refunds",
        ],
    );
}

#[test]
fn money_is_no_energy() {
    let results =
        [("select * from data", table("month|energy_kwh|cost_eur", &["Jan|444000|88800", "Feb|412000|82400"]))];
    holds(
        &results,
        &[
            "In Jan consumption was «444,000» kWh and cost «€88,800» [q1].",
            "In Jan consumption was ‹€444,000› [q1].",
            "In Jan the cost was ‹88,800› kWh [q1].",
        ],
    );
}

#[test]
fn a_period_before_is_the_one_before() {
    let rows = ["2019|5.102", "2020|5.498", "2021|4.9", "2022|5.25"];
    holds(
        &[("select year, rate from data order by 1", table("year|rate", &rows))],
        &[
            "The rate was «4.9» in 2021, down from «5.498» a year earlier [q1].",
            "The rate was «4.9» in 2021, down from ‹5.102› a year earlier [q1].",
            "In 2021 it dropped from «5.498» to «4.9» [q1].",
        ],
    );
}

#[test]
fn rows_beyond_a_limit_are_counted() {
    let rows = ["Alfa|61.2|40", "Bravo|55.9|31", "Charlie|51.3|28", "Delta|44.0|22", "Echo|38.5|19"];
    holds(
        &[("select station, pm10, no2 from data", table("station|pm10|no2", &rows))],
        &[
            "«Three» stations exceeded the limit of 50 [q1].",
            "‹Four› stations exceeded the limit of 50 [q1].",
            "«Three» of the «five» stations exceeded 50 [q1].",
        ],
    );
}

#[test]
fn usual_names_are_quotients_of_the_columns_that_they_ask_for() {
    holds(
        &cities(),
        &[
            "In Aix the conversion rate is «2.5 %» [q1].",
            "In Aix the conversion rate is ‹4.5 %› [q1].",
            "Aix has a CTR of «2 %» [q1].",
            "Aix has a CTR of ‹3 %› [q1].",
            "ROAS was «3.2x» in Aix [q1].",
            "ROAS was ‹4.2x› in Aix [q1].",
            "The average order value was «$76.80» in Aix [q1].",
            "Occupancy is «75.5 %» in Aix and «66 %» in Brno [q1].",
            "Occupancy is ‹66 %› in Aix and ‹75.5 %› in Brno [q1].",
            "The margin in Aix is «15.0 %» [q1].",
            "The margin in Aix is ‹18.0 %› [q1].",
        ],
    );
}

#[test]
fn columns_that_are_named_are_added_up() {
    holds(
        &cities(),
        &[
            "In Aix fines plus surcharges come to «5.2» M [q1].",
            "In Aix fines plus surcharges come to ‹5.4› M [q1].",
            "Fines and surcharges together come to «5.2 million» in Aix [q1].",
        ],
    );
    let votes = [("select * from data", table("votes_for|votes_against|abstentions", &["834|400|66"]))];
    holds(
        &votes,
        &["Votes for and against together were «1,234» [q1].", "Votes for and against together were ‹1,244› [q1]."],
    );
}

#[test]
fn steps_reach_over_two_results_that_are_cited() {
    let results = [
        ("select sum(revenue) as revenue_2023 from data", table("revenue_2023", &["120000"])),
        ("select sum(revenue) as revenue_2024 from data", table("revenue_2024", &["150000"])),
        ("select count(*) as late_orders from data where late", table("late_orders", &["312"])),
        ("select count(*) as total_orders from data", table("total_orders", &["2400"])),
    ];
    let from = "Revenue rose from «120,000» in 2023 [q1] to «150,000» in 2024 [q2], an increase of";
    holds(
        &results,
        &[
            &format!("{from} «25 %» [q1, q2]."),
            &format!("{from} ‹35 %› [q1, q2]."),
            "Revenue was «30,000» higher in 2024 than in 2023 [q1] [q2].",
            "Revenue was ‹40,000› higher in 2024 than in 2023 [q1] [q2].",
            "«312» of «2,400» orders were late («13.0 %») [q3] [q4].",
            "«312» of «2,400» orders were late (‹15.0 %›) [q3] [q4].",
        ],
    );
    let mut ledger = Ledger::default();
    for (index, (query, table)) in results.into_iter().enumerate() {
        ledger.record(&format!("q{}", index + 1), query, Arc::new(table));
    }
    let claims = ledger.check("312 of 2,400 orders were late (13.0 %) [q3] [q4].");
    let words = claims[2].evidence.as_ref().map(|evidence| evidence.words.clone());
    assert_eq!(words.as_deref(), Some("late_orders over total_orders of q4: 0.13"));
}

fn places() -> [Given<'static>; 1] {
    let rows = ["Mint|437|8159|7722", "Lawn|571|7588|7017", "West|684|9012|8328", "Crest|716|8053|7337"];
    [("select * from data order by 2", table("place|margin|winner_votes|second_votes", &rows))]
}

#[test]
fn the_items_of_a_list_say_which_column_is_meant() {
    holds(
        &places(),
        &[
            "The closest races [q1]:\n\n- Mint: «8,159» to «7,722»\n- Lawn: «7,588» to «7,017»\n- West: «9,012» to «8,328»\n",
            "The closest races [q1]:\n\n- Mint: «8,159» to «7,722»\n- Lawn: «7,588» to ‹571›\n- West: «9,012» to «8,328»\n",
        ],
    );
}

#[test]
fn a_step_over_two_numbers_that_stand_beside_it_needs_no_words() {
    let years = ["Continent|1473.4|1227.4|1081.2", "Isles|192.7|142.3|110.6", "Coast|590.6|895.5|1187.4"];
    let shares = ["Hochtal|34.0|20.8|11.7", "Ostmark|30.9|30.0|9.2", "Seeland|25.5|35.3|14.5"];
    holds(
        &[
            ("select * from data", table("region|2005|2015|2023", &years)),
            ("select * from data", table("province|civic_pct|labour_pct|green_pct", &shares)),
        ],
        &[
            "* Continent: «-392.2» Mt since 2005 (from 1,473.4 to 1,081.2) [q1]",
            "* Continent: ‹-393.2› Mt since 2005 (from 1,473.4 to 1,081.2) [q1]",
            "* Continent: ‹+392.2› Mt since 2005 (from 1,473.4 to 1,081.2) [q1]",
            "| Province | Civic | Labour | Lead |\n|---|---|---|---|\n| Hochtal | 34.0% | 20.8% | Civic «+13.2» |\n\n[q2]",
            "| Province | Civic | Labour | Lead |\n|---|---|---|---|\n| Hochtal | 34.0% | 20.8% | Civic ‹+14.2› |\n\n[q2]",
        ],
    );
}

#[test]
fn the_rows_of_a_table_say_which_column_is_meant() {
    let ledger = {
        let mut ledger = Ledger::default();
        for (query, table) in places() {
            ledger.record("q1", query, Arc::new(table));
        }
        ledger
    };
    let headers = ["Where", "First had", "Next had"].map(str::to_owned);
    let flagged = |rows: &[(&str, &str, &str)]| -> Vec<String> {
        let text = |cell: &str| crate::table::Cell::Text(cell.to_owned());
        let rows: Vec<_> = rows.iter().map(|(place, one, other)| vec![text(place), text(one), text(other)]).collect();
        let claims = ledger.check_cells(&headers, &rows);
        assert_eq!(claims.len(), 2 * rows.len());
        let untraced = claims.into_iter().filter(|one| one.claim.evidence.is_none());
        untraced.map(|one| one.claim.text).collect()
    };
    assert!(flagged(&[("Mint", "8,159", "7,722"), ("Lawn", "7,588", "7,017"), ("West", "9,012", "8,328")]).is_empty());
    let turned =
        [("Mint", "8,159", "7,722"), ("Lawn", "571", "7,017"), ("West", "9,012", "8,328"), ("Crest", "8,053", "7,337")];
    assert_eq!(flagged(&turned), ["571"]);
}
