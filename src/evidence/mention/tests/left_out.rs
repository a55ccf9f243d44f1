//! Numbers that are no claim, each for its reason.

use super::super::{Exclusion, Names, read};
use super::{numbers, written};

/// Holds that a text claims nothing, and why its numbers are left out.
#[track_caller]
fn left_out(text: &str, reason: Exclusion) {
    let found = numbers(text);
    assert!(found.mentions.is_empty(), "claimed in {text:?}: {:?}", found.mentions);
    assert!(!found.left_out.is_empty(), "nothing was left out of {text:?}");
    for number in &found.left_out {
        assert_eq!(number.reason, reason, "{:?} in {text:?}", &text[number.range.clone()]);
    }
}

#[test]
fn numbers_of_names_and_of_the_question_are_left_out() {
    let text = "sales 2023 is 412 and 9";
    let found = read(text, &Names { numbered: vec![0..10, 14..17], ..Names::default() }, None);
    assert_eq!(found.mentions.len(), 1);
    assert_eq!(found.left_out.iter().map(|number| number.reason).collect::<Vec<_>>(), [Exclusion::Name; 2]);
    let asked = |text: &str, question: &str| read(text, &Names::default(), Some(question)).mentions.len();
    assert_eq!(asked("The five are", "Which are the top 5?"), 0);
    assert_eq!(asked("1,000 units", "orders above 1000"), 0);
    assert_eq!(asked("In 2024 it grew", "sales in 2024"), 0);
    assert_eq!(asked("It is 5 %", "Which are the top 5?"), 1);
    assert_eq!(asked("It is 6", "Which are the top 5?"), 1);
}

#[test]
fn quoted_values_and_code_are_left_out() {
    for text in ["\"Size 42\"", "the 'Size 42'", "“Size 42”", "„Größe 42“", "«Taille 42»", "‘Size 42’"]
    {
        left_out(text, Exclusion::Quoted);
    }
    for text in ["`x > 42`", "``a ` 42``", "```sql\nselect 42\n```", "~~~\n42\n~~~\n", "```\n42"] {
        left_out(text, Exclusion::Code);
    }
    for text in ["`42`", "`1421091`", "'1.5'", "`2024-01-05`", "`x, 1,200`"] {
        written(text, &[]);
    }
    written("It is `$1,421,091`, '12,5 %' and \"1.421.091\"", &["$1,421,091", "12,5 %", "1.421.091"]);
    written("He said \"There were 12 orders. It was good.\"", &["12"]);
    written("\"We sold all of the 12 yesterday.\"", &["12"]);
    written("West's 12 and East's 13", &["12", "13"]);
    written("a ` 12 and no end", &["12"]);
    written("5\" and 6\"", &["5", "6"]);
}

#[test]
fn numbers_of_the_text_are_left_out() {
    left_out("1. North\n2) South\n  3. East", Exclusion::ListNumber);
    left_out("**1.** North", Exclusion::ListNumber);
    left_out("(1) West leads, (2) East follows", Exclusion::ListNumber);
    left_out("## 2.1 Regions", Exclusion::Section);
    left_out("### 3. Regions", Exclusion::Section);
    left_out("See Table 1, Figure 2, Section 3.2 and step 4.", Exclusion::Section);
    left_out("It holds[^1] and [2]", Exclusion::Footnote);
    left_out("&#8211; and <br id=\"5\">", Exclusion::Markup);
    written("1. North has 5", &["5"]);
    written("1,204. That is all", &["1,204"]);
    written("1204. That is all", &["1204"]);
    written("It says [q3].", &[]);
    written("1) North 5; 2) South 6", &["5", "6"]);
    written("The sides of the table 429, of the page 714.544", &["429", "714.544"]);
    written("In first class 3 of 4 survived", &["3", "4"]);
    written("West (12) and East (13)", &["12", "13"]);
}

#[test]
fn labels_and_identifiers_are_left_out() {
    left_out("store 12 and Region 5", Exclusion::Label);
    left_out("order 10234, #5, ISO 8601", Exclusion::Label);
    left_out("stores 3 and 7, rows 1-100, weeks 5 to 8", Exclusion::Label);
    written("stores: 3 and 7", &["3", "7"]);
    left_out("COVID-19, UTF-8 and 007", Exclusion::Identifier);
    left_out("1.2.3.4", Exclusion::Version);
    left_out("computed with version 3.2", Exclusion::Version);
    left_out("Only 50 rows are shown", Exclusion::Reference);
    left_out("v1.2.3 and v1.2.3-4", Exclusion::Identifier);
    left_out("https://a.b/12?c=3 www.x.y/1 me42@a.b [x](12.html)", Exclusion::Address);
    left_out("data-2024.csv sales.2.xlsx /srv/2024/x", Exclusion::FileName);
    written("A4 p95 B2B H2O col_1 x2y 3D [q3] q12", &[]);
    written("store 12 has 5 orders", &["5"]);
    written("12 stores", &["12"]);
    left_out("order 12345678901234567890", Exclusion::Label);
}

#[test]
fn a_tag_and_a_comparison_behind_a_verb_set_no_threshold() {
    written("North had <b>1,999</b> orders", &["1,999"]);
    written("North had >1,999 orders", &["1,999"]);
}

#[test]
fn a_bound_of_many_digits_is_a_figure() {
    written("Half of all homes cost more than $452,700", &["Half", "$452,700"]);
    written("Homes above 452,700 have a garden", &["452,700"]);
    left_out("homes above 450,000", Exclusion::Threshold);
    left_out("homes above 1,250,000", Exclusion::Threshold);
}

