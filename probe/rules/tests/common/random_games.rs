//! Random games under a draw code: counters and draws against a recount from the whole history, and
//! games cut and resumed.

use std::collections::HashMap;

use peatee_rules::draw::{Claimant, Counters, Draw, DrawCause, DrawRules, GameRecord, KingRuns, Outcome, RuleCode};
use peatee_rules::notation::SiteCounts;
use peatee_rules::{Bitboard, Draughts, Kind, Position, Setup, Side, Square, VARIANTS, Variant};

use super::Random;

/// Games per code and variant.
const GAMES: u64 = 10_000;

/// Games are broken off after so many plies.
const MOST_PLIES: usize = 1000;

/// A second implementation of a code, which looks at the positions so far and at nothing else but
/// legal moves.
#[derive(Clone, Copy)]
pub struct Recount {
    /// The counters as text.
    pub counters: fn(&DrawRules, &[Position]) -> String,
    /// The draws of the last position, asked when it is not lost.
    pub draws: fn(&DrawRules, &Draughts, &[Position]) -> Vec<FoundDraw>,
    /// The square of a king of the side to move that must take or rest.
    pub resting: fn(&[Position]) -> Option<Square>,
}

/// No king ever has to rest.
pub fn none_rests(_: &[Position]) -> Option<Square> {
    None
}

/// A draw that a recount has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoundDraw {
    /// The article, without spaces.
    pub article: &'static str,
    /// Who has to claim it; `None`: it comes by itself.
    pub claimant: Option<Claimant>,
    /// After how many plies it was there.
    pub since_ply: usize,
}

impl FoundDraw {
    /// A draw that comes by itself with the last ply.
    pub fn by_itself(article: &'static str, history: &[Position]) -> FoundDraw {
        FoundDraw { article, claimant: None, since_ply: history.len() - 1 }
    }

    /// One that either side can claim since a count of so many plies passed its limit.
    pub fn to_claim(article: &'static str, plies: u32, limit_plies: u32, history: &[Position]) -> Option<FoundDraw> {
        let over = plies.checked_sub(limit_plies)?;
        let since_ply = (history.len() - 1).saturating_sub(over as usize);
        Some(FoundDraw { article, claimant: Some(Claimant::Either), since_ply })
    }

    /// A repetition that the side to move can claim now.
    pub fn repetition_to_claim(article: &'static str, history: &[Position]) -> FoundDraw {
        let to_move = history[history.len() - 1].side;
        FoundDraw { article, claimant: Some(Claimant::ToMove(to_move)), since_ply: history.len() - 1 }
    }
}

/// The last position has stood there three times.
pub fn is_third_time(history: &[Position]) -> bool {
    let last = &history[history.len() - 1];
    history.iter().filter(|&p| p == last).count() >= 3
}

/// A legal move brings about a position that has stood there twice.
pub fn can_repeat_twice(game: &Draughts, history: &[Position]) -> bool {
    let mut times: HashMap<&Position, u32> = HashMap::new();
    history.iter().for_each(|p| *times.entry(p).or_default() += 1);
    let last = &history[history.len() - 1];
    let is_near = times.values().any(|&times| times >= 2);
    is_near && game.moves(last).unwrap().iter().any(|mv| times.get(&game.play(last, mv)).is_some_and(|&n| n >= 2))
}

