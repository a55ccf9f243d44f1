//! The certificate of several files that were put together.

use std::collections::HashSet;

use sha2::{Digest, Sha256};

use crate::event::{Certificate, Counted, FileHash, LeftOut};

/// SHA-256 of a text, in hexadecimal digits.
fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

/// What was proven of all files. Lines are those of each file, and so are left out.
pub(super) fn certificate(all: &[&Certificate], paths: &[&str]) -> Certificate {
    let sum = |of: fn(&Certificate) -> u64| all.iter().map(|one| of(one)).sum::<u64>();
    let counted = |of: fn(&Certificate) -> u64| Counted { count: sum(of), lines: Vec::new() };
    let mut left_out: Vec<LeftOut> = Vec::new();
    for left in all.iter().flat_map(|one| &one.left_out) {
        match left_out.iter_mut().find(|known| known.kind == left.kind) {
            Some(known) => known.count += left.count,
            None => left_out.push(LeftOut { lines: Vec::new(), ..left.clone() }),
        }
    }
    Certificate {
        bytes: sum(|one| one.bytes),
        sha256: hash(&all.iter().map(|one| one.sha256.as_str()).collect::<String>()),
        files: all
            .iter()
            .zip(paths)
            .map(|(one, path)| FileHash { path: (*path).to_owned(), bytes: one.bytes, sha256: one.sha256.clone() })
            .collect(),
        records: sum(|one| one.records),
        header_records: sum(|one| one.header_records),
        left_out,
        replaced: counted(|one| one.replaced.count),
        padded: counted(|one| one.padded.count),
        cut: counted(|one| one.cut.count),
        joined: counted(|one| one.joined.count),
        mended: counted(|one| one.mended.count),
        checked: {
            let mut met = HashSet::new();
            all.iter().flat_map(|one| one.checked.clone()).filter(|name| met.insert(name.clone())).collect()
        },
        kept: all.iter().flat_map(|one| one.kept.clone()).collect(),
        converted: all.iter().flat_map(|one| one.converted.clone()).collect(),
        decisions: all.iter().flat_map(|one| one.decisions.clone()).collect(),
    }
}
