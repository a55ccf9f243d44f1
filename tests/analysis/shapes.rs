//! Real tables and strange ones: each gives a whole report, and what is known of them is said.

use std::fmt::Write as _;

use super::shown::{analyze, number, three_digits};
use crate::support::program::Folder;

#[test]
fn penguins_differ_by_species() {
    let folder = Folder::new().with_data("tables/penguins.csv");
    let shown = analyze(&folder, &["penguins.csv"]);
    shown.check("penguins");
    let summary = shown.summary();
    let says = |part: &str| assert!(summary.contains(part), "{part:?} is not in {summary}");
    says("Each of the 344 rows is one penguin [q1], from 2007 to 2009 [q2]");
    let mean = |species: &str| {
        let sql = format!("SELECT avg(flipper_length_mm) FROM data WHERE species = '{species}'");
        three_digits(number(&folder, "penguins.csv", &sql))
    };
    says(&format!(
        "the mean flipper length is lowest for Adelie ({} mm) and highest for Gentoo ({} mm)",
        mean("Adelie"),
        mean("Gentoo")
    ));
    let correlation = number(&folder, "penguins.csv", "SELECT corr(flipper_length_mm, body_mass_g) FROM data");
    says(&format!(
        "Flipper length and body mass rise closely together, with a correlation of {}",
        three_digits(correlation)
    ));
    says("Eleven values of sex are missing (3.2 %)");
    assert!(!summary.contains("from 2007 to 2009, from"), "three years are no trend: {summary}");
}

#[test]
fn weather_has_seasons() {
    let folder = Folder::new().with_data("tables/seattle-weather.csv");
    let shown = analyze(&folder, &["seattle-weather.csv"]);
    shown.check("weather");
    let summary = shown.summary();
    let month = |month: u8| {
        let sql = format!("SELECT avg(temp_max) FROM data WHERE month(date) = {month}");
        three_digits(number(&folder, "seattle-weather.csv", &sql))
    };
    let said =
        format!("swings with the seasons, lowest in December ({}) and highest in August ({})", month(12), month(8));
    assert!(summary.contains(&said), "{said:?} is not in {summary}");
    assert!(
        summary.starts_with("Each of the 1,461 rows is one day [q1], from 2012-01-01 to 2015-12-31 [q2]"),
        "{summary}"
    );
    assert!(!summary.contains("temp min"), "the lowest and the highest of a day are no finding: {summary}");
    assert!(!summary.contains("grew by"), "degrees have no percent: {summary}");
}

#[test]
fn dates_written_as_whole_numbers_are_dates() {
    let folder = Folder::new().with_data("tables/co2.csv");
    let shown = analyze(&folder, &["co2.csv"]);
    shown.check("co2");
    let year =
        |year: u16| number(&folder, "co2.csv", &format!("SELECT avg(co2) FROM data WHERE date // 10000 = {year}"));
    let (before, after) = (year(1959), year(2001));
    let said = format!(
        "The mean CO2 grew by {} %, from {} in 1959 to {} in 2001",
        three_digits((after / before - 1.0) * 100.0),
        three_digits(before),
        three_digits(after)
    );
    assert!(shown.summary().contains(&said), "{said:?} is not in {}", shown.summary());
    assert!(shown.summary().starts_with("Each of the 2,284 rows is one week [q1]"), "{}", shown.summary());
}

#[test]
fn degrees_are_places_and_no_measures() {
    let folder = Folder::new().with_data("tables/airports.csv");
    let shown = analyze(&folder, &["airports.csv"]);
    shown.check("airports");
    let summary = shown.summary();
    assert!(summary.contains("AK is the most frequent with 7.79 % of the airports"), "{summary}");
    assert!(!summary.contains("correlation"), "{summary}");
    let plots = shown.of("plot");
    let places = plots.iter().find(|plot| plot["title"] == "Where the airports lie");
    let places = places.unwrap_or_else(|| panic!("{:?}", shown.titles()));
    assert_eq!(places["vega_lite_spec"]["encoding"]["x"]["title"], "Longitude (degrees east)");
    assert_eq!(places["vega_lite_spec"]["encoding"]["y"]["title"], "Latitude (degrees north)");
}

#[test]
fn awkward_files_give_whole_reports() {
    for name in [
        "ansi_bidi",
        "big_ids",
        "booleans",
        "dates_ambiguous",
        "dates_dmy",
        "decimal_after_20k",
        "dmy_evidence_late",
        "duplicate_headers",
        "headerless",
        "inch_marks",
        "leading_zeros",
        "missing_markers",
        "mixed_eol",
        "multiline_cells",
        "namibia",
        "nonfinite",
        "quote_names",
        "single_column_semicolon",
        "sql_words",
        "thousands",
        "timezones",
        "utf8_bom",
        "wide_1200",
        "year_headers",
    ] {
        let file = format!("{name}.csv");
        let folder = Folder::new().with_data(&format!("cases/{file}"));
        analyze(&folder, &[&file]).check(&file);
    }
}

#[test]
fn a_header_without_rows_is_a_report_without_charts() {
    let folder = Folder::new().with("a.csv", "id,name,amount\n");
    let shown = analyze(&folder, &["a.csv"]);
    shown.check("header only");
    assert!(shown.summary().contains("has no rows"), "{}", shown.summary());
    assert!(shown.of("plot").is_empty());
    assert_eq!(shown.title(), "A: no rows");
}

