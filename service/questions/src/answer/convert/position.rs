//! Conversion of positions of draughts to messages.

use peatee_proto::v1 as proto;
use peatee_rules::draw::GameRecord;
use peatee_rules::{Budget, Draughts, Position, Square};

use super::messages::{count, side, written_move};
use crate::ask::budget::{STEPS_OF_WRITTEN_MOVE, check_listed};
use crate::errors::Error;

/// Creates the message about the last position of a record: its pieces, legal moves and running
/// counts.
///
/// # Errors
/// [`Error::TooManyCaptures`] or [`Error::TooManyMoves`] if there are too many moves to list;
/// [`Error::Budget`] if the budget is exhausted.
pub fn described(
    record: &GameRecord,
    notes: Vec<String>,
    budget: &Budget,
) -> Result<proto::DescribePositionResponse, Error> {
    let (game, position, rules) = (record.game(), record.position(), record.rules());
    let moves = record.legal_moves()?;
    check_listed(moves.len())?;
    let legal_moves = moves.iter().zip(game.move_texts(moves)).map(|(mv, text)| {
        budget.take_steps(STEPS_OF_WRITTEN_MOVE)?;
        let after = game.play(position, mv);
        Ok(proto::LegalMove {
            r#move: Some(written_move(game, mv, text)),
            fen_after: game.fen(&after),
            counters_after: rules.counters_text(&rules.after(record.counters(), mv, &after), &after),
        })
    });
    Ok(proto::DescribePositionResponse {
        variant: game.variant().id.to_owned(),
        fen: game.fen(position),
        side_to_move: side(position.side).into(),
        pieces: pieces(game, position),
        legal_moves: legal_moves.collect::<Result<_, Error>>()?,
        must_capture: game.must_capture(position),
        rules: rules.name(),
        counts: record.status().iter().map(|status| count(&rules, status)).collect(),
        counters: rules.counters_text(record.counters(), position),
        notes,
    })
}

fn pieces(game: &Draughts, position: &Position) -> Vec<proto::PlacedPiece> {
    let squares = (0..game.variant().board.square_count()).map(Square);
    let placed = squares.filter_map(|square| {
        let (owner, kind) = position.setup.at(square)?;
        Some(proto::PlacedPiece {
            square: game.square_name(square),
            side: side(owner).into(),
            kind: kind.name().to_owned(),
        })
    });
    placed.collect()
}
