//! Tools in words, for models without tools of their own: the system prompt describes them, the reply is one JSON object
//! `{"tool": NAME or "answer", "args": {...}}`, results go back as the user's text.
