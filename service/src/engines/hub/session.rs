//! Session of the engine with a program that drives it: the replies to lines, and the state between
//! them.

use std::fmt::Display;

use peatee_rules::notation::shortened;

use super::answer;
use super::line::{Line, error_line};
use super::parameters::Parameters;
use crate::ask::faults;
use crate::engines::engine::{Dialogue, Engine, EngineGame, Step, TimeLimits};
use crate::engines::hub_names::rules_named;

#[derive(Debug)]
pub struct HubSession {
    parameters: Parameters,
    /// The engine; `None` before the command `init`.
    engine: Option<Engine>,
    /// The game at whose last position the next search starts; `None` if the last command `pos` was
    /// not valid.
    play: Option<EngineGame>,
    /// Time limits that the last command `level` has set.
    limits: TimeLimits,
}

/// Reply to a command: lines to send, or the text of an error message to send.
type Replies = Result<Vec<String>, String>;

impl Dialogue for HubSession {
    fn take(&mut self, text: &str) -> Step {
        let line = match Line::parse(text) {
            Ok(line) => line,
            Err(error) => return self.refuse(text, &error.to_string()),
        };
        let replies = match line.command {
            "hub" => Ok(self.introduced()),
            "set-param" => self.set_param(&line),
            "init" => Ok(self.init()),
            "ping" => Ok(vec!["pong".to_owned()]),
            "new-game" => self.new_game(),
            "pos" => self.pos(&line),
            "level" => level(&line).map(|limits| {
                self.limits = limits;
                Vec::new()
            }),
            "go" => Ok(self.go(&line)),
            // `go` is answered at once, so there is nothing to stop.
            "stop" | "ponder-hit" => Ok(Vec::new()),
            "quit" => return Step { replies: Vec::new(), ends: true },
            other => Err(format!(
                "there is no command `{}`; there are hub, set-param, init, new-game, pos, level, go, stop, \
                 ponder-hit, ping and quit",
                shortened(other)
            )),
        };
        Step::replies(replies.unwrap_or_else(|message| vec![error_line(message)]))
    }

    fn refuse(&mut self, beginning: &str, reason: &str) -> Step {
        Step::replies(match Line::command_of(beginning) {
            // The driving program waits for `done`.
            "go" => self.refused(reason),
            "pos" => {
                // After a faulty `pos`, no search may start from the previous position.
                self.play = None;
                vec![error_line(reason)]
            }
            _ => vec![error_line(reason)],
        })
    }
}

impl HubSession {
    pub fn new(parameters: Parameters) -> Self {
        HubSession { parameters, engine: None, play: None, limits: TimeLimits::default() }
    }

    fn introduced(&self) -> Vec<String> {
        let version = env!("CARGO_PKG_VERSION");
        let id = format!("id name=Peatee version={version} author=\"the Peatee project\" country=Estonia");
        let params = self.parameters.declared();
        std::iter::once(id).chain(params).chain(std::iter::once("wait".to_owned())).collect()
    }

    fn set_param(&mut self, line: &Line) -> Replies {
        let name = line.value("name").ok_or("set-param needs name= and value=")?;
        let value = line.value("value").ok_or("set-param needs name= and value=")?;
        self.parameters.set(name, value)?;
        // After `init`, a changed parameter needs a new engine, and takes effect with the next
        // `pos`.
        if self.engine.take().is_some() {
            return Ok(self.set_up().into_iter().map(error_line).collect());
        }
        Ok(Vec::new())
    }

    fn init(&mut self) -> Vec<String> {
        let messages = self.set_up();
        messages.into_iter().map(error_line).chain(std::iter::once("ready".to_owned())).collect()
    }

