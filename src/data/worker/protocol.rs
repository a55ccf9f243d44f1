//! What the program and its worker say to each other: frames of JSON, each behind its length, bounded on both sides.
//!
//! Uses `table`, `limits` and the data room's errors. Never blocks longer than the pipe does.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::data::{QueryError, Review};
use crate::limits;
use crate::table::Table;

/// A database and the place of what does not fit into memory.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Place {
    /// The file, which may be one that other processes read too.
    pub(super) database: PathBuf,
    /// A folder of this run, in which each worker has one of its own.
    pub(super) folder: PathBuf,
}

impl Place {
    /// The folder into which the queries of the worker with this process id spill.
    pub(super) fn spill(&self, worker: u32) -> PathBuf {
        self.folder.join(format!("spill-{worker}"))
    }
}

/// To the worker.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Request {
    /// Open this database, read-only and locked.
    Open(Place),
    /// Gate and run a statement.
    Query {
        /// As the model or the user wrote it.
        sql: String,
        /// Milliseconds after which it is interrupted.
        timeout_ms: u64,
    },
    /// These statements will be asked for, in this order; there is no answer to this.
    Foresee {
        /// As the model wrote them.
        statements: Vec<String>,
        /// Milliseconds after which each is interrupted.
        timeout_ms: u64,
    },
    /// Say what may be told of a statement, without its values.
    Review {
        /// As the model wrote it.
        sql: String,
        /// Whether it is to be found out that its result is made of statistics.
        statistics: bool,
        /// Milliseconds after which the search is interrupted.
        timeout_ms: u64,
    },
}

/// From the worker; exactly one for each request but [`Request::Foresee`].
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Answer {
    /// The database is open.
    Opened,
    /// The result of a query, and whether it would be the same the next time.
    Result { table: Table, lasting: bool },
    /// What may be told of a statement.
    Reviewed(Review),
    /// The gate did not let it pass.
    Refused(String),
    /// DuckDB's message.
    Failed(String),
    /// It was interrupted at the timeout.
    TimedOut,
    /// It needed more than it may.
    Exhausted(String),
    /// The worker itself cannot go on.
    Broken(String),
}

impl Answer {
    /// The answer to a query as the caller wants it.
    pub(super) fn into_table(self, timeout_ms: u64) -> Result<Table, QueryError> {
        match self {
            Self::Result { table, .. } => Ok(table),
            Self::Refused(reason) => Err(QueryError::Refused(reason)),
            Self::Failed(message) => Err(QueryError::Failed(message)),
            Self::TimedOut => Err(timed_out(timeout_ms)),
            Self::Exhausted(reason) => Err(QueryError::Exhausted(reason)),
            Self::Broken(reason) => Err(QueryError::Worker(reason)),
            Self::Opened | Self::Reviewed(_) => {
                Err(QueryError::Worker("answered another question than the one asked".to_owned()))
            }
        }
    }
}

/// The error of a query that ran into its timeout.
pub(super) fn timed_out(timeout_ms: u64) -> QueryError {
    QueryError::TimedOut { after_ms: timeout_ms }
}

fn encode<T: Serialize>(message: &T) -> io::Result<(u32, Vec<u8>)> {
    let bytes = serde_json::to_vec(message)?;
    let length = u32::try_from(bytes.len()).ok().filter(|&length| length <= limits::FRAME_BYTES);
    let length = length.ok_or_else(|| too_long(bytes.len()))?;
    Ok((length, bytes))
}

fn checked(length: u32) -> io::Result<usize> {
    if length > limits::FRAME_BYTES {
        return Err(too_long(length as usize));
    }
    Ok(length as usize)
}

fn too_long(length: usize) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("a message of {length} bytes is more than the worker's pipe takes"),
    )
}

/// Writes a frame.
pub(super) fn write<T: Serialize>(to: &mut impl Write, message: &T) -> io::Result<()> {
    let (length, bytes) = encode(message)?;
    to.write_all(&length.to_le_bytes())?;
    to.write_all(&bytes)?;
    to.flush()
}

/// Reads a frame; none at the end of the stream.
pub(super) fn read<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<Option<T>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        read => read?,
    }
    let mut bytes = vec![0; checked(u32::from_le_bytes(length))?];
    from.read_exact(&mut bytes)?;
    Ok(Some(serde_json::from_slice(&bytes)?))
}

/// Writes a frame without blocking the program.
pub(super) async fn send<T: Serialize>(to: &mut (impl AsyncWrite + Unpin), message: &T) -> io::Result<()> {
    let (length, bytes) = encode(message)?;
    to.write_all(&length.to_le_bytes()).await?;
    to.write_all(&bytes).await?;
    to.flush().await
}

/// Reads a frame without blocking the program.
pub(super) async fn receive<T: DeserializeOwned>(from: &mut (impl AsyncRead + Unpin)) -> io::Result<T> {
    let mut length = [0; 4];
    from.read_exact(&mut length).await?;
    let mut bytes = vec![0; checked(u32::from_le_bytes(length))?];
    from.read_exact(&mut bytes).await?;
    Ok(serde_json::from_slice(&bytes)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Cell;

    #[test]
    fn frames_carry_results_unchanged() {
        let table = Table {
            columns: vec!["a\n\u{1b}".to_owned()],
            types: vec!["DOUBLE".to_owned()],
            rows: vec![
                vec![Cell::Null],
                vec![Cell::Float(2.0)],
                vec![Cell::Int(-7)],
                vec![Cell::Text("1e5".to_owned())],
            ],
            row_count: 9,
        };
        let mut pipe = Vec::new();
        write(&mut pipe, &Answer::Result { table: table.clone(), lasting: true }).unwrap();
        let answer: Option<Answer> = read(&mut pipe.as_slice()).unwrap();
        assert_eq!(answer.unwrap().into_table(1).unwrap(), table);
        assert!(read::<Answer>(&mut [].as_slice()).unwrap().is_none());
    }

    #[test]
    fn a_frame_longer_than_the_limit_is_not_read() {
        let pipe = u32::MAX.to_le_bytes();
        assert!(read::<Answer>(&mut pipe.as_slice()).is_err());
        assert!(read::<Answer>(&mut [9, 0, 0, 0, b'x'].as_slice()).is_err());
    }
}
