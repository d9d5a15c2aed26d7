//! Pages of long answers: their size and their first item.

use crate::errors::Error;

fn argument(field: &'static str, reason: &str) -> Error {
    Error::Argument { field, reason: reason.to_owned() }
}

/// Returns the number of items on a page. `asked` is the requested number, where 0 means the
/// default; larger numbers than `most` are reduced to `most`.
///
/// # Errors
/// [`Error::Argument`] if the requested number is negative.
pub fn size(asked: i32, default: usize, most: usize) -> Result<usize, Error> {
    match usize::try_from(asked) {
        Ok(0) => Ok(default),
        Ok(size) => Ok(size.min(most)),
        Err(_) => Err(argument("page_size", "must not be negative")),
    }
}

/// Returns the index of the first item of a page. A page token is this index as a decimal number;
/// the empty token means the first page.
///
/// # Errors
/// [`Error::Argument`] if the token is not a number.
pub fn first(token: &str) -> Result<usize, Error> {
    match token {
        "" => Ok(0),
        token => token.parse().map_err(|_| {
            argument("page_token", "is no page token of this method; send the `next_page_token` of its last answer")
        }),
    }
}
