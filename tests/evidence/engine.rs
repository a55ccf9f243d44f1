//! The real database behind the results: the files are loaded and queried as the program does it.

use std::path::Path;

use csvchat::data::{Loaded, Progress, ReadOptions, Scratch, Source, Worker, load};
use csvchat::event::{Claim, Dataset};
use csvchat::evidence::Ledger;
use csvchat::limits::{Interrupt, Limits};
use csvchat::table::Table;

/// More rounds than a text may need.
const ROUNDS: usize = 8;

/// One file, loaded, and a worker on it.
pub struct Engine {
    worker: Worker,
    loaded: Loaded,
    _scratch: Scratch,
}

impl Engine {
    pub async fn start(file: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let scratch = Scratch::new().unwrap();
        // No statement is bounded by time, or a busy machine would decide what comes out.
        let limits = Limits { query_timeout_ms: 600_000, ..Limits::default() };
        // The sentences were written when a word such as NA in a column of texts was always a text.
        let types =
            if file.ends_with("penguins.csv") { vec![("sex".to_owned(), "text".to_owned())] } else { Vec::new() };
        let (options, interrupt) = (ReadOptions { types, ..ReadOptions::default() }, Interrupt::new());
        let sources = [Source::Path(path)];
        let loaded = load(&sources, &options, &limits, &scratch, &interrupt, &Progress::default()).unwrap();
        let mut worker = Worker::start_program(Path::new(env!("CARGO_BIN_EXE_csvchat")), &limits).unwrap();
        worker.open(&loaded.database).await.unwrap();
        Self { worker, loaded, _scratch: scratch }
    }

    /// What is known of the file.
    pub fn datasets(&self) -> &[Dataset] {
        &self.loaded.datasets
    }

    pub async fn query(&mut self, statement: &str) -> Table {
        let answer = self.worker.query(statement, &Interrupt::new()).await;
        answer.unwrap_or_else(|error| panic!("{statement}: {error}"))
    }

    /// What the ledger says of a text, once it was told all that it asks.
    pub async fn check(&mut self, ledger: &mut Ledger, text: &str) -> Vec<Claim> {
        for _ in 0..ROUNDS {
            let claims = ledger.check(text);
            let wanted = ledger.wanted(text, &claims);
            if wanted.is_empty() {
                return claims;
            }
            for wanted in wanted {
                let answer = self.worker.query(&wanted.statement, &Interrupt::new()).await.ok();
                ledger.answer(&wanted, answer);
            }
        }
        panic!("the ledger asks again and again: {text}");
    }
}
