//! A position with its counters, driven by moves as text.

use peatee_rules::draw::{Claimant, Counters, DrawRules, GameRecord, Outcome};
use peatee_rules::{Draughts, Position, Variant};

/// A position with its counters. Moves are played whatever the outcome.
pub struct Run {
    pub game: Draughts,
    pub rules: DrawRules,
    pub position: Position,
    pub counters: Counters,
}

/// Returns a code with the readings in its name.
pub fn rules(code: &str) -> DrawRules {
    DrawRules::named(code).unwrap()
}

/// Creates a run from a position and stated counters.
pub fn run(variant: &str, rules: DrawRules, fen: &str, stated: &str) -> Run {
    let game = Draughts::new(Variant::named(variant).unwrap());
    let position = game.parse_fen(fen).unwrap();
    let counters = rules.parse_counters(stated, &position).unwrap();
    Run { game, rules, position, counters }
}

impl Run {
    pub fn play(mut self, text: &str) -> Run {
        let mv = self.game.parse_move(&self.position, text).unwrap();
        self.position = self.game.play(&self.position, &mv);
        self.counters = self.rules.after(&self.counters, &mv, &self.position);
        self
    }

    /// Plays king moves that neither capture nor allow a capture.
    pub fn wait(mut self, plies: usize) -> Run {
        for _ in 0..plies {
            let moves = self.game.moves(&self.position).unwrap();
            let quiet = moves.iter().find(|mv| {
                let answers = self.game.moves(&self.game.play(&self.position, mv)).unwrap();
                let is_king = mv.kind == peatee_rules::Kind::King;
                is_king && !mv.is_capture() && answers.first().is_some_and(|answer| !answer.is_capture())
            });
            let text = self.game.full_text(quiet.expect("a waiting move"));
            self = self.play(&text);
        }
        self
    }

    /// Returns the counters as text.
    pub fn counts(&self) -> String {
        self.rules.counters_text(&self.counters, &self.position)
    }

    /// Returns the plies left of a count.
    pub fn left(&self, article: &str) -> u32 {
        let status = self.rules.status(&self.counters, &self.position);
        status.iter().find(|count| count.rule.article == article).expect("the count runs").left_plies()
    }

    /// Starts a game record from here.
    pub fn record(&self) -> GameRecord {
        GameRecord::resume(&self.game, self.rules, self.position, self.counters).unwrap()
    }

    /// Plays the moves from here and returns the outcome.
    pub fn outcome(&self, moves: &[&str]) -> Outcome {
        let mut record = self.record();
        for text in moves {
            let mv = self.game.parse_move(record.position(), text).unwrap();
            record.play(&mv).unwrap();
        }
        record.outcome()
    }
}

/// Returns the article of a draw without a claim.
pub fn drawn_by(outcome: &Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Drawn(draw) => Some(draw.article),
        _ => None,
    }
}

/// Returns article, claimant and first ply of every possible claim.
pub fn claims(outcome: &Outcome) -> Vec<(&'static str, Option<Claimant>, usize)> {
    match outcome {
        Outcome::InProgress { claims } => claims.iter().map(|c| (c.article, c.claimant, c.since_ply)).collect(),
        other => panic!("{other}"),
    }
}
