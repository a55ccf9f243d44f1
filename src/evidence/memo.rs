//! What is worked out once of a passage, as it is asked for with each value that may stand behind a number.
//!
//! Uses what is worked out. Numbers are known by where they start.

use std::cell::{OnceCell, RefCell};
use std::hash::Hash;
use std::ops::Range;
use std::rc::Rc;

use hashbrown::HashMap;

use super::mention::Form;
use super::parts::{Extremes, Part};
use super::pointing::Pointer;
use super::proof::Given;
use super::told::Written;

/// What was worked out by what it belongs to.
#[derive(Debug)]
pub struct Once<Key, Found>(RefCell<HashMap<Key, Found>>);

impl<Key, Found> Default for Once<Key, Found> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<Key: Eq + Hash, Found: Clone> Once<Key, Found> {
    /// What is known, or is found now, and kept.
    pub fn of(&self, key: Key, find: impl FnOnce() -> Found) -> Found {
        if let Some(known) = self.0.borrow().get(&key) {
            return known.clone();
        }
        // What is found may ask for what is kept here.
        let found = find();
        self.0.borrow_mut().insert(key, found.clone());
        found
    }
}

/// All that is worked out once of a passage.
#[derive(Debug, Default)]
pub struct Memo {
    /// Parts of the passage, by the number they belong to.
    pub parts: Once<(usize, Part), Range<usize>>,
    /// How well the words around a number name each column of a result.
    pub scores: Once<(usize, usize), Rc<Vec<f64>>>,
    /// The two best of them, with their columns.
    pub best: Once<(usize, usize), [(usize, f64); 2]>,
    /// The cells that a number may give.
    pub given: Once<usize, Rc<Vec<Given>>>,
    /// The bound that the passage sets beside a number, and whether what is counted lies above it.
    pub bounds: Once<usize, Option<(f64, bool)>>,
    /// The unit that a number is told in, and whether it is written as money.
    pub units: Once<usize, (Option<&'static str>, bool)>,
    /// What the noun behind a number may be.
    pub nouns: Once<usize, Rc<Vec<String>>>,
    /// What the words around a number say of ends.
    pub extremes: Once<usize, Extremes>,
    /// Which of the names of a result by one column a number is attached to.
    pub attached: Once<(usize, usize, usize), Option<usize>>,
    /// Which of them says of which row a number speaks.
    pub pointers: Once<(usize, usize, usize), Pointer>,
    /// By what the numbers of a column are multiplied, by how the number is written and where the column lies in memory.
    pub factors: Once<(usize, Form, usize), Option<f64>>,
    /// What each number may say of the values of a column, by the result and the column.
    pub windows: Once<(usize, usize), Rc<Vec<Written>>>,
    /// Whether the passage says that something rises, and that something falls.
    pub directions: OnceCell<(bool, bool)>,
    /// Whether any number is written as money.
    pub tells_money: OnceCell<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_not_worked_out_again() {
        let once = Once::default();
        assert_eq!((once.of(1, || 7), once.of(1, || 8), once.of(2, || 9)), (7, 7, 9));
        // What is found may rest on what is known.
        assert_eq!(once.of(3, || once.of(1, || 0) + 1), 8);
    }
}
