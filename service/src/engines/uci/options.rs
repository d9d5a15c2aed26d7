//! Options of the engine, which the driving program may set.

use std::path::PathBuf;

use peatee_rules::notation::shortened;

use crate::ask::tables::{MEMORY_MIB_MAX, TableArgs};
use crate::engines::engine::{Beyond, Draws, Named, PV_PLIES_MAX};

/// Largest value of the option `MultiPV`. No position has more legal moves.
const MULTI_PV_MAX: usize = 256;

#[derive(Debug, Clone)]
pub struct Options {
    pub tables: TableArgs,
    pub pv_plies: u32,
    /// Value of the option `MultiPV`: the number of best moves for which a line of best play is
    /// sent.
    pub multi_pv: usize,
    /// True if scores are followed by the chances of a win, a draw and a loss.
    pub shows_wdl: bool,
    pub beyond: Beyond,
    /// Way to choose among drawn moves.
    pub draws: Draws,
}

struct UciOption {
    name: &'static str,
    kind: fn(&Options) -> String,
    set: fn(&mut Options, &str) -> Result<(), String>,
    /// True if the tables must be opened again after the option was set.
    concerns_tables: bool,
}

const OPTIONS: [UciOption; 7] = [
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
            options.beyond = choice(value)?;
            Ok(())
        },
        concerns_tables: false,
    },
    UciOption {
        name: "Draws",
        kind: |options| format!("combo default {} var {}", options.draws.name(), Draws::names().join(" var ")),
        set: |options, value| {
            options.draws = choice(value)?;
            Ok(())
        },
        concerns_tables: false,
    },
];

impl Options {
    pub fn declared(&self) -> impl Iterator<Item = String> {
        OPTIONS.iter().map(|option| format!("option name {} type {}", option.name, (option.kind)(self)))
    }

    /// Sets the option that the arguments of `setoption` name. Option names are not case-sensitive,
    /// as the protocol requires. Returns true if the tables must be opened again.
    ///
    /// # Errors
    /// There is no such option, or the value is invalid.
    pub fn set(&mut self, text: &str) -> Result<bool, String> {
        let form = "write setoption name NAME value VALUE";
        // A blank is added at the end, because the value may be empty.
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

fn choice<T: Named>(text: &str) -> Result<T, String> {
    T::named(text, true).map_err(|names| format!("is {:?}; write {names}", shortened(text)))
}

fn number(text: &str, most: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("is {:?}; write a number from 1 to {most}", shortened(text)))
}
