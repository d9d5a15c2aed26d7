//! Judging of games of any family, and conversion of the verdicts, for the commands and the
//! service.

use std::sync::Arc;

use peatee_game::{Place, Record};
use peatee_probe::adjudicate::{Judge, Note, Ruling, Verdict};
use peatee_probe::chess::Chess;
use peatee_probe::peatee_chess::pgn::PgnGame;
use peatee_probe::{Collection, Game as _};
use peatee_proto::v1::adjudicated_game::Outcome;
use peatee_proto::v1::{AdjudicateResponse, AdjudicatedGame, PdnTag, Status};
use peatee_rules::notation::pdn::PdnGame;
use peatee_rules::{Budget, Side, Variant};

use super::convert::{GameFacts, Messages, adjudicated, put_notes, put_paragraphs};
use super::fitting::{SampleText, UnnamedGame, VariantSearch};
use super::judging::VariantJudge;
use super::notes;
use crate::ask::budget::STEPS_OF_WRITTEN_MOVE;
use crate::ask::chess::draw_rules;
use crate::ask::family::Field;
use crate::ask::games::DEFAULT_VARIANT;
use crate::ask::query;
use crate::errors::Error;

/// Options for judging games, which apply to all games of a request or of a run.
#[derive(Debug, Clone, Copy)]
pub struct JudgeOptions<'a> {
    pub collection: Option<&'a Collection>,
    /// Name of the draw rules; the empty name stands for the default rules of the game.
    pub rules: &'a str,
    /// Maximum length, in plies, of the line of best play in a verdict.
    pub line_plies: u32,
    /// The side that ran out of time, if any; only in chess.
    pub flag: Option<Side>,
    /// True if the player only announced the last move, together with a claim of a draw, and did
    /// not make it; only in chess.
    pub is_last_announced: bool,
    /// True if the answers contain the values of the moves, as the tables give them.
    pub values_moves: bool,
    /// Maximum number of positions that are searched to decide whether a side can still mate.
    pub positions_max: usize,
    /// If true, a damaged chess table is reported as the reason why a value is unknown. If false,
    /// the judging of the game fails with the error of the table.
    pub tells_damage: bool,
    /// Name of the option or field by which a user can name a variant. Hints mention it.
    pub variant_option: &'static str,
    /// Maximum number of games that get a hint. A hint names other variants in which all moves of
    /// the game are legal.
    pub hints_max: usize,
}

impl<'a> JudgeOptions<'a> {
    /// Returns options for a command that reads many games and prints little about each. The draw
    /// rules are the default, and there are no lines of best play, hints or searches for mates.
    pub const fn of_games(collection: &'a Collection) -> JudgeOptions<'a> {
        JudgeOptions {
            collection: Some(collection),
            rules: "",
            line_plies: 0,
            flag: None,
            is_last_announced: false,
            values_moves: false,
            positions_max: 0,
            tells_damage: false,
            variant_option: "--variant",
            hints_max: 0,
        }
    }
}

/// Converts a verdict and notes to an answer with sentences. `in_text` is true if the game comes
/// from a PDN or PGN text.
pub fn told<G: Messages>(
    game: &G,
    verdict: &Verdict<G>,
    notes: impl IntoIterator<Item = Note>,
    in_text: bool,
) -> AdjudicateResponse {
    let mut out = adjudicated(game, verdict, in_text);
    put_notes(&mut out, verdict.notes.iter().cloned().chain(notes));
    let (first, code) = (game.moves_first(), verdict.rules.code);
    let facts = GameFacts { first, code, has_endless_counts: G::HAS_ENDLESS_COUNTS, unreadable: G::UNREADABLE };
    put_paragraphs(&mut out, facts);
    out
}

pub fn judged_chess(
    options: &JudgeOptions<'_>,
    game: &PgnGame,
    in_text: bool,
    budget: &Budget,
) -> Result<AdjudicateResponse, Error> {
    Ok(told(&Chess, &reviewed_chess(options, game, budget)?, [], in_text))
}

/// Judges a game of chess.
///
/// # Errors
/// The tags or the draw rules are wrong, a table is damaged, or the budget is exhausted.
pub fn reviewed_chess(options: &JudgeOptions<'_>, game: &PgnGame, budget: &Budget) -> Result<Verdict<Chess>, Error> {
    let judge = Judge::new(&Chess, draw_rules(Field::new("rules", options.rules))?)
        .line_plies(options.line_plies)
        .flag(options.flag)
        .last_announced(options.is_last_announced)
        .move_values(options.values_moves)
        .positions_max(options.positions_max)
        .within(budget);
    let judge = if options.tells_damage { judge.tells_damage() } else { judge };
    let judge = match options.collection.map(|collection| query::tables(collection, Chess.id())) {
        None => judge.without_tables("there are no tables of chess".to_owned()),
        Some(Err(error)) => judge.without_tables(error.text_for_clients()),
        Some(Ok(tables)) => match tables.chess() {
            Some(tables) => judge.tables(tables),
            None => judge,
        },
    };
    Ok(judge.review(game)?)
}

/// A judged game of draughts.
#[derive(Debug)]
pub struct ReviewedGame<'a> {
    /// Judge of the variant that was played.
    pub judge: VariantJudge<'a>,
    pub verdict: Verdict,
    /// Note on how the variant was found.
    of_guess: Option<Note>,
}

/// Judge of the draughts games in a text. It judges the games one after the other.
#[derive(Debug)]
pub struct DraughtsGames<'a> {
    options: JudgeOptions<'a>,
    /// Requested variant, which is used whatever the tags of the games say.
    asked: Option<&'static Variant>,
    sample: &'a SampleText<'a>,
    hints: usize,
}

