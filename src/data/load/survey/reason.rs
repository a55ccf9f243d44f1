//! Why records of a file are no rows of its table.

/// Why records of a file are no rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Reason {
    Hint,
    Above,
    Groups,
    Skipped,
    Blank,
    Rule,
    Comment,
    Units,
    Labels,
    RepeatedHeader,
    Page,
    TooWide,
    Subtotal,
    Empty,
    Padding,
    Total,
    Note,
    Beyond,
}

impl Reason {
    pub(in super::super) const ALL: [Self; 18] = [
        Self::Hint,
        Self::Above,
        Self::Groups,
        Self::Skipped,
        Self::Blank,
        Self::Rule,
        Self::Comment,
        Self::Units,
        Self::Labels,
        Self::RepeatedHeader,
        Self::Page,
        Self::TooWide,
        Self::Subtotal,
        Self::Empty,
        Self::Padding,
        Self::Total,
        Self::Note,
        Self::Beyond,
    ];
}
