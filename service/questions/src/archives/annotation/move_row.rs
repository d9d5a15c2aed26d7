//! Rows of output about moves and positions.

use peatee_game::{Record, Side};
use peatee_rows::Column;
use serde::Serialize;

use crate::answer::convert::Messages;
use crate::archives::game_files::tags::{known_tag, player};

/// A row of output about one move, whose position before it is in the tables. All values are from
/// the point of view of the side that moves.
#[derive(Debug, Default, Clone, Serialize)]
pub struct MoveRow {
    pub file: String,
    pub game: usize,
    pub white: String,
    pub black: String,
    pub white_rating: Option<u32>,
    pub black_rating: Option<u32>,
    pub event: String,
    pub date: String,
    pub variant: &'static str,
    pub ply: usize,
    pub slice: String,
    pub fen: String,
    pub r#move: String,
    pub mark: &'static str,
    /// Value of the position before the move, under the draw rules.
    pub value_before: &'static str,
    pub value_after: Option<&'static str>,
    /// Win, draw or loss before the move, without draw rules.
    pub wdl_before: &'static str,
    pub wdl_after: Option<&'static str>,
    pub plies_before: Option<u32>,
    pub plies_after: Option<u32>,
    /// Number of plies by which the move makes a win longer or a loss shorter.
    pub plies_lost: Option<u32>,
    pub legal_moves: usize,
    pub keeping_moves: Option<usize>,
    pub best_move: Option<String>,
    /// Time in seconds on the player's clock after the move.
    pub clock_seconds: Option<f64>,
}

pub fn slice<G: Messages>(game: &G, position: &G::Position) -> String {
    game.slice_of(position).map(|slice| slice.to_string()).unwrap_or_default()
}

impl MoveRow {
    /// Returns a row with the columns about the file and the tags of the game. The columns about
    /// the move are empty.
    pub fn of_record<G: Messages>(file: &str, game: &G, record: &Record) -> MoveRow {
        let [white, black] = [Side::White, Side::Black].map(|side| player(record, side));
        let [event, date] = ["Event", "Date"].map(|name| known_tag(record, name));
        MoveRow {
            file: file.to_owned(),
            game: record.number,
            white: white.name.to_owned(),
            black: black.name.to_owned(),
            white_rating: white.rating,
            black_rating: black.rating,
            event: event.to_owned(),
            date: date.to_owned(),
            variant: game.id(),
            ..MoveRow::default()
        }
    }

    /// Returns the columns of some rows.
    pub fn columns(rows: &[MoveRow]) -> Vec<Column<'_>> {
        let rows = rows.iter();
        vec![
            Column::texts("file", rows.clone().map(|row| &*row.file)),
            Column::integers("game", rows.clone().map(|row| row.game as u64)),
            Column::texts("white", rows.clone().map(|row| &*row.white)),
            Column::texts("black", rows.clone().map(|row| &*row.black)),
            Column::optional_integers("white_rating", rows.clone().map(|row| row.white_rating)),
            Column::optional_integers("black_rating", rows.clone().map(|row| row.black_rating)),
            Column::texts("event", rows.clone().map(|row| &*row.event)),
            Column::texts("date", rows.clone().map(|row| &*row.date)),
            Column::texts("variant", rows.clone().map(|row| row.variant)),
            Column::integers("ply", rows.clone().map(|row| row.ply as u64)),
            Column::texts("slice", rows.clone().map(|row| &*row.slice)),
            Column::texts("fen", rows.clone().map(|row| &*row.fen)),
            Column::texts("move", rows.clone().map(|row| &*row.r#move)),
            Column::texts("mark", rows.clone().map(|row| row.mark)),
            Column::texts("value_before", rows.clone().map(|row| row.value_before)),
            Column::optional_texts("value_after", rows.clone().map(|row| row.value_after)),
            Column::texts("wdl_before", rows.clone().map(|row| row.wdl_before)),
            Column::optional_texts("wdl_after", rows.clone().map(|row| row.wdl_after)),
            Column::optional_integers("plies_before", rows.clone().map(|row| row.plies_before)),
            Column::optional_integers("plies_after", rows.clone().map(|row| row.plies_after)),
            Column::optional_integers("plies_lost", rows.clone().map(|row| row.plies_lost)),
            Column::integers("legal_moves", rows.clone().map(|row| row.legal_moves as u64)),
            Column::optional_integers(
                "keeping_moves",
                rows.clone().map(|row| row.keeping_moves.map(|moves| moves as u32)),
            ),
            Column::optional_texts("best_move", rows.clone().map(|row| row.best_move.as_deref())),
            Column::optional_numbers("clock_seconds", rows.clone().map(|row| row.clock_seconds)),
        ]
    }
}
