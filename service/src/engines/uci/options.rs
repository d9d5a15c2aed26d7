//! The options of the engine, which a program that drives it may set.

use std::path::PathBuf;

use clap::ValueEnum as _;
use peatee_rules::notation::shortened;

use crate::ask::tables::{MEMORY_MIB_MAX, TableArgs};
use crate::engines::engine::{Beyond, PV_PLIES_MAX};

/// The most moves that are shown with their lines: more than any position has.
const MULTI_PV_MAX: usize = 256;

/// The values of all options.
#[derive(Debug, Clone)]
pub struct Options {
    /// The tables.
    pub tables: TableArgs,
    /// The most plies of a line of best play.
    pub pv_plies: u32,
    /// The number of moves that are shown with their lines, the best first.
    pub multi_pv: usize,
    /// True when a score has the chances of a win, a draw and a loss behind it.
    pub shows_wdl: bool,
    /// The answer where the tables do not say which move is best.
    pub beyond: Beyond,
}

/// An option: its name, its type and value as the protocol declares them, and what sets it.
struct UciOption {
    name: &'static str,
    kind: fn(&Options) -> String,
    set: fn(&mut Options, &str) -> Result<(), String>,
    /// True when the tables have to be opened anew.
    concerns_tables: bool,
}

const OPTIONS: [UciOption; 6] = [
    UciOption {
        name: "Tables",
        kind: |options| format!("string default {}", options.tables.tables.display()),
        set: |options, value| {
            if value.is_empty() {
                return Err("is empty; name the directory of the tables".to_owned());
            }
            options.tables.tables = PathBuf::from(value);
            Ok(())
        },
        concerns_tables: true,
    },
    UciOption {
        name: "MemoryMiB",
        kind: |options| {
            let memory_mib = (options.tables.memory_bytes() >> 20).max(1);
            format!("spin default {memory_mib} min 1 max {MEMORY_MIB_MAX}")
        },
        set: |options, value| {
            options.tables.memory_mib = Some(number(value, MEMORY_MIB_MAX)?);
            Ok(())
        },
        concerns_tables: true,
    },
    UciOption {
        name: "PvPlies",
        kind: |options| format!("spin default {} min 1 max {PV_PLIES_MAX}", options.pv_plies),
        set: |options, value| {
            options.pv_plies = number(value, PV_PLIES_MAX.into())? as u32;
            Ok(())
        },
        concerns_tables: false,
    },
    UciOption {
        name: "MultiPV",
        kind: |options| format!("spin default {} min 1 max {MULTI_PV_MAX}", options.multi_pv),
        set: |options, value| {
            options.multi_pv = number(value, MULTI_PV_MAX as u64)? as usize;
            Ok(())
        },
        concerns_tables: false,
    },
    UciOption {
        name: "UCI_ShowWDL",
        kind: |options| format!("check default {}", options.shows_wdl),
        set: |options, value| {
            options.shows_wdl = value.parse().map_err(|_| format!("is {:?}; write true or false", shortened(value)))?;
            Ok(())
        },
        concerns_tables: false,
    },
    UciOption {
        name: "Beyond",
        kind: |options| format!("combo default {} var {}", options.beyond.name(), Beyond::names().join(" var ")),
        set: |options, value| {
            options.beyond = Beyond::from_str(value, true)
                .map_err(|_| format!("is {:?}; write {}", shortened(value), Beyond::names().join(" or ")))?;
            Ok(())
        },
        concerns_tables: false,
    },
];

impl Options {
    /// Returns the lines that declare the options.
    pub fn declared(&self) -> impl Iterator<Item = String> {
        OPTIONS.iter().map(|option| format!("option name {} type {}", option.name, (option.kind)(self)))
    }

    /// Sets an option from the text behind `setoption`. Names are the same in large and small
    /// letters, as the protocol wants it. True where the tables have to be opened anew.
    ///
    /// # Errors
    /// There is no such option, or it cannot have that value.
    pub fn set(&mut self, text: &str) -> Result<bool, String> {
        let form = "write setoption name NAME value VALUE";
        // A blank at the end, so that a value may be empty.
        let text = format!("{} ", text.trim());
        let text = text.strip_prefix("name ").ok_or(form)?;
        let (name, value) = text.split_once(" value ").map_or((text, ""), |(name, value)| (name, value.trim()));
        let name = name.trim();
        let Some(option) = OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name)) else {
            let names = OPTIONS.map(|option| option.name).join(", ");
            return Err(format!("there is no option {:?}; there are {names}", shortened(name)));
        };
        (option.set)(self, value).map_err(|reason| format!("{} {reason}", option.name))?;
        Ok(option.concerns_tables)
    }
}

fn number(text: &str, most: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("is {:?}; write a number from 1 to {most}", shortened(text)))
}
