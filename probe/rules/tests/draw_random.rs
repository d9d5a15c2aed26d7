//! Random games under every code: the counters against a recount from the whole history, and games
//! cut and resumed.
//!
//! The recount looks only at the material of all positions so far, and is written per code from the
//! articles, not from the tables of the crate.

mod common;

use common::Random;
use peatee_rules::draw::{
    Counters, Draw, DrawCause, DrawRules, GameRecord, GivenUp, MaterialChange, Outcome, Readings, RuleCode,
};
use peatee_rules::{Bitboard, Game, Kind, Position, Setup, Side, Square, VARIANTS, Variant};

/// Games per code and variant.
const GAMES: u64 = 10_000;

/// A legal position of 3 to 6 pieces with at least one on each side. Many are endings against a
/// lone king.
fn random_ending(game: &Game, random: &mut Random) -> Position {
    loop {
        let side = Side::BOTH[random.below(2)];
        let mut position = Position { setup: Setup::default(), side };
        let lone = random.below(2) == 0;
        let pieces = 3 + random.below(4);
        let strong = Side::BOTH[random.below(2)];
        for index in 0..pieces {
            let weak_king = lone && index == 0;
            let owner = match (lone, weak_king) {
                (true, true) => strong.other(),
                (true, false) => strong,
                (false, _) => Side::BOTH[random.below(2)],
            };
            let kind = if weak_king || random.below(3) > 0 { Kind::King } else { Kind::Man };
            let square = random.below(game.variant().board.square_count() as usize) as u8;
            position.setup.put(owner, kind, Square(square));
        }
        let both = Side::BOTH.iter().all(|&side| position.setup.of_side(side) != 0);
        if both && game.check(&position).is_ok() {
            return position;
        }
    }
}

// ---- the recount ----

/// White men, white kings, black men, black kings.
type Pieces = [u32; 4];

fn pieces(position: &Position) -> Pieces {
    let count = |side, kind| position.setup.get(side, kind).count();
    [
        count(Side::White, Kind::Man),
        count(Side::White, Kind::King),
        count(Side::Black, Kind::Man),
        count(Side::Black, Kind::King),
    ]
}

/// The army that faces a lone king, as (men, kings), for each way to look at the position.
fn against_a_lone_king(p: Pieces) -> Vec<(u32, u32)> {
    let mut armies = Vec::new();
    if p[2..] == [0, 1] {
        armies.push((p[0], p[1]));
    }
    if p[..2] == [0, 1] {
        armies.push((p[2], p[3]));
    }
    armies
}

fn is_one_of(position: &Position, armies: &[(u32, u32)]) -> bool {
    against_a_lone_king(pieces(position)).iter().any(|army| armies.contains(army))
}

fn is_bare(position: &Position) -> bool {
    Side::BOTH.iter().any(|&side| position.setup.of_side(side) == 0)
}

/// How many of the last moves changed nothing that `same` compares.
fn unchanged(history: &[Position], same: impl Fn(&Position, &Position) -> bool) -> u32 {
    history.windows(2).rev().take_while(|pair| same(&pair[0], &pair[1])).count() as u32
}

/// Men of both sides where they were, and no piece fewer.
fn kings_only(a: &Position, b: &Position) -> bool {
    let men = |p: &Position| Side::BOTH.map(|side| p.setup.get(side, Kind::Man));
    men(a) == men(b) && a.setup.piece_count() == b.setup.piece_count()
}

/// Plies for which the positions have been in a group without a break; a bare side at the end
/// belongs to it.
fn since_in_group(history: &[Position], armies: &[(u32, u32)]) -> Option<u32> {
    let (last, before) = history.split_last()?;
    let tail = before.iter().rev().take_while(|p| is_one_of(p, armies)).count() as u32;
    let stays = is_one_of(last, armies) || (is_bare(last) && tail > 0);
    stays.then_some(tail)
}

/// Plies since the last change of material, for the reading that starts anew.
fn restarted(history: &[Position], armies: &[(u32, u32)]) -> Option<u32> {
    let (last, before) = history.split_last()?;
    if is_bare(last) && before.last().is_some_and(|p| is_one_of(p, armies)) {
        return Some(unchanged(before, |a, b| pieces(a) == pieces(b)) + 1);
    }
    is_one_of(last, armies).then(|| unchanged(history, |a, b| pieces(a) == pieces(b)))
}

const SIXTEEN: &[(u32, u32)] = &[(0, 3), (1, 2), (2, 1)];
const FIVE: &[(u32, u32)] = &[(0, 2), (1, 1), (0, 1)];

