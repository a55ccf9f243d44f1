//! Lists, tables of one's own and sequences: what their numbers have in common says which step each of them is; and scales that
//! are told once for all of them.

use super::super::example::table;
use super::{Given, holds};

fn buildings() -> [Given<'static>; 1] {
    let rows = [
        "Swimming Pool|5110|475110|58|31",
        "Town Hall|4205|144560|12|40",
        "Riverside School|6390|132850|70|22",
        "Central Library|2915|109460|25|19",
        "Sports Hall|3320|79260|45|27",
    ];
    let query = "select building, area_m2, sum(cost_eur) as cost_eur, sum(came) as came, sum(gone) as gone from data group by 1";
    [(query, table("building|area_m2|cost_eur|came|gone", &rows))]
}

#[test]
fn items_that_share_a_step_say_which_it_is() {
    holds(
        &buildings(),
        &[
            "Intensity is «€93»/m² for the Swimming Pool, «€38»/m² for the library, «€34»/m² for the Town Hall and «€24»/m² for \
             the Sports Hall [q1].",
            "Intensity is «€93»/m² for the Swimming Pool, «€38»/m² for the library, ‹€31›/m² for the Town Hall and «€24»/m² for \
             the Sports Hall [q1].",
            "Net growth:\n- Swimming Pool: «+27»\n- Town Hall: «−28»\n- Riverside School: «+48»\n- Sports Hall: «+18»\n\n[q1]",
            "Net growth:\n- Swimming Pool: «+27»\n- Town Hall: «−28»\n- Riverside School: ‹+84›\n- Sports Hall: «+18»\n\n[q1]",
            "1. Swimming Pool – «92.98»\n2. Town Hall – «34.38»\n3. Riverside School – «20.79»\n4. Central Library – ‹37.47›\n\n[q1]",
        ],
    );
}

#[test]
fn columns_of_ones_own_are_steps_over_the_result_or_over_one_another() {
    holds(
        &buildings(),
        &[
            "| Building | Cost | Per month |\n|---|---|---|\n| Swimming Pool | 475,110 | «39,593» |\n| Town Hall | 144,560 | \
             «12,047» |\n| Sports Hall | 79,260 | ‹6,506› |\n| Central Library | 109,460 | «9,122» |\n\n[q1]",
            "| Building | Came | Gone | Came for each that went |\n|---|---|---|---|\n| Swimming Pool | 58 | 31 | «1.87» |\n| \
             Riverside School | 70 | 22 | «3.18» |\n| Central Library | 25 | 19 | ‹1.23› |\n| Sports Hall | 45 | 27 | «1.67» \
             |\n| Town Hall | 12 | 40 | «0.30» |\n| All | 210 | 139 | «1.51» |\n\n[q1]",
            "| Building | Area | vs Town Hall |\n|---|---|---|\n| Swimming Pool | 5,110 | «+905» |\n| Riverside School | 6,390 | \
             «+2,185» |\n| Central Library | 2,915 | «−1,290» |\n| Sports Hall | 3,320 | ‹−985› |\n\n[q1]",
        ],
    );
}

#[test]
fn heads_of_columns_name_the_second_key() {
    let rows = ["cold|1-5|72.8", "cold|16+|61.0", "cool|1-5|71.5", "cool|16+|39.3", "warm|1-5|55.5", "warm|16+|13.4"];
    let query = "select storage, age, round(100.0 * avg(up), 1) as up_pct from data group by 1, 2";
    holds(
        &[(query, table("storage|age|up_pct", &rows))],
        &[
            "| Storage | 1–5 yr | 16+ yr |\n|---|---|---|\n| cold | «72.8» | «61.0» |\n| cool | «71.5» | «39.3» |\n| warm | \
             «55.5» | «13.4» |\n\n[q1]",
            "| Storage | 1–5 yr | 16+ yr |\n|---|---|---|\n| cold | «72.8» | «61.0» |\n| cool | ‹39.3› | ‹71.5› |\n| warm | \
             «55.5» | «13.4» |\n| warm | «55.5» | «13.4» |\n| cold | «72.8» | «61.0» |\n\n[q1]",
        ],
    );
}

