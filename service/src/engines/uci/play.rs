//! Choice of a move in a game of chess, by the tables and the 50-move rule.

use std::cmp::Reverse;
use std::collections::HashMap;

use peatee_probe::chess::{Chess, RuleMove, Tables};
use peatee_probe::peatee_chess::cozy_chess::Move;
use peatee_probe::peatee_chess::laws::{PositionKey, is_dead_by_material};
use peatee_probe::peatee_chess::{Ending, Position};
use peatee_probe::{Game, MoveChoice, ProbeError, RuleOutcome, Wdl};
use peatee_rules::Budget;

use super::mate::{Situation, mating_line, plies_to_mate};
use super::material::kept_material;
use crate::ask::chess::{hard_moves, rule_moves, rule_value};
use crate::engines::engine::rank_of_outcome;

/// The game that is being played: its last position, and how often each position has occurred since
/// the last capture or pawn move.
#[derive(Debug, Clone)]
pub struct UciGame {
    position: Position,
    times: HashMap<PositionKey, u32>,
    /// Positions that have occurred at least twice.
    repeated: Vec<Position>,
}

#[derive(Debug)]
pub struct RankedMove {
    pub mv: Move,
    /// Value of the move; `None` if the tables do not show the best move.
    pub rated: Option<RuleMove>,
    pub mate: Mate,
    pub line: Vec<Move>,
}

/// Settings for the lines that are shown: their number and length, and the choice among drawn
/// moves.
#[derive(Debug, Clone, Copy)]
pub struct ShownLines {
    /// Way to choose among drawn moves.
    pub draws: MoveChoice,
    /// Maximum number of lines, each of which begins with another move.
    pub count: usize,
    /// Maximum length of each line in plies.
    pub plies_max: u32,
}

#[derive(Debug, Default)]
pub struct Ranking {
    pub choices: Vec<RankedMove>,
    /// Reason why the tables do not show the best move; `None` if they show it, or if there are no
    /// tables.
    pub unknown: Option<ProbeError>,
}

#[derive(Debug, Default)]
pub struct Mate {
    /// Plies to mate, counted from before the move; `None` without a DTM table.
    pub plies: Option<u32>,
    /// True if no claim of a draw can prevent the mate, and the line of the move leads to the mate.
    pub is_sure: bool,
    /// Reason why the DTM table cannot be read; `None` if there was no such failure.
    pub fault: Option<ProbeError>,
}

