//! What the numbers of a column measure, by the expression that gives them: `sum(dist_m) / 1000` are a thousand metres each.
//!
//! Uses the units of this room. The expression is read as far as it adds, multiplies, divides and takes sums, means and the
//! like; of anything else nothing is known.

use super::super::expression::Expression;
use super::super::units::{is_physical, ratio};
use super::name::{scale_of, unit, unit_behind};
use super::named::{NUMBER, Named, named};

/// Expressions within expressions that are followed.
const DEPTH: usize = 4;
/// Functions that give a number of the kind that they are given.
const KEEPING: [&str; 38] = [
    "sum",
    "avg",
    "mean",
    "min",
    "max",
    "median",
    "mode",
    "round",
    "abs",
    "ceil",
    "ceiling",
    "floor",
    "trunc",
    "quantile",
    "quantile_cont",
    "quantile_disc",
    "approx_quantile",
    "percentile_cont",
    "percentile_disc",
    "any_value",
    "first",
    "last",
    "arbitrary",
    "coalesce",
    "ifnull",
    "nullif",
    "stddev",
    "stddev_samp",
    "stddev_pop",
    "lag",
    "lead",
    "greatest",
    "least",
    "arg_max",
    "arg_min",
    "max_by",
    "min_by",
    "first_value",
];

/// What one of a column's numbers is.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// The short form of its unit, `ct` for hundredths of a currency, or the code of a currency.
    pub unit: &'static str,
    /// How much of the unit it is.
    pub size: f64,
}

/// What the numbers of an expression measure; none where it is not known. `others` are the expressions that the statement
/// gives names to.
#[must_use]
pub fn quantity(expression: &str, others: &[Expression]) -> Option<Quantity> {
    let tokens = tokens(expression);
    let value = Reader { tokens: &tokens, at: 0, others, depth: 0 }.whole()?;
    let known = value.known();
    let [unit] = known.as_slice() else { return None };
    let size = 1.0 / value.scale;
    (size.is_finite() && size > 0.0 && is_conversion(unit, size)).then_some(Quantity { unit, size })
}

/// Whether a number turns a unit into another one: seconds, minutes, hours, days and weeks into one another, bytes into kilobytes,
/// and anything into tens or thousandths. A sixth of what six stations measured is their mean, in the unit that it was in.
fn is_conversion(unit: &str, size: f64) -> bool {
    let (factors, base): (&[f64], f64) = match unit {
        "us" | "ms" | "s" | "sec" | "min" | "h" | "d" | "week" => {
            (&[1.0, 60.0, 3_600.0, 86_400.0, 604_800.0, 24.0, 168.0, 7.0, 1_440.0, 10_080.0], 1_000.0)
        }
        "byte" | "kb" | "mb" | "gb" | "tb" => (&[1.0, 1_024.0, 1_048_576.0, 1_073_741_824.0], 10.0),
        _ => (&[1.0], 10.0),
    };
    let is_power = |size: f64| (size.log(base) - size.log(base).round()).abs() < 1e-6;
    factors.iter().any(|factor| is_power(size / factor) || is_power(size * factor))
}

/// What a column measures.
pub struct Measured {
    /// Its unit.
    pub unit: Option<String>,
    /// How much of the unit one of its numbers is.
    pub size: f64,
    /// What its numbers are multiples of, where they are amounts of money or of nothing that is known.
    pub scale: f64,
}

