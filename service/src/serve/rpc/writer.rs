//! Answers in JSON, written by the threads that compute them.

use std::sync::Arc;

use axum::body::Bytes;
use peatee_rules::Budget;
use prost::Message;

use crate::answer::mapping::Method;
use crate::errors::Error;

/// Writer of JSON answers to a method, for clients that want JSON. The request's extensions carry
/// the writer, so that a probing thread writes the JSON instead of a network thread.
#[derive(Debug, Clone)]
pub struct Writer(pub Arc<Method>);

/// An answer as JSON. The extensions of the answer message carry it.
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
