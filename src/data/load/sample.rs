//! Samples of a file's text: its head, and where it is long, pieces of its middle and its end.
//!
//! What is decided before a file is read through rests on them.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use super::encoding::Coding;
use super::recast::{Recast, Recaster};
use super::source::{Prepared, unreadable};
use crate::data::DataError;
use crate::limits;

/// Pieces of a file's text, each from the start of a line.
#[derive(Debug, Default, Clone)]
pub(super) struct Sample {
    head: Vec<u8>,
    /// Whether the head is the whole file.
    whole: bool,
    others: Vec<Vec<u8>>,
}

impl Sample {
    /// Takes samples of a file.
    pub(super) fn take(prepared: &Prepared, coding: Coding) -> Result<Self, DataError> {
        let failed = |error: std::io::Error| unreadable(&prepared.shown, &error);
        let mut file = File::open(&prepared.file).map_err(failed)?;
        let length = prepared.plain_bytes();
        let mut piece = |from: u64, bytes: u64| -> Result<Vec<u8>, DataError> {
            file.seek(SeekFrom::Start(from)).map_err(failed)?;
            let mut raw = Vec::new();
            (&mut file).take(bytes).read_to_end(&mut raw).map_err(failed)?;
            Ok(raw)
        };
        let bytes = limits::DIALECT_BYTES as u64;
        let head = decoded(&piece(coding.mark as u64, bytes)?, coding);
        let whole = length <= bytes + coding.mark as u64;
        let mut others = Vec::new();
        // Even offsets keep the two bytes of a UTF-16 unit together.
        let bytes = limits::SAMPLE_BYTES as u64;
        if length > 4 * limits::DIALECT_BYTES as u64 {
            for from in [length / 3, length / 3 * 2, length - bytes] {
                let text = decoded(&piece(from / 2 * 2 + coding.mark as u64 % 2, bytes)?, coding);
                let start = text.iter().position(|&byte| byte == b'\n').map_or(text.len(), |at| at + 1);
                others.push(text.get(start..).unwrap_or_default().to_vec());
            }
        }
        Ok(Self { head, whole, others })
    }

    #[cfg(test)]
    pub(super) fn of_text(text: &str) -> Self {
        Self { head: text.as_bytes().to_vec(), whole: true, others: Vec::new() }
    }

    /// The file's first bytes as text.
    pub(super) fn head(&self) -> &[u8] {
        &self.head
    }

    /// Whether the head is the whole file.
    pub(super) fn is_whole(&self) -> bool {
        self.whole
    }

    /// The samples with their lines written anew.
    pub(super) fn recast(&self, recast: Recast) -> Self {
        let mut recaster = Recaster::new(recast);
        let mut anew = |text: &[u8], last: bool| recaster.lines(text, last).0;
        let head = anew(&self.head, self.whole);
        Self { head, whole: self.whole, others: self.others.iter().map(|piece| anew(piece, false)).collect() }
    }

    /// The head up to the so-many-th gap of empty lines within it; none where there is none.
    pub(super) fn until_gap(&self, gap: usize) -> Option<Self> {
        let (mut seen, mut at, mut text) = (0, 0, false);
        for line in self.head.split_inclusive(|&byte| byte == b'\n') {
            if !line.trim_ascii().is_empty() {
                text = true;
            } else if std::mem::replace(&mut text, false) {
                seen += 1;
                if seen == gap {
                    return Some(Self { head: self.head.get(..at)?.to_vec(), whole: true, others: Vec::new() });
                }
            }
            at += line.len();
        }
        None
    }

    /// Drops so many bytes at the head.
    pub(super) fn pass(&mut self, bytes: usize) {
        self.head.drain(..bytes.min(self.head.len()));
    }

    /// The pieces, and whether each ends where the file does.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&[u8], bool)> {
        let others = self.others.iter().map(|piece| (piece.as_slice(), false));
        std::iter::once((self.head.as_slice(), self.whole)).chain(others)
    }
}

/// Text without what may be cut at its end. NUL is replaced as everywhere.
fn decoded(raw: &[u8], coding: Coding) -> Vec<u8> {
    let (text, _) = coding.encoding.decode_without_bom_handling(raw);
    text.replace('\0', "\u{fffd}").into_bytes()
}
