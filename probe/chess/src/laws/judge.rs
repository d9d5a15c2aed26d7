//! Judges games under the Laws.

use cozy_chess::{Color, Move};

use super::article::Article;
use super::mating::{LINE_POSITIONS_MAX, Mating, Method, can_mate_within};
use super::repetition::Repetitions;
use super::verdict::{Announceable, AnnouncedClaim, Claim, Flag, FlagSource, Ruling, Verdict, of_fault};
use crate::error::{MoveFault, Unreadable};
use crate::pgn::{Letters, PgnError, PgnFault, PgnGame, PgnMove, Score};
use crate::position::{Ending, Position};

/// Occurrences of a position that allow a claim of a draw.
pub const THREEFOLD: u32 = 3;
/// Occurrences of a position that draw the game.
const FIVEFOLD: u32 = 5;
/// Plies without capture and pawn move that allow a claim of a draw.
const FIFTY_MOVES_PLIES: u32 = 100;
/// Plies without capture and pawn move that draw the game.
pub const SEVENTY_FIVE_MOVES_PLIES: u32 = 150;

/// Circumstances under which a game is judged.
#[derive(Debug, Clone, Copy)]
pub struct Case {
    /// Side whose time has run out after the last move; `None` for the side given by the tag
    /// `Termination`.
    pub flag: Option<Color>,
    /// True when the last move was written down with a claim of a draw, and not made.
    pub is_last_announced: bool,
    /// Maximal number of positions that the search for a mate looks at.
    pub positions_max: usize,
}

/// Judges a game: plays its moves until it is over, then applies the flag fall of the side `flag`,
/// if any. `positions_max` limits [`can_mate`](super::can_mate).
///
/// # Errors
/// An error when the start of the game cannot be read.
pub fn judge(game: &PgnGame, flag: Option<Color>, positions_max: usize) -> Result<Verdict, PgnError> {
    judge_with(game, &Case { flag, is_last_announced: false, positions_max }, &|_, _| None)
}

/// [`judge`] with claims and with tables. `known` tells whether a side can mate by any series of
/// legal moves; `None` when tables do not know.
///
/// # Errors
/// An error when the start of the game cannot be read, or a claim has no announced move.
pub fn judge_with(
    game: &PgnGame,
    case: &Case,
    known: &dyn Fn(&Position, Color) -> Option<bool>,
) -> Result<Verdict, PgnError> {
    judge_within(game, case, known, &|_| true)
}

/// [`judge_with`] with a caller that may stop it. From time to time, `goes_on` receives the number
/// of positions searched since its last call, and returns false to stop. Everything undecided by
/// then is [`Ruling::NotDecided`], or a game in progress.
///
/// # Errors
/// [`PgnError`], like [`judge_with`].
pub fn judge_within(
    game: &PgnGame,
    case: &Case,
    known: &dyn Fn(&Position, Color) -> Option<bool>,
    goes_on: &dyn Fn(usize) -> bool,
) -> Result<Verdict, PgnError> {
    let means = Means { positions_max: case.positions_max, known, goes_on };
    let mut court = Court::new(game.start()?);
    let (made, last) = match game.moves.split_last() {
        Some((last, made)) if case.is_last_announced => (made, Some(last)),
        None if case.is_last_announced => {
            return Err(PgnError { game: game.number, place: game.place, fault: PgnFault::NothingAnnounced });
        }
        _ => (&game.moves[..], None),
    };
    let languages = Letters::of_game(&game.moves);
    let mut ruling = court.end();
    for mv in made {
        if ruling.is_some() || !goes_on(1) {
            break;
        }
        match court.read(mv, &languages) {
            Ok(legal) => {
                court.moves.push(legal);
                court.play(court.position().after(legal));
                ruling = court.end();
            }
            Err(fault) => ruling = Some(fault),
        }
    }
    let mut announced = None;
    if let (None, Some(last)) = (&ruling, last) {
        match court.read(last, &languages) {
            Ok(mv) => announced = Some(court.claimed(mv, &court.position().after(mv))),
            Err(fault) => ruling = Some(fault),
        }
    }
    // A dead position may have ended the game earlier; moves after it do not count. A checkmate
    // proves that there was none.
    if !matches!(ruling, Some(Ruling::Over { winner: Some(_), .. })) {
        ruling = court.first_dead(&ruling, means).or(ruling);
    }
    let plies = court.positions.len() - 1;
    let plies_after_end = if let Some(Ruling::Over { .. }) = ruling { game.moves.len() - plies } else { 0 };
    let is_open = ruling.is_none();
    let announced = announced.filter(|_| is_open);
    let flag = if is_open && !case.is_last_announced { court.flag(case.flag, game) } else { None };
    let (ruling, mating_line) = match (ruling, &announced, flag) {
        (Some(ruling), _, _) => (ruling, Vec::new()),
        (None, Some(AnnouncedClaim { article: Some(article), .. }), _) => {
            (Ruling::Over { winner: None, article: *article, method: None }, Vec::new())
        }
        (None, _, Some(flag)) => court.after_flag(flag.side, means),
        (None, _, None) => (Ruling::InProgress, Vec::new()),
    };
    let (mut claims, mut announceable) = (Vec::new(), Vec::new());
    if matches!(ruling, Ruling::InProgress) {
        claims = court.claims();
        announceable = court.announceable(&claims);
    }
    Ok(Verdict {
        claims,
        announceable,
        ruling,
        plies,
        position: court.position().clone(),
        moves: court.moves,
        plies_after_end,
        occurrences: court.occurrences.last().copied().unwrap_or_default(),
        announced,
        flag,
        mating_line,
    })
}