/// The army of 16 c or 31.
fn kings_of_eighteen(rules: &DrawRules) -> [(u32, u32); 1] {
    [(0, if rules.code.id == "USSR-1953-64" { 3 } else { 4 })]
}

/// Plies since the three (four) kings first stood against one, or as long as they do without a
/// break.
fn eighteen(rules: &DrawRules, history: &[Position]) -> Option<u32> {
    let army = kings_of_eighteen(rules);
    if rules.readings.given_up == GivenUp::CountEnds {
        return since_in_group(history, &army);
    }
    let first = history.iter().position(|p| is_one_of(p, &army))?;
    Some((history.len() - 1 - first) as u32)
}

/// The side with the three (four) kings in the last position that had them.
fn strong_side(rules: &DrawRules, history: &[Position]) -> Option<Side> {
    let ending = history.iter().rev().find(|p| is_one_of(p, &kings_of_eighteen(rules)))?;
    Side::BOTH.into_iter().find(|&side| ending.setup.of_side(side).count() > 1)
}

fn recount(rules: &DrawRules, history: &[Position]) -> String {
    let anew = rules.readings.material_change == MaterialChange::CountRestarts;
    let now = history.len() as u32 - 1;
    let kings = unchanged(history, kings_only);
    let same_pieces = unchanged(history, |a, b| pieces(a) == pieces(b));
    let group = |armies| if anew { restarted(history, armies) } else { since_in_group(history, armies) };
    let counts: Vec<(&str, Option<u32>)> = match rules.code.id {
        "FMJD-100" => {
            let first = history.iter().position(|p| is_one_of(p, SIXTEEN)).map(|first| now - first as u32);
            let sixteen = if anew { restarted(history, SIXTEEN) } else { first };
            let five = if sixteen.is_some() { None } else { group(FIVE) };
            vec![("6.2", Some(kings)), ("6.3", sixteen), ("6.4", five)]
        }
        "FMJD-64" => vec![("6.2", Some(kings)), ("6.3", group(&[(0, 1), (0, 2)]))],
        "USSR-1953-64" => vec![("16b", Some(same_pieces)), ("16c", eighteen(rules, history))],
        "USSR-1953-100" => vec![("16b", Some(same_pieces)), ("31", eighteen(rules, history))],
        "WCDF" => vec![("1.32.2", Some(kings))],
        "none" => vec![],
        other => panic!("write the recount of {other} from its articles"),
    };
    // Where the material does not show whose moves are counted, it is said.
    let last = &history[history.len() - 1];
    let one_each = Side::BOTH.iter().all(|&side| last.setup.of_side(side).count() <= 1);
    let side = match strong_side(rules, history).filter(|_| one_each) {
        Some(Side::White) => "w",
        Some(Side::Black) => "b",
        None => "",
    };
    let side = |article| if ["16c", "31"].contains(&article) { side } else { "" };
    let running = counts.iter().filter_map(|&(article, plies)| Some(format!("{article}={}{}", plies?, side(article))));
    running.collect::<Vec<_>>().join(",")
}

/// The article that draws by itself, by the recount: the one that ran out first.
fn recounted_draw(rules: &DrawRules, history: &[Position]) -> bool {
    let text = recount(rules, history);
    let count = |key: &str| text.split(',').find_map(|part| part.strip_prefix(key)?.parse::<usize>().ok());
    let last = history[history.len() - 1];
    let occurrences = history.iter().filter(|&p| *p == last).count();
    match rules.code.id {
        "FMJD-100" => {
            let over = |key, limit| count(key).is_some_and(|plies| plies >= limit);
            occurrences >= 3 || over("6.2=", 50) || over("6.3=", 32) || over("6.4=", 10)
        }
        "FMJD-64" => {
            let over = |key, limit| count(key).is_some_and(|plies| plies >= limit);
            occurrences >= 3 || over("6.2=", 30) || over("6.3=", 10)
        }
        "USSR-1953-64" | "USSR-1953-100" => {
            // Moves of the side with the kings among the last plies, counted one by one.
            eighteen(rules, history).is_some_and(|plies| {
                let ending = &history[history.len() - 1 - plies as usize..history.len() - 1];
                let strong = strong_side(rules, history);
                ending.iter().filter(|p| Some(p.side) == strong).count() >= 18
            })
        }
        _ => false,
    }
}

// ---- the games ----

/// What the games of one test have met, to show that they met what they should.
#[derive(Debug, Default)]
struct Met {
    lost: u32,
    drawn: std::collections::BTreeMap<&'static str, u32>,
    claimed: std::collections::BTreeMap<&'static str, u32>,
}

