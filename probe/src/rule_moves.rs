//! Move lists under draw rules: what to play.
//!
//! # What the winner plays for
//!
//! Every move has its exact value under the rules, so a winner who only plays moves that keep the
//! win never runs out of the count. Which of them he plays depends on whether the count endangers
//! him:
//!
//! * He is *not in danger* when a move of the shortest win (smallest DTW of all moves) keeps the
//!   win under the rules. He plays such a move: the [end of the game](Aim::End) is his aim.
//! * He is *in danger* when every move of the shortest win loses it under the rules. He plays the
//!   move that needs the fewest plies of the count that binds: the [next reset](Aim::Reset) is his
//!   aim, or the end if that is nearer.
//!
//! A line keeps the second aim until the count is set back ([`Tables::rule_line`]). So between two
//! resets there is a part in which DTW falls with every move and then one in which the needed plies
//! fall with every move: no position occurs more than twice, and a third occurrence never draws.
//! Moves that set a count back (captures, moves of men, promotions) cannot be undone, so the line
//! ends, and it ends with the win.
//!
//! The loser plays the move after which the game lasts longest. After a move that leaves the winner
//! in no danger, the game lasts DTW plies. After a move that endangers him it lasts longer, and at
//! least two plies longer, since the parity of DTW tells who wins.

use peatee_rules::draw::{CountStatus, Counters, DrawRules, Events};
use peatee_rules::{Move, Position};
use peatee_table::{Value, Wdl};

use crate::clock::{Clock, is_reset, one_count_decides};
use crate::error::ProbeError;
use crate::required::{Required, clock_place};
use crate::rule_value::{LackingTable, RuleOutcome};
use crate::tables::Tables;

/// A legal move with its value under draw rules.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleMove {
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub position: Position,
    /// The counters after it.
    pub counters: Counters,
    /// The outcome for the player who makes the move.
    pub outcome: RuleOutcome,
    /// The value without rules for that player; plies count from before the move.
    pub value: Value,
    /// The plies that the winner needs with this move, of the count that binds before it; see
    /// [`RuleValue`](crate::RuleValue). `None` where the position is drawn already.
    pub needed_plies: Option<u32>,
    /// True when the move sets back or ends the count that binds before it, and the position is not
    /// drawn already.
    pub resets: bool,
    /// The table without which the outcome or the needed plies are not known; `None` when they are.
    pub lacking: Option<LackingTable>,
}

/// What a winner plays for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// The end of the game, by the shortest win.
    End,
    /// The next move that sets the count back.
    Reset,
}

/// The moves of a position, best first.
pub(crate) struct RankedMoves {
    pub moves: Vec<RuleMove>,
    /// What the winner plays for, where the first move wins.
    pub aim: Aim,
}

