//! One output of a run, from its opening to its end.
//!
//! Uses the renderers. Never reports an error twice, and none for a pipe whose reader has gone.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::gallery::{self, Gallery};
use super::place::{self, Identity, Place};
use super::staged::{self, Staged};
use super::{Ending, OutputError, Written};
use crate::event::Envelope;
use crate::render::album::Album;
use crate::render::picture::{Kind, Setting};
use crate::render::{Format, Plots, Report, Surface, markdown, ndjson, render_to_string};

/// One output.
pub(super) struct Sink {
    /// As the user named it.
    shown: String,
    pub(super) format: Format,
    surface: Surface,
    plots: Plots,
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
    /// Opens an output; `layout` is for standard output.
    pub(super) fn open(
        path: &Path,
        place: &Place,
        format: Format,
        layout: Surface,
        plots: Plots,
    ) -> Result<Self, OutputError> {
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
                if format == Format::Markdown && kind_of(plots).is_some() {
                    gallery::check(&gallery::folder_of(target), path)?;
                }
                (shown.clone(), Surface::Plain, Writer::Staged(Staged::create(target).map_err(unwritable)?))
            }
        };
        Ok(Self { shown, format, surface, plots, writer, streamed: 0, failed: None })
    }

    /// Writes an event as it happens. What goes wrong is told at the end.
    pub(super) fn stream(&mut self, envelope: &Envelope) {
        if self.failed.is_none() {
            self.failed = self.writer.write(ndjson::line(envelope).as_bytes()).err();
            self.streamed += 1;
        }
    }

    /// Writes what is left to write, and puts a file in its place. What the user should know is added to `warnings`.
    pub(super) fn finish(
        mut self,
        events: &[Envelope],
        ending: Ending,
        taken: &[Identity],
        warnings: &mut Vec<String>,
    ) -> Result<Option<Written>, OutputError> {
        if let (Format::Markdown, Some(kind), Writer::Staged(_)) = (self.format, kind_of(self.plots), &self.writer) {
            return self.finish_with_pictures(kind, events, ending, taken, warnings);
        }
        // A stream gets its last events however the run ended; it has had the others.
        if self.format == Format::Ndjson && (ending != Ending::Nothing || self.streamed > 0) {
            for envelope in events.get(self.streamed..).unwrap_or_default() {
                self.stream(envelope);
            }
        } else if ending != Ending::Nothing {
            match render_to_string(self.format, events, self.surface, self.plots) {
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

    /// Writes a report whose pictures stand beside it: all of it under names that nobody looks for, then the pictures
    /// under their own, then the report. What an earlier report no longer needs goes last.
    fn finish_with_pictures(
        self,
        kind: Kind,
        events: &[Envelope],
        ending: Ending,
        taken: &[Identity],
        warnings: &mut Vec<String>,
    ) -> Result<Option<Written>, OutputError> {
        let Writer::Staged(mut staged) = self.writer else { return Ok(None) };
        let Some(target) = target_of(&staged, ending, taken) else { return Ok(None) };
        let folder = gallery::folder_of(&target);
        let report = Report::from_events(events);
        let album = Album::of(&report, kind, Setting::Report);
        warnings.extend(album.warnings());
        let text = markdown::render(&report, &album.beside(folder.file_name().unwrap_or_default()));
        let shown = Path::new(&self.shown);
        let fault = |source| OutputError::Write { path: self.shown.clone(), source };
        let picture_fault = |(path, source): (PathBuf, io::Error)| {
            let path = place::shown_within(&place::shown_beside(shown, &folder), &folder, &path);
            OutputError::Write { path, source }
        };
        staged.write(text.as_bytes()).and_then(|()| staged.seal()).map_err(fault)?;
        if album.files().next().is_some() {
            Gallery::stage(&folder, &album, taken).and_then(Gallery::commit).map_err(picture_fault)?;
        }
        // A report that cannot be read has named no picture.
        let before = std::fs::read_to_string(&target).unwrap_or_default();
        let written = put(staged, &target, shown, ending).map_err(fault)?;
        gallery::sweep(&folder, &album, &before);
        Ok(Some(written))
    }
}

/// The files beside a report for which the user asked, if any.
fn kind_of(plots: Plots) -> Option<Kind> {
    match plots {
        Plots::Svg => Some(Kind::Svg),
        Plots::Png => Some(Kind::Png),
        Plots::None | Plots::Inline => None,
    }
}

fn commit(staged: Staged, shown: &Path, ending: Ending, taken: &[Identity]) -> io::Result<Option<Written>> {
    let Some(target) = target_of(&staged, ending, taken) else { return Ok(None) };
    put(staged, &target, shown, ending).map(Some)
}

/// Where a file goes.
fn target_of(staged: &Staged, ending: Ending, taken: &[Identity]) -> Option<PathBuf> {
    match ending {
        Ending::Whole => Some(staged.target().to_owned()),
        Ending::Partial => Some(place::partial(staged.target(), taken)),
        Ending::Nothing => None,
    }
}

fn put(staged: Staged, target: &Path, shown: &Path, ending: Ending) -> io::Result<Written> {
    staged.commit_as(target)?;
    let partial = ending == Ending::Partial;
    let path = if partial { place::shown_beside(shown, target) } else { shown.to_owned() };
    Ok(Written { path, partial })
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
