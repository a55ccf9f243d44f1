//! Where reports go: opened before any work, written whole or not at all.
//!
//! stdout belongs to this file. Uses events and the renderers. Never replaces a file by half a report: each is written
//! beside its target and renamed, and what a failed run found goes to `NAME.partial.EXT`. A closed pipe is no fault:
//! it falls silent.

mod error;
mod folder;
mod gallery;
mod place;
mod sink;
mod staged;

pub use error::OutputError;

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::{Format, Plots, Surface};
use crate::event::{Envelope, Event, Listener};
use folder::Folder;
use place::{Identity, Place};
use sink::{Sink, Writer};

/// What the user asked for.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// Outputs as given, `-` for standard output; none stands for standard output.
    pub paths: &'a [PathBuf],
    /// The format of standard output and of names that do not say.
    pub format: Option<Format>,
    /// What is read, `-` for standard input: never written.
    pub inputs: &'a [PathBuf],
    /// What standard output is.
    pub surface: Surface,
    /// How charts are shown.
    pub plots: Plots,
    /// Whether a folder may be named, for pictures.
    pub folders: bool,
}

/// How a run ended, as far as it matters for what is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Files are replaced.
    Whole,
    /// Files stay; what was found is written beside them.
    Partial,
    /// Nothing was found; nothing is written.
    Nothing,
}

impl Ending {
    /// What an exit code and the events of the run call for: 0, 6 and 8 replace files.
    #[must_use]
    pub fn of(exit_code: u8, events: &[Envelope]) -> Self {
        let found = |envelope: &Envelope| match &envelope.event {
            Event::Text { .. } | Event::Table { .. } | Event::Plot { .. } => true,
            Event::QueryResult { is_error, .. } => !is_error,
            Event::RunStarted { .. }
            | Event::Dataset(_)
            | Event::Status { .. }
            | Event::TextDelta { .. }
            | Event::Reasoning { .. }
            | Event::ModelTurn { .. }
            | Event::ToolCall { .. }
            | Event::PlotRejected { .. }
            | Event::ToolResult { .. }
            | Event::SessionUpdate { .. }
            | Event::Retry { .. }
            | Event::Usage(_)
            | Event::Warning { .. }
            | Event::Error { .. }
            | Event::Done { .. } => false,
        };
        match exit_code {
            0 | 6 | 8 => Self::Whole,
            _ if events.iter().any(found) => Self::Partial,
            _ => Self::Nothing,
        }
    }
}

/// What came of the outputs.
#[derive(Debug, Default)]
pub struct Finished {
    /// Files that were written, in the order in which they were named.
    pub written: Vec<Written>,
    /// What was written to folders, a sentence each.
    pub notices: Vec<String>,
    /// What the user should know of pictures, a sentence each.
    pub warnings: Vec<String>,
    /// Outputs that were not.
    pub errors: Vec<OutputError>,
}

/// A file that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Its path; that of the partial report where the run failed.
    pub path: PathBuf,
    /// Whether it stands beside the file that was named.
    pub partial: bool,
}

/// The outputs of a run, open.
pub struct Outputs {
    sinks: Rc<RefCell<Vec<Sink>>>,
    folders: Vec<Folder>,
    /// What a partial report must not replace.
    taken: Vec<Identity>,
}

impl Outputs {
    /// Opens every output, so that what cannot be written is known before any work.
    ///
    /// # Errors
    /// For the first output that cannot be written; all of them are the command line's fault.
    pub fn open(wanted: &Wanted<'_>) -> Result<Self, OutputError> {
        let standard = [PathBuf::from("-")];
        let paths = if wanted.paths.is_empty() { &standard[..] } else { wanted.paths };
        let inputs: Vec<(&PathBuf, Identity)> =
            wanted.inputs.iter().filter_map(|input| Some((input, place::input_identity(input)?))).collect();
        let mut taken: Vec<Identity> = Vec::new();
        let (mut planned, mut folders) = (Vec::new(), Vec::new());
        for path in paths {
            let shown = path.display().to_string();
            if let Some(folder) = if wanted.folders { Folder::of(path, wanted.plots)? } else { None } {
                if taken.contains(&folder.identity()) {
                    return Err(OutputError::Duplicate { path: shown });
                }
                taken.push(folder.identity());
                folders.push(folder);
                continue;
            }
            let place = Place::of(path)?;
            let format = format_of(path, &place, wanted.format);
            let format = format.ok_or_else(|| OutputError::NoFormat { path: shown.clone() })?;
            if let Some(identity) = place.identity() {
                if let Some((input, _)) = inputs.iter().find(|(_, input)| *input == identity) {
                    return Err(OutputError::IsInput { path: shown, input: input.display().to_string() });
                }
                if taken.contains(&identity) {
                    return Err(OutputError::Duplicate { path: shown });
                }
                taken.push(identity);
            }
            planned.push((path, place, format));
        }
        let layout = if wanted.format.is_none() { wanted.surface } else { Surface::Plain };
        let sinks =
            planned.into_iter().map(|(path, place, format)| Sink::open(path, &place, format, layout, wanted.plots));
        let sinks = sinks.collect::<Result<Vec<Sink>, OutputError>>()?;
        taken.extend(inputs.into_iter().map(|(_, identity)| identity));
        Ok(Self { sinks: Rc::new(RefCell::new(sinks)), folders, taken })
    }

