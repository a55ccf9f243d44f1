//! The pictures of all charts of a report: what stands for each in Markdown, which files they are, and what is to be said
//! of them.
//!
//! Uses `report` and `picture`. Never writes a file.

use std::ffi::OsStr;
use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::Report;
use super::picture::{Kind, NoPicture, Picture, Setting, alternative, picture};
use crate::limits::PICTURE_SIGNS;

/// What Markdown shows of a chart beside its data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// A relative path, percent-encoded, or a `data:` address.
    pub(super) destination: String,
    /// What the picture shows, in words.
    pub(super) alternative: String,
    /// What is wrong with the picture.
    pub(super) note: Option<String>,
}

/// The pictures of a report, one for each of its charts, in order.
#[derive(Debug)]
pub(super) struct Album {
    kind: Kind,
    pictures: Vec<Result<Picture, NoPicture>>,
    alternatives: Vec<String>,
}

impl Album {
    /// Makes all pictures of a report.
    pub(super) fn of(report: &Report, kind: Kind, setting: Setting) -> Self {
        let mut pictures = Vec::new();
        for plot in report.plots() {
            // One that took all its time may run on: another one beside it would only be slower.
            let stuck = pictures.contains(&Err(NoPicture::Bounds)) && kind == Kind::Png;
            pictures.push(if stuck { Err(NoPicture::Bounds) } else { picture(plot, kind, setting) });
        }
        Self { kind, pictures, alternatives: report.plots().map(alternative).collect() }
    }

    /// Charts of the report.
    pub(super) fn charts(&self) -> usize {
        self.pictures.len()
    }

    /// Each picture with the name of its file: `plot-1.svg`, numbered by the charts of the report.
    pub(super) fn files(&self) -> impl Iterator<Item = (String, &[u8])> {
        let files = (1..).zip(&self.pictures);
        files.filter_map(|(number, picture)| Some((self.name(number), picture.as_ref().ok()?.bytes.as_slice())))
    }

    fn name(&self, number: usize) -> String {
        format!("plot-{number}.{}", self.kind.extension())
    }

    /// What stands for each chart in a Markdown file beside the folder with that name.
    pub(super) fn beside(&self, folder: &OsStr) -> Vec<Option<Shown>> {
        let folder = percent_encoded(folder.as_encoded_bytes());
        self.shown(|number, _| format!("{folder}/{}", self.name(number)))
    }

    fn shown(&self, destination: impl Fn(usize, &Picture) -> String) -> Vec<Option<Shown>> {
        let charts = (1..).zip(self.pictures.iter().zip(&self.alternatives));
        charts
            .map(|(number, (picture, alternative))| {
                let picture = picture.as_ref().ok()?;
                Some(Shown {
                    destination: destination(number, picture),
                    alternative: alternative.clone(),
                    note: lacks(&picture.missing)
                        .map(|signs| format!("The font of this picture lacks {signs}; a box stands for each.")),
                })
            })
            .collect()
    }

    /// What the user should know, a sentence each.
    pub(super) fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let mut missing: Vec<char> = Vec::new();
        for sign in self.pictures.iter().flatten().flat_map(|picture| &picture.missing) {
            if !missing.contains(sign) {
                missing.push(*sign);
            }
        }
        warnings.extend(lacks(&missing).map(|signs| {
            format!("the font of PNG pictures lacks {signs}; a box stands for each, and --plots svg shows them")
        }));
        for (fault, why) in [
            (NoPicture::Absent, "the run holds no picture of"),
            (NoPicture::Foreign, "the run holds something else than a picture that csvchat draws of"),
            (NoPicture::Bounds, "drawing pixels would take too much time or memory for"),
        ] {
            let numbers: Vec<String> = (1..)
                .zip(&self.pictures)
                .filter(|(_, picture)| **picture == Err(fault))
                .map(|(number, _): (usize, _)| number.to_string())
                .collect();
            match numbers.as_slice() {
                [] => {}
                [one] => warnings.push(format!("{why} chart {one}")),
                several => warnings.push(format!("{why} charts {}", several.join(", "))),
            }
        }
        warnings
    }
}

/// Pictures inside Markdown.
pub(super) fn inline(report: &Report) -> Vec<Option<Shown>> {
    Album::of(report, Kind::Svg, Setting::Report)
        .shown(|_, picture| format!("data:image/svg+xml;base64,{}", STANDARD.encode(&picture.bytes)))
}

/// `no sign for “日” and “本”`, where there is something to tell.
fn lacks(signs: &[char]) -> Option<String> {
    let named: Vec<String> = signs.iter().take(PICTURE_SIGNS).map(|sign| format!("“{sign}”")).collect();
    let more = signs.len() - named.len();
    let (last, others) = named.split_last()?;
    Some(match (others, more) {
        (others, 1..) => format!("{}, {last} and {more} more", others.join(", ")),
        ([], 0) => last.clone(),
        (others, 0) => format!("{} and {last}", others.join(", ")),
    })
}

/// A name as a part of a relative address.
fn percent_encoded(name: &[u8]) -> String {
    name.iter().fold(String::new(), |mut out, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(byte) {
            out.push(char::from(*byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_addresses() {
        assert_eq!(percent_encoded("my report (1)_files".as_bytes()), "my%20report%20%281%29_files");
        assert_eq!(percent_encoded("größe%".as_bytes()), "gr%C3%B6%C3%9Fe%25");
        assert_eq!(percent_encoded(b"a\xff:b"), "a%FF%3Ab");
    }

    #[test]
    fn missing_signs_are_named() {
        assert_eq!(lacks(&[]), None);
        assert_eq!(lacks(&['日']).as_deref(), Some("“日”"));
        assert_eq!(lacks(&['日', '本']).as_deref(), Some("“日” and “本”"));
        let many: Vec<char> = ('一'..).take(PICTURE_SIGNS + 2).collect();
        assert!(lacks(&many).unwrap().ends_with(" and 2 more"));
    }
}
