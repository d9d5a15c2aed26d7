//! Games of chess under the FIDE Laws, and what tables say of those in progress.

use peatee_chess::cozy_chess::Color;
use peatee_chess::laws::{Case, Ruling, Verdict, judge_within};
use peatee_chess::pgn::{PgnError, PgnGame, Score};
use peatee_chess::{Position, Slice};
use peatee_rules::Budget;
use peatee_table::{Metric, Wdl};

use super::game::{Chess, RuleValue, Tables};
use crate::adjudicate::Agreement;
use crate::answers::RuleOutcome;
use crate::error::ProbeError;
use crate::game::Game;
use crate::tables::SliceInfo;

/// The steps of a [`Budget`] that a position of a game, or of a search for a mate, takes.
const STEPS_OF_POSITION: u64 = 8;

/// What games are judged with.
#[derive(Debug, Clone, Copy)]
pub struct Judge<'a> {
    /// Where games in progress find their values, and flags that have fallen whether a side can
    /// still mate.
    pub tables: Option<&'a Tables>,
    /// Whose time is over. `None`: the side that the tag `Termination` means.
    pub flag: Option<Color>,
    /// The last move was written down with a claim of a draw, and not made.
    pub is_last_announced: bool,
    /// The most positions that are looked at for a mate.
    pub positions_max: usize,
}

/// A judged game.
#[derive(Debug)]
pub struct Judged {
    /// What the Laws say.
    pub verdict: Verdict,
    /// The value of a game in progress under the 50-move rule, where there are tables.
    pub value: Option<Result<RuleValue, ProbeError>>,
    /// How the written result fits.
    pub agreement: Agreement,
    /// Why a fallen flag is not decided, where it is not.
    pub undecided: Option<String>,
}

impl Judged {
    /// Whether an arbiter should look at the game: a move is illegal or not clear, a fallen flag is
    /// not decided, the result is not that of the Laws or of best play, or moves were written down
    /// after the end.
    pub fn asks_arbiter(&self) -> bool {
        let is_open =
            matches!(self.verdict.ruling, Ruling::Illegal { .. } | Ruling::Unclear { .. } | Ruling::NotDecided { .. });
        is_open || self.agreement.is_disagreement() || self.verdict.plies_after_end > 0
    }
}

impl Judge<'_> {
    /// Judges a game.
    ///
    /// # Errors
    /// Its start cannot be read, or it has no move that was announced.
    pub fn judge(&self, game: &PgnGame) -> Result<Judged, PgnError> {
        self.judge_within(game, &Budget::unlimited())
    }

    /// [`Judge::judge`] within a budget. When that ends, the verdict means nothing.
    ///
    /// # Errors
    /// As [`Judge::judge`].
    pub fn judge_within(&self, game: &PgnGame, budget: &Budget) -> Result<Judged, PgnError> {
        let goes_on = |positions: usize| budget.take_steps(positions as u64 * STEPS_OF_POSITION).is_ok();
        let can_mate = |position: &Position, side| self.tables?.can_mate(position, side).ok();
        let Judge { flag, is_last_announced, positions_max, .. } = *self;
        let case = Case { flag, is_last_announced, positions_max };
        let verdict = judge_within(game, &case, &can_mate, &goes_on)?;
        let value = match (&verdict.ruling, self.tables) {
            (Ruling::InProgress, Some(tables)) => Some(value(tables, &verdict.position)),
            _ => None,
        };
        let known = value.as_ref().and_then(|value| value.as_ref().ok());
        let outcome = known.map(|value| value.outcome);
        let agreement = agreement(game.result(), &verdict.ruling, best_result(&verdict.position, outcome));
        let undecided = match verdict.ruling {
            Ruling::NotDecided { positions } => Some(self.why_not_decided(verdict.position.men(), positions)),
            _ => None,
        };
        Ok(Judged { verdict, value, agreement, undecided })
    }

    fn why_not_decided(&self, men: u32, positions: usize) -> String {
        let says = |slice: &SliceInfo<Slice>| slice.metrics.contains(&Metric::CanMate);
        let slices = self.tables.map(Tables::slices).unwrap_or_default();
        let most = slices.iter().filter(|&slice| says(slice)).map(|slice| slice.slice.men()).max();
        let tables = match most {
            Some(most) => format!("tables of who can still mate go to {most} men"),
            None => "there are no tables of who can still mate".to_owned(),
        };
        format!(
            "{men} men; {tables}; {positions} positions that legal moves lead to hold no mate, and not all were seen"
        )
    }
}

