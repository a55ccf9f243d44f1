//! Why a report cannot be written.

use std::io;

use crate::system::reason;
use crate::templates::TemplateError;

/// Why a report cannot be written. Paths are as the user gave them.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// Neither the name nor `-f` says what to write.
    #[error("{path}: the name does not say which format to write")]
    NoFormat {
        /// The output.
        path: String,
    },
    /// One file is named twice.
    #[error("{path} is named as an output more than once")]
    Duplicate {
        /// The output.
        path: String,
    },
    /// The output is one of the files that are read.
    #[error("the output {path} is the input {input}")]
    IsInput {
        /// The output.
        path: String,
        /// The input.
        input: String,
    },
    /// The output is a folder.
    #[error("the output {path} is a directory")]
    IsDirectory {
        /// The output.
        path: String,
    },
    /// Where the pictures of a report go is something else than a folder.
    #[error("the pictures of {path} have no place: {folder} is {is}, not a directory")]
    NoPictureFolder {
        /// The report.
        path: String,
        /// Where they go.
        folder: String,
        /// What it is: `a file`, `a link`.
        is: &'static str,
    },
    /// A folder takes pictures, and there are to be none, or none in files.
    #[error("the directory {path} is for pictures in files, and --plots {plots} makes none")]
    NoPicturesWanted {
        /// The output.
        path: String,
        /// What `--plots` says.
        plots: &'static str,
    },
    /// The saved run holds charts, but no picture that could be written.
    #[error("nothing was written to {path}: {why}")]
    NoPictures {
        /// The output.
        path: String,
        /// Why.
        why: String,
    },
    /// There is no folder to write to.
    #[error("the output {path} cannot be written: there is no directory {folder}")]
    NoFolder {
        /// The output.
        path: String,
        /// What is missing.
        folder: String,
    },
    /// The system does not let the output be written; found before any work.
    #[error("the output {path} cannot be written: {}", reason(.source))]
    Unwritable {
        /// The output.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// The output is a named pipe that nobody reads.
    #[error("nothing reads the pipe {path}")]
    NoReader {
        /// The output.
        path: String,
    },
    /// The report could not be made, which is csvchat's own fault.
    #[error("{path} could not be made: {source}")]
    Render {
        /// The output.
        path: String,
        /// Why.
        source: TemplateError,
    },
    /// Writing failed: the disk is full, the device is gone.
    #[error("{path} could not be written: {}", reason(.source))]
    Write {
        /// The output.
        path: String,
        /// Why.
        source: io::Error,
    },
}

impl OutputError {
    /// For programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoFormat { .. } => "output_format",
            Self::Duplicate { .. } => "output_duplicate",
            Self::IsInput { .. } => "output_is_input",
            Self::IsDirectory { .. } => "output_is_directory",
            Self::NoPictureFolder { .. } => "output_pictures",
            Self::NoPicturesWanted { .. } => "output_plots",
            Self::NoPictures { .. } => "no_pictures",
            Self::NoFolder { .. } => "output_no_directory",
            Self::Unwritable { .. } => "output_unwritable",
            Self::NoReader { .. } => "output_no_reader",
            Self::Render { .. } => "report_template",
            Self::Write { .. } => "output_write",
        }
    }

    /// What to do next.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::NoFormat { .. } => Some("end the name in .md, .html or .ndjson, or give -f md, html or ndjson"),
            Self::Duplicate { .. } => Some("name each output once"),
            Self::IsInput { .. } => Some("choose another name; a report never replaces the data it was made from"),
            Self::IsDirectory { .. } => Some(
                "name a file in it, such as report.html; `csvchat render RUN.ndjson -o DIRECTORY/` writes the charts \
                 of a saved run as pictures",
            ),
            Self::NoPictureFolder { .. } => {
                Some("move it away, name another output, or keep the pictures inside the report by --plots inline")
            }
            Self::NoPicturesWanted { .. } => Some("give --plots svg or png, or name a report such as report.md"),
            Self::NoPictures { .. } => Some("`csvchat replay RUN.ndjson -o NEW.ndjson` draws the charts of a run anew"),
            Self::NoFolder { .. } => Some("make the directory first"),
            Self::Unwritable { .. } => {
                Some("the report is first written beside its place: both file and directory must be writable")
            }
            Self::NoReader { .. } => Some("start what reads the pipe first"),
            Self::Write { .. } => Some("make room, or name another place"),
            Self::Render { .. } => None,
        }
    }

    /// Whether the command line is at fault, which is known before any work.
    #[must_use]
    pub fn is_usage(&self) -> bool {
        match self {
            Self::NoFormat { .. }
            | Self::Duplicate { .. }
            | Self::IsInput { .. }
            | Self::IsDirectory { .. }
            | Self::NoPictureFolder { .. }
            | Self::NoPicturesWanted { .. }
            | Self::NoFolder { .. }
            | Self::Unwritable { .. }
            | Self::NoReader { .. } => true,
            Self::Render { .. } | Self::Write { .. } | Self::NoPictures { .. } => false,
        }
    }
}
