//! Files in encodings that nothing else here reads, written down in UTF-8: UTF-32, and JSON in any but that.
//!
//! Streams. What is no character is replaced, as in the file's own encoding.

use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::super::{ReadOptions, encoding};
use super::{Job, Unpacked, Written, json, magic};
use crate::data::DataError;
use crate::limits;

/// What a file is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wide {
    /// Another encoding of JSON, UTF-16 most often.
    Two(&'static Encoding),
    /// UTF-32, whether the first byte of each character is the greatest.
    Four { big: bool },
}

impl Wide {
    /// What the first bytes of a file tell.
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        if head.starts_with(&[0, 0, 0xfe, 0xff]) || head.starts_with(&[0xff, 0xfe, 0, 0]) {
            return Some(Self::Four { big: head.first() == Some(&0) });
        }
        magic::json_in_utf16(head).map(Self::Two)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Two(encoding) if encoding == UTF_16LE || encoding == UTF_16BE => "UTF-16",
            Self::Two(encoding) => encoding.name(),
            Self::Four { .. } => "UTF-32",
        }
    }
}

impl Unpacked {
    /// Writes the text down in UTF-8; `because` says how its encoding is known.
    pub(super) fn recode(&mut self, wide: Wide, because: &'static str, job: &Job<'_>) -> Result<(), DataError> {
        let to = job.place("recoded");
        recode(wide, &self.file, &to, job)?;
        self.notes.push(format!("the file is in {}, and was read as the same text in UTF-8", wide.name()));
        self.replace(to);
        self.recoded = true;
        self.encoded = Some((wide.name().to_ascii_lowercase(), because));
        Ok(())
    }

    /// Makes delimited text of JSON; what is known of the text, and the format.
    pub(super) fn json(&mut self, options: &ReadOptions, job: &Job<'_>) -> Result<(Written, &'static str), DataError> {
        if let Some(named) = options
            .encoding
            .as_deref()
            .and_then(|name| Encoding::for_label(name.as_bytes()))
            .filter(|named| *named != UTF_8)
        {
            self.recode(Wide::Two(named), "the option", job)?;
        }
        let to = job.place("table");
        let converted = match json::convert(&self.file, &to, job) {
            // JSON is UTF-8; where it is not, its bytes tell what it is.
            Err(fault) if !self.recoded => {
                let coding = encoding::poll(&self.file, &job.shown, job.interrupt)?;
                if coding.is_utf8() || coding.page.is_some() {
                    return Err(fault);
                }
                self.recode(
                    Wide::Two(coding.encoding),
                    "its bytes are not UTF-8, and are its letters most likely",
                    job,
                )?;
                json::convert(&self.file, &to, job)
            }
            converted => converted,
        };
        let (written, format) = converted?;
        self.replace(to);
        Ok((written, format))
    }
}

/// Writes the text of a file in UTF-8, without a mark at its start.
fn recode(wide: Wide, from: &Path, to: &Path, job: &Job<'_>) -> Result<(), DataError> {
    let file = std::fs::File::open(from).map_err(|error| job.unreadable(&error))?;
    let mut input = BufReader::with_capacity(limits::READ_BYTES, file);
    let mut output = BufWriter::with_capacity(limits::READ_BYTES, job.create(to)?);
    let mut decoder = match wide {
        Wide::Two(encoding) => Some(encoding.new_decoder_with_bom_removal()),
        Wide::Four { .. } => None,
    };
    let mut raw = Vec::new();
    let mut begun = false;
    loop {
        job.go_on()?;
        let held = raw.len();
        let wanted = (limits::READ_BYTES - held) as u64;
        let read = (&mut input).take(wanted).read_to_end(&mut raw).map_err(|error| job.unreadable(&error))?;
        let last = (read as u64) < wanted;
        let text = match (&mut decoder, wide) {
            (Some(decoder), _) => {
                let mut text =
                    String::with_capacity(decoder.max_utf8_buffer_length(raw.len()).unwrap_or(raw.len() * 3));
                let (_, read, _) = decoder.decode_to_string(&raw, &mut text, last);
                raw.drain(..read);
                text
            }
            (None, Wide::Four { big }) => {
                let text: String = raw.chunks_exact(4).map(|four| character(four, big)).collect();
                let whole = raw.len() / 4 * 4;
                let cut = last && whole < raw.len();
                raw.drain(..whole);
                if cut { text + "\u{fffd}" } else { text }
            }
            (None, Wide::Two(_)) => String::new(),
        };
        let bare = if std::mem::replace(&mut begun, true) { &text } else { text.trim_start_matches('\u{feff}') };
        output.write_all(bare.as_bytes()).map_err(|error| job.scratch_error(error))?;
        if last {
            return output.flush().map_err(|error| job.scratch_error(error));
        }
    }
}

fn character(four: &[u8], big: bool) -> char {
    let bytes: [u8; 4] = four.try_into().unwrap_or_default();
    let number = if big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) };
    char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER)
}