/// Ways to decide whether a mate is still possible.
#[derive(Clone, Copy)]
struct Means<'a> {
    positions_max: usize,
    known: &'a dyn Fn(&Position, Color) -> Option<bool>,
    goes_on: &'a dyn Fn(usize) -> bool,
}

/// Answer to whether a mate is still possible.
enum Decision {
    /// Possible, with the moves to it if they were searched for.
    Possible(Vec<Move>),
    Impossible(Method),
    Open {
        positions: usize,
    },
}

impl Means<'_> {
    /// Decides whether `side` can mate, or either side if it is `None`. Uses tables if they know.
    fn decide(&self, position: &Position, side: Option<Color>) -> Decision {
        let known = match side {
            Some(side) => (self.known)(position, side),
            None => {
                let [white, black] = [Color::White, Color::Black].map(|side| (self.known)(position, side));
                white.zip(black).map(|(white, black)| white || black)
            }
        };
        match known {
            Some(true) => return Decision::Possible(Vec::new()),
            Some(false) => return Decision::Impossible(Method::Tables),
            None => {}
        }
        match can_mate_within(position, side, self.positions_max, self.goes_on) {
            Mating::Possible(line) => Decision::Possible(line),
            Mating::Impossible(method) => Decision::Impossible(method),
            Mating::NotDecided { positions } => Decision::Open { positions },
        }
    }
}

struct Court {
    moves: Vec<Move>,
    /// Positions, one more than moves.
    positions: Vec<Position>,
    /// Occurrences of each position up to its ply.
    occurrences: Vec<u32>,
    repetitions: Repetitions,
}

impl Court {
    fn new(start: Position) -> Court {
        let (moves, positions, occurrences) = (Vec::new(), Vec::new(), Vec::new());
        let mut court = Court { moves, positions, occurrences, repetitions: Repetitions::default() };
        court.play(start);
        court
    }

    fn position(&self) -> &Position {
        self.positions.last().expect("a game has a start")
    }

    fn play(&mut self, after: Position) {
        self.occurrences.push(self.repetitions.add(&after));
        self.positions.push(after);
    }

    /// Returns the legal move that a text means, or the ruling when it means none.
    fn read(&self, mv: &PgnMove, languages: &[Letters]) -> Result<Move, Ruling> {
        let fault = |fault, legal| of_fault(fault, &mv.text, mv.place, legal, languages);
        // In a game with letters of another language, R may be a king.
        if Letters::hide(languages, &mv.text) {
            let letter = mv.text.chars().next().unwrap_or_default();
            let legal = self.position().legal_san();
            return Err(fault(MoveFault::Unreadable(Unreadable::Letter { letter }), legal));
        }
        self.position().parse_san(&mv.text).map_err(|error| fault(error.fault, error.legal))
    }

    /// Returns the end of the game in the last position, if it is visible without a search for dead
    /// positions.
    fn end(&self) -> Option<Ruling> {
        let position = self.position();
        let drawn = |article, method| Some(Ruling::Over { winner: None, article, method });
        match position.ending() {
            Some(Ending::Checkmate) => {
                let winner = Some(!position.side_to_move());
                return Some(Ruling::Over { winner, article: Article::Checkmate, method: None });
            }
            Some(Ending::Stalemate) => return drawn(Article::Stalemate, None),
            None => {}
        }
        if super::material::is_dead(position.board()) {
            return drawn(Article::DeadPosition, Some(Method::Material));
        }
        if self.occurrences.last().is_some_and(|&times| times >= FIVEFOLD) {
            return drawn(Article::Fivefold, None);
        }
        if position.halfmove_clock() >= SEVENTY_FIVE_MOVES_PLIES {
            return drawn(Article::SeventyFiveMoves, None);
        }
        None
    }

