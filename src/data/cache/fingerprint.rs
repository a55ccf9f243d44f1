//! What tells whether files are still those that were read: what the system says of them, and blocks of their content.
//!
//! The system sets the time of the last change of a file's content or of what it says of the file; no program can set
//! it back. So a file whose time of change, time of modification, size and place are the same is the same, with two
//! exceptions that are looked at in full each time: one that had changed so shortly before it was read that a further
//! change may have got the same time, and one on a file system of which it is not known that it keeps such a time.
//! Blocks at the start, at the end and in between are compared in addition, for disks that were exchanged and clocks
//! that were set back. Never writes.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::fs::OFlags;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::hexadecimal;
use crate::data::{ReadOptions, Source};
use crate::limits::{self, Interrupt};

/// What the system says of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stamp {
    bytes: u64,
    device: u64,
    inode: u64,
    /// Seconds and nanoseconds; can be set by anyone who may write the file.
    modified: (i64, i64),
    /// Seconds and nanoseconds; set by the system alone.
    changed: (i64, i64),
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        Self {
            bytes: metadata.len(),
            device: metadata.dev(),
            inode: metadata.ino(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }
}

/// Files that somebody wants read, open.
pub(super) struct Wanted {
    /// The name of their entry: made of their paths, as given and as they are, and of the options.
    pub(super) name: String,
    files: Vec<Opened>,
}

struct Opened {
    path: PathBuf,
    file: File,
    stamp: Stamp,
}

impl Wanted {
    /// Nothing where one of them is no regular file.
    pub(super) fn of(sources: &[Source], options: &ReadOptions) -> Option<Self> {
        let mut digest = Sha256::new();
        let mut put = |part: &[u8]| {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        };
        put(&serde_json::to_vec(options).ok()?);
        let mut files = Vec::with_capacity(sources.len());
        for source in sources {
            let path = match source {
                Source::Path(path) => path,
                Source::Stdin => return None,
            };
            let opened = Opened::of(path)?;
            put(path.as_os_str().as_encoded_bytes());
            put(opened.path.as_os_str().as_encoded_bytes());
            files.push(opened);
        }
        let name = hexadecimal(digest.finalize().get(..16)?);
        Some(Self { name, files })
    }

    /// Of each file.
    pub(super) fn stamps(&self) -> Vec<Stamp> {
        self.files.iter().map(|file| file.stamp.clone()).collect()
    }

    /// For people.
    pub(super) fn paths(&self) -> Vec<String> {
        self.files.iter().map(|file| file.path.display().to_string()).collect()
    }

    /// Of all files.
    pub(super) fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.stamp.bytes).sum()
    }

    /// Whether under each path there is still the same file, unchanged.
    pub(super) fn is_unchanged(&self) -> bool {
        let now = |file: &Opened| std::fs::metadata(&file.path).map(|metadata| Stamp::of(&metadata));
        self.files.iter().all(|file| now(file).is_ok_and(|now| now == file.stamp))
    }

    /// Whether a change after that moment must show in what the system says of each file.
    pub(super) fn is_settled(&self, moment: SystemTime) -> bool {
        let moment = moment.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        self.files.iter().all(|file| {
            let (seconds, fraction) = file.stamp.changed;
            let changed = i128::from(seconds) * 1_000_000_000 + i128::from(fraction);
            let since = i128::try_from(moment).unwrap_or(i128::MAX) - changed;
            u128::try_from(since).is_ok_and(|since| since >= limits::CACHE_SETTLED.as_nanos())
                && keeps_change_times(&file.file)
        })
    }

    /// A digest of blocks of all files.
    pub(super) fn samples(&self) -> io::Result<String> {
        let mut digest = Sha256::new();
        for opened in &self.files {
            for (start, length) in blocks(opened.stamp.bytes) {
                let mut file = &opened.file;
                file.seek(SeekFrom::Start(start))?;
                io::copy(&mut file.take(length), &mut Sink(&mut digest))?;
            }
        }
        Ok(hexadecimal(&digest.finalize()))
    }

    /// A digest of all files as a whole; nothing where a signal came.
    pub(super) fn whole(&self, interrupt: &Interrupt) -> io::Result<Option<String>> {
        let mut digest = Sha256::new();
        for opened in &self.files {
            let mut file = &opened.file;
            file.seek(SeekFrom::Start(0))?;
            digest.update(opened.stamp.bytes.to_le_bytes());
            if !take_in(file, &mut digest, interrupt)? {
                return Ok(None);
            }
        }
        Ok(Some(hexadecimal(&digest.finalize())))
    }
}

