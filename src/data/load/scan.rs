//! The text of a file as it comes: decoded into UTF-8, what cannot be decoded replaced and counted, its bytes hashed.
//!
//! Uses `encoding`, `lines`. Knows nothing of records.

use std::fs::File;
use std::io::Read;

use encoding_rs::{Decoder, DecoderResult};
use sha2::{Digest, Sha256};

use super::Progress;
use super::encoding::Coding;
use super::lines::Lines;
use super::recast::{Recast, Recaster};
use super::source::{Prepared, unreadable};
use crate::data::DataError;
use crate::limits::{self, Interrupt};

/// What stands for a byte that is no text.
const REPLACEMENT: &[u8] = "\u{fffd}".as_bytes();

/// A file's text.
pub(super) struct Scan<'a> {
    prepared: &'a Prepared,
    file: File,
    /// None for UTF-8, which is only checked.
    decoder: Option<Decoder>,
    /// Bytes as read, of encodings other than UTF-8.
    raw: Vec<u8>,
    buffer: Vec<u8>,
    /// Where the unread text starts.
    start: usize,
    /// Bytes at the buffer's end that are the start of a character.
    open: usize,
    /// Line ends in what was checked.
    lines: u64,
    /// Bytes that were replaced, by line.
    pub(super) replaced: Lines,
    /// How many of them are NUL.
    pub(super) zeros: u64,
    hash: Option<Sha256>,
    /// Writes lines anew that no single character splits.
    recaster: Option<Recaster>,
    interrupt: &'a Interrupt,
    progress: &'a Progress,
}

impl<'a> Scan<'a> {
    /// Opens the file at its first character.
    pub(super) fn open(
        prepared: &'a Prepared,
        coding: Coding,
        interrupt: &'a Interrupt,
        progress: &'a Progress,
    ) -> Result<Self, DataError> {
        let failed = |error: std::io::Error| unreadable(&prepared.shown, &error);
        let mut file = File::open(&prepared.file).map_err(failed)?;
        let mut hash = Sha256::new();
        let mut mark = vec![0; coding.mark];
        file.read_exact(&mut mark).map_err(failed)?;
        hash.update(&mark);
        let decoder = (!coding.is_utf8()).then(|| coding.encoding.new_decoder_without_bom_handling());
        Ok(Self {
            prepared,
            file,
            decoder,
            raw: Vec::new(),
            buffer: Vec::new(),
            start: 0,
            open: 0,
            lines: 0,
            replaced: Lines::default(),
            zeros: 0,
            hash: Some(hash),
            recaster: None,
            interrupt,
            progress,
        })
    }

    /// Has lines written anew, before any is read.
    pub(super) fn recast(&mut self, recast: Option<Recast>) {
        self.recaster = recast.map(Recaster::new);
    }

    /// What has come and was not passed yet.
    pub(super) fn unread(&self) -> &[u8] {
        let end = self.buffer.len() - self.open;
        self.buffer.get(self.start..end).unwrap_or_default()
    }

    /// Passes so many bytes of it.
    pub(super) fn pass(&mut self, bytes: usize) {
        self.start += bytes;
    }

    /// Reads more; whether the file has ended. Doubles what is unread, so that a long record is split few times.
    pub(super) fn fill(&mut self) -> Result<bool, DataError> {
        if self.interrupt.is_set() {
            return Err(DataError::Interrupted);
        }
        self.buffer.drain(..self.start);
        self.start = 0;
        let held = self.buffer.len();
        let wanted = limits::READ_BYTES.max(held);
        let into = if self.decoder.is_some() { &mut self.raw } else { &mut self.buffer };
        let before = into.len();
        let read = (&mut self.file)
            .take(wanted as u64)
            .read_to_end(into)
            .map_err(|error| unreadable(&self.prepared.shown, &error))?;
        if let Some(hash) = &mut self.hash {
            hash.update(into.get(before..).unwrap_or_default());
        }
        self.progress.add(read);
        let ended = read < wanted;
        let from = held - self.open;
        match self.decoder.take() {
            Some(mut decoder) => {
                self.decode(&mut decoder, ended);
                self.decoder = Some(decoder);
            }
            None => self.check(from, ended),
        }
        if let Some(recaster) = &mut self.recaster {
            // A line that has not come to its end waits as it is.
            let (written, left) = recaster.lines(self.buffer.get(from..).unwrap_or_default(), ended);
            let waiting = self.buffer.split_off(self.buffer.len() - left);
            self.buffer.truncate(from);
            self.buffer.extend(written);
            self.buffer.extend(&waiting);
            self.open = left;
        }
        Ok(ended)
    }

