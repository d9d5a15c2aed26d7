//! The arguments of the command `position`.

use peatee_probe::peatee_chess::Position;

use super::play::UciGame;

/// Parses the arguments of `position`: `startpos` or a FEN after `fen`, then moves after `moves`.
///
/// # Errors
/// The reason why the arguments cannot be read or a move is not legal.
pub fn read(text: &str) -> Result<UciGame, String> {
    let (start, moves) = match text.split_once("moves") {
        Some((start, moves)) => (start, moves),
        None => (text, ""),
    };
    let start = match start.trim().split_once(char::is_whitespace) {
        Some(("fen", fen)) => Position::parse_fen(fen).map_err(|error| format!("position: {error}"))?,
        None if start.trim() == "startpos" => Position::start(),
        _ => return Err("position: write position startpos, or position fen FEN, and moves after it".to_owned()),
    };
    let mut play = UciGame::new(start);
    for (number, uci) in (1..).zip(moves.split_whitespace()) {
        let mv = play.position().parse_uci(uci).map_err(|error| format!("position: move {number}: {error}"))?;
        play.play(mv);
    }
    Ok(play)
}
