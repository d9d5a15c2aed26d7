//! Verification of compositions (problems and studies) that files contain as records of games.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::PathBuf;

use indicatif::ProgressBar;
use peatee_game::Record;
use peatee_probe::Game as _;
use peatee_probe::adjudicate::Verdict;
use peatee_probe::any::Tables;
use peatee_probe::chess::Chess;
use peatee_rules::draw::DrawRules;
use peatee_rules::notation::MoveNumber;
use serde::Serialize;

use super::tree::Problems;
use super::verification::{QuestionedMove, Soundness, Verification, verified};
use crate::answer::encoding::NamedEncoding;
use crate::answer::record_family::RecordFamily;
use crate::answer::verdicts::JudgeOptions;
use crate::archives::game_files::tags::known_tag;
use crate::archives::game_files::{Chunk, Chunks, FileContent, GameNumbers, game_files};
use crate::errors::Error;

/// Files of compositions, and how they are verified.
#[derive(Debug, Clone, Copy)]
pub struct CompositionFiles<'a> {
    pub files: &'a [PathBuf],
    pub encoding: Option<NamedEncoding>,
    /// Number of moves within which the compositions demand mate; `None` if they demand no such
    /// mate.
    pub mate_in: Option<u32>,
    /// Draw rules under which the compositions are verified.
    pub rules: Option<&'a DrawRules>,
}

/// A composition with the result of its verification.
#[derive(Debug, Serialize)]
pub struct VerifiedComposition<'a> {
    file: &'a str,
    game: usize,
    author: &'a str,
    event: &'a str,
    fen: String,
    #[serde(flatten)]
    verification: Verification,
    /// Place of an earlier composition with the same position, or with a position that is the same
    /// after the board is turned or mirrored.
    duplicate_of: Option<CompositionPlace>,
    /// Number of the first move, as in `12.`; `None` if the record cannot be read.
    #[serde(skip)]
    first: Option<MoveNumber>,
}

/// File and number of a composition.
#[derive(Debug, Clone, Serialize)]
pub struct CompositionPlace {
    file: String,
    game: usize,
}

/// Numbers of the compositions of a collection.
#[derive(Debug, Default, Serialize)]
pub struct CollectionCounts {
    pub verdicts: BTreeMap<Soundness, usize>,
    pub duplicates: usize,
}

/// Verifier of the compositions of a collection, one after the other.
struct Verifier<'a, G: Problems> {
    tables: &'a Tables<G>,
    collection: CompositionFiles<'a>,
    options: JudgeOptions<'a>,
    /// Place of the first composition with each position. Positions that count as equal have the
    /// same key, a FEN.
    places: HashMap<String, CompositionPlace>,
    counts: CollectionCounts,
}

/// Verifies all compositions of the files, and calls `out` with each. `bar` counts the bytes that
/// are read.
///
/// # Errors
/// The draw rules are wrong, reading or `out` fails, or a table is damaged.
pub fn verify_files<G: Problems + RecordFamily>(
    collection: CompositionFiles<'_>,
    tables: &Tables<G>,
    options: JudgeOptions<'_>,
    bar: &ProgressBar,
    out: &mut dyn FnMut(&VerifiedComposition<'_>) -> Result<(), Error>,
) -> Result<CollectionCounts, Error> {
    let is_chess = Chess::named(tables.game().id()).is_some();
    // Draughts compositions are judged without draw rules. Chess always has a draw code, so its
    // default code is used.
    let options = JudgeOptions { rules: if is_chess { "" } else { "none" }, ..options };
    let (places, counts) = (HashMap::new(), CollectionCounts::default());
    let mut verifier = Verifier { tables, collection, options, places, counts };
    let files = game_files(collection.files, FileContent::Games)?;
    let chunks = Chunks::new(files, FileContent::Games, collection.encoding, Some(is_chess), bar.clone());
    let mut numbers = GameNumbers::default();
    for chunk in chunks {
        let mut chunk =
            chunk.map_err(|unread| Error::Io { what: format!("cannot read {}", unread.file), error: unread.error })?;
        numbers.begin(&mut chunk);
        numbers.add(verifier.verify(&chunk, out)?);
    }
    bar.finish_and_clear();
    Ok(verifier.counts)
}

impl<G: Problems + RecordFamily> Verifier<'_, G> {
    /// Verifies the compositions of a chunk. Returns their number.
    fn verify(
        &mut self,
        chunk: &Chunk,
        out: &mut dyn FnMut(&VerifiedComposition<'_>) -> Result<(), Error>,
    ) -> Result<usize, Error> {
        let mut judge = G::judge(Some(self.tables.game()), self.options, &chunk.first_of_file)?;
        let mut games = 0;
        for record in G::records(&chunk.text, chunk.start) {
            games += 1;
            let reviewed = G::reviewed(&mut judge, &record);
            let (verdict, verification) = match &reviewed {
                Ok((_, verdict)) => {
                    let found = verified(self.tables, self.collection.rules, verdict, self.collection.mate_in)?;
                    (Some(verdict), found)
                }
                Err(error) => (None, Verification::unreadable(error.text())),
            };
            out(&self.counted(chunk, &record, verdict, verification))?;
        }
        Ok(games)
    }

    /// Counts a composition, and looks for an earlier one with the same position.
    fn counted<'r>(
        &mut self,
        chunk: &'r Chunk,
        record: &'r Record,
        verdict: Option<&Verdict<G>>,
        verification: Verification,
    ) -> VerifiedComposition<'r> {
        *self.counts.verdicts.entry(verification.verdict).or_default() += 1;
        let game = self.tables.game();
        let place = CompositionPlace { file: (*chunk.file).to_owned(), game: record.number };
        let duplicate_of = verdict.and_then(|verdict| {
            let least = game.equal_fens(&verdict.start).into_iter().min()?;
            match self.places.entry(least) {
                Entry::Occupied(earlier) => Some(earlier.get().clone()),
                Entry::Vacant(free) => {
                    free.insert(place);
                    None
                }
            }
        });
        self.counts.duplicates += usize::from(duplicate_of.is_some());
        VerifiedComposition {
            file: &chunk.file,
            game: record.number,
            author: known_tag(record, "White"),
            event: known_tag(record, "Event"),
            fen: verdict.map_or_else(String::new, |verdict| game.fen(&verdict.start)),
            verification,
            duplicate_of,
            first: verdict.map(|verdict| game.move_number(&verdict.start)),
        }
    }
}

