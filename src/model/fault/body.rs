//! What servers say in their errors, of all protocols: where the words are, and where the codes.
//!
//! Reads JSON of any shape, text and HTML; never fails.

use serde_json::Value;

/// An error as a server told it: in the body of an answer, or in the middle of a stream.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ServerError {
    /// HTTP's status; none in the middle of a stream.
    pub status: Option<u16>,
    /// Its own words; empty for none.
    pub message: String,
    /// The whole of its JSON; null where it is none.
    pub body: Value,
}

impl ServerError {
    /// Reads the body of an answer.
    #[must_use]
    pub fn read(status: u16, bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_start_matches('\u{feff}').trim();
        match serde_json::from_str::<Value>(text) {
            Ok(body) => Self::of(Some(status), body),
            Err(_) => Self { status: Some(status), message: plain(text), body: Value::Null },
        }
    }

    /// An error in JSON.
    #[must_use]
    pub fn of(status: Option<u16>, body: Value) -> Self {
        let message = message(&body);
        Self { status, message, body }
    }

    /// HTTP's status, or the one that the body holds in its place: some servers answer 200 and an error.
    pub(super) fn effective_status(&self) -> Option<u16> {
        let told = || {
            let error = error_of(&self.body);
            ["code", "status", "status_code"].iter().find_map(|key| error.get(key)?.as_u64())
        };
        let http = self.status.filter(|status| *status >= 300);
        http.or_else(|| told().and_then(|code| u16::try_from(code).ok()).filter(|code| (300..600).contains(code)))
    }

    /// Every name that the server gives the error, in small letters.
    pub(super) fn codes(&self) -> Vec<String> {
        let error = error_of(&self.body);
        let mut codes = Vec::new();
        let mut take = |value: &Value, keys: &[&str]| {
            let found = keys.iter().filter_map(|key| value.get(key)?.as_str());
            codes.extend(found.map(str::to_lowercase));
        };
        take(error, &["code", "type", "status", "error_code"]);
        take(&error["details"], &["error_code"]);
        take(&error["innererror"], &["code"]);
        for detail in error["details"].as_array().into_iter().flatten() {
            take(detail, &["reason"]);
        }
        codes
    }

    /// The parts of Gemini's `details`.
    pub(super) fn details(&self) -> impl Iterator<Item = &Value> {
        error_of(&self.body)["details"].as_array().into_iter().flatten()
    }

    /// Whether a filter looked at the prompt: OpenRouter says why.
    pub(super) fn is_moderated(&self) -> bool {
        let metadata = &error_of(&self.body)["metadata"];
        metadata.get("reasons").is_some() || metadata.get("flagged_input").is_some()
    }

    /// By which the provider finds the request, where the body says it.
    #[must_use]
    pub fn request_id(&self) -> Option<&str> {
        self.body.get("request_id")?.as_str()
    }
}

/// The object that tells of the error: it lies in `error`, in `response.error`, in the first element, or is the whole.
fn error_of(body: &Value) -> &Value {
    let body = body.get(0).unwrap_or(body);
    let inner = body.get("error").or_else(|| body.get("response")?.get("error"));
    inner.filter(|error| !error.is_null()).unwrap_or(body)
}

fn message(body: &Value) -> String {
    let error = error_of(body);
    if let Some(text) = error.as_str() {
        return text.to_owned();
    }
    let text =
        |value: &Value| ["message", "msg", "detail", "error_description"].iter().find_map(|key| said(value.get(*key)?));
    let message = text(error).or_else(|| text(body)).or_else(|| said(&body["errors"])).unwrap_or_default();
    // OpenRouter says only that its provider failed; the provider's own words lie beside.
    match error.pointer("/metadata/raw").and_then(Value::as_str) {
        Some(raw) if !raw.trim().is_empty() => format!("{message}: {raw}"),
        Some(_) | None => message,
    }
}

/// Text that stands alone, or in the elements of a list.
fn said(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(elements) => {
            let parts: Vec<String> = elements
                .iter()
                .filter_map(|element| {
                    said(element).or_else(|| said(&element["message"])).or_else(|| said(&element["msg"]))
                })
                .collect();
            (!parts.is_empty()).then(|| parts.join("; "))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => None,
    }
}

/// The words of a body that is no JSON: of an HTML page, its title or first heading.
#[must_use]
pub(super) fn plain(text: &str) -> String {
    if !is_html(text) {
        return text.to_owned();
    }
    let small = text.to_ascii_lowercase();
    let inside = |tag: &str| {
        let open = small.find(&format!("<{tag}"))?;
        let start = open + small.get(open..)?.find('>')? + 1;
        let end = start + small.get(start..)?.find(&format!("</{tag}"))?;
        let words = text.get(start..end)?.trim();
        (!words.is_empty()).then(|| words.to_owned())
    };
    inside("title")
        .or_else(|| inside("h1"))
        .map_or_else(|| "an HTML page".to_owned(), |title| format!("HTML page “{title}”"))
}

/// Whether a text is an HTML page.
#[must_use]
pub fn is_html(text: &str) -> bool {
    let start: String = text.trim_start().chars().take(15).collect::<String>().to_ascii_lowercase();
    start.starts_with("<!doctype html") || start.starts_with("<html") || start.starts_with("<head")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_found_wherever_a_server_puts_them() {
        for (body, words) in [
            (r#"{"type":"error","error":{"type":"x","message":"anthropic"},"request_id":"r"}"#, "anthropic"),
            (r#"{"error":{"message":"openai","code":null}}"#, "openai"),
            (r#"[{"error":{"code":400,"message":"gemini"}}]"#, "gemini"),
            (r#"{"error":"ollama"}"#, "ollama"),
            (r#"{"object":"error","message":"mistral"}"#, "mistral"),
            (r#"{"detail":[{"loc":["body"],"msg":"first"},{"msg":"second"}]}"#, "first; second"),
            (r#"{"detail":"Not Found"}"#, "Not Found"),
            (r#"{"type":"response.failed","response":{"error":{"code":"server_error","message":"inside"}}}"#, "inside"),
            (r#"{"type":"error","code":"c","message":"flat"}"#, "flat"),
            (
                r#"{"error":{"message":"Provider returned error","metadata":{"raw":"why"}}}"#,
                "Provider returned error: why",
            ),
            ("<!DOCTYPE html><html><head><TITLE>\n502 Bad Gateway</TITLE>", "HTML page “502 Bad Gateway”"),
            ("<html><body>", "an HTML page"),
            ("\u{feff} upstream is away ", "upstream is away"),
            ("", ""),
            ("{}", ""),
        ] {
            assert_eq!(ServerError::read(500, body.as_bytes()).message, words, "{body}");
        }
        assert_eq!(ServerError::read(500, &[0xff, b'x']).message, "\u{fffd}x");
    }

    #[test]
    fn a_status_inside_a_body_counts_where_http_has_none() {
        let told = |status, body: &str| ServerError::of(status, serde_json::from_str(body).unwrap()).effective_status();
        assert_eq!(told(None, r#"{"error":{"code":402,"message":"x"}}"#), Some(402));
        assert_eq!(told(Some(200), r#"{"error":{"code":502,"message":"x"}}"#), Some(502));
        assert_eq!(told(Some(400), r#"{"error":{"code":502,"message":"x"}}"#), Some(400));
        assert_eq!(told(None, r#"{"error":{"code":7,"message":"x"}}"#), None);
        assert_eq!(told(None, r#"{"error":"x"}"#), None);
    }
}
