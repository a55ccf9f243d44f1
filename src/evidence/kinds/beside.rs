//! What the numbers beside one, the period, the unit and the names around it say of it, and what they rule out.

use super::super::example::table;
use super::{Given, holds};

fn months() -> [Given<'static>; 1] {
    let rows = [
        "1|41121|11807|320821",
        "2|41854|12177|315546",
        "3|53859|15045|414875",
        "4|55265|15075|420404",
        "5|67704|19485|520292",
        "6|70110|20001|540001",
        "7|75795|21345|580120",
        "8|76337|22004|585950",
    ];
    let query = "select month(day) as mon, sum(visitors) as visitors, sum(children) as children, sum(eur) as ticket_rev_eur \
                 from data where year(day)=2024 group by 1 order by 1";
    [(query, table("mon|visitors|children|ticket_rev_eur", &rows))]
}

fn plants() -> [Given<'static>; 1] {
    let rows = [
        "Tramuntana|3234356|3029065|2973877",
        "Fontana Alta|2181541|2089582|1962737",
        "Dos Hermanas|1894007|1891540|1816125",
        "Kornberg|1151711|1148454|1079791",
        "Ulmenhof|520613|513723|489343",
    ];
    let query = "select plant, sum(e) filter (where y=2022) as e2022, sum(e) filter (where y=2023) as e2023, \
                 sum(e) filter (where y=2024) as e2024 from data group by 1 order by 4 desc";
    [(query, table("plant|e2022|e2023|e2024", &rows))]
}

fn claims() -> [Given<'static>; 1] {
    let rows = ["South|566|112|114|31|823", "North|381|79|58|25|543", "West|353|67|59|23|502", "East|278|51|37|14|380"];
    let query = "select region, count(*) filter (where s='c') as closed, count(*) filter (where s='o') as open, \
                 count(*) filter (where s='r') as rejected, count(*) filter (where s='p') as reopened, count(*) as total \
                 from data group by 1 order by 6 desc";
    [(query, table("region|closed|open|rejected|reopened|total", &rows))]
}

#[test]
fn a_month_of_the_year_that_is_asked_for_is_a_row() {
    holds(
        &months(),
        &[
            "«August 2024» was the peak with «76,337» visitors, ahead of July («75,795») [q1].",
            "August 2024 was the peak with ‹75,795› visitors [q1].",
            "June, July and August together bring «222,242» visitors, while January has just «41,121» [q1].",
            "June, July and August together bring ‹221,242› visitors, while January has just 41,121 [q1].",
            "Im Mai kamen «67.704» Besucher [q1].",
            "Das meiste kam im «August 2024» [q1].",
        ],
    );
}

#[test]
fn years_and_quarters_may_be_called_by_a_letter() {
    let rows = ["2023|1|89.5", "2023|2|120.25", "2023|3|131.75", "2023|4|99.5", "2024|1|101.25", "2024|2|140.5"];
    holds(
        &[(
            "select year(d) as jahr, quarter(d) as q, sum(x) as umsatz from data group by 1, 2",
            table("jahr|q|umsatz", &rows),
        )],
        &["Stärkstes Quartal war «Q2 2024» mit 140,5 [q1].", "«Q4 2023» had 99.5 [q1]."],
    );
}

#[test]
fn a_column_of_a_year_may_begin_with_a_letter() {
    holds(
        &plants(),
        &[
            "In 2024 Kornberg produced «1,079,791» kWh [q1].",
            "In 2024 Kornberg produced ‹1,148,454› kWh [q1].",
            "Together the five plants produced «8,321,873» kWh in 2024 [q1].",
            "Together the five plants produced ‹8,672,364› kWh in 2024 [q1].",
            "Over the three years, Kornberg comes to «3,379,956» kWh in all [q1].",
            "Dos Hermanas produced «1,816,125» kWh in 2024 [q1].",
        ],
    );
}

#[test]
fn a_sum_of_all_is_over_all() {
    let rows = ["Motor|1150", "Home|640", "Travel|380", "Liability|260", "Legal|150"];
    holds(
        &[("select lob, count(*) as n from data group by 1 order by 2 desc", table("lob|n", &rows))],
        &[
            "All «2,580» claims were read [q1].",
            "The five lines have «2,580» claims in total; the smallest, Legal, contributed 150 [q1].",
            "The five lines have ‹2,430› claims in total; the smallest, Legal, contributed 150 [q1].",
            "Motor, Home and Travel together have «2,170» claims, more than Legal with 150 [q1].",
        ],
    );
}