    /// Of the whole file, once it has ended: SHA-256 in hexadecimal digits.
    pub(super) fn digest(&mut self) -> String {
        let digest = self.hash.take().map(Sha256::finalize).unwrap_or_default();
        let digits = |byte: &u8| [byte >> 4, byte & 15].map(|digit| char::from_digit(digit.into(), 16).unwrap_or('0'));
        digest.iter().flat_map(digits).collect()
    }

    /// Text that is UTF-8, from a position on: what is broken in it is replaced.
    fn check(&mut self, from: usize, ended: bool) {
        let bytes = self.buffer.get(from..).unwrap_or_default();
        self.open = 0;
        let cut = match std::str::from_utf8(bytes) {
            Ok(_) => Some(0),
            Err(error) if error.error_len().is_none() && !ended => Some(bytes.len() - error.valid_up_to()),
            Err(_) => None,
        };
        // `contains` is the fast way to learn that there is none.
        if let Some(cut) = cut.filter(|_| !bytes.contains(&0)) {
            self.lines += feeds(bytes);
            self.open = cut;
            return;
        }
        let bytes = bytes.to_vec();
        self.buffer.truncate(from);
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            let (valid, broken) = match std::str::from_utf8(rest) {
                Ok(_) => (rest.len(), 0),
                Err(error) => (error.valid_up_to(), error.error_len().unwrap_or(rest.len() - error.valid_up_to())),
            };
            let behind = rest.get(valid..).unwrap_or_default();
            self.push_text(rest.get(..valid).unwrap_or_default());
            if !ended && is_cut(behind) {
                self.buffer.extend_from_slice(behind);
                self.open = behind.len();
                return;
            }
            if broken > 0 {
                self.replace();
            }
            rest = behind.get(broken..).unwrap_or_default();
        }
    }

    fn decode(&mut self, decoder: &mut Decoder, ended: bool) {
        let raw = std::mem::take(&mut self.raw);
        let mut rest = raw.as_slice();
        let mut text =
            vec![0_u8; decoder.max_utf8_buffer_length_without_replacement(rest.len()).unwrap_or(rest.len() * 4)];
        loop {
            let (result, read, written) = decoder.decode_to_utf8_without_replacement(rest, &mut text, ended);
            self.push_text(text.get(..written).unwrap_or_default());
            rest = rest.get(read..).unwrap_or_default();
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(_, _) => self.replace(),
            }
        }
        self.raw = raw;
        self.raw.clear();
    }

    /// Adds good text; NUL, which no table is meant to hold, is replaced.
    fn push_text(&mut self, text: &[u8]) {
        for (number, part) in text.split(|&byte| byte == 0).enumerate() {
            if number > 0 {
                self.zeros += 1;
                self.replace();
            }
            self.buffer.extend_from_slice(part);
            self.lines += feeds(part);
        }
    }

    fn replace(&mut self) {
        self.replaced.add_many(self.lines + 1, 1);
        self.buffer.extend_from_slice(REPLACEMENT);
    }
}

/// Whether the bytes are the start of a character.
fn is_cut(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

#[expect(clippy::naive_bytecount, reason = "the compiler makes it fast enough beside the splitting of records")]
fn feeds(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte == b'\n').count() as u64
}
