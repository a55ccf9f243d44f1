//! Why a number is no claim on the data.

/// A reason to leave a number out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Exclusion {
    /// It is part of the name of a column, a value or a table: the name says it, not the author.
    Name,
    /// It is quoted as a value: what is quoted is cited as it stands in the data, it counts nothing.
    Quoted,
    /// It stands in code: a statement or a value as the database writes it.
    Code,
    /// It stands in the question with the same meaning: the asker brought it.
    Question,
    /// It numbers an item of a list.
    ListNumber,
    /// It numbers a section, table, figure or step of the text: `Table 1`, `## 2.1 Regions`.
    Section,
    /// It tells one thing from others of its kind: `store 12`, `#5`, `order 10234`.
    Label,
    /// It is part of a name that mixes letters and digits, or is written as no amount is: `COVID-19`, `007`.
    Identifier,
    /// It is a version or an address of the network: `1.2.3`.
    Version,
    /// It belongs to a web or mail address or the destination of a link, which is not read.
    Address,
    /// It belongs to the name of a file.
    FileName,
    /// It belongs to a tag or an entity of HTML, which is not read.
    Markup,
    /// It is the mark of a footnote.
    Footnote,
    /// The sentence sets it to say what it speaks of: `top 5`, `orders above 1,000 EUR`, `the last 30 days`. One that all rows are
    /// said to keep is flagged where a row breaks it.
    Threshold,
    /// It belongs to a method and not to what the method found: `2 decimals`, `95 % confidence`, `1.5 IQR`.
    Method,
    /// It belongs to a scale that things are measured on: `on a scale of 1 to 5`, `per 1,000 inhabitants`.
    Scale,
    /// It is a word that counts nothing: `one another`, `at one point`, `zero in on`.
    Idiom,
    /// It points back at what was just counted or counts what the text itself lists: `these two`, `three points`.
    Reference,
    /// It is a place in the text or in time, and no rank: `first, we`, `the third quarter`, `3rd of May`.
    Sequence,
    /// It is a week, a quarter without a year, a time of day: no one date to compare.
    PartialDate,
}
