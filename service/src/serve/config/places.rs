//! Sources of option values. Error messages about a value name its source.

use std::collections::BTreeMap;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

use super::file::OptionsFile;
use crate::errors::Error;

/// Description of the source of each option that was not set on the command line. The key is the
/// flag (`--name`).
#[derive(Debug, Default)]
pub struct OptionPlaces(BTreeMap<String, String>);

impl OptionPlaces {
    pub fn of(command: &Command, matches: &ArgMatches, file: &OptionsFile) -> Self {
        let place_of = |arg: &Arg| {
            let source = matches.value_source(arg.get_id().as_str())?;
            let long = arg.get_long()?;
            Some((format!("--{long}"), place(arg, source, file)?))
        };
        OptionPlaces(command.get_arguments().filter_map(place_of).collect())
    }

    /// Adds the source of the faulty option to an error, unless the option is on the command line.
    pub fn explain(&self, error: Error) -> Error {
        let flag = match &error {
            Error::Argument { field, .. } => field,
            Error::Listen { flag, .. } => flag,
            Error::Missing { .. } | Error::Open(_) => "--tables",
            _ => return error,
        };
        match (self.0.get(flag).cloned(), error) {
            (None, error) => error,
            (Some(place), Error::Argument { reason, .. }) => Error::Setting { place, reason },
            (Some(place), error) => Error::UnusableSetting { place, error: Box::new(error) },
        }
    }
}

/// Returns a description of the source of an option's value. Returns `None` for default values.
/// Values from the command line need no description, because errors about them already name the
/// flag; for them, the result is `None` too.
pub fn place(arg: &Arg, source: ValueSource, file: &OptionsFile) -> Option<String> {
    let long = arg.get_long()?;
    match source {
        ValueSource::CommandLine => None,
        ValueSource::EnvVariable => Some(format!("{} (--{long})", arg.get_env()?.display())),
        _ => file.place(long),
    }
}
