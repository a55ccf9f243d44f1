//! Countries by what is of them, and by what German, French and Spanish call them: a sentence says `Spanish wines` or
//! `Spanien` of a row called Spain.
//!
//! Uses the sources of this room. All words are stems, the way the words of a passage are compared.

use super::source::Source;
use super::words::stem;

/// The label that a word for its people or for the place itself means: `Spanish` for `Spain`, or one that begins like it. Empty where there is none.
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

/// The country that a word is of or that it names.
fn country(word: &str) -> Option<&'static str> {
    let at = DEMONYMS.binary_search_by_key(&word, |(own, _)| own).ok()?;
    DEMONYMS.get(at).map(|(_, country)| *country)
}

/// Words for what is of a country, in their order.
const DEMONYMS: [(&str, &str); 122] = [
    ("alemania", "germany"),
    ("allemagne", "germany"),
    ("american", "usa"),
    ("argentine", "argentina"),
    ("argentinian", "argentina"),
    ("australian", "australia"),
    ("austrian", "austria"),
    ("autriche", "austria"),
    ("belgian", "belgium"),
    ("belgien", "belgium"),
    ("belgique", "belgium"),
    ("brasil", "brazil"),
    ("brasilien", "brazil"),
    ("brazilian", "brazil"),
    ("british", "uk"),
    ("brésil", "brazil"),
    ("bulgarian", "bulgaria"),
    ("bélgica", "belgium"),
    ("canadian", "canada"),
    ("chilean", "chile"),
    ("chine", "china"),
    ("chinese", "china"),
    ("colombian", "colombia"),
    ("croacia", "croatia"),
    ("croatian", "croatia"),
    ("croaty", "croatia"),
    ("czech", "czechia"),
    ("danemark", "denmark"),
    ("danish", "denmark"),
    ("deutschland", "germany"),
    ("dinamarca", "denmark"),
    ("dutch", "netherlands"),
    ("dänemark", "denmark"),
    ("egyptian", "egypt"),
    ("english", "england"),
    ("espagne", "spain"),
    ("españa", "spain"),
    ("estonian", "estonia"),
    ("european", "europe"),
    ("finlande", "finland"),
    ("finlandia", "finland"),
    ("finnish", "finland"),
    ("finnland", "finland"),
    ("francia", "france"),
    ("frankreich", "france"),
    ("french", "france"),
    ("german", "germany"),
    ("grecia", "greece"),
    ("greek", "greece"),
    ("griechenland", "greece"),
    ("großbritannien", "uk"),
    ("grèce", "greece"),
    ("holland", "netherlands"),
    ("hongry", "hungary"),
    ("hungarian", "hungary"),
    ("hungría", "hungary"),
    ("icelandic", "iceland"),
    ("inde", "india"),
    ("indian", "india"),
    ("indien", "india"),
    ("indonesian", "indonesia"),
    ("irish", "ireland"),
    ("irland", "ireland"),
    ("irlanda", "ireland"),
    ("irlande", "ireland"),
    ("israeli", "israel"),
    ("italia", "italy"),
    ("italian", "italy"),
    ("italien", "italy"),
    ("japanese", "japan"),
    ("japon", "japan"),
    ("kanada", "canada"),
    ("kenyan", "kenya"),
    ("korean", "korea"),
    ("kroatien", "croatia"),
    ("latvian", "latvia"),
    ("lithuanian", "lithuania"),
    ("mexican", "mexico"),
    ("mexiko", "mexico"),
    ("mexique", "mexico"),
    ("moroccan", "morocco"),
    ("méxico", "mexico"),
    ("niederlande", "netherlands"),
    ("nigerian", "nigeria"),
    ("noruega", "norway"),
    ("norvège", "norway"),
    ("norwegen", "norway"),
    ("norwegian", "norway"),
    ("peruvian", "peru"),
    ("polen", "poland"),
    ("polish", "poland"),
    ("pologne", "poland"),
    ("polonia", "poland"),
    ("portuguese", "portugal"),
    ("romanian", "romania"),
    ("roumany", "romania"),
    ("rumania", "romania"),
    ("rumänien", "romania"),
    ("russian", "russia"),
    ("schweden", "sweden"),
    ("schweiz", "switzerland"),
    ("scottish", "scotland"),
    ("slovak", "slovakia"),
    ("slovenian", "slovenia"),
    ("spanien", "spain"),
    ("spanish", "spain"),
    ("suecia", "sweden"),
    ("suisse", "switzerland"),
    ("suiza", "switzerland"),
    ("suède", "sweden"),
    ("swedish", "sweden"),
    ("swiss", "switzerland"),
    ("thai", "thailand"),
    ("tschechien", "czechia"),
    ("turkish", "turkey"),
    ("turquy", "turkey"),
    ("turquía", "turkey"),
    ("türkei", "turkey"),
    ("ungarn", "hungary"),
    ("vietnamese", "vietnam"),
    ("welsh", "wales"),
    ("österreich", "austria"),
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
        assert_eq!((of("spanien"), of("españa"), of("niederlande")), (of("spanish"), of("spanish"), of("dutch")));
    }
}