    /// Whether standard output is among them.
    #[must_use]
    pub fn has_stdout(&self) -> bool {
        self.sinks.borrow().iter().any(|sink| matches!(sink.writer, Writer::Stdout))
    }

    /// Hears the events of the run, and writes each to the NDJSON outputs as it happens.
    #[must_use]
    pub fn listener(&self) -> Listener {
        let sinks = Rc::clone(&self.sinks);
        Box::new(move |envelope| {
            for sink in sinks.borrow_mut().iter_mut().filter(|sink| sink.format == Format::Ndjson) {
                sink.stream(envelope);
            }
        })
    }

    /// Writes the reports of a run that has ended. One output that fails does not keep the others from being written.
    #[must_use]
    pub fn finish(self, events: &[Envelope], ending: Ending) -> Finished {
        let mut finished = Finished::default();
        let mut warnings = Vec::new();
        for sink in self.sinks.borrow_mut().drain(..) {
            match sink.finish(events, ending, &self.taken, &mut warnings) {
                Ok(Some(written)) => finished.written.push(written),
                Ok(None) => {}
                Err(error) => finished.errors.push(error),
            }
        }
        for folder in &self.folders {
            match folder.write(events, &self.taken, &mut warnings) {
                Ok(notice) => finished.notices.push(notice),
                Err(error) => finished.errors.push(error),
            }
        }
        // Two reports of one run have the same charts.
        for warning in warnings {
            if !finished.warnings.contains(&warning) {
                finished.warnings.push(warning);
            }
        }
        finished
    }
}

/// A listener may outlive the outputs; their unfinished files do not.
impl Drop for Outputs {
    fn drop(&mut self) {
        self.sinks.borrow_mut().clear();
    }
}

