//! Messages that say why a number in an option is wrong.

use std::error::Error;
use std::num::ParseIntError;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

/// Returns the reason why the value of an option is wrong. If the value is not a number, or is too
/// large for the type of the option, the reason says which numbers the option takes. Returns `None`
/// if the error states no reason.
pub fn why(error: &clap::Error, arg: Option<&Arg>) -> Option<String> {
    let why = error.source()?;
    let Some(ParseIntError { .. }) = why.downcast_ref() else { return Some(why.to_string()) };
    let range = arg.and_then(range).map(|range| format!(" in {range}"));
    Some(format!("expected a whole number{}", range.unwrap_or_default()))
}

/// Returns the range of numbers that an option takes, such as `1..=65536`; `None` if it takes all
/// numbers. The range is taken from the message of clap about a number that is too large.
fn range(arg: &Arg) -> Option<String> {
    const NAME: &str = "number";
    let parser = Arg::new(NAME).long(NAME).value_parser(arg.get_value_parser().clone());
    let asked = [NAME.to_owned(), format!("--{NAME}={}", i64::MAX)];
    let message = Command::new(NAME).arg(parser).try_get_matches_from(asked).err()?.source()?.to_string();
    Some(message.split_once(" is not in ")?.1.to_owned())
}

pub fn exit(error: &clap::Error, arg: Option<&Arg>) -> ! {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    };
    if let (true, Some(shown), Some(value)) = (
        error.source().is_some_and(|why| why.is::<ParseIntError>()),
        text(ContextKind::InvalidArg),
        text(ContextKind::InvalidValue),
    ) {
        let why = why(error, arg).unwrap_or_default();
        let message = format!("invalid value '{value}' for '{shown}': {why}\n\nFor more information, try '--help'.\n");
        clap::Error::raw(ErrorKind::ValueValidation, message).exit();
    }
    error.exit()
}