/// A random move. Careful games avoid moves that can be answered by a capture, so that counts get
/// to run.
fn choose(record: &GameRecord, careful: bool, random: &mut Random) -> peatee_rules::Move {
    let moves = record.legal_moves().unwrap();
    for _ in 0..if careful { 4 } else { 0 } {
        let mv = &moves[random.below(moves.len())];
        let after = record.game().play(record.position(), mv);
        if record.game().moves(&after).unwrap().first().is_none_or(|answer| !answer.is_capture()) {
            return mv.clone();
        }
    }
    moves[random.below(moves.len())].clone()
}

/// A game to its end: lost, drawn, or a draw claimed some plies after it could be.
fn play_game(game: &Game, rules: DrawRules, random: &mut Random, met: &mut Met) -> GameRecord {
    let from_start = random.below(20) == 0;
    let start = if from_start { game.start() } else { random_ending(game, random) };
    // In so many positions in which a draw can be claimed nobody does.
    let mut missed_claims = random.below(30);
    let careful = random.below(3) == 0;
    let mut record = GameRecord::from_position(game, rules, start);
    loop {
        let outcome = record.outcome();
        let context = || format!("{} {}", rules.code.id, game.fen(record.position()));
        let history = record.positions();
        assert_eq!(
            rules.counters_text(record.counters(), record.position()),
            recount(&rules, history),
            "{}",
            context()
        );
        let is_lost = record.legal_moves().unwrap().is_empty();
        assert_eq!(matches!(outcome, Outcome::Lost { .. }), is_lost, "{}", context());
        assert_eq!(matches!(outcome, Outcome::Drawn(_)), !is_lost && recounted_draw(&rules, history), "{}", context());
        let mut is_over = true;
        match &outcome {
            Outcome::InProgress { claims } => {
                is_over = !claims.is_empty() && missed_claims == 0;
                missed_claims -= (!claims.is_empty() && missed_claims > 0) as usize;
                claims.iter().for_each(|claim| *met.claimed.entry(claim.article).or_default() += 1);
            }
            Outcome::Lost { .. } => met.lost += 1,
            Outcome::Drawn(draw) => *met.drawn.entry(draw.article).or_default() += 1,
        }
        if is_over {
            return record;
        }
        let mv = choose(&record, careful, random);
        record.play(&mv).unwrap_or_else(|error| panic!("{error}"));
    }
}

fn by_count(draw: &Draw) -> bool {
    matches!(draw.cause, DrawCause::Count { .. })
}

