//! The options of the engine, which a program that drives it may set.

use std::path::PathBuf;

use peatee_rules::notation::shortened;

use crate::cli::TableArgs;
use crate::engine::PV_PLIES_MAX;

/// The most memory for tables, in MiB: a tebibyte.
const MEMORY_MIB_MAX: u64 = 1 << 20;

/// The values of all options.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The tables.
    pub tables: TableArgs,
    /// The most plies of a line of best play.
    pub pv_plies: u32,
}

impl Settings {
    /// The lines that declare the options.
    pub fn declared(&self) -> [String; 3] {
        let Settings { tables, pv_plies } = self;
        let memory_mib = (tables.memory_bytes() >> 20).max(1);
        [
            format!("option name Tables type string default {}", tables.tables.display()),
            format!("option name MemoryMiB type spin default {memory_mib} min 1 max {MEMORY_MIB_MAX}"),
            format!("option name PvPlies type spin default {pv_plies} min 1 max {PV_PLIES_MAX}"),
        ]
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
        match name.trim().to_ascii_lowercase().as_str() {
            "tables" if value.is_empty() => Err("Tables is empty; name the directory of the tables".to_owned()),
            "tables" => {
                self.tables.tables = PathBuf::from(value);
                Ok(true)
            }
            "memorymib" => {
                self.tables.memory_mib = Some(number("MemoryMiB", value, MEMORY_MIB_MAX)?);
                Ok(true)
            }
            "pvplies" => {
                self.pv_plies = number("PvPlies", value, PV_PLIES_MAX.into())? as u32;
                Ok(false)
            }
            _ => {
                Err(format!("there is no option {:?}; there are Tables, MemoryMiB and PvPlies", shortened(name.trim())))
            }
        }
    }
}

fn number(name: &str, text: &str, most: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("{name} is {:?}; write a number from 1 to {most}", shortened(text)))
}
