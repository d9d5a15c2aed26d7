//! Games under the Laws.

use cozy_chess::Color;

use super::article::Article;
use super::mating::{Mating, Method, can_mate};
use super::repetition::Repetitions;
use crate::pgn::PgnGame;
use crate::pgn::{PgnError, Place};
use crate::position::{Ending, Position};

/// A position is on the board so often when a draw can be claimed, and when the game is drawn.
const THREEFOLD: u32 = 3;
const FIVEFOLD: u32 = 5;
/// Plies without capture and pawn move with which a draw can be claimed.
const FIFTY_MOVES_PLIES: u32 = 100;
/// Plies without capture and pawn move with which the game is drawn.
pub const SEVENTY_FIVE_MOVES_PLIES: u32 = 150;

/// What the Laws say of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// What became of it.
    pub ruling: Ruling,
    /// The plies that were played until it was over, or at all.
    pub plies: usize,
    /// The position after them.
    pub position: Position,
    /// Plies that were written down after the game was over.
    pub plies_after_end: usize,
    /// How often the last position has been on the board.
    pub occurrences: u32,
    /// The draws that the player to move may claim in the last position.
    pub claims: Vec<Claim>,
}

/// A draw that may be claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// Why: 9.2 or 9.3.
    pub article: Article,
    /// After which ply it could be claimed first without a break.
    pub since_ply: usize,
}

/// What became of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ruling {
    /// A move is not legal.
    Illegal {
        /// The move as it is written.
        san: String,
        /// Where it stands.
        place: Place,
        /// All legal moves.
        legal: String,
    },
    /// It is over.
    Over {
        /// Who has won; `None` for a draw.
        winner: Option<Color>,
        /// By which article.
        article: Article,
        /// By what it is proved that nobody, or not the opponent, can mate.
        method: Option<Method>,
    },
    /// It goes on.
    InProgress,
    /// A flag has fallen, and whether the opponent can mate is not decided.
    NotDecided {
        /// Positions that were looked at.
        positions: usize,
    },
}

/// Judges a game: goes through its moves until it is over. Then says what it means that the time of
/// the side `flag` is over, where it is. `positions_max` is for [`can_mate`].
///
/// # Errors
/// The start of the game cannot be read.
pub fn judge(game: &PgnGame, flag: Option<Color>, positions_max: usize) -> Result<Verdict, PgnError> {
    judge_with(game, flag, positions_max, &|_, _| None)
}

/// [`judge`], with what tables know: whether a side can mate by any series of legal moves; nothing
/// where they do not know it.
///
/// # Errors
/// The start of the game cannot be read.
pub fn judge_with(
    game: &PgnGame,
    flag: Option<Color>,
    positions_max: usize,
    known: &dyn Fn(&Position, Color) -> Option<bool>,
) -> Result<Verdict, PgnError> {
    let means = Means { positions_max, known };
    let mut court = Court::new(game.start()?);
    let mut ruling = court.end();
    for mv in &game.moves {
        if ruling.is_some() {
            break;
        }
        match court.position().parse_san(&mv.san) {
            Ok(legal) => {
                court.play(court.position().after(legal));
                ruling = court.end();
            }
            Err(error) => {
                ruling = Some(Ruling::Illegal { san: mv.san.clone(), place: mv.place, legal: error.legal });
            }
        }
    }
    // Where no mate could come any more the game was over: what follows does not count.
    if !matches!(ruling, Some(Ruling::Over { winner: Some(_), .. })) {
        ruling = court.first_dead(&ruling, means).or(ruling);
    }
    let ruling = ruling.unwrap_or_else(|| court.after_flag(flag, means));
    let plies = court.positions.len() - 1;
    let plies_after_end = if matches!(ruling, Ruling::Illegal { .. }) { 0 } else { game.moves.len() - plies };
    let claims = if matches!(ruling, Ruling::InProgress) { court.claims() } else { Vec::new() };
    let occurrences = court.occurrences.last().copied().unwrap_or_default();
    Ok(Verdict { ruling, plies, position: court.position().clone(), plies_after_end, occurrences, claims })
}

/// What decides whether a mate can still come.
#[derive(Clone, Copy)]
struct Means<'a> {
    positions_max: usize,
    known: &'a dyn Fn(&Position, Color) -> Option<bool>,
}

/// Whether a mate can still come.
enum Decision {
    Possible,
    Impossible(Method),
    Open { positions: usize },
}

impl Means<'_> {
    /// Whether a side can mate, or either side where it is `None`: by tables if they know it.
    fn decide(&self, position: &Position, side: Option<Color>) -> Decision {
        let known = match side {
            Some(side) => (self.known)(position, side),
            None => {
                let [white, black] = [Color::White, Color::Black].map(|side| (self.known)(position, side));
                white.zip(black).map(|(white, black)| white || black)
            }
        };
        match known {
            Some(true) => return Decision::Possible,
            Some(false) => return Decision::Impossible(Method::Tables),
            None => {}
        }
        match can_mate(position, side, self.positions_max) {
            Mating::Possible(_) => Decision::Possible,
            Mating::Impossible(method) => Decision::Impossible(method),
            Mating::NotDecided { positions } => Decision::Open { positions },
        }
    }
}

/// The positions of a game so far.
struct Court {
    positions: Vec<Position>,
    /// By ply: how often its position had been there.
    occurrences: Vec<u32>,
    repetitions: Repetitions,
}

impl Court {
    fn new(start: Position) -> Court {
        let mut court = Court { positions: Vec::new(), occurrences: Vec::new(), repetitions: Repetitions::default() };
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

    /// The end that the last position makes at sight: all but dead positions that must be proved.
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

    /// Where the last position is dead: goes back to the first position that is, if that is before
    /// the end that the last one makes. All behind a dead position are dead.
    fn first_dead(&mut self, ruling: &Option<Ruling>, means: Means) -> Option<Ruling> {
        let proof = |position: &Position| match means.decide(position, None) {
            Decision::Impossible(method) => Some(method),
            _ => None,
        };
        let mut method = proof(self.position())?;
        // The first dead position is one of these.
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
        self.positions.truncate(to + 1);
        self.occurrences.truncate(to + 1);
        Some(Ruling::Over { winner: None, article: Article::DeadPosition, method: Some(method) })
    }

    fn after_flag(&self, flag: Option<Color>, means: Means) -> Ruling {
        let Some(loser) = flag else { return Ruling::InProgress };
        let article = Article::FlagFall;
        match means.decide(self.position(), Some(!loser)) {
            Decision::Possible => Ruling::Over { winner: Some(!loser), article, method: None },
            Decision::Impossible(method) => Ruling::Over { winner: None, article, method: Some(method) },
            Decision::Open { positions } => Ruling::NotDecided { positions },
        }
    }

    /// The claims of the player to move in the last position.
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
