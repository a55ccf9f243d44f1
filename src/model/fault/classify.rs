//! What kind of fault a server's error is.
//!
//! Looked at in this order: names that say exactly what is wrong, words that do, HTTP's status, names that say little.
//! Names before words, since providers keep the former and change the latter.

use super::body::ServerError;
use super::kind::FaultKind;

/// Names that say exactly what is wrong; the first row that is found counts.
const NAMES: [(FaultKind, &[&str]); 13] = [
    (
        FaultKind::NoCredit,
        &[
            "credit_balance_exhausted",
            "organization_spend_limit_exceeded",
            "project_spend_limit_exceeded",
            "organization_usage_limit_exceeded",
            "insufficient_quota",
            "enforced_spend_limit_reached",
            "contract_spend_limit_reached",
            "billing_error",
            "billing_not_active",
            "billing_disabled",
        ],
    ),
    (FaultKind::BadKey, &["api_key_invalid", "invalid_api_key", "authentication_error", "unauthenticated"]),
    (FaultKind::Forbidden, &["unsupported_country_region_territory", "permission_error", "service_disabled"]),
    (FaultKind::UnknownModel, &["model_not_found", "deploymentnotfound"]),
    (FaultKind::ContextOverflow, &["context_length_exceeded", "exceed_context_size_error"]),
    (
        FaultKind::Filtered,
        &[
            "content_filter",
            "content_policy_violation",
            "responsibleaipolicyviolation",
            "invalid_prompt",
            "bio_policy",
            "misalignment_policy_violation",
        ],
    ),
    (FaultKind::TooLarge, &["request_too_large"]),
    // Of Gemini, whose 403 tells of the key.
    (FaultKind::BadKey, &["permission_denied"]),
    (FaultKind::RateLimited, &["rate_limit_error", "rate_limit_exceeded", "ramp_limit_exceeded", "resource_exhausted"]),
    (FaultKind::Overloaded, &["overloaded_error", "server_is_overloaded", "unavailable_error", "unavailable"]),
    (FaultKind::RateLimited, &["slow_down"]),
    (FaultKind::Timeout, &["timeout_error", "deadline_exceeded"]),
    (FaultKind::Server, &["api_error", "server_error", "internal_server_error", "internal", "conflict_error"]),
];

/// Words by which servers say that a model has no tools.
const NO_TOOLS: [&str; 8] = [
    "does not support tools",
    "doesn't support tools",
    "does not support tool use",
    "does not support function calling",
    "no endpoints found that support tool use",
    "tool choice requires --enable-auto-tool-choice",
    "tools param requires --jinja",
    "function calling is not enabled for this model",
];

/// Words by which they say that a prompt is too long.
const OVERFLOW: [&str; 11] = [
    "prompt is too long",
    "prompt too long",
    "maximum context length",
    "exceeds the available context size",
    "exceed context limit",
    "exceeds the context window",
    "exceeds the maximum number of tokens",
    "input token count",
    "prompt exceeds",
    "reduce the length",
    "too many tokens",
];

/// Words by which they say that a model is not known.
const UNKNOWN: [&str; 5] =
    ["is not a valid model", "invalid model", "unknown model", "model not found", "model_not_found"];

/// What kind of fault an error is.
#[must_use]
pub fn kind(error: &ServerError) -> FaultKind {
    let status = error.effective_status();
    let codes = error.codes();
    let words = error.message.to_lowercase();
    if NO_TOOLS.iter().any(|phrase| words.contains(phrase)) {
        return FaultKind::NoTools;
    }
    // A limit a minute that this one request alone is above: a wait changes nothing.
    if status == Some(429) && words.starts_with("request too large") {
        return FaultKind::TooLarge;
    }
    by_name(&codes)
        .or_else(|| by_words(&words, status))
        .or_else(|| status.map(|status| by_status(error, &words, status)))
        .unwrap_or_else(|| {
            let ours = codes.iter().any(|code| code == "invalid_request_error" || code == "invalid_argument");
            if ours { FaultKind::BadRequest } else { FaultKind::Server }
        })
}

fn by_name(codes: &[String]) -> Option<FaultKind> {
    NAMES.iter().find(|(_, names)| codes.iter().any(|code| names.contains(&code.as_str()))).map(|(kind, _)| *kind)
}

fn by_words(words: &str, status: Option<u16>) -> Option<FaultKind> {
    let has = |phrase: &str| words.contains(phrase);
    if words.starts_with("your credit balance is too low")
        || words.starts_with("you have reached your specified")
        || (status == Some(400) && has("billing"))
    {
        return Some(FaultKind::NoCredit);
    }
    if has("user location is not supported") || has("country, region, or territory") {
        return Some(FaultKind::Forbidden);
    }
    if !matches!(status, None | Some(400 | 404 | 413 | 422 | 500)) {
        return None;
    }
    let thinking = has("thinking") && (has("signature") || has("cannot be modified"));
    let reasoning = has("without its required 'reasoning' item") || (has("reasoning_content") && has("passed back"));
    if thinking || reasoning || has("thought_signature") || has("thought signature") {
        return Some(FaultKind::EditedHistory);
    }
    if OVERFLOW.iter().any(|phrase| has(phrase)) {
        return Some(FaultKind::ContextOverflow);
    }
    let no_model = UNKNOWN.iter().any(|phrase| has(phrase)) || (has("model") && has("does not exist"));
    no_model.then_some(FaultKind::UnknownModel)
}

