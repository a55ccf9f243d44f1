//! Stub.

use serde_json::Value;

use super::{Broken, Decoded, Decoder, Draft};
use crate::event::Usage;

/// The JSON body of a request.
pub fn body(_draft: &Draft) -> Value {
    Value::Null
}

/// Folds a stream.
#[derive(Debug, Default)]
pub struct Stream {}

impl Decoder for Stream {
    fn take(&mut self, _data: &str, _tell: &mut dyn FnMut(&str)) -> Result<(), Broken> {
        Ok(())
    }

    fn is_over(&self) -> bool {
        false
    }

    fn usage(&self) -> Usage {
        Usage::default()
    }

    fn finish(self: Box<Self>) -> Result<Decoded, Broken> {
        Err(Broken::Cut)
    }
}
