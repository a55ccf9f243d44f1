//! Marks: what each stretch of a question is - a column, a value, a number, a time, a cue, or nothing known.

use super::columns::{Fit, LONGEST as LONGEST_NAME, Names};
use super::dates::{DateColumn, When, date_columns, years_covered};
use super::lexicon::{self, Cue, is_function_word, number_word};
use super::nouns::{Noun, RowNouns};
use super::reading::{Aggregate, Comparison};
use super::synonyms::units;
use super::values::{Hit, How, Known, join};
use super::words::{Kind, Token, tokens};
use crate::analyst::seen::{Seen, SeenTable};
use crate::table::{Cell, Kind as ColumnKind};

/// What a stretch of a question is.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A column, or several that fit alike.
    Column(Fit),
    /// A value of the data; the columns that the word may mean as well.
    Value(Vec<Hit>, Option<Fit>),
    /// A number.
    Number(f64),
    /// A time.
    Date(When),
    /// A phrase that says what is wanted.
    Cue(Cue),
    /// A noun for the rows; the columns that it may mean as well.
    Noun(Noun, Option<Fit>),
    /// Quoted text that is no known value.
    Quoted,
    /// The end of a sentence.
    Stop,
    /// Nothing known.
    Unknown,
}

/// A stretch of a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// What it is.
    pub item: Item,
    /// As written.
    pub text: String,
    /// Whether the reading has a part for it.
    pub used: bool,
}

/// A table as questions see it.
pub struct View<'a> {
    /// Its position.
    pub index: usize,
    /// The table.
    pub table: &'a SeenTable,
    /// The words of its column names.
    pub names: Names,
    /// Its values, as far as they are known.
    pub known: Known,
    /// Its columns that lie on the calendar.
    pub dates: Vec<DateColumn>,
    /// What a row is called.
    pub nouns: RowNouns,
}

impl<'a> View<'a> {
    /// Looks at a table.
    pub fn of(seen: &Seen, index: usize, table: &'a SeenTable) -> Self {
        let names = Names::of(table);
        let nouns = RowNouns::of(table, &names);
        Self { index, table, known: Known::of(table, seen), dates: date_columns(table), nouns, names }
    }

    /// Splits a question into marks.
    pub fn marks(&self, question: &str) -> Vec<Mark> {
        let names: Vec<String> = self.table.columns.iter().map(|column| column.name.clone()).collect();
        let tokens = tokens(question, &names);
        let mut marker = Marker { view: self, tokens: &tokens, marks: Vec::new(), at: 0 };
        while marker.step() {}
        marker.marks
    }

    /// Whether years from `year` on are covered by a column.
    fn covers(&self, year: i32) -> bool {
        self.dates.iter().any(|date| {
            let column = self.table.columns.get(date.column);
            let first = column.and_then(|column| column.min.as_ref()?.to_string().get(..4)?.parse::<i32>().ok());
            let count = column.and_then(years_covered);
            first.zip(count).is_none_or(|(first, count)| (first - 3..=first + count + 2).contains(&year))
        })
    }
}

struct Marker<'a> {
    view: &'a View<'a>,
    tokens: &'a [Token],
    marks: Vec<Mark>,
    at: usize,
}