impl UciGame {
    pub fn new(position: Position) -> Self {
        let times = HashMap::from([(PositionKey::of(&position), 1)]);
        UciGame { position, times, repeated: Vec::new() }
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn play(&mut self, mv: Move) {
        if self.position.is_zeroing(mv) {
            self.times.clear();
            self.repeated.clear();
        }
        self.position = self.position.after(mv);
        let times = self.times.entry(PositionKey::of(&self.position)).or_default();
        *times += 1;
        if *times == 2 {
            self.repeated.push(self.position.clone());
        }
    }

    /// Returns true if a move from `position` leads to the third occurrence of a position, so that
    /// a draw can be claimed.
    fn repeats(&self, position: &Position, mv: Move) -> bool {
        self.times.get(&PositionKey::of(&position.after(mv))).is_some_and(|&times| times >= 2)
    }

    /// Returns true if a move lets the opponent claim a draw by repetition: either the move itself
    /// or a reply leads to the third occurrence of a position.
    fn allows_repetition(&self, mv: Move) -> bool {
        let after = self.position.after(mv);
        self.repeats(&self.position, mv) || after.moves().into_iter().any(|reply| self.repeats(&after, reply))
    }

    /// Returns the best `lines.count` of the moves `among`, best first. If the tables show the best
    /// move, these rules decide the order:
    ///
    /// - A sure mate comes first: the shortest one for the winner, the longest one for the loser.
    /// - Without a sure mate, DTZ decides. But a winner prefers a move after which the opponent
    ///   cannot claim a draw by repetition, and a loser prefers a move that repeats a position.
    /// - Among drawn moves, the order is that of `lines.draws`.
    ///
    /// If the tables do not show the best move, moves with a better known outcome come first. Of
    /// moves with equal outcomes, the one that keeps the most material is best.
    pub fn rank(&self, tables: Option<&Tables>, among: &[Move], lines: ShownLines) -> Ranking {
        let unknown = match tables.map(|tables| (tables, self.rated_moves(tables, lines.draws))) {
            None => None,
            Some((_, Err(error))) => Some(error),
            Some((tables, Ok(mut rated))) => {
                rated.retain(|rated| among.contains(&rated.mv));
                let next = || {
                    let choice = self.choose_rated(tables, &rated, lines)?;
                    rated.retain(|rated| rated.mv != choice.mv);
                    Some(choice)
                };
                return Ranking { choices: std::iter::from_fn(next).take(lines.count).collect(), unknown: None };
            }
        };
        let mut moves = among.to_vec();
        // Moves of equal rank keep their order, so that the same position always gets the same
        // answer.
        moves.sort_by_cached_key(|&mv| {
            let rank = rank_of_outcome(value_after(tables, &self.position, mv));
            (rank, Reverse(kept_material(&self.position.after(mv))))
        });
        let choice = |mv| RankedMove { mv, rated: None, mate: Mate::default(), line: vec![mv] };
        Ranking { choices: moves.into_iter().take(lines.count).map(choice).collect(), unknown }
    }

    /// Returns the legal moves with their values from the tables, best first. Drawn moves are
    /// sorted as `draws` says.
    fn rated_moves(&self, tables: &Tables, draws: MoveChoice) -> Result<Vec<RuleMove>, ProbeError> {
        let (rules, position) = (Chess::fifty_moves(), &self.position);
        match draws {
            MoveChoice::First => rule_moves(tables, position, &rules),
            MoveChoice::Hard { positions_max } => hard_moves(tables, position, &rules, positions_max),
        }
    }

    fn choose_rated(&self, tables: &Tables, rated: &[RuleMove], lines: ShownLines) -> Option<RankedMove> {
        let line_plies_max = lines.plies_max;
        let situation = Situation { tables, position: &self.position, repeated: &self.repeated };
        let sure = situation.sure_mate(rated);
        if let Ok(Some(sure)) = sure {
            let mv = sure.rated.mv;
            let rest = mating_line(tables, self.position.after(mv), line_plies_max as usize - 1);
            let line = std::iter::once(mv).chain(rest).collect();
            let mate = Mate { plies: Some(sure.plies), is_sure: true, fault: None };
            return Some(RankedMove { mv, rated: Some(sure.rated), mate, line });
        }
        let best = self.best(rated, lines.draws)?.clone();
        let mate = match sure.and_then(|_| plies_to_mate(tables, &self.position, &best)) {
            Ok(plies) => Mate { plies, ..Mate::default() },
            Err(fault) => Mate { fault: Some(fault), ..Mate::default() },
        };
        let line = self.line(tables, best.mv, line_plies_max);
        Some(RankedMove { mv: best.mv, rated: Some(best), mate, line })
    }

    /// Returns the best of the moves `rated`, which the tables have sorted from best to worst. A
    /// winning side avoids moves that let the opponent claim a draw by repetition. A losing side
    /// prefers a move that repeats a position. With [`MoveChoice::Hard`], a drawn move to a new
    /// position is preferred to one that repeats a position.
    fn best<'a>(&self, rated: &'a [RuleMove], draws: MoveChoice) -> Option<&'a RuleMove> {
        let first = rated.first()?;
        if first.outcome.wdl() == Some(Wdl::Draw) && draws != MoveChoice::First {
            let mut drawn = rated.iter().take_while(|rated| rated.outcome.wdl() == Some(Wdl::Draw));
            let is_new = |rated: &&RuleMove| !self.times.contains_key(&PositionKey::of(&rated.position));
            return Some(drawn.find(is_new).unwrap_or(first));
        }
        let mut equals = rated.iter().take_while(|rated| rated.outcome == first.outcome);
        let found = match first.outcome {
            RuleOutcome::Win | RuleOutcome::MaybeWin | RuleOutcome::CursedWin => {
                equals.find(|rated| !self.allows_repetition(rated.mv))
            }
            RuleOutcome::MaybeLoss | RuleOutcome::Loss => {
                rated.iter().find(|rated| self.repeats(&self.position, rated.mv))
            }
            RuleOutcome::Draw | RuleOutcome::BlessedLoss => None,
        };
        Some(found.unwrap_or(first))
    }

    /// Returns a move and the moves of best play after it, as far as the tables show them.
    fn line(&self, tables: &Tables, mv: Move, plies_max: u32) -> Vec<Move> {
        let (after, rules) = (self.position.after(mv), Chess::fifty_moves());
        let clock = Chess.counters(&rules, &after);
        let rest = tables.rule_line_from(&after, &rules, &clock, plies_max - 1, &Budget::unlimited());
        let rest = rest.map_or(Vec::new(), |line| line.moves);
        std::iter::once(mv).chain(rest.into_iter().map(|rated| rated.mv)).collect()
    }
}

/// Returns the outcome of a move for the player who makes it; `None` if neither the Laws of chess
/// nor the tables show it.
fn value_after(tables: Option<&Tables>, position: &Position, mv: Move) -> Option<RuleOutcome> {
    let after = position.after(mv);
    match after.ending() {
        Some(Ending::Checkmate) => return Some(RuleOutcome::Win),
        Some(Ending::Stalemate) => return Some(RuleOutcome::Draw),
        None if is_dead_by_material(&after) => return Some(RuleOutcome::Draw),
        None => {}
    }
    let value = rule_value(tables?, &after, &Chess::fifty_moves()).ok()?;
    Some(value.outcome.reversed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_double_step_makes_no_other_position_where_nobody_can_take_the_pawn() {
        let start = Position::parse_fen("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1").expect("a FEN");
        let mut play = UciGame::new(start);
        let moves = |texts: &[&str], play: &mut UciGame| {
            for text in texts {
                let mv = play.position().parse_uci(text).expect("a legal move");
                play.play(mv);
            }
        };
        moves(&["e2e4", "e8e7", "a1a2", "e7e8", "a2a1"], &mut play);
        // After this, the position after the double step has occurred twice with Black to move.
        moves(&["e8e7", "a1a2", "e7e8"], &mut play);
        let mv = play.position().parse_uci("a2a1").expect("a legal move");
        assert!(play.repeats(play.position(), mv), "the third time");
    }
}
