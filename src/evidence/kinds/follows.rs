//! Numbers that follow from others of their sentence, rows that only their numbers name, and sums that the words bound.

use super::super::example::table;
use super::{Given, holds};

fn airports() -> [Given<'static>; 2] {
    let rows = [
        "FRA|874|193|210|225|246|1.6",
        "LHR|633|144|167|163|159|1.58",
        "MUC|567|133|138|144|152|1.59",
        "FCO|270|77|81|56|56|3.33",
    ];
    let query = "select origin, count(*) as n, count(*) filter (where q=1) as q1, count(*) filter (where q=2) as q2, \
                 count(*) filter (where q=3) as q3, count(*) filter (where q=4) as q4, 100.0*avg(canc) as canc_pct from data \
                 group by 1 order by n desc";
    let all = table("n|avg_delay|max_delay", &["4200|11.91|275"]);
    [
        (query, table("origin|n|q1|q2|q3|q4|canc_pct", &rows)),
        ("select count(*) as n, avg(delay) as avg_delay, max(delay) as max_delay from data", all),
    ]
}

fn league() -> [Given<'static>; 1] {
    let rows = ["Valley|66|44|7|155|68|139", "Westfield|66|41|12|136|59|135", "United|66|39|11|129|71|128"];
    [("select team, played, w, d, gf, ga, pts from t order by pts desc", table("team|played|w|d|gf|ga|pts", &rows))]
}

#[test]
fn a_row_that_no_name_names_is_named_by_its_numbers() {
    holds(
        &airports(),
        &["Munich rose from «133» in Q1 to «152» in Q4 [q1].", "Munich rose from «133» in Q1 to ‹125› in Q4 [q1]."],
    );
}

#[test]
fn a_part_of_a_whole_is_a_percentage() {
    let offices = table("office|cases|void", &["Works|79|12", "School|184|23", "Roads|343|32"]);
    holds(
        &[("select office, count(*) cases, sum(void) void from data group by 1", offices)],
        &[
            "- Works: «12» of «79» cases («15.2 %»)\n- Roads: 32 of 343 cases («9.3 %»)\n\n[q1]",
            "- Works: 12 of 79 cases (‹13.7 %›)\n- Roads: 32 of 343 cases (‹9.9 %›)\n\n[q1]",
            "- Works: 12 of 79 cases (‹-15.2 %›)\n\n[q1]",
            // The share of another row, and of the column.
            "- Works: 12 of 79 cases (‹12.5 %›)\n\n[q1]",
            "- Works: 12 of 79 cases (‹13.0 %›)\n\n[q1]",
            "With 343 cases, Roads make up «56.6 %» of all [q1].",
            "With 343 cases, Roads make up ‹66.6 %› of all [q1].",
        ],
    );
}

#[test]
fn what_is_held_against_a_named_row_is_a_step_from_the_number_before() {
    holds(
        &league(),
        &[
            "Valley have 139 points, «4» more than Westfield [q1].",
            "Valley have 139 points, ‹7› more than Westfield [q1].",
            "Westfield came second with 135 points [q1].",
        ],
    );
}

#[test]
fn a_number_between_two_cells_of_two_results_is_a_multiple() {
    let carriers = table("carrier|flights|avg_delay", &["Skyline|430|20.9", "Blue|948|13.4", "Aeolia|774|10.9"]);
    let all = table("n|avg_delay", &["4200|11.91"]);
    holds(
        &[
            ("select carrier, count(*) as flights, avg(delay) as avg_delay from data group by 1", carriers),
            ("select count(*) as n, avg(delay) as avg_delay from data", all),
        ],
        &[
            "Skyline has an average delay of 20.9 minutes [q1], «1.8 times» the overall average of 11.91 [q2].",
            "Skyline has an average delay of 20.9 minutes [q1], ‹2.8 times› the overall average of 11.91 [q2].",
        ],
    );
}

