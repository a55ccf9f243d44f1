//! Numerals: separators, scales, units, signs, ranges, dates.

use super::super::{Form, Names, read};
use super::{claims, numbers, written};

#[test]
fn separators_of_every_locale_are_read() {
    claims("It is 1,234.5 high.", &["1,234.5 = 1234.5 by 0.1"]);
    claims("It is 1.234,5 high.", &["1.234,5 = 1234.5 by 0.1"]);
    claims("It is 1 234,5 high.", &["1 234,5 = 1234.5 by 0.1"]);
    claims("It is 1\u{a0}234\u{a0}567 high.", &["1\u{a0}234\u{a0}567 = 1234567 by 1"]);
    claims("It is 1\u{202f}234,50 high.", &["1\u{202f}234,50 = 1234.5 by 0.01"]);
    claims("It is 1'234.50 or 1’234.50.", &["1'234.50 = 1234.5 by 0.01", "1’234.50 = 1234.5 by 0.01"]);
    claims("It is 12,34,567.8 high.", &["12,34,567.8 = 1234567.8 by 0.1"]);
    claims("It is 1,234,567 high.", &["1,234,567 = 1234567 by 1"]);
    claims("It is 1.234.567 high.", &["1.234.567 = 1234567 by 1"]);
    claims("It is 12,5 high.", &["12,5 = 12.5 by 0.1"]);
    claims("It is 0,123 or 0.123.", &["0,123 = 0.123 by 0.001", "0.123 = 0.123 by 0.001"]);
    claims("It is .25 or (.5).", &[".25 = 0.25 by 0.01", ".5 = 0.5 by 0.1"]);
    claims("It is 12345,678 high.", &["12345,678 = 12345.678 by 0.001"]);
    claims("It is 12.50.", &["12.50 = 12.5 by 0.01"]);
}

#[test]
fn a_numeral_of_two_readings_is_decided_by_the_others() {
    claims("1,234 orders", &["1,234 = 1234 by 1 or 1.234 by 0.001"]);
    // Zeros at the end of decimals would say nothing, unless the text writes decimals so.
    claims("881,000 or 1.230", &["881,000 = 881000 by 1", "1.230 = 1230 by 1"]);
    claims("1.200 at 2.5", &["1.200 = 1.2 by 0.001", "2.5 = 2.5 by 0.1"]);
    claims("1.234 orders", &["1.234 = 1.234 by 0.001 or 1234 by 1"]);
    claims("1,234 orders at 2.5", &["1,234 = 1234 by 1", "2.5 = 2.5 by 0.1"]);
    claims("1.234 orders at 2,5", &["1.234 = 1234 by 1", "2,5 = 2.5 by 0.1"]);
    claims("1.234 orders at 1,234,567", &["1.234 = 1.234 by 0.001", "1,234,567 = 1234567 by 1"]);
    // Where both styles stand, neither decides.
    claims("1.234 at 2,5 or 2.5", &["1.234 = 1.234 by 0.001 or 1234 by 1", "2,5 = 2.5 by 0.1", "2.5 = 2.5 by 0.1"]);
    // A date's and a version's points decide nothing.
    claims("1,234 on 31.01.2024", &["1,234 = 1234 by 1 or 1.234 by 0.001", "31.01.2024 = 19753 by 1 Date"]);
}

#[test]
fn numbers_of_a_list_are_not_joined() {
    written("values 1, 2, 3", &["1", "2", "3"]);
    written("values 1,2,3,4", &["1", "2", "3", "4"]);
    written("in 2023 412 orders", &["2023", "412"]);
    written("values 3 120 45", &["3", "120", "45"]);
    written("values 12, 345", &["12", "345"]);
    written("values 12 345", &["12 345"]);
    written("| 12 | 345 |", &["12", "345"]);
    written("|12|345|", &["12", "345"]);
    written("made 12\n345 stayed", &["12", "345"]);
    written("12  345", &["12", "345"]);
    written("in week 12 345 orders came", &["345"]);
}

