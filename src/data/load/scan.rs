//! The text of a file as it comes, block by block, with what was replaced in it.
//!
//! Only its start is read at once: what follows a thread of its own reads ahead and another one hashes, so that these
//! cost no time beside the splitting of records. Uses `lines`. Knows nothing of records.

mod block;
mod hash;

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use block::{Block, Blocks};
use hash::Hashing;

use super::Progress;
use super::encoding::Coding;
use super::lines::Lines;
use super::recast::{Recast, Recaster};
use super::source::{Prepared, unreadable};
use crate::data::DataError;
use crate::limits::{self, Interrupt};

/// A file's text.
pub(super) struct Scan<'a> {
    prepared: &'a Prepared,
    ahead: Ahead,
    buffer: Vec<u8>,
    /// Where the unread text starts.
    start: usize,
    /// Bytes that were replaced, by line.
    pub(super) replaced: Lines,
    /// How many of them are NUL.
    pub(super) zeros: u64,
    hashing: Hashing,
    /// Writes lines anew that no single character splits.
    recaster: Option<Recaster>,
    /// A line that is to be written anew, and has not come to its end.
    waiting: Vec<u8>,
    interrupt: &'a Interrupt,
    progress: &'a Progress,
}

/// What follows the text that has come.
enum Ahead {
    /// It is read when it is asked for: so far none was.
    Start(Box<Blocks>),
    /// A thread reads it.
    Thread(Receiver<std::io::Result<Block>>),
    /// There is nothing more.
    End,
}

impl<'a> Scan<'a> {
    /// Opens the file at its first character.
    pub(super) fn open(
        prepared: &'a Prepared,
        coding: Coding,
        interrupt: &'a Interrupt,
        progress: &'a Progress,
    ) -> Result<Self, DataError> {
        let (blocks, mark) =
            Blocks::open(&prepared.file, coding).map_err(|error| unreadable(&prepared.shown, &error))?;
        Ok(Self {
            prepared,
            ahead: Ahead::Start(Box::new(blocks)),
            buffer: Vec::new(),
            start: 0,
            replaced: Lines::default(),
            zeros: 0,
            hashing: Hashing::new(&mark),
            recaster: None,
            waiting: Vec::new(),
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
        self.buffer.get(self.start..).unwrap_or_default()
    }

    /// Passes so many bytes of it.
    pub(super) fn pass(&mut self, bytes: usize) {
        self.start += bytes;
    }

    /// Reads more; whether the file has ended. Doubles what is unread, so that a long record is split few times.
    pub(super) fn fill(&mut self) -> Result<bool, DataError> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let wanted = self.buffer.len() + limits::READ_BYTES.max(self.buffer.len());
        while self.buffer.len() < wanted {
            if self.interrupt.is_set() {
                return Err(DataError::Interrupted);
            }
            let taken = self.next_block().and_then(|block| block.map(|block| self.take(block)).transpose());
            match taken {
                Ok(Some(())) => {}
                Ok(None) => return Ok(true),
                Err(error) => return Err(unreadable(&self.prepared.shown, &error)),
            }
        }
        Ok(matches!(self.ahead, Ahead::End))
    }

    /// SHA-256 of the whole file in hexadecimal digits, once it has ended.
    pub(super) fn digest(&self) -> &str {
        self.hashing.digest()
    }

    fn next_block(&mut self) -> std::io::Result<Option<Block>> {
        let (block, blocks) = match std::mem::replace(&mut self.ahead, Ahead::End) {
            Ahead::End => return Ok(None),
            Ahead::Start(mut blocks) => {
                let block = blocks.next(Block::default())?;
                if block.is_last {
                    return Ok(Some(block));
                }
                let free = self.hashing.go_beside()?;
                (block, read_ahead(*blocks, free)?)
            }
            Ahead::Thread(blocks) => {
                let ended = |_| Err(std::io::Error::other("the thread that read it has ended"));
                (blocks.recv().unwrap_or_else(ended)?, blocks)
            }
        };
        if !block.is_last {
            self.ahead = Ahead::Thread(blocks);
        }
        Ok(Some(block))
    }

    fn take(&mut self, block: Block) -> std::io::Result<()> {
        if let Some(recaster) = &mut self.recaster {
            self.waiting.extend_from_slice(&block.text);
            // A line that is longer than any record is told of when it is split.
            let last = block.is_last || self.waiting.len() > limits::RECORD_BYTES;
            let (written, left) = recaster.lines(&self.waiting, last);
            self.waiting.drain(..self.waiting.len() - left);
            self.buffer.extend(written);
        } else {
            self.buffer.extend_from_slice(&block.text);
        }
        self.replaced.append(&block.replaced);
        self.zeros += block.zeros;
        self.progress.add(block.read);
        let is_last = block.is_last;
        self.hashing.take(block)?;
        if is_last { self.hashing.finish() } else { Ok(()) }
    }
}

/// Has a thread read the blocks that follow, into `free` ones where there are any. It ends with the file, or soon after
/// nobody listens any more.
fn read_ahead(mut blocks: Blocks, free: Receiver<Block>) -> std::io::Result<Receiver<std::io::Result<Block>>> {
    let (sender, receiver): (SyncSender<std::io::Result<Block>>, _) = sync_channel(limits::BLOCKS_AHEAD);
    std::thread::Builder::new().name("reading".to_owned()).spawn(move || {
        loop {
            let block = blocks.next(free.try_recv().unwrap_or_default());
            let is_last = block.as_ref().map_or(true, |block| block.is_last);
            if sender.send(block).is_err() || is_last {
                break;
            }
        }
    })?;
    Ok(receiver)
}