#[test]
fn rows_from_one_key_to_another_are_added_up() {
    let rows = ["14|366|58", "15|402|70", "16|420|80", "17|489|91", "18|397|71", "19|210|33"];
    let hours = table("hr|n|n_severe", &rows);
    holds(
        &[("select hr, count(*) as n, sum(severe) as n_severe from data group by hr order by hr", hours)],
        &[
            "From 16 to 18 o'clock there were «1,306» accidents [q1].",
            "From 16 to 18 o'clock there were ‹1,360› accidents [q1].",
            "At 17:00 there were «489», at 7 in the evening «210» [q1].",
        ],
    );
}

#[test]
fn women_and_men_of_a_row_are_its_whole() {
    let rows = ["Senior|77|79|55892|60092", "Lead|17|36|76891|81397", "Head|6|10|93058|94406"];
    let levels = table("level|n_w|n_m|avg_w|avg_m", &rows);
    holds(
        &[("select level, count(w) as n_w, count(m) as n_m, avg(w) avg_w, avg(m) avg_m from data group by 1", levels)],
        &["- Lead: 17 of «53», which is «32.1 %»\n\n[q1]", "- Lead: 17 of ‹58›, which is ‹23.1 %›\n\n[q1]"],
    );
}

#[test]
fn years_and_quarters_of_two_columns_name_a_row() {
    let rows = ["2023|3|255|4.1", "2023|4|283|4.4", "2024|3|225|4.9", "2024|4|285|4.2"];
    let quarters = table("yr|qtr|n|avg_stay", &rows);
    holds(
        &[(
            "select year(d) as yr, quarter(d) as qtr, count(*) as n, avg(s) as avg_stay from data group by 1, 2",
            quarters,
        )],
        &["Q4 2024 was the busiest with «285» admissions [q1].", "Q4 2024 was the busiest with ‹283› admissions [q1]."],
    );
}

#[test]
fn what_is_in_bytes_is_said_in_megabytes() {
    let clients =
        table("client|n|bytes|avg_ms|p95", &["Desktop|1825|72549985|120.5|8612", "Bot|517|18514811|99.1|940"]);
    holds(
        &[("select client, count(*) n, sum(bytes) bytes, avg(ms) avg_ms, p95 from data group by 1", clients)],
        &[
            "Desktop sent «72.5» MB, bots «18.5» MB [q1].",
            "Desktop sent ‹75.2› MB, bots ‹72.5› MB [q1].",
            "The p95 of Desktop is «8.6» s [q1].",
        ],
    );
}

#[test]
fn a_header_says_what_its_numbers_are_multiples_of() {
    let offices = table("amt|summe_eur", &["Tiefbau|124493230", "Hochbau|104720336", "Feuerwehr|17296436"]);
    holds(
        &[("select amt, sum(eur) as summe_eur from data group by 1 order by 2 desc", offices)],
        &[
            "| Amt | Summe (Mio. €) |\n|---|---:|\n| Tiefbau | «124,5» |\n| Hochbau | «104,7» |\n\n[q1]",
            "| Amt | Summe (Mio. €) |\n|---|---:|\n| Tiefbau | ‹142,5› |\n| Hochbau | ‹114,7› |\n\n[q1]",
        ],
    );
}

#[test]
fn small_numbers_of_things_are_counts_of_them() {
    let rows = ["2024-01|9100|812", "2024-02|8800|790", "2024-03|12100|940", "2024-04|9900|700", "2024-05|10400|910"];
    let months = table("month|revenue|sun", &rows);
    holds(
        &[("select month, sum(revenue) as revenue, sum(sun) as sun from data group by 1", months)],
        &[
            "In «two» months revenue exceeded 10,000 [q1].",
            "In ‹five› months revenue exceeded 10,000 [q1].",
            "«Two» of the «five» months were above 10,000 [q1].",
        ],
    );
}

#[test]
fn a_median_is_no_average_and_one_year_no_other() {
    let prices = table("city|avg_price|median_price", &["Lisbon|571306|527000", "Porto|416380|383500"]);
    let years = table("region|rev_2022|rev_2023", &["East|27206|27980", "West|39837|56997"]);
    holds(
        &[
            ("select city, avg(p) as avg_price, median(p) as median_price from data group by 1", prices),
            ("select region, sum(a) as rev_2022, sum(b) as rev_2023 from data group by 1", years),
        ],
        &[
            "In Lisbon the median price is «€527,000» [q1].",
            "In Lisbon the median price is ‹€571,306› [q1].",
            "West had «39,837» in 2022 [q2].",
            "West had ‹56,997› in 2022 [q2].",
        ],
    );
}

