//! Figures of another row, of all rows or of another period than the words around a number say, in results of one and of two keys.

use super::super::example::table;
use super::{Given, holds};

fn regions() -> [Given<'static>; 1] {
    let rows =
        ["North|225|3154|1241090.9", "West|217|2257|886311.4", "South|201|1646|629252.6", "East|206|1017|397915.5"];
    let query =
        "select region, count(*) orders, sum(units) units, sum(revenue) revenue from data group by 1 order by 4 desc";
    [(query, table("region|orders|units|revenue", &rows))]
}

fn years() -> [Given<'static>; 1] {
    let rows = ["2022|921116.5|273|3374.1", "2023|1094744.4|289|3788.0", "2024|1138709.5|287|3967.6"];
    let query =
        "select year(date) as year, sum(revenue) revenue, count(*) orders, avg(revenue) avg_order from data group by 1";
    [(query, table("year|revenue|orders|avg_order", &rows))]
}

fn regions_by_year() -> [Given<'static>; 1] {
    let rows = [
        "2022|North|376746.7",
        "2022|West|246962.2",
        "2023|North|417950.2",
        "2023|West|314479.8",
        "2024|North|446394.0",
        "2024|West|324869.4",
    ];
    let query = "select year(date) as year, region, sum(revenue) revenue from data group by all order by 1, 2";
    [(query, table("year|region|revenue", &rows))]
}

fn people() -> [Given<'static>; 1] {
    let rows = [
        "Engineering|45|91933.8667|92908|68564|107650|43.36",
        "Finance|41|79392.0976|78266|60994|91301|42.90",
        "Sales|56|64197.9464|62623|53761|83128|43.91",
        "HR|48|54343.1042|53518|34892|72733|42.81",
        "Support|50|48318.1|49030|29105|60702|42.02",
    ];
    let query = "select dept, count(*) n, avg(salary) avg_salary, median(salary) median_salary, min(salary) min_salary, \
                 max(salary) max_salary, avg(age) avg_age from data group by 1 order by 3 desc";
    [(query, table("dept|n|avg_salary|median_salary|min_salary|max_salary|avg_age", &rows))]
}

#[test]
fn figures_between_backticks_are_figures() {
    holds(
        &regions(),
        &[
            "North earned `$1,241,091` [q1].",
            "North earned `‹$1,421,091›` [q1].",
            "North's figure is \"‹1,421,091›\" [q1].",
            "North earned **`«$1,241,091»`** [q1].",
        ],
    );
}

#[test]
fn a_share_that_is_accounted_for_is_no_change() {
    holds(
        &regions(),
        &[
            "North accounts for «39%» of revenue, West for «28%» and East for «13%» [q1].",
            "North accounts for ‹40%› of revenue, West for ‹29%› and East for ‹12%› [q1].",
            "West earned «29%» less than North [q1].",
            "Almost ‹three quarters› of revenue comes from North [q1].",
        ],
    );
}

#[test]
fn what_two_rows_are_apart_is_of_these_two() {
    holds(
        &people(),
        &[
            "The gap between Engineering and Finance is «$12,542» [q1].",
            "The gap between Engineering and Support is ‹$12,542› [q1].",
            "The average salary in Sales is «$15,880» above Support [q1].",
            "The average salary in Sales is ‹$12,542› above Support [q1].",
        ],
    );
    let rows = [
        "Garden|196|488.96|494232|3.95|35",
        "Books|204|469.52|517193|3.78|37",
        "Food|188|467.44|460097|3.94|33",
        "Toys|212|458.59|503673|3.82|34",
    ];
    let query = "select category, count(*) n, avg(price) avg_price, sum(stock) stock, avg(rating) avg_rating, \
                 count(*) filter (rating is null) unrated from data group by 1 order by 3 desc";
    holds(
        &[(query, table("category|n|avg_price|stock|avg_rating|unrated", &rows))],
        &[
            "The average price of Garden is «$30» above Toys [q1].",
            "The average price of Garden is ‹$19› above Toys [q1].",
        ],
    );
}

#[test]
fn what_is_said_to_be_the_largest_may_be_counted() {
    holds(
        &people(),
        &[
            "Sales is the largest department (with «56» people) [q1].",
            "Sales is the biggest department with «56» employees, Finance the smallest with «41» [q1].",
            "Sales is the biggest department with ‹50› employees [q1].",
        ],
    );
}

#[test]
fn a_step_within_a_name_is_of_the_name_before() {
    holds(
        &regions_by_year(),
        &[
            "North's revenue rose by «18%» between 2022 and 2024, West's by «32%» [q1].",
            "North's revenue rose by ‹32%› between 2022 and 2024, West's by ‹18%› [q1].",
        ],
    );
}

#[test]
fn the_ends_of_a_span_are_those_of_its_periods() {
    holds(
        &years(),
        &[
            "The average order rose from «$3,374» to «$3,968» between 2022 and 2024 [q1].",
            "The average order rose from «$3,374» to ‹$3,788› between 2022 and 2024 [q1].",
            "Orders rose from ‹289› to «287» between 2022 and 2024 [q1].",
        ],
    );
}

