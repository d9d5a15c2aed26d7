//! Sources of options, in order of precedence: command line, environment, file.

mod file;
mod hint;
mod numbers;
mod places;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgMatches, Args as _, Command, parser::ValueSource};

use super::args::Args;
use crate::errors::Error;
pub use file::OptionsFile;
use hint::hint;
pub use places::OptionPlaces;

/// Name of the subcommand whose options can also come from the environment and a file.
pub const SERVE: &str = "serve";

const PREFIX: &str = "PEATEE_";

/// Beginnings of the names (without [`PREFIX`]) of environment variables that Kubernetes sets if a
/// service is called `peatee`. These variables are not options.
const OF_KUBERNETES: [&str; 2] = ["SERVICE_", "PORT"];

pub fn with_environment(command: Command) -> Command {
    command.mut_args(|arg| match (arg.get_long(), arg.get_env()) {
        (Some(long), None) if !["help", "version", "check-config"].contains(&long) => {
            let name = format!("{PREFIX}{}", long.replace('-', "_").to_uppercase());
            arg.env(name)
        }
        _ => arg,
    })
}

/// Returns a warning for each environment variable that has the prefix of options but names no
/// option.
pub fn unknown_variables() -> Vec<String> {
    let command = with_environment(Args::augment_args(Command::new(SERVE)));
    let known: Vec<_> = command.get_arguments().filter_map(|arg| arg.get_env()?.to_str()).collect();
    let set = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let is_unknown = |name: &String| {
        name.strip_prefix(PREFIX).is_some_and(|rest| !OF_KUBERNETES.iter().any(|own| rest.starts_with(own)))
            && !known.contains(&name.as_str())
    };
    let warning = |name: String| format!("{name}: there is no such option; {}", hint(&known, &name));
    set.filter(is_unknown).map(warning).collect()
}

fn without_environment(command: Command) -> Command {
    command.mut_args(|arg| arg.env(clap::builder::Resettable::Reset))
}

/// Parses the arguments of the command line. `whole` describes the command with all its
/// subcommands, including [`SERVE`].
///
/// # Errors
/// The file or an environment variable has a wrong value. On a wrong command line or a request for
/// help, the process exits instead.
pub fn parse(whole: &Command, arguments: &[OsString]) -> Result<(ArgMatches, OptionPlaces), Error> {
    let with_variables = whole.clone().mut_subcommand(SERVE, with_environment);
    // First, only the name of the configuration file is read, without regard to errors: some
    // options may be valid only together with those of the file.
    let found = with_variables.clone().ignore_errors(true).try_get_matches_from(arguments).ok();
    let of_server = found.as_ref().and_then(|found| found.subcommand_matches(SERVE));
    let named = of_server.and_then(|found| found.try_get_one::<PathBuf>("config").ok().flatten());
    let file = named.map(|path| OptionsFile::read(path)).transpose()?.unwrap_or_default();
    let everything = with_variables.clone().mut_subcommand(SERVE, |serve| file.make_defaults(serve));
    match everything.clone().try_get_matches_from(arguments) {
        Ok(matches) => {
            let places = match (everything.find_subcommand(SERVE), matches.subcommand_matches(SERVE)) {
                (Some(serve), Some(matches)) => OptionPlaces::of(serve, matches, &file),
                _ => OptionPlaces::default(),
            };
            Ok((matches, places))
        }
        Err(error) if !error.use_stderr() => error.exit(),
        Err(_) => Err(fault(whole, arguments, with_variables, everything, &file)),
    }
}

/// Returns the error about a wrong option value. The error names the source of the value: an
/// environment variable, or else the file. If the command line itself is wrong, the process exits
/// instead.
fn fault(
    whole: &Command,
    arguments: &[OsString],
    with_variables: Command,
    everything: Command,
    file: &OptionsFile,
) -> Error {
    let flags_alone = whole.clone().mut_subcommand(SERVE, without_environment);
    if let Err(error) = flags_alone.clone().try_get_matches_from(arguments) {
        let found = flags_alone.clone().ignore_errors(true).try_get_matches_from(arguments).ok();
        let command = found.as_ref().and_then(|found| flags_alone.find_subcommand(found.subcommand_name()?));
        numbers::exit(&error, command.and_then(|command| option_of(command, &error)));
    }
    let of_places = [(with_variables, ValueSource::EnvVariable), (everything.clone(), ValueSource::DefaultValue)];
    for (command, source) in of_places {
        let Err(error) = command.try_get_matches_from(arguments) else { continue };
        let option = everything.find_subcommand(SERVE).and_then(|serve| option_of(serve, &error));
        let place = option.and_then(|option| places::place(option, source, file));
        let Some(place) = place else { error.exit() };
        return Error::Setting { place, reason: reason(&error, option) };
    }
    Error::Argument { field: "serve", reason: "the options contradict each other".to_owned() }
}

/// Returns the option of a command to which an error of clap refers.
fn option_of<'a>(command: &'a Command, error: &clap::Error) -> Option<&'a Arg> {
    let Some(ContextValue::String(shown)) = error.get(ContextKind::InvalidArg) else { return None };
    let name = shown.strip_prefix("--")?.split([' ', '=', '[']).next();
    command.get_arguments().find(|arg| arg.get_long() == name)
}

fn reason(error: &clap::Error, option: Option<&Arg>) -> String {
    let value = match error.get(ContextKind::InvalidValue) {
        Some(ContextValue::String(value)) => value.as_str(),
        _ => "",
    };
    let why = match (numbers::why(error, option), error.get(ContextKind::ValidValue)) {
        (Some(why), _) => why,
        (None, Some(ContextValue::Strings(valid))) if !valid.is_empty() => format!("it may be {}", valid.join(", ")),
        _ if value.is_empty() => "it is empty; give a value, or leave the option out".to_owned(),
        _ => "it cannot be read".to_owned(),
    };
    format!("'{value}' is wrong: {why}")
}