fn by_status(error: &ServerError, words: &str, status: u16) -> FaultKind {
    match status {
        300..=399 => FaultKind::Redirect,
        401 => FaultKind::BadKey,
        402 => FaultKind::NoCredit,
        403 if error.is_moderated() => FaultKind::Filtered,
        403 => FaultKind::Forbidden,
        // Else it is the address that is not known.
        404 if words.contains("model") || words.contains("deployment") => FaultKind::UnknownModel,
        407 => FaultKind::Proxy,
        408 | 504 => FaultKind::Timeout,
        413 => FaultKind::TooLarge,
        429 => FaultKind::RateLimited,
        503 | 529 => FaultKind::Overloaded,
        409 | 500.. => FaultKind::Server,
        _ => FaultKind::BadRequest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Errors as providers document or show them.
    const CASES: &[(u16, &str, FaultKind)] = &[
        (
            401,
            r#"{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}"#,
            FaultKind::BadKey,
        ),
        (401, r#"{"error":{"message":"Incorrect API key provided","code":"invalid_api_key"}}"#, FaultKind::BadKey),
        (
            400,
            r#"{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}"#,
            FaultKind::BadKey,
        ),
        (403, r#"{"error":{"code":403,"message":"no","status":"PERMISSION_DENIED"}}"#, FaultKind::BadKey),
        (403, r#"{"error":{"type":"permission_error","message":"not yours"}}"#, FaultKind::Forbidden),
        (403, r#"{"error":{"code":"unsupported_country_region_territory","message":"x"}}"#, FaultKind::Forbidden),
        (403, "<html><title>403 Forbidden</title></html>", FaultKind::Forbidden),
        (403, r#"{"error":{"code":403,"message":"flagged","metadata":{"reasons":["violence"]}}}"#, FaultKind::Filtered),
        (
            400,
            r#"{"error":{"code":400,"message":"User location is not supported for the API use.","status":"FAILED_PRECONDITION"}}"#,
            FaultKind::Forbidden,
        ),
        (402, r#"{"error":{"code":402,"message":"Insufficient credits"}}"#, FaultKind::NoCredit),
        (402, r#"{"error":{"type":"billing_error","message":"x"}}"#, FaultKind::NoCredit),
        (
            429,
            r#"{"error":{"type":"insufficient_quota","code":"insufficient_quota","message":"x"}}"#,
            FaultKind::NoCredit,
        ),
        (429, r#"{"error":{"type":"x","code":"credit_balance_exhausted","message":"x"}}"#, FaultKind::NoCredit),
        (
            429,
            r#"{"error":{"type":"rate_limit_error","message":"x","details":{"error_code":"enforced_spend_limit_reached"}}}"#,
            FaultKind::NoCredit,
        ),
        (
            400,
            r#"{"error":{"type":"invalid_request_error","message":"Your credit balance is too low to access"}}"#,
            FaultKind::NoCredit,
        ),
        (
            400,
            r#"{"error":{"type":"invalid_request_error","message":"You have reached your specified API usage limits."}}"#,
            FaultKind::NoCredit,
        ),
        (
            429,
            r#"{"error":{"type":"rate_limit_error","message":"x","details":{"error_code":"ramp_limit_exceeded"}}}"#,
            FaultKind::RateLimited,
        ),
        (429, r#"{"error":{"code":"rate_limit_exceeded","message":"x"}}"#, FaultKind::RateLimited),
        (
            429,
            r#"{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"input token count"}}"#,
            FaultKind::RateLimited,
        ),
        (429, "", FaultKind::RateLimited),
        (
            429,
            r#"{"error":{"code":"rate_limit_exceeded","message":"Request too large for gpt in organization on tokens per min"}}"#,
            FaultKind::TooLarge,
        ),
        (503, r#"{"error":{"code":"server_is_overloaded","message":"x"}}"#, FaultKind::Overloaded),
        (503, r#"{"error":{"message":"Loading model","type":"unavailable_error","code":503}}"#, FaultKind::Overloaded),
        (529, r#"{"error":{"type":"overloaded_error","message":"Overloaded"}}"#, FaultKind::Overloaded),
        (500, r#"{"error":{"type":"api_error","message":"x"}}"#, FaultKind::Server),
        (502, "<html><title>Bad Gateway</title>", FaultKind::Server),
        (409, r#"{"error":{"type":"conflict_error","message":"x"}}"#, FaultKind::Server),
        (408, "", FaultKind::Timeout),
        (504, r#"{"error":{"type":"timeout_error","message":"x"}}"#, FaultKind::Timeout),
        (404, r#"{"error":{"type":"not_found_error","message":"model: claude-x"}}"#, FaultKind::UnknownModel),
        (
            404,
            r#"{"error":{"message":"The model `g` does not exist","code":"model_not_found"}}"#,
            FaultKind::UnknownModel,
        ),
        (400, r#"{"error":{"message":"x","code":"model_not_found"}}"#, FaultKind::UnknownModel),
        (404, r#"{"error":"model \"llama9\" not found, try pulling it first"}"#, FaultKind::UnknownModel),
        (
            404,
            r#"{"error":{"code":404,"message":"models/g is not found for API version v1beta","status":"NOT_FOUND"}}"#,
            FaultKind::UnknownModel,
        ),
        (404, r#"{"error":{"code":"DeploymentNotFound","message":"x"}}"#, FaultKind::UnknownModel),
        (400, r#"{"error":{"code":400,"message":"a/b is not a valid model ID"}}"#, FaultKind::UnknownModel),
        (404, r#"{"detail":"Not Found"}"#, FaultKind::BadRequest),
        (404, "404 page not found", FaultKind::BadRequest),
        (405, "", FaultKind::BadRequest),
        (
            400,
            r#"{"error":{"type":"invalid_request_error","message":"prompt is too long: 200001 tokens > 200000 maximum"}}"#,
            FaultKind::ContextOverflow,
        ),
        (400, r#"{"error":{"code":"context_length_exceeded","message":"x"}}"#, FaultKind::ContextOverflow),
        (
            400,
            r#"{"error":{"code":400,"message":"request (9031 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":9031,"n_ctx":4096}}"#,
            FaultKind::ContextOverflow,
        ),
        (
            400,
            r#"{"error":{"code":400,"message":"The input token count (9) exceeds the maximum number of tokens allowed (8).","status":"INVALID_ARGUMENT"}}"#,
            FaultKind::ContextOverflow,
        ),
        (413, r#"{"error":{"type":"request_too_large","message":"x"}}"#, FaultKind::TooLarge),
        (413, "<html>", FaultKind::TooLarge),
        (
            400,
            r#"{"error":{"code":"content_filter","message":"The response was filtered","innererror":{"code":"ResponsibleAIPolicyViolation"}}}"#,
            FaultKind::Filtered,
        ),
        (
            400,
            r#"{"error":{"type":"invalid_request_error","message":"messages.1: Invalid `signature` in `thinking` block: bound to a different conversation"}}"#,
            FaultKind::EditedHistory,
        ),
        (
            400,
            r#"{"error":{"message":"Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'."}}"#,
            FaultKind::EditedHistory,
        ),
        (
            400,
            r#"{"error":{"code":400,"message":"Function call is missing a thought_signature"}}"#,
            FaultKind::EditedHistory,
        ),
        (400, r#"{"error":"registry.ollama.ai/library/gemma:2b does not support tools"}"#, FaultKind::NoTools),
        (404, r#"{"error":{"code":404,"message":"No endpoints found that support tool use."}}"#, FaultKind::NoTools),
        (500, r#"{"error":{"code":500,"message":"tools param requires --jinja flag"}}"#, FaultKind::NoTools),
        (
            400,
            r#"{"error":{"type":"invalid_request_error","message":"messages: roles must alternate"}}"#,
            FaultKind::BadRequest,
        ),
        (422, r#"{"detail":[{"msg":"Extra inputs are not permitted"}]}"#, FaultKind::BadRequest),
        (407, "", FaultKind::Proxy),
        (307, "", FaultKind::Redirect),
    ];

    #[test]
    fn errors_of_all_servers_are_told_apart() {
        for (status, body, expected) in CASES {
            assert_eq!(kind(&ServerError::read(*status, body.as_bytes())), *expected, "{status} {body}");
        }
    }

    #[test]
    fn errors_in_the_middle_of_a_stream_are_told_by_their_names() {
        for (body, expected) in [
            (r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#, FaultKind::Overloaded),
            (r#"{"error":{"code":502,"message":"Provider disconnected"}}"#, FaultKind::Server),
            (r#"{"error":{"code":402,"message":"Insufficient credits"}}"#, FaultKind::NoCredit),
            (r#"{"response":{"error":{"code":"rate_limit_exceeded","message":"x"}}}"#, FaultKind::RateLimited),
            (r#"{"type":"error","code":"invalid_prompt","message":"x"}"#, FaultKind::Filtered),
            (r#"{"error":"an error was encountered while running the model"}"#, FaultKind::Server),
            (r#"{"error":{"type":"invalid_request_error","message":"x"}}"#, FaultKind::BadRequest),
            (r#"{"error":{"message":"x"}}"#, FaultKind::Server),
        ] {
            let error = ServerError::of(None, serde_json::from_str(body).unwrap());
            assert_eq!(kind(&error), expected, "{body}");
        }
    }
}