/// What does not depend on repeated positions, in plies of the whole game.
fn verdict(record: &GameRecord, cut: usize) -> (String, Vec<(&'static str, usize)>) {
    let outcome = record.outcome();
    let draws: Vec<&Draw> = match &outcome {
        Outcome::InProgress { claims } => claims.iter().filter(|claim| by_count(claim)).collect(),
        Outcome::Drawn(draw) if by_count(draw) => vec![draw],
        _ => vec![],
    };
    // A count that was over before the cut is known to be over at the cut.
    let draws = draws.iter().map(|draw| (draw.article, draw.since_ply.max(cut))).collect();
    let lost = if let Outcome::Lost { .. } = outcome { outcome.to_string() } else { String::new() };
    (lost, draws)
}

/// Cuts a game after `cut` plies, resumes it from text, and plays it to the same end.
fn cut_and_resume(record: &GameRecord, cut: usize) {
    let (game, rules) = (record.game(), record.rules());
    let mut whole = GameRecord::from_position(game, rules, record.positions()[0]);
    record.moves()[..cut].iter().for_each(|mv| whole.play(mv).unwrap());
    let fen = game.fen(whole.position());
    let text = rules.counters_text(whole.counters(), whole.position());
    let position = game.parse_fen(&fen).unwrap();
    let counters: Counters =
        rules.parse_counters(&text, &position).unwrap_or_else(|error| panic!("{fen} {text}: {error}"));
    let mut resumed = GameRecord::resume(game, rules, position, counters).unwrap();
    for mv in &record.moves()[cut..] {
        whole.play(mv).unwrap();
        resumed.play(mv).unwrap();
        assert_eq!(whole.status(), resumed.status(), "{fen} {text}");
        let (lost, draws) = verdict(&resumed, 0);
        let draws: Vec<_> = draws.into_iter().map(|(article, since)| (article, since + cut)).collect();
        let by_repetition = matches!(whole.outcome(), Outcome::Drawn(draw) if !by_count(&draw));
        if !by_repetition {
            assert_eq!(verdict(&whole, cut), (lost, draws), "{fen} {text}");
        }
    }
}

fn check(variant: &'static Variant, rules: DrawRules, games: u64) -> Met {
    let game = Game::new(variant);
    let mut met = Met::default();
    for seed in 0..games {
        let mut random = Random::new(seed);
        let record = play_game(&game, rules, &mut random, &mut met);
        cut_and_resume(&record, random.below(record.plies() + 1));
    }
    met
}

fn check_code(id: &str) -> Met {
    let mut all = Met::default();
    let rules = DrawRules::new(RuleCode::named(id).unwrap());
    let variants: Vec<_> = VARIANTS.iter().filter(|variant| variant.rule_codes.contains(&id)).collect();
    assert!(!variants.is_empty(), "no variant uses {id}");
    for variant in variants {
        let met = check(variant, rules, GAMES);
        all.lost += met.lost;
        met.drawn.into_iter().for_each(|(article, n)| *all.drawn.entry(article).or_default() += n);
        met.claimed.into_iter().for_each(|(article, n)| *all.claimed.entry(article).or_default() += n);
    }
    all
}

fn assert_met(met: &Met, drawn: &[&str], claimed: &[&str]) {
    assert!(met.lost >= 50, "{met:?}");
    for article in drawn {
        assert!(met.drawn.get(article).is_some_and(|&n| n >= 10), "{article} in {met:?}");
    }
    for article in claimed {
        assert!(met.claimed.get(article).is_some_and(|&n| n >= 10), "{article} in {met:?}");
    }
}

#[test]
fn fmjd_100() {
    // On 50 squares random play seldom repeats a position three times; FMJD-64 shares article 6.1.
    assert_met(&check_code("FMJD-100"), &["6.2", "6.3", "6.4"], &[]);
}

#[test]
fn fmjd_64() {
    assert_met(&check_code("FMJD-64"), &["6.1", "6.2", "6.3"], &[]);
}

#[test]
fn ussr_1953_64() {
    assert_met(&check_code("USSR-1953-64"), &["16 c"], &["16 b", "16 d"]);
}

#[test]
fn ussr_1953_100() {
    assert_met(&check_code("USSR-1953-100"), &["31"], &["16 b", "16 d"]);
}

#[test]
fn ussr_1953_read_so_that_counts_end_with_the_kings() {
    for (id, variant, article) in [("USSR-1953-64", "russian", "16 c"), ("USSR-1953-100", "international", "31")] {
        let readings = Readings { given_up: GivenUp::CountEnds, ..Readings::default() };
        let rules = DrawRules { readings, ..DrawRules::new(RuleCode::named(id).unwrap()) };
        assert_met(&check(Variant::named(variant).unwrap(), rules, GAMES), &[article], &["16 b"]);
    }
}

#[test]
fn wcdf() {
    assert_met(&check_code("WCDF"), &[], &["1.32.1", "1.32.2"]);
}

#[test]
fn fmjd_100_read_so_that_counts_restart() {
    let readings = Readings { material_change: MaterialChange::CountRestarts, ..Readings::default() };
    let rules = DrawRules { readings, ..DrawRules::new(RuleCode::named("FMJD-100").unwrap()) };
    assert_met(&check(Variant::named("international").unwrap(), rules, GAMES), &["6.3", "6.4"], &[]);
}

#[test]
fn no_code_for_every_variant() {
    let rules = DrawRules::new(RuleCode::named("none").unwrap());
    for variant in VARIANTS {
        assert!(variant.rule_codes.contains(&"none"), "{}", variant.id);
        let game = Game::new(variant);
        let mut lost = 0;
        for seed in 0..50 {
            let mut random = Random::new(seed);
            let mut record = GameRecord::new(&game, rules);
            while !record.legal_moves().unwrap().is_empty() && record.plies() < 300 {
                let mv = choose(&record, false, &mut random);
                record.play(&mv).unwrap();
            }
            let is_lost = record.legal_moves().unwrap().is_empty();
            match record.outcome() {
                Outcome::Lost { .. } => assert!(is_lost, "{}", variant.id),
                Outcome::InProgress { claims } => assert!(!is_lost && claims.is_empty(), "{}", variant.id),
                Outcome::Drawn(draw) => panic!("{}: {draw:?}", variant.id),
            }
            assert!(record.status().is_empty(), "{}", variant.id);
            lost += is_lost as u32;
        }
        // Also in a game in which kings dodge for long a few of fifty games end.
        assert!(lost >= 5, "{}: {lost} of 50 games end", variant.id);
    }
}
