//! Runs one function on many items by all threads. The function is called through a pointer,
//! because the compiler instantiates rayon's iterators for every closure and every size of board;
//! that was 45 % of the machine code of this crate. One call should take some microseconds.

use rayon::prelude::*;

use crate::error::Error;

/// Returns the results of `work` for each item, in the order of the items.
pub fn map<T: Sync, R: Send>(items: &[T], work: &(dyn Fn(&T) -> R + Sync)) -> Vec<R> {
    items.par_iter().map(work).collect()
}

/// Like [`map`], for work that can fail.
///
/// # Errors
/// One of the errors of `work`.
pub fn try_map<T: Sync, R: Send>(items: &[T], work: &(dyn Fn(&T) -> Result<R, Error> + Sync)) -> Result<Vec<R>, Error> {
    items.par_iter().map(work).collect()
}

/// Calls `work` with the number of each chunk and its items; the last chunk may be shorter.
pub fn each_chunk<T: Send>(items: &mut [T], size: usize, work: &(dyn Fn(usize, &mut [T]) + Sync)) {
    items.par_chunks_mut(size).enumerate().for_each(|(number, chunk)| work(number, chunk));
}
