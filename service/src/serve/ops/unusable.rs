//! Reports of unusable tables for operators.

use std::fmt::{Display, Write as _};

use peatee_probe::{Collection, TableFault, with_tables};

const LINES_MAX: usize = 100;

/// Tables of a collection that cannot be used: file names, each with the reason.
#[derive(Debug, Default)]
pub struct Unusable {
    pub usable: usize,
    pub damaged: Vec<String>,
    /// Tables whose files the system refuses to read, so that their content is unknown.
    pub unreadable: Vec<String>,
    pub missing: Vec<String>,
    /// Folders with an unusable manifest.
    pub folders: Vec<String>,
}

impl Unusable {
    pub fn of(collection: &Collection) -> Self {
        let mut out = Unusable::default();
        for folder in collection.unopened() {
            out.folders.push(format!("{}: {folder}", folder.path.display()));
        }
        for tables in collection.games() {
            with_tables!(tables, tables => {
                out.usable += tables.slices().iter().map(|slice| slice.metrics.len()).sum::<usize>();
                out.put(tables.faults());
            });
        }
        out.damaged.sort();
        out.unreadable.sort();
        out.missing.sort();
        out
    }

    fn put<'a, S: Display + 'a>(&mut self, faults: impl Iterator<Item = &'a TableFault<S>>) {
        for fault in faults {
            let list = match fault {
                _ if fault.error.is_unreadable() => &mut self.unreadable,
                _ if fault.is_damage() => &mut self.damaged,
                _ => &mut self.missing,
            };
            list.push(fault.to_string());
        }
    }

    /// Returns four lists: unusable folders, and damaged, unreadable and missing tables. Before
    /// each list are two labels: the first for a single item, the second for the number of items.
    pub fn kinds(&self) -> [(&'static str, &'static str, &[String]); 4] {
        [
            ("folder", "folders", &self.folders),
            ("damaged", "damaged tables", &self.damaged),
            ("unreadable", "unreadable tables", &self.unreadable),
            ("missing", "missing tables", &self.missing),
        ]
    }

    /// Returns a sentence with the number of each kind; `None` if there are no unusable tables.
    pub fn summary(&self) -> Option<String> {
        let kinds = self.kinds().into_iter().filter(|(_, _, list)| !list.is_empty());
        let counts: Vec<String> = kinds.clone().map(|(_, kind, list)| format!("{} {kind}", list.len())).collect();
        let first = kinds.into_iter().find_map(|(_, _, list)| list.first())?;
        Some(format!("{}, the first is {first}", counts.join(", ")))
    }

    /// Returns one line per unusable table or folder, up to a limit.
    pub fn lines(&self) -> String {
        let all = self.kinds().into_iter().flat_map(|(kind, _, list)| list.iter().map(move |told| (kind, told)));
        let mut out = String::new();
        for (kind, told) in all.clone().take(LINES_MAX) {
            // Writing to a string does not fail.
            let _ = writeln!(out, "{kind}: {}", peatee_rules::notation::printable(told));
        }
        match all.count().saturating_sub(LINES_MAX) {
            0 => {}
            more => drop(writeln!(out, "and {more} more")),
        }
        out
    }
}
