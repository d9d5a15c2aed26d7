//! `peatee variants`.

use std::process::ExitCode;

use peatee_probe::chess::Chess;
use peatee_probe::peatee_chess::cozy_chess::Piece;
use peatee_probe::peatee_chess::{Position, piece_name};
use peatee_probe::{Game as _, with_game};
use peatee_rules::draw::RuleCode;
use peatee_rules::{Draughts, Variant};
use serde::Serialize;

use super::Format;
use crate::answer::output::Output;
use crate::ask::chess::{NOTES, TITLE, code};
use crate::ask::games;
use crate::errors::Error;

/// List the games that this program knows, the sources of their rules, and their draw-rule codes.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Format of the list: `text` for people, `jsonl` for programs.
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
    start: String,
    rule_codes: Vec<&'static str>,
    /// Draw codes of the game, the default first.
    codes: Vec<CodeOut>,
    sources: &'static [&'static str],
    notes: &'static [&'static str],
}

#[derive(Serialize)]
struct CodeOut {
    id: &'static str,
    title: &'static str,
    year: &'static str,
    /// Remark that says why the code is, or is not, the default of the game.
    standing: &'static str,
    certainty: &'static str,
    is_default: bool,
    readings: Vec<&'static str>,
    sources: &'static [&'static str],
    not_confirmed: &'static [&'static str],
}

/// Returns the draw codes of a game, except those that count no plies (`none`).
fn described(variant: &Variant) -> Vec<CodeOut> {
    let known = variant.rule_codes.iter().filter_map(|id| RuleCode::named(id).ok());
    let with_counts = known.filter(|code| !code.counts.is_empty());
    with_counts.map(|code| CodeOut::new(code, variant.rule_codes.first() == Some(&code.id))).collect()
}

impl CodeOut {
    fn new(code: &'static RuleCode, is_default: bool) -> CodeOut {
        CodeOut {
            id: code.id,
            title: code.title,
            year: code.year,
            standing: code.standing,
            certainty: code.certainty.text(),
            is_default,
            readings: code.named_readings().map(|reading| reading.name).collect(),
            sources: code.sources,
            not_confirmed: code.not_confirmed,
        }
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let mut out = Output::new();
    let width = games::ids().map(str::len).max().unwrap_or(0);
    for game in games::all() {
        let game = with_game!(game, game => game.described());
        match args.format {
            Format::Jsonl => out.json(&game)?,
            Format::Text => {
                let VariantOut { id, title, rule_codes, codes, sources: read, notes, .. } = game;
                let names = rule_codes.join(", ");
                out.line(&format_args!("{id:<width$}  {title}; draw rules: {names}"))?;
                for CodeOut { id, year, standing, certainty, is_default, sources, .. } in codes {
                    let default = if is_default { "the default: " } else { "" };
                    let source = sources.first().copied().unwrap_or_default();
                    out.line(&format_args!(
                        "{:<width$}    {id} ({year}), {default}{standing}; {certainty}: {source}",
                        ""
                    ))?;
                }
                for text in read.iter().chain(notes) {
                    out.line(&format_args!("{:<width$}    {text}", ""))?;
                }
            }
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

trait Listed {
    fn described(&self) -> VariantOut;
}

impl Listed for Draughts {
    fn described(&self) -> VariantOut {
        let variant = self.variant();
        VariantOut {
            id: variant.id,
            title: variant.title,
            files: variant.board.files,
            ranks: variant.board.ranks,
            squares: variant.board.square_count(),
            pieces: variant.pieces.iter().map(|(kind, _)| kind.name()).collect(),
            start: variant.start.to_owned(),
            rule_codes: variant.rule_codes.to_vec(),
            codes: described(variant),
            sources: variant.sources,
            notes: variant.notes,
        }
    }
}

impl Listed for Chess {
    fn described(&self) -> VariantOut {
        VariantOut {
            id: self.id(),
            title: TITLE,
            files: 8,
            ranks: 8,
            squares: 64,
            pieces: Piece::ALL.into_iter().rev().map(piece_name).collect(),
            start: Position::start().fen(),
            rule_codes: Chess::codes().iter().map(|known| known.id).collect(),
            codes: Chess::codes().iter().map(|known| CodeOut::new(known, known.id == code().id)).collect(),
            sources: code().sources,
            notes: NOTES,
        }
    }
}