/// A legal position of 3 to 6 pieces with at least one on each side. Many are endings against a
/// lone king.
fn random_ending(game: &Draughts, random: &mut Random) -> Position {
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

/// The side with more pieces `plies` plies ago, where a count started.
pub fn strong_side(history: &[Position], plies: u32) -> Option<Side> {
    let start = &history[history.len() - 1 - plies as usize];
    let of_side = |side| start.setup.of_side(side).count();
    Side::BOTH.into_iter().find(|&side| of_side(side) > of_side(side.other()))
}

/// White men, white kings, black men, black kings.
pub type Pieces = [u32; 4];

pub fn pieces(position: &Position) -> Pieces {
    let count = |side, kind| position.setup.get(side, kind).count();
    [
        count(Side::White, Kind::Man),
        count(Side::White, Kind::King),
        count(Side::Black, Kind::Man),
        count(Side::Black, Kind::King),
    ]
}

/// The army that faces a lone king, as (men, kings), for each way to look at the position.
pub fn against_a_lone_king(p: Pieces) -> Vec<(u32, u32)> {
    let mut armies = Vec::new();
    if p[2..] == [0, 1] {
        armies.push((p[0], p[1]));
    }
    if p[..2] == [0, 1] {
        armies.push((p[2], p[3]));
    }
    armies
}

pub fn is_one_of(position: &Position, armies: &[(u32, u32)]) -> bool {
    against_a_lone_king(pieces(position)).iter().any(|army| armies.contains(army))
}

pub fn is_bare(position: &Position) -> bool {
    Side::BOTH.iter().any(|&side| position.setup.of_side(side) == 0)
}

/// How many of the last moves changed nothing that `same` compares.
pub fn unchanged(history: &[Position], same: impl Fn(&Position, &Position) -> bool) -> u32 {
    history.windows(2).rev().take_while(|pair| same(&pair[0], &pair[1])).count() as u32
}

/// Men of both sides where they were, and no piece fewer.
pub fn kings_only(a: &Position, b: &Position) -> bool {
    let men = |p: &Position| Side::BOTH.map(|side| p.setup.get(side, Kind::Man));
    men(a) == men(b) && a.setup.piece_count() == b.setup.piece_count()
}

/// Plies for which the positions have been in a group without a break; a bare side at the end
/// belongs to it.
pub fn since_in_group(history: &[Position], armies: &[(u32, u32)]) -> Option<u32> {
    let (last, before) = history.split_last()?;
    let tail = before.iter().rev().take_while(|p| is_one_of(p, armies)).count() as u32;
    let stays = is_one_of(last, armies) || (is_bare(last) && tail > 0);
    stays.then_some(tail)
}

/// Plies since the last change of material, for the reading that starts anew.
pub fn restarted(history: &[Position], armies: &[(u32, u32)]) -> Option<u32> {
    let (last, before) = history.split_last()?;
    if is_bare(last) && before.last().is_some_and(|p| is_one_of(p, armies)) {
        return Some(unchanged(before, |a, b| pieces(a) == pieces(b)) + 1);
    }
    is_one_of(last, armies).then(|| unchanged(history, |a, b| pieces(a) == pieces(b)))
}

/// What the games of one test have met, to show that they met what they should.
#[derive(Debug, Default)]
pub struct Met {
    pub lost: u32,
    /// Positions in which a king had to rest.
    pub rested: u32,
    pub drawn: std::collections::BTreeMap<&'static str, u32>,
    pub claimed: std::collections::BTreeMap<&'static str, u32>,
}

/// A random move. Careful games avoid moves that can be answered by a capture, so that counts get
/// to run.
pub fn choose(record: &GameRecord, careful: bool, random: &mut Random) -> peatee_rules::Move {
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
fn play_game(game: &Draughts, rules: DrawRules, recount: Recount, random: &mut Random, met: &mut Met) -> GameRecord {
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
            (recount.counters)(&rules, history),
            "{}",
            context()
        );
        let resting = (recount.resting)(history);
        let mut legal = game.moves(record.position()).unwrap();
        legal.retain(|mv| mv.is_capture() || Some(mv.from) != resting);
        assert_eq!(record.legal_moves().unwrap(), legal, "{}", context());
        met.rested += resting.is_some() as u32;
        let is_lost = legal.is_empty();
        assert_eq!(matches!(outcome, Outcome::Lost { .. }), is_lost, "{}", context());
        if !is_lost {
            let found = (recount.draws)(&rules, game, history);
            assert_same_draws(&outcome, found, &context());
        }
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
        // Without counts and repetition kings may go on for ever.
        if is_over || record.plies() == MOST_PLIES {
            return record;
        }
        let mv = choose(&record, careful, random);
        record.play(&mv).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// The outcome is what the recount found: the draw by itself, or else everything that can be
/// claimed, the oldest first.
fn assert_same_draws(outcome: &Outcome, mut found: Vec<FoundDraw>, context: &str) {
    let key = |article: &str| article.split_whitespace().collect::<String>();
    found.sort_by_key(|draw| draw.since_ply);
    let by_itself = found.iter().find(|draw| draw.claimant.is_none());
    let wanted = by_itself.map_or(found.clone(), |draw| vec![*draw]);
    let said = match outcome {
        Outcome::Drawn(draw) => std::slice::from_ref(draw),
        Outcome::InProgress { claims } => claims,
        Outcome::Lost { .. } => panic!("{context}: {outcome}"),
    };
    let said: Vec<_> = said.iter().map(|draw| (key(draw.article), draw.claimant, draw.since_ply)).collect();
    let wanted: Vec<_> = wanted.iter().map(|draw| (draw.article.to_owned(), draw.claimant, draw.since_ply)).collect();
    assert_eq!(said, wanted, "{context}");
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
    let king_moves = rules.code.king_moves.map(|_| whole.king_runs().to_stated(game));
    let site = SiteCounts { king_moves, ..SiteCounts::default() }.to_string();
    let site = if site.is_empty() { site } else { format!(":{site}") };
    let fen = format!("{}{site}", game.fen(whole.position()));
    let text = rules.counters_text(whole.counters(), whole.position());
    let (position, site) = game.parse_fen_with_counts(&fen).unwrap();
    let runs = KingRuns::stated(&site.king_moves.unwrap_or_default(), game, &position).unwrap();
    let counters: Counters =
        rules.parse_counters(&text, &position).unwrap_or_else(|error| panic!("{fen} {text}: {error}"));
    let mut resumed = GameRecord::resume(game, rules, position, counters).unwrap().with_king_runs(runs);
    assert_eq!(resumed.king_runs(), whole.king_runs(), "{fen}");
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

/// Plays games of a variant under some rules.
pub fn check(variant: &'static Variant, rules: DrawRules, recount: Recount) -> Met {
    let game = Draughts::new(variant);
    let mut met = Met::default();
    for seed in 0..GAMES {
        let mut random = Random::new(seed);
        let record = play_game(&game, rules, recount, &mut random, &mut met);
        cut_and_resume(&record, random.below(record.plies() + 1));
    }
    met
}

/// Plays games of every variant that lists a code.
pub fn check_code(id: &str, recount: Recount) -> Met {
    let mut all = Met::default();
    let rules = DrawRules::new(RuleCode::named(id).unwrap());
    let variants: Vec<_> = VARIANTS.iter().filter(|variant| variant.rule_codes.contains(&id)).collect();
    assert!(!variants.is_empty(), "no variant uses {id}");
    for variant in variants {
        let met = check(variant, rules, recount);
        all.lost += met.lost;
        all.rested += met.rested;
        met.drawn.into_iter().for_each(|(article, n)| *all.drawn.entry(article).or_default() += n);
        met.claimed.into_iter().for_each(|(article, n)| *all.claimed.entry(article).or_default() += n);
    }
    all
}

/// Asserts that the games met what they should.
pub fn assert_met(met: &Met, drawn: &[&str], claimed: &[&str]) {
    assert!(met.lost >= 50, "{met:?}");
    for article in drawn {
        assert!(met.drawn.get(article).is_some_and(|&n| n >= 10), "{article} in {met:?}");
    }
    for article in claimed {
        assert!(met.claimed.get(article).is_some_and(|&n| n >= 10), "{article} in {met:?}");
    }
}
