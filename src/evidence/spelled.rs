//! What texts spell in letters: names of months and words of small numbers.
//!
//! Uses nothing. English whole; of German, French and Spanish the names of months and the words from two to twelve (but
//! `once`, which is English too), which answers in those languages spell. What a result calls its rows is read in English
//! only, as are the bounds that a sentence sets.

/// Names of the months: the English name and its short form, then those of other languages and further short forms.
const MONTHS: [&[&str]; 12] = [
    &["january", "jan", "januar", "jänner", "janvier", "enero"],
    &["february", "feb", "februar", "février", "febrero"],
    &["march", "mar", "märz", "mars", "marzo"],
    &["april", "apr", "avril", "abril"],
    &["may", "may", "mai", "mayo"],
    &["june", "jun", "juni", "juin", "junio"],
    &["july", "jul", "juli", "juillet", "julio"],
    &["august", "aug", "août", "agosto"],
    &["september", "sep", "sept", "septembre", "septiembre"],
    &["october", "oct", "oktober", "okt", "octobre", "octubre"],
    &["november", "nov", "novembre", "noviembre"],
    &["december", "dec", "dezember", "dez", "décembre", "diciembre"],
];

/// Words of the numbers from 0, the English one first.
const NUMBERS: [&[&str]; 20] = [
    &["zero"],
    &["one"],
    &["two", "zwei", "deux", "dos"],
    &["three", "drei", "trois", "tres"],
    &["four", "vier", "quatre", "cuatro"],
    &["five", "fünf", "cinq", "cinco"],
    &["six", "sechs", "seis"],
    &["seven", "sieben", "sept", "siete"],
    &["eight", "acht", "huit", "ocho"],
    &["nine", "neun", "neuf", "nueve"],
    &["ten", "zehn", "dix", "diez"],
    &["eleven", "elf", "onze"],
    &["twelve", "zwölf", "douze", "doce"],
    &["thirteen"],
    &["fourteen"],
    &["fifteen"],
    &["sixteen"],
    &["seventeen"],
    &["eighteen"],
    &["nineteen"],
];

/// The tens from 20.
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// The names of a month and its short forms, the English ones first, by the month's number from 1; none for other numbers.
#[must_use]
pub fn month_names(month: i64) -> &'static [&'static str] {
    let index = usize::try_from(month).ok().and_then(|month| month.checked_sub(1));
    index.and_then(|index| MONTHS.get(index)).copied().unwrap_or_default()
}

/// The month that a name in any of the languages names, from 1. The name is in lower case.
#[must_use]
pub fn month_in_any_language(name: &str) -> Option<i64> {
    (1..).zip(MONTHS).find_map(|(month, names)| names.contains(&name).then_some(month))
}

/// The number from 0 to 12 that an English word spells, in lower case.
#[must_use]
pub fn dozen(word: &str) -> Option<u32> {
    (0..=12).zip(NUMBERS).find_map(|(number, words)| (words.first() == Some(&word)).then_some(number))
}

/// The value of one word below a hundred in any of the languages, in lower case.
#[must_use]
pub fn below_hundred(word: &str) -> Option<u32> {
    let ones = (0..).zip(NUMBERS).find_map(|(number, words)| words.contains(&word).then_some(number));
    ones.or_else(|| (2..).zip(TENS).find_map(|(tens, name)| (name == word).then_some(tens * 10)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_have_names_and_names_months() {
        assert_eq!((month_names(1)[0], month_names(5)[2]), ("january", "mai"));
        assert_eq!([month_names(0), month_names(13), month_names(-1)], [&[] as &[&str]; 3]);
        let any = month_in_any_language;
        assert_eq!((any("jan"), any("dezember"), any("sept"), any("monday")), (Some(1), Some(12), Some(9), None));
    }

    #[test]
    fn words_spell_numbers() {
        assert_eq!((dozen("zero"), dozen("twelve"), dozen("thirteen"), dozen("zwei")), (Some(0), Some(12), None, None));
        for (word, number) in [("zero", 0), ("zwei", 2), ("sept", 7), ("nineteen", 19), ("twenty", 20), ("ninety", 90)]
        {
            assert_eq!(below_hundred(word), Some(number), "{word}");
        }
        assert_eq!((below_hundred("hundred"), below_hundred("once"), below_hundred("")), (None, None, None));
    }
}