fn format_of(path: &Path, place: &Place, fallback: Option<Format>) -> Option<Format> {
    match place {
        Place::Stdout => Some(fallback.unwrap_or(Format::Markdown)),
        Place::Direct(_) => Some(Format::from_path(path).or(fallback).unwrap_or(Format::Markdown)),
        Place::File(_) => Format::from_path(path).or(fallback),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::*;
    use crate::event::{Role, VERSION};
    use crate::limits::Limits;
    use crate::render::ndjson;

    fn envelope(seq: u64, event: Event) -> Envelope {
        Envelope { v: VERSION, seq, ms: 0, event }
    }

    fn run() -> Vec<Envelope> {
        let started = Event::RunStarted {
            run_id: "r".to_owned(),
            started_at: "2026-01-02T03:04:05Z".to_owned(),
            version: "0.1.0".to_owned(),
            command: "analyze".to_owned(),
            question: None,
            model: "builtin".to_owned(),
            limits: Limits::default(),
            privacy: crate::limits::Privacy::Rows,
            prices_date: None,
            command_line: "csvchat analyze a.csv".to_owned(),
        };
        let text = "Sales grew.".to_owned();
        let text =
            Event::Text { id: "text1".to_owned(), role: Role::Summary, text, claims: Vec::new(), replaces: None };
        vec![envelope(0, started), envelope(1, text)]
    }

    fn open(paths: &[&Path], inputs: &[&Path]) -> Result<Outputs, OutputError> {
        let owned = |paths: &[&Path]| paths.iter().map(|path| path.to_path_buf()).collect::<Vec<_>>();
        Outputs::open(&Wanted {
            paths: &owned(paths),
            format: None,
            inputs: &owned(inputs),
            surface: Surface::Plain,
            plots: Plots::Svg,
            folders: false,
        })
    }

    fn refusal(paths: &[&Path], inputs: &[&Path]) -> &'static str {
        open(paths, inputs).err().map_or("opened", |error| {
            assert!(error.is_usage());
            error.code()
        })
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn inputs_and_duplicates_are_refused_under_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("data.md"), "a,b\n").unwrap();
        fs::hard_link(at("data.md"), at("hard.md")).unwrap();
        symlink("data.md", at("soft.md")).unwrap();
        fs::create_dir(at("sub")).unwrap();
        for name in ["data.md", "hard.md", "soft.md", "sub/../data.md"] {
            assert_eq!(refusal(&[&at(name)], &[&at("data.md")]), "output_is_input", "{name}");
            assert_eq!(refusal(&[&at("soft.md"), &at(name)], &[]), "output_duplicate", "{name}");
        }
        assert_eq!(refusal(&[&at("new.md"), &at("sub/../new.md")], &[]), "output_duplicate");
        assert_eq!(refusal(&[Path::new("-"), Path::new("/dev/stdout")], &[]), "output_duplicate");
        assert_eq!(refusal(&[&at("new.txt")], &[]), "output_format");
        assert_eq!(refusal(&[&at("new")], &[]), "output_format");
        assert_eq!(refusal(&[&at("sub")], &[]), "output_is_directory");
        assert_eq!(refusal(&[&at("none/new.md")], &[]), "output_no_directory");
        assert_eq!(refusal(&[Path::new("/proc/new.md")], &[]), "output_unwritable");
        assert_eq!(fs::read_to_string(at("data.md")).unwrap(), "a,b\n");
        assert_eq!(names(folder.path()), ["data.md", "hard.md", "soft.md", "sub"]);
    }

    #[test]
    fn a_whole_run_replaces_files_through_links() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("old.ndjson"), "old").unwrap();
        symlink("old.ndjson", at("link.ndjson")).unwrap();
        let outputs = open(&[&at("link.ndjson"), &at("new.ndjson"), Path::new("/dev/null")], &[]).unwrap();
        let mut listener = outputs.listener();
        let events = run();
        listener(&events[0]);
        assert_eq!(fs::read_to_string(at("old.ndjson")).unwrap(), "old");
        let finished = outputs.finish(&events, Ending::Whole);
        assert!(finished.errors.is_empty());
        let written = |name| Written { path: at(name), partial: false };
        assert_eq!(finished.written, [written("link.ndjson"), written("new.ndjson")]);
        assert!(at("link.ndjson").is_symlink());
        for name in ["old.ndjson", "new.ndjson"] {
            assert_eq!(fs::read_to_string(at(name)).unwrap(), ndjson::render(&events));
        }
        assert_eq!(names(folder.path()), ["link.ndjson", "new.ndjson", "old.ndjson"]);
    }

    #[test]
    fn a_failed_run_leaves_files_and_writes_what_it_found_beside_them() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a.ndjson");
        fs::write(&target, "old").unwrap();
        let events = run();
        let finished = open(&[&target], &[]).unwrap().finish(&events, Ending::of(5, &events));
        let partial = folder.path().join("a.partial.ndjson");
        assert_eq!(finished.written, [Written { path: partial.clone(), partial: true }]);
        assert_eq!(fs::read_to_string(&target).unwrap(), "old");
        assert_eq!(fs::read_to_string(&partial).unwrap(), ndjson::render(&events));
        fs::remove_file(&partial).unwrap();
        let finished = open(&[&target], &[]).unwrap().finish(&events[..1], Ending::of(5, &events[..1]));
        assert!(finished.written.is_empty() && finished.errors.is_empty());
        assert_eq!(names(folder.path()), ["a.ndjson"]);
    }

    #[test]
    fn the_exit_code_says_what_is_replaced() {
        let events = run();
        for code in [0, 6, 8] {
            assert_eq!(Ending::of(code, &events[..1]), Ending::Whole);
        }
        for code in [1, 3, 5, 7, 130] {
            assert_eq!(Ending::of(code, &events), Ending::Partial);
            assert_eq!(Ending::of(code, &events[..1]), Ending::Nothing);
        }
    }

    #[test]
    fn outputs_that_are_dropped_leave_nothing_although_someone_listens() {
        let folder = tempfile::tempdir().unwrap();
        let outputs = open(&[&folder.path().join("a.ndjson")], &[]).unwrap();
        let mut listener = outputs.listener();
        listener(&run()[0]);
        drop(outputs);
        assert!(names(folder.path()).is_empty());
        listener(&run()[1]);
    }

    #[test]
    fn a_full_device_is_an_error_that_names_it() {
        let finished = Outputs::open(&Wanted {
            paths: &["/dev/full".into()],
            format: Some(Format::Ndjson),
            inputs: &[],
            surface: Surface::Plain,
            plots: Plots::Svg,
            folders: false,
        });
        let finished = finished.unwrap().finish(&run(), Ending::Whole);
        let error = finished.errors.first().unwrap();
        assert!(error.to_string().starts_with("/dev/full could not be written: no space left"), "{error}");
        assert!(!error.is_usage());
    }

    /// A file system of 64 KB for as long as the value lives.
    struct Tiny(tempfile::TempDir);

    impl Tiny {
        fn mount() -> Option<Self> {
            let folder = tempfile::tempdir().unwrap();
            let mut mount = Command::new("mount");
            mount.args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(folder.path());
            mount.output().is_ok_and(|output| output.status.success()).then_some(Self(folder))
        }
    }

    impl Drop for Tiny {
        fn drop(&mut self) {
            Command::new("umount").arg(self.0.path()).status().unwrap();
        }
    }

    #[test]
    fn a_full_disk_leaves_the_old_file_and_nothing_else() {
        let Some(disk) = Tiny::mount() else {
            eprintln!("NOT TESTED: a full disk, which takes the right to mount a file system");
            return;
        };
        let target = disk.0.path().join("a.ndjson");
        fs::write(&target, "old").unwrap();
        let mut events = run();
        let message = "x".repeat(100_000);
        events.push(envelope(2, Event::Status { message }));
        let finished = open(&[&target], &[]).unwrap().finish(&events, Ending::Whole);
        let message = finished.errors.first().unwrap().to_string();
        assert!(message.starts_with(&format!("{} could not be written: no space left", target.display())), "{message}");
        assert_eq!(fs::read_to_string(&target).unwrap(), "old");
        assert_eq!(names(disk.0.path()), ["a.ndjson"]);
    }
}