    /// Creates the engine with the current values of the parameters. Returns error messages and
    /// warnings.
    fn set_up(&mut self) -> Vec<String> {
        self.play = None;
        let Parameters { variant, tables, rules, beyond, draws, pv_plies } = &self.parameters;
        let mut messages = Vec::new();
        let collection = tables.open(Some(variant.id)).map_err(|error| error.text());
        match &collection {
            Ok(collection) => {
                faults::report(collection);
                messages.extend(tables.of_game(collection, variant.id).err().map(|error| error.text()));
            }
            Err(reason) => messages.push(reason.clone()),
        }
        let engine = match rules_named(rules) {
            Ok(rules) => {
                Engine::new(variant, rules, collection, *beyond, *draws, *pv_plies).map_err(|error| error.text())
            }
            Err(reason) => Err(reason),
        };
        match engine {
            Ok(engine) => {
                messages.extend(engine.rules().foreign_to(variant).map(|warning| format!("warning: {warning}")));
                self.engine = Some(engine);
            }
            Err(reason) => messages.push(reason),
        }
        messages
    }

    fn engine(&self) -> Result<&Engine, String> {
        self.engine.as_ref().ok_or_else(|| "the engine is not ready; send init first".to_owned())
    }

    fn new_game(&mut self) -> Replies {
        self.engine()?;
        self.play = None;
        Ok(Vec::new())
    }

    fn pos(&mut self, line: &Line) -> Replies {
        // After a faulty `pos`, no search may start from the previous position.
        self.play = None;
        let engine = self.engine()?;
        let game = engine.game();
        let position = match line.value("pos") {
            None | Some("start") => game.start(),
            Some(text) => game.parse_hub_position(text).map_err(|error| format!("pos: {error}"))?,
        };
        let counters = line.value("counters").unwrap_or_default();
        let mut play = engine.begin(position, counters).map_err(|error| format!("counters: {}", error.text()))?;
        for (number, text) in (1..).zip(line.value("moves").unwrap_or_default().split_whitespace()) {
            let wrong = |error: &dyn Display| format!("move {number} of moves: {error}");
            let mv = game.parse_hub_move(play.position(), text).map_err(|error| wrong(&error))?;
            play.play(&mv).map_err(|error| wrong(&error))?;
        }
        self.play = Some(play);
        Ok(Vec::new())
    }

    /// Answers `go`. Sends exactly one `done`, even if something is wrong.
    fn go(&mut self, line: &Line) -> Vec<String> {
        let modes = line.items().filter(|(name, _)| matches!(*name, "think" | "analyze" | "ponder")).count();
        if modes != 1 {
            return self.refused("go needs one of think, analyze and ponder");
        }
        let engine = match self.engine() {
            Ok(engine) => engine,
            Err(message) => return self.refused(message),
        };
        let Some(play) = &self.play else {
            return self.refused("there is no position to search; send a valid pos first");
        };
        match engine.choose(play, self.limits) {
            Ok(Some(choice)) => answer::lines(engine.game(), &choice),
            Ok(None) => self.refused("the side to move has no legal move: the game is over"),
            Err(error) => self.refused(error.text()),
        }
    }

    fn refused(&self, message: impl Display) -> Vec<String> {
        vec![error_line(message), "done".to_owned()]
    }
}

/// Returns the limits of time in the command `level`. Limits of depth and nodes are ignored,
/// because the engine answers at once.
///
/// # Errors
/// A limit is wrong.
fn level(line: &Line) -> Result<TimeLimits, String> {
    let mut limits = TimeLimits::default();
    for (name, value) in line.items() {
        let is_right = match name {
            "depth" | "nodes" | "moves" => value.parse::<u64>().is_ok(),
            "move-time" | "time" | "inc" => {
                let seconds = value.parse().ok().filter(|seconds: &f64| seconds.is_finite());
                match name {
                    "move-time" => limits.move_seconds = seconds,
                    "time" => limits.game_seconds = seconds,
                    _ => {}
                }
                seconds.is_some()
            }
            "infinite" => {
                limits.move_seconds = Some(f64::INFINITY);
                value.is_empty()
            }
            other => return Err(format!("level has no limit `{}`", shortened(other))),
        };
        if !is_right {
            return Err(format!("level: {name} cannot be `{}`", shortened(value)));
        }
    }
    Ok(limits)
}