impl<'a> DraughtsGames<'a> {
    /// Creates the judge for a text. `sample` is the text, or its beginning.
    ///
    /// # Errors
    /// [`Error::Rules`], so that wrong draw rules are reported once and not for each game.
    pub fn new(
        options: JudgeOptions<'a>,
        asked: Option<&'static Variant>,
        sample: &'a SampleText<'a>,
    ) -> Result<Self, Error> {
        let games = DraughtsGames { options, asked, sample, hints: 0 };
        games.variant_judge(asked.map_or_else(|| Variant::named(DEFAULT_VARIANT), Ok)?)?;
        Ok(games)
    }

    fn variant_judge(&self, variant: &'static Variant) -> Result<VariantJudge<'a>, Error> {
        let JudgeOptions { collection, rules, line_plies, values_moves, .. } = self.options;
        Ok(VariantJudge::new(collection, variant, rules, line_plies)?.move_values(values_moves))
    }

    /// Returns the variant by which a game is judged: the requested one; else the one in its tags;
    /// else the default.
    ///
    /// # Errors
    /// The tags that name the variant are wrong.
    pub fn variant(&self, game: &PdnGame) -> Result<&'static Variant, Error> {
        match self.asked {
            Some(variant) => Ok(variant),
            None => Ok(game.variant()?.map_or_else(|| Variant::named(DEFAULT_VARIANT), Ok)?),
        }
    }

    /// Returns the variant of a game. If neither the request nor a tag names one, the moves decide
    /// which variant it is.
    fn guessed(&self, game: &PdnGame, budget: Option<&Arc<Budget>>) -> Result<UnnamedGame, Error> {
        match self.asked.map_or_else(|| game.variant(), |asked| Ok(Some(asked)))? {
            Some(variant) => Ok(UnnamedGame::Played(variant, None)),
            None => {
                let fitting = self.fitting(budget);
                let of_text = || self.sample.variant(&fitting);
                Ok(fitting.unnamed(game, Variant::named(DEFAULT_VARIANT)?, of_text))
            }
        }
    }

    fn fitting(&self, budget: Option<&Arc<Budget>>) -> VariantSearch {
        match budget {
            _ if self.hints > self.options.hints_max => VariantSearch::none(),
            Some(budget) => VariantSearch::naming(self.options.variant_option).within(budget),
            None => VariantSearch::naming(self.options.variant_option),
        }
    }

    /// Judges a game by the rules of the variant that it was played in.
    ///
    /// # Errors
    /// The tags or the draw rules are wrong, a table is damaged, or the budget is exhausted.
    pub fn reviewed(&mut self, game: &PdnGame, budget: Option<&Arc<Budget>>) -> Result<ReviewedGame<'a>, Error> {
        let guessed = self.guessed(game, budget)?;
        let (UnnamedGame::Played(variant, _) | UnnamedGame::Doubtful(variant, _) | UnnamedGame::Open(variant, _)) =
            guessed;
        let mut judge = self.variant_judge(variant)?;
        if let Some(budget) = budget {
            budget.take_steps(STEPS_OF_WRITTEN_MOVE * game.moves.len() as u64)?;
            judge = judge.within(budget);
        }
        let mut verdict = judge.review(game)?;
        let of_guess = match guessed {
            UnnamedGame::Played(_, note) => note,
            UnnamedGame::Doubtful(_, note) => {
                verdict.doubt_illegal_move();
                Some(note)
            }
            UnnamedGame::Open(_, note) => {
                verdict.leave_open(note);
                None
            }
        };
        Ok(ReviewedGame { judge, verdict, of_guess })
    }

    pub fn judged(&mut self, game: &PdnGame, budget: Option<&Arc<Budget>>) -> Result<AdjudicateResponse, Error> {
        let ReviewedGame { judge, verdict, of_guess } = self.reviewed(game, budget)?;
        self.hints += usize::from(matches!(verdict.ruling, Ruling::Illegal(_) | Ruling::Unclear(_)));
        let fitting = self.fitting(budget);
        let variant = judge.game().variant();
        let of_game = self.asked.map_or_else(|| notes::of_unnamed(game, variant), |asked| notes::of_tags(game, asked));
        Ok(judged(&judge, game, &verdict, &fitting, of_guess.or(of_game)))
    }
}

/// Converts the verdict on a PDN game to a message. Adds the notes on the game, and the note
/// `of_game` on its variant.
pub fn judged(
    variant_judge: &VariantJudge<'_>,
    game: &PdnGame,
    verdict: &Verdict,
    fitting: &VariantSearch,
    of_game: Option<Note>,
) -> AdjudicateResponse {
    let variant = variant_judge.game().variant();
    let mut all = notes::of_start(game, variant_judge);
    all.extend(notes::of_score(verdict.written.map(|written| written.score)));
    all.extend(notes::of_missing_tags(game));
    all.extend(notes::of_rules(variant_judge.rules(), variant));
    all.extend(notes::of_king_runs(verdict, variant_judge.game()));
    // If all variants were tried to find the one that the game fits, a hint would only repeat this.
    if of_game.as_ref().is_none_or(|note| note.key != "no-game-fits") {
        all.extend(fitting.hint_after(&verdict.ruling, game, variant));
    }
    told(variant_judge.game(), verdict, all.into_iter().chain(of_game), true)
}

pub fn listed(game: &Record, outcome: Result<AdjudicateResponse, Status>) -> AdjudicatedGame {
    let tags = game.tags.iter().map(|tag| PdnTag { name: tag.name.clone(), value: tag.value.clone() });
    let outcome = Some(outcome.map_or_else(Outcome::Error, Outcome::Verdict));
    let Place { line, column } = game.place;
    AdjudicatedGame { number: game.number as u32, line, column, tags: tags.collect(), outcome }
}