/// What a column measures, by its name, and where that says nothing by its expression.
#[must_use]
pub fn measured(name: &str, expression: &str, others: &[Expression]) -> Measured {
    let by_name =
        Measured { unit: unit(name).or_else(|| unit_behind(expression)), size: 1.0, scale: scale_of(name, expression) };
    // `kwh_m2` are no square metres.
    if let Some(Named { unit, under: Some(_), multiple }) = named(name) {
        let size = if is_physical(unit) { multiple } else { 1.0 };
        return Measured { unit: Some(unit.to_owned()), size, scale: multiple / size };
    }
    // `rev_m` of `sum(rev_ct) / 1e8` are millions and no metres.
    let is_clear = by_name.unit.as_deref().is_some_and(|unit| unit.len() > 1) || by_name.scale > 1.0;
    // The `w` of `avg_w` may be anything.
    let is_told = |unit: &str| unit.len() > 1 || expression.is_empty();
    let own = || {
        let own = named(name).filter(|own| is_told(own.unit))?;
        Some(Quantity { unit: own.unit, size: own.multiple })
    };
    let Some(found) = quantity(expression, others).or_else(own).filter(|_| !is_clear) else { return by_name };
    let alike = by_name.unit.as_deref().is_none_or(|own| ratio(own, found.unit).is_none());
    match found.unit {
        _ if !alike => by_name,
        "ct" if found.size > 99.9 => Measured { unit: None, size: 1.0, scale: found.size / 100.0 },
        "ct" => Measured { unit: Some("ct".to_owned()), size: 1.0, scale: 1.0 },
        unit if is_physical(unit) || ratio(unit, unit).is_some() => {
            Measured { unit: Some(unit.to_owned()), size: found.size, scale: 1.0 }
        }
        NUMBER => Measured { unit: None, size: 1.0, scale: found.size.max(1.0) },
        code => Measured { unit: Some(code.to_owned()), size: 1.0, scale: found.size.max(1.0) },
    }
}

/// A part of an expression.
#[derive(Debug, Clone, Default)]
struct Value {
    /// What it is multiplied by.
    scale: f64,
    /// Whether it is a number that is written there.
    is_literal: bool,
    /// The units over and under the line; nothing for what is not known.
    over: Vec<&'static str>,
    under: Vec<&'static str>,
}

impl Value {
    fn literal(scale: f64) -> Self {
        Self { scale, is_literal: true, ..Self::default() }
    }

    fn unknown() -> Self {
        Self { scale: 1.0, over: vec![""], ..Self::default() }
    }

    fn of_name(name: &str) -> Self {
        let Some(Named { unit, under, multiple }) = named(name) else { return Self::unknown() };
        Self { scale: 1.0 / multiple, is_literal: false, over: vec![unit], under: under.into_iter().collect() }
    }

    fn times(mut self, other: Self) -> Self {
        self.scale *= other.scale;
        self.is_literal &= other.is_literal;
        self.over.extend(other.over);
        self.under.extend(other.under);
        self
    }

    fn over(self, other: Self) -> Self {
        let turned =
            Self { scale: 1.0 / other.scale, is_literal: other.is_literal, over: other.under, under: other.over };
        self.times(turned)
    }

    /// A sum or a difference; none where both do not measure the same.
    fn plus(self, other: Self) -> Option<Self> {
        if other.is_literal {
            return Some(self);
        }
        let same = self.known() == other.known() && (self.scale / other.scale - 1.0).abs() < 1e-9;
        (self.is_literal || same).then_some(other)
    }

    /// The units over the line that none under it takes away.
    fn known(&self) -> Vec<&'static str> {
        let mut under = self.under.clone();
        let mut over = self.over.clone();
        over.retain(|unit| {
            let taken = under.iter().position(|other| other == unit);
            taken.is_none_or(|at| {
                under.remove(at);
                false
            })
        });
        over.retain(|unit| !unit.is_empty());
        over
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Name(String),
    Number(f64),
    Text,
    Sign(char),
}

fn tokens(expression: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = expression.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = |fits: fn(char) -> bool| rest.find(|one: char| !fits(one)).unwrap_or(rest.len());
        let (read, taken) = match first {
            '"' | '\'' => {
                let inner = rest.get(1..).unwrap_or_default();
                let end = inner.find(first).unwrap_or(inner.len());
                let text = inner.get(..end).unwrap_or_default().to_owned();
                (if first == '"' { Token::Name(text) } else { Token::Text }, (end + 2).min(rest.len()))
            }
            digit if digit.is_ascii_digit() || digit == '.' => {
                let end = length(|one| one.is_ascii_alphanumeric() || one == '.');
                let written = rest.get(..end).unwrap_or_default();
                (written.parse().map_or(Token::Sign('?'), Token::Number), end)
            }
            letter if letter.is_alphabetic() || letter == '_' => {
                let end = length(|one| one.is_alphanumeric() || one == '_');
                (Token::Name(rest.get(..end).unwrap_or_default().to_owned()), end)
            }
            sign => (Token::Sign(sign), sign.len_utf8()),
        };
        tokens.push(read);
        rest = rest.get(taken..).unwrap_or_default().trim_start();
    }
    tokens
}

/// Reads tokens from left to right.
struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    others: &'a [Expression],
    depth: usize,
}

