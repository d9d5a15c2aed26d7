//! The program `peatee-gen`.

mod allocator;
mod cli;

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};
use peatee_arguments::{arguments, without_devices};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

fn main() -> ExitCode {
    allocator::give_back_large_lists();
    // `Targets` is used instead of `EnvFilter`, because it needs no crate for regular expressions.
    let named = std::env::var("RUST_LOG").ok().and_then(|named| named.parse::<Targets>().ok());
    let logged = named.unwrap_or_else(|| Targets::new().with_default(LevelFilter::ERROR));
    tracing_subscriber::registry()
        .with(tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_filter(logged))
        .init();
    let matches = without_devices(cli::Cli::command()).get_matches_from(arguments());
    cli::run(cli::Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()))
}
