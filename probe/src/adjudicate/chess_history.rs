//! Keeps the positions of a chess game during replay, counts their occurrences, and finds the end
//! of the game under the FIDE Laws.

use std::collections::HashMap;

use peatee_chess::cozy_chess::Move;
use peatee_chess::laws::{Article, FIVEFOLD, MateProof, PositionKey, THREEFOLD, is_dead_by_material};
use peatee_chess::pgn::Letters;
use peatee_chess::{Ending, MoveFault, Position, Unreadable};
use peatee_rules::Side;
use peatee_rules::draw::{Claimant, Draw, DrawCause};
use peatee_rules::notation::LISTED_MAX;

use super::chess_notes as notes;
use super::offence::{IllegalMove, Offence, UnclearMove};
use super::verdict::{Ruling, Verdict};
use crate::chess::Chess;
use crate::game::Game;

/// The state of a chess game during replay.
#[derive(Debug)]
pub struct History {
    /// The start position, and the position after each move.
    positions: Vec<Position>,
    /// For each of `positions`, the number of times that the position has occurred in the game so
    /// far, including this time.
    occurrences: Vec<u32>,
    seen: HashMap<PositionKey, u32>,
    languages: Vec<Letters>,
    /// Number of moves of the record to play. An announced move at the end is not counted, because
    /// it is not played.
    plies_max: usize,
}

/// End of a game on the board: by mate, or by a draw that nobody has to claim.
#[derive(Debug)]
pub struct BoardEnd {
    /// Winner; `None` for a draw.
    pub winner: Option<Side>,
    pub article: Article,
    /// Proof that neither side can mate, if the game ended with a dead position.
    pub method: Option<MateProof>,
}

impl BoardEnd {
    pub const fn drawn(article: Article, method: Option<MateProof>) -> BoardEnd {
        BoardEnd { winner: None, article, method }
    }
}

/// Claim of a draw with a move that the player announces and does not play.
#[derive(Debug)]
pub struct MoveClaim {
    pub mv: Move,
    /// Number of occurrences of the position after the move, including the one that the move makes.
    pub occurrences: u32,
    /// Plies without a capture or pawn move (the half-move clock) after the move.
    pub used_plies: u32,
    /// Article of the FIDE Laws by which the claim is correct; `None` if the claim is wrong.
    pub article: Option<Article>,
}

/// Maximum plies for which memory is reserved before the moves are read. Nearly all games are
/// shorter. A larger reserve would let a text of words that are no moves take memory without need.
const RESERVED_PLIES_MAX: usize = 400;

impl History {
    pub fn new(start: Position, languages: Vec<Letters>, plies_max: usize) -> History {
        let reserved = plies_max.min(RESERVED_PLIES_MAX) + 1;
        let (positions, occurrences) = (Vec::with_capacity(reserved), Vec::with_capacity(reserved));
        let seen = HashMap::with_capacity(reserved);
        let mut history = History { positions, occurrences, seen, languages, plies_max };
        history.push(start);
        history
    }

    pub fn push(&mut self, after: Position) {
        let times = self.seen.entry(PositionKey::of(&after)).or_default();
        *times += 1;
        self.occurrences.push(*times);
        self.positions.push(after);
    }

    pub fn plies(&self) -> usize {
        self.positions.len() - 1
    }

    /// Returns true when all moves of the record have been played, except an announced last move.
    pub fn is_played(&self) -> bool {
        self.plies() == self.plies_max
    }

    pub fn position(&self) -> &Position {
        self.positions.last().expect("a game has a start")
    }

    pub fn occurrences(&self) -> u32 {
        *self.occurrences.last().expect("a game has a start")
    }

    pub fn side(&self) -> Side {
        Chess.side(self.position())
    }

