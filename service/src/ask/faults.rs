//! Tables that cannot be used: they are named once, on standard error, before the answers, and the
//! exit code says when an answer would say more with them.

use std::fmt::Display;
use std::process::ExitCode;

use peatee_probe::{AnyTables, Collection, Game as _, TableFault, with_tables};

use super::games;

/// The exit code of input that is damaged or cannot be read.
const DAMAGE: u8 = 5;

/// An answer that may be a part of what whole tables would say.
pub trait Partial {
    /// Returns true when a table that is not there would say more.
    fn lacks_table(&self) -> bool {
        false
    }
}

/// Names the folders that cannot be opened, and for each game the first table that cannot be used.
pub fn tell(collection: &Collection) {
    collection.unopened().iter().for_each(|folder| crate::stderr::write_line(format_args!("peatee: {folder}")));
    for tables in games::tables(collection) {
        let summary = with_tables!(tables, tables => summary(tables.faults(), tables.game().id()));
        summary.iter().for_each(|text| crate::stderr::write_line(format_args!("peatee: {text}")));
    }
}

fn summary<F: Display>(mut faults: impl Iterator<Item = F>, variant: &str) -> Option<String> {
    let first = faults.next()?;
    Some(match faults.count() {
        0 => first.to_string(),
        more => format!("{first} (and {more} more tables of {variant})"),
    })
}

/// Returns true when tables of a game are there, and are damaged or cannot be read.
pub fn has_damage(collection: &Collection, variant: &str) -> bool {
    let is_unopened = collection.unopened().iter().any(|folder| folder.is_of(variant));
    let has_damage = |any: &AnyTables| with_tables!(any, tables => tables.faults().any(TableFault::is_damage));
    is_unopened || collection.game(variant).is_some_and(has_damage)
}

/// Returns the exit code of a run in which answers are less than whole tables would say because
/// some are damaged (`is_less`); otherwise the one that it has.
pub fn exit_code(own: ExitCode, is_less: bool) -> ExitCode {
    if is_less { ExitCode::from(DAMAGE) } else { own }
}
