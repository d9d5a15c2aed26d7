//! Pages of long answers: their length and first item.

use crate::errors::Error;

fn argument(field: &'static str, reason: &str) -> Error {
    Error::Argument { field, reason: reason.to_owned() }
}

/// Returns the number of items of a page; 0 requests the default.
///
/// # Errors
/// [`Error::Argument`] when the number is negative.
pub fn size(asked: i32, default: usize, most: usize) -> Result<usize, Error> {
    match usize::try_from(asked) {
        Ok(0) => Ok(default),
        Ok(size) => Ok(size.min(most)),
        Err(_) => Err(argument("page_size", "must not be negative")),
    }
}

/// Returns the index of the first item of a page. The page token is this index.
///
/// # Errors
/// [`Error::Argument`] for another token.
pub fn first(token: &str) -> Result<usize, Error> {
    match token {
        "" => Ok(0),
        token => token.parse().map_err(|_| argument("page_token", "is not a token of this method")),
    }
}
