//! The configuration file, which sets options.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, Args as _, Command};
use toml::{Spanned, Value};

use super::hint::hint;
use crate::errors::Error;
use crate::serve::access::small_file::{line_at, read_small_text};
use crate::serve::args::Args;

const NOT_IN_FILE: [&str; 4] = ["config", "check-config", "help", "version"];

/// Options that the configuration file sets; empty if there is no file.
#[derive(Debug, Default)]
pub struct OptionsFile {
    path: PathBuf,
    settings: Vec<Setting>,
}

#[derive(Debug)]
struct Setting {
    long: String,
    values: Vec<String>,
    line: usize,
}

impl OptionsFile {
    /// Reads the configuration file.
    ///
    /// # Errors
    /// The file cannot be read, or names an unknown option.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let wrong = |reason: String| Error::Argument { field: "--config", reason };
        let of_file = |reason: String| wrong(format!("{}: {reason}", path.display()));
        let text = read_small_text(path).map_err(|error| of_file(error.to_string()))?;
        let table: BTreeMap<String, Spanned<Value>> =
            toml::from_str(&text).map_err(|error| of_file(error.to_string().trim_end().to_owned()))?;
        let serve = Args::augment_args(Command::new("serve"));
        let args = || serve.get_arguments().filter_map(|arg| Some((arg.get_long()?, arg)));
        let known: BTreeMap<&str, &Arg> = args().filter(|(long, _)| !NOT_IN_FILE.contains(long)).collect();
        let mut settings = Vec::new();
        for (name, value) in table {
            let line = line_at(&text, value.span().start);
            let wrong = |reason: String| wrong(format!("{}, line {line}: {reason}", path.display()));
            let long = name.replace('_', "-");
            let Some(arg) = known.get(long.as_str()) else {
                let names: Vec<&str> = known.keys().copied().collect();
                return Err(wrong(format!("there is no option `{name}`; {}", hint(&names, &long))));
            };
            let is_list = value.as_ref().is_array();
            let texts = match value.into_inner() {
                Value::Array(list) => list.into_iter().map(text_of).collect(),
                one => text_of(one).map(|text| vec![text]),
            };
            let values =
                texts.ok_or_else(|| wrong(format!("`{name}` must be a text, a number, true or false, or a list")))?;
            if is_list && !matches!(arg.get_action(), ArgAction::Append) {
                return Err(wrong(format!("`{name}` takes one value, not a list")));
            }
            settings.push(Setting { long, values, line });
        }
        Ok(OptionsFile { path: path.to_owned(), settings })
    }

    /// Returns the command with the values of the file as default values of its options.
    pub fn make_defaults(&self, command: Command) -> Command {
        command.mut_args(|arg| {
            let own = self.settings.iter().find(|setting| arg.get_long() == Some(&setting.long));
            own.map_or(arg.clone(), |setting| arg.default_values(setting.values.clone()))
        })
    }

    /// Returns the file name and line that set the option `long`; `None` if the file does not set
    /// it.
    pub fn place(&self, long: &str) -> Option<String> {
        let setting = self.settings.iter().find(|setting| setting.long == long)?;
        Some(format!("{}, line {}: {long}", self.path.display(), setting.line))
    }
}

fn text_of(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        Value::Integer(number) => Some(number.to_string()),
        Value::Boolean(is) => Some(is.to_string()),
        _ => None,
    }
}