#[test]
fn thresholds_that_the_sentence_sets_are_left_out() {
    for text in [
        "the top 5",
        "top three",
        "top-5 products",
        "bottom 3",
        "the first 10 rows",
        "the last 30 days",
        "the 3 largest stores",
        "the two largest regions",
        "the 10 most expensive",
        "the five best-selling products",
        "orders above 1,000.0 EUR",
        "orders over $1,000.0",
        "customers with more than 10 orders",
        "customers with 10 or more orders",
        "repeat buyers (2+ orders)",
        "those with 1 order",
        "customers who ordered at least twice",
        "regions that exceeded 1 million",
        "the worst 5 were alike",
        "a region with more than 10 orders",
        "rows where revenue exceeds 1,000.0",
        "if it is over 100",
        "aged 18 to 25",
        "ages 18–25",
        "at least 5 rows per group",
        "within 7 days",
        "bins of 10",
        "a threshold of 5",
        "revenue > 1,000.0",
        "orders of at least 50 EUR",
        "values between 5 and 10",
        "no region fell below 100",
        "customers who placed more than 10",
    ] {
        left_out(text, Exclusion::Threshold);
    }
    for (text, wanted) in [
        ("More than 1,200.0 orders were returned", "1,200.0"),
        ("Revenue rose by more than 10 %", "10 %"),
        ("West leads with over 1,200.0 orders", "1,200.0"),
        ("a total of more than 1,200.0 orders", "1,200.0"),
        ("There are over 500 rows", "500"),
        ("There are 3,400.0 airports in just under 2,700 cities", "2,700"),
        ("It has 120 cats and nearly 70 dogs", "70"),
        ("The hottest day had 35.6, the coldest -7.1", "-7.1"),
        ("Sales of more than 500 were made", "500"),
        ("Its 3 stores sold over 500 units", "500"),
        ("The 4 regions made over 500", "500"),
        ("West, which sold more than 500 units, leads", "500"),
        ("It shows that revenue exceeded 1 million", "1 million"),
        ("1 % above 2022's", "2022"),
        ("more than 2022", "2022"),
        ("North exceeded 1 million", "1 million"),
        ("Its margin stayed under 10 %", "10 %"),
        ("West, with more than 1,200.0 orders, leads", "1,200.0"),
        ("It ranges between 5.0 and 5 %", "5.0"),
        ("a correlation of 0.4 over 342 days", "342"),
        ("Half of them have an amount between 2.75 and 6.25", "2.75"),
        ("at most 20 orders per day", "20"),
    ] {
        assert!(numbers(text).mentions.iter().any(|mention| &text[mention.range.clone()] == wanted), "{text}");
    }
}

#[test]
fn numbers_of_methods_and_scales_are_left_out() {
    for text in [
        "rounded to 2 decimals",
        "1 decimal place",
        "95 % confidence",
        "1.5 IQR",
        "1.5 × IQR",
        "> 1.5 IQR",
        "3 standard deviations",
        "a 30-day average",
        "5-star",
        "3 sigma",
        "2 to 3 standard deviations",
        "5-fold cross-validation",
        "95th percentile",
    ] {
        left_out(text, Exclusion::Method);
    }
    for text in ["on a scale of 1 to 5", "per 1,000.0 inhabitants", "sums to 100 %"] {
        left_out(text, Exclusion::Scale);
    }
    written("Revenue exceeded 20,000 in five months", &["five"]);
    written("In five countries visits exceed 500,000", &["five"]);
    written("Six have 100 or more, five have 5 airports or more", &["Six", "five"]);
    written("only 3 of the 50 states have more than 1,000 orders", &["3", "50"]);
    written("4.2/5", &["4.2"]);
    written("4.2 out of 5, 4 out of 5", &["4.2", "4", "5"]);
    written("2.4 standard deviations", &["2.4"]);
    written("100 % of them", &["100 %"]);
}

#[test]
fn half_dates_are_left_out() {
    for text in ["in 2024-W05", "at 14:30", "from 9:00:05", "at 3 pm"] {
        left_out(text, Exclusion::PartialDate);
    }
    written("Q3 was best", &[]);
}

#[test]
fn what_bounds_are_found_and_not_set_are_figures() {
    written("95 % were answered within 746 ms", &["95 %", "746"]);
    written("That is one red card every 6.5 matches", &["6.5"]);
    written("It is over five times as likely", &["five times"]);
    written("They filled almost 80 % of their seats", &["80 %"]);
    written("It came within $29,600 of the other", &["$29,600"]);
    written("It is on every 10 days, and within 7 days", &[]);
}

#[test]
fn a_number_that_begins_a_text_is_of_a_list_where_others_are() {
    written("229: 196 of the one and 33 of the other", &["229", "196", "33"]);
    written("11. North\n12. South\n", &[]);
}

#[test]
fn points_and_people_are_counted() {
    written("Only five points separate them", &["five"]);
    written("the seven women of the team", &["seven"]);
    written("I have three points", &[]);
}

#[test]
fn places_in_an_order_are_claims() {
    for text in ["second-placed Rovers", "it is sixth of eight", "West third with 81", "second only to West"] {
        assert_eq!(
            numbers(text).mentions.len(),
            1 + usize::from(text.contains("81")) + usize::from(text.contains("eight")),
            "{text}"
        );
    }
}

#[test]
fn a_number_behind_the_name_of_a_row_is_no_label() {
    let text = "Central 74, Hamburg Port 58";
    let names = Names { ends: [text.find(" 58").unwrap()].into(), ..Names::default() };
    assert_eq!(read(text, &names, None).mentions.len(), 2);
    assert_eq!(read(text, &Names::default(), None).mentions.len(), 1);
}
