//! Random games under a rule code. Their counters and draws are compared with a second
//! implementation, which recounts all positions of the game. Games are also cut and resumed.

use std::collections::HashMap;

use peatee_rules::draw::{Claimant, Counters, Draw, DrawCause, DrawRules, GameRecord, KingRuns, Outcome, RuleCode};
use peatee_rules::notation::SiteCounts;
use peatee_rules::{Bitboard, Draughts, Kind, Position, Setup, Side, Square, VARIANTS, Variant};

use super::Random;

/// Number of random games per rule code and variant in a normal run.
pub const FEW: u64 = 2_000;
/// Number of random games per rule code and variant in tests whose names end in `in_full`.
pub const MANY: u64 = 10_000;

/// Maximum length of a random game in plies.
const MOST_PLIES: usize = 1000;

/// A second implementation of a rule code. It computes everything from the positions of the game so
/// far and the legal moves.
#[derive(Clone, Copy)]
pub struct Recount {
    /// Returns the counters of the last position as text.
    pub counters: fn(&DrawRules, &[Position]) -> String,
    /// Returns the draws in the last position, in which no side has lost.
    pub draws: fn(&DrawRules, &Draughts, &[Position]) -> Vec<FoundDraw>,
    /// Returns the square of a king of the side to move that may only capture, because it has made
    /// the maximal number of moves in a row.
    pub resting: fn(&[Position]) -> Option<Square>,
}

/// Returns `None`. Serves as `Recount::resting` for rule codes that do not limit the moves in a row
/// with one king.
pub fn none_rests(_: &[Position]) -> Option<Square> {
    None
}

/// A draw that the second implementation (`Recount`) finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoundDraw {
    /// Number of the article, without spaces.
    pub article: &'static str,
    /// Side or sides that may claim the draw; `None` when no claim is needed.
    pub claimant: Option<Claimant>,
    /// Number of plies played when the draw first existed.
    pub since_ply: usize,
}

impl FoundDraw {
    /// Creates a draw that needs no claim and exists since the last ply.
    pub fn by_itself(article: &'static str, history: &[Position]) -> FoundDraw {
        FoundDraw { article, claimant: None, since_ply: history.len() - 1 }
    }

    /// Creates the draw that either side can claim when a count has reached its limit. `plies` is
    /// the number of plies that the count has used. Returns `None` below the limit.
    pub fn to_claim(article: &'static str, plies: u32, limit_plies: u32, history: &[Position]) -> Option<FoundDraw> {
        let over = plies.checked_sub(limit_plies)?;
        let since_ply = (history.len() - 1).saturating_sub(over as usize);
        Some(FoundDraw { article, claimant: Some(Claimant::Either), since_ply })
    }

    /// Creates a draw by repetition that the side to move can claim since the last ply.
    pub fn repetition_to_claim(article: &'static str, history: &[Position]) -> FoundDraw {
        let to_move = history[history.len() - 1].side;
        FoundDraw { article, claimant: Some(Claimant::ToMove(to_move)), since_ply: history.len() - 1 }
    }
}

/// Returns true when the last position has occurred at least three times.
pub fn is_third_time(history: &[Position]) -> bool {
    let last = &history[history.len() - 1];
    history.iter().filter(|&p| p == last).count() >= 3
}

/// Returns true when a legal move leads to a position that has already occurred at least twice.
pub fn can_repeat_twice(game: &Draughts, history: &[Position]) -> bool {
    let mut times: HashMap<&Position, u32> = HashMap::new();
    history.iter().for_each(|p| *times.entry(p).or_default() += 1);
    let last = &history[history.len() - 1];
    let is_near = times.values().any(|&times| times >= 2);
    is_near && game.moves(last).unwrap().iter().any(|mv| times.get(&game.play(last, mv)).is_some_and(|&n| n >= 2))
}

/// Returns a random legal position of 3 to 6 pieces with at least one on each side, often an ending
/// against a lone king.
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

/// Returns the side that had more pieces when a count started, which was `plies` plies before the
/// last position.
pub fn strong_side(history: &[Position], plies: u32) -> Option<Side> {
    let start = &history[history.len() - 1 - plies as usize];
    let of_side = |side| start.setup.of_side(side).count();
    Side::BOTH.into_iter().find(|&side| of_side(side) > of_side(side.other()))
}

/// Numbers of white men, white kings, black men and black kings.
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

/// Returns the men and kings of each side that faces a lone king. King against king gives two
/// pairs.
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

/// Returns the number of latest plies in a row for which `same` is true of the positions before and
/// after the ply.
pub fn unchanged(history: &[Position], same: impl Fn(&Position, &Position) -> bool) -> u32 {
    history.windows(2).rev().take_while(|pair| same(&pair[0], &pair[1])).count() as u32
}

/// Returns true when two positions have the same men and the same number of pieces.
pub fn kings_only(a: &Position, b: &Position) -> bool {
    let men = |p: &Position| Side::BOTH.map(|side| p.setup.get(side, Kind::Man));
    men(a) == men(b) && a.setup.piece_count() == b.setup.piece_count()
}

/// Returns the number of plies for which a lone king has faced one of `armies` (numbers of men and
/// kings) without a break; `None` if it does not face one now. A capture of the last piece, which
/// ends the game, is no break.
pub fn since_in_group(history: &[Position], armies: &[(u32, u32)]) -> Option<u32> {
    let (last, before) = history.split_last()?;
    let tail = before.iter().rev().take_while(|p| is_one_of(p, armies)).count() as u32;
    let stays = is_one_of(last, armies) || (is_bare(last) && tail > 0);
    stays.then_some(tail)
}

