//! `peatee adjudicate --variant chess`: games of chess under the FIDE Laws.

use std::process::ExitCode;

use peatee_probe::chess::{Judge, Tables};
use peatee_probe::peatee_chess::cozy_chess::Color;
use peatee_probe::peatee_chess::laws::POSITIONS_MAX_DEFAULT;
use peatee_probe::peatee_chess::pgn::{PgnError, PgnGame, Score, games};
use serde::Serialize;

use super::Format;
use super::chess_sums::{Row, Sums};
use super::chess_verdict::JudgedOut;
use super::input::no_game;
use super::output::Output;
use crate::errors::Error;

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
    /// Only this game.
    pub game: Option<usize>,
    /// How verdicts are written.
    pub format: Format,
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
    let (mut out, mut exit_code, mut sums) = (Output::new(), 0, Sums::default());
    for game in wanted {
        let judged = game.and_then(|game| court.judge(&game).map(|judged| (Row::new(&game, &judged), judged)));
        exit_code = exit_code.max(judged.as_ref().map_or(1, |(_, judged)| judged.exit_code()));
        match &judged {
            Ok((_, judged)) if court.format == Format::Text => out.line(judged)?,
            Ok((_, judged)) => out.json(judged)?,
            Err(error) if court.format == Format::Text => out.line(error)?,
            Err(error) => out.json(&Unread {
                game: error.game,
                line: error.place.line,
                column: error.place.column,
                error: error.fault.to_string(),
            })?,
        }
        sums.add(judged.map_or_else(|error| Row::unread(&error), |(row, _)| row));
    }
    if court.format == Format::Text && sums.games() > 1 {
        sums.write(&mut out)?;
    }
    out.flush()?;
    if sums.games() == 0 {
        return Err(Error::Argument { field: "--pdn", reason: no_game(court.game) });
    }
    Ok(ExitCode::from(exit_code))
}

impl Court<'_> {
    fn judge(&self, game: &PgnGame) -> Result<JudgedOut, PgnError> {
        let flag = self.flag.map(|side| match side {
            SideArg::White => Color::White,
            SideArg::Black => Color::Black,
        });
        let is_last_announced = self.is_last_announced;
        let judge = Judge { tables: self.tables, flag, is_last_announced, positions_max: POSITIONS_MAX_DEFAULT };
        Ok(JudgedOut::new(game, judge.judge(game)?))
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
