//! What the words around a number say of steps, worked out once for all results.
//!
//! Uses the scene of this room.

use super::contrary::moved;
use super::directions::{DOWN, RELATING, UP};
use super::mention::Mention;
use super::scene::Scene;

/// What the words around a number say of steps, the same for all results.
#[expect(clippy::struct_excessive_bools, reason = "each is said, or not, for itself")]
pub struct Said {
    /// A mean.
    pub mean: bool,
    /// All of something.
    pub all: bool,
    /// The same in words that say so only where no row is named.
    pub all_of_no_row: bool,
    /// Several together.
    pub together: bool,
    /// A share.
    pub share: bool,
    /// That something rose or fell, near the number.
    pub moves: bool,
    /// That something is more, or less, anywhere in the passage.
    pub up: bool,
    /// The same of less.
    pub down: bool,
    /// That something is held against something else.
    pub relates: bool,
    /// A change.
    pub changes: bool,
    /// Whether the number is written with a sign.
    pub signed: bool,
}

impl Said {
    /// What the words around a number say of steps.
    #[must_use]
    pub fn new(scene: &Scene<'_>, mention: &Mention) -> Self {
        Self {
            mean: scene.says(mention, &["average"]),
            all: scene.says(mention, &["total", "all", "entire", "whole", "across", "every"])
                || scene.says_stem(&["add", "adds", "added"]),
            all_of_no_row: scene.says_stem(&["all", "together", "total", "altogether", "combined", "across"]),
            together: scene.says_stem(&["together", "combined", "both", "sum", "total", "add", "jointly"]),
            share: scene.says(mention, &["share"]) || scene.behind(mention, 1).any(|word| word == "of"),
            moves: scene.has_beside(mention, &UP, 4, 3)
                || scene.has_beside(mention, &DOWN, 4, 3)
                || moved(scene, mention).is_some(),
            up: scene.rises(),
            down: scene.falls(),
            relates: scene.says_stem(&RELATING),
            changes: scene.says(mention, &["change"]),
            signed: scene.text.get(mention.range.clone()).is_some_and(|text| text.starts_with(['+', '-', '−'])),
        }
    }
}
