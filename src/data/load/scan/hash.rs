//! SHA-256 of a file's bytes as its blocks come. Of a file of more than one block a thread of its own computes it, from
//! blocks that nobody else needs any more, so that reading and splitting do not wait for it.
//!
//! Uses `block`. Knows nothing of files.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread::JoinHandle;

use sha2::{Digest, Sha256};

use super::block::Block;
use crate::limits;

/// The hash so far.
pub(super) enum Hashing {
    /// It is computed here, as long as one block has come at most.
    Here(Box<Sha256>),
    /// A thread computes it.
    Beside { done: SyncSender<Block>, thread: JoinHandle<Sha256> },
    /// It is known.
    Known(String),
}

impl Hashing {
    /// Begins with the bytes before the first block.
    pub(super) fn new(mark: &[u8]) -> Self {
        Self::Here(Box::new(Sha256::new_with_prefix(mark)))
    }

    /// Takes a block that is done with; those of a file come in order.
    pub(super) fn take(&mut self, block: Block) -> io::Result<()> {
        match self {
            Self::Here(hash) => hash.update(block.bytes()),
            Self::Beside { done, .. } => done.send(block).map_err(|_| broken())?,
            Self::Known(_) => {}
        }
        Ok(())
    }

    /// Goes on in a thread; what that is done with can be filled again.
    pub(super) fn go_beside(&mut self) -> io::Result<Receiver<Block>> {
        let (used, free) = channel();
        let Self::Here(hash) = self else { return Ok(free) };
        let mut hash = std::mem::take(&mut **hash);
        let (done, blocks) = sync_channel::<Block>(limits::BLOCKS_AHEAD);
        let thread = std::thread::Builder::new().name("hashing".to_owned()).spawn(move || {
            for block in blocks {
                hash.update(block.bytes());
                // Where the file is read to its end, nobody needs it.
                let _ = used.send(block);
            }
            hash
        })?;
        *self = Self::Beside { done, thread };
        Ok(free)
    }

    /// Ends with the file.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        let hash = match std::mem::replace(self, Self::Known(String::new())) {
            Self::Here(hash) => *hash,
            Self::Beside { done, thread } => {
                drop(done);
                thread.join().map_err(|_| broken())?
            }
            Self::Known(_) => return Ok(()),
        };
        *self = Self::Known(digits(&hash.finalize()));
        Ok(())
    }

    /// The hash in hexadecimal digits, once the file has ended.
    pub(super) fn digest(&self) -> &str {
        match self {
            Self::Known(digest) => digest,
            Self::Here(_) | Self::Beside { .. } => "",
        }
    }
}

fn broken() -> io::Error {
    io::Error::other("the thread that hashed it has ended")
}

fn digits(bytes: &[u8]) -> String {
    let digits = |byte: &u8| [byte >> 4, byte & 15].map(|digit| char::from_digit(digit.into(), 16).unwrap_or('0'));
    bytes.iter().flat_map(digits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_hashed_in_order_here_and_beside() {
        let block = |text: &[u8]| Block { text: text.to_vec(), ..Block::default() };
        for beside in [false, true] {
            let mut hashing = Hashing::new(b"mark");
            hashing.take(block(b"one ")).unwrap();
            let free = beside.then(|| hashing.go_beside().unwrap());
            hashing.take(block(b"two ")).unwrap();
            hashing.take(Block { raw: Some(b"raw".to_vec()), ..block(b"text") }).unwrap();
            assert_eq!(hashing.digest(), "");
            hashing.finish().unwrap();
            assert_eq!(hashing.digest(), digits(&Sha256::digest(b"markone two raw")));
            assert_eq!(free.map_or(2, |free| free.iter().count()), 2);
        }
    }
}
