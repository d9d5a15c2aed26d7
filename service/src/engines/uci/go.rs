//! The arguments of the command `go`.

use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::cozy_chess::{Color, Move};
use peatee_rules::notation::shortened;

use crate::engines::engine::TimeLimits;

const NOTES_MAX: usize = 5;

pub struct GoCommand {
    /// Legal moves among which the engine chooses; without `searchmoves`, all legal moves.
    pub among: Vec<Move>,
    /// True if `bestmove` must not be sent before `stop` or `ponderhit`.
    pub waits: bool,
    /// Limits of time for the move and for the game.
    pub limits: TimeLimits,
    /// Messages about wrong arguments.
    pub notes: Vec<String>,
}

impl GoCommand {
    /// Parses the arguments of `go` in a position. Limits of depth and nodes are ignored, because
    /// the engine looks moves up in tables and does not search that far.
    pub fn read(text: &str, position: &Position) -> GoCommand {
        let (limits, notes) = (TimeLimits::default(), Vec::new());
        let mut go = GoCommand { among: Vec::new(), waits: false, limits, notes };
        let own_time = match position.side_to_move() {
            Color::White => "wtime",
            Color::Black => "btime",
        };
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" | "ponder" => {
                    go.waits = true;
                    go.limits.move_seconds = Some(f64::INFINITY);
                }
                "searchmoves" => {
                    while let Some(mv) = words.peek().and_then(|word| position.parse_uci(word).ok()) {
                        if !go.among.contains(&mv) {
                            go.among.push(mv);
                        }
                        words.next();
                    }
                    if go.among.is_empty() {
                        go.notes.push("go: searchmoves names no legal move, and all moves are searched".to_owned());
                    }
                }
                "wtime" | "btime" | "winc" | "binc" | "movestogo" | "depth" | "nodes" | "mate" | "movetime" => {
                    let Some(number) = words.peek().and_then(|value| value.parse::<i64>().ok()) else {
                        go.notes.push(format!("go: {word} needs a number behind it"));
                        continue;
                    };
                    words.next();
                    let seconds = Some(number as f64 / 1000.0);
                    match word {
                        "movetime" => go.limits.move_seconds = seconds,
                        word if word == own_time => go.limits.game_seconds = seconds,
                        _ => {}
                    }
                }
                other => go.notes.push(format!("go: {:?} is not known and is ignored", shortened(other))),
            }
        }
        if go.notes.len() > NOTES_MAX {
            let more = go.notes.split_off(NOTES_MAX).len();
            go.notes.push(format!("go: and {more} more"));
        }
        if go.among.is_empty() {
            go.among = position.moves();
        }
        go
    }
}
