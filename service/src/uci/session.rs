//! What the engine answers to each line, and what it remembers between lines.

use peatee_probe::chess::Tables;
use peatee_probe::peatee_chess::cozy_chess::Move;
use peatee_probe::peatee_chess::{Ending, Position};
use peatee_probe::{Collection, chess};
use peatee_rules::notation::shortened;

use super::answer::{best_move, infos, told};
use super::settings::Settings;
use crate::chess::play::Play;
use crate::cli::chess_tables::open;
use crate::cli::faults;
use crate::engine::Step;

/// The answer to `go` where no move can be made.
const NO_MOVE: &str = "bestmove (none)";

/// The most that is said of one `go`.
const NOTES_MAX: usize = 5;

/// The engine as one program drives it.
#[derive(Debug)]
pub struct Session {
    settings: Settings,
    /// The tables, or why there are none; not there before they are needed, and after an option of
    /// theirs was set.
    collection: Option<Result<Collection, String>>,
    /// The position to search with the moves before it, or what is wrong with it.
    play: Result<Play, String>,
    /// The `bestmove` that waits for `stop` or `ponderhit`.
    held: Option<String>,
}

impl Session {
    /// A session in which nothing was said yet.
    pub fn new(settings: Settings) -> Self {
        Session { settings, collection: None, play: Ok(Play::new(Position::start())), held: None }
    }

    /// Answers a line.
    pub fn take(&mut self, text: &str) -> Step {
        let text = text.trim();
        let (command, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let replies = match command {
            "uci" => self.introduced(),
            "isready" => {
                let mut replies = self.opened();
                replies.push("readyok".to_owned());
                replies
            }
            "setoption" => self.set_option(rest),
            "ucinewgame" => {
                self.play = Ok(Play::new(Position::start()));
                Vec::new()
            }
            "position" => {
                self.play = super::position::read(rest);
                self.play.as_ref().err().map(told).into_iter().collect()
            }
            "go" => self.go(rest),
            "stop" | "ponderhit" => self.held.take().into_iter().collect(),
            "quit" => return Step { replies: self.held.take().into_iter().collect(), ends: true },
            "" | "debug" | "register" => Vec::new(),
            other => vec![told(format!(
                "there is no command {:?}; there are uci, isready, setoption, ucinewgame, position, go, stop, ponderhit \
                 and quit",
                shortened(other)
            ))],
        };
        Step::replies(replies)
    }

    fn introduced(&self) -> Vec<String> {
        let id = [format!("id name Peatee {}", env!("CARGO_PKG_VERSION")), "id author the Peatee project".to_owned()];
        id.into_iter().chain(self.settings.declared()).chain(["uciok".to_owned()]).collect()
    }

    fn set_option(&mut self, text: &str) -> Vec<String> {
        match self.settings.set(text) {
            Ok(concerns_tables) => {
                if concerns_tables {
                    self.collection = None;
                }
                Vec::new()
            }
            Err(message) => vec![told(format!("setoption: {message}"))],
        }
    }

    /// Opens the tables where they are not open, and returns what is to be said about them.
    fn opened(&mut self) -> Vec<String> {
        if self.collection.is_some() {
            return Vec::new();
        }
        let opened = open(&self.settings.tables).map_err(|error| error.text());
        let said = match &opened {
            Ok(collection) => {
                faults::tell(collection);
                let faults = collection.chess().into_iter().flat_map(chess::Tables::faults);
                let unopened = collection.unopened().iter().map(ToString::to_string);
                unopened.chain(faults.map(ToString::to_string)).take(1).map(told).collect()
            }
            Err(reason) => vec![told(reason)],
        };
        self.collection = Some(opened);
        said
    }

    fn tables(&self) -> Option<&Tables> {
        self.collection.as_ref()?.as_ref().ok()?.chess()
    }

    /// Answers `go`: always with one `bestmove`, now or when the program says `stop`.
    fn go(&mut self, text: &str) -> Vec<String> {
        let mut replies: Vec<String> = self.held.take().into_iter().collect();
        replies.extend(self.opened());
        let play = match &self.play {
            Ok(play) => play,
            Err(message) => {
                replies.push(told(format!("there is no position to search; {message}")));
                replies.push(NO_MOVE.to_owned());
                return replies;
            }
        };
        let asked = Asked::read(text, play.position());
        replies.extend(asked.notes.into_iter().map(told));
        let found = match play.choose(self.tables(), &asked.among, self.settings.pv_plies) {
            Some(choice) => {
                match (&choice.rated, &choice.unknown) {
                    (None, Some(reason)) => replies.push(told(format!("beyond the tables: {reason}"))),
                    (None, None) => replies.push(told("there are no tables of chess to play by")),
                    (Some(_), _) => {}
                }
                replies.extend(infos(play.position(), &choice));
                best_move(play.position(), &choice)
            }
            None => {
                let (why, score) = match play.position().ending() {
                    Some(Ending::Checkmate) => ("checkmate: the side to move has lost", "mate 0"),
                    Some(Ending::Stalemate) | None => ("stalemate: the game is drawn", "cp 0"),
                };
                replies.push(told(why));
                replies.push(format!("info depth 0 score {score}"));
                NO_MOVE.to_owned()
            }
        };
        if asked.waits {
            self.held = Some(found);
        } else {
            replies.push(found);
        }
        replies
    }
}

/// What stands behind `go`.
struct Asked {
    /// The moves that may be played.
    among: Vec<Move>,
    /// Whether `bestmove` waits for `stop` or `ponderhit`.
    waits: bool,
    /// What is wrong with it.
    notes: Vec<String>,
}

impl Asked {
    /// Limits on time and depth are kept whatever they are.
    fn read(text: &str, position: &Position) -> Asked {
        let mut asked = Asked { among: Vec::new(), waits: false, notes: Vec::new() };
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" | "ponder" => asked.waits = true,
                "searchmoves" => {
                    while let Some(mv) = words.peek().and_then(|word| position.parse_uci(word).ok()) {
                        asked.among.push(mv);
                        words.next();
                    }
                    if asked.among.is_empty() {
                        asked.notes.push("go: searchmoves names no legal move, and all moves are searched".to_owned());
                    }
                }
                "wtime" | "btime" | "winc" | "binc" | "movestogo" | "depth" | "nodes" | "mate" | "movetime" => {
                    if words.next_if(|value| value.parse::<i64>().is_ok()).is_none() {
                        asked.notes.push(format!("go: {word} needs a number behind it"));
                    }
                }
                other => asked.notes.push(format!("go: {:?} is not known, and is left out", shortened(other))),
            }
        }
        if asked.notes.len() > NOTES_MAX {
            let more = asked.notes.split_off(NOTES_MAX).len();
            asked.notes.push(format!("go: and {more} more"));
        }
        if asked.among.is_empty() {
            asked.among = position.moves();
        }
        asked
    }
}
