//! Answers to statements over a database that is kept: the next run over the unchanged files asks much the same.
//!
//! A statement is known by its text and the run's limits, and only where its result is the same each time. It has passed
//! the gate of this very program, as nothing that another one wrote is read. Beside each database lies at most one file
//! of them. The ones used last stay.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::folder::Folder;
use super::{hexadecimal, sealed};
use crate::limits::{self, CacheBounds, Limits};
use crate::table::Table;

/// The answers of one database, shared by whoever asks and whoever writes them down.
#[derive(Debug, Clone)]
pub struct Answers(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    folder: PathBuf,
    /// The file of the database.
    database: String,
    bounds: CacheBounds,
    /// The one used last comes last.
    list: Vec<Answer>,
    /// Whether something was added.
    grown: bool,
}

/// One answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Answer {
    key: String,
    table: Table,
}

impl Answers {
    /// Those that are kept beside a database; none where they cannot be read.
    pub(super) fn beside(folder: &Path, database: &str, bounds: CacheBounds) -> Self {
        let list = Folder::find(folder).ok().flatten().and_then(|folder| read(&folder, database)).unwrap_or_default();
        let state = State { folder: folder.to_owned(), database: database.to_owned(), bounds, list, grown: false };
        Self(Arc::new(Mutex::new(state)))
    }

    /// What a statement gave within these limits.
    pub(in crate::data) fn find(&self, sql: &str, limits: &Limits) -> Option<Table> {
        let key = key(sql, limits)?;
        let mut state = self.state();
        let found = state.list.iter().position(|answer| answer.key == key)?;
        let answer = state.list.remove(found);
        let table = answer.table.clone();
        state.list.push(answer);
        Some(table)
    }

    /// Whether it is known what a statement gave within these limits.
    pub(in crate::data) fn has(&self, sql: &str, limits: &Limits) -> bool {
        key(sql, limits).is_some_and(|key| self.state().list.iter().any(|answer| answer.key == key))
    }

    /// Adds what a statement gave, unless it is much.
    pub(in crate::data) fn add(&self, sql: &str, limits: &Limits, table: &Table) {
        let cells = table.rows.len().saturating_mul(table.columns.len());
        let Some(key) = key(sql, limits).filter(|_| cells <= limits::CACHE_ANSWER_CELLS) else { return };
        let mut state = self.state();
        state.list.retain(|answer| answer.key != key);
        state.list.push(Answer { key, table: table.clone() });
        if state.list.len() > limits::CACHE_ANSWERS {
            state.list.remove(0);
        }
        state.grown = true;
    }

    /// Writes them down beside the database, where something was added and it is still there.
    ///
    /// # Errors
    /// When the folder cannot be written or is not the user's own.
    pub fn keep(&self) -> std::io::Result<()> {
        let state = self.state();
        if !state.grown {
            return Ok(());
        }
        let Some(folder) = Folder::find(&state.folder)? else { return Ok(()) };
        let mut texts = Vec::new();
        let mut bytes = 0;
        for answer in state.list.iter().rev() {
            let text = serde_json::to_string(answer)?;
            bytes += text.len() as u64 + 1;
            if bytes > limits::CACHE_ANSWER_BYTES {
                break;
            }
            texts.push(text);
        }
        texts.reverse();
        let workshop = folder.workshop()?;
        let made = workshop.join("made.answers");
        sealed::write(&made, &format!("[{}]", texts.join(",")))?;
        folder.put_answers(&state.database, &made, &state.bounds)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read(folder: &Folder, database: &str) -> Option<Vec<Answer>> {
    let file = folder.open_answers(database).ok().flatten()?;
    // The digest and brackets stand around them.
    let text = sealed::read(&file, limits::CACHE_ANSWER_BYTES + 1024).ok()?;
    serde_json::from_str(&text).ok()
}

/// What tells a statement within these limits from all others.
fn key(sql: &str, limits: &Limits) -> Option<String> {
    let limits = serde_json::to_string(limits).ok()?;
    Some(hexadecimal(&Sha256::digest(format!("{limits}\n{sql}").as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Cell;

    const DATABASE: &str = "a-1.duckdb";

    fn table(value: f64) -> Table {
        Table {
            columns: vec!["x".to_owned()],
            types: vec!["DOUBLE".to_owned()],
            rows: vec![vec![Cell::Float(value)], vec![Cell::Null], vec![Cell::Text("1".to_owned())]],
            row_count: 9,
        }
    }

    fn folder() -> (tempfile::TempDir, PathBuf) {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("cache");
        let folder = Folder::make(&path).unwrap();
        super::super::folder::create(&folder.database(DATABASE)).unwrap();
        super::super::folder::create(&path.join("a.json")).unwrap();
        (home, path)
    }

    #[test]
    fn answers_come_back_as_they_were_and_only_within_the_same_limits() {
        let (_home, path) = folder();
        let limits = Limits::default();
        let bounds = CacheBounds::default();
        let answers = Answers::beside(&path, DATABASE, bounds);
        assert_eq!(answers.find("FROM data", &limits), None);
        answers.add("FROM data", &limits, &table(0.1 + 0.2));
        answers.keep().unwrap();
        let again = Answers::beside(&path, DATABASE, bounds);
        assert_eq!(again.find("FROM data", &limits), Some(table(0.1 + 0.2)));
        assert_eq!(again.find("FROM  data", &limits), None);
        let other = Limits { max_rows: limits.max_rows + 1, ..limits.clone() };
        assert_eq!(again.find("FROM data", &other), None);
        assert_eq!(Answers::beside(&path, "a-2.duckdb", bounds).find("FROM data", &limits), None);
        // What is damaged is none.
        let file = path.join("a-1.answers");
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.replace("0.30000000000000004", "0.30000000000000005")).unwrap();
        assert_eq!(Answers::beside(&path, DATABASE, bounds).find("FROM data", &limits), None);
    }

    #[test]
    fn the_ones_used_last_stay_and_large_ones_are_not_kept() {
        let (_home, path) = folder();
        let limits = Limits::default();
        let answers = Answers::beside(&path, DATABASE, CacheBounds::default());
        for number in 0..limits::CACHE_ANSWERS {
            answers.add(&number.to_string(), &limits, &table(1.0));
        }
        assert!(answers.find("0", &limits).is_some());
        answers.add("new", &limits, &table(2.0));
        assert!(answers.find("1", &limits).is_none() && answers.find("0", &limits).is_some());
        let mut large = table(3.0);
        large.rows = vec![vec![Cell::Null]; limits::CACHE_ANSWER_CELLS + 1];
        answers.add("large", &limits, &large);
        assert!(answers.find("large", &limits).is_none());
    }

    #[test]
    fn they_are_not_written_where_the_database_is_gone() {
        let (_home, path) = folder();
        let answers = Answers::beside(&path, DATABASE, CacheBounds::default());
        answers.add("FROM data", &Limits::default(), &table(1.0));
        std::fs::remove_file(path.join(DATABASE)).unwrap();
        answers.keep().unwrap();
        assert!(!path.join("a-1.answers").exists());
    }
}