#[test]
fn markdown_hides_no_number() {
    claims("**1,234.5** orders", &["1,234.5 = 1234.5 by 0.1"]);
    claims("***12*** and _34_ and __5__", &["12 = 12 by 1", "34 = 34 by 1", "5 = 5 by 1"]);
    claims("a rise of **12** %", &["12** % = 12 by 1 Percent"]);
    claims("a rise of **12**.", &["12 = 12 by 1"]);
    claims("it is 1\\.5 high", &["1\\.5 = 1.5 by 0.1"]);
    claims("a [link of 12](https://a.b/34)", &["12 = 12 by 1"]);
    claims("~~12~~ and ~12", &["12 = 12 by 1", "12 = 12 by 1 About"]);
    claims("> 12 were left\n\n- 5 stayed\n- -3.5 is low", &["12 = 12 by 1", "5 = 5 by 1", "-3.5 = -3.5 by 0.1"]);
    claims("## The top\n5 rows", &["5 = 5 by 1"]);
    claims("## 12 of them\n\n7 rows", &["12 = 12 by 1", "7 = 7 by 1"]);
}

#[test]
fn percentages_and_points_are_told_apart() {
    claims(
        "12% or 12 % or 12 percent",
        &["12% = 12 by 1 Percent", "12 % = 12 by 1 Percent", "12 percent = 12 by 1 Percent"],
    );
    claims("12 per cent, 12 Prozent", &["12 per cent = 12 by 1 Percent", "12 Prozent = 12 by 1 Percent"]);
    claims("12 pour cent, a 12-percent rise", &["12 pour cent = 12 by 1 Percent", "12-percent = 12 by 1 Percent"]);
    claims("3.4 pp, 3.4pp", &["3.4 pp = 3.4 by 0.1 Points", "3.4pp = 3.4 by 0.1 Points"]);
    claims("2 percentage points, 2 %-points", &["2 percentage points = 2 by 1 Points", "2 %-points = 2 by 1 Points"]);
    claims("2 Prozentpunkte, 2 p.p.", &["2 Prozentpunkte = 2 by 1 Points", "2 p.p. = 2 by 1 Points"]);
    claims("150 bps or 25 basis points", &["150 bps = 1.5 by 0.01 Points", "25 basis points = 0.25 by 0.01 Points"]);
    claims("5 ‰", &["5 ‰ = 0.5 by 0.1 Percent"]);
    claims("12 points", &["12 = 12 by 1"]);
    claims("ten percent", &["ten percent = 10 by 1 Percent"]);
}

#[test]
fn currency_belongs_to_the_number() {
    claims("$1.2M or US$5bn", &["$1.2M = 1200000 by 100000", "US$5bn = 5000000000 by 1000000000"]);
    claims("EUR 1,234.50", &["EUR 1,234.50 = 1234.5 by 0.01"]);
    claims("1.234,50 €", &["1.234,50 € = 1234.5 by 0.01"]);
    claims("12 USD and USD12", &["12 USD = 12 by 1", "USD12 = 12 by 1"]);
    claims("-$5, $-5, −€3, +£2", &["-$5 = -5 by 1", "$-5 = -5 by 1", "−€3 = -3 by 1", "+£2 = 2 by 1"]);
    claims("$5 $6", &["$5 = 5 by 1", "$6 = 6 by 1"]);
    claims("give us 12", &["12 = 12 by 1"]);
    claims("CHF 1'234", &["CHF 1'234 = 1234 by 1"]);
}

