//! Writes down the rows of a file plainly, where DuckDB's reader cannot be told to read them as they were read here: in
//! UTF-8, as wide as the table, between commas, and without what stands beside the table.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use super::Progress;
use super::settle;
use super::source::{Prepared, scratch_error};
use super::split::Dialect;
use super::survey::Survey;
use super::walk::{Part, Walk};
use crate::data::DataError;
use crate::limits::Interrupt;

/// The dialect of a file that was written down anew.
pub(super) const PLAIN: Dialect = Dialect { delimiter: b',', quote: Some(b'"'), escape: Some(b'"') };

/// Writes the rows, and the first record where it is one (`first`), into a file of its own, which is named.
pub(super) fn rewrite(
    prepared: &Prepared,
    survey: &Survey,
    first: bool,
    interrupt: &Interrupt,
    progress: &Progress,
) -> Result<PathBuf, DataError> {
    let path = prepared.file.with_extension("rows");
    let failed = |error: std::io::Error| scratch_error(&path, error);
    let file = File::create(&path).map_err(failed)?;
    let mut out = BufWriter::with_capacity(crate::limits::READ_BYTES, file);
    let mut walk = Walk::open(prepared, survey.coding, &survey.frame, interrupt, progress)?;
    let width = survey.frame.width;
    let mut begun = false;
    while let Some(part) = walk.next()? {
        if part != Part::Table {
            continue;
        }
        let is_first = !std::mem::replace(&mut begun, true);
        if (is_first && !first) || (!is_first && survey.omitted.contains(&walk.line())) {
            continue;
        }
        let joint = survey.joints.get(&walk.line());
        let whole = joint.map(|&column| {
            let fields: Vec<&[u8]> = walk.texts().collect();
            let reach = fields.iter().rposition(|text| !text.is_empty()).map_or(0, |last| last + 1);
            settle::joined(&fields, column, reach.saturating_sub(width), survey.frame.dialect.delimiter)
        });
        let mut texts: Box<dyn Iterator<Item = &[u8]>> = match &whole {
            Some(fields) => Box::new(fields.iter().map(|text| &**text)),
            None => Box::new(walk.texts()),
        };
        for index in 0..width {
            if index > 0 {
                out.write_all(b",").map_err(failed)?;
            }
            write_field(&mut out, texts.next().unwrap_or_default(), width).map_err(failed)?;
        }
        out.write_all(b"\n").map_err(failed)?;
    }
    out.flush().map_err(failed)?;
    Ok(path)
}

/// A field between quotes wherever it could be read otherwise. The only field of a row is quoted even if it is empty, as
/// its line would be none.
fn write_field(out: &mut impl Write, text: &[u8], width: usize) -> std::io::Result<()> {
    let special = |byte: &u8| matches!(byte, b',' | b'"' | b'\n' | b'\r');
    let spaced = text.first() == Some(&b' ') || text.last() == Some(&b' ');
    if !(text.iter().any(special) || spaced || (text.is_empty() && width == 1)) {
        return out.write_all(text);
    }
    out.write_all(b"\"")?;
    for (number, part) in text.split(|&byte| byte == b'"').enumerate() {
        if number > 0 {
            out.write_all(b"\"\"")?;
        }
        out.write_all(part)?;
    }
    out.write_all(b"\"")
}
