//! Annotation of the games of a chunk (consecutive games of a file).

use std::fmt;

use peatee_game::Record;
use peatee_probe::adjudicate::{Ruling, Verdict};
use peatee_probe::any::AnyGame;
use peatee_probe::chess::Chess;
use peatee_probe::with_game;
use peatee_rules::Draughts;
use serde::{Deserialize, Serialize};

use super::move_row::MoveRow;
use super::moves;
use super::positions::{self, ValuedPosition};
use super::sums::AnnotationSums;
use crate::answer::convert::Messages;
use crate::answer::fitting::SampleText;
use crate::answer::record_family::RecordFamily;
use crate::answer::verdicts::JudgeOptions;
use crate::archives::game_files::{Chunk, FileContent, ReadGames, UnreadFile};
use crate::ask::{games, query};
use crate::errors::Error;

/// Output of annotated games.
#[derive(Debug, Clone, Copy)]
pub enum AnnotatedOutput {
    /// The records as they were written, in PDN or PGN, with marks, values and best moves.
    Records,
    /// Rows as text, which the function formats.
    Text(fn(Vec<MoveRow>) -> String),
    /// Rows, each about a move that starts in the tables.
    Rows,
}

/// Game, options and output that apply to all annotated games.
pub struct Annotator<'a> {
    pub options: JudgeOptions<'a>,
    /// The game that the user names; `None` if the user names none.
    pub asked: Option<&'static AnyGame>,
    pub output: AnnotatedOutput,
}

/// Annotated games of a chunk, the faults found in them, and the numbers of their moves by slice,
/// player, rating and year.
#[derive(Debug, Default)]
pub struct AnnotatedChunk {
    /// True when the chunk is the first one of its file.
    pub is_first: bool,
    pub text: String,
    /// Rows, unless they are text.
    pub rows: Vec<MoveRow>,
    /// Number of bytes of the chunk's text that are already copied to `text`.
    written: usize,
    /// Number of line ends in these bytes, in a list of positions.
    written_line: u32,
    pub faults: Vec<Fault>,
    pub sums: AnnotationSums,
    pub exit_code: u8,
}

/// An entry in the list of faults: a game or file that cannot be read to its end.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
pub struct Fault {
    file: String,
    game: Option<usize>,
    line: Option<u32>,
    ply: Option<usize>,
    error: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        self.line.map_or(Ok(()), |line| write!(f, ", line {line}"))?;
        self.game.map_or(Ok(()), |game| write!(f, ", game {game}"))?;
        write!(f, ": {}", self.error)
    }
}

