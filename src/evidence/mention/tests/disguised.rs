//! Numbers that are written in unusual ways: each is a claim, so that no wrong one escapes by the way it is written.

use super::{claims, numbers, written};

#[test]
fn numbers_of_any_size_are_claims() {
    claims("The sum is 12345678901234567 in all.", &["12345678901234567 = 12345678901234568 by 1"]);
    claims("It is 1,234,567,890,123,456,789 high.", &["1,234,567,890,123,456,789 = 1234567890123456800 by 1"]);
    let most = |text: &str| numbers(text).mentions.first().map(|mention| mention.readings.clone());
    for text in ["1e400", "1e999 rows", "9".repeat(400).as_str(), "10^400", "10⁴⁰⁰", "3×10^9999"] {
        written(text, &[text.trim_end_matches(" rows")]);
        assert_eq!(most(text).unwrap()[0].value.total_cmp(&f64::MAX), std::cmp::Ordering::Equal, "{text}");
    }
    written("-1e400", &["-1e400"]);
    assert!(most("-1e400").unwrap()[0].value < 0.0);
    written("1e-400", &["1e-400"]);
}

#[test]
fn powers_are_read_however_they_are_written() {
    for text in ["3×10^5", "3 × 10^5", "3x10^5", "3 × 10⁵", "3*10^5", "3·10⁵", "3 × 10^{5}", "3e5", "3E+05"] {
        claims(&format!("It is {text} high."), &[&format!("{text} = 300000 by 100000")]);
    }
    claims("10³ or 10^3", &["10³ = 1000 by 1000", "10^3 = 1000 by 1000"]);
    claims("It is 1.2e3%", &["1.2e3% = 1200 by 100 Percent"]);
    // Of other numbers, and of units, what is raised is a footnote or an area.
    claims("12³ and 5 m² and 2^10", &["12 = 12 by 1", "5 = 5 by 1", "2 = 2 by 1", "10 = 10 by 1"]);
    written("m³ and x²", &[]);
}

#[test]
fn digits_of_other_scripts_are_read() {
    claims("It was １２３ or １，２", &["１２３ = 123 by 1", "１ = 1 by 1", "２ = 2 by 1"]);
    claims("It was ١٢٣٫٥ or ۱٬۲۳۴٬۵۶۷", &["١٢٣٫٥ = 123.5 by 0.1", "۱٬۲۳۴٬۵۶۷ = 1234567 by 1"]);
    claims("It was 𝟜𝟚; １２．５％", &["𝟜𝟚 = 42 by 1", "１２．５％ = 12.5 by 0.1 Percent"]);
}

#[test]
fn fractions_of_one_sign_are_read() {
    claims("½ of all and ¾ of the rows", &["½ = 50 by 5 Percent", "¾ = 75 by 5 Percent"]);
    claims("It took ½ h, 2⅓ h or 2 ½ h", &["½ = 0.5 by 0.1", "2⅓ = 2.33 by 0.01", "2 ½ = 2.5 by 0.1"]);
    claims("It took 2 1/2 hours, ½ the time", &["2 1/2 = 2.5 by 0.1", "½ = 50 by 5 Percent"]);
    claims("rise of ½ %", &["½ % = 0.5 by 0.1 Percent"]);
    claims("values 1 1/5", &["1 = 1 by 1", "1 = 1 by 1"]);
}

#[test]
fn what_is_joined_by_odd_marks_is_one_number() {
    for thousand in
        ["1_000", "1'000", "1’000", "1´000", "1 000", "1\u{2009}000", "1\u{a0}000", "1\u{202f}000", "1\u{2007}000"]
    {
        claims(&format!("It is {thousand} high."), &[&format!("{thousand} = 1000 by 1")]);
    }
    claims("1_000_000", &["1_000_000 = 1000000 by 1"]);
    written("col_1_000 and a_100 and 1_00", &[]);
}

#[test]
fn what_touches_a_number_hides_none() {
    claims("5k+ or 500+", &["5k = 5000 by 1000 Over", "500 = 500 by 1 Over"]);
    claims("~300, ≈300 or ≈ 300", &["300 = 300 by 1 About", "300 = 300 by 1 About", "300 = 300 by 1 About"]);
    claims("300ish, 300-ish", &["300 = 300 by 1 About", "300 = 300 by 1 About"]);
    claims("ca.300 or approx.300", &["300 = 300 by 1 About", "300 = 300 by 1 About"]);
    claims("40-odd", &["40 = 40 by 1 Over"]);
    claims("40rows, 12items, 5µg", &["40 = 40 by 1", "12 = 12 by 1", "5 = 5 by 1"]);
    claims("3×, ×3, 3fach", &["3× = 3 by 1 Multiple", "×3 = 3 by 1 Multiple", "3fach = 3 by 1 Multiple"]);
    claims("It grew x3, or x4 more", &["x3 = 3 by 1 Multiple", "x4 = 4 by 1 Multiple"]);
    // Names stay names.
    written("x3 and x1, 3D, 7z, 5e, 4Runner, no. 3", &[]);
}