#[test]
fn a_code_like_na_is_no_missing_value() {
    let folder = Folder::new().with_data("cases/namibia.csv");
    assert_eq!(analyze(&folder, &["namibia.csv"]).column("iso2", "Issues"), "None");
}

#[test]
fn revenue_from_price_and_quantity_is_no_relation() {
    let mut text = "quantity,unit_price,revenue\n".to_owned();
    for row in 0..200 {
        let (quantity, price) = (1 + row * 7 % 9, 2 + row * 13 % 31);
        writeln!(text, "{quantity},{price},{}", quantity * price).unwrap();
    }
    let folder = Folder::new().with("a.csv", text);
    let shown = analyze(&folder, &["a.csv"]);
    shown.check("product");
    assert!(!shown.prose().contains("rise together"), "{}", shown.prose());
}

#[test]
fn an_unfinished_month_is_not_a_fall() {
    let mut text = "day,visits\n".to_owned();
    let mut day: jiff::civil::Date = "2022-01-01".parse().unwrap();
    while day < "2023-05-05".parse().unwrap() {
        writeln!(text, "{day},{}", 100 + day.day() % 3).unwrap();
        day = day.tomorrow().unwrap();
    }
    let folder = Folder::new().with("a.csv", text);
    let shown = analyze(&folder, &["a.csv"]);
    shown.check("steady");
    assert!(shown.summary().contains("held steady"), "{}", shown.summary());
    assert!(!shown.summary().contains("dropped"), "{}", shown.summary());
}

#[test]
fn months_without_rows_stay_gaps() {
    let mut text = "day,visits\n".to_owned();
    let mut day: jiff::civil::Date = "2023-01-01".parse().unwrap();
    while day < "2024-01-01".parse().unwrap() {
        if day.month() != 5 {
            writeln!(text, "{day},{}\n{day},3", day.day()).unwrap();
        }
        day = day.tomorrow().unwrap();
    }
    let folder = Folder::new().with("a.csv", text);
    let shown = analyze(&folder, &["a.csv"]);
    shown.check("gap");
    let plot = shown.of("plot")[0];
    let values = plot["vega_lite_spec"]["data"]["values"].as_array().unwrap();
    assert_eq!(values.len(), 12);
    assert!(values[4]["visits"].is_null(), "{values:?}");
    assert!(plot["note"].as_str().unwrap().contains("the month without rows is left open"), "{plot}");
}

#[test]
fn further_files_are_named_with_their_size() {
    let folder = Folder::new().with("a.csv", "x,y\n1,2\n3,4\n").with("customers.csv", "id,name\n1,Ann\n2,Bo\n3,Cy\n");
    let shown = analyze(&folder, &["a.csv", "customers.csv"]);
    let findings = shown.texts("finding");
    assert!(findings.iter().any(|text| text.contains("customers with 3 rows and 2 columns")), "{findings:?}");
    assert_eq!(shown.columns().len(), 2);
}

#[test]
fn shares_of_yes_and_no_are_compared() {
    let mut text = "member,churned,plan\n".to_owned();
    for row in 0..300 {
        let plan = if row % 3 == 0 { "yearly" } else { "monthly" };
        let churned = if plan == "monthly" { u8::from(row % 2 == 0) } else { u8::from(row % 30 == 0) };
        writeln!(text, "m{row},{churned},{plan}").unwrap();
    }
    let folder = Folder::new().with("a.csv", text);
    let shown = analyze(&folder, &["a.csv"]);
    shown.check("shares");
    assert!(
        shown.prose().contains("the share of churned is lowest for yearly (10 %) and highest for monthly (50 %)"),
        "{}",
        shown.prose()
    );
}

/// Days of two quarters, of which the second is higher, each with three readings.
fn quarters(columns: &str, cells: [&str; 3]) -> String {
    let mut text = format!("{columns}\n");
    let mut day: jiff::civil::Date = "2024-01-01".parse().unwrap();
    while day < "2024-07-01".parse().unwrap() {
        let value = if day.month() < 4 { 50 } else { 80 } + day.day() % 5;
        for cell in cells {
            writeln!(text, "{day},{cell},{value}").unwrap();
        }
        day = day.tomorrow().unwrap();
    }
    text
}

#[test]
fn a_chart_names_the_stretch_that_it_compares_with() {
    let folder = Folder::new().with("a.csv", quarters("day,page,visits", ["home", "shop", "blog"]));
    let shown = analyze(&folder, &["a.csv"]);
    shown.check("quarters");
    assert!(!shown.prose().contains("a year before"), "the year before is not in the data: {}", shown.prose());
    let title = &shown.titles()[0];
    assert_eq!(title, "Visits grew from Q1 2024 to Q2 2024");
    assert!(shown.summary().contains("Visits are ") && !shown.prose().contains("isits was"), "{}", shown.prose());
}

#[test]
fn a_row_is_no_thing_that_has_several_rows() {
    let text = quarters("time,sensor,temp_c", ["A1", "B2", "C3"]);
    let other = quarters("time,device,temp_c", ["A1", "B2", "C3"]);
    let folder = Folder::new().with("sensors.csv", text).with("stations.csv", other);
    for file in ["sensors.csv", "stations.csv"] {
        let shown = analyze(&folder, &[file]);
        shown.check(file);
        assert!(shown.summary().starts_with("The data has 546 rows and 3 columns"), "{}", shown.summary());
        assert!(!shown.prose().contains("sensors lie") && !shown.prose().contains("of the station"), "{file}");
    }
}
