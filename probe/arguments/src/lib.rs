//! Arguments of the command line: what Windows leaves to programs, and what it forbids.
#![forbid(unsafe_code)]

mod device_name;

use std::any::TypeId;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PathBufValueParser, TypedValueParser as _};
use clap::{Arg, Command};

/// Returns the arguments of the process. On Windows, expands wildcards such as `*.pdn` outside of
/// quotes, as the shells of other systems do.
pub fn arguments() -> Vec<OsString> {
    wild::args_os().collect()
}

/// Makes a command and its subcommands refuse paths that lead to devices of Windows.
pub fn without_devices(command: Command) -> Command {
    command.mut_args(for_paths).mut_subcommands(without_devices)
}

fn for_paths(arg: Arg) -> Arg {
    match arg.get_value_parser().type_id() == TypeId::of::<PathBuf>() {
        true => arg.value_parser(PathBufValueParser::new().try_map(device_name::without_device)),
        false => arg,
    }
}
