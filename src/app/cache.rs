//! The cache of loaded files: the one that a run uses, and `csvchat cache`.

use jiff::Timestamp;

use super::{CacheOrder, settings};
use crate::data::{Cache, Kept};
use crate::error::{Exit, Failure};
use crate::limits::CacheBounds;
use crate::render::format::bytes;
use crate::render::stdout;
use crate::settings::Settings;

/// The cache of a run, unless it is to use none or no folder is known.
pub(super) fn of(settings: &Settings, no_cache: Option<bool>) -> Option<Cache> {
    settings.cache(no_cache).map(|folder| Cache::at(folder, CacheBounds::default()))
}

/// Carries out `csvchat cache`, whatever the settings say of using it.
///
/// # Errors
/// When no folder is known, or it cannot be used.
pub(super) fn carry_out(order: CacheOrder) -> anyhow::Result<Exit> {
    let folder = settings().cache_folder().ok_or_else(|| {
        Failure::new(Exit::Configuration, "no_cache_folder", "no folder for the cache is known")
            .hint("set XDG_CACHE_HOME or HOME to an absolute path")
    })?;
    let cache = Cache::at(folder, CacheBounds::default());
    let shown = cache.folder().display().to_string();
    let failed = |error: std::io::Error| {
        let message = format!("the cache, {shown}, cannot be used: {}", crate::system::reason(&error));
        Failure::new(Exit::Configuration, "cache_folder", message)
            .hint("remove it, or set XDG_CACHE_HOME to another folder")
    };
    let lines = match order {
        CacheOrder::Path => vec![shown.clone()],
        CacheOrder::List => list(&cache.list().map_err(failed)?, &shown),
        CacheOrder::Clear => {
            let (entries, size) = cache.clear().map_err(failed)?;
            let removed = if entries == 0 { "nothing".to_owned() } else { total(entries, size) };
            vec![format!("removed {removed} from {shown}")]
        }
    };
    stdout::print(&lines)?;
    Ok(Exit::Answered)
}

fn list(kept: &[Kept], folder: &str) -> Vec<String> {
    if kept.is_empty() {
        return vec![format!("nothing is kept in {folder}")];
    }
    let rows: Vec<Vec<String>> = kept
        .iter()
        .map(|kept| {
            let used = Timestamp::try_from(kept.used).unwrap_or_default();
            let files = if kept.files.is_empty() { "cannot be read".to_owned() } else { kept.files.join(", ") };
            vec![bytes(kept.bytes), used.strftime("%Y-%m-%d %H:%M:%S").to_string(), files]
        })
        .collect();
    let mut lines = stdout::table(&["SIZE", "LAST USED (UTC)", "FILES"], &rows);
    lines.push(String::new());
    lines.push(format!("{} in {folder}", total(kept.len(), kept.iter().map(|kept| kept.bytes).sum())));
    lines
}

fn total(entries: usize, size: u64) -> String {
    let noun = if entries == 1 { "entry" } else { "entries" };
    format!("{entries} {noun}, {}", bytes(size))
}
