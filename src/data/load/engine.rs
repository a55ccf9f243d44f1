//! The scratch database while it is written: its settings, and a watch that stops a statement when a signal comes.
//!
//! The engine takes as long to start as reading a small file does, so it starts while the file is looked at, without a
//! database; the file of the database is attached once it is known what is to stand in it. It starts with one thread:
//! handing a small file from one to the other takes longer than reading it.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;

use duckdb::{Config, Connection};

use crate::data::{DataError, Scratch};
use crate::limits::{self, Interrupt, Limits};
use crate::sql;

/// Of a small file, a better plan takes longer to find than it saves. A setting of one connection.
const UNOPTIMIZED: &str = "PRAGMA disable_optimizer";

/// A database that is being written.
pub(super) struct Engine {
    connection: Connection,
    interrupt: Interrupt,
    watch: Option<Watch>,
    path: PathBuf,
    bytes: u64,
    threads: usize,
    /// Whether the files are small.
    small: bool,
    /// Whether they are so small that no statement is worth a better plan.
    tiny: bool,
}

/// Ends with the engine: the channel closes.
struct Watch {
    alive: Sender<()>,
    thread: JoinHandle<()>,
}

impl Engine {
    /// Makes the database for so many bytes of text.
    pub(super) fn create(
        starting: Starting,
        scratch: &Scratch,
        bytes: u64,
        limits: &Limits,
        interrupt: &Interrupt,
    ) -> Result<Self, DataError> {
        let path = scratch.database();
        let (small, tiny) = (bytes <= limits::SMALL_FILES, bytes <= limits::UNPLANNED_BYTES);
        let connection = starting.finish(limits).and_then(|connection| {
            attach(&connection, &path, &scratch.join("spill"), small)?;
            if tiny {
                connection.execute_batch(UNOPTIMIZED)?;
            } else if bytes > limits::THREADED_BYTES {
                connection.execute_batch(&sql::threads(limits.threads))?;
            }
            Ok(connection)
        });
        let connection = connection.map_err(|error| engine_error(&error))?;
        let handle = connection.interrupt_handle();
        let (alive, ended) = channel::<()>();
        let flag = interrupt.clone();
        let thread = std::thread::spawn(move || {
            while ended.recv_timeout(limits::WATCH_EVERY) == Err(RecvTimeoutError::Timeout) {
                // Again and again, as a statement that starts afterwards must stop as well.
                if flag.is_set() {
                    handle.interrupt();
                }
            }
        });
        let watch = Some(Watch { alive, thread });
        let most = limits.threads.map_or(usize::MAX, |threads| threads as usize);
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(most);
        Ok(Self { connection, interrupt: interrupt.clone(), watch, path, bytes, threads, small, tiny })
    }

    /// Threads that may work at the same time.
    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// Bytes of text of all files.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Runs one statement without a result.
    pub(super) fn run(&self, sql: &str) -> Result<(), DataError> {
        self.guard(self.connection.execute_batch(sql))
    }

    /// Runs statements that are written together or not at all.
    pub(super) fn run_together(&self, statements: &[String]) -> Result<(), DataError> {
        let done = self.run(&format!("BEGIN; {}; COMMIT", statements.join("; ")));
        if done.is_err() {
            // Fails where the transaction had not begun, which changes nothing.
            let _ = self.connection.execute_batch("ROLLBACK");
        }
        done
    }

    /// Runs one query; every value as text, as DuckDB casts it.
    pub(super) fn rows(&self, sql: &str) -> Result<Vec<Vec<Option<String>>>, DataError> {
        self.guard(texts(&self.connection, sql))
    }

    /// One more connection, for a thread of its own. A signal ends none of its statements, but no further one begins.
    pub(super) fn reader(&self) -> Result<Reader, DataError> {
        let connection = self.connection.try_clone().and_then(|connection| {
            connection.execute_batch(&format!("USE {}", limits::CATALOG))?;
            if self.tiny {
                connection.execute_batch(UNOPTIMIZED)?;
            }
            Ok(connection)
        });
        connection.map(|connection| Reader(connection, self.interrupt.clone())).map_err(|error| engine_error(&error))
    }