#[test]
fn a_scale_multiplies_and_a_lone_letter_may_be_a_unit() {
    claims("12K, 1.2k", &["12K = 12000 by 1000", "1.2k = 1200 by 100"]);
    claims("1.1 million", &["1.1 million = 1100000 by 100000"]);
    claims("5 bn, 5 tn", &["5 bn = 5000000000 by 1000000000", "5 tn = 5000000000000 by 1000000000000"]);
    claims("5 Mio. € und 1,2 Mrd. €", &["5 Mio. € = 5000000 by 1000000", "1,2 Mrd. € = 1200000000 by 100000000"]);
    claims("3 Millionen", &["3 Millionen = 3000000 by 1000000"]);
    claims("9 thousand", &["9 thousand = 9000 by 1000"]);
    claims("12 lakh, 3 crore", &["12 lakh = 1200000 by 100000", "3 crore = 30000000 by 10000000"]);
    claims("5 m", &["5 m = 5 by 1 or 5000000 by 1000000"]);
    claims("5m", &["5m = 5000000 by 1000000 or 5 by 1"]);
    claims("6.0 m/s", &["6.0 = 6 by 0.1"]);
    claims("$5m", &["$5m = 5000000 by 1000000"]);
    claims("3 B", &["3 B = 3 by 1 or 3000000000 by 1000000000"]);
    claims("5 M", &["5 M = 5000000 by 1000000"]);
    claims("12 metres and 12km", &["12 = 12 by 1", "12 = 12 by 1"]);
}

#[test]
fn powers_of_ten_are_read() {
    claims(
        "1.2e6, 1.2E+6, 1e-3",
        &["1.2e6 = 1200000 by 100000", "1.2E+6 = 1200000 by 100000", "1e-3 = 0.001 by 0.001"],
    );
    claims("2*10^6 and 2*3", &["2*10^6 = 2000000 by 1000000", "2 = 2 by 1", "3 = 3 by 1"]);
    claims("1.2×10^6", &["1.2×10^6 = 1200000 by 100000"]);
    claims("3 × 10⁶ or 3 x 10⁻²", &["3 × 10⁶ = 3000000 by 1000000", "3 x 10⁻² = 0.03 by 0.01"]);
    claims("2½ times as many, or 3¼", &["2½ times = 2.5 by 0.1 Multiple", "3¼ = 3.25 by 0.01"]);
}

#[test]
fn a_dash_is_a_sign_or_a_range() {
    claims("fell by -3.4 % and −5", &["-3.4 % = -3.4 by 0.1 Percent", "−5 = -5 by 1"]);
    claims("change (–5) and [+7]", &["–5 = -5 by 1", "+7 = 7 by 1"]);
    claims("10-20", &["10 = 10 by 1", "20 = 20 by 1"]);
    claims("10–20 and 30 – 40", &["10 = 10 by 1", "20 = 20 by 1", "30 = 30 by 1", "40 = 40 by 1"]);
    claims("-10 to -5", &["-10 = -10 by 1", "-5 = -5 by 1"]);
    claims("minus 3 and negative 5 %", &["minus 3 = -3 by 1", "negative 5 % = -5 by 1 Percent"]);
    claims("- 5 rows", &["5 = 5 by 1"]);
    claims("-0", &["-0 = 0 by 1"]);
    claims("| (1,234.0) | ($5) | (12 %) |", &["1,234.0 = -1234 by 0.1", "$5 = -5 by 1", "12 % = -12 by 1 Percent"]);
    claims("West (1,234.0) leads", &["1,234.0 = 1234 by 0.1"]);
}

