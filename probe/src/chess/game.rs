//! Chess, as an implementation of [`Game`].

use peatee_chess::cozy_chess::{Color, Move};
use peatee_chess::laws::{PositionKey, is_dead_by_material};
use peatee_chess::{Position, Slice};
use peatee_rules::draw::{CHESS_CODES, Counters, DrawRules, Events, RuleCode, Situation};
use peatee_rules::{Side, TooManyCaptures};
use peatee_table::{Metric, Value};

use crate::family::CHESS;
use crate::game::Game;

/// All tables of chess.
pub type Tables = crate::tables::Tables<Chess>;
/// The value of a position of chess under draw rules.
pub type RuleValue = crate::answers::RuleValue<Slice>;
/// A legal move of chess with its value under draw rules.
pub type RuleMove = crate::answers::RuleMove<Chess>;
/// A line of chess under draw rules.
pub type RuleLine = crate::answers::RuleLine<Chess>;

/// Chess under the FIDE Laws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chess;

impl Chess {
    /// Returns the rule codes (draw rules with a name) of chess: `FIDE-50`, the default, and
    /// `FIDE-75`.
    pub fn codes() -> &'static [&'static RuleCode] {
        CHESS_CODES
    }

    /// Returns the 50-move rule: a player may claim a draw after 50 moves of each side without a
    /// capture or pawn move (article 9.3).
    pub fn fifty_moves() -> DrawRules {
        DrawRules::new(CHESS_CODES[0])
    }

    /// Returns the 75-move rule: the game is drawn without a claim after 75 moves of each side
    /// without a capture or pawn move (article 9.6.2).
    pub fn seventy_five_moves() -> DrawRules {
        DrawRules::new(CHESS_CODES[1])
    }

    /// Returns the draw rules of chess with this code; `None` if no draw rules have it.
    pub fn rules_named(code: &str) -> Option<DrawRules> {
        CHESS_CODES.iter().find(|known| known.id == code).map(|known| DrawRules::new(known))
    }

    /// Returns the limit of these draw rules: the number of plies without a capture or pawn move
    /// after which the game is drawn or a draw can be claimed.
    pub fn limit_plies(rules: &DrawRules) -> u32 {
        let count = rules.code.counts.first();
        count.map_or(u32::MAX - 1, |rule| rules.least_limit_plies(rule))
    }

    /// Returns the name of a metric in chess: DTM for DTW, DTZ for DTR.
    pub fn metric_name(metric: Metric) -> &'static str {
        match metric {
            Metric::Wdl | Metric::RuleWdl(_) => "WDL",
            Metric::Dtw | Metric::RuleDtw(_) => "DTM",
            Metric::Dtc => "DTC",
            Metric::Dtr(_) => "DTZ",
            Metric::CanMate => "can-mate",
        }
    }

    /// Formats a value with its distance in a metric, such as `win, DTZ 31 plies` or `draw`.
    pub fn value_text(value: Value, metric: Metric) -> String {
        let Value { wdl, plies } = value;
        match plies {
            Some(plies) => {
                format!("{wdl}, {} {plies} {}", Chess::metric_name(metric), if plies == 1 { "ply" } else { "plies" })
            }
            None => wdl.to_string(),
        }
    }
}

impl Game for Chess {
    type Position = Position;
    type Move = Move;
    type Key = PositionKey;

    fn named(id: &str) -> Option<Chess> {
        (id == CHESS).then_some(Chess)
    }

    fn id(&self) -> &'static str {
        CHESS
    }

    fn side(&self, position: &Position) -> Side {
        match position.side_to_move() {
            Color::White => Side::White,
            Color::Black => Side::Black,
        }
    }

    fn key(&self, position: &Position) -> PositionKey {
        PositionKey::of(position)
    }

    fn moves(&self, position: &Position) -> Result<Vec<Move>, TooManyCaptures> {
        Ok(position.moves())
    }

    fn has_moves(&self, position: &Position) -> bool {
        position.ending().is_none()
    }

    fn after(&self, position: &Position, mv: &Move) -> Position {
        position.after_listed(*mv)
    }

    fn is_dead(&self, position: &Position) -> bool {
        is_dead_by_material(position)
    }

    fn events(&self, position: &Position, mv: &Move) -> Events {
        if position.is_zeroing(*mv) { Events::CAPTURE } else { Events::NONE }
    }

    fn situation(&self, _rules: &DrawRules, _position: &Position) -> Situation {
        Situation::NOTHING
    }

    /// Returns the half-move clock of the position, as the counter of these draw rules.
    fn counters(&self, rules: &DrawRules, position: &Position) -> Counters {
        rules.with_used_plies(&Situation::NOTHING, position.halfmove_clock())
    }
}
