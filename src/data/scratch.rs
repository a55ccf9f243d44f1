//! The run's private temporary folder.

use std::path::{Path, PathBuf};

use super::DataError;

/// A folder of mode 0700 that goes away with the value.
#[derive(Debug)]
pub struct Scratch {
    folder: tempfile::TempDir,
}

impl Scratch {
    /// Makes the folder, and sweeps those that killed runs left.
    ///
    /// # Errors
    /// When the temporary directory cannot be written.
    pub fn new() -> Result<Self, DataError> {
        let folder = tempfile::Builder::new()
            .prefix("csvchat-")
            .tempdir()
            .map_err(|source| DataError::Scratch { path: std::env::temp_dir(), source })?;
        Ok(Self { folder })
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A path inside the folder.
    #[must_use]
    pub fn join(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}
