//! What the name of a column says: its words, its unit, and what kind of quantity it is likely to be.
//!
//! Uses nothing else of csvchat. Knows words only; what the values are is judged elsewhere.

mod vocabulary;

/// Characters of a name that is shown in prose.
const SHOWN_CHARS: usize = 40;

/// A name taken apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Name {
    raw: String,
    words: Vec<String>,
    /// The unit that the name ends in.
    pub unit: Option<&'static str>,
}

impl Name {
    /// Takes a name apart.
    pub fn of(raw: &str) -> Self {
        let mut words = split(raw);
        let mut unit = raw.trim_end().ends_with('%').then_some("%");
        let metres = ["length", "height", "distance", "width", "depth", "elevation", "altitude", "elev", "alt"];
        if unit.is_none() && words.len() > 1 {
            let last = words.last().map(|word| word.to_lowercase()).unwrap_or_default();
            if let Some((_, written, stays)) = vocabulary::UNITS.iter().find(|(word, _, _)| *word == last) {
                unit = Some(written);
                if !stays {
                    words.pop();
                }
            } else if last == "min" && words.iter().any(|word| holds(vocabulary::LASTING, &word.to_lowercase())) {
                unit = Some("minutes");
                words.pop();
            } else if ["c", "f"].contains(&last.as_str())
                && words.iter().any(|word| holds(vocabulary::WARM, &word.to_lowercase()))
            {
                unit = Some(if last == "c" { "°C" } else { "°F" });
                words.pop();
            } else if last == "m" && words.iter().any(|word| metres.contains(&word.to_lowercase().as_str())) {
                unit = Some("m");
                words.pop();
            }
        }
        // `pct` alone is both.
        if let ([only], None) = (words.as_slice(), unit)
            && ["pct", "perc", "percent"].contains(&only.to_lowercase().as_str())
        {
            unit = Some("%");
        }
        Self { raw: raw.to_owned(), words, unit }
    }

    /// The words in lower case, abbreviations as they are.
    pub fn words(&self) -> Vec<String> {
        self.words.iter().map(|word| lowered(word)).collect()
    }

    /// The words as they are written, abbreviations in capitals: in German a noun has one wherever it stands.
    fn written(&self) -> Vec<String> {
        let is_abbreviation = |word: &String| holds(vocabulary::ABBREVIATIONS, &word.to_lowercase());
        self.words.iter().map(|word| if is_abbreviation(word) { word.to_uppercase() } else { word.clone() }).collect()
    }

    /// Whether the name is made of words that can stand in a sentence as they are.
    pub fn is_plain(&self) -> bool {
        let fits = self.raw.chars().count() <= SHOWN_CHARS;
        let letters = self.words.iter().any(|word| word.chars().any(char::is_alphabetic));
        fits && letters
            && !self.words.iter().any(|word| is_long_number(word))
            && self.raw.chars().all(|each| each.is_alphanumeric() || " _-.()/%".contains(each))
    }

    /// The name for places that take plain text: words where it has them, itself otherwise, on one line and not long.
    pub fn text(&self) -> String {
        if self.is_plain() { self.written().join(" ") } else { shortened(&self.raw, SHOWN_CHARS) }
    }

    /// The name for the start of a line of plain text.
    pub fn heading(&self) -> String {
        capitalized(&self.text())
    }

    /// The heading with the unit behind it, for an axis.
    pub fn axis(&self) -> String {
        match self.unit {
            Some(unit) if !self.text().ends_with(unit) => format!("{} ({unit})", self.heading()),
            Some(_) | None => self.heading(),
        }
    }

    fn has(&self, list: &str) -> bool {
        self.words.iter().any(|word| holds(list, &word.to_lowercase()))
    }

    fn ends_in(&self, list: &str) -> bool {
        self.words.last().is_some_and(|word| holds(list, &word.to_lowercase()))
    }

    /// Whether values are money that can be summed.
    pub fn is_money(&self) -> bool {
        self.has(vocabulary::MONEY) && (!self.has(vocabulary::RATES) || self.has("total"))
    }

    /// Whether values can be summed.
    pub fn is_additive(&self) -> bool {
        self.is_money() || (self.has(vocabulary::AMOUNTS) && (!self.has(vocabulary::RATES) || self.has("total")))
    }

    /// Whether a value below zero cannot be right.
    pub fn is_never_negative(&self) -> bool {
        self.has(vocabulary::NEVER_NEGATIVE) && !self.has("change delta diff difference growth net")
    }

    /// Whether zero is a point on a scale like any other, so that changes in percent say nothing.
    pub fn is_interval(&self) -> bool {
        self.has("temp temperature celsius fahrenheit temps dewpoint") || self.unit == Some("%")
    }

    /// Whether the name says that numbers are places in an order, of which the first is the best and none is an amount.
    pub fn is_rank(&self) -> bool {
        self.ends_in("rank ranks ranking rang position placement standing pos")
    }

    /// Whether the name says that values tell rows apart.
    pub fn is_identifier(&self) -> bool {
        self.ends_in(vocabulary::IDENTIFIERS) || self.words.first().is_some_and(|word| word.eq_ignore_ascii_case("id"))
    }