    /// Returns the legal move that `text` names. If `text` names no legal move or several, returns
    /// a ruling that says why the text is illegal or unclear.
    pub fn read(&self, text: &str) -> Result<Move, Box<Ruling<Move>>> {
        // A letter may mean another piece in the language of the game: in some languages, R is the
        // king.
        let (fault, legal) = if Letters::all_differ(&self.languages, text) {
            let letter = text.chars().next().unwrap_or_default();
            (MoveFault::Unreadable(Unreadable::Letter { letter }), self.position().legal_san())
        } else {
            match self.position().parse_san(text) {
                Ok(mv) => return Ok(mv),
                Err(error) => (error.fault, error.legal),
            }
        };
        let (ply, text, legal_count) = (self.positions.len(), text.to_owned(), legal.split(' ').count());
        let legal = legal.split(' ').take(LISTED_MAX).map(str::to_owned).collect();
        let is_impossible = matches!(&fault, MoveFault::NotLegal(reason) if reason.is_impossible());
        let (message, candidates, why) = match fault {
            MoveFault::NotLegal(reason) if is_impossible => {
                (format!("{text} is not possible here: {reason}"), Vec::new(), notes::illegal(reason))
            }
            MoveFault::NotLegal(reason) => {
                return Err(Box::new(Ruling::Illegal(IllegalMove {
                    ply,
                    offence: Offence::NotLegal,
                    article: Some(Article::IllegalMove.number()),
                    message: format!("{text} is no legal move here: {reason}"),
                    text,
                    reason: notes::illegal(reason),
                    legal,
                    legal_count,
                })));
            }
            MoveFault::Ambiguous { candidates } => {
                (format!("ambiguous: {}", candidates.join(" or ")), candidates, None)
            }
            MoveFault::Unreadable(reason) => {
                let names = self.languages.iter().map(|of| format!("{} ({})", of.language, of.letters.join(" ")));
                let names: Vec<String> = names.collect();
                let looks = if names.is_empty() {
                    String::new()
                } else {
                    format!("; the letters of the game are {}", names.join(" or "))
                };
                (format!("cannot be read: {reason}{looks}"), Vec::new(), notes::letters(&self.languages))
            }
        };
        let unclear = UnclearMove { ply, text, message, candidates, is_impossible, why, legal, legal_count };
        Err(Box::new(Ruling::Unclear(unclear)))
    }

    /// Returns the end of the game if the last position ends the game. Recognises a dead position
    /// only if the material alone shows that no mate is possible.
    pub fn end(&self) -> Option<BoardEnd> {
        let position = self.position();
        match position.ending() {
            Some(Ending::Checkmate) => {
                let winner = Some(self.side().other());
                return Some(BoardEnd { winner, article: Article::Checkmate, method: None });
            }
            Some(Ending::Stalemate) => return Some(BoardEnd::drawn(Article::Stalemate, None)),
            None => {}
        }
        if is_dead_by_material(position) {
            return Some(BoardEnd::drawn(Article::DeadPosition, Some(MateProof::Material)));
        }
        if self.occurrences() >= FIVEFOLD {
            return Some(BoardEnd::drawn(Article::Fivefold, None));
        }
        let is_over = position.halfmove_clock() >= limit_plies(Article::SeventyFiveMoves);
        is_over.then_some(BoardEnd::drawn(Article::SeventyFiveMoves, None))
    }

    /// Cuts the game back to its first dead position, in which neither side can mate any more, and
    /// returns the end of the game there. Removes the later positions, which are dead too. `proof`
    /// returns a proof for each dead position, otherwise `None`.
    ///
    /// Changes nothing and returns `None` if the last position is not dead. The same holds if it is
    /// the only dead position and `is_over` says that the game ends there anyway.
    pub fn cut_to_dead(&mut self, is_over: bool, proof: impl Fn(&Position) -> Option<MateProof>) -> Option<BoardEnd> {
        let mut method = proof(self.position())?;
        // The first dead position has an index from `from` to `to`.
        let (mut from, mut to) = (0, self.plies());
        while from < to {
            let middle = (from + to) / 2;
            match proof(&self.positions[middle]) {
                Some(found) => (to, method) = (middle, found),
                None => from = middle + 1,
            }
        }
        if is_over && to == self.plies() {
            return None;
        }
        self.positions.truncate(to + 1);
        self.occurrences.truncate(to + 1);
        Some(BoardEnd::drawn(Article::DeadPosition, Some(method)))
    }

    /// Returns the claim that a player makes by announcing the move `mv`. The claim may be wrong.
    pub fn claimed(&self, mv: Move) -> MoveClaim {
        let after = self.position().after(mv);
        let occurrences = self.seen.get(&PositionKey::of(&after)).copied().unwrap_or_default() + 1;
        let used_plies = after.halfmove_clock();
        let article = if occurrences >= THREEFOLD {
            Some(Article::ThreefoldAnnounced)
        } else {
            (used_plies >= limit_plies(Article::FiftyMoves)).then_some(Article::FiftyMovesAnnounced)
        };
        MoveClaim { mv, occurrences, used_plies, article }
    }

