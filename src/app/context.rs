//! The file of `--context`: the user's notes on the data, for the model.

use std::io::Read;
use std::path::Path;

use crate::error::{Exit, Failure};
use crate::limits::CONTEXT_BYTES;
use crate::system::reason;

/// Reads the notes.
///
/// # Errors
/// When they cannot be read, are too long, or are no text.
pub fn read(path: &Path) -> Result<String, Failure> {
    let shown = path.display();
    let fault = |code: &str, what: &str| Failure::new(Exit::Input, code, format!("--context {shown}: {what}"));
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(CONTEXT_BYTES as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| fault("context", &reason(&error)).hint("name a file of text, with notes on the data"))?;
    if bytes.len() > CONTEXT_BYTES {
        return Err(fault("context_too_large", &format!("more than {CONTEXT_BYTES} bytes")).hint("shorten it"));
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| fault("context_not_utf8", "it is not UTF-8").hint("save it as UTF-8 text"))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).trim().to_owned())
}