    /// Whether the name says that digits are not a quantity.
    pub fn is_code(&self) -> bool {
        self.has(vocabulary::CODES)
    }

    /// Whether the name says that numbers stand for groups.
    pub fn is_group(&self) -> bool {
        self.ends_in(vocabulary::GROUPS)
    }

    /// Whether the name says that numbers are years.
    pub fn is_year(&self) -> bool {
        self.has("year yr jahr annee année año")
    }

    /// Whether the name says that values lie on a calendar.
    pub fn is_date(&self) -> bool {
        self.has("date day datum dt fecha ymd time timestamp")
    }

    /// Whether a date of this name is a side matter: not when the row happened.
    pub fn is_later_date(&self) -> bool {
        self.has(vocabulary::LATER)
    }

    /// Whether the name says that values are degrees north.
    pub fn is_latitude(&self) -> bool {
        self.ends_in("latitude lat")
    }

    /// Whether the name says that values are degrees east.
    pub fn is_longitude(&self) -> bool {
        self.ends_in("longitude lon lng long")
    }

    /// What a row is when this column tells rows apart: `order` for `order_id`.
    pub fn row_noun(&self) -> Option<String> {
        let (last, rest) = self.words.split_last()?;
        if rest.is_empty() || !self.is_plain() || !holds(vocabulary::IDENTIFIERS, &last.to_lowercase()) {
            return None;
        }
        noun(&rest.iter().map(|word| lowered(word)).collect::<Vec<_>>())
    }

    /// What a row is when this column holds its name: `city` for `city`.
    pub fn thing(&self) -> Option<String> {
        if self.is_plain() { noun(&self.written()) } else { None }
    }

    /// Whether the name is that of several: `visits` were counted, and `price` was.
    pub fn is_plural(&self) -> bool {
        let word = self.words.last().map(|word| word.to_lowercase()).unwrap_or_default();
        let is_one = holds("gas bias canvas atlas lens series species yes os aws", &word);
        self.is_plain() && word.chars().count() > 3 && !is_one && word.ends_with('s') && singular(&word).is_some()
    }

    /// Whether the column holds things of this name, by name or number: `sensor`, `sensors`, `sensor_id` hold sensors.
    pub fn names(&self, noun: &str) -> bool {
        let words: Vec<String> = self.words().iter().map(|word| word.to_lowercase()).collect();
        let is_thing = |words: &[String]| {
            words.split_last().is_some_and(|(last, rest)| {
                let one = singular(last).unwrap_or_else(|| last.clone());
                rest.is_empty() && (last == noun || one == noun)
            })
        };
        let behind = words
            .split_last()
            .filter(|(last, _)| holds(vocabulary::IDENTIFIERS, last) || holds(vocabulary::VAGUE_ONES, last));
        is_thing(&words) || behind.is_some_and(|(_, rest)| is_thing(rest))
    }

    /// Whether two names speak of the same thing: `temp_min` and `temp_max`.
    pub fn shares_subject(&self, other: &Self) -> bool {
        let first = self.words.first().map(|word| word.to_lowercase());
        first.is_some() && first == other.words.first().map(|word| word.to_lowercase()) && {
            let variants = "min max low high mean avg average median total lower upper";
            self.has(variants) && other.has(variants)
        }
    }
}

/// Words as the name of one thing; nothing where they say no more than that it is a row.
fn noun(words: &[String]) -> Option<String> {
    let (last, rest) = words.split_last()?;
    let one = singular(last).unwrap_or_else(|| last.clone());
    let is_vague = holds(vocabulary::VAGUE, &last.to_lowercase()) || holds(vocabulary::VAGUE_ONES, &one.to_lowercase());
    let is_code = one.chars().count() < 3 || one.chars().any(|each| each.is_ascii_digit());
    if words.len() > 3 || is_code || is_vague {
        return None;
    }
    let mut words = rest.to_vec();
    words.push(one);
    Some(words.join(" "))
}

/// What a row is when the file's name is the plural of it: `penguin` for `penguins.csv`.
pub fn file_noun(file: &str) -> Option<String> {
    let stem = stem(file);
    if stem.chars().count() < 4 || !stem.chars().all(|each| each.is_ascii_lowercase()) || holds(vocabulary::VAGUE, stem)
    {
        return None;
    }
    singular(stem)
}

/// The file's name as words for a title: `Seattle weather`.
pub fn file_title(file: &str) -> String {
    Name::of(stem(file)).heading()
}