impl<'a> Reader<'a> {
    /// The value of all tokens.
    fn whole(mut self) -> Option<Value> {
        let value = self.sum()?;
        self.tokens.get(self.at).is_none().then_some(value)
    }

    fn within(&self, tokens: &'a [Token]) -> Option<Value> {
        let depth = self.depth + 1;
        (depth <= 32).then(|| Reader { tokens, at: 0, others: self.others, depth }.whole())?
    }

    fn takes(&mut self, sign: char) -> bool {
        let is = self.tokens.get(self.at) == Some(&Token::Sign(sign));
        self.at += usize::from(is);
        is
    }

    fn says(&self, word: &str) -> bool {
        matches!(self.tokens.get(self.at), Some(Token::Name(name)) if name.eq_ignore_ascii_case(word))
    }

    fn sum(&mut self) -> Option<Value> {
        let mut value = self.product()?;
        while self.takes('+') || self.takes('-') {
            value = value.plus(self.product()?)?;
        }
        Some(value)
    }

    fn product(&mut self) -> Option<Value> {
        let mut value = self.one()?;
        loop {
            if self.takes('*') {
                value = value.times(self.one()?);
            } else if self.takes('/') {
                value = value.over(self.one()?);
            } else {
                return Some(value);
            }
        }
    }

    fn one(&mut self) -> Option<Value> {
        self.takes('-');
        let mut value = match self.tokens.get(self.at)?.clone() {
            Token::Number(number) if number != 0.0 => {
                self.at += 1;
                Value::literal(number)
            }
            Token::Number(_) | Token::Text => {
                self.at += 1;
                Value::literal(1.0)
            }
            Token::Sign('(') => {
                let group = self.group()?;
                self.within(group)?
            }
            Token::Name(name) if name.eq_ignore_ascii_case("case") => self.case()?,
            Token::Name(name) => {
                self.at += 1;
                match self.tokens.get(self.at) {
                    Some(Token::Sign('(')) => self.call(&name)?,
                    _ => self.column(&name),
                }
            }
            Token::Sign(_) => return None,
        };
        while self.takes(':') {
            self.takes(':');
            let Some(Token::Name(_)) = self.tokens.get(self.at) else { return None };
            self.at += 1;
        }
        value.is_literal &= value.over.is_empty();
        Some(value)
    }

