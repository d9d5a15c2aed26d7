//! `peatee variants`.

use std::process::ExitCode;

use peatee_rules::{VARIANTS, Variant};
use serde::Serialize;

use super::Format;
use super::output::Output;
use crate::errors::Error;

/// List the games that this program knows, the sources of their rules, and their draw-rule codes.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How the list is written: `text` for people, `jsonl` for programs.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Serialize)]
struct VariantOut {
    id: &'static str,
    title: &'static str,
    files: u8,
    ranks: u8,
    squares: u8,
    pieces: Vec<&'static str>,
    start: &'static str,
    rule_codes: &'static [&'static str],
    sources: &'static [&'static str],
    notes: &'static [&'static str],
}

/// Runs the command.
///
/// # Errors
/// Output fails.
pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let mut out = Output::new();
    let width = VARIANTS.iter().map(|variant| variant.id.len()).max().unwrap_or(0);
    for variant in VARIANTS {
        match args.format {
            Format::Jsonl => out.json(&describe(variant))?,
            Format::Text => {
                let (id, title, codes) = (variant.id, variant.title, variant.rule_codes.join(", "));
                out.line(&format_args!("{id:<width$}  {title}; draw rules: {codes}"))?;
                for text in variant.sources.iter().chain(variant.notes) {
                    out.line(&format_args!("{:<width$}    {text}", ""))?;
                }
            }
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn describe(variant: &Variant) -> VariantOut {
    VariantOut {
        id: variant.id,
        title: variant.title,
        files: variant.board.files,
        ranks: variant.board.ranks,
        squares: variant.board.square_count(),
        pieces: variant.pieces.iter().map(|(kind, _)| kind.name()).collect(),
        start: variant.start,
        rule_codes: variant.rule_codes,
        sources: variant.sources,
        notes: variant.notes,
    }
}
