//! Parallel work: a function is called for many items, on all threads. All parallel code of this
//! crate uses this file. Functions are called through pointers, because otherwise the compiler
//! would make a copy of rayon's iterators for every closure and every size of board. So each call
//! should take at least some microseconds.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::error::Error;

pub fn for_each<T: Send>(items: impl IntoIterator<Item = T>, work: &(dyn Fn(T) + Sync)) {
    let slots: Vec<Mutex<Option<T>>> = items.into_iter().map(|item| Mutex::new(Some(item))).collect();
    each_number(slots.len(), &|number| {
        let item = slots[number].lock().unwrap_or_else(PoisonError::into_inner).take();
        work(item.expect("each number comes once"));
    });
}

#[inline(never)]
fn each_number(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
}

/// Calls `work` for each item, and returns the results in the order of the items.
pub fn map<T: Send, R: Send>(items: impl IntoIterator<Item = T>, work: &(dyn Fn(T) -> R + Sync)) -> Vec<R> {
    let items: Vec<T> = items.into_iter().collect();
    let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
    for_each(items.into_iter().zip(&mut results), &|(item, result)| *result = Some(work(item)));
    results.into_iter().flatten().collect()
}

/// Calls `work`, which may fail, for each item, and returns the results in the order of the items.
///
/// # Errors
/// One of the errors of `work`. After an error, `work` is not called for further items.
pub fn try_map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: &(dyn Fn(T) -> Result<R, Error> + Sync),
) -> Result<Vec<R>, Error> {
    let has_failed = AtomicBool::new(false);
    let results = map(items, &|item| {
        let result = (!has_failed.load(Ordering::Relaxed)).then(|| work(item));
        if let Some(Err(_)) = &result {
            has_failed.store(true, Ordering::Relaxed);
        }
        result
    });
    results.into_iter().flatten().collect()
}

/// Calls `work` for each item, and returns the results in the order of the items. Each call gets a
/// state that no other call is using. A state of an earlier call is used again if one is free;
/// otherwise `new_state` creates a new one.
pub fn map_with<S: Send, T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    new_state: &(dyn Fn() -> S + Sync),
    work: &(dyn Fn(&mut S, T) -> R + Sync),
) -> Vec<R> {
    let idle: Mutex<Vec<S>> = Mutex::default();
    let lock = || idle.lock().unwrap_or_else(PoisonError::into_inner);
    map(items, &|item| {
        let taken = lock().pop();
        let mut state = taken.unwrap_or_else(new_state);
        let result = work(&mut state, item);
        lock().push(state);
        result
    })
}
