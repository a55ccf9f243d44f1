//! Splits a question into marks: the longest stretch that is known wins; where a word is both a name and a cue, what
//! stands beside it decides.

use super::aggregate::Comparison;
use super::columns::{Fit, LONGEST as LONGEST_NAME};
use super::lexicon;
use super::lexicon::{Cue, is_function_word, number_word};
use super::marks::{Item, Mark, View};
use super::nouns::Noun;
use super::values::{Hit, How, join};
use super::words::{Kind, Token};
use crate::table::{Cell, Kind as ColumnKind};

/// Walks over the tokens.
pub struct Marker<'a> {
    /// The table.
    pub view: &'a View<'a>,
    /// The question.
    pub tokens: &'a [Token],
    /// The marks so far.
    pub marks: Vec<Mark>,
    /// The token that is looked at.
    pub at: usize,
}

impl Marker<'_> {
    pub fn step(&mut self) -> bool {
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

    pub fn slice(&self, length: usize) -> &[Token] {
        self.tokens.get(self.at..self.at + length).unwrap_or_default()
    }

    pub fn word(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", |token| token.lower.as_str())
    }

    pub fn last_cue(&self) -> Option<Cue> {
        match self.marks.last()?.item {
            Item::Cue(cue) => Some(cue),
            _ => None,
        }
    }

    pub fn quoted(&self, token: &Token) -> Item {
        if let Some(column) = self.view.names.named(&token.text, self.view.table) {
            return Item::Column(Fit::named(column));
        }
        let cued = self.cued_column().map(|column| self.view.known.named(&token.text, Some(column)));
        let hits = cued.filter(|hits| !hits.is_empty()).unwrap_or_else(|| self.view.known.named(&token.text, None));
        if hits.is_empty() { Item::Quoted } else { Item::Value(hits, None) }
    }

    pub fn plain(&self, token: &Token) -> (Item, usize) {
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
    pub fn several(&self, slice: &[Token]) -> Option<Item> {
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
    pub fn single(&self, token: &Token) -> (Item, usize) {
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
            let named = matches!(noun, Some(Noun::File | Noun::Key));
            if named && (matches!(cue, Cue::Sort(_)) || matches!(cue, Cue::List | Cue::Carrier) && self.asks_for_noun())
            {
                return (Item::Noun(Noun::File, None), 1);
            }
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
            (None, _) => (self.derived(token).map_or(Item::Unknown, Item::Column), 1),
        }
    }

    /// "survivors" for a column `survived` that says yes or no; "shipped" for a column `ship_date`.
    pub fn derived(&self, token: &Token) -> Option<Fit> {
        let word = token.lower.as_str();
        let alike = |own: &String| {
            let common = own.chars().zip(word.chars()).take_while(|(a, b)| a == b).count();
            common >= 5 && common + 3 >= own.len() && common + 3 >= word.len()
        };
        let columns = &self.view.table.columns;
        let flag = |at: &usize| {
            let names = self.view.names.core(*at);
            let binary = columns.get(*at).is_some_and(|column| column.distinct == Some(2));
            binary && names.len() == 1 && names.iter().any(alike)
        };
        let stem = word.strip_suffix("ed").map(|stem| {
            let mut letters: Vec<char> = stem.chars().collect();
            let last = letters.pop();
            if last.is_some() && letters.last().copied() == last {
                letters.into_iter().collect()
            } else {
                stem.to_owned()
            }
        });
        let dated = |at: &usize| {
            self.view.dates.iter().any(|date| date.column == *at)
                && stem.as_ref().is_some_and(|stem| self.view.names.core(*at).first() == Some(stem))
        };
        let all = 0..columns.len();
        let found: Vec<usize> = all.filter(|at| flag(at) || dated(at)).collect();
        match found.as_slice() {
            [only] => Some(Fit { columns: vec![*only], full: true, exact: false, head: true }),
            _ => None,
        }
    }

    /// Whether what stands before can only be followed by a noun: "the last order", "per order".
    pub fn asks_for_noun(&self) -> bool {
        matches!(
            self.last_cue(),
            Some(
                Cue::Latest(_)
                    | Cue::Which
                    | Cue::HowMany
                    | Cue::By
                    | Cue::Each
                    | Cue::Extreme(_)
                    | Cue::Top(_)
                    | Cue::Adjective
                    | Cue::Distinct
            )
        )
    }

    /// "Name the three states": a request, not a column.
    pub fn is_request(&self, token: &Token) -> bool {
        let begins = self.marks.last().is_none_or(|mark| mark.item == Item::Stop);
        let followed = matches!(self.word(1), "the" | "all" | "every" | "each") || number_word(self.word(1)).is_some();
        begins && followed && matches!(token.lower.as_str(), "name" | "list" | "count" | "rank" | "order" | "total")
    }

    /// A word that is both a cue and, perhaps, a name.
    pub fn cue_or_name(&self, token: &Token, cue: Cue, fit: Option<Fit>, hits: Vec<Hit>) -> Item {
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
            Cue::Verb if token.lower.len() > 3 && fit.exact && fit.full => true,
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
    pub fn is_operand(&self, token: &Token) -> bool {
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
    pub fn after_column_word(&self) -> Option<(Item, usize)> {
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
    pub fn cued_column(&self) -> Option<usize> {
        let between = |mark: &&Mark| {
            matches!(
                mark.item,
                Item::Cue(
                    Cue::Carrier
                        | Cue::Verb
                        | Cue::Of
                        | Cue::Not
                        | Cue::Filler
                        | Cue::Compare(Comparison::Equal | Comparison::NotEqual)
                        | Cue::Or
                )
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

    pub fn cued_value(&self) -> Option<(Item, usize)> {
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
}