    /// Returns the draws that the side to move can claim. Claims with an announced move come last.
    /// They are left out if the player can claim a draw of the same kind (by repetition or by the
    /// 50-move count) without a move.
    pub fn claims(&self) -> Vec<Draw<Move>> {
        let last = self.plies();
        let limit_plies = limit_plies(Article::FiftyMoves);
        let is_fifty = |ply: &usize| self.positions[*ply].halfmove_clock() >= limit_plies;
        let (threefold, fifty) = (self.occurrences() >= THREEFOLD, is_fifty(&last));
        let mut claims = Vec::new();
        if threefold {
            claims.push(self.draw(Article::Threefold, last, None));
        }
        if fifty {
            let since_ply = (0..=last).rev().take_while(is_fifty).last().unwrap_or(last);
            claims.push(self.draw(Article::FiftyMoves, since_ply, None));
        }
        let by_move = |mv| {
            let claim = self.claimed(mv);
            let is_standing = |article| if article == Article::ThreefoldAnnounced { threefold } else { fifty };
            let article = claim.article.filter(|&article| !is_standing(article))?;
            // A move that ends the game needs no claim.
            let is_needed = self.position().after(mv).ending().is_none();
            is_needed.then(|| self.draw(article, last, Some((mv, claim.occurrences))))
        };
        let mut by_moves: Vec<Draw<Move>> = self.position().moves().into_iter().filter_map(by_move).collect();
        by_moves.sort_by_key(|claim| claim.article);
        claims.extend(by_moves);
        claims
    }

    /// Creates the description of a draw under an article of the FIDE Laws, with the side to move
    /// as the claimant. `since_ply` is the number of plies after which the draw could first be
    /// claimed. For a claim with an announced move, `by` is the move and the number of occurrences
    /// of the position after it.
    pub fn draw(&self, article: Article, since_ply: usize, by: Option<(Move, u32)>) -> Draw<Move> {
        let used_plies = self.position().halfmove_clock();
        let limit_plies = limit_plies(article);
        let cause = match (article, by) {
            (Article::Stalemate, _) => DrawCause::Stalemate,
            (Article::FlagFall, _) => DrawCause::FlagFall,
            (Article::ThreefoldAnnounced, Some((by, occurrences))) => DrawCause::RepetitionByMove { by, occurrences },
            (_, Some((by, _))) => DrawCause::CountByMove { by, used_plies, limit_plies },
            (Article::Threefold | Article::Fivefold, None) => DrawCause::Repetition { occurrences: self.occurrences() },
            (Article::FiftyMoves | Article::SeventyFiveMoves, None) => DrawCause::Count { used_plies, limit_plies },
            _ => DrawCause::DeadPosition,
        };
        let claimant = Some(Claimant::ToMove(self.side()));
        Draw { article: article.number(), text: article.text(), cause, claimant, since_ply }
    }

    /// Adds the missed draws to the verdict. A draw is missed when the side to move could claim it
    /// in a position of the game but made a move instead.
    pub fn add_missed_draws(&self, verdict: &mut Verdict<Chess>) {
        let limit_plies = limit_plies(Article::FiftyMoves);
        for ply in 0..verdict.plies() {
            let position = &self.positions[ply];
            let is_fifty = position.halfmove_clock() >= limit_plies;
            let threefold = (Article::Threefold, self.occurrences[ply] >= THREEFOLD);
            for (article, _) in [threefold, (Article::FiftyMoves, is_fifty)].into_iter().filter(|(_, can)| *can) {
                verdict.add_missed_draw(article.number(), Claimant::ToMove(Chess.side(position)), ply);
            }
        }
    }
}

/// Returns the number of plies without a capture or pawn move after which an article of the FIDE
/// Laws applies. The 75-move rule then draws the game; under the other articles a player can claim
/// the draw.
fn limit_plies(article: Article) -> u32 {
    let rules = match article {
        Article::SeventyFiveMoves => Chess::seventy_five_moves(),
        _ => Chess::fifty_moves(),
    };
    Chess::limit_plies(&rules)
}
