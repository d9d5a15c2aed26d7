//! The file of options: what it says is what an option is when neither a flag nor the environment
//! says otherwise.

use std::path::Path;

use clap::{Arg, Args as _, Command};
use toml::{Table, Value};

use super::args::Args;
use crate::errors::Error;

/// What the names of environment variables begin with.
const PREFIX: &str = "PEATEE_";

/// Options that cannot stand in the file.
const NOT_IN_FILE: [&str; 4] = ["config", "check-config", "help", "version"];

/// Gives each option its environment variable.
pub fn with_environment(command: Command) -> Command {
    command.mut_args(|arg| match (arg.get_long(), arg.get_env()) {
        (Some(long), None) if long != "help" && long != "version" => {
            let name = format!("{PREFIX}{}", long.replace('-', "_").to_uppercase());
            arg.env(name)
        }
        _ => arg,
    })
}

/// Values by the names of options.
pub type Defaults = Vec<(String, Vec<String>)>;

/// Reads a file.
///
/// # Errors
/// It cannot be read, or names what is no option.
pub fn read(path: &Path) -> Result<Defaults, Error> {
    let wrong = |reason: String| Error::Argument { field: "--config", reason: format!("{}: {reason}", path.display()) };
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| wrong(error.to_string().trim_end().to_owned()))?;
    let known = Args::augment_args(Command::new("serve"));
    let mut defaults = Vec::new();
    for (name, value) in table {
        let long = name.replace('_', "-");
        let is_it = |arg: &Arg| arg.get_long().is_some_and(|known| known == long && !NOT_IN_FILE.contains(&known));
        if !known.get_arguments().any(is_it) {
            return Err(wrong(format!("there is no option `{name}`; `peatee serve --help` lists them")));
        }
        let texts = match value {
            Value::Array(list) => list.into_iter().map(text_of).collect(),
            one => text_of(one).map(|text| vec![text]),
        };
        let texts =
            texts.ok_or_else(|| wrong(format!("`{name}` must be a text, a number, true or false, or a list")))?;
        defaults.push((long, texts));
    }
    Ok(defaults)
}

/// Makes values the defaults of the options of a command.
pub fn with_defaults(command: Command, defaults: &Defaults) -> Command {
    command.mut_args(|arg| {
        let own = defaults.iter().find(|(long, _)| arg.get_long() == Some(long));
        own.map_or(arg.clone(), |(_, values)| arg.default_values(values.clone()))
    })
}

fn text_of(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        Value::Integer(number) => Some(number.to_string()),
        Value::Boolean(is) => Some(is.to_string()),
        _ => None,
    }
}
