//! One output of a run, from its opening to its end.
//!
//! Uses the renderers. Never reports an error twice, and none for a pipe whose reader has gone.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use super::place::{self, Identity, Place};
use super::staged::{self, Staged};
use super::{Ending, OutputError, Written};
use crate::event::Envelope;
use crate::render::{Format, Surface, ndjson, render_to_string};

/// One output.
pub(super) struct Sink {
    /// As the user named it.
    shown: String,
    pub(super) format: Format,
    surface: Surface,
    pub(super) writer: Writer,
    /// Events that were streamed.
    streamed: usize,
    /// What went wrong while streaming; nothing is written after it.
    failed: Option<io::Error>,
}

pub(super) enum Writer {
    Stdout,
    Direct(File),
    Staged(Staged),
    /// Whoever read it has gone.
    Closed,
}

impl Sink {
    pub(super) fn open(path: &Path, place: &Place, format: Format, layout: Surface) -> Result<Self, OutputError> {
        let shown = path.display().to_string();
        let unwritable = |source: io::Error| match source.kind() {
            ErrorKind::NotConnected => OutputError::NoReader { path: shown.clone() },
            _ => OutputError::Unwritable { path: shown.clone(), source },
        };
        let (shown, surface, writer) = match place {
            Place::Stdout => ("standard output".to_owned(), layout, Writer::Stdout),
            Place::Direct(device) => {
                (shown.clone(), Surface::Plain, Writer::Direct(staged::open_direct(device).map_err(unwritable)?))
            }
            Place::File(target) => {
                (shown.clone(), Surface::Plain, Writer::Staged(Staged::create(target).map_err(unwritable)?))
            }
        };
        Ok(Self { shown, format, surface, writer, streamed: 0, failed: None })
    }

    /// Writes an event as it happens. What goes wrong is told at the end.
    pub(super) fn stream(&mut self, envelope: &Envelope) {
        if self.failed.is_none() {
            self.failed = self.writer.write(ndjson::line(envelope).as_bytes()).err();
            self.streamed += 1;
        }
    }

    /// Writes what is left to write, and puts a file in its place.
    pub(super) fn finish(
        mut self,
        events: &[Envelope],
        ending: Ending,
        taken: &[Identity],
    ) -> Result<Option<Written>, OutputError> {
        // A stream gets its last events however the run ended; it has had the others.
        if self.format == Format::Ndjson && (ending != Ending::Nothing || self.streamed > 0) {
            for envelope in events.get(self.streamed..).unwrap_or_default() {
                self.stream(envelope);
            }
        } else if ending != Ending::Nothing {
            match render_to_string(self.format, events, self.surface) {
                Ok(report) => self.failed = self.writer.write(report.as_bytes()).err(),
                Err(source) => return Err(OutputError::Render { path: self.shown, source }),
            }
        }
        let result = self.failed.map_or(Ok(()), Err).and_then(|()| match self.writer {
            Writer::Stdout | Writer::Direct(_) | Writer::Closed => Ok(None),
            Writer::Staged(staged) => commit(staged, Path::new(&self.shown), ending, taken),
        });
        result.map_err(|source| OutputError::Write { path: self.shown, source })
    }
}

fn commit(staged: Staged, shown: &Path, ending: Ending, taken: &[Identity]) -> io::Result<Option<Written>> {
    match ending {
        Ending::Whole => {
            staged.commit()?;
            Ok(Some(Written { path: shown.to_owned(), partial: false }))
        }
        Ending::Partial => {
            let path = place::partial(staged.target(), taken);
            staged.commit_as(&path)?;
            let beside = shown.with_file_name(path.file_name().unwrap_or_default());
            let near = place::same_file(&beside, &path);
            Ok(Some(Written { path: if near { beside } else { path }, partial: true }))
        }
        Ending::Nothing => Ok(None),
    }
}

impl Writer {
    /// Writes and flushes. Whoever reads a pipe may go at any time: the rest is then for nobody, which is no error.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let result = match self {
            Self::Stdout => {
                let mut stdout = io::stdout().lock();
                stdout.write_all(bytes).and_then(|()| stdout.flush())
            }
            Self::Direct(file) => file.write_all(bytes),
            Self::Staged(staged) => staged.write(bytes),
            Self::Closed => Ok(()),
        };
        match result {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                *self = Self::Closed;
                Ok(())
            }
            other => other,
        }
    }
}
