//! A file block by block: decoded into UTF-8, what cannot be decoded replaced and counted.
//!
//! Uses `encoding`, `lines`. Ends each block between two characters.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use encoding_rs::{Decoder, DecoderResult};

use super::super::encoding::{Coding, Page};
use super::super::lines::Lines;
use crate::limits;

/// What stands for a byte that is no text.
const REPLACEMENT: &[u8] = "\u{fffd}".as_bytes();

/// Some text of a file.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) text: Vec<u8>,
    /// What the text was in the file, where it was otherwise.
    pub(super) raw: Option<Vec<u8>>,
    /// Bytes of the file that were read for it.
    pub(super) read: usize,
    /// Bytes that were replaced, by line of the file.
    pub(super) replaced: Lines,
    /// How many of them are NUL.
    pub(super) zeros: u64,
    /// Whether the file ends with it.
    pub(super) is_last: bool,
}

impl Block {
    /// The bytes of the file that it is.
    pub(super) fn bytes(&self) -> &[u8] {
        self.raw.as_ref().unwrap_or(&self.text)
    }
}

/// A file that is read block by block.
pub(super) struct Blocks {
    file: File,
    /// None for UTF-8, which is only checked.
    decoder: Option<Decoder>,
    /// The code page of DOS that it is in.
    page: Option<&'static Page>,
    /// The start of a character whose end is in the next block.
    open: Vec<u8>,
    /// Line ends so far.
    lines: u64,
}

impl Blocks {
    /// Opens the file at its first character; the bytes before that come with it.
    pub(super) fn open(path: &Path, coding: Coding) -> io::Result<(Self, Vec<u8>)> {
        let mut file = File::open(path)?;
        let mut mark = vec![0; coding.mark];
        file.read_exact(&mut mark)?;
        let decoder =
            (!coding.is_utf8() && coding.page.is_none()).then(|| coding.encoding.new_decoder_without_bom_handling());
        Ok((Self { file, decoder, page: coding.page, open: Vec::new(), lines: 0 }, mark))
    }

    /// The next block, in the memory of one that is no longer needed; to be asked for until the last one.
    pub(super) fn next(&mut self, used: Block) -> io::Result<Block> {
        let mut block = Block { text: used.text, ..Block::default() };
        block.text.clear();
        let mut raw = used.raw.unwrap_or_default();
        raw.clear();
        let foreign = self.decoder.is_some() || self.page.is_some();
        block.text.append(&mut self.open);
        let into = if foreign { &mut raw } else { &mut block.text };
        block.read = (&mut self.file).take(limits::READ_BYTES as u64).read_to_end(into)?;
        block.is_last = block.read < limits::READ_BYTES;
        match self.decoder.take() {
            _ if self.page.is_some() => {
                let text = self.page.map(|page| page.decode(&raw)).unwrap_or_default();
                self.push_text(&mut block, text.as_bytes());
            }
            Some(mut decoder) => {
                self.decode(&mut block, &mut decoder, &raw);
                self.decoder = Some(decoder);
            }
            None => self.check(&mut block),
        }
        if foreign {
            block.raw = Some(raw);
        }
        Ok(block)
    }