#[test]
fn the_ends_of_a_range_share_their_unit() {
    claims("10 to 20 %", &["10 = 10 by 1 Percent", "20 % = 20 by 1 Percent"]);
    claims("10–20 %", &["10 = 10 by 1 Percent", "20 % = 20 by 1 Percent"]);
    claims("between 1.2 and 1.5 million", &["1.2 = 1200000 by 100000", "1.5 million = 1500000 by 100000"]);
    claims("$1.2–1.5M", &["$1.2 = 1200000 by 100000", "1.5M = 1500000 by 100000"]);
    claims("from 500 to 1.2 million", &["500 = 500 by 1 or 500000000 by 1000000", "1.2 million = 1200000 by 100000"]);
    claims("12 and 15 %", &["12 = 12 by 1 Percent", "15 % = 15 by 1 Percent"]);
    claims("5, 7 and 9 %", &["5 = 5 by 1 Percent", "7 = 7 by 1 Percent", "9 % = 9 by 1 Percent"]);
    claims("444 and 2.03 %", &["444 = 444 by 1", "2.03 % = 2.03 by 0.01 Percent"]);
    claims("49, or 2.7 % of all", &["49 = 49 by 1", "2.7 % = 2.7 by 0.1 Percent"]);
    claims("12 or 15.5 %", &["12 = 12 by 1 Percent", "15.5 % = 15.5 by 0.1 Percent"]);
    claims("of 412, 9 % are new", &["412 = 412 by 1", "9 % = 9 by 1 Percent"]);
    claims("from 2022 to 15 %", &["2022 = 2022 by 1 Year", "15 % = 15 by 1 Percent"]);
    claims("5 rows and 15 %", &["5 = 5 by 1", "15 % = 15 by 1 Percent"]);
    claims("two to three percent", &["two = 2 by 1 Percent", "three percent = 3 by 1 Percent"]);
    claims("3 and 1.5 million", &["3 = 3 by 1", "1.5 million = 1500000 by 100000"]);
}

#[test]
fn dates_are_read_in_the_usual_styles() {
    for style in [
        "2024-01-31",
        "2024/01/31",
        "31.01.2024",
        "31/01/2024",
        "01/31/2024",
        "31 January 2024",
        "January 31, 2024",
        "Jan 31, 2024",
        "31. Januar 2024",
        "31st of January 2024",
        "January 31st, 2024",
        "31-01-2024",
        "2024-01-31T14:30:00",
        "2024-01-31 14:30",
        "2024-01-31T14:30:00Z",
    ] {
        claims(&format!("It was {style}, then."), &[&format!("{style} = 19753 by 1 Date")]);
    }
    claims("on 02/03/2024", &["02/03/2024 = 19756 by 1 or 19784 by 1 Date"]);
    claims("Jan 2024 or 2024-01", &["Jan 2024 = 19723 by 1 Month", "2024-01 = 19723 by 1 Month"]);
    claims("Jan-2024", &["Jan-2024 = 19723 by 1 Month"]);
    claims("01/2024 or Jan '24", &["01/2024 = 19723 by 1 Month", "Jan '24 = 19723 by 1 Month"]);
    claims("März 2024 or May 2024", &["März 2024 = 19783 by 1 Month", "May 2024 = 19844 by 1 Month"]);
    for style in ["Q1 2024", "2024-Q1", "2024 Q1", "2024Q1", "Q1/2024", "first quarter of 2024"] {
        claims(&format!("In {style} it grew."), &[&format!("{style} = 19723 by 1 Quarter")]);
    }
    claims("01.02.24 or 01/02/71", &["01.02.24 = 19754 by 1 Date", "01/02/71 = 366 by 1 or 396 by 1 Date"]);
    written("1.2.24", &[]);
    claims("1969-12-31", &["1969-12-31 = -1 by 1 Date"]);
    written("2024-02-30 and 2024-13-01", &["2024", "30", "2024", "13", "01"][..0]);
}

