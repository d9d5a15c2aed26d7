//! Columns of FEN texts.

use peatee_probe::Tables;
use peatee_rules::{Draughts, Position};

use super::answers::Answers;
use super::asked::Asked;
use super::foreign::Refusal;
use super::rows::probe_rows;
use super::texts::Texts;

/// Probes each row.
pub(super) fn probe(tables: &Tables, asked: &Asked, texts: &Texts) -> Result<Answers, Refusal> {
    let game = tables.game();
    probe_rows(tables, asked, texts.rows(), texts.iter().map(|text| read(game, text?)))
}

fn read(game: &Draughts, text: &str) -> Result<Position, String> {
    game.parse_fen(text).map_err(|error| error.to_string())
}
