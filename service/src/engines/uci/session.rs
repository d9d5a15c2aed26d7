//! Session of the engine with a program that drives it: the replies to lines, and the state between
//! them.

use peatee_probe::chess::{Chess, Tables};
use peatee_probe::peatee_chess::{Ending, Position};
use peatee_probe::{Collection, Game as _, RuleOutcome};
use peatee_rules::notation::shortened;

use super::answer::{best_move, infos, told, wdl};
use super::go::GoCommand;
use super::options::Options;
use super::play::{ShownLines, UciGame};
use crate::ask::faults;
use crate::engines::engine::{Beyond, Dialogue, Step};

const NO_MOVE: &str = "bestmove (none)";

#[derive(Debug)]
pub struct UciSession {
    options: Options,
    /// The open tables, or the reason why there are none. `None` if the tables must be opened
    /// before the next search: at the start, and after a change of an option that concerns them.
    collection: Option<Result<Collection, String>>,
    /// The game at whose last position the next search starts, or the fault of the last `position`.
    play: Result<UciGame, String>,
    /// The line `bestmove` that is held back until `stop` or `ponderhit`; `None` if no line is held
    /// back.
    held: Option<String>,
}

impl Dialogue for UciSession {
    fn take(&mut self, text: &str) -> Step {
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
                self.play = Ok(UciGame::new(Position::start()));
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

    fn refuse(&mut self, beginning: &str, reason: &str) -> Step {
        let mut replies = vec![told(reason)];
        match beginning.split_whitespace().next() {
            // The driving program waits for `bestmove`.
            Some("go") => replies.extend(self.go("")),
            // After a faulty `position`, no search may start from the previous position.
            Some("position") => self.play = Err(reason.to_owned()),
            _ => {}
        }
        Step::replies(replies)
    }
}

impl UciSession {
    pub fn new(options: Options) -> Self {
        UciSession { options, collection: None, play: Ok(UciGame::new(Position::start())), held: None }
    }

    fn introduced(&self) -> Vec<String> {
        let id = [format!("id name Peatee {}", env!("CARGO_PKG_VERSION")), "id author the Peatee project".to_owned()];
        id.into_iter().chain(self.options.declared()).chain(["uciok".to_owned()]).collect()
    }

    fn set_option(&mut self, text: &str) -> Vec<String> {
        match self.options.set(text) {
            Ok(concerns_tables) => {
                if concerns_tables {
                    self.collection = None;
                }
                Vec::new()
            }
            Err(message) => vec![told(format!("setoption: {message}"))],
        }
    }

    /// Opens the tables unless they are open. Returns messages about tables that cannot be opened.
    fn opened(&mut self) -> Vec<String> {
        if self.collection.is_some() {
            return Vec::new();
        }
        let opened = self.options.tables.open(Some(Chess.id())).map_err(|error| error.text());
        let said = match &opened {
            Ok(collection) => {
                faults::report(collection);
                let faults = collection.chess().into_iter().flat_map(Tables::faults);
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

    /// Answers `go`. Sends exactly one `bestmove`, at once or after `stop`, even if something is
    /// wrong.
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
        let go = GoCommand::read(text, play.position());
        replies.extend(go.notes.into_iter().map(told));
        let lines = ShownLines {
            draws: self.options.draws.within(go.limits),
            count: self.options.multi_pv,
            plies_max: self.options.pv_plies,
        };
        let ranking = play.rank(self.tables(), &go.among, lines);
        let answer = match ranking.choices.first() {
            None => {
                replies.extend(over(play.position(), &self.options));
                NO_MOVE.to_owned()
            }
            Some(best) => {
                if best.rated.is_none() {
                    let reason = ranking.unknown.as_ref().map(|reason| format!("beyond the tables: {reason}"));
                    replies.push(told(reason.as_deref().unwrap_or("there are no tables of chess to play by")));
                }
                if best.rated.is_none() && self.options.beyond == Beyond::Error {
                    NO_MOVE.to_owned()
                } else {
                    replies.extend(infos(play.position(), &ranking, &self.options));
                    best_move(play.position(), best)
                }
            }
        };
        if go.waits {
            self.held = Some(answer);
        } else {
            replies.push(answer);
        }
        replies
    }
}

fn over(position: &Position, options: &Options) -> [String; 2] {
    let (why, score, outcome) = match position.ending() {
        Some(Ending::Checkmate) => ("checkmate: the side to move has lost", "mate 0", RuleOutcome::Loss),
        Some(Ending::Stalemate) | None => ("stalemate: the game is drawn", "cp 0", RuleOutcome::Draw),
    };
    let chances = if options.shows_wdl { wdl(outcome) } else { "" };
    [told(why), format!("info depth 0 score {score}{chances}")]
}
