//! Addresses as they may be shown: in messages, in events, and to a model.
//!
//! What an address grants by itself, such as the signature of a storage service, is a key, and keys appear nowhere.

use std::borrow::Cow;

use reqwest::Url;

/// What the name of a part of a query holds whose value grants something.
const GRANTING: [&str; 12] =
    ["key", "token", "sig", "secret", "pass", "pwd", "auth", "cred", "session", "jwt", "code", "ticket"];
/// Characters from which a value may be a key whatever its name.
const KEY_CHARACTERS: usize = 20;
/// What stands for a value that is not shown.
const HIDDEN: &str = "...";

/// What the user named, without what only the server should see where it is an address. A path stays as it is.
#[must_use]
pub fn without_keys(word: &str) -> Cow<'_, str> {
    let Ok(mut url) = Url::parse(word) else { return Cow::Borrowed(word) };
    let is_address = word.contains("://") && url.has_host();
    let named = !url.username().is_empty() || url.password().is_some();
    if !is_address || !(named || url.query().is_some() || url.fragment().is_some()) {
        return Cow::Borrowed(word);
    }
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.set_fragment(None);
    let parts: Option<Vec<Cow<'_, str>>> = url.query().map(|query| query.split('&').map(shown).collect());
    let query = parts.map(|parts| parts.join("&"));
    url.set_query(query.as_deref());
    Cow::Owned(url.into())
}

/// A part of a query, its value hidden where it may grant something.
fn shown(part: &str) -> Cow<'_, str> {
    let Some((name, value)) = part.split_once('=') else {
        return if part.len() < KEY_CHARACTERS { Cow::Borrowed(part) } else { Cow::Borrowed(HIDDEN) };
    };
    let lower = name.to_ascii_lowercase();
    let grants = value.chars().count() >= KEY_CHARACTERS || GRANTING.iter().any(|word| lower.contains(word));
    if grants && !value.is_empty() { Cow::Owned(format!("{name}={HIDDEN}")) } else { Cow::Borrowed(part) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_grants_something_is_not_shown() {
        for (word, expected) in [
            ("https://a.example/sales.csv", "https://a.example/sales.csv"),
            ("https://a.example/export?format=csv&rows=100", "https://a.example/export?format=csv&rows=100"),
            (
                "https://a.example/s.csv?X-Amz-Signature=abc&X-Amz-Date=20240101T000000Z&sv=2020",
                "https://a.example/s.csv?X-Amz-Signature=...&X-Amz-Date=20240101T000000Z&sv=2020",
            ),
            ("https://a.example/s.csv?api_key=k1#access_token=k2", "https://a.example/s.csv?api_key=..."),
            ("https://a.example/s.csv?q=abcdefghijklmnopqrstuvwxyz", "https://a.example/s.csv?q=..."),
            ("https://a.example/s.csv?abcdefghijklmnopqrstuvwxyz", "https://a.example/s.csv?..."),
            ("https://me:word@a.example/s.csv", "https://a.example/s.csv"),
            ("data/a?key=b.csv", "data/a?key=b.csv"),
            ("C:\\data\\a?key=b.csv", "C:\\data\\a?key=b.csv"),
            ("-", "-"),
        ] {
            assert_eq!(without_keys(word), expected);
        }
    }
}
