//! Test of a file with many games of two variants and random results.

use peatee_rules::draw::{DrawRules, GameRecord, Outcome};
use peatee_rules::notation::pdn::{PdnGame, Score, write_games};
use peatee_rules::{Draughts, Side, Variant};

use super::{bare_peatee, games as judged, text};
use crate::common::Random;

const PLIES_MAX: usize = 160;

/// Number of the game that cannot be read.
const BROKEN: usize = 50;
const ILLEGAL: usize = 70;

/// Returns a random game with a random result, and the expected agreement between result and
/// verdict.
fn random_game(game: &Draughts, random: &mut Random) -> (PdnGame, &'static str) {
    let rules = DrawRules::of_variant(game.variant()).expect("its codes are known");
    let mut record = GameRecord::new(game, rules);
    let plies_max = random.below(PLIES_MAX);
    while record.plies() < plies_max && matches!(record.outcome(), Outcome::InProgress { .. }) {
        let mv = record.legal_moves().unwrap()[random.below(record.legal_moves().unwrap().len())].clone();
        record.play(&mv).expect("a legal move");
    }
    let mut pdn = PdnGame::of_moves(game, &game.start(), record.moves());
    let written = [Score::WhiteWins, Score::Draw, Score::BlackWins, Score::Open][random.below(4)];
    pdn.set_result(written);
    let right = match record.outcome() {
        Outcome::InProgress { .. } => None,
        Outcome::Drawn(_) => Some(Score::Draw),
        Outcome::Lost { loser: Side::White, .. } => Some(Score::BlackWins),
        Outcome::Lost { loser: Side::Black, .. } => Some(Score::WhiteWins),
    };
    let agreement = match (written, right) {
        (Score::Open, _) => "no-result",
        (_, None) => "unknown",
        (written, Some(right)) if written == right => "confirmed",
        _ => "contradicted",
    };
    (pdn, agreement)
}

#[test]
fn many_games_make_a_table_of_disagreements() {
    check_games(150);
}

#[test]
#[ignore = "10 CPU-seconds; scripts/check --full runs it"]
fn a_thousand_games_make_a_table_of_disagreements_in_full() {
    check_games(1000);
}

/// Checks the verdicts and the totals for `count` games.
fn check_games(count: usize) {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let games = ["international", "brazilian"].map(|id| Draughts::new(Variant::named(id).expect("it is known")));
    let (mut texts, mut expected) = (Vec::new(), Vec::new());
    for number in 1..=count {
        let (mut pdn, mut agreement) = random_game(&games[number % 2], &mut random);
        if number == ILLEGAL {
            // The illegal move must be the last one. If further moves made no sense after it, the
            // record would be faulty instead.
            pdn.moves.truncate(1);
            let first = pdn.moves.first_mut().expect("it has moves");
            let (from, _) = first.text.split_once('-').expect("no capture is possible");
            first.text = format!("{from}-21");
            agreement = "illegal-move";
        }
        let mut text = write_games([&pdn]);
        if number == BROKEN {
            text = format!("[FEN \"W:W51:B1\"]\n{text}");
            agreement = "error";
        }
        texts.push(text);
        expected.push(agreement);
    }
    let input = texts.join("\n");

    let output = bare_peatee(&["adjudicate", "--pdn", "-", "--format", "jsonl"], &input);
    assert_eq!(output.status.code(), Some(1));
    let found = judged(&output);
    assert_eq!(found.len(), count);
    for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
        let agreement = found["agreement"].as_str().unwrap_or("error");
        assert_eq!((agreement, found["game"].as_u64()), (*expected, Some(index as u64 + 1)), "{found}");
    }

    let output = bare_peatee(&["adjudicate", "--pdn", "-"], &input);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines[count + 2].split(':').next(), Some(format!("{count} games").as_str()));
    for name in ["confirmed", "contradicted", "unknown", "no-result", "illegal-move", "error"] {
        let numbers: Vec<String> =
            (1..=count).filter(|number| expected[number - 1] == name).map(|number| number.to_string()).collect();
        assert!(!numbers.is_empty(), "{name}");
        let sum = lines[count + 3..].iter().find(|line| line.split_whitespace().nth(1) == Some(name));
        let sum = sum.unwrap_or_else(|| panic!("there is no sum of {name}"));
        assert!(sum.trim_start().starts_with(&format!("{} ", numbers.len())), "{sum}");
        if ["contradicted", "illegal-move", "error"].contains(&name) {
            // At most ten game numbers are listed, followed by the number of further games.
            let surplus = numbers.len().saturating_sub(10);
            let more = if surplus == 0 { String::new() } else { format!(" and {surplus} more") };
            let shown = numbers[..numbers.len() - surplus].join(", ");
            assert!(sum.ends_with(&format!(": {shown}{more}")), "{sum}");
        }
    }
    assert!(lines[count + 2..].iter().all(|line| line.len() <= 120), "sums fit a line");
}