    /// Closes the database, which writes everything into its file.
    pub(super) fn close(mut self) -> Result<PathBuf, DataError> {
        if let Some(Watch { alive, thread }) = self.watch.take() {
            drop(alive);
            // The thread holds a handle on the connection; it ends at once now that the channel is closed.
            let _ = thread.join();
        }
        let Self { connection, path, small, .. } = self;
        // Detaching would write as well, but does not tell why it could not.
        let closed = format!("CHECKPOINT {0}; USE memory; DETACH {0}", limits::CATALOG);
        connection.execute_batch(&closed).map_err(|error| engine_error(&error))?;
        if small {
            // Of what is left, little is memory, and clearing it up takes as long as a query: the process ends soon.
            std::mem::forget(connection);
        }
        // Closing tells of no fault; a log that is left over does.
        let log = path.with_extension("duckdb.wal");
        if std::fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
            return Err(DataError::Engine(format!(
                "{} could not be written in full; is the disk full?",
                path.display()
            )));
        }
        Ok(path)
    }

    fn guard<T>(&self, result: duckdb::Result<T>) -> Result<T, DataError> {
        if self.interrupt.is_set() {
            return Err(DataError::Interrupted);
        }
        result.map_err(|error| engine_error(&error))
    }
}

/// Another connection to the database.
pub(super) struct Reader(Connection, Interrupt);

impl Reader {
    /// Runs one query; every value as text, as DuckDB casts it.
    pub(super) fn rows(&self, sql: &str) -> Result<Vec<Vec<Option<String>>>, DataError> {
        if self.1.is_set() {
            return Err(DataError::Interrupted);
        }
        texts(&self.0, sql).map_err(|error| engine_error(&error))
    }
}

/// The engine on its way up, in a thread of its own.
pub(super) struct Starting(Option<JoinHandle<duckdb::Result<Connection>>>);

impl Starting {
    /// Begins.
    pub(super) fn begin(limits: &Limits) -> Self {
        let limits = limits.clone();
        Self(std::thread::Builder::new().name("engine".to_owned()).spawn(move || start(&limits)).ok())
    }

    fn finish(mut self, limits: &Limits) -> duckdb::Result<Connection> {
        match self.0.take().map(JoinHandle::join) {
            Some(Ok(started)) => started,
            Some(Err(_)) | None => start(limits),
        }
    }
}

fn start(limits: &Limits) -> duckdb::Result<Connection> {
    let config = Config::default()
        .enable_autoload_extension(false)?
        .with("autoinstall_known_extensions", "false")?
        .with("memory_limit", format!("{}B", limits.memory_bytes))?
        .threads(1)?;
    Connection::open_in_memory_with_flags(config)
}

/// Makes the file of the database, in the newest form of storage, which packs texts sooner than the default one.
fn attach(connection: &Connection, path: &Path, spill: &Path, small: bool) -> duckdb::Result<()> {
    let block = if small { format!(", BLOCK_SIZE {}", limits::SMALL_BLOCK) } else { String::new() };
    connection.execute_batch(&format!(
        "SET temp_directory = {}; SET max_temp_directory_size = {}; \
         ATTACH {} AS {catalog} (STORAGE_VERSION 'latest'{block}); USE {catalog}",
        sql::text(&spill.to_string_lossy()),
        sql::text(limits::TEMP_DISK),
        sql::text(&path.to_string_lossy()),
        catalog = limits::CATALOG,
    ))
}

fn texts(connection: &Connection, sql: &str) -> duckdb::Result<Vec<Vec<Option<String>>>> {
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let width = row.as_ref().column_count();
        found.push((0..width).map(|index| row.get(index)).collect::<duckdb::Result<_>>()?);
    }
    Ok(found)
}

/// Whether an error of the engine is about what stands in a file, and not about memory, disk or the statement.
pub(super) fn is_about_the_data(text: &str) -> bool {
    ["Invalid Input Error", "Conversion Error", "Out of Range Error"].iter().any(|kind| text.starts_with(kind))
}

fn engine_error(error: &duckdb::Error) -> DataError {
    let text = error.to_string();
    DataError::Engine(text.lines().next().unwrap_or_default().to_owned())
}
