//! The reply to the command `go`: the lines `info` and `done`.

use peatee_probe::RuleOutcome;
use peatee_rules::Draughts;

use super::line::{error_line, quoted};
use crate::engines::engine::{Choice, MoveValue};

/// Score of a win, in men. A hundredth of a man is subtracted for each ply to the end of the game.
const WIN_MEN: f64 = 100.0;
/// Smallest score of a win, in men, however many plies the win takes.
const WIN_LEAST_MEN: f64 = 60.0;
/// Score, in men, of a win if the tables do not show whether the draw rules make it a draw.
const MAYBE_WIN_MEN: f64 = 50.0;
/// Score, in men, of a win that the draw rules make a draw.
const CURSED_WIN_MEN: f64 = 0.1;

pub fn lines(game: &Draughts, choice: &Choice) -> Vec<String> {
    let texts: Vec<String> = choice.line.iter().map(|mv| game.hub_move_text(mv)).collect();
    let pv = quoted(&texts.join(" "));
    let mut replies = Vec::new();
    match (&choice.value, &choice.unknown) {
        (Some(value), _) => {
            let depth_plies = value.plies.map_or(texts.len(), |plies| plies as usize);
            replies.push(format!("info depth={depth_plies} score={:.2} value={} pv={pv}", score(value), value.outcome));
        }
        (None, Some(reason)) => {
            // A position outside the tables is not reported as an error, but a damaged table is.
            if reason.policy().exit_code != 3 {
                replies.push(error_line(reason.text()));
            }
            replies.push(format!("info value=unknown pv={pv}"));
        }
        (None, None) => {}
    }
    let ponder = texts.get(1).map_or(String::new(), |reply| format!(" ponder={reply}"));
    replies.push(format!("done move={}{ponder}", game.hub_move_text(&choice.mv)));
    replies
}

fn score(value: &MoveValue) -> f64 {
    let by_plies = value.plies.map_or(WIN_LEAST_MEN, |plies| WIN_MEN - f64::from(plies) / 100.0);
    let win = by_plies.max(WIN_LEAST_MEN);
    match value.outcome {
        RuleOutcome::Win => win,
        RuleOutcome::MaybeWin => MAYBE_WIN_MEN,
        RuleOutcome::CursedWin => CURSED_WIN_MEN,
        RuleOutcome::Draw => 0.0,
        RuleOutcome::BlessedLoss => -CURSED_WIN_MEN,
        RuleOutcome::MaybeLoss => -MAYBE_WIN_MEN,
        RuleOutcome::Loss => -win,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score_of(outcome: RuleOutcome, plies: Option<u32>) -> String {
        format!("{:.2}", score(&MoveValue { outcome, plies }))
    }

    #[test]
    fn scores_keep_the_order_of_values() {
        assert_eq!(score_of(RuleOutcome::Win, Some(13)), "99.87");
        assert_eq!(score_of(RuleOutcome::Loss, Some(14)), "-99.86");
        assert_eq!(score_of(RuleOutcome::Draw, None), "0.00");
        assert_eq!(score_of(RuleOutcome::CursedWin, Some(61)), "0.10");
        assert_eq!(score_of(RuleOutcome::Win, None), "60.00");
        assert_eq!(score_of(RuleOutcome::Win, Some(100_000)), "60.00");
        use RuleOutcome::*;
        let all = [Win, MaybeWin, CursedWin, Draw, BlessedLoss, MaybeLoss, Loss];
        let scores = all.map(|outcome| score(&MoveValue { outcome, plies: Some(9999) }));
        assert!(scores.is_sorted_by(|better, worse| better > worse), "{scores:?}");
    }
}
