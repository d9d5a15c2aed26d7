//! Names the folders and tables that cannot be used, once, on standard error, before the answers.

use std::fmt::Display;

use peatee_probe::{Collection, Tables};

use super::CHESS;

/// Names the folders that cannot be opened, and for each game the first table that cannot be used.
pub fn tell(collection: &Collection) {
    collection.unopened().iter().for_each(|folder| eprintln!("peatee: {folder}"));
    let of_draughts = |tables: &Tables| summary(tables.faults(), tables.game().variant().id);
    let of_chess = collection.chess().and_then(|tables| summary(tables.faults(), CHESS));
    collection.iter().filter_map(of_draughts).chain(of_chess).for_each(|text| eprintln!("peatee: {text}"));
}

fn summary<F: Display>(mut faults: impl Iterator<Item = F>, variant: &str) -> Option<String> {
    let first = faults.next()?;
    Some(match faults.count() {
        0 => first.to_string(),
        more => format!("{first} (and {more} more tables of {variant})"),
    })
}
