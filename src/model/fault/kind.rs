//! The kinds of faults.

/// What went wrong between csvchat and a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// The key is not set.
    MissingKey,
    /// The key is wrong.
    BadKey,
    /// A configured header, or the key, cannot be sent as one.
    BadHeader,
    /// The key may not do this, or not from here.
    Forbidden,
    /// No credit is left, or a spend limit is reached.
    NoCredit,
    /// There is no such model.
    UnknownModel,
    /// The prompt is larger than the model's context.
    ContextOverflow,
    /// The request's body is larger than the server takes.
    TooLarge,
    /// A filter refused the request.
    Filtered,
    /// Too many requests, for now.
    RateLimited,
    /// The server is overloaded or still loads the model.
    Overloaded,
    /// The server failed.
    Server,
    /// The server finds the request wrong.
    BadRequest,
    /// The server finds earlier turns changed.
    EditedHistory,
    /// The model has no tools of its own.
    NoTools,
    /// The server refuses the connection.
    Refused,
    /// The host's name is not known, or no network is there.
    NoHost,
    /// The connection is not secure.
    Tls,
    /// The proxy failed or refuses.
    Proxy,
    /// The server did not answer in time, or fell silent.
    Timeout,
    /// The connection or the stream was cut.
    Cut,
    /// The server sends elsewhere.
    Redirect,
    /// The answer is not what the protocol says.
    Nonsense,
}

impl FaultKind {
    /// Whether the same request may succeed when it is sent again, where the server does not say.
    #[must_use]
    pub fn is_retryable(self) -> bool {
        match self {
            Self::RateLimited
            | Self::Overloaded
            | Self::Server
            | Self::Refused
            | Self::NoHost
            | Self::Proxy
            | Self::Timeout
            | Self::Cut
            | Self::Nonsense => true,
            Self::MissingKey
            | Self::BadKey
            | Self::BadHeader
            | Self::Forbidden
            | Self::NoCredit
            | Self::UnknownModel
            | Self::ContextOverflow
            | Self::TooLarge
            | Self::Filtered
            | Self::BadRequest
            | Self::EditedHistory
            | Self::NoTools
            | Self::Tls
            | Self::Redirect => false,
        }
    }

    /// For programs.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::MissingKey => "missing_key",
            Self::BadKey => "bad_key",
            Self::BadHeader => "bad_header",
            Self::Forbidden => "forbidden",
            Self::NoCredit => "no_credit",
            Self::UnknownModel => "unknown_model",
            Self::ContextOverflow => "context_overflow",
            Self::TooLarge => "request_too_large",
            Self::Filtered => "content_filter",
            Self::RateLimited => "rate_limited",
            Self::Overloaded => "overloaded",
            Self::Server => "provider_failed",
            Self::BadRequest => "bad_request",
            Self::EditedHistory => "edited_history",
            Self::NoTools => "no_tools",
            Self::Refused => "connection_refused",
            Self::NoHost => "no_host",
            Self::Tls => "tls",
            Self::Proxy => "proxy",
            Self::Timeout => "provider_timeout",
            Self::Cut => "stream_cut",
            Self::Redirect => "redirected",
            Self::Nonsense => "not_the_protocol",
        }
    }

    /// What happened, in a few words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::MissingKey => "the key is missing",
            Self::BadKey => "the key is not accepted",
            Self::BadHeader => "a header cannot be sent",
            Self::Forbidden => "access is not allowed",
            Self::NoCredit => "no credit is left, or a spend limit is reached",
            Self::UnknownModel => "there is no such model",
            Self::ContextOverflow => "the prompt is larger than the model's context",
            Self::TooLarge => "the request is larger than the server takes",
            Self::Filtered => "a content filter refused the request",
            Self::RateLimited => "too many requests",
            Self::Overloaded => "the server is overloaded or not ready",
            Self::Server => "the server failed",
            Self::BadRequest => "the server does not take the request",
            Self::EditedHistory => "the server takes earlier turns for changed",
            Self::NoTools => "the model cannot call tools",
            Self::Refused => "the connection was refused",
            Self::NoHost => "the server cannot be reached",
            Self::Tls => "no secure connection",
            Self::Proxy => "the proxy failed",
            Self::Timeout => "no answer in time",
            Self::Cut => "the reply was cut off",
            Self::Redirect => "the server sends elsewhere",
            Self::Nonsense => "the answer is not what the protocol says",
        }
    }
}
