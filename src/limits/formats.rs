//! What bounds the reading of files that are no plain delimited text.
//!
//! Numbers alone; uses nothing.

/// Wrappings of one file that are taken off: a gzip file in a zip archive has two.
pub const PACKED_LAYERS: usize = 2;
/// KiB of memory that unpacking an xz file may take; the highest common setting needs a tenth.
pub const XZ_MEMORY_KIB: u32 = 640 * 1024;
/// Rows at the start of a JSON file after which its columns are taken to be known; another one later costs a pass.
pub const JSON_FIRST_ROWS: u64 = 1_000;
/// Bytes of a workbook's parts that are held in memory at once: its texts, or all of a sheet in the older formats.
pub const WORKBOOK_BYTES: u64 = 512 * 1024 * 1024;
/// Cells of a sheet in formats that repeat a cell by a number, counted with their repetitions.
pub const REPEATED_CELLS: u64 = 20_000_000;
/// Cells of a sheet after which it is looked whether a signal has come.
pub const WATCHED_CELLS: u64 = 10_000;
