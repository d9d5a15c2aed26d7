//! A position with its counters, driven by moves in text.

use peatee_rules::draw::{Claimant, Counters, DrawRules, GameRecord, Outcome};
use peatee_rules::{Draughts, Position, Variant};

/// A position with its counters, moved on without looking at the outcome.
pub struct Run {
    pub game: Draughts,
    pub rules: DrawRules,
    pub position: Position,
    pub counters: Counters,
}

/// A code in its default readings, or with the readings of its name.
pub fn rules(code: &str) -> DrawRules {
    DrawRules::named(code).unwrap()
}

/// A position with stated counters.
pub fn run(variant: &str, rules: DrawRules, fen: &str, stated: &str) -> Run {
    let game = Draughts::new(Variant::named(variant).unwrap());
    let position = game.parse_fen(fen).unwrap();
    let counters = rules.parse_counters(stated, &position).unwrap();
    Run { game, rules, position, counters }
}

impl Run {
    /// Plays a move.
    pub fn play(mut self, text: &str) -> Run {
        let mv = self.game.parse_move(&self.position, text).unwrap();
        self.position = self.game.play(&self.position, &mv);
        self.counters = self.rules.after(&self.counters, &mv, &self.position);
        self
    }

    /// Plays moves of kings that neither capture nor can be answered by a capture.
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

    /// The counters as text.
    pub fn counts(&self) -> String {
        self.rules.counters_text(&self.counters, &self.position)
    }

    /// Plies left of a count.
    pub fn left(&self, article: &str) -> u32 {
        let status = self.rules.status(&self.counters, &self.position);
        status.iter().find(|count| count.rule.article == article).expect("the count runs").left_plies()
    }

    /// A game from here.
    pub fn record(&self) -> GameRecord {
        GameRecord::resume(&self.game, self.rules, self.position, self.counters).unwrap()
    }

    /// The outcome of a game that goes on from here with these moves.
    pub fn outcome(&self, moves: &[&str]) -> Outcome {
        let mut record = self.record();
        for text in moves {
            let mv = self.game.parse_move(record.position(), text).unwrap();
            record.play(&mv).unwrap();
        }
        record.outcome()
    }
}

/// The article of a draw that came by itself.
pub fn drawn_by(outcome: &Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Drawn(draw) => Some(draw.article),
        _ => None,
    }
}

/// The articles that can be claimed, by whom, and since which ply.
pub fn claims(outcome: &Outcome) -> Vec<(&'static str, Option<Claimant>, usize)> {
    match outcome {
        Outcome::InProgress { claims } => claims.iter().map(|c| (c.article, c.claimant, c.since_ply)).collect(),
        other => panic!("{other}"),
    }
}
