//! A packed file of several members, one behind the other, and what stands behind the last of them.
//!
//! Tapes and disks fill files up with zeros, and some programs leave other bytes there. gzip and bzip2 unpack such files,
//! and so does this; it counts what was passed over.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};

use super::super::Job;
use crate::data::DataError;

/// A decoder of one member, which gives back what it reads from once the member has ended.
pub(super) trait Member: Read {
    /// With what every member begins.
    const BEGINS: &'static [u8];

    fn open(from: Packed) -> Self;

    fn close(self) -> Packed;
}

impl Member for flate2::bufread::GzDecoder<Packed> {
    const BEGINS: &'static [u8] = b"\x1f\x8b";

    fn open(from: Packed) -> Self {
        Self::new(from)
    }

    fn close(self) -> Packed {
        self.into_inner()
    }
}

impl Member for bzip2::bufread::BzDecoder<Packed> {
    const BEGINS: &'static [u8] = b"BZh";

    fn open(from: Packed) -> Self {
        Self::new(from)
    }

    fn close(self) -> Packed {
        self.into_inner()
    }
}

/// The bytes of a packed file, of which the next ones can be looked at.
pub(super) struct Packed {
    file: BufReader<File>,
    /// Those that were looked at and not yet read.
    ahead: Vec<u8>,
}

impl Packed {
    pub(super) fn new(file: BufReader<File>) -> Self {
        Self { file, ahead: Vec::new() }
    }

    /// Whether the next bytes are these.
    fn begins_with(&mut self, bytes: &[u8]) -> std::io::Result<bool> {
        let more = bytes.len().saturating_sub(self.ahead.len()) as u64;
        (&mut self.file).take(more).read_to_end(&mut self.ahead)?;
        Ok(self.ahead.starts_with(bytes))
    }
}

impl Read for Packed {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        let mut from = self.fill_buf()?;
        let count = from.read(to)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Packed {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        if self.ahead.is_empty() { self.file.fill_buf() } else { Ok(&self.ahead) }
    }

    fn consume(&mut self, count: usize) {
        if self.ahead.is_empty() {
            self.file.consume(count);
        } else {
            self.ahead.drain(..count.min(self.ahead.len()));
        }
    }
}

/// What all members hold, one behind the other.
pub(super) struct Members<M> {
    member: Option<M>,
    /// What follows the last one, once that has ended.
    rest: Option<Packed>,
}

impl<M: Member> Members<M> {
    pub(super) fn new(file: Packed) -> Self {
        Self { member: Some(M::open(file)), rest: None }
    }

    /// What stands behind the last member, which was read to its end: how many bytes, and whether all are zero.
    pub(super) fn behind(self, job: &Job<'_>) -> Result<(u64, bool), DataError> {
        let (mut count, mut zeros) = (0, true);
        let Some(mut rest) = self.rest else { return Ok((count, zeros)) };
        loop {
            job.go_on()?;
            let bytes = rest.fill_buf().map_err(|error| job.unreadable(&error))?;
            if bytes.is_empty() {
                return Ok((count, zeros));
            }
            zeros &= bytes.iter().all(|&byte| byte == 0);
            let length = bytes.len();
            count += length as u64;
            rest.consume(length);
        }
    }
}

impl<M: Member> Read for Members<M> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        loop {
            let Some(member) = &mut self.member else { return Ok(0) };
            let count = member.read(to)?;
            if count > 0 || to.is_empty() {
                return Ok(count);
            }
            let Some(mut rest) = self.member.take().map(M::close) else { return Ok(0) };
            if rest.begins_with(M::BEGINS)? {
                self.member = Some(M::open(rest));
            } else {
                self.rest = Some(rest);
            }
        }
    }
}
