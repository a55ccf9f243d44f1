//! A fault in words: what happened to what, and what to do next.

use super::{Fault, FaultKind};

impl Fault {
    /// What the user can do.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        let variables = self.variables.join(" or ");
        (self.kind == FaultKind::MissingKey).then(|| format!("set {variables}"))
    }
}