impl Marker<'_> {
    fn step(&mut self) -> bool {
        let Some(token) = self.tokens.get(self.at) else { return false };
        let (item, length) = match token.kind {
            Kind::Stop => (Item::Stop, 1),
            Kind::Name(column) => (Item::Column(Fit::named(column)), 1),
            Kind::Quoted => (self.quoted(token), 1),
            Kind::Number(_) | Kind::Word | Kind::Date(..) | Kind::Symbol => self.plain(token),
        };
        let text = join(self.slice(length));
        self.marks.push(Mark { item, text, used: false });
        self.at += length;
        true
    }

    fn slice(&self, length: usize) -> &[Token] {
        self.tokens.get(self.at..self.at + length).unwrap_or_default()
    }

    fn word(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", |token| token.lower.as_str())
    }

    fn last_cue(&self) -> Option<Cue> {
        match self.marks.last()?.item {
            Item::Cue(cue) => Some(cue),
            _ => None,
        }
    }

    fn quoted(&self, token: &Token) -> Item {
        if let Some(column) = self.view.names.named(&token.text, self.view.table) {
            return Item::Column(Fit::named(column));
        }
        let cued = self.cued_column().map(|column| self.view.known.named(&token.text, Some(column)));
        let hits = cued.filter(|hits| !hits.is_empty()).unwrap_or_else(|| self.view.known.named(&token.text, None));
        if hits.is_empty() { Item::Quoted } else { Item::Value(hits, None) }
    }

    fn plain(&self, token: &Token) -> (Item, usize) {
        if let Some(found) = self.after_column_word() {
            return found;
        }
        if let Some(found) = self.quantile() {
            return found;
        }
        if let Some(found) = self.cued_value() {
            return found;
        }
        let when = self.when();
        let longest = LONGEST_NAME.max(lexicon::LONGEST);
        for length in (2..=longest).rev() {
            let slice = self.slice(length);
            if slice.len() < length
                || slice.iter().any(|token| matches!(token.kind, Kind::Stop | Kind::Quoted | Kind::Name(_)))
            {
                continue;
            }
            if let Some((when, _)) = when.as_ref().filter(|(_, own)| *own == length) {
                return (Item::Date(when.clone()), length);
            }
            if let Some(item) = self.several(slice) {
                return (item, length);
            }
        }
        if let Some((when, length)) = when {
            return (Item::Date(when), length);
        }
        self.single(token)
    }

    /// What several words are together.
    fn several(&self, slice: &[Token]) -> Option<Item> {
        let fit = self.view.names.fit(slice);
        if let Some(fit) = fit.clone().filter(|fit| fit.full && fit.columns.len() == 1) {
            return Some(Item::Column(fit));
        }
        let hits = self.view.known.of_tokens(slice);
        if !hits.is_empty() {
            return Some(Item::Value(hits, None));
        }
        let phrase = slice.iter().map(|token| token.lower.as_str()).collect::<Vec<_>>().join(" ");
        if let Some(cue) = lexicon::cue(&phrase) {
            return Some(Item::Cue(cue));
        }
        let plain = slice.iter().all(|token| lexicon::cue(&token.lower).is_none());
        fit.filter(|_| plain).map(Item::Column)
    }

    /// What one word is.
    fn single(&self, token: &Token) -> (Item, usize) {
        let slice = std::slice::from_ref(token);
        if let Some(found) = self.number(token) {
            return found;
        }
        let fit = self.view.names.fit(slice);
        if self.is_measure_word(token, fit.is_some()) {
            return (Item::Cue(Cue::Measure), 1);
        }
        let hits = self.view.known.of_tokens(slice);
        let cue = lexicon::cue(&token.lower);
        let noun = self.view.nouns.names(&token.lower);
        if let Some(cue) = cue {
            if self.is_request(token) {
                return (Item::Cue(if cue == Cue::Carrier { Cue::List } else { cue }), 1);
            }
            return (self.cue_or_name(token, cue, fit, hits), 1);
        }
        let own = fit.as_ref().is_some_and(|fit| fit.exact && fit.full);
        if let (true, Some(fit)) = (own, fit.clone()) {
            return (Item::Column(fit), 1);
        }
        if !hits.is_empty() {
            return (Item::Value(hits, fit), 1);
        }
        match (noun, fit) {
            (Some(Noun::File | Noun::Key), fit) => (Item::Noun(Noun::File, fit), 1),
            (_, Some(fit)) if fit.exact || noun.is_none() => (Item::Column(fit), 1),
            (Some(noun), fit) => (Item::Noun(noun, fit), 1),
            (None, _) => (Item::Unknown, 1),
        }
    }

    /// "Name the three states": a request, not a column.
    fn is_request(&self, token: &Token) -> bool {
        let begins = self.marks.last().is_none_or(|mark| mark.item == Item::Stop);
        let followed = matches!(self.word(1), "the" | "all" | "every" | "each") || number_word(self.word(1)).is_some();
        begins && followed && matches!(token.lower.as_str(), "name" | "list" | "count" | "rank" | "order" | "total")
    }

    /// A word that is both a cue and, perhaps, a name.
    fn cue_or_name(&self, token: &Token, cue: Cue, fit: Option<Fit>, hits: Vec<Hit>) -> Item {
        let named_value = hits.iter().any(|hit| hit.how <= How::Case) && (token.is_capital() && self.at > 0);
        let next_column = self.view.names.fit(self.tokens.get(self.at + 1..self.at + 2).unwrap_or_default());
        let beside =
            hits.iter().any(|hit| next_column.as_ref().is_some_and(|fit| fit.full && fit.columns == [hit.column]));
        if named_value || beside && !is_function_word(&token.lower) {
            return Item::Value(hits, None);
        }
        let Some(fit) = fit else { return Item::Cue(cue) };
        let before_of = self.word(1) == "of" || self.word(1) == "number";
        let then = if before_of { 2 } else { 1 };
        let then = self.tokens.get(self.at + then..self.at + then + 2).unwrap_or_default();
        let another = (1..=then.len()).any(|length| {
            let next = then.get(..length).and_then(|slice| self.view.names.fit(slice));
            next.is_some_and(|next| next.columns != fit.columns)
        });
        let wins = match cue {
            _ if is_function_word(&token.lower) => self.is_operand(token),
            Cue::Carrier | Cue::Column => {
                let beside =
                    matches!(self.marks.last().map(|mark| &mark.item), Some(Item::Column(_) | Item::Value(..)));
                fit.exact && fit.full && !another || fit.columns.len() == 1 && !beside && !another && !before_of
            }
            Cue::Unit(_) | Cue::Per(_) => fit.exact && fit.full,
            Cue::List | Cue::Sort(_) => fit.exact && fit.full && self.is_operand(token),
            _ => fit.exact && fit.full && !another && !before_of,
        };
        if wins { Item::Column(fit) } else { Item::Cue(cue) }
    }

    /// Whether a function word stands where only a column can: `sum of from`, `from = 3`.
    fn is_operand(&self, token: &Token) -> bool {
        let of = self.last_cue() == Some(Cue::Of) && self.at > 1;
        let aggregate = self
            .marks
            .iter()
            .rev()
            .nth(1)
            .is_some_and(|mark| matches!(mark.item, Item::Cue(Cue::Aggregate(_) | Cue::HowMany | Cue::Distinct)));
        let equals = self.word(1) == "=";
        let joined = self.last_cue() == Some(Cue::By) && !is_function_word(&token.lower);
        of && aggregate || equals || joined
    }

    /// The name behind the word "column".
    fn after_column_word(&self) -> Option<(Item, usize)> {
        let mut back = self.marks.iter().rev().skip_while(|mark| {
            matches!(mark.text.to_lowercase().as_str(), "named" | "called" | "with the name" | "name")
        });
        let column_word = |mark: &Mark| mark.item == Item::Cue(Cue::Column) || mark.item == Item::Cue(Cue::Columns);
        let cued = back.next().is_some_and(column_word);
        let number_name = matches!(self.tokens.get(self.at)?.kind, Kind::Number(_)) && {
            let operand = self.is_operand(self.tokens.get(self.at)?);
            operand || self.view.dates.is_empty() && matches!(self.last_cue(), Some(Cue::In | Cue::Of))
        };
        if !cued && !number_name {
            return None;
        }
        (1..=LONGEST_NAME).rev().find_map(|length| {
            let slice = self.slice(length);
            let column = self.view.names.named(&join(slice), self.view.table).filter(|_| slice.len() == length)?;
            Some((Item::Column(Fit::named(column)), length))
        })
    }

    /// The column just before, whose value may follow: `grade N`, `state = TX`, `iso2 code NA`.
    fn cued_column(&self) -> Option<usize> {
        let between = |mark: &&Mark| {
            matches!(
                mark.item,
                Item::Cue(Cue::Carrier | Cue::Verb | Cue::Of | Cue::Not | Cue::Filler)
                    | Item::Cue(Cue::Compare(Comparison::Equal | Comparison::NotEqual) | Cue::Or)
            ) && mark.text != "are"
        };
        let mut back = self.marks.iter().rev().skip_while(between);
        match &back.next()?.item {
            Item::Column(fit) => fit.columns.first().copied().filter(|_| fit.columns.len() == 1),
            Item::Value(hits, _) => {
                hits.first().map(|hit| hit.column).filter(|_| matches!(self.last_cue(), Some(Cue::Or | Cue::And)))
            }
            _ => None,
        }
    }

    fn cued_value(&self) -> Option<(Item, usize)> {
        let column = self.cued_column()?;
        let kind = self.view.table.columns.get(column)?.kind();
        if kind == ColumnKind::Boolean {
            let value = match self.word(0) {
                "y" | "yes" | "true" | "t" | "1" => true,
                "n" | "no" | "false" | "f" | "0" => false,
                _ => return None,
            };
            let strict = matches!(self.last_cue(), Some(Cue::Compare(_) | Cue::Verb)) || self.word(0).len() > 2;
            let hit = Hit { column, value: Cell::Bool(value), how: How::Exact };
            return strict.then(|| (Item::Value(vec![hit], None), 1));
        }
        let equals = self.last_cue() == Some(Cue::Compare(Comparison::Equal));
        (1..=LONGEST_NAME).rev().find_map(|length| {
            let slice = self.slice(length);
            let hits = self.view.known.named(&join(slice), Some(column));
            let exact = hits.iter().all(|hit| hit.how == How::Exact) || equals;
            let function = length == 1 && is_function_word(self.word(0));
            let fits = slice.len() == length && !hits.is_empty() && (exact || !function);
            fits.then_some((Item::Value(hits, None), length))
        })
    }

    /// `90th percentile`, `10th and 90th percentiles`, `0.9 quantile`, `p95`.
    fn quantile(&self) -> Option<(Item, usize)> {
        let is_name = |word: &str| matches!(word, "percentile" | "percentiles" | "quantile" | "quantiles");
        let found = |value: f64, length: usize| {
            let share = if value > 1.0 { value / 100.0 } else { value };
            Some((Item::Cue(Cue::Aggregate(Aggregate::Quantile(share))), length))
        };
        let word = self.word(0);
        let token = self.tokens.get(self.at)?;
        if let Some(digits) = word.strip_prefix('p').filter(|_| word.len() == 3) {
            return digits.parse().ok().and_then(|value: f64| found(value, 1));
        }
        if is_name(word) {
            let Some(Kind::Number(value)) = self.tokens.get(self.at + 1).map(|next| next.kind.clone()) else {
                let before = self.last_cue().is_some_and(|cue| matches!(cue, Cue::Aggregate(Aggregate::Quantile(_))));
                return before.then_some((Item::Cue(Cue::Filler), 1));
            };
            return found(value, 2);
        }
        let value = match token.kind {
            Kind::Number(value) => value,
            _ => word.trim_end_matches(['t', 'h', 's', 'n', 'd', 'r']).parse().ok().filter(|_| word.len() > 2)?,
        };
        let mut ahead = 1;
        while matches!(self.word(ahead), "and" | "," | "%" | "percent" | "the")
            || self.word(ahead).ends_with("th") && self.word(ahead).starts_with(|c: char| c.is_ascii_digit())
        {
            ahead += 1;
        }
        let near = matches!(self.word(1), "%" | "percent") && is_name(self.word(2));
        if !is_name(self.word(ahead)) {
            return None;
        }
        found(value, if near { 2 } else { 1 })
    }

    fn when(&self) -> Option<(When, usize)> {
        let (when, length) = When::read(self.tokens.get(self.at..)?)?;
        if self.view.dates.is_empty() {
            return None;
        }
        let number = matches!(self.tokens.get(self.at)?.kind, Kind::Number(_)) && length == 1;
        let Some(year) = when.as_year().filter(|_| number) else { return Some((when, length)) };
        let compared = matches!(self.last_cue(), Some(Cue::Compare(_) | Cue::Top(_)));
        let cued = matches!(
            self.last_cue(),
            Some(
                Cue::In
                    | Cue::Of
                    | Cue::From
                    | Cue::To
                    | Cue::Since
                    | Cue::Until
                    | Cue::Before
                    | Cue::After
                    | Cue::By
                    | Cue::Unit(_)
                    | Cue::Between
                    | Cue::And
                    | Cue::Versus
            )
        );
        let covered = self.view.covers(year);
        let measured =
            self.tokens.get(self.at + 1).is_some_and(|next| !units(&next.lower).is_empty() && next.lower != "in");
        let keep = !measured && if compared { self.year_column_before() } else { covered || cued };
        keep.then_some((when, length))
    }

    fn year_column_before(&self) -> bool {
        let column = |mark: &Mark| match &mark.item {
            Item::Column(fit) => fit.columns.first().copied(),
            _ => None,
        };
        let before = self.marks.iter().rev().find_map(column);
        before.is_some_and(|column| self.view.dates.iter().any(|date| date.column == column && !date.year_only))
    }

    fn number(&self, token: &Token) -> Option<(Item, usize)> {
        let value = match token.kind {
            Kind::Number(value) => value,
            _ if token.lower == "one" => {
                let counted = matches!(self.last_cue(), Some(Cue::Compare(_) | Cue::Top(_)))
                    || matches!(self.word(1), "decimal" | "or");
                counted.then_some(1.0)?
            }
            Kind::Word => number_word(&token.lower)?,
            Kind::Date(..) | Kind::Quoted | Kind::Name(_) | Kind::Symbol | Kind::Stop => return None,
        };
        let factor = match self.word(1) {
            "hundred" => 100.0,
            "thousand" => 1e3,
            "million" => 1e6,
            "billion" => 1e9,
            _ => return Some((Item::Number(value), 1)),
        };
        Some((Item::Number(value * factor), 2))
    }

    /// Units count as such behind a number, behind "in" and behind "how many" of a difference.
    fn is_measure_word(&self, token: &Token, is_column: bool) -> bool {
        if units(&token.lower).is_empty() || matches!(token.lower.as_str(), "in" | "min") {
            return false;
        }
        let previous = self.marks.iter().rev().find(|mark| mark.item != Item::Cue(Cue::Filler));
        match previous.map(|mark| &mark.item) {
            Some(Item::Number(_) | Item::Cue(Cue::Measure)) => true,
            Some(Item::Cue(Cue::In)) => token.lower.chars().count() > 1,
            Some(Item::Cue(Cue::HowMany)) => token.lower.chars().count() > 1 && !is_column,
            _ => false,
        }
    }
}
