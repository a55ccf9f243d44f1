//! What the words around a number say of steps: that something rose, that things are added up, that the others are meant.
//!
//! Uses the scene of this room.

use super::contrary::moved;
use super::directions::RELATING;
use super::mention::{Form, Mention, Reading};
use super::rounding::{Window, windows};
use super::scene::Scene;
use super::threshold::thresholds;

/// Words that speak of the others.
pub const REST: [&str; 9] = ["other", "others", "rest", "remaining", "remainder", "else", "übrigen", "autres", "otro"];
/// Words that say that something is left out.
const WITHOUT: [&str; 5] = ["not", "minus", "without", "neither", "never"];
/// Words that say that something was added up.
const TOTAL: [&str; 15] = [
    "account",
    "all",
    "together",
    "total",
    "combined",
    "altogether",
    "sum",
    "overall",
    "insgesamt",
    "zusammen",
    "gemeinsam",
    "ensemble",
    "conjuntamente",
    "junto",
    "jointly",
];
/// Words before a number that say so, too.
const BETWEEN: [&str; 3] = [" between them ", " add up to ", " adds up to "];

/// What the words around a number say of steps.
#[expect(clippy::struct_excessive_bools, reason = "each says one thing of the words, and none excludes another")]
pub struct Words {
    /// Something became more.
    pub rises: bool,
    /// Something became less.
    pub falls: bool,
    /// Something changed.
    pub moves: bool,
    /// Two things are set against each other.
    pub relates: bool,
    /// So much for each.
    pub each: bool,
    /// So many times.
    pub times: bool,
    /// The number is of something.
    pub of: bool,
    /// Something was added up.
    pub total: bool,
    /// A mean was taken.
    pub mean: bool,
    /// It is a share.
    pub share: bool,
    /// The passage speaks of the others.
    pub rest: bool,
    /// Something is left out.
    pub without: bool,
    /// The bounds that the passage sets, and whether what is counted lies above them; the nearest first.
    pub bounds: Vec<(f64, bool)>,
    /// What the number stands for.
    pub windows: Vec<(Reading, Window)>,
    /// Whether the number is a whole one in letters.
    pub spelled: bool,
}

impl Words {
    /// The words of a passage around a number.
    #[must_use]
    pub fn new(scene: &Scene<'_>, mention: &Mention) -> Self {
        let says = |families: &[&str]| scene.says(mention, families);
        let written = scene.text.get(mention.range.clone()).unwrap_or_default();
        let whole = mention.readings.iter().all(|reading| reading.unit >= 1.0);
        // `nahm um 185 € ab`
        let moved = moved(scene, mention);
        let (rises, falls) = (scene.rises() || moved == Some(true), scene.falls() || moved == Some(false));
        let behind = |most: usize, words: &[&str]| scene.behind(mention, most).any(|word| words.contains(&word));
        let text = scene.text.get(scene.passage.range.start..mention.range.start).unwrap_or_default();
        let between = BETWEEN.iter().any(|words| text.contains(words));
        Self {
            rises,
            falls,
            moves: rises || falls || says(&["change"]),
            relates: scene.says_stem(&RELATING),
            each: scene.says_stem(&["per", "each", "ratio", "average", "pro", "par", "por"]),
            times: scene.says_stem(&["factor", "ratio", "time", "fold", "x"]),
            of: behind(2, &["of", "as"]),
            total: says(&["total", "all", "entire", "whole", "across"]) || scene.says_stem(&TOTAL) || between,
            mean: scene.passage.says(&scene.passage.range, &["average"]),
            share: says(&["share", "total"]) || behind(1, &["of", "des", "du", "del", "der"]),
            rest: scene.says_stem(&REST),
            without: scene.says_stem(&REST) || scene.says_stem(&WITHOUT),
            bounds: thresholds(scene.text, scene.passage, mention),
            windows: windows(mention).collect(),
            spelled: mention.form == Form::Number && whole && !written.bytes().any(|byte| byte.is_ascii_digit()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{number, regions, scene};
    use super::*;

    #[test]
    fn words_say_what_is_done_to_numbers() {
        let read = |text: &str, of: &dyn Fn(&Words) -> bool| {
            scene(regions(), text, &|scene| of(&Words::new(scene, number(scene, "9"))))
        };
        assert!(read("The other two have 9 [q1].", &|words| words.rest && words.without && !words.total));
        assert!(read("West had 9 that were not sold [q1].", &|words| !words.rest && words.without));
        assert!(read("All regions together have 9 [q1].", &|words| words.total && !words.rest));
        assert!(read("It rose by 9 [q1].", &|words| words.rises && words.moves && !words.falls));
    }
}