#[test]
fn what_a_percentage_is_of_is_known_by_it() {
    holds(
        &claims(),
        &[
            "South has the highest rate: «13.9%» of its «823» claims were rejected, against 9.7% in the East [q1].",
            "South has the highest rate: 13.9% of its ‹832› claims were rejected, against 9.7% in the East [q1].",
        ],
    );
}

#[test]
fn a_percentile_says_how_many_lie_below_it() {
    let rows = ["2402|1715.125|9062.25|64502.84"];
    holds(
        &[(
            "select count(*) as n, median(x) as p50, quantile_cont(x, 0.9) as p90, quantile_cont(x, 0.99) as p99 from data",
            table("n|p50|p90|p99", &rows),
        )],
        &[
            "«Half» of the paid claims cost less than «€1,715» [q1].",
            "«Nine in ten» claims stay below «€9,062.25», and «one in a hundred» exceeds «€64,502.84» [q1].",
        ],
    );
}

#[test]
fn units_of_one_kind_are_converted() {
    let rows = ["Vils|730|241.1|1188", "Isen|730|112.9|565", "Rott|730|95.2|414"];
    holds(
        &[(
            "select river, count(*) as n, avg(cm) as avg_cm, max(cm) as max_cm from data group by 1",
            table("river|n|avg_cm|max_cm", &rows),
        )],
        &["Der höchste Stand der Isen betrug «5,65 m» [q1].", "Der höchste Stand der Isen betrug ‹56,5 m› [q1]."],
    );
    holds(
        &[(
            "select plant, sum(mwh) as mwh from data group by 1",
            table("plant|mwh", &["Alta|14948.87", "Zafra|6530.09"]),
        )],
        &["Alta made «14.9» GWh [q1].", "Alta made ‹149› GWh [q1]."],
    );
    holds(
        &[(
            "select month, sum(eur)/1000 as kosten_teur from data group by 1",
            table("monat|kosten_teur", &["Januar|542.1", "Juli|87.6"]),
        )],
        &["Im Januar fielen «542,1 T€» an, im Juli «87,6 T€» [q1].", "Im Januar fielen ‹642,1 T€› an [q1]."],
    );
}

#[test]
fn an_apposition_behind_a_comma_says_nothing_of_how_much_more() {
    let rows = ["Geriatric|2070451", "Surgery|1360413", "Cardiology|1229318"];
    holds(
        &[(
            "select ward, sum(cost) as total_cost from data group by 1 order by 2 desc",
            table("ward|total_cost", &rows),
        )],
        &["Geriatric comes to «2.07 million», more than any other ward [q1]."],
    );
}

#[test]
fn figures_that_are_set_against_each_other_are_of_one_column() {
    let rows = ["Austin|479400|289|24.4", "Denver|567000|352|42.3", "Boston|816200|601|12.1"];
    let homes =
        [("select city, median_price, per_sqft, growth from data", table("city|median_price|per_sqft|growth", &rows))];
    holds(
        &homes,
        &[
            "**Austin vs Denver** [q1]\n\n- Median price: «$479,400» vs «$567,000»\n",
            "**Austin vs Denver** [q1]\n\n- Median price: ‹$567,000› vs $479,400\n",
        ],
    );
}

#[test]
fn a_share_that_is_said_of_a_number_is_of_it() {
    let rows = ["Engineering|365|87000|238060", "Sales|210|64000|190000", "Legal|45|93900|200000"];
    holds(
        &[(
            "select team, count(*) as people, avg(pay) as avg_pay, max(pay) as max_pay from data group by 1",
            table("team|people|avg_pay|max_pay", &rows),
        )],
        &[
            "Engineering is the biggest team with 365 people, or «59%» of the sample [q1].",
            "Engineering is the biggest team with 365 people, or ‹37%› of the sample [q1].",
        ],
    );
}

#[test]
fn what_is_less_is_less_than_the_larger_one() {
    let rows = ["0|123.65", "10|108.45", "30|93.17"];
    holds(
        &[("select discount, avg(net) as avg_net from data group by 1", table("discount|avg_net", &rows))],
        &[
            "The net amount falls from 123.65 without a discount to 93.17 at 30% off, «24.7%» less [q1].",
            "The net amount falls from 123.65 without a discount to 93.17 at 30% off, ‹32.7%› less [q1].",
        ],
    );
}

#[test]
fn bounds_are_shown_by_what_they_count() {
    let rows = ["Alta|160.7", "Zafra|33", "Ridge|84.3", "Rosso|43.3", "Nova|43.1", "Blanca|307.5"];
    holds(
        &[("select plant, sum(h) as downtime_h from data group by 1", table("plant|downtime_h", &rows))],
        &[
            "Downtime stayed between «30» and «60» hours at «three» of the six plants [q1].",
            "Downtime stayed between 30 and 60 hours at ‹four› of the six plants [q1].",
        ],
    );
}

