//! The arguments of the command `go`.

use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::cozy_chess::Move;
use peatee_rules::notation::shortened;

const NOTES_MAX: usize = 5;

pub struct GoCommand {
    /// Legal moves from which the engine chooses the best one.
    pub among: Vec<Move>,
    /// True if `bestmove` must not be sent before `stop` or `ponderhit`.
    pub waits: bool,
    /// Faults in the arguments, as messages.
    pub notes: Vec<String>,
}

impl GoCommand {
    /// Parses the arguments of `go` in a position. Limits on time and depth are ignored, because
    /// the engine always keeps them.
    pub fn read(text: &str, position: &Position) -> GoCommand {
        let mut go = GoCommand { among: Vec::new(), waits: false, notes: Vec::new() };
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" | "ponder" => go.waits = true,
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
                    if words.next_if(|value| value.parse::<i64>().is_ok()).is_none() {
                        go.notes.push(format!("go: {word} needs a number behind it"));
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