/// A digest of a file; nothing where a signal came.
pub(super) fn of_file(path: &Path, interrupt: &Interrupt) -> io::Result<Option<String>> {
    let mut digest = Sha256::new();
    let is_whole = take_in(&File::open(path)?, &mut digest, interrupt)?;
    Ok(is_whole.then(|| hexadecimal(&digest.finalize())))
}

/// Takes the rest of a file into a digest; whether no signal came meanwhile.
fn take_in(mut file: &File, digest: &mut Sha256, interrupt: &Interrupt) -> io::Result<bool> {
    let mut chunk = vec![0; limits::READ_BYTES];
    loop {
        if interrupt.is_set() {
            return Ok(false);
        }
        match file.read(&mut chunk) {
            Ok(0) => return Ok(true),
            Ok(count) => digest.update(chunk.get(..count).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

impl Opened {
    fn of(path: &Path) -> Option<Self> {
        let path = std::fs::canonicalize(path).ok()?;
        // A pipe would be waited for, and what comes after is decided by what was opened.
        let no_wait = i32::try_from(OFlags::NONBLOCK.bits()).ok()?;
        if !std::fs::metadata(&path).ok()?.is_file() {
            return None;
        }
        let file = OpenOptions::new().read(true).custom_flags(no_wait).open(&path).ok()?;
        // Asked of the open file: a network's file system answers this by what the server says now.
        let metadata = file.metadata().ok()?;
        metadata.is_file().then(|| Self { path, stamp: Stamp::of(&metadata), file })
    }
}

/// Takes what is copied into a digest.
struct Sink<'a>(&'a mut Sha256);

impl io::Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Start and length of the blocks of a file of that many bytes that are compared: all of a small one.
fn blocks(bytes: u64) -> Vec<(u64, u64)> {
    let (end, block) = (limits::CACHE_END_BYTES, limits::CACHE_BLOCK_BYTES);
    if bytes <= 2 * end + limits::CACHE_BLOCKS * block {
        return vec![(0, bytes)];
    }
    let step = (bytes - 2 * end) / limits::CACHE_BLOCKS;
    let middle = (0..limits::CACHE_BLOCKS).map(|number| (end + number * step + (step - block) / 2, block));
    std::iter::once((0, end)).chain(middle).chain([(bytes - end, end)]).collect()
}

/// Whether the file system is known to keep the time of the last change, as `statfs(2)` and `linux/magic.h` name it.
#[cfg(target_os = "linux")]
fn keeps_change_times(file: &File) -> bool {
    // ext2 to ext4, xfs, btrfs, f2fs, zfs, bcachefs, tmpfs, overlayfs, nfs.
    const KNOWN: [u64; 9] =
        [0xef53, 0x5846_5342, 0x9123_683e, 0xf2f5_2010, 0x2fc1_2fc1, 0xca45_1a4e, 0x0102_1994, 0x794c_7630, 0x6969];
    let kind = rustix::fs::fstatfs(file).ok().and_then(|system| u64::try_from(system.f_type).ok());
    kind.is_some_and(|kind| KNOWN.contains(&(kind & 0xffff_ffff)))
}

/// Other systems tell file systems apart by other means: nothing is known.
#[cfg(not(target_os = "linux"))]
fn keeps_change_times(_file: &File) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn wanted(path: &Path) -> Wanted {
        Wanted::of(&[Source::Path(path.to_owned())], &ReadOptions::default()).unwrap()
    }

    #[test]
    fn blocks_lie_within_the_file_and_do_not_overlap() {
        for bytes in [0, 1, 1_000_000, 1_179_648, 1_179_649, 1_200_000, 500_000_000, u64::from(u32::MAX) * 3] {
            let blocks = blocks(bytes);
            let mut behind = 0;
            for (start, length) in &blocks {
                assert!(*start >= behind, "{bytes}: {blocks:?}");
                behind = start + length;
            }
            assert_eq!((blocks[0].0, behind), (0, bytes));
            assert!(blocks.iter().map(|(_, length)| length).sum::<u64>() <= 1_179_648);
        }
    }

    #[test]
    fn a_change_in_any_compared_block_shows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let content: Vec<u8> = (0..3_000_000_u32).map(|number| (number % 251) as u8).collect();
        std::fs::write(&path, &content).unwrap();
        let before = wanted(&path).samples().unwrap();
        assert_eq!(wanted(&path).samples().unwrap(), before);
        for (start, length) in blocks(content.len() as u64) {
            for at in [start, start + length - 1] {
                let mut changed = content.clone();
                changed[usize::try_from(at).unwrap()] ^= 1;
                std::fs::write(&path, &changed).unwrap();
                assert_ne!(wanted(&path).samples().unwrap(), before, "{at}");
            }
        }
    }

    #[test]
    fn any_change_shows_in_the_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        std::fs::write(&path, vec![b'a'; 3_000_000]).unwrap();
        let whole = || wanted(&path).whole(&Interrupt::new()).unwrap().unwrap();
        let before = whole();
        assert_eq!(whole(), before);
        let mut changed = vec![b'a'; 3_000_000];
        changed[200_000] = b'b';
        std::fs::write(&path, &changed).unwrap();
        assert_ne!(whole(), before);
        let stopped = Interrupt::new();
        stopped.set(2);
        assert!(wanted(&path).whole(&stopped).unwrap().is_none());
    }

    #[test]
    fn a_file_is_settled_two_seconds_after_its_last_change() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        std::fs::write(&path, "a\n1\n").unwrap();
        let now = SystemTime::now();
        let wanted = wanted(&path);
        assert!(!wanted.is_settled(now) && !wanted.is_settled(now - Duration::from_hours(1)));
        assert_eq!(wanted.is_settled(now + Duration::from_secs(3)), keeps_change_times(&wanted.files[0].file));
    }

    #[test]
    fn a_modification_with_its_time_set_back_is_a_change() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        std::fs::write(&path, "a\n1\n").unwrap();
        let before = wanted(&path);
        let time = std::fs::metadata(&path).unwrap().modified().unwrap();
        std::thread::sleep(Duration::from_millis(30));
        std::fs::write(&path, "a\n2\n").unwrap();
        OpenOptions::new().write(true).open(&path).unwrap().set_modified(time).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().modified().unwrap(), time);
        assert!(!before.is_unchanged());
        assert_ne!(wanted(&path).stamps(), before.stamps());
        assert_eq!(wanted(&path).name, before.name);
    }

    #[test]
    fn options_paths_and_their_order_have_entries_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| Source::Path(folder.path().join(name));
        for name in ["a.csv", "b.csv"] {
            std::fs::write(folder.path().join(name), "a\n1\n").unwrap();
        }
        let usual = ReadOptions::default();
        let tab = ReadOptions { delimiter: Some('\t'), ..usual.clone() };
        let (a, b) = (path("a.csv"), path("b.csv"));
        let names: Vec<String> = [
            (vec![a.clone()], &usual),
            (vec![b.clone()], &usual),
            (vec![a.clone()], &tab),
            (vec![a.clone(), b.clone()], &usual),
            (vec![b, a], &usual),
            (vec![path("./a.csv")], &usual),
        ]
        .into_iter()
        .map(|(files, options)| Wanted::of(&files, options).unwrap().name)
        .collect();
        let mut different = names.clone();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), names.len(), "{names:?}");
        assert!(Wanted::of(&[Source::Stdin], &usual).is_none());
        assert!(Wanted::of(&[Source::Path(folder.path().to_owned())], &usual).is_none());
        assert!(Wanted::of(&[path("none.csv")], &usual).is_none());
    }
}
