//! Numbers in words, ordinals, multiples, fractions, hedges.

use super::super::Hedge;
use super::{claims, numbers, written};

#[test]
fn spelled_numbers_are_read() {
    claims("three regions", &["three = 3 by 1"]);
    claims("all four quarters and all seven", &["four = 4 by 1", "seven = 7 by 1"]);
    claims("twenty-five orders, thirty one rows", &["twenty-five = 25 by 1", "thirty one = 31 by 1"]);
    claims("one hundred and five, two hundred", &["one hundred and five = 105 by 1", "two hundred = 200 by 1"]);
    claims("two hundred thousand", &["two hundred thousand = 200000 by 1000"]);
    claims("two thousand three hundred", &["two thousand three hundred = 2300 by 1"]);
    claims("a dozen, two dozen", &["a dozen = 12 by 1", "two dozen = 24 by 1"]);
    claims("half a million", &["half a million = 500000 by 100000"]);
    claims("two and a half million", &["two and a half million = 2500000 by 100000"]);
    claims("zero missing values", &["zero = 0 by 1"]);
    claims("zwölf Filialen, deux régions, cuatro", &["zwölf = 12 by 1", "deux = 2 by 1", "cuatro = 4 by 1"]);
    written("both regions, several rows, hundreds of orders, a few", &[]);
}

#[test]
fn one_counts_only_where_it_is_said_to() {
    claims("only one region", &["one = 1 by 1"]);
    claims("there is one duplicate", &["one = 1 by 1"]);
    claims("exactly one of the four", &["one = 1 by 1", "four = 4 by 1"]);
    claims("One value of age is missing", &["One = 1 by 1"]);
    claims("It has 6 rows and one column", &["6 = 6 by 1", "one = 1 by 1"]);
    for idiom in [
        "each row is one city",
        "more than one airport",
        "one of the regions",
        "no one",
        "one another",
        "at one point",
        "one-time",
        "for one",
        "the one that leads",
        "one can see",
        "one by one",
        "one or two",
        "zero in on",
        "non-zero",
        "from zero",
        "a two-way table",
    ] {
        written(idiom, &[]);
    }
}

#[test]
fn what_counts_the_text_itself_is_left_out() {
    written("Three things stand out; two caveats", &[]);
    written("these two regions differ, the two are close", &[]);
    written("the 3 key findings; 5 things to note", &[]);
    written("three of the four grew, the larger of the two", &["three", "four"]);
    written("It won 12 points", &["12"]);
    written("the two regions differ", &["two"]);
    written("three regions stand out", &["three"]);
}

#[test]
fn ordinals_are_ranks_or_nothing() {
    claims("West ranks second", &["second = 2 by 1 Ordinal"]);
    claims("the third-largest and the second largest", &["third = 3 by 1 Ordinal", "second = 2 by 1 Ordinal"]);
    claims("came in fifth place", &["fifth = 5 by 1 Ordinal"]);
    claims(
        "Lamps are fourth (5.5), desks third (6.5).",
        &["fourth = 4 by 1 Ordinal", "5.5 = 5.5 by 0.1", "third = 3 by 1 Ordinal", "6.5 = 6.5 by 0.1"],
    );
    claims("10th of 12", &["10th = 10 by 1 Ordinal", "12 = 12 by 1"]);
    claims("East is third with 5", &["third = 3 by 1 Ordinal", "5 = 5 by 1"]);
    claims("East is the second by revenue", &["second = 2 by 1 Ordinal"]);
    claims("the 3rd store", &["3rd = 3 by 1 Ordinal"]);
    claims("rank 3, ranks #2", &["3 = 3 by 1 Ordinal", "2 = 2 by 1 Ordinal"]);
    claims("North is #1, South is number 4", &["1 = 1 by 1 Ordinal", "4 = 4 by 1 Ordinal"]);
    for sequence in [
        "first, we look",
        "Second, the rest",
        "the first half",
        "the second quarter",
        "a third region",
        "the first row",
        "the 3rd quarter",
        "the 21st century",
        "seconds later",
        "third-party",
        "2nd class",
        "the 95th percentile",
        "The second is South",
    ] {
        written(sequence, &[]);
    }
}