#[test]
fn a_sequence_without_names_is_the_rows_in_their_order() {
    let rows = ["Poppy|1200|897", "Grass|900|670", "Daisy|410|290", "Orchid|300|110"];
    let query = "select family, sum(seeds) as seeds, sum(up) as up from data group by 1 order by seeds desc";
    holds(
        &[(query, table("family|seeds|up", &rows))],
        &[
            "Came up by family (%): «74.8» · «74.4» · «70.7» · «36.7» [q1].",
            "Came up by family (%): «74.8» · «74.4» · ‹77.0› · «36.7» [q1].",
            "From the smallest to the largest it is «36.7», «70.7», «74.4» and «74.8» [q1].",
        ],
    );
}

#[test]
fn a_scale_told_once_holds_for_all_that_follow() {
    holds(
        &buildings(),
        &[
            "Cost in thousand euros: Swimming Pool «475.1», Town Hall «144.6», Sports Hall «79.3» [q1].",
            "Cost in thousand euros: Swimming Pool «475.1», Town Hall ‹146.4›, Sports Hall «79.3» [q1].",
            "Cost (EUR k): Swimming Pool «475», Town Hall «145» [q1].",
            "Table 1: Cost (thousand €)\n\n| Building | Cost |\n|---|---|\n| Swimming Pool | «475» |\n| Town Hall | «145» |\n| \
             Sports Hall | ‹97› |\n\n[q1]",
            "| Building | Cost (k€) | Area |\n|---|---|---|\n| Swimming Pool | «475.1» | «5,110» |\n| Town Hall | «144.6» | \
             «4,205» |\n\n[q1]",
        ],
    );
}

#[test]
fn labels_with_signs_and_groups_of_labels_are_names() {
    let rows = ["A+|1284", "0+|1118", "A-|191", "0-|176", "AB+|132", "AB-|43"];
    let blood = ("select blood, count(*) as visits from data group by 1 order by 2 desc", table("blood|visits", &rows));
    let rows = ["Kestry-Lune|69397", "Kestry-Holm|30478", "Ardvik-Solnes|164450", "Ardvik-Holm|74342"];
    let routes = ("select route, sum(people) as passengers from data group by 1", table("route|passengers", &rows));
    holds(
        &[blood, routes],
        &[
            "Of A- there were «191» visits, of A+ «1,284» [q1].",
            "Of A- there were ‹1,284› visits [q1].",
            "A-, 0- and AB- add up to «410» visits [q1].",
            "The two Kestry routes together carried «99,875» passengers [q2].",
            "The two Kestry routes together carried ‹98,975› passengers [q2].",
        ],
    );
}

#[test]
fn what_a_list_shares_goes_the_way_and_is_of_the_rows_that_it_says() {
    let rows = ["North|100|88.5", "South|200|224.6", "West|300|340.5"];
    let query = "select region, a as before, b as after from data";
    holds(
        &[(query, table("region|sales_2022|sales_2023", &rows))],
        &[
            "Sales rose by ‹11.5 %› in North, «12.3 %» in South and «13.5 %» in West [q1].",
            "| Region | Change |\n|---|---|\n| North | ‹+11.5%› |\n| South | «+12.3%» |\n| West | «+13.5%» |\n\n[q1]",
        ],
    );
    let rows = ["North|467212", "South|433401", "West|412034"];
    holds(
        &[("select region, sum(units) as units from data group by 1", table("region|units", &rows))],
        &["North sold ‹467› units, South ‹433› and West ‹412› [q1]."],
    );
}

/// What may tell a scale or name a row is looked at only as far as it may reach.
#[test]
fn texts_of_nothing_but_openings_are_read() {
    let mut ledger = super::Ledger::default();
    for (query, table) in buildings() {
        ledger.record("q1", query, std::sync::Arc::new(table));
    }
    for part in ["in ", "(", "a- ", "| (k€) "] {
        assert!(ledger.check(&part.repeat(4_000)).is_empty(), "{part}");
    }
}
