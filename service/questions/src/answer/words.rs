//! Values, outcomes and ends of lines in words, which complement the technical terms.

use peatee_probe::{Value, Wdl};
use peatee_rules::Side;
use peatee_rules::draw::{Claimant, Draw, DrawCause};

pub fn plies(count: u32) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}

/// Returns the winner and the number of moves to the win, such as `White wins in 15 moves`; `None`
/// for a draw.
pub fn winner(to_move: Side, value: Value) -> Option<String> {
    let (winner, moves) = match value.wdl {
        Wdl::Draw => return None,
        // The side to move makes the odd plies of the line, its opponent the even ones.
        Wdl::Win => (to_move, value.plies.map(|plies| plies.div_ceil(2))),
        Wdl::Loss => (to_move.other(), value.plies.map(|plies| plies / 2)),
    };
    Some(match (value.plies, moves) {
        (Some(0), _) => format!("{winner} has won"),
        (_, Some(1)) => format!("{winner} wins in 1 move"),
        (_, Some(moves)) => format!("{winner} wins in {moves} moves"),
        _ => format!("{winner} wins"),
    })
}

/// Returns a one-line explanation of an outcome under draw rules, such as `cursed-win`; `None` if
/// the name needs no explanation.
pub fn outcome_meaning(name: &str) -> Option<&'static str> {
    match name {
        "cursed-win" => Some("a win without draw rules, a draw under them"),
        "blessed-loss" => Some("a loss without draw rules, a draw under them"),
        "maybe-win" => Some("a win without draw rules; a missing table would say whether they make it a draw"),
        "maybe-loss" => Some("a loss without draw rules; a missing table would say whether they make it a draw"),
        _ => None,
    }
}

/// Returns one line of explanation for each outcome in `names` that needs an explanation.
pub fn legend<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut lines: Vec<String> =
        names.into_iter().filter_map(|name| Some(format!("{name}: {}", outcome_meaning(name)?))).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// Returns the reason why a line of best play ends, in words. `flag` is the option with which the
/// user gets longer lines.
pub fn line_end(end: &str, flag: &str) -> String {
    match end {
        "cut" => format!("cut: the line goes on; {flag} N shows more plies"),
        "game-over" => "game-over: the side to move has no move".to_owned(),
        "repetition" => "repetition: this position has occurred before".to_owned(),
        "drawn-by-rule" => "drawn-by-rule: the draw rules end the game".to_owned(),
        "not-known" => "not-known: the tables do not say which move is best here".to_owned(),
        "draw-claimable" => "draw-claimable: a side that does not win can claim a draw, and claims it".to_owned(),
        other => other.to_owned(),
    }
}

/// Returns a description of a draw: who can claim it, the number of the article of the draw rules,
/// the ply since which the draw stands, and the cause. The article is not quoted.
pub fn draw_text(draw: &Draw) -> String {
    let who = match draw.claimant {
        None => "drawn".to_owned(),
        Some(Claimant::Either) => "either side can claim a draw".to_owned(),
        Some(Claimant::ToMove(side)) => format!("{side} can claim a draw"),
    };
    let cause = match &draw.cause {
        DrawCause::Repetition { occurrences } => format!("occurrence {occurrences} of the position"),
        DrawCause::RepetitionByMove { occurrences, .. } => {
            format!("a move makes occurrence {occurrences} of a position")
        }
        cause => cause.to_string(),
    };
    format!("{who} by article {} since ply {}: {cause}", draw.article, draw.since_ply)
}

#[cfg(test)]
mod tests {
    use peatee_rules::variant::Goal;

    use super::*;

    #[test]
    fn the_moves_of_the_winner_are_counted() {
        let said = |plies, goal| winner(Side::White, Value::decided(plies, goal)).expect("decided");
        for (plies, text) in [
            (0, "Black has won"),
            (1, "White wins in 1 move"),
            (2, "Black wins in 1 move"),
            (9, "White wins in 5 moves"),
            (10, "Black wins in 5 moves"),
        ] {
            assert_eq!(said(plies, Goal::LastToMove), text);
        }
        // In giveaway games, a side without a move wins, so the loser makes the last move.
        for (plies, text) in [(0, "White has won"), (3, "Black wins in 1 move"), (4, "White wins in 2 moves")] {
            assert_eq!(said(plies, Goal::GiveAway), text);
        }
        assert_eq!(winner(Side::White, Value::DRAW), None);
        let without_distance = Value { wdl: Wdl::Loss, plies: None };
        assert_eq!(winner(Side::Black, without_distance).as_deref(), Some("White wins"));
    }

    #[test]
    fn a_legend_explains_each_outcome_once() {
        let lines = legend(["win", "cursed-win", "draw", "cursed-win", "blessed-loss"]);
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("blessed-loss: ") && lines[1].starts_with("cursed-win: "), "{lines:?}");
    }
}