#[test]
fn points_lie_between_two_percentages_however_they_were_taken() {
    let rows = ["2022|1089|62", "2023|1098|64", "2024|1098|67"];
    holds(
        &[(
            "select year, count(*) as readings, sum(w) as warnings from data group by 1",
            table("year|readings|warnings", &rows),
        )],
        &[
            "In 2024, 6.1% of the 1,098 readings carried a warning, compared with 5.7% in 2022 – up «0.4 pp» [q1].",
            "In 2024, 6.1% of the 1,098 readings carried a warning, compared with 5.7% in 2022 – up ‹0.9 pp› [q1].",
        ],
    );
}

#[test]
fn a_part_and_its_whole_that_one_row_has_are_its() {
    let rows = [
        "Vils|730|241.1|1188|99.81|13",
        "Große Laber|730|162.7|534|32.17|6",
        "Isen|730|112.9|565|13.33|9",
        "Rott|730|95.2|414|10.47|8",
        "Schwarzach|365|61.1|190|4.13|8",
    ];
    let header = "gewaesser|messungen|mittel_cm|max_cm|mittel_abfluss|fehlend";
    let query = "select gewaesser, count(*) as messungen, avg(cm) as mittel_cm, max(cm) as max_cm, avg(q) as mittel_abfluss, \
                 count(*) filter (where cm is null) as fehlend from data group by 1 order by 3 desc";
    let gaps = |part: &str| {
        format!("The Vils has the most gaps, {part} out of 730 readings; the Schwarzach is worst at 2.2% [q1].")
    };
    holds(&[(query, table(header, &rows))], &[&gaps("«13»"), &gaps("‹14›")]);
}

#[test]
fn an_m_behind_money_is_a_million() {
    let rows = ["West|2070451|12", "East|1360413|9"];
    holds(
        &[(
            "select region, sum(x) as revenue_eur, avg(m) as length_cm from data group by 1",
            table("region|revenue_eur|length_cm", &rows),
        )],
        &[
            "West has a revenue of «€2.07 m» [q1].",
            "West has a revenue of «2.07 m» [q1].",
            "West has a revenue of ‹€2.17 m› [q1].",
        ],
    );
}

#[test]
fn a_sum_is_a_share_of_the_sum_of_all() {
    let rows = [
        "Vils|730|241.1|13",
        "Große Laber|730|162.7|6",
        "Isen|730|112.9|9",
        "Rott|730|95.2|8",
        "Schwarzach|365|61.1|8",
    ];
    let query = "select gewaesser, count(*) as messungen, avg(cm) as mittel_cm, count(*) filter (where cm is null) as fehlend \
                 from data group by 1";
    holds(
        &[(query, table("gewaesser|messungen|mittel_cm|fehlend", &rows))],
        &["Insgesamt liegen 3.285 Messungen vor, davon fehlt bei «44» («1,3 %») der Wasserstand [q1]."],
    );
}

#[test]
fn german_plurals_name_their_rows() {
    let rows = ["Hallenbad|2|876396.67", "Gymnasium|4|754554", "Grundschule|9|648349.91"];
    let query = "select gebaeudeart, count(*) as anzahl, sum(x) as kosten_eur from data group by 1";
    holds(
        &[(query, table("gebaeudeart|anzahl|kosten_eur", &rows))],
        &[
            "Die zwei Hallenbäder verursachen mit «876.396,67 €» die höchsten Kosten [q1].",
            "Die Gymnasien verursachen ‹876.396,67 €› [q1].",
        ],
    );
}

#[test]
fn a_price_per_unit_is_one_per_another() {
    holds(
        &[("select sum(x) / sum(kwh) as chf_per_kwh from data", table("chf_per_kwh", &["0.0823"]))],
        &["It earned «CHF 82.3» per MWh [q1].", "It earned ‹CHF 823› per MWh [q1]."],
    );
}

#[test]
fn a_discount_is_a_key() {
    let rows = ["0|2771|123.65|0.1054", "5|512|114.54|0.082", "10|733|108.45|0.1023", "30|280|93.17|0.1279"];
    let query = "select discountPct, count(*) as n, avg(net) as avgNet, avg(returned) as returnRate from data group by 1 order by 1";
    holds(
        &[(query, table("discountPct|n|avgNet|returnRate", &rows))],
        &[
            "The rate is lowest at 5% off («8.2%») and highest at 30% off («12.8%») [q1].",
            "The rate is lowest at 5% off (‹10.2%›) [q1].",
        ],
    );
}