    /// Text that is UTF-8: what is broken in it is replaced.
    fn check(&mut self, block: &mut Block) {
        let ended = block.is_last;
        let cut = match std::str::from_utf8(&block.text) {
            Ok(_) => Some(0),
            Err(error) if error.error_len().is_none() && !ended => Some(block.text.len() - error.valid_up_to()),
            Err(_) => None,
        };
        // `contains` is the fast way to learn that there is none.
        if let Some(cut) = cut.filter(|_| !block.text.contains(&0)) {
            self.open = block.text.split_off(block.text.len() - cut);
            self.lines += feeds(&block.text);
            return;
        }
        let mut bytes = std::mem::take(&mut block.text);
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            let (valid, broken) = match std::str::from_utf8(rest) {
                Ok(_) => (rest.len(), 0),
                Err(error) => (error.valid_up_to(), error.error_len().unwrap_or(rest.len() - error.valid_up_to())),
            };
            let behind = rest.get(valid..).unwrap_or_default();
            self.push_text(block, rest.get(..valid).unwrap_or_default());
            if !ended && is_cut(behind) {
                self.open = behind.to_vec();
                break;
            }
            if broken > 0 {
                self.replace(block);
            }
            rest = behind.get(broken..).unwrap_or_default();
        }
        bytes.truncate(bytes.len() - self.open.len());
        block.raw = Some(bytes);
    }

    fn decode(&mut self, block: &mut Block, decoder: &mut Decoder, raw: &[u8]) {
        let mut rest = raw;
        let mut text =
            vec![0_u8; decoder.max_utf8_buffer_length_without_replacement(rest.len()).unwrap_or(rest.len() * 4)];
        loop {
            let (result, read, written) = decoder.decode_to_utf8_without_replacement(rest, &mut text, block.is_last);
            self.push_text(block, text.get(..written).unwrap_or_default());
            rest = rest.get(read..).unwrap_or_default();
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(_, _) => self.replace(block),
            }
        }
    }

    /// Adds good text; NUL, which no table is meant to hold, is replaced.
    fn push_text(&mut self, block: &mut Block, text: &[u8]) {
        for (number, part) in text.split(|&byte| byte == 0).enumerate() {
            if number > 0 {
                block.zeros += 1;
                self.replace(block);
            }
            block.text.extend_from_slice(part);
            self.lines += feeds(part);
        }
    }

    fn replace(&self, block: &mut Block) {
        block.replaced.add_many(self.lines + 1, 1);
        block.text.extend_from_slice(REPLACEMENT);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::load::encoding::Origin;

    /// Text, lines with replaced bytes, their number, and sizes of the blocks of a file.
    fn read(bytes: &[u8], encoding: &'static encoding_rs::Encoding) -> (String, Vec<u64>, u64, Vec<usize>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, bytes).unwrap();
        let coding = Coding { encoding, page: None, mark: 0, origin: Origin::Named };
        let (mut blocks, _) = Blocks::open(&path, coding).unwrap();
        let mut read = Vec::new();
        let (mut text, mut lines, mut sizes) = (Vec::new(), Lines::default(), Vec::new());
        loop {
            let left = b"what is left of another one".to_vec();
            let block = blocks.next(Block { raw: Some(left.clone()), text: left, ..Block::default() }).unwrap();
            // Each ends between two characters.
            std::str::from_utf8(&block.text).unwrap();
            text.extend_from_slice(&block.text);
            lines.append(&block.replaced);
            sizes.push(block.text.len());
            read.extend_from_slice(block.bytes());
            if block.is_last {
                assert!(read == bytes);
                return (String::from_utf8(text).unwrap(), lines.first, lines.count, sizes);
            }
        }
    }

    #[test]
    fn characters_across_the_end_of_a_block_stay_whole() {
        for text in ["ü", "€", "𝄞"] {
            let whole = format!("{}{text}\nb\n", "a".repeat(limits::READ_BYTES - 1));
            let (found, lines, _, sizes) = read(whole.as_bytes(), encoding_rs::UTF_8);
            assert!(found == whole && lines.is_empty());
            assert_eq!(sizes, [limits::READ_BYTES - 1, text.len() + 3]);
        }
        let (bytes, ..) = encoding_rs::GBK.encode("中");
        let whole = [&vec![b'a'; limits::READ_BYTES - 1], bytes.as_ref(), b"\n"].concat();
        assert!(read(&whole, encoding_rs::GBK).0.ends_with("a中\n"));
    }

    #[test]
    fn what_is_replaced_keeps_its_line_in_later_blocks() {
        let mut whole = "line\n".repeat(limits::READ_BYTES / 5).into_bytes();
        let lines = limits::READ_BYTES as u64 / 5;
        whole.extend_from_slice(b"x\xffy\n\0z\n");
        let (text, found, count, _) = read(&whole, encoding_rs::UTF_8);
        assert!(text.ends_with("x\u{fffd}y\n\u{fffd}z\n"));
        assert_eq!((found, count), (vec![lines + 1, lines + 2], 2));
    }

    #[test]
    fn a_file_may_end_with_a_block_or_be_empty() {
        assert_eq!(read(&vec![b'a'; limits::READ_BYTES], encoding_rs::UTF_8).3, [limits::READ_BYTES, 0]);
        assert_eq!(read(b"", encoding_rs::UTF_8).3, [0]);
        // The start of a character that never ends.
        let (text, lines, ..) = read("aü".as_bytes().get(..2).unwrap(), encoding_rs::UTF_8);
        assert_eq!((text.as_str(), lines), ("a\u{fffd}", vec![1]));
    }
}
