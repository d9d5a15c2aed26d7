//! The reply to the command `go`: the lines `info` and `bestmove`.

use peatee_probe::chess::{Chess, RuleMove};
use peatee_probe::peatee_chess::cozy_chess::Move;
use peatee_probe::peatee_chess::{Ending, Position};
use peatee_probe::{Metric, RuleOutcome, RuleSet, Value, Wdl};

use super::play::{Mate, RankedMove, Ranking};
use crate::answer::words;

use super::options::Options;

/// Score of a win in centipawns. One centipawn is subtracted for each ply to the next capture, pawn
/// move or mate.
const WIN: i64 = 20_000;
/// Score, in centipawns, of a win when the tables do not show whether the 50-move rule makes it a
/// draw.
const MAYBE_WIN: i64 = 5_000;
/// Score, in centipawns, of a win that the 50-move rule makes a draw.
const CURSED_WIN: i64 = 10;

pub fn told(message: impl AsRef<str>) -> String {
    format!("info string {}", message.as_ref().replace(['\n', '\r'], " "))
}

/// Returns the lines `info` that are sent before `bestmove`: remarks about the best move, then the
/// line of best play for each of the best moves.
pub fn infos(position: &Position, ranking: &Ranking, options: &Options) -> Vec<String> {
    let mut lines: Vec<String> = ranking.choices.first().map_or(Vec::new(), |best| notes(position, best));
    for (number, choice) in (1..).zip(&ranking.choices) {
        let pv = uci_moves(position, &choice.line);
        let place = if options.multi_pv > 1 { format!(" multipv {number}") } else { String::new() };
        lines.push(match &choice.rated {
            None => format!("info depth 1{place} pv {pv}"),
            Some(rated) => {
                let plies = rated.reset_plies(&Chess, position, &Chess::fifty_moves());
                let score = score(rated, plies, &choice.mate);
                let chances = if options.shows_wdl { wdl(rated.outcome) } else { "" };
                format!("info depth {}{place} score {score}{chances} pv {pv}", choice.line.len())
            }
        });
    }
    lines
}

fn notes(position: &Position, choice: &RankedMove) -> Vec<String> {
    let Some(rated) = &choice.rated else { return Vec::new() };
    let clock = position.halfmove_clock();
    let rules = Chess::fifty_moves();
    let limit_plies = Chess::limit_plies(&rules);
    let plies = rated.reset_plies(&Chess, position, &rules);
    let value = Chess::value_text(Value { plies, ..rated.value }, Metric::Dtr(RuleSet::new(&rules)));
    let used = if clock > 0 { format!("; {clock} of {limit_plies} plies of the clock used") } else { String::new() };
    let depth = choice.mate.plies.map_or(String::new(), |plies| format!(", DTM {}", words::plies(plies)));
    let under_the_rule = if choice.mate.is_sure { String::new() } else { under_the_rule(rated) };
    let fault = choice.mate.fault.as_ref().map(|fault| told(format!("the distance to mate is not known: {fault}")));
    fault.into_iter().chain([told(format!("{value}{depth}{under_the_rule}{used}"))]).collect()
}

/// Returns the chances of a win, a draw and a loss in thousandths, as the text that follows a score
/// in `info`. A win that the 50-move rule may turn into a draw counts as half a win and half a
/// draw.
pub fn wdl(outcome: RuleOutcome) -> &'static str {
    match outcome {
        RuleOutcome::Win => " wdl 1000 0 0",
        RuleOutcome::MaybeWin => " wdl 500 500 0",
        RuleOutcome::CursedWin | RuleOutcome::Draw | RuleOutcome::BlessedLoss => " wdl 0 1000 0",
        RuleOutcome::MaybeLoss => " wdl 0 500 500",
        RuleOutcome::Loss => " wdl 0 0 1000",
    }
}

/// Returns the outcome under the 50-move rule, as the end of a sentence about a move. The text is
/// empty if the rule does not change the outcome.
fn under_the_rule(rated: &RuleMove) -> String {
    let outcome = rated.outcome.name();
    if outcome == rated.value.wdl.name() { String::new() } else { format!("; under the 50-move rule {outcome}") }
}

/// Returns the score of a move as UCI writes it: `mate` with a number of moves, or `cp` with
/// centipawns.
fn score(rated: &RuleMove, dtz_plies: Option<u32>, mate: &Mate) -> String {
    if let Some(plies) = mate.plies.filter(|_| mate.is_sure) {
        let moves = plies.div_ceil(2);
        return if rated.value.wdl == Wdl::Win { format!("mate {moves}") } else { format!("mate -{moves}") };
    }
    let plies = dtz_plies.map_or(0, i64::from);
    let centipawns = match rated.outcome {
        RuleOutcome::Win if rated.position.ending() == Some(Ending::Checkmate) => return "mate 1".to_owned(),
        RuleOutcome::Win => WIN - plies,
        RuleOutcome::MaybeWin => MAYBE_WIN,
        RuleOutcome::CursedWin => CURSED_WIN,
        RuleOutcome::Draw => 0,
        RuleOutcome::BlessedLoss => -CURSED_WIN,
        RuleOutcome::MaybeLoss => -MAYBE_WIN,
        RuleOutcome::Loss => plies - WIN,
    };
    format!("cp {centipawns}")
}

pub fn best_move(position: &Position, choice: &RankedMove) -> String {
    let mv = position.uci(choice.mv);
    match choice.line.get(1) {
        Some(&reply) => format!("bestmove {mv} ponder {}", position.after(choice.mv).uci(reply)),
        None => format!("bestmove {mv}"),
    }
}

fn uci_moves(position: &Position, moves: &[Move]) -> String {
    let step = |position: &mut Position, &mv: &Move| {
        let uci = position.uci(mv);
        *position = position.after(mv);
        Some(uci)
    };
    moves.iter().scan(position.clone(), step).collect::<Vec<String>>().join(" ")
}
