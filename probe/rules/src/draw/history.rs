//! A game that is played under a rule code, with its positions and counters.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::code::{CountEnding, CountRule, RepetitionEnding};
use super::counter::{CountStatus, Counters, DrawRules};
use super::king_runs::KingRuns;
use super::outcome::{Claimant, Draw, DrawCause, Loss, Outcome};
use super::stated::CounterError;
use super::taking;
use crate::game::{Draughts, Move};
use crate::material::Material;
use crate::movegen::TooManyCaptures;
use crate::notation::MoveError;
use crate::position::Position;
use crate::variant::Goal;

/// Reason why a move was not played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The rules end the game before the given move.
    #[error("the game is over after {plies} plies: {outcome}")]
    GameOver {
        /// Number of plies that were played before the game ended.
        plies: usize,
        /// Outcome of the game.
        outcome: Outcome,
    },
    /// The position has more legal captures than can be listed.
    #[error(transparent)]
    TooManyCaptures(#[from] TooManyCaptures),
    /// The king has made the maximal number of moves in a row.
    #[error("{text} is not legal: the king has made {moves} moves in a row (article {article})")]
    KingMoves {
        /// The move as text.
        text: String,
        /// Number of consecutive moves that the king has made.
        moves: u8,
        /// Number of the article that limits the moves with one king.
        article: &'static str,
    },
    /// The move is not legal in this position.
    #[error("{text} is not a legal move in {fen}")]
    Illegal {
        /// The move as text.
        text: String,
        /// The position as FEN.
        fen: String,
    },
}

/// A game under a rule code, from any start position, with all positions and counters.
#[derive(Debug, Clone)]
pub struct GameRecord {
    game: Draughts,
    rules: DrawRules,
    moves: Vec<Move>,
    /// The position before the first move, and the position after each move.
    positions: Vec<Position>,
    /// Counters of each of `positions`.
    counters: Vec<Counters>,
    occurrences: HashMap<Position, u32>,
    /// Largest number of times that one position has occurred in the game.
    most_occurrences: u32,
    has_moves: bool,
    /// Legal moves of the current position by the rules of the variant, computed on first use. They
    /// include king moves that the rule code forbids.
    listed: OnceLock<Result<Vec<Move>, TooManyCaptures>>,
    /// The moves of `listed` that the rule code allows. Used only with a rule code that limits king
    /// moves.
    allowed: OnceLock<Vec<Move>>,
}

impl GameRecord {
    /// Starts a game from the start position of the variant.
    pub fn new(game: &Draughts, rules: DrawRules) -> Self {
        Self::from_position(game, rules, game.start())
    }

    /// Starts a game from a position whose earlier moves are unknown: all counts that apply are 0.
    pub fn from_position(game: &Draughts, rules: DrawRules, position: Position) -> Self {
        Self::with_counters(game, rules, position, rules.start(&position))
    }

    /// Resumes a game from a position in which counts already run. The earlier positions are
    /// unknown, so a return to one of them is not counted as a repetition.
    ///
    /// # Errors
    /// [`CounterError`] when the counters are impossible in that position.
    pub fn resume(
        game: &Draughts,
        rules: DrawRules,
        position: Position,
        counters: Counters,
    ) -> Result<Self, CounterError> {
        rules.check_counters(&counters, &position)?;
        Ok(Self::with_counters(game, rules, position, counters))
    }

    fn with_counters(game: &Draughts, rules: DrawRules, position: Position, counters: Counters) -> Self {
        let mut record = GameRecord {
            game: game.clone(),
            rules,
            moves: Vec::new(),
            positions: vec![position],
            counters: vec![counters],
            occurrences: HashMap::from([(position, 1)]),
            most_occurrences: 1,
            has_moves: true,
            listed: OnceLock::new(),
            allowed: OnceLock::new(),
        };
        record.has_moves = record.finds_moves();
        record
    }

    /// Sets the number of consecutive moves that each side has already made with one king. Has no
    /// effect under rule codes without a limit on these moves.
    #[must_use]
    pub fn with_king_runs(mut self, runs: KingRuns) -> Self {
        let here = self.moves.len();
        self.counters[here] = self.rules.with_king_runs(&self.counters[here], runs);
        self.allowed = OnceLock::new();
        self.has_moves = self.finds_moves();
        self
    }

    /// Returns the variant of the game.
    pub fn game(&self) -> &Draughts {
        &self.game
    }

    /// Returns the rule code of the game, with the chosen interpretations of its ambiguous
    /// articles.
    pub fn rules(&self) -> DrawRules {
        self.rules
    }

