//! Answers in JSON, written by the threads that compute them.

use std::sync::Arc;

use axum::body::Bytes;
use peatee_rules::Budget;
use prost::Message;

use crate::answer::mapping::Method;
use crate::errors::Error;

/// Writer that converts the answers of one RPC method to JSON, for clients that want JSON. The
/// extensions of the request contain the writer, so that the probing thread writes the JSON and not
/// a network thread.
#[derive(Debug, Clone)]
pub struct Writer(pub Arc<Method>);

/// An answer that was converted to JSON. The extensions of the response contain it.
#[derive(Debug, Clone)]
pub struct Written(pub Bytes);

impl Writer {
    /// Writes an answer as JSON, within a budget.
    ///
    /// # Errors
    /// [`Error::Deadline`].
    pub fn write(&self, message: &impl Message, budget: &Budget) -> Result<Written, Error> {
        let json = self.0.response(message, budget);
        budget.check()?;
        Ok(Written(json.into()))
    }
}