/// Holds the dates of a text: as written, with month and day of the year that is left open.
#[track_caller]
fn days(text: &str, wanted: &[(&str, i64)]) {
    // Of the year 0, January 1 is the 719,528th day before 1970.
    let shown: Vec<String> =
        wanted.iter().map(|(written, day)| format!("{written} = {} by 1 Date", day - 719_529)).collect();
    claims(text, &shown.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn a_day_without_a_year_is_one_of_any() {
    // The year that is left open has a 29th of February: March 3 is its day 63.
    for style in ["3 March", "March 3", "March 3rd", "3rd March", "3rd of March", "Mar 3", "Mar. 3", "3. März"] {
        days(&format!("The peak came on {style}."), &[(style, 63)]);
        days(&format!("On {style} sales rose"), &[(style, 63)]);
    }
    days("Sales peaked Aug 14", &[("Aug 14", 227)]);
    days("May 3 was best, and June 30", &[("May 3", 124), ("June 30", 182)]);
    days("since May 3, it fell", &[("May 3", 124)]);
    days("5–12 January was slow", &[("5", 5), ("12 January", 12)]);
    days("January 5–12 was slow", &[("January 5", 5), ("12", 12)]);
    days("from January 5 to 12, and 3 and 4 March", &[("January 5", 5), ("12", 12), ("3", 63), ("4 March", 64)]);
    days("from January 5 to March 3", &[("January 5", 5), ("March 3", 63)]);
    claims("on 14 August 412 orders", &["14 August = -719302 by 1 Date", "412 = 412 by 1"]);
    claims("on August 14, 412 orders", &["August 14 = -719302 by 1 Date", "412 = 412 by 1"]);
    claims("January 5–12, 2024", &["January 5 = 19727 by 1 Date", "12, 2024 = 19734 by 1 Date"]);
    claims("5–12 January 2024", &["5 = 19727 by 1 Date", "12 January 2024 = 19734 by 1 Date"]);
    let asked = |text: &str, question: &str| read(text, &Names::default(), Some(question)).mentions.len();
    assert_eq!(asked("On March 3 it fell", "What was on 2024-03-03?"), 0);
    assert_eq!(asked("On March 4 it fell", "What was on 2024-03-03?"), 1);
}

#[test]
fn what_is_counted_behind_a_month_is_no_day() {
    for (text, number) in [
        ("in March 12 orders came in", "12"),
        ("In May 3 orders came", "3"),
        ("Since May 3 people left", "3"),
        ("March 12 orders came in", "12"),
        ("The March 12 new customers", "12"),
        ("there were 12 March orders", "12"),
        ("In March 12.5 % left", "12.5 %"),
        ("In March 12,000 came", "12,000"),
        ("March 12 % below April", "12 %"),
        ("March 12k, April 13k", "12k"),
        ("in March 12 million", "12 million"),
        ("Compared with March 31 regions grew", "31"),
        ("February 30 was", "30"),
    ] {
        assert_eq!(numbers(text).mentions.first().map(|mention| &text[mention.range.clone()]), Some(number), "{text}");
        assert!(numbers(text).mentions.iter().all(|mention| mention.form != Form::Date), "{text}");
    }
    written("From March to June it may grow; 3rd quarter; May was best", &[]);
}

#[test]
fn a_year_is_one_unless_it_counts() {
    claims("In 2023 orders rose", &["2023 = 2023 by 1 Year"]);
    claims("from 2020–2023", &["2020 = 2020 by 1 Year", "2023 = 2023 by 1 Year"]);
    claims("2021, 2022 and 2023", &["2021 = 2021 by 1 Year", "2022 = 2022 by 1 Year", "2023 = 2023 by 1 Year"]);
    claims("FY2024 and 2023/24", &["FY2024 = 2024 by 1 Year", "2023/24 = 2023 by 1 Year"]);
    claims("In the 1990s", &["1990s = 1990 by 1 Year"]);
    claims("H1 2024 was weak", &["2024 = 2024 by 1 Year"]);
    claims("2023 orders were made", &["2023 = 2023 by 1"]);
    claims("with 2023 distinct customers", &["2023 = 2023 by 1"]);
    claims("$2023, 2023 %, 2,023.0", &["$2023 = 2023 by 1", "2023 % = 2023 by 1 Percent", "2,023.0 = 2023 by 0.1"]);
    claims("1200 and 2500", &["1200 = 1200 by 1", "2500 = 2500 by 1"]);
    claims("2023 was strong; 2024 sales were not", &["2023 = 2023 by 1 Year", "2024 = 2024 by 1 Year"]);
}