impl Annotator<'_> {
    /// Checks the draw rules, so that wrong rules are reported once and not for each game.
    ///
    /// # Errors
    /// The game that the user names has no such draw rules.
    pub fn check(&self) -> Result<(), Error> {
        match self.asked {
            Some(game) => {
                with_game!(game, game => RecordFamily::judge(Some(game), self.options, &SampleText::default()).map(drop))
            }
            None => Draughts::judge(None, self.options, &SampleText::default()).map(drop),
        }
    }

    /// Annotates the games of a chunk.
    ///
    /// # Errors
    /// The errors of [`Annotator::check`].
    pub fn annotated(&self, read: Result<(Chunk, ReadGames), UnreadFile>) -> Result<AnnotatedChunk, Error> {
        match (read, self.asked) {
            (Ok(read), Some(game)) => with_game!(game, game => self.annotated_games(read, Some(game))),
            (Ok(read), None) if read.0.is_chess => self.annotated_games::<Chess>(read, None),
            (Ok(read), None) if read.0.content == FileContent::Positions => {
                let game = games::game_or_default("")?;
                with_game!(game, game => self.annotated_games(read, Some(game)))
            }
            (Ok(read), None) => self.annotated_games::<Draughts>(read, None),
            (Err(UnreadFile { file, is_first, error }), _) => {
                let mut out = AnnotatedChunk { is_first, ..AnnotatedChunk::default() };
                let error = Error::Io { what: "the file cannot be read".into(), error };
                out.add_error(Fault { file: (*file).to_owned(), ..Fault::default() }, &error);
                Ok(out)
            }
        }
    }

    fn annotated_games<G: RecordFamily>(
        &self,
        (chunk, read): (Chunk, ReadGames),
        asked: Option<&G>,
    ) -> Result<AnnotatedChunk, Error> {
        let mut judge = G::judge(asked, self.options, &chunk.first_of_file)?;
        let mut out = AnnotatedChunk { is_first: chunk.is_first, ..AnnotatedChunk::default() };
        for record in read.into_records::<G>(&chunk) {
            out.sums.games += 1;
            let (game, line) = (Some(record.number), Some(record.place.line));
            let fault = Fault { file: (*chunk.file).to_owned(), game, line, ..Fault::default() };
            match self.reviewed::<G>(&mut judge, &record) {
                Ok((game, verdict)) => {
                    out.sums.add_game(&game, &record, &verdict);
                    if let Some(ply) = fault_ply(&verdict) {
                        out.add_fault(Fault { ply, error: verdict.to_string(), ..fault.clone() }, 1);
                    }
                    match chunk.content {
                        FileContent::Games => self.write_game(&mut out, &chunk, &game, &record, &verdict),
                        FileContent::Positions => {
                            let written = self.write_position(&mut out, &chunk, &game, &record, &verdict);
                            written.unwrap_or_else(|error| out.add_error(fault, &error));
                        }
                    }
                }
                Err(error) => out.add_error(fault, &error),
            }
        }
        if matches!(self.output, AnnotatedOutput::Records) {
            out.text.push_str(&chunk.text[out.written..]);
        }
        Ok(out)
    }

    fn reviewed<G: RecordFamily>(
        &self,
        judge: &mut G::Judge<'_>,
        record: &G::Record,
    ) -> Result<(G, Verdict<G>), Error> {
        let (game, verdict) = G::reviewed(judge, record)?;
        self.options.collection.map_or(Ok(()), |collection| query::tables(collection, game.id()).map(drop))?;
        Ok((game, verdict))
    }

    fn write_game<G: Messages>(
        &self,
        out: &mut AnnotatedChunk,
        chunk: &Chunk,
        game: &G,
        record: &Record,
        verdict: &Verdict<G>,
    ) {
        match self.output {
            AnnotatedOutput::Records => {
                out.written = moves::write_marks(&mut out.text, &chunk.text, out.written, game, verdict);
            }
            _ => self.write_rows(out, moves::rows(&chunk.file, game, record, verdict).collect()),
        }
    }

    fn write_position<G: Messages>(
        &self,
        out: &mut AnnotatedChunk,
        chunk: &Chunk,
        game: &G,
        record: &Record,
        verdict: &Verdict<G>,
    ) -> Result<(), Error> {
        let Some(collection) = self.options.collection else { return Ok(()) };
        let Some(valued) = ValuedPosition::of(collection, game, verdict)? else { return Ok(()) };
        out.sums.add_position(game, &verdict.start);
        match self.output {
            AnnotatedOutput::Records => {
                let line = record.place.line - chunk.start.line;
                let end = out.written + positions::end(&chunk.text[out.written..], line - out.written_line);
                out.text.push_str(&chunk.text[out.written..end]);
                out.text.push_str(&format!(" {{{}}}", valued.comment(game)));
                (out.written, out.written_line) = (end, line);
            }
            _ => self.write_rows(out, vec![valued.row(&chunk.file, game, record)]),
        }
        Ok(())
    }

    fn write_rows(&self, out: &mut AnnotatedChunk, rows: Vec<MoveRow>) {
        match self.output {
            AnnotatedOutput::Records => unreachable!("records are written as they are"),
            AnnotatedOutput::Text(formatted) => out.text.push_str(&formatted(rows)),
            AnnotatedOutput::Rows => out.rows.extend(rows),
        }
    }
}

/// Returns the ply of the move at which the reading of a game stopped. Returns `Some(None)` if it
/// is unknown which variant was played, and `None` if the whole game was read.
fn fault_ply<G: Messages>(verdict: &Verdict<G>) -> Option<Option<usize>> {
    match &verdict.ruling {
        Ruling::Illegal(illegal) => Some(Some(illegal.ply)),
        Ruling::Unclear(unclear) => Some(Some(unclear.ply)),
        Ruling::NotDecided { article: None, .. } => Some(None),
        _ => None,
    }
}

impl AnnotatedChunk {
    fn add_error(&mut self, fault: Fault, error: &Error) {
        self.add_fault(Fault { error: error.text(), ..fault }, error.exit_code_of_part());
    }

    fn add_fault(&mut self, fault: Fault, exit_code: u8) {
        self.faults.push(fault);
        self.sums.faults += 1;
        self.exit_code = self.exit_code.max(exit_code);
    }
}