#[test]
fn the_best_period_is_at_an_end_of_something() {
    let rows = ["2019|22", "2020|6", "2021|15", "2022|16"];
    holds(
        &[("select year(hired) hire_year, count(*) n from data group by 1 order by 1", table("hire_year|n", &rows))],
        &[
            "The weakest hiring year was «2020» with «6» hires [q1].",
            "The weakest hiring year was ‹2021› with ‹15› hires [q1].",
            "Hiring peaked in «2019», with «22» new people [q1].",
            "Hiring peaked in ‹2022›, with ‹16› new people [q1].",
        ],
    );
}

#[test]
fn things_are_counted_by_the_result_of_them() {
    let [regions] = regions();
    let products = ["Laptop|2346390", "Monitor|669408.5", "Keyboard|138771.9"];
    let query = "select product, sum(revenue) revenue from data group by 1";
    holds(
        &[regions, (query, table("product|revenue", &products))],
        &[
            "There are «three» products and «four» regions [q1][q2].",
            "There are ‹four› products and ‹three› regions [q1][q2].",
        ],
    );
}

#[test]
fn a_figure_of_all_is_none_of_a_name() {
    let products = ["Laptop|0.0686", "Monitor|0.0717", "Keyboard|0.1126"];
    let by_product = "select product, avg(returned) return_rate from data group by 1";
    let all = "select count(*) orders, 100.0 * avg(returned) return_rate_pct from data";
    holds(
        &[
            (all, table("orders|return_rate_pct", &["849|8.4806"])),
            (by_product, table("product|return_rate", &products)),
        ],
        &[
            "The return rate is «8.5%» overall and «11.3%» for keyboards [q1][q2].",
            "The return rate is ‹8.5%› for monitors [q1][q2].",
        ],
    );
}

#[test]
fn what_a_sentence_begins_with_is_what_it_is_about() {
    let rows = [
        "East|Keyboard|17215.5",
        "East|Monitor|85828",
        "South|Keyboard|29141.5",
        "South|Monitor|189121",
        "West|Keyboard|38223.4",
        "West|Monitor|136227",
    ];
    let query = "select region, product, sum(revenue) revenue from data group by 1, 2 order by 1, 2";
    holds(
        &[(query, table("region|product|revenue", &rows))],
        &[
            "In the South, monitors bring «$189,121» and keyboards «$29,142» [q1].",
            "In the South, monitors bring «$189,121» and keyboards ‹$38,223› [q1].",
        ],
    );
    let rows = ["MV Gannet|5.6|8.7|543", "MV Skua|5.4|9.1|612", "MV Tern|6.6|10.4|816"];
    let query = "select vessel, avg(delay_min) avg_delay, 100.0 * avg(late) late_pct, count(*) n from data group by 1";
    holds(
        &[(query, table("vessel|avg_delay|late_pct|n", &rows))],
        &[
            "MV Skua has the lowest average delay of all, «5.4» minutes [q1].",
            "MV Skua has the lowest average delay of all, ‹5.6› minutes [q1].",
        ],
    );
}

#[test]
fn the_word_behind_a_number_is_the_name_of_its_column() {
    let rows = ["Paintings|208|126|60.6|414400", "Jewellery|165|132|80.0|283145", "Clocks|64|36|56.3|69320"];
    let query = "select department, count(*) as lots, count(hammer_gbp) as sold, round(100.0*count(hammer_gbp)/count(*),1) as \
                 sell_pct, sum(hammer_gbp) as total from data group by department";
    holds(
        &[(query, table("department|lots|sold|sell_pct|total", &rows))],
        &[
            "Paintings made the most money, «£414,400» from «126» sold lots [q1].",
            "Paintings made the most money, «£414,400» from ‹132› sold lots [q1].",
        ],
    );
}

#[test]
fn what_is_over_something_is_more_than_it() {
    let rows = ["962|15900|22260|17460", "773|7200|10800|15430", "427|9000|14500|11755"];
    let query = "select lot, low_est_gbp, high_est_gbp, hammer_gbp from data where lot in (962, 773, 427)";
    holds(
        &[(query, table("lot|low_est_gbp|high_est_gbp|hammer_gbp", &rows))],
        &["Lot 773 sold for «£15,430», ‹30%› over its high estimate of «£10,800» [q1]."],
    );
}

#[test]
fn a_row_of_a_large_result_has_its_small_numbers() {
    let rows: Vec<String> =
        (0..300).map(|row| format!("T{row:05}|{}|{}|{}", ["Oslo", "Rome"][row % 2], 100 + row * 3, row % 9)).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    holds(
        &[("select id, city, amount, qty from data order by id", table("id|city|amount|qty", &rows))],
        &[
            "T00266 in Oslo had an amount of «898» with a quantity of «5» [q1].",
            "T00266 in Oslo had an amount of «898» with a quantity of ‹6› [q1].",
        ],
    );
}