#[test]
fn abbreviated_and_foreign_names_are_understood() {
    let accidents =
        table("yr|acc|inj|dmg", &["2022|1226|884|5091280", "2023|1322|965|5565320", "2024|1274|921|5212560"]);
    let departments =
        table("abteilung|gehalt|austritte", &["Vertrieb|51050|22", "Einkauf|47240|16", "Technik|62846|9"]);
    holds(
        &[
            ("select year(d) as yr, count(*) acc, sum(i) inj, sum(e) dmg from data group by 1", accidents),
            ("select abteilung, median(g) gehalt, sum(a) austritte from data group by 1", departments),
        ],
        &[
            "In 2023 «965» people were injured [q1].",
            "In 2023 ‹956› people were injured [q1].",
            "The salary in Technik is «62,846» [q2].",
        ],
    );
}

#[test]
fn a_number_is_said_again_in_another_unit() {
    let machines = table("machine|down_min|output", &["Laser|10163|1200", "Press|9654|1900", "Mill|9478|880"]);
    holds(
        &[("select machine, sum(m) down_min, sum(o) as output from data group by 1", machines)],
        &[
            "Laser was down for 10,163 minutes, or about «169» hours [q1].",
            "Laser was down for 10,163 minutes, or about ‹196› hours [q1].",
        ],
    );
}

#[test]
fn a_column_of_a_table_is_worked_out_from_two_others() {
    let waves = table("party|wave1|wave3", &["Labour|23.3|28.1", "Civic|29.0|24.1", "Green|16.1|15.9"]);
    let head = "| Party | Wave 1 | Wave 3 | Change |\n|---|---|---|---|\n";
    holds(
        &[("select party, w1 as wave1, w3 as wave3 from data", waves)],
        &[
            &format!("{head}| Labour | 23.3 | 28.1 | «+4.8» |\n| Civic | 29.0 | 24.1 | «-4.9» |\n\n[q1]"),
            &format!("{head}| Labour | 23.3 | 28.1 | ‹+5.8› |\n| Civic | 29.0 | 24.1 | ‹-9.4› |\n\n[q1]"),
        ],
    );
}

#[test]
fn means_of_percentages_are_percentages() {
    let genres = table("genre|plays|avg_completion", &["Drama|1101|71.3", "Crime|662|71.8", "Comedy|836|72.8"]);
    holds(
        &[(
            "select genre, count(*) plays, round(avg(completionPct), 1) avg_completion from data group by genre",
            genres,
        )],
        &["Comedy has the highest completion at «72.8 %» [q1].", "Comedy has the highest completion at ‹71.8 %› [q1]."],
    );
}

#[test]
fn below_the_name_of_a_row_stand_its_figures() {
    let years = table("jahr|orders|returns", &["2023|2032|245", "2024|2348|265"]);
    let head = "| | 2023 | 2024 |\n|---|---:|---:|\n";
    holds(
        &[("select year(d) as jahr, count(*) orders, sum(r) as returns from data group by 1", years)],
        &[&format!("{head}| Returns | «245» | «265» |\n\n[q1]"), &format!("{head}| Returns | ‹265› | ‹245› |\n\n[q1]")],
    );
}

#[test]
fn what_is_below_zero_stays_there_in_a_step() {
    let plans = table("plan|adds_2023|adds_2024", &["Basic|-9|128", "Team|296|342", "Pro|48|50"]);
    holds(
        &[("select plan, sum(a) as adds_2023, sum(b) as adds_2024 from data group by 1", plans)],
        &[
            "Basic went from «-9» in 2023 to «128» in 2024, a rise of «137» [q1].",
            "Basic went from -9 in 2023 to 128 in 2024, a rise of ‹119› [q1].",
        ],
    );
}