    /// If the last position is dead, truncates the game to the first dead position, unless the game
    /// already ends there. Every position after a dead one is dead too.
    fn first_dead(&mut self, ruling: &Option<Ruling>, means: Means) -> Option<Ruling> {
        let proof = |position: &Position| match means.decide(position, None) {
            Decision::Impossible(method) => Some(method),
            _ => None,
        };
        let mut method = proof(self.position())?;
        // The first dead position is among these.
        let (mut from, mut to) = (0, self.positions.len() - 1);
        while from < to {
            let middle = (from + to) / 2;
            match proof(&self.positions[middle]) {
                Some(found) => (to, method) = (middle, found),
                None => from = middle + 1,
            }
        }
        if matches!(ruling, Some(Ruling::Over { .. })) && to + 1 == self.positions.len() {
            return None;
        }
        self.moves.truncate(to);
        self.positions.truncate(to + 1);
        self.occurrences.truncate(to + 1);
        Some(Ruling::Over { winner: None, article: Article::DeadPosition, method: Some(method) })
    }

    /// Returns the side whose flag has fallen, by the caller or by the tags.
    fn flag(&self, named: Option<Color>, game: &PgnGame) -> Option<Flag> {
        if let Some(side) = named {
            return Some(Flag { side, source: FlagSource::Named });
        }
        let (side, source) = match game.result().filter(|_| game.is_by_time())? {
            Score::WhiteWins => (Color::Black, FlagSource::Loser),
            Score::BlackWins => (Color::White, FlagSource::Loser),
            Score::Draw => (self.position().side_to_move(), FlagSource::SideToMove),
            Score::BothLose | Score::Open => return None,
        };
        Some(Flag { side, source })
    }

    /// Returns the ruling after a flag fall, with mating moves if they are found quickly.
    fn after_flag(&self, loser: Color, means: Means) -> (Ruling, Vec<Move>) {
        let article = Article::FlagFall;
        match means.decide(self.position(), Some(!loser)) {
            Decision::Possible(line) => {
                let won = Ruling::Over { winner: Some(!loser), article, method: None };
                if !line.is_empty() {
                    return (won, line);
                }
                let positions_max = means.positions_max.min(LINE_POSITIONS_MAX);
                match can_mate_within(self.position(), Some(!loser), positions_max, means.goes_on) {
                    Mating::Possible(line) => (won, line),
                    _ => (won, Vec::new()),
                }
            }
            Decision::Impossible(method) => (Ruling::Over { winner: None, article, method: Some(method) }, Vec::new()),
            Decision::Open { positions } => (Ruling::NotDecided { positions }, Vec::new()),
        }
    }

    /// Returns the claim with a move that is not made and would lead to `after`.
    fn claimed(&self, mv: Move, after: &Position) -> AnnouncedClaim {
        let (occurrences, halfmove_clock) = (self.repetitions.with(after), after.halfmove_clock());
        let article = if occurrences >= THREEFOLD {
            Some(Article::ThreefoldAnnounced)
        } else {
            (halfmove_clock >= FIFTY_MOVES_PLIES).then_some(Article::FiftyMovesAnnounced)
        };
        AnnouncedClaim { mv, occurrences, halfmove_clock, article }
    }

    /// Returns the moves with which the player to move may claim a draw that cannot be claimed
    /// without a move.
    fn announceable(&self, claims: &[Claim]) -> Vec<Announceable> {
        let position = self.position();
        let is_standing = |article| claims.iter().any(|claim| claim.article == article);
        let (threefold, fifty) = (is_standing(Article::Threefold), is_standing(Article::FiftyMoves));
        let by_move = |mv| {
            let after = position.after(mv);
            let AnnouncedClaim { article, occurrences, .. } = self.claimed(mv, &after);
            let article = article.filter(|article| match article {
                Article::ThreefoldAnnounced => !threefold,
                _ => !fifty,
            })?;
            // A player who mates has no need to claim.
            after.ending().is_none().then_some(Announceable { article, mv, occurrences })
        };
        let mut moves: Vec<Announceable> = position.moves().into_iter().filter_map(by_move).collect();
        moves.sort_by_key(|by| by.article.number());
        moves
    }

    /// Returns the claims of the player to move in the last position.
    fn claims(&self) -> Vec<Claim> {
        let is_fifty = |ply: usize| self.positions[ply].halfmove_clock() >= FIFTY_MOVES_PLIES;
        let last = self.positions.len() - 1;
        let mut claims = Vec::new();
        if self.occurrences[last] >= THREEFOLD {
            claims.push(Claim { article: Article::Threefold, since_ply: last });
        }
        if is_fifty(last) {
            let since_ply = (0..=last).rev().take_while(|&ply| is_fifty(ply)).last().unwrap_or(last);
            claims.push(Claim { article: Article::FiftyMoves, since_ply });
        }
        claims
    }
}
