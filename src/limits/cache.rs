//! What bounds the cache of loaded files.

use std::time::Duration;

/// Entries that are kept.
pub const CACHE_ENTRIES: usize = 20;
/// Bytes of all databases that are kept.
pub const CACHE_BYTES: u64 = 10_000_000_000;
/// Bytes of the files or of their database from which they are kept: smaller ones are read about as fast as they are
/// found again, and need not lie on the disk twice.
pub const CACHE_LEAST: u64 = 1_000_000;
/// Bytes at the start and at the end of a file that are compared.
pub const CACHE_END_BYTES: u64 = 64 * 1024;
/// Blocks in between, evenly spaced, that are compared.
pub const CACHE_BLOCKS: u64 = 64;
/// Bytes of such a block.
pub const CACHE_BLOCK_BYTES: u64 = 16 * 1024;
/// Time since a file's last change after which a further one gets another time, however coarse the file system's clock.
pub const CACHE_SETTLED: Duration = Duration::from_secs(2);
/// Bytes of what stands beside a database.
pub const CACHE_ENTRY_BYTES: u64 = 256 * 1024 * 1024;
/// Answers that are kept beside a database.
pub const CACHE_ANSWERS: usize = 500;
/// Bytes of all of them.
pub const CACHE_ANSWER_BYTES: u64 = 16 * 1024 * 1024;
/// Cells of one that is kept.
pub const CACHE_ANSWER_CELLS: usize = 50_000;
/// Time that a run waits for another one which is writing to the cache.
pub const CACHE_WAIT: Duration = Duration::from_secs(1);
/// Number of the form in which entries are kept; others are never read.
pub const CACHE_FORM: u32 = 1;

/// What bounds a cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheBounds {
    /// Entries.
    pub entries: usize,
    /// Bytes of all databases.
    pub bytes: u64,
    /// Bytes of the files or of their database from which they are kept.
    pub least: u64,
}

impl Default for CacheBounds {
    fn default() -> Self {
        Self { entries: CACHE_ENTRIES, bytes: CACHE_BYTES, least: CACHE_LEAST }
    }
}
