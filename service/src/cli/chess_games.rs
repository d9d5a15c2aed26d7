//! `peatee adjudicate --variant chess`: games of chess under the FIDE Laws.

use std::process::ExitCode;

use peatee_probe::chess::{Chess, Judged, Tables};
use peatee_probe::peatee_chess::cozy_chess::Color;
use peatee_probe::peatee_chess::laws::POSITIONS_MAX_DEFAULT;
use peatee_probe::peatee_chess::pgn::{PgnError, PgnGame, Score, games};
use peatee_rules::{Budget, Side};
use serde::Serialize;

use super::Format;
use super::chess_sums::{Row, Sums};
use super::chess_verdict::JudgedOut;
use super::input::no_game;
use super::output::Output;
use super::said::Said;
use crate::chess::court::{self, Asked};
use crate::chess::query::code;
use crate::errors::Error;
use crate::texts::Texts;

/// A side by its name.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum SideArg {
    /// White.
    White,
    /// Black.
    Black,
}

/// What games are judged with.
#[derive(Debug, Clone, Copy)]
pub struct Court<'a> {
    /// Where games in progress find their values.
    pub tables: Option<&'a Tables>,
    /// Whose time is over.
    pub flag: Option<SideArg>,
    /// Whether the last move was written down with a claim, and not made.
    pub is_last_announced: bool,
    /// The most plies of the best line.
    pub line_plies: u32,
    /// Only this game.
    pub game: Option<usize>,
    /// How verdicts are written.
    pub format: Format,
    /// The language of verdicts, where one was chosen.
    pub texts: Option<&'a Texts>,
    /// Whether games come from a PGN text, in which they have numbers and their moves places.
    pub in_text: bool,
}

/// A game as PGN, from a position and moves, perhaps with a result behind them.
pub fn game_text(fen: Option<&str>, moves: &str) -> String {
    let quoted = |fen: &str| fen.replace('\\', "\\\\").replace('"', "\\\"");
    let tags = fen.map_or_else(String::new, |fen| format!("[SetUp \"1\"]\n[FEN \"{}\"]\n\n", quoted(fen)));
    // Behind a result another game would begin.
    let has_result = moves.split_ascii_whitespace().next_back().and_then(Score::parse).is_some();
    let end = if has_result { "" } else { " *" };
    format!("{tags}{moves}{end}\n")
}

/// Judges the games of a PGN text.
///
/// # Errors
/// There is no such game, or output fails.
pub fn adjudicate(text: &str, court: Court<'_>) -> Result<ExitCode, Error> {
    let number = |game: &Result<PgnGame, PgnError>| game.as_ref().map_or_else(|error| error.game, |game| game.number);
    let wanted = games(text).filter(|game| court.game.is_none_or(|wanted| wanted == number(game)));
    let budget = Budget::unlimited();
    let judges = court.judges(&budget);
    let (mut out, mut exit_code, mut sums) = (Output::new(), 0, Sums::default());
    for game in wanted {
        let judged = game.and_then(|game| judges.judge(&game).map(|judged| (game, judged)));
        let judged = match judged {
            Ok((game, judged)) => {
                let said = court.texts.map(|texts| court.said(texts, &judges, &game, &judged)).transpose()?;
                let judged = JudgedOut::new(&game, judged);
                Ok((Row::new(&game, &judged), judged, said))
            }
            Err(error) => Err(error),
        };
        exit_code = exit_code.max(judged.as_ref().map_or(1, |(_, judged, _)| judged.exit_code()));
        if court.texts.is_some() && sums.games() > 0 {
            out.line(&"")?;
        }
        match &judged {
            Ok((_, _, Some(said))) => out.line(&said.join("\n  "))?,
            Ok((_, judged, None)) if court.format == Format::Text => out.line(judged)?,
            Ok((_, judged, None)) => out.json(judged)?,
            Err(error) if court.format == Format::Text => out.line(error)?,
            Err(error) => out.json(&Unread {
                game: error.game,
                line: error.place.line,
                column: error.place.column,
                error: error.fault.to_string(),
            })?,
        }
        sums.add(judged.map_or_else(|error| Row::unread(&error), |(row, ..)| row));
    }
    match court.texts {
        Some(texts) if sums.games() > 1 => out.line(&format_args!("\n{}", sums.said(texts)))?,
        None if court.format == Format::Text && sums.games() > 1 => sums.write(&mut out)?,
        _ => {}
    }
    out.flush()?;
    if sums.games() == 0 {
        return Err(Error::Argument { field: "--pdn", reason: no_game(court.game) });
    }
    Ok(ExitCode::from(exit_code))
}

impl<'a> Court<'a> {
    /// What judges, within a budget.
    fn judges(&self, budget: &'a Budget) -> court::Court<'a> {
        let asked = Asked {
            rules: Chess::fifty_moves(),
            flag: self.flag.map(|side| match side {
                SideArg::White => Color::White,
                SideArg::Black => Color::Black,
            }),
            is_last_announced: self.is_last_announced,
            line_plies: self.line_plies,
            positions_max: POSITIONS_MAX_DEFAULT,
            tells_damage: true,
        };
        court::Court::new(asked, self.tables.ok_or_else(|| "there are no tables of chess".to_owned()), budget)
    }

    /// A verdict in a language, line by line.
    fn said(
        &self,
        texts: &Texts,
        judges: &court::Court<'_>,
        game: &PgnGame,
        judged: &Judged,
    ) -> Result<Vec<String>, Error> {
        let answer = judges.answer(game, judged, self.in_text)?;
        let number = self.in_text.then_some(game.number);
        Ok(Said { texts, first: Side::White, code: code(), answer: &answer }.lines(number))
    }
}

/// A game that cannot be read.
#[derive(Debug, Serialize)]
struct Unread {
    game: usize,
    line: u32,
    column: u32,
    error: String,
}
