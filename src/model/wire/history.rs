//! Whose the items of an earlier turn are, from the point of view of the server that is asked next.
//!
//! Uses the request's types only. Knows no protocol: what may be kept of a kin's items, each protocol says itself.

use serde_json::Value;

use crate::model::{Endpoint, Items};

/// The items of an assistant message, as far as the server can use them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Source<'a> {
    /// This very model made them at this very server: they go back exactly so.
    Own(&'a [Value]),
    /// Another model or server of the same protocol made them: what only their maker can read is left out.
    Kin(&'a [Value]),
    /// They speak another protocol, or there are none: the message is written anew from its neutral form.
    Foreign,
}

/// Whose the items of a message are.
#[must_use]
pub fn source<'a>(items: Option<&'a Items>, endpoint: &Endpoint) -> Source<'a> {
    match items {
        Some(Items { maker, items }) if *maker == endpoint.maker() => Source::Own(items),
        Some(Items { maker, items }) if maker.protocol == endpoint.protocol => Source::Kin(items),
        Some(_) | None => Source::Foreign,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Maker, Protocol};
    use crate::model::wire::samples::endpoint;

    #[test]
    fn items_are_told_apart_by_protocol_server_and_model() {
        let endpoint = endpoint(Protocol::Anthropic);
        let own = endpoint.maker();
        let of = |maker: Maker| Items { maker, items: vec![Value::Null] };
        let same = of(own.clone());
        assert_eq!(source(Some(&same), &endpoint), Source::Own(&[Value::Null]));
        for kin in [
            Maker { model: "another".to_owned(), ..own.clone() },
            Maker { base_url: "https://another.example".to_owned(), ..own.clone() },
        ] {
            assert_eq!(source(Some(&of(kin)), &endpoint), Source::Kin(&[Value::Null]));
        }
        let foreign = of(Maker { protocol: Protocol::Gemini, ..own });
        assert_eq!(source(Some(&foreign), &endpoint), Source::Foreign);
        assert_eq!(source(None, &endpoint), Source::Foreign);
    }
}
