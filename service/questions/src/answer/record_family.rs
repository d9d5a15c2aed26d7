//! Families of games (draughts, chess) whose game records can be judged.

use std::ops::Deref;
use std::sync::Arc;

use peatee_game::{Record, TextStart};
use peatee_probe::adjudicate::Verdict;
use peatee_probe::chess::Chess;
use peatee_probe::peatee_chess::pgn::{PgnGame, games_from};
use peatee_proto::v1::AdjudicateResponse;
use peatee_rules::notation::pdn::{PdnError, PdnFault, PdnGame, each_game_from};
use peatee_rules::{Budget, Draughts};

use super::convert::Messages;
use super::fitting::{SampleText, VariantSearch};
use super::notes;
use super::verdicts::{DraughtsGames, JudgeOptions, judged_chess, reviewed_chess};
use crate::ask::chess::draw_rules;
use crate::ask::family::Field;
use crate::errors::Error;

pub trait RecordFamily: Messages {
    type Record: Deref<Target = Record> + From<Record> + Into<Record>;
    /// Type that judges the games of one text under given settings.
    type Judge<'a>;

    /// Reads the games of a text. `start` states the number of the first game and of the first
    /// line. These numbers differ from 1 if the text is a part of a longer text.
    fn records(text: &str, start: TextStart) -> impl Iterator<Item = Self::Record>;

    /// Creates the judge of the games of a text. `asked` is the game that the caller names, if any,
    /// and `sample` is the text or its beginning.
    ///
    /// # Errors
    /// [`Error::Rules`]; in chess [`Error::Argument`].
    fn judge<'a>(
        asked: Option<&Self>,
        options: JudgeOptions<'a>,
        sample: &'a SampleText<'a>,
    ) -> Result<Self::Judge<'a>, Error>;

    fn judged(
        judge: &mut Self::Judge<'_>,
        game: &Self::Record,
        budget: Option<&Arc<Budget>>,
    ) -> Result<AdjudicateResponse, Error>;

    /// Judges a game. Returns the game that was played, and the verdict.
    ///
    /// # Errors
    /// The tags or the draw rules are wrong, or a table is damaged.
    fn reviewed(judge: &mut Self::Judge<'_>, game: &Self::Record) -> Result<(Self, Verdict<Self>), Error>;

    /// Returns advice for a user of the command line whose game cannot be judged.
    fn hints(_judge: &Self::Judge<'_>, _game: &Self::Record, _error: &Error) -> Vec<String> {
        Vec::new()
    }
}

impl RecordFamily for Draughts {
    type Record = PdnGame;
    type Judge<'a> = DraughtsGames<'a>;

    fn records(text: &str, start: TextStart) -> impl Iterator<Item = PdnGame> {
        each_game_from(text, start)
    }

    fn judge<'a>(
        asked: Option<&Draughts>,
        options: JudgeOptions<'a>,
        sample: &'a SampleText<'a>,
    ) -> Result<DraughtsGames<'a>, Error> {
        DraughtsGames::new(options, asked.map(Draughts::variant), sample)
    }

    fn judged(
        judge: &mut DraughtsGames<'_>,
        game: &PdnGame,
        budget: Option<&Arc<Budget>>,
    ) -> Result<AdjudicateResponse, Error> {
        judge.judged(game, budget)
    }

    fn reviewed(judge: &mut DraughtsGames<'_>, game: &PdnGame) -> Result<(Draughts, Verdict), Error> {
        let reviewed = judge.reviewed(game, None)?;
        Ok((reviewed.judge.game().clone(), reviewed.verdict))
    }

    fn hints(judge: &DraughtsGames<'_>, game: &PdnGame, error: &Error) -> Vec<String> {
        let Error::Pdn(PdnError { fault, .. }) = error else { return Vec::new() };
        if matches!(fault, PdnFault::Fen(_)) {
            let variant = judge.variant(game).ok();
            let hint = variant.and_then(|variant| VariantSearch::default().hint(game, variant));
            return hint.into_iter().map(|hint| hint.text).collect();
        }
        if notes::is_of_variant_tags(fault) {
            return vec!["--variant ID judges all games as that one, whatever their tags say".to_owned()];
        }
        Vec::new()
    }
}

impl RecordFamily for Chess {
    type Record = PgnGame;
    type Judge<'a> = JudgeOptions<'a>;

    fn records(text: &str, start: TextStart) -> impl Iterator<Item = PgnGame> {
        games_from(text, start)
    }

    fn judge<'a>(
        _asked: Option<&Chess>,
        options: JudgeOptions<'a>,
        _sample: &'a SampleText<'a>,
    ) -> Result<JudgeOptions<'a>, Error> {
        draw_rules(Field::new("rules", options.rules))?;
        Ok(options)
    }

    fn judged(
        judge: &mut JudgeOptions<'_>,
        game: &PgnGame,
        budget: Option<&Arc<Budget>>,
    ) -> Result<AdjudicateResponse, Error> {
        let unlimited = Budget::unlimited();
        judged_chess(judge, game, true, budget.map_or(&unlimited, Arc::as_ref))
    }

    fn reviewed(judge: &mut JudgeOptions<'_>, game: &PgnGame) -> Result<(Chess, Verdict<Chess>), Error> {
        Ok((Chess, reviewed_chess(judge, game, &Budget::unlimited())?))
    }
}
