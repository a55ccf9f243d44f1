//! Countries by what is of them: a sentence says `Spanish wines` of a row called Spain.
//!
//! Uses the sources of this room. All words are stems, the way the words of a passage are compared.

use super::source::Source;
use super::words::stem;

/// The label that a word for its people means: `Spanish` for `Spain`, or one that begins like it. Empty where there is none.
#[must_use]
pub fn label(word: &str, source: &Source) -> String {
    if let Some(known) = country(word).map(stem).filter(|known| !source.called(known).is_empty()) {
        return known;
    }
    let ends = ["ian", "ish", "ese", "an"].iter().any(|ending| word.ends_with(ending));
    let stem: String = word.chars().take(4).collect();
    if !ends || word.chars().count() < 6 {
        return String::new();
    }
    let mut like = source.labels_of_one_word().filter(|label| label.starts_with(&stem) && label.chars().count() <= 8);
    match (like.next(), like.next()) {
        (Some(only), None) => only.to_owned(),
        (Some(_), Some(_)) | (None, _) => String::new(),
    }
}

/// The country that a word is of.
fn country(word: &str) -> Option<&'static str> {
    DEMONYMS.iter().find(|(own, _)| *own == word).map(|(_, country)| *country)
}

const DEMONYMS: [(&str, &str); 56] = [
    ("american", "usa"),
    ("argentine", "argentina"),
    ("argentinian", "argentina"),
    ("australian", "australia"),
    ("austrian", "austria"),
    ("belgian", "belgium"),
    ("brazilian", "brazil"),
    ("british", "uk"),
    ("bulgarian", "bulgaria"),
    ("canadian", "canada"),
    ("chilean", "chile"),
    ("chinese", "china"),
    ("colombian", "colombia"),
    ("croatian", "croatia"),
    ("czech", "czechia"),
    ("danish", "denmark"),
    ("dutch", "netherlands"),
    ("egyptian", "egypt"),
    ("english", "england"),
    ("estonian", "estonia"),
    ("european", "europe"),
    ("finnish", "finland"),
    ("french", "france"),
    ("german", "germany"),
    ("greek", "greece"),
    ("hungarian", "hungary"),
    ("icelandic", "iceland"),
    ("indian", "india"),
    ("indonesian", "indonesia"),
    ("irish", "ireland"),
    ("israeli", "israel"),
    ("italian", "italy"),
    ("japanese", "japan"),
    ("kenyan", "kenya"),
    ("korean", "korea"),
    ("latvian", "latvia"),
    ("lithuanian", "lithuania"),
    ("mexican", "mexico"),
    ("moroccan", "morocco"),
    ("nigerian", "nigeria"),
    ("norwegian", "norway"),
    ("peruvian", "peru"),
    ("polish", "poland"),
    ("portuguese", "portugal"),
    ("romanian", "romania"),
    ("russian", "russia"),
    ("scottish", "scotland"),
    ("slovak", "slovakia"),
    ("slovenian", "slovenia"),
    ("spanish", "spain"),
    ("swedish", "sweden"),
    ("swiss", "switzerland"),
    ("thai", "thailand"),
    ("turkish", "turkey"),
    ("vietnamese", "vietnam"),
    ("welsh", "wales"),
];

#[cfg(test)]
mod tests {
    use super::super::example::{source, table};
    use super::*;

    #[test]
    fn words_stand_as_they_are_compared() {
        for (word, of) in DEMONYMS {
            assert_eq!((stem(word), country(&stem(word))), (word.to_owned(), Some(of)));
        }
        assert!(DEMONYMS.is_sorted() && country("spain").is_none());
    }

    #[test]
    fn people_stand_for_their_place() {
        let source = source(table("country|bottles", &["Spain|12", "Netherlands|7", "Tromso|3"]));
        let of = |word: &str| label(word, &source);
        assert_eq!(
            (of("spanish"), of("dutch"), of("french")),
            ("spain".to_owned(), "netherland".to_owned(), String::new())
        );
    }
}
