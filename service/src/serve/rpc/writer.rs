//! Answers in JSON, written where they are worked out.

use std::sync::Arc;

use axum::body::Bytes;
use peatee_rules::Budget;
use prost::Message;

use crate::answer::mapping::Method;
use crate::errors::Error;

/// Writes the answers to a method, for a client who wants JSON. The extensions of its request hold
/// it, so that answers are written where they are worked out: on a thread, not on one of the
/// network.
#[derive(Debug, Clone)]
pub struct Writer(pub Arc<Method>);

/// An answer as JSON. The extensions of the answer as a message hold it.
#[derive(Debug, Clone)]
pub struct Written(pub Bytes);

impl Writer {
    /// Writes an answer within a budget.
    ///
    /// # Errors
    /// [`Error::Deadline`].
    pub fn write(&self, message: &impl Message, budget: &Budget) -> Result<Written, Error> {
        let json = self.0.response(message, budget);
        budget.check()?;
        Ok(Written(json.into()))
    }
}