/// Returns the number of plies since the last change of material, if a lone king faces one of
/// `armies` (numbers of men and kings). Under one reading (interpretation of an article), this is
/// the number of plies that a count has used.
pub fn restarted(history: &[Position], armies: &[(u32, u32)]) -> Option<u32> {
    let (last, before) = history.split_last()?;
    if is_bare(last) && before.last().is_some_and(|p| is_one_of(p, armies)) {
        return Some(unchanged(before, |a, b| pieces(a) == pieces(b)) + 1);
    }
    is_one_of(last, armies).then(|| unchanged(history, |a, b| pieces(a) == pieces(b)))
}

/// Numbers of results in the games of one test, which show whether the games covered each rule
/// often enough.
#[derive(Debug, Default)]
pub struct Met {
    /// Number of games per code and variant.
    pub games: u64,
    pub lost: u32,
    /// Number of positions in which a king could only capture, because it had made the maximal
    /// number of moves in a row.
    pub rested: u32,
    pub drawn: std::collections::BTreeMap<&'static str, u32>,
    pub claimed: std::collections::BTreeMap<&'static str, u32>,
}

/// Returns a random move. If `careful` is true, prefers moves that allow no capture, so that counts
/// run longer.
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

/// Plays a random game until it is lost, drawn or `MOST_PLIES` long, and compares the counters and
/// draws in each position with those that `recount` computes. The players may miss some possible
/// claims before one ends the game.
fn play_game(game: &Draughts, rules: DrawRules, recount: Recount, random: &mut Random, met: &mut Met) -> GameRecord {
    let from_start = random.below(20) == 0;
    let start = if from_start { game.start() } else { random_ending(game, random) };
    // Number of positions with a possible claim in which nobody claims.
    let mut missed_claims = random.below(30);
    let careful = random.below(3) == 0;
    let mut record = GameRecord::from_position(game, rules, start);
    loop {
        let outcome = record.outcome();
        let context = || format!("{} {}", rules.code.id, game.fen(record.position()));
        let history = record.positions();
        let text = rules.counters_text(record.counters(), record.position());
        let counts: Vec<&str> = text.split(',').filter(|part| !part.starts_with('+')).collect();
        assert_eq!(counts.join(","), (recount.counters)(&rules, history), "{}", context());
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
        // Under rules without counts and repetition, a game may never end.
        if is_over || record.plies() == MOST_PLIES {
            return record;
        }
        let mv = choose(&record, careful, random);
        record.play(&mv).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Asserts that the outcome has the draws in `found`: the first draw without a claim, or else all
/// possible claims, earliest first.
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

/// Returns the loss as text (empty if no side has lost), and the draws by counts. A draw is given
/// as its article and the ply since which it exists; a ply before `cut` is given as `cut`. Draws by
/// repetition are left out.
fn verdict(record: &GameRecord, cut: usize) -> (String, Vec<(&'static str, usize)>) {
    let outcome = record.outcome();
    let draws: Vec<&Draw> = match &outcome {
        Outcome::InProgress { claims } => claims.iter().filter(|claim| by_count(claim)).collect(),
        Outcome::Drawn(draw) if by_count(draw) => vec![draw],
        _ => vec![],
    };
    // A resumed game does not know at which ply before the cut a count was exhausted.
    let draws = draws.iter().map(|draw| (draw.article, draw.since_ply.max(cut))).collect();
    let lost = if let Outcome::Lost { .. } = outcome { outcome.to_string() } else { String::new() };
    (lost, draws)
}

/// Resumes a game from its FEN and counters after `cut` plies, and asserts that the rest of the
/// game has the same counts and outcomes.
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
    assert_eq!((counters.king_runs(), &runs), (whole.king_runs(), whole.king_runs()), "{fen} {text}");
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

/// Plays random games of a variant under draw rules, and compares the counters and draws with those
/// that `recount` computes.
pub fn check(variant: &'static Variant, rules: DrawRules, recount: Recount, games: u64) -> Met {
    let game = Draughts::new(variant);
    let mut met = Met { games, ..Met::default() };
    for seed in 0..games {
        let mut random = Random::new(seed);
        let record = play_game(&game, rules, recount, &mut random, &mut met);
        cut_and_resume(&record, random.below(record.plies() + 1));
    }
    met
}

/// Plays random games of every variant that lists the rule code `id`, and compares the counters and
/// draws with those that `recount` computes.
pub fn check_code(id: &str, recount: Recount, games: u64) -> Met {
    let mut all = Met { games, ..Met::default() };
    let rules = DrawRules::new(RuleCode::named(id).unwrap());
    let variants: Vec<_> = VARIANTS.iter().filter(|variant| variant.rule_codes.contains(&id)).collect();
    assert!(!variants.is_empty(), "no variant uses {id}");
    for variant in variants {
        let met = check(variant, rules, recount, games);
        all.lost += met.lost;
        all.rested += met.rested;
        met.drawn.into_iter().for_each(|(article, n)| *all.drawn.entry(article).or_default() += n);
        met.claimed.into_iter().for_each(|(article, n)| *all.claimed.entry(article).or_default() += n);
    }
    all
}

/// Asserts that enough games were lost, drawn by each article of `drawn`, and claimable by each
/// article of `claimed`.
pub fn assert_met(met: &Met, drawn: &[&str], claimed: &[&str]) {
    let least = if met.games < MANY { 1 } else { 10 };
    assert!(met.lost >= 5 * least, "{met:?}");
    for article in drawn {
        assert!(met.drawn.get(article).is_some_and(|&n| n >= least), "{article} in {met:?}");
    }
    for article in claimed {
        assert!(met.claimed.get(article).is_some_and(|&n| n >= least), "{article} in {met:?}");
    }
}