impl CollectionCounts {
    /// Returns true if a composition could not be read.
    pub fn has_unreadable(&self) -> bool {
        self.verdicts.contains_key(&Soundness::Unreadable)
    }
}

/// Writes the numbers of all compositions, of those with each verdict, and of the duplicates.
impl fmt::Display for CollectionCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: usize = self.verdicts.values().sum();
        let counts = self.verdicts.iter().map(|(verdict, count)| format!("{count} {}", verdict.words()));
        let counts: Vec<String> = counts.collect();
        write!(f, "{all} compositions: {}; {} duplicates", counts.join(", "), self.duplicates)
    }
}

impl Soundness {
    const fn words(self) -> &'static str {
        match self {
            Soundness::Sound => "sound",
            Soundness::MinorDuals => "with minor duals",
            Soundness::Duals => "with duals",
            Soundness::Cooked => "cooked",
            Soundness::ShortSolution => "with a short solution",
            Soundness::Refuted => "refuted",
            Soundness::WrongGoal => "with a wrong goal",
            Soundness::NoSolution => "without a solution",
            Soundness::OutsideTables => "outside the tables",
            Soundness::Unreadable => "unreadable",
        }
    }
}

/// Writes the line of a report: the place, the author, the verdict, and the moves of the solver for
/// which there are other solutions.
impl fmt::Display for VerifiedComposition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verification { verdict, goal, tables_from_ply, value, moves, reason } = &self.verification;
        write!(f, "{}, game {}", self.file, self.game)?;
        [self.author, self.event].iter().filter(|tag| !tag.is_empty()).try_for_each(|tag| write!(f, ", {tag}"))?;
        write!(f, ": {}", verdict.words())?;
        if let Some(reason) = reason {
            write!(f, ": {reason}")?;
        }
        if let (Soundness::WrongGoal, Some(goal), Some(value)) = (verdict, goal, value) {
            write!(f, ": the goal is a {goal}, the value a {value}")?;
        }
        if let Some(ply @ 1..) = tables_from_ply {
            write!(f, ", from ply {ply}, where the tables begin")?;
        }
        moves.iter().try_for_each(|mv| self.write_move(f, mv))?;
        match &self.duplicate_of {
            Some(CompositionPlace { file, game }) => write!(f, "; the position of {file}, game {game}"),
            None => Ok(()),
        }
    }
}

impl VerifiedComposition<'_> {
    /// Returns the name of the file of the composition.
    pub const fn file(&self) -> &str {
        self.file
    }

    fn write_move(&self, f: &mut fmt::Formatter<'_>, mv: &QuestionedMove) -> fmt::Result {
        let number = self.first.map(|first| (1..mv.ply).fold(first, |number, _| number.next()));
        let number = number.map_or_else(String::new, |number| number.to_string());
        let duals: Vec<&str> = mv.duals.iter().map(|dual| dual.r#move.as_str()).collect();
        let is_last = self.verification.moves.last().is_some_and(|last| last.ply == mv.ply);
        let word = if is_last && self.verification.verdict == Soundness::Refuted { "only" } else { "also" };
        write!(f, "; {number} {} [{word} {}]", mv.r#move, duals.join(", "))
    }
}
