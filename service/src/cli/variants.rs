//! `peatee variants`.

use std::process::ExitCode;

use peatee_rules::draw::RuleCode;
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
    /// The same codes in the same order; the first is the default.
    codes: Vec<CodeOut>,
    sources: &'static [&'static str],
    notes: &'static [&'static str],
}

/// A draw code with its source.
#[derive(Serialize)]
struct CodeOut {
    id: &'static str,
    title: &'static str,
    year: &'static str,
    /// What the code is good for.
    standing: &'static str,
    certainty: &'static str,
    is_default: bool,
    readings: Vec<&'static str>,
    sources: &'static [&'static str],
    not_confirmed: &'static [&'static str],
}

/// The draw codes of a game but for `none`, where it has others.
fn described(variant: &Variant) -> Vec<CodeOut> {
    let known = variant.rule_codes.iter().filter_map(|id| RuleCode::named(id).ok());
    let codes = known.filter(|code| !code.counts.is_empty()).map(|code| CodeOut {
        id: code.id,
        title: code.title,
        year: code.year,
        standing: code.standing,
        certainty: code.certainty.text(),
        is_default: variant.rule_codes.first() == Some(&code.id),
        readings: code.named_readings().map(|reading| reading.name).collect(),
        sources: code.sources,
        not_confirmed: code.not_confirmed,
    });
    codes.collect()
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
                for CodeOut { id, year, standing, certainty, is_default, sources, .. } in described(variant) {
                    let default = if is_default { "the default: " } else { "" };
                    let source = sources.first().copied().unwrap_or_default();
                    out.line(&format_args!(
                        "{:<width$}    {id} ({year}), {default}{standing}; {certainty}: {source}",
                        ""
                    ))?;
                }
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
        codes: described(variant),
        sources: variant.sources,
        notes: variant.notes,
    }
}