    /// Returns the moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns all positions, including the first.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns the number of plies played in this record.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// Returns the counters of the current position.
    pub fn counters(&self) -> &Counters {
        &self.counters[self.moves.len()]
    }

    /// Returns the counters after `plies` plies of this record, at most [`GameRecord::plies`].
    pub fn counters_after(&self, plies: usize) -> &Counters {
        &self.counters[plies]
    }

    /// Returns the legal moves of the current position, even when the game is already drawn.
    ///
    /// # Errors
    /// [`TooManyCaptures`], like [`Draughts::moves`].
    pub fn legal_moves(&self) -> Result<&[Move], TooManyCaptures> {
        let listed = self.listed()?;
        if self.king_runs().is_empty() {
            return Ok(listed);
        }
        Ok(self.allowed.get_or_init(|| {
            let allows = self.rules.allows(self.counters(), self.position().side, listed);
            listed.iter().filter(|mv| allows(mv)).cloned().collect()
        }))
    }

    /// Returns the moves that the rules of the variant allow, without the limit of the rule code on
    /// king moves.
    fn listed(&self) -> Result<&[Move], TooManyCaptures> {
        self.listed.get_or_init(|| self.game.moves(self.position())).as_deref().map_err(|&error| error)
    }

    /// Parses a move of the current position like [`Draughts::parse_move`], but lists the legal
    /// moves only once per position.
    ///
    /// # Errors
    /// [`MoveError`], like [`Draughts::parse_move`].
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        self.game.parse_move_among(self.position(), text, self.listed())
    }

    /// Formats a legal move of the current position like [`Draughts::move_text`], but lists the
    /// legal moves only once per position.
    pub fn move_text(&self, mv: &Move) -> String {
        self.game.move_text_among(mv, self.listed())
    }

    /// Returns the consecutive quiet moves that each side has made with one king. Both sides have
    /// none if the rule code does not limit these moves.
    pub fn king_runs(&self) -> &KingRuns {
        self.counters().king_runs()
    }

    fn finds_moves(&self) -> bool {
        let is_limited = !self.king_runs().is_empty();
        // Listing fails only where captures exist, and captures are always allowed.
        self.game.has_moves(self.position())
            && (!is_limited || self.legal_moves().map_or(true, |moves| !moves.is_empty()))
    }

    /// Returns the counts that run in the current position.
    pub fn status(&self) -> Vec<CountStatus> {
        self.rules.status(self.counters(), self.position())
    }

    /// Returns the number of times that the current position has occurred.
    pub fn occurrences(&self) -> u32 {
        self.occurrences.get(self.position()).copied().unwrap_or(0)
    }

    /// Returns true when `position` would be drawn by repetition if a move led to it now.
    pub fn draws_by_repetition(&self, position: &Position) -> bool {
        let occurrences = self.occurrences.get(position).copied().unwrap_or(0) + 1;
        self.rules.code.repetition.is_some_and(|rule| occurrences >= rule.occurrences)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`PlayError`] when the game is over, the move is not legal, or the legal moves cannot be
    /// listed. A draw that must be claimed does not end the game.
    pub fn play(&mut self, mv: &Move) -> Result<(), PlayError> {
        match self.outcome() {
            Outcome::InProgress { .. } => {}
            outcome => return Err(PlayError::GameOver { plies: self.plies(), outcome }),
        }
        if !self.legal_moves()?.contains(mv) {
            if let (Some(rule), true) = (self.rules.code.king_moves, self.listed()?.contains(mv)) {
                let (text, article) = (self.game.full_text(mv), rule.article);
                return Err(PlayError::KingMoves { text, moves: rule.most_moves, article });
            }
            return Err(PlayError::Illegal { text: self.game.full_text(mv), fen: self.game.fen(self.position()) });
        }
        let after = self.game.play(self.position(), mv);
        let counters = self.rules.after(self.counters(), mv, &after);
        let occurrences = self.occurrences.entry(after).or_insert(0);
        *occurrences += 1;
        self.most_occurrences = self.most_occurrences.max(*occurrences);
        (self.listed, self.allowed) = (OnceLock::new(), OnceLock::new());
        self.moves.push(mv.clone());
        self.positions.push(after);
        self.counters.push(counters);
        self.has_moves = self.finds_moves();
        Ok(())
    }

    /// Returns the outcome of the game. A loss on the board takes precedence over a draw. There is
    /// one exception: if a side loses by the very move that exhausts a count, the chosen
    /// interpretation decides between loss and draw.
    pub fn outcome(&self) -> Outcome {
        let status = self.status();
        if !self.has_moves {
            let drawn_first = status.iter().find(|count| {
                count.rule.ending == CountEnding::Automatic
                    && count.is_exhausted()
                    && !self.rules.is_lost_on_last_move(count.rule)
            });
            return match drawn_first {
                Some(count) => Outcome::Drawn(self.draw_by_count(count)),
                None => self.lost(),
            };
        }
        let mut draws: Vec<Draw> = self.repetition().into_iter().collect();
        let is_over = |count: &&CountStatus| count.is_exhausted() || self.is_drawn_at_once(count);
        draws.extend(status.iter().filter(is_over).map(|count| self.draw_by_count(count)));
        draws.sort_by_key(|draw| draw.since_ply); // stable: the order of the code among equals
        match draws.iter().position(|draw| draw.claimant.is_none()) {
            Some(index) => Outcome::Drawn(draws.swap_remove(index)),
            None => Outcome::InProgress { claims: draws },
        }
    }

    fn lost(&self) -> Outcome {
        let to_move = self.position().side;
        let no_pieces = Material::of(&self.position().setup).of_side(to_move) == 0;
        let code = self.rules.code;
        if self.game.is_over_by_promotion(self.position()) {
            let loser = match self.game.variant().goal {
                Goal::LastToMove => to_move,
                Goal::GiveAway => to_move.other(),
            };
            return Outcome::Lost { loser, how: Loss::Promotion, article: None };
        }
        match (self.game.variant().goal, no_pieces) {
            (Goal::LastToMove, false) => {
                Outcome::Lost { loser: to_move, how: Loss::NoMove, article: code.no_move_article }
            }
            (Goal::LastToMove, true) => {
                Outcome::Lost { loser: to_move, how: Loss::NoPieces, article: code.no_pieces_article }
            }
            // No article is named, because the articles of the code are for games in which this
            // side loses.
            (Goal::GiveAway, false) => {
                Outcome::Lost { loser: to_move.other(), how: Loss::OpponentHasNoMove, article: None }
            }
            (Goal::GiveAway, true) => {
                Outcome::Lost { loser: to_move.other(), how: Loss::OpponentHasNoPieces, article: None }
            }
        }
    }

    fn is_drawn_at_once(&self, count: &CountStatus) -> bool {
        count.rule.draws_at_once && !taking::is_about_to_take(&self.game, self.position())
    }

    fn draw_by_count(&self, count: &CountStatus) -> Draw {
        let CountStatus { rule, used_plies, limit_plies, .. } = *count;
        let CountRule { article, text, ending, .. } = *rule;
        let claimant = match ending {
            CountEnding::Automatic => None,
            CountEnding::ClaimByEither => Some(Claimant::Either),
        };
        let since_ply = self.plies().saturating_sub(used_plies.saturating_sub(limit_plies) as usize);
        Draw { article, text, cause: DrawCause::Count { used_plies, limit_plies }, claimant, since_ply }
    }

    fn repetition(&self) -> Option<Draw> {
        let rule = self.rules.code.repetition?;
        let draw = |cause, claimant| {
            Some(Draw { article: rule.article, text: rule.text, cause, claimant, since_ply: self.plies() })
        };
        let occurrences = self.occurrences();
        let is_repeated = occurrences >= rule.occurrences;
        let to_move = Claimant::ToMove(self.position().side);
        let before_move = match rule.ending {
            RepetitionEnding::Automatic if is_repeated => return draw(DrawCause::Repetition { occurrences }, None),
            RepetitionEnding::Claim { in_answer: true, .. } if is_repeated => {
                return draw(DrawCause::Repetition { occurrences }, Some(to_move));
            }
            RepetitionEnding::Automatic => false,
            RepetitionEnding::Claim { before_move, .. } => before_move,
        };
        // A repetition by the next move needs a position that lacks just one occurrence.
        if !before_move || self.most_occurrences + 1 < rule.occurrences {
            return None;
        }
        // A capture leads to fewer pieces than any earlier position had, so it repeats nothing.
        if self.game.must_capture(self.position()) {
            return None;
        }
        self.legal_moves().ok()?.iter().find_map(|mv| {
            let after = self.game.play(self.position(), mv);
            let occurrences = self.occurrences.get(&after).copied().unwrap_or(0) + 1;
            let by = || DrawCause::RepetitionByMove { by: mv.clone(), occurrences };
            if occurrences >= rule.occurrences { draw(by(), Some(to_move)) } else { None }
        })
    }
}
