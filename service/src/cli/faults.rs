//! Names the folders and tables that cannot be used, once, on standard error, before the answers.

use peatee_probe::{Collection, Tables};

/// Names the folders that cannot be opened, and for each game the first table that cannot be used.
pub fn tell(collection: &Collection) {
    collection.unopened().iter().for_each(|folder| eprintln!("peatee: {folder}"));
    collection.iter().filter_map(of_game).for_each(|text| eprintln!("peatee: {text}"));
}

fn of_game(tables: &Tables) -> Option<String> {
    let mut faults = tables.faults();
    let first = faults.next()?;
    Some(match faults.count() {
        0 => first.to_string(),
        more => format!("{first} (and {more} more tables of {})", tables.game().variant().id),
    })
}