impl Tables {
    /// All legal moves by their value under draw rules, best first: by outcome, then wins by the
    /// plies to the end of the game or, where the count endangers the shortest win, to the next
    /// reset; losses by how long the game lasts. Empty when the game is over. In a position that is
    /// drawn already by an exhausted count no move wins or loses.
    ///
    /// # Errors
    /// As [`Tables::rule_value`], for each position after a move.
    pub fn rule_moves(
        &self,
        position: &Position,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<Vec<RuleMove>, ProbeError> {
        Ok(self.ranked_moves(position, rules, counters, None)?.moves)
    }

    /// [`Tables::rule_moves`] for a winner with this aim; `None`: the aim follows from the moves.
    pub(crate) fn ranked_moves(
        &self,
        position: &Position,
        rules: &DrawRules,
        counters: &Counters,
        aim: Option<Aim>,
    ) -> Result<RankedMoves, ProbeError> {
        self.game().check(position)?;
        let clock = Clock::of(rules, counters, position.side);
        let mut moves = Vec::new();
        for mv in self.game().moves(position)? {
            moves.push(self.rule_move(position, mv, rules, counters, &clock)?);
        }
        let aim = aim.unwrap_or_else(|| aim_of(&moves));
        let mut ranked = Vec::with_capacity(moves.len());
        for mv in moves {
            let lasts_plies = match mv.outcome {
                RuleOutcome::Loss => self.lasts_plies(&mv, rules)?,
                _ => 0,
            };
            ranked.push((mv.order(aim, lasts_plies), mv));
        }
        ranked.sort_by_key(|(order, _)| *order);
        Ok(RankedMoves { moves: ranked.into_iter().map(|(_, mv)| mv).collect(), aim })
    }

    fn rule_move(
        &self,
        position: &Position,
        mv: Move,
        rules: &DrawRules,
        counters: &Counters,
        clock: &Clock,
    ) -> Result<RuleMove, ProbeError> {
        let after = self.game().play(position, &mv);
        let next = rules.after(counters, &mv, &after);
        if clock.count().is_some_and(CountStatus::is_exhausted) {
            // The draw stands, or is claimed, before the move is played.
            let value = self.probe(&after)?.before_move();
            let outcome = RuleOutcome::new(value.wdl, Some(false));
            return Ok(RuleMove {
                mv,
                position: after,
                counters: next,
                outcome,
                value,
                needed_plies: None,
                resets: false,
                lacking: None,
            });
        }
        let worth = self.rule_value_by_tables(&after, rules, &next)?;
        let resets = is_next_count(rules, clock, &mv, &after, &next);
        let place = clock_place(rules, clock);
        let needed_plies = match one_count_decides(rules) {
            _ if resets => Some(1),
            true => worth.needed_plies.map(|plies| plies + 1),
            false => {
                let required = Required::of(self, &after, rules, worth.value.plies)?;
                required.needed_plies(rules, &next, &after, place).map(|plies| plies + 1)
            }
        };
        Ok(RuleMove {
            mv,
            position: after,
            counters: next,
            outcome: worth.outcome.reversed(),
            value: worth.value.before_move(),
            needed_plies,
            resets,
            lacking: worth.lacking,
        })
    }

    /// The fewest plies that the game lasts after a losing move, counted from before it.
    fn lasts_plies(&self, mv: &RuleMove, rules: &DrawRules) -> Result<u32, ProbeError> {
        let needed = mv.needed_plies.unwrap_or(0);
        let Some(to_end) = mv.value.plies else { return Ok(needed) };
        let is_danger = self.endangers_shortest_win(&mv.position, rules, &mv.counters)?;
        Ok(if is_danger { needed.max(to_end + 2) } else { to_end })
    }

    /// True when the side to move wins under the rules, but by no move of the shortest win.
    fn endangers_shortest_win(
        &self,
        position: &Position,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<bool, ProbeError> {
        // A count that runs to the end of the game asks for nothing but the shortest win, where it
        // decides alone.
        if one_count_decides(rules) && !matches!(Clock::of(rules, counters, position.side), Clock::ToReset(_)) {
            return Ok(false);
        }
        let Some(to_end) = self.probe(position)?.plies else { return Ok(false) };
        for mv in self.game().moves(position)? {
            let after = self.game().play(position, &mv);
            let value = self.probe(&after)?.before_move();
            if (value.wdl, value.plies) != (Wdl::Win, Some(to_end)) {
                continue;
            }
            if self.rule_value(&after, rules, &rules.after(counters, &mv, &after))?.outcome == RuleOutcome::Loss {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// True when a move ends what a winner in danger plays for: it sets back or ends the count that
/// binds before it. Where none does and tables hold requirements, a count starts with it, or it is
/// no quiet move of a king.
pub(crate) fn is_next_count(rules: &DrawRules, clock: &Clock, mv: &Move, after: &Position, next: &Counters) -> bool {
    match clock.count() {
        Some(count) => is_reset(rules, count.rule, Events::of(mv), &rules.situation(after)),
        None if one_count_decides(rules) => false,
        None => Events::of(mv) != Events::NONE || rules.running(next, after.side).next().is_some(),
    }
}

/// What a winner with these moves plays for.
fn aim_of(moves: &[RuleMove]) -> Aim {
    let wins = || moves.iter().filter(|mv| mv.value.wdl == Wdl::Win);
    let shortest = wins().filter_map(|mv| mv.value.plies).min();
    let is_safe = wins().any(|mv| mv.outcome == RuleOutcome::Win && mv.value.plies == shortest);
    // Without distances to the end, a winner can only play for the reset.
    if is_safe && wins().all(|mv| mv.value.plies.is_some()) { Aim::End } else { Aim::Reset }
}

impl RuleMove {
    /// The order of moves: by outcome, then by the best way to win, to lose, or to keep chances
    /// where the rules make a draw.
    fn order(&self, aim: Aim, lasts_plies: u32) -> (RuleOutcome, [i64; 3]) {
        let to_end = self.value.plies.map_or(0, i64::from);
        let needed = self.needed_plies.map_or(to_end, i64::from);
        let keys = match (self.outcome, aim) {
            (RuleOutcome::Win, Aim::End) => [to_end, needed, 0],
            (RuleOutcome::Win, Aim::Reset) | (RuleOutcome::MaybeWin | RuleOutcome::CursedWin, _) => [needed, to_end, 0],
            (RuleOutcome::Draw, _) => [0, 0, 0],
            (RuleOutcome::BlessedLoss | RuleOutcome::MaybeLoss, _) => [-needed, -to_end, 0],
            (RuleOutcome::Loss, _) => [-i64::from(lasts_plies), -to_end, -needed],
        };
        (self.outcome, keys)
    }
}
