//! Parameters of the engine, which the driving program may set.

use std::path::PathBuf;

use peatee_rules::{VARIANTS, Variant};

use super::line::quoted;
use crate::ask::tables::{MEMORY_MIB_MAX, TableArgs};
use crate::engines::engine::{Beyond, Draws, Named as _, PV_PLIES_MAX};
use crate::engines::hub_names::{hub_name, rules_named, variant_named};

#[derive(Debug, Clone)]
pub struct Parameters {
    pub variant: &'static Variant,
    pub tables: TableArgs,
    /// Name of the draw rules. The name `default` stands for the rules that were written for the
    /// game.
    pub rules: String,
    pub beyond: Beyond,
    /// Way to choose among drawn moves.
    pub draws: Draws,
    /// Maximum length of the line of best play, in plies.
    pub pv_plies: u32,
}

/// A parameter of the Hub protocol: its name, its value, the declaration of its type, and how to
/// set it.
struct Param {
    name: &'static str,
    value: fn(&Parameters) -> String,
    kind: fn() -> String,
    set: fn(&mut Parameters, &str) -> Result<(), String>,
}

const PARAMS: [Param; 7] = [
    Param {
        name: "variant",
        value: |parameters| hub_name(parameters.variant).to_owned(),
        kind: || enumeration(VARIANTS.iter().map(|variant| hub_name(variant))),
        set: |parameters, value| {
            parameters.variant = variant_named(value)?;
            Ok(())
        },
    },
    Param {
        name: "tables",
        value: |parameters| parameters.tables.tables.display().to_string(),
        kind: || "type=string".to_owned(),
        set: |parameters, value| {
            if value.is_empty() {
                return Err("is empty; name the directory of the tables".to_owned());
            }
            parameters.tables.tables = PathBuf::from(value);
            Ok(())
        },
    },
    Param {
        name: "memory-mib",
        value: |parameters| (parameters.tables.memory_bytes() >> 20).to_string(),
        kind: || format!("type=int min=1 max={MEMORY_MIB_MAX}"),
        set: |parameters, value| {
            parameters.tables.memory_mib = Some(number(value, MEMORY_MIB_MAX)?);
            Ok(())
        },
    },
    Param {
        name: "rules",
        value: |parameters| parameters.rules.clone(),
        kind: || "type=string".to_owned(),
        set: |parameters, value| {
            rules_named(value)?;
            parameters.rules = value.to_owned();
            Ok(())
        },
    },
    Param {
        name: "beyond",
        value: |parameters| parameters.beyond.name(),
        kind: || enumeration(Beyond::names().into_iter()),
        set: |parameters, value| {
            parameters.beyond = Beyond::named(value, false).map_err(|names| format!("must be {names}"))?;
            Ok(())
        },
    },
    Param {
        name: "draws",
        value: |parameters| parameters.draws.name(),
        kind: || enumeration(Draws::names().into_iter()),
        set: |parameters, value| {
            parameters.draws = Draws::named(value, false).map_err(|names| format!("must be {names}"))?;
            Ok(())
        },
    },
    Param {
        name: "pv-plies",
        value: |parameters| parameters.pv_plies.to_string(),
        kind: || format!("type=int min=1 max={PV_PLIES_MAX}"),
        set: |parameters, value| {
            parameters.pv_plies = number(value, u64::from(PV_PLIES_MAX))? as u32;
            Ok(())
        },
    },
];

impl Parameters {
    pub fn declared(&self) -> impl Iterator<Item = String> {
        PARAMS
            .iter()
            .map(|param| format!("param name={} value={} {}", param.name, quoted(&(param.value)(self)), (param.kind)()))
    }

    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Some(param) = PARAMS.iter().find(|param| param.name == name) else {
            let names = PARAMS.map(|param| param.name).join(", ");
            return Err(format!("there is no parameter `{name}`; there are {names}"));
        };
        (param.set)(self, value).map_err(|reason| format!("{name}: {reason}"))
    }
}

fn enumeration(values: impl Iterator<Item = impl AsRef<str>>) -> String {
    let values: Vec<String> = values.map(|value| value.as_ref().to_owned()).collect();
    format!("type=enum values=\"{}\"", values.join(" "))
}

fn number(value: &str, max: u64) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| (1..=max).contains(number));
    number.ok_or_else(|| format!("must be a number from 1 to {max}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::hub_names::RULES_DEFAULT;

    /// Returns parameters for international draughts. `tables` is the directory of the tables.
    fn parameters(tables: &str) -> Parameters {
        Parameters {
            variant: variant_named("normal").unwrap(),
            tables: TableArgs { tables: tables.into(), memory_mib: Some(16), mmap: false },
            rules: RULES_DEFAULT.into(),
            beyond: Beyond::Error,
            draws: Draws::Hard,
            pv_plies: 20,
        }
    }

    #[test]
    fn parameters_are_declared_with_the_values_that_were_set() {
        let mut parameters = parameters("my tables");
        for (name, value) in [
            ("variant", "losing"),
            ("rules", "FMJD-64+drawn"),
            ("beyond", "move"),
            ("draws", "first"),
            ("pv-plies", "7"),
        ] {
            parameters.set(name, value).unwrap();
        }
        let lines: Vec<String> = parameters.declared().collect();
        assert_eq!(lines.len(), PARAMS.len());
        assert!(
            lines[0].starts_with("param name=variant value=losing type=enum values=\"normal brazilian "),
            "{lines:?}"
        );
        assert_eq!(lines[1], "param name=tables value=\"my tables\" type=string");
        assert_eq!(lines[3], "param name=rules value=FMJD-64+drawn type=string");
        assert_eq!(lines[4], "param name=beyond value=move type=enum values=\"error move\"");
        assert_eq!(lines[5], "param name=draws value=first type=enum values=\"first hard\"");
        assert_eq!(lines[6], "param name=pv-plies value=7 type=int min=1 max=1000");
    }

    #[test]
    fn wrong_values_are_refused_and_change_nothing() {
        let mut parameters = parameters("tables");
        let before: Vec<String> = parameters.declared().collect();
        for (name, value) in [
            ("variant", "chess"),
            ("tables", ""),
            ("memory-mib", "0"),
            ("memory-mib", "1e3"),
            ("rules", "FMJD"),
            ("beyond", "Move"),
            ("draws", "last"),
            ("pv-plies", "1001"),
            ("book", "true"),
            ("", ""),
        ] {
            assert!(parameters.set(name, value).unwrap_err().contains(name), "{name}={value}");
        }
        assert_eq!(parameters.declared().collect::<Vec<_>>(), before);
    }
}