#[test]
fn multiples_are_read() {
    claims("3x, 3×", &["3x = 3 by 1 Multiple", "3× = 3 by 1 Multiple"]);
    claims("3 times East's", &["3 times = 3 by 1 Multiple"]);
    claims("3 times the mean", &["3 times = 3 by 1 Multiple"]);
    claims("It appears 12 times.", &["12 = 12 by 1"]);
    claims(
        "three times larger, 10-fold, threefold",
        &["three times = 3 by 1 Multiple", "10-fold = 10 by 1 Multiple", "threefold = 3 by 1 Multiple"],
    );
    claims("a factor of 2.5", &["2.5 = 2.5 by 0.1 Multiple"]);
    claims("twice as many; sales doubled", &["twice = 2 by 0.5 Multiple", "doubled = 2 by 0.5 Multiple"]);
    claims("more than triple the rate", &["triple = 3 by 0.5 Multiple Over"]);
    claims("half as many", &["half = 0.5 by 0.1 Multiple"]);
    claims("a ratio of 3:1", &["3:1 = 3 by 1 Multiple"]);
    written("double-digit growth, a double check, doubled down", &[]);
}

#[test]
fn fractions_are_shares_written_coarsely() {
    claims("half of all orders", &["half = 50 by 5 Percent"]);
    claims("more than half", &["half = 50 by 5 Percent Over"]);
    claims("a quarter of sales", &["a quarter = 25 by 5 Percent"]);
    claims("a tenth of it", &["a tenth = 10 by 2 Percent"]);
    claims("nearly three quarters of it", &["three quarters = 75 by 5 Percent JustUnder"]);
    claims("one in four customers", &["one in four = 25 by 5 Percent"]);
    written("a quarter of 2024", &["2024"]);
    claims("five quarters of growth", &["five = 5 by 1"]);
    claims("1 in 5 orders", &["1 in 5 = 20 by 4 Percent"]);
    claims("1/4 of it", &["1/4 = 25 by 5 Percent"]);
    written("two-thirds, one third, two thirds", &["two-thirds", "one third", "two thirds"]);
    written("for three quarters", &["three"]);
    written("first half, half a year, half-year, in half", &[]);
    written("three of the four", &["three", "four"]);
}

#[test]
fn words_before_a_number_hedge_it() {
    for word in [
        "about",
        "roughly",
        "around",
        "approximately",
        "circa",
        "~",
        "≈",
        "some",
        "rund",
        "etwa",
        "environ",
        "approx.",
        "close to",
    ] {
        claims(&format!("It has {word} 12 rows"), &["12 = 12 by 1 About"]);
    }
    for word in ["more than", "over", "at least", "above", "upwards of", "no fewer than"] {
        claims(&format!("It has {word} $12"), &["$12 = 12 by 1 Over"]);
    }
    for word in ["under", "less than", "fewer than", "below", "up to", "at most"] {
        claims(&format!("It has {word} 12 %"), &["12 % = 12 by 1 Percent Under"]);
    }
    for word in ["nearly", "almost", "just under", "slightly less than", "a little below", "just shy of"] {
        claims(&format!("It has {word} 12 %"), &["12 % = 12 by 1 Percent JustUnder"]);
    }
    for word in ["just over", "slightly more than", "a bit above"] {
        claims(&format!("It has {word} 12 %"), &["12 % = 12 by 1 Percent JustOver"]);
    }
    claims("It exceeds 12", &["12 = 12 by 1 Over"]);
    claims("They add up to 12 over 24 months; it turned over 5.", &["12 = 12 by 1", "24 = 24 by 1", "5 = 5 by 1"]);
    for text in
        ["adds up to $12", "added up to **12**", "It sums up to € 12", "adding up to *12* days", "turned over **$12**"]
    {
        assert_eq!(numbers(text).mentions[0].hedge, Hedge::Exact, "{text}");
    }
    claims("up to **12**", &["12 = 12 by 1 Under"]);
    claims("It took over 3 days in CA 205", &["3 = 3 by 1 Over", "205 = 205 by 1"]);
    claims("12+ rows or 5 or more", &["12 = 12 by 1 Over", "5 = 5 by 1 Over"]);
    claims("10 % or less; 3 at most", &["10 % = 10 by 1 Percent Under", "3 = 3 by 1 Under"]);
    claims("12 is about right", &["12 = 12 by 1"]);
    claims("Roughly 40 to 45 %", &["40 = 40 by 1 Percent About", "45 % = 45 by 1 Percent About"]);
    claims("more than 40 to 45 %", &["40 = 40 by 1 Percent Over", "45 % = 45 by 1 Percent"]);
    claims("nearly a third of it", &["a third = 33.333333333333336 by 5 Percent JustUnder"]);
}
