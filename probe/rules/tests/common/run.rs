//! A position with its counters, on which tests play moves given as text.

use peatee_rules::draw::{Claimant, Counters, DrawRules, GameRecord, Outcome};
use peatee_rules::{Draughts, Position, Variant};

/// A position with its counters. Moves can be played even after the game is over.
pub struct Run {
    pub game: Draughts,
    pub rules: DrawRules,
    pub position: Position,
    pub counters: Counters,
}

/// Returns the draw rules with a name, such as `FMJD-64+together`.
pub fn rules(code: &str) -> DrawRules {
    DrawRules::named(code).unwrap()
}

/// Creates a position with its counters from a FEN and from the text `stated`, such as `6.2=12`.
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

    /// Plays `plies` quiet king moves that allow no capture.
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

    /// Returns the number of plies left for the count of an article.
    pub fn left(&self, article: &str) -> u32 {
        let status = self.rules.status(&self.counters, &self.position);
        status.iter().find(|count| count.rule.article == article).expect("the count runs").left_plies()
    }

    /// Creates a game record that begins with this position and these counters.
    pub fn record(&self) -> GameRecord {
        GameRecord::resume(&self.game, self.rules, self.position, self.counters).unwrap()
    }

    /// Plays the moves in a game record that begins here, and returns the outcome.
    pub fn outcome(&self, moves: &[&str]) -> Outcome {
        let mut record = self.record();
        for text in moves {
            let mv = self.game.parse_move(record.position(), text).unwrap();
            record.play(&mv).unwrap();
        }
        record.outcome()
    }
}

/// Returns the article of the draw if the game is drawn without a claim, otherwise `None`.
pub fn drawn_by(outcome: &Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Drawn(draw) => Some(draw.article),
        _ => None,
    }
}

/// Returns the possible claims, each as article, claimant and ply since which the draw exists.
pub fn claims(outcome: &Outcome) -> Vec<(&'static str, Option<Claimant>, usize)> {
    match outcome {
        Outcome::InProgress { claims } => claims.iter().map(|c| (c.article, c.claimant, c.since_ply)).collect(),
        other => panic!("{other}"),
    }
}