    /// What stands in the brackets that open here; it ends behind them.
    fn group(&mut self) -> Option<&'a [Token]> {
        let start = self.at + 1;
        let mut depth = 0_usize;
        while let Some(token) = self.tokens.get(self.at) {
            self.at += 1;
            match token {
                Token::Sign('(') => depth += 1,
                Token::Sign(')') if depth == 1 => return self.tokens.get(start..self.at - 1),
                Token::Sign(')') => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// What the first branch of a `case` gives.
    fn case(&mut self) -> Option<Value> {
        let is = |token: &Token, words: &[&str]| matches!(token, Token::Name(name) if words.iter().any(|word| name.eq_ignore_ascii_case(word)));
        let rest = self.tokens.get(self.at..)?;
        let then = rest.iter().position(|token| is(token, &["then"]))? + 1;
        let length = rest.get(then..)?.iter().position(|token| is(token, &["when", "else", "end"]))?;
        let end = rest.iter().position(|token| is(token, &["end"]))?;
        self.at += end + 1;
        self.within(rest.get(then..then + length)?)
    }

    fn call(&mut self, name: &str) -> Option<Value> {
        let lower = name.to_lowercase();
        let arguments = self.group()?;
        let mut ordered = None;
        while self.says("filter") || self.says("over") || self.says("within") {
            let within = self.says("within");
            self.at += if within { 2 } else { 1 };
            let group = self.group()?;
            if within {
                ordered = group
                    .iter()
                    .position(|token| matches!(token, Token::Name(name) if name.eq_ignore_ascii_case("by")))
                    .and_then(|by| group.get(by + 1..));
            }
        }
        if lower == "count" {
            return Some(Value { scale: 1.0, ..Value::default() });
        }
        if ["cast", "try_cast"].contains(&lower.as_str()) {
            let end = arguments
                .iter()
                .position(|token| matches!(token, Token::Name(name) if name.eq_ignore_ascii_case("as")))?;
            return self.within(arguments.get(..end)?);
        }
        if !KEEPING.contains(&lower.as_str()) {
            return Some(Value::unknown());
        }
        let mut depth = 0_usize;
        let end = arguments.iter().position(|token| {
            depth += usize::from(*token == Token::Sign('('));
            depth -= usize::from(*token == Token::Sign(')') && depth > 0);
            depth == 0
                && (*token == Token::Sign(',')
                    || matches!(token, Token::Name(name) if name.eq_ignore_ascii_case("order")))
        });
        let first = ordered.or_else(|| arguments.get(..end.unwrap_or(arguments.len())))?;
        Some(self.within(first).map_or_else(Value::unknown, |value| Value { is_literal: false, ..value }))
    }

    /// A column, or what another expression is called; behind a dot, a column of a table.
    fn column(&mut self, name: &str) -> Value {
        if self.takes('.')
            && let Some(Token::Name(own)) = self.tokens.get(self.at)
        {
            self.at += 1;
            return self.column(own);
        }
        let other = self.others.iter().find(|other| other.name.eq_ignore_ascii_case(name));
        let behind = other.filter(|_| self.depth < DEPTH * 8).and_then(|other| {
            let tokens = tokens(&other.text);
            let same = tokens.iter().any(|token| matches!(token, Token::Name(own) if own.eq_ignore_ascii_case(name)));
            let depth = self.depth + 8;
            (!same).then(|| Reader { tokens: &tokens, at: 0, others: self.others, depth }.whole())?
        });
        behind.unwrap_or_else(|| Value::of_name(name))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::expression::described;
    use super::*;

    fn of(expression: &str) -> Option<(&'static str, f64)> {
        let found = quantity(expression, &described(&format!("select {expression} as it from data")));
        found.map(|found| (found.unit, found.size))
    }

    #[test]
    fn sums_and_means_keep_the_unit_and_constants_its_size() {
        assert_eq!(of("sum(dist_m)"), Some(("m", 1.0)));
        assert_eq!(of("round(sum(dist_m) / 1000.0, 1)"), Some(("m", 1000.0)));
        assert_eq!(of("round(avg(payload_t) filter (where is_empty = 0), 2)"), Some(("t", 1.0)));
        assert_eq!(of("sum(kWh_import)"), Some(("kwh", 1.0)));
        assert_eq!(of("sum(bill_ct)/100"), Some(("ct", 100.0)));
        assert_eq!(of("percentile_cont(0.5) within group (order by dur_ms)"), Some(("ms", 1.0)));
        assert_eq!(of("sum(case when late then dist_km else 0 end)"), Some(("km", 1.0)));
        assert_eq!(of("sum(dur_min) / 1440"), Some(("min", 1440.0)));
        assert_eq!(of("sum(dur_sec) / 60").map(|(_, size)| size), Some(60.0));
        assert_eq!(of("sum(lead_days) / 7"), Some(("d", 7.0)));
        assert_eq!([of("sum(rain_mm) / 6"), of("sum(wait_min) / 6"), of("sum(wait_s) / 36")], [None, None, None]);
        assert_eq!(of("max(\"Weight (g)\")"), Some(("g", 1.0)));
    }

    #[test]
    fn what_is_divided_away_is_no_unit() {
        assert_eq!(of("sum(spend_ct)/sum(clicks)/100"), Some(("ct", 100.0)));
        assert_eq!(of("sum(co2_g)/sum(dist_km)"), Some(("g", 1.0)));
        assert_eq!(of("sum(vol_hl * \"kWh/hl\") / 1000"), Some(("kwh", 1000.0)));
        assert_eq!(of("sum(rev_eur) / sum(cost_eur)"), None);
        assert_eq!(of("max(t_c) - min(rain_mm)"), None);
        assert_eq!(of("count(*) filter (where dist_m > 5)"), None);
        assert_eq!(of("corr(dist_m, dur_s)"), None);
        assert_eq!(of("sum(amount)"), None);
    }

    #[test]
    fn names_within_the_statement_are_followed() {
        let others =
            described("with m as (select sum(rev_ct) / 100 as rev from data) select round(rev, 0) as r from m");
        assert_eq!(quantity("round(rev, 0)", &others), Some(Quantity { unit: "ct", size: 100.0 }));
        let own = described("select round(x, 1) as x from data");
        assert_eq!(quantity("round(x, 1)", &own), None);
    }
}
