//! Where the rows of a JSON file are: a value a line, the elements of an array, or those of the one array that an
//! object holds. Walks no further into the file than it must, and holds nothing of it.

use std::path::Path;

use super::super::Job;
use super::input::{Input, Place};
use crate::data::DataError;
use crate::limits;

/// How rows follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// Values with nothing between them but spaces: NDJSON, or one value alone.
    Values,
    /// Elements of an array, which ends the file.
    Elements,
    /// Elements of an array inside an object, of which the rest was walked already.
    Inner,
}

/// Where the rows are.
#[derive(Debug)]
pub(super) struct Outline {
    pub(super) layout: Layout,
    /// Of the first row, or the space before it.
    pub(super) place: Place,
    /// `ndjson` or `json`.
    pub(super) format: &'static str,
    /// What was left out on the way.
    pub(super) notes: Vec<String>,
    /// How many members of the outermost object that is.
    pub(super) members: u64,
}

/// Looks where the rows of a file are.
pub(super) fn of(path: &Path, job: &Job<'_>) -> Result<Outline, DataError> {
    let mut input = Input::open(path, Place::START, job)?;
    let outline = |layout, place, format| Outline { layout, place, format, notes: Vec::new(), members: 0 };
    match input.peek()? {
        Some(b'[') => {
            let start = input.place;
            input.take(1);
            let inside = input.place;
            if matches!(input.peek()?, Some(b'{' | b'[' | b']') | None) {
                return Ok(outline(Layout::Elements, inside, "json"));
            }
            // Values alone: either the elements of the file's only array, or the first line's of several arrays.
            let mut input = Input::open(path, start, job)?;
            input.fill()?;
            let length = input.value()?;
            input.take(length);
            Ok(match input.peek()? {
                None => outline(Layout::Elements, inside, "json"),
                Some(_) => outline(Layout::Values, start, "ndjson"),
            })
        }
        Some(b'{') => {
            let start = input.place;
            let mut walk = Walk::default();
            if !walk.through(&mut input)? {
                let reason = format!("the file ends inside what is opened on line {}: it was cut off", start.line);
                return Err(job.error("bad_json", reason, "get the file again; jq . FILE tells whether it is whole"));
            }
            if input.peek()?.is_some() {
                return Ok(outline(Layout::Values, start, "ndjson"));
            }
            Ok(match rows_of(&walk.members) {
                Some((member, notes)) => {
                    let members = walk.members.len() as u64 - 1;
                    Outline { layout: Layout::Inner, place: member.inside, format: "json", notes, members }
                }
                None => outline(Layout::Values, start, "json"),
            })
        }
        Some(_) | None => Ok(outline(Layout::Values, input.place, "json")),
    }
}

/// The only member that is a list of rows, and notes on it and the others.
fn rows_of(members: &[Member]) -> Option<(&Member, Vec<String>)> {
    let of = |first| members.iter().filter(move |member| member.kind == b'[' && member.first == first);
    let mut lists = of(b'{').chain(of(b'[').filter(|_| of(b'{').next().is_none()));
    let (Some(one), None) = (lists.next(), lists.next()) else { return None };
    let mut notes = vec![format!("the rows are those of “{}” in the JSON object", one.name)];
    let others: Vec<&str> =
        members.iter().filter(|member| !std::ptr::eq(*member, one)).map(|member| member.name.as_str()).collect();
    if !others.is_empty() {
        let named = others.get(..limits::SAME_WARNINGS).unwrap_or(&others);
        let more = others.len() - named.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        notes.push(format!("what else the JSON object holds was left out: {}{more}", named.join(", ")));
    }
    Some((one, notes))
}

/// A member of the outermost object.
#[derive(Debug)]
struct Member {
    name: String,
    /// The first byte of its value.
    kind: u8,
    /// Behind that byte.
    inside: Place,
    /// The first byte inside an array that is no space.
    first: u8,
}

/// What comes next in the outermost object.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Next {
    #[default]
    Name,
    Value,
    Other,
}

/// A walk through the outermost object, byte by byte.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "what a byte means depends on each of them")]
struct Walk {
    depth: u64,
    quoted: bool,
    escaped: bool,
    next: Next,
    /// The name that is being read, or was last.
    name: Vec<u8>,
    naming: bool,
    /// Whether an array of the outermost object was just opened.
    opened: bool,
    members: Vec<Member>,
}

impl Walk {
    /// Walks to the end of the object and takes it from the input; whether it has one.
    fn through(&mut self, input: &mut Input<'_>) -> Result<bool, DataError> {
        loop {
            let chunk = input.unread();
            let end = (0..chunk.len()).find(|&at| self.step(chunk, at, input.place));
            let taken = end.map_or(chunk.len(), |at| at + 1);
            input.take(taken);
            if end.is_some() || input.has_ended() {
                return Ok(end.is_some());
            }
            input.fill()?;
        }
    }

    /// Takes one byte; whether it ends the object.
    fn step(&mut self, chunk: &[u8], at: usize, start: Place) -> bool {
        let byte = chunk.get(at).copied().unwrap_or_default();
        if self.quoted {
            self.inside_quotes(byte);
            return false;
        }
        if byte.is_ascii_whitespace() {
            return false;
        }
        if std::mem::take(&mut self.opened)
            && let Some(member) = self.members.last_mut()
        {
            member.first = byte;
        }
        let outermost = self.depth == 1;
        if outermost && self.next == Next::Value {
            self.add(byte, start.behind(chunk.get(..=at).unwrap_or_default()));
        }
        match byte {
            b'"' => {
                self.quoted = true;
                self.naming = outermost && self.next == Next::Name;
                if self.naming {
                    self.name.clear();
                }
            }
            b'{' | b'[' => {
                self.opened = outermost && byte == b'[' && self.next == Next::Value;
                self.depth += 1;
            }
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            b':' if outermost => {
                self.next = Next::Value;
                return false;
            }
            b',' if outermost => {
                self.next = Next::Name;
                return false;
            }
            _ => {}
        }
        if outermost && self.next == Next::Value {
            self.next = Next::Other;
        }
        false
    }

    fn inside_quotes(&mut self, byte: u8) {
        if self.escaped {
            self.escaped = false;
        } else if byte == b'\\' {
            self.escaped = true;
        } else if byte == b'"' {
            self.quoted = false;
            return;
        }
        if self.naming && self.name.len() < limits::NAME_CHARS {
            self.name.push(byte);
        }
    }

    fn add(&mut self, kind: u8, inside: Place) {
        if self.members.len() < limits::COLUMNS {
            let name = String::from_utf8_lossy(&self.name);
            let name = serde_json::from_str(&format!("\"{name}\"")).unwrap_or_else(|_| name.into_owned());
            self.members.push(Member { name, kind, inside, first: 0 });
        }
    }
}