fn stem(file: &str) -> &str {
    let name = file.strip_suffix(".gz").unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

fn singular(word: &str) -> Option<String> {
    if ["ss", "us", "is", "ics"].iter().any(|end| word.ends_with(end)) {
        return None;
    }
    if let Some(start) = word.strip_suffix("ies") {
        return Some(format!("{start}y"));
    }
    for end in ["xes", "ches", "shes", "sses"] {
        if word.ends_with(end) {
            return word.strip_suffix("es").map(str::to_owned);
        }
    }
    word.strip_suffix('s').map(str::to_owned)
}

/// More than one of a thing.
pub fn plural(noun: &str) -> String {
    let consonant_y = noun.strip_suffix('y').filter(|start| !start.ends_with(['a', 'e', 'i', 'o', 'u']));
    if let Some(start) = consonant_y {
        return format!("{start}ies");
    }
    if ["s", "x", "ch", "sh"].iter().any(|end| noun.ends_with(end)) { format!("{noun}es") } else { format!("{noun}s") }
}

/// With a capital first letter.
pub fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// On one line, without characters that cannot be seen, and at most so many characters.
pub fn shortened(text: &str, characters: usize) -> String {
    let clean: String = text.chars().map(|each| if is_hidden(each) { ' ' } else { each }).collect();
    let line = clean.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= characters {
        return line;
    }
    let kept: String = line.chars().take(characters.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// A running number in a name is part of a code: `m_0017`.
fn is_long_number(word: &str) -> bool {
    word.len() >= 3 && word.chars().all(|each| each.is_ascii_digit())
}

fn is_hidden(each: char) -> bool {
    each.is_control()
        || matches!(each, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn holds(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|each| each == word)
}

fn lowered(word: &str) -> String {
    if holds(vocabulary::ABBREVIATIONS, &word.to_lowercase()) {
        return word.to_uppercase();
    }
    let short = word.chars().count() <= 4;
    let abbreviation = short && word.chars().count() > 1 && word.chars().all(char::is_uppercase);
    if abbreviation { word.to_owned() } else { word.to_lowercase() }
}

fn split(raw: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut before: Option<char> = None;
    for each in raw.chars() {
        let turns = before.is_some_and(char::is_lowercase) && each.is_uppercase();
        if !each.is_alphanumeric() || turns {
            words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
        }
        if each.is_alphanumeric() {
            word.push(each);
        }
        before = Some(each);
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fall_into_words_and_a_unit() {
        for (raw, text, unit) in [
            ("body_mass_g", "body mass", Some("g")),
            ("SepalLengthCm", "Sepal Length", Some("cm")),
            ("shipping_days", "shipping days", Some("days")),
            ("Weight (kg)", "Weight", Some("kg")),
            ("duration_min", "duration", Some("minutes")),
            ("Umsatz", "Umsatz", None),
            ("id", "ID", None),
            ("temp_min", "temp min", None),
            ("height_m", "height", Some("m")),
            ("GDP", "GDP", None),
            ("Marge %", "Marge", Some("%")),
            ("g", "g", None),
        ] {
            let name = Name::of(raw);
            assert_eq!((name.text().as_str(), name.unit), (text, unit), "{raw}");
        }
    }

    #[test]
    fn a_name_that_is_no_words_is_shown_on_one_line() {
        assert_eq!(Name::of("'; DROP TABLE data; --").text(), "'; DROP TABLE data; --");
        assert!(!Name::of("a`b").is_plain());
        assert!(!Name::of("2021").is_plain());
        assert_eq!(Name::of("a\u{202e}\nb").text(), "a b");
        assert_eq!(Name::of(&"x".repeat(500)).text().chars().count(), SHOWN_CHARS);
        assert_eq!(Name::of("").text(), "");
    }

    #[test]
    fn nouns_come_from_keys_and_files() {
        assert_eq!(Name::of("order_id").row_noun().as_deref(), Some("order"));
        assert_eq!(Name::of("id").row_noun(), None);
        assert_eq!(Name::of("row_id").row_noun(), None);
        assert_eq!(Name::of("Unique Key").row_noun(), None);
        assert_eq!(Name::of("cities").thing().as_deref(), Some("city"));
        assert_eq!(Name::of("Filiale").thing().as_deref(), Some("Filiale"));
        assert_eq!(Name::of("column1").thing(), None);
        assert_eq!(Name::of("rows").thing(), None);
        assert_eq!(Name::of("file_name").thing(), None);
        assert_eq!(Name::of("address").thing().as_deref(), Some("address"));
        assert_eq!(file_noun("penguins.csv").as_deref(), Some("penguin"));
        assert_eq!(file_noun("countries.csv.gz").as_deref(), Some("country"));
        assert_eq!(file_noun("seattle-weather.csv"), None);
        assert_eq!(file_noun("thousands.csv"), None);
        assert!(Name::of("Sensor").names("sensor") && Name::of("sensor_id").names("sensor"));
        assert!(Name::of("visits").names("visit") && !Name::of("order_date").names("order"));
        assert_eq!(plural("city"), "cities");
        assert!(Name::of("visits").is_plural() && Name::of("sales_eur").is_plural());
        assert!(!Name::of("status").is_plural() && !Name::of("body_mass_g").is_plural());
        assert_eq!(plural("day"), "days");
    }

    #[test]
    fn words_say_what_may_be_summed() {
        assert!(Name::of("revenue").is_money());
        assert!(Name::of("total_price").is_additive());
        assert!(!Name::of("unit_price").is_additive());
        assert!(!Name::of("avg_sales").is_additive());
        assert!(Name::of("temp_min").shares_subject(&Name::of("temp_max")));
        assert!(!Name::of("bill_length_mm").shares_subject(&Name::of("bill_depth_mm")));
    }
}
