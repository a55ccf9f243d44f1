//! The certificate of several files that were put together.

use std::collections::HashSet;

use sha2::{Digest, Sha256};

use crate::event::{Certificate, Converted, Counted, FileHash, FileLines, LeftOut, ReadingDecision};

/// SHA-256 of a text, in hexadecimal digits.
fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

/// What was proven of all files. Lines are those of each file, and so they are told file by file.
pub(super) fn certificate(all: &[&Certificate], paths: &[&str]) -> Certificate {
    let sum = |of: fn(&Certificate) -> u64| all.iter().map(|one| of(one)).sum::<u64>();
    let counted = |of: fn(&Certificate) -> &Counted| {
        let mut joint = Counted::default();
        for (one, path) in all.iter().zip(paths) {
            let Counted { count, lines, .. } = of(one);
            joint.count += count;
            joint.files.extend(in_file(path, *count, lines));
        }
        joint
    };
    let mut left_out: Vec<LeftOut> = Vec::new();
    for (left, path) in all.iter().zip(paths).flat_map(|(one, path)| one.left_out.iter().map(move |left| (left, path)))
    {
        let files = in_file(path, left.count, &left.lines);
        if let Some(known) = left_out.iter_mut().find(|known| known.kind == left.kind) {
            known.count += left.count;
            known.files.extend(files);
        } else {
            let files = files.into_iter().collect();
            left_out.push(LeftOut { kind: left.kind.clone(), count: left.count, lines: Vec::new(), files });
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
        replaced: counted(|one| &one.replaced),
        padded: counted(|one| &one.padded),
        cut: counted(|one| &one.cut),
        joined: counted(|one| &one.joined),
        mended: counted(|one| &one.mended),
        checked: {
            let mut met = HashSet::new();
            all.iter().flat_map(|one| one.checked.clone()).filter(|name| met.insert(name.clone())).collect()
        },
        kept: all.iter().flat_map(|one| one.kept.clone()).collect(),
        converted: {
            let each = all.iter().zip(paths);
            let named = |path: &str, one: &Converted| Converted { file: Some(path.to_owned()), ..one.clone() };
            each.flat_map(|(one, path)| one.converted.iter().map(|converted| named(path, converted))).collect()
        },
        decisions: {
            let named = |path: &str, decision: &ReadingDecision| ReadingDecision {
                subject: format!("{path}: {}", decision.subject),
                ..decision.clone()
            };
            let each = all.iter().zip(paths);
            each.flat_map(|(one, path)| one.decisions.iter().map(|decision| named(path, decision))).collect()
        },
    }
}

/// The lines of one file, if there are any.
fn in_file(path: &str, count: u64, lines: &[u64]) -> Option<FileLines> {
    (count > 0).then(|| FileLines { path: path.to_owned(), count, lines: lines.to_vec() })
}
