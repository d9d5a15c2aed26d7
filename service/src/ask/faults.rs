//! Reports of unusable tables. They are reported once, on standard error, before the answers. If an
//! answer is incomplete because of them, the exit code says so.

use std::fmt::Display;
use std::process::ExitCode;

use peatee_probe::{AnyTables, Collection, Game as _, TableFault, with_tables};

use super::games;

/// Exit code if input is damaged or cannot be read.
const DAMAGE: u8 = 5;

/// An answer that may lack values because a table is missing.
pub trait Partial {
    fn lacks_table(&self) -> bool {
        false
    }
}

/// Reports, on standard error, the folders that cannot be opened and, for each game, the first
/// unusable table.
pub fn report(collection: &Collection) {
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

pub fn has_damage(collection: &Collection, variant: &str) -> bool {
    let is_unopened = collection.unopened().iter().any(|folder| folder.is_of(variant));
    let has_damage = |any: &AnyTables| with_tables!(any, tables => tables.faults().any(TableFault::is_damage));
    is_unopened || collection.game(variant).is_some_and(has_damage)
}

/// Returns the exit code of a command: 5 if `is_incomplete`, that is, if an answer lacks something
/// because a table is damaged; otherwise `own`.
pub fn exit_code(own: ExitCode, is_incomplete: bool) -> ExitCode {
    if is_incomplete { ExitCode::from(DAMAGE) } else { own }
}
