//! The same work on many items, by all threads. The work is called through a pointer: the compiler
//! makes the code of rayon's iterators anew for every closure and every size of board, which was
//! 45 % of the machine code of this crate. One call should be worth some microseconds.

use rayon::prelude::*;

use crate::error::Error;

/// What `work` makes of each item, in the order of the items.
pub fn map<T: Sync, R: Send>(items: &[T], work: &(dyn Fn(&T) -> R + Sync)) -> Vec<R> {
    items.par_iter().map(work).collect()
}

/// [`map`] for work that can fail.
///
/// # Errors
/// One of the errors of `work`.
pub fn try_map<T: Sync, R: Send>(items: &[T], work: &(dyn Fn(&T) -> Result<R, Error> + Sync)) -> Result<Vec<R>, Error> {
    items.par_iter().map(work).collect()
}

/// Calls `work` with each chunk of the items and its number; the last chunk may be shorter.
pub fn each_chunk<T: Send>(items: &mut [T], size: usize, work: &(dyn Fn(usize, &mut [T]) + Sync)) {
    items.par_chunks_mut(size).enumerate().for_each(|(number, chunk)| work(number, chunk));
}
