//! A folder as an output: the charts of a run as pictures, and nothing else.

use std::path::{Path, PathBuf};

use super::OutputError;
use super::gallery::Gallery;
use super::place::{self, Identity, Place};
use crate::event::Envelope;
use crate::render::album::Album;
use crate::render::format::counted;
use crate::render::picture::{Kind, Setting};
use crate::render::{Plots, Report};

/// A folder for pictures.
#[derive(Debug)]
pub(super) struct Folder {
    /// As the user named it.
    shown: String,
    /// Links resolved; it need not exist yet, what it lies in does.
    path: PathBuf,
    kind: Kind,
}

impl Folder {
    /// The folder that the path of an output names, if it does.
    pub(super) fn of(path: &Path, plots: Plots) -> Result<Option<Self>, OutputError> {
        let Some(found) = Place::folder(path)? else { return Ok(None) };
        let shown = path.display().to_string();
        let none = |plots| Err(OutputError::NoPicturesWanted { path: shown.clone(), plots });
        let kind = match plots {
            Plots::Svg => Kind::Svg,
            Plots::Png => Kind::Png,
            Plots::None => return none("none"),
            Plots::Inline => return none("inline"),
        };
        Ok(Some(Self { shown, path: found, kind }))
    }

    /// What makes another name the same folder.
    pub(super) fn identity(&self) -> Identity {
        Identity::Path(self.path.clone())
    }

    /// Writes the pictures of a run, and says so.
    pub(super) fn write(
        &self,
        events: &[Envelope],
        taken: &[Identity],
        warnings: &mut Vec<String>,
    ) -> Result<String, OutputError> {
        let album = Album::of(&Report::from_events(events), self.kind, Setting::Alone);
        let pictures = album.files().count();
        if album.charts() == 0 {
            return Ok(format!("the run holds no chart; nothing was written to {}", self.shown));
        }
        if pictures == 0 {
            return Err(OutputError::NoPictures { path: self.shown.clone(), why: album.warnings().join("; ") });
        }
        warnings.extend(album.warnings());
        Gallery::stage(&self.path, &album, taken).and_then(Gallery::commit).map_err(|(path, source)| {
            let path = place::shown_within(Path::new(&self.shown), &self.path, &path);
            OutputError::Write { path, source }
        })?;
        Ok(format!(
            "{} {} in {}",
            counted(pictures as u64, "picture"),
            if pictures == 1 { "is" } else { "are" },
            self.shown
        ))
    }
}
