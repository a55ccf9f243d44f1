//! The text of a file as it comes, block by block, with what was replaced in it.
//!
//! Only its start is read at once: what follows a thread of its own reads ahead, so that decoding and hashing cost no
//! time beside the splitting of records. Uses `lines`. Knows nothing of records.

mod block;

use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};

use block::{Block, Blocks};

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
    digest: String,
    /// Writes lines anew that no single character splits.
    recaster: Option<Recaster>,
    /// The start of such a line, until it has come to its end.
    waiting: Vec<u8>,
    interrupt: &'a Interrupt,
    progress: &'a Progress,
}

/// What follows the text that has come.
enum Ahead {
    /// It is read when it is asked for: so far none was.
    Start(Box<Blocks>),
    /// A thread reads it; texts that are done with go back, to be filled again.
    Thread { blocks: Receiver<std::io::Result<Block>>, used: Sender<Vec<u8>> },
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
        let blocks = Blocks::open(&prepared.file, coding).map_err(|error| unreadable(&prepared.shown, &error))?;
        Ok(Self {
            prepared,
            ahead: Ahead::Start(Box::new(blocks)),
            buffer: Vec::new(),
            start: 0,
            replaced: Lines::default(),
            zeros: 0,
            digest: String::new(),
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
            match self.next_block() {
                Ok(Some(block)) => self.take(block),
                Ok(None) => return Ok(true),
                Err(error) => return Err(unreadable(&self.prepared.shown, &error)),
            }
        }
        Ok(matches!(self.ahead, Ahead::End))
    }

    /// SHA-256 of the whole file in hexadecimal digits, once it has ended.
    pub(super) fn digest(&self) -> &str {
        &self.digest
    }

    fn next_block(&mut self) -> std::io::Result<Option<Block>> {
        let (block, ahead) = match std::mem::replace(&mut self.ahead, Ahead::End) {
            Ahead::End => return Ok(None),
            Ahead::Start(mut blocks) => {
                let block = blocks.next(Vec::new())?;
                let ahead = if block.digest.is_none() { read_ahead(*blocks)? } else { Ahead::End };
                (block, ahead)
            }
            Ahead::Thread { blocks, used } => {
                let ended = |_| Err(std::io::Error::other("the thread that read it has ended"));
                let block = blocks.recv().unwrap_or_else(ended)?;
                let ahead = if block.digest.is_none() { Ahead::Thread { blocks, used } } else { Ahead::End };
                (block, ahead)
            }
        };
        self.ahead = ahead;
        Ok(Some(block))
    }

    fn take(&mut self, block: Block) {
        match &mut self.recaster {
            None => self.buffer.extend_from_slice(&block.text),
            Some(recaster) => {
                self.waiting.extend_from_slice(&block.text);
                let (written, left) = recaster.lines(&self.waiting, block.digest.is_some());
                self.buffer.extend(written);
                self.waiting.drain(..self.waiting.len() - left);
            }
        }
        self.replaced.append(&block.replaced);
        self.zeros += block.zeros;
        self.progress.add(block.read);
        self.digest = block.digest.unwrap_or_default();
        if let Ahead::Thread { used, .. } = &self.ahead {
            // Where the thread has ended already, nobody needs it.
            let _ = used.send(block.text);
        }
    }
}

/// Has a thread read the blocks that follow. It ends with the file, or soon after nobody listens any more.
fn read_ahead(mut blocks: Blocks) -> std::io::Result<Ahead> {
    let (sender, receiver): (SyncSender<std::io::Result<Block>>, _) = sync_channel(limits::BLOCKS_AHEAD);
    let (used, done) = channel();
    std::thread::Builder::new().name("reading".to_owned()).spawn(move || {
        loop {
            let block = blocks.next(done.try_recv().unwrap_or_default());
            let is_last = block.as_ref().map_or(true, |block| block.digest.is_some());
            if sender.send(block).is_err() || is_last {
                break;
            }
        }
    })?;
    Ok(Ahead::Thread { blocks: receiver, used })
}