fn value(tables: &Tables, position: &Position) -> Result<RuleValue, ProbeError> {
    let rules = Chess::fifty_moves();
    tables.rule_value(position, &rules, &Chess.counters(&rules, position))
}

/// The result that best play brings, where the tables say.
fn best_result(position: &Position, outcome: Option<RuleOutcome>) -> Option<Score> {
    let mover = position.side_to_move();
    let winner = match outcome?.wdl()? {
        Wdl::Win => Some(mover),
        Wdl::Draw => None,
        Wdl::Loss => Some(!mover),
    };
    Some(Score::of_winner(winner))
}

/// How a written result fits the ruling, or else the result of best play.
fn agreement(result: Option<Score>, ruling: &Ruling, best: Option<Score>) -> Agreement {
    let written = result.filter(|&score| score != Score::Open);
    match (ruling, written, best) {
        (Ruling::Illegal { .. }, _, _) => Agreement::IllegalMove,
        (_, None, _) => Agreement::NoResult,
        (Ruling::Unclear { .. }, _, _) => Agreement::Unknown,
        (Ruling::Over { winner, .. }, Some(score), _) if score == Score::of_winner(*winner) => Agreement::Confirmed,
        (Ruling::Over { .. }, _, _) => Agreement::Contradicted,
        (_, _, None) => Agreement::Unknown,
        (_, Some(score), Some(best)) if score == best => Agreement::Plausible,
        _ => Agreement::AgainstValue,
    }
}

#[cfg(test)]
mod tests {
    use peatee_chess::laws::Article;

    use super::*;

    #[test]
    fn an_arbiter_is_asked_where_something_is_open_or_wrong() {
        let judge = Judge { tables: None, flag: None, is_last_announced: false, positions_max: 0 };
        let asks = |pgn: &str, judge: &Judge| {
            let game = peatee_chess::pgn::games(pgn).next().expect("a game").expect("it can be read");
            judge.judge(&game).expect("it can be judged").asks_arbiter()
        };
        for (pgn, expected) in [
            ("1. e4 e5 *", false),
            ("1. e4 e5 1-0", false),
            ("1. f3 e5 2. g4 Qh4# 0-1", false),
            ("1. f3 e5 2. g4 Qh4# 1-0", true),
            ("1. f3 e5 2. g4 Qh4# 3. a3 0-1", true),
            ("1. e4 e5 2. Ke3 *", true),
            ("1. Nf3 Nf6 2. d4 d5 3. Nd2 *", true),
            ("1. e4 e5 2. Sf3 1-0", true),
        ] {
            assert_eq!(asks(pgn, &judge), expected, "{pgn}");
        }
        let fallen = Judge { flag: Some(Color::White), ..judge };
        assert!(asks("1. e4 e5 *", &fallen), "whether Black can mate is not decided by no search");
    }

    #[test]
    fn a_result_is_compared_with_the_laws_first_and_with_best_play_then() {
        let over = Ruling::Over { winner: None, article: Article::Stalemate, method: None };
        let (white, draw) = (Some(Score::WhiteWins), Some(Score::Draw));
        assert_eq!(agreement(draw, &over, white), Agreement::Confirmed);
        assert_eq!(agreement(white, &over, None), Agreement::Contradicted);
        assert_eq!(agreement(Some(Score::Open), &over, None), Agreement::NoResult);
        assert_eq!(agreement(white, &Ruling::InProgress, None), Agreement::Unknown);
        assert_eq!(agreement(white, &Ruling::InProgress, white), Agreement::Plausible);
        assert_eq!(agreement(draw, &Ruling::InProgress, white), Agreement::AgainstValue);
        let black_to_move = Position::parse_fen("8/8/8/8/8/2k5/7q/K7 b - - 0 1").expect("a FEN");
        assert_eq!(best_result(&black_to_move, Some(RuleOutcome::Win)), Some(Score::BlackWins));
        assert_eq!(best_result(&black_to_move, Some(RuleOutcome::CursedWin)), draw);
        assert_eq!(best_result(&black_to_move, Some(RuleOutcome::MaybeWin)), None);
    }
}
