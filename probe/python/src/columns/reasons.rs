//! Builds the column of errors.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::StringBuilder;

use super::foreign::Refusal;

/// Maximum length of all texts of a column in bytes, because the offsets of the texts have 31 bits.
const MOST_BYTES: usize = i32::MAX as usize;

/// Collects the errors row by row; the entry of a row with an answer is null.
#[derive(Default)]
pub(super) struct Reasons {
    texts: StringBuilder,
    is_full: bool,
}

impl Reasons {
    pub(super) fn push_none(&mut self) {
        self.texts.append_null();
    }

    #[cold]
    pub(super) fn push(&mut self, reason: &str) {
        self.is_full |= reason.len() > MOST_BYTES - self.texts.values_slice().len();
        self.texts.append_option((!self.is_full).then_some(reason));
    }

    /// Checks that the error texts of all rows fit in one column.
    ///
    /// # Errors
    /// [`Refusal::Content`] if the error texts are too long together.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        match self.is_full {
            true => {
                Err(Refusal::Content("the errors of the rows are too many for one column; give fewer rows".to_owned()))
            }
            false => Ok(()),
        }
    }

    pub(super) fn finish(&mut self) -> ArrayRef {
        Arc::new(self.texts.finish())
    }
}
