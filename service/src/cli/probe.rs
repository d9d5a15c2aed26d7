//! `peatee probe`.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use peatee_probe::any::Tables;
use peatee_probe::internals::parse_threads;
use peatee_probe::{Collection, with_tables};

use super::FenArgs;
use super::answers::Answers;
use super::bulk::{Form, Lines, Names, Separator, answer_lines};
use super::input::Input;
use super::picture::PictureArgs;
use super::rule_args::RuleArgs;
use crate::ask::faults::{self, Partial};
use crate::ask::rules::RulesAsked;
use crate::ask::tables::TableArgs;
use crate::errors::Error;

/// Say whether the side to move wins, draws or loses, and in how many plies the game ends.
///
/// In `jsonl` a position gives `{"fen","wdl":"win|draw|loss","dtw_plies":N|null}`; a position that
/// cannot be answered gives `{"fen","error"}`, does not stop the run, and makes the exit code 1.
/// Where the game has DTC tables there is also `"dtc_plies":N|null`: plies to the next conversion
/// (a capture, a move of any piece but a king, or the end of the game) when the winner hurries and
/// the loser delays; null for a draw, and for a slice without a DTC table. With `--rules` these
/// fields follow: `"rule_value":"win|maybe-win|cursed-win|draw|blessed-loss|maybe-loss|loss"`, the
/// `"article"`, `"used_plies"` and `"left_plies"` of the count that decides the value (null when no
/// count does) and `"needed_plies"`, the plies of that count that the winner needs;
/// `"rule_plies"`, the plies to the end of the game under these rules, null for a draw, or, if a
/// search for them ended early, `"rule_plies_at_least"`, a lower bound; `"draw"`, which is `drawn`
/// or `claimable` where that count already makes the position a draw, else null; `"lacking"`, the
/// table without which the value (`maybe-...`) or the needed plies are not known, else null. Counts
/// that another program wrote after a FEN (`:H12:F40`, `:+1+0`) are taken over where they are
/// counts of the draw code; `"note"` says so, and which are not.
///
/// In `csv` and `tsv` the first line names the columns: those of the input, then these fields,
/// `note` and `error`; a field that is null is empty. With `--input` a line may have other columns
/// too, such as an id: they come back in front of the answer. Answers have the order of the
/// positions and are the same for any number of threads. A program on a pipe gets the answer to
/// each line before it sends the next.
///
/// With `--variant chess` positions are FENs of chess, and answers are under the 50-move rule, or
/// with `--rules FIDE-75` the 75-move rule, with the half-move clock of the FEN. `dtz_plies` are
/// the exact plies to the next capture, pawn move or mate. In `jsonl` a position gives
/// `{"fen","wdl","dtz_plies":N|null,"rule_value","halfmove_clock":N,
/// "ending":"checkmate|stalemate"|null,"moves":[{"san","uci","wdl","dtz_plies","rule_value"}]}`,
/// the best moves first. In `csv` and `tsv` there are no moves, which makes it faster. Where there
/// are tables of DTM or DTC, `"dtw_plies"` and `"dtc_plies"` follow `dtz_plies`: plies to mate, and
/// to the next capture, promotion or mate, whatever a draw rule says.
///
/// The exit code is 0 when every position was answered; 1 when a position cannot be read or is
/// beyond the tables; 5 when a needed table is damaged or cannot be read, even if only a value
/// under draw rules is unknown because of it.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: FenArgs,

    /// Format of the answers. Default: that of --input, and `text` for positions.
    #[arg(long, value_enum)]
    format: Option<FormatArg>,

    /// Format of standard input.
    #[arg(long, value_enum, default_value_t = InputArg::Fen)]
    input: InputArg,

    /// The column or field of --input that holds the position.
    #[arg(long, value_name = "NAME", default_value = "fen")]
    fen_column: String,

    /// The column or field of --input that holds the plies that counts have already used, in the
    /// form of --counters. Without it, or if it is empty, all counts are 0.
    #[arg(long, value_name = "NAME", requires = "rules", conflicts_with = "counters")]
    counters_column: Option<String>,

    /// Threads, at most four for each processor. 0: one for each processor.
    #[arg(long, default_value_t = 0, value_parser = parse_threads)]
    threads: usize,

    #[command(flatten)]
    picture: PictureArgs,

    #[command(flatten)]
    rules: RuleArgs,

    #[command(flatten)]
    tables: TableArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum FormatArg {
    /// For people.
    Text,
    /// One JSON object per line.
    Jsonl,
    /// Comma-separated values.
    Csv,
    /// Tab-separated values.
    Tsv,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum InputArg {
    /// A position per line.
    Fen,
    /// A JSON object per line.
    Jsonl,
    /// Comma-separated values, the first line names the columns.
    Csv,
    /// Tab-separated values, the first line names the columns.
    Tsv,
}

impl From<FormatArg> for Form {
    fn from(named: FormatArg) -> Form {
        match named {
            FormatArg::Text => Form::Text,
            FormatArg::Jsonl => Form::Jsonl,
            FormatArg::Csv => Form::Separated(Separator::Comma),
            FormatArg::Tsv => Form::Separated(Separator::Tab),
        }
    }
}

impl InputArg {
    /// Returns the format of input lines with columns or fields; `None` if each line is only a
    /// position.
    fn form(self) -> Option<Form> {
        match self {
            InputArg::Fen => None,
            InputArg::Jsonl => Some(Form::Jsonl),
            InputArg::Csv => Some(Form::Separated(Separator::Comma)),
            InputArg::Tsv => Some(Form::Separated(Separator::Tab)),
        }
    }
}

impl Args {
    /// Returns the format of the output lines. Refuses options that contradict each other.
    fn form(&self) -> Result<Form, Error> {
        let named = self.format.map(Form::from);
        let refuse = |field, reason: &str| Err(Error::Argument { field, reason: reason.to_owned() });
        match self.input.form() {
            None if self.counters_column.is_some() => {
                refuse("--counters-column", "a line that is a position has no columns; add --input csv, tsv or jsonl")
            }
            None => Ok(named.unwrap_or(Form::Text)),
            Some(_) if self.source.has_arguments() => {
                refuse("--input", "positions stand in the arguments; leave them out to read standard input")
            }
            Some(form) if named.is_some_and(|named| named != form) => refuse(
                "--format",
                "with --input csv, tsv or jsonl the answers have that format too; leave --format out",
            ),
            Some(form) => Ok(form),
        }
    }

    fn answer<G: Answers>(
        &self,
        collection: &Collection,
        tables: &Tables<G>,
        asked: Option<&RulesAsked>,
        form: Form,
    ) -> Result<ExitCode, Error> {
        let columns = G::columns(tables, form, asked.is_some());
        let lines = self.lines(form, &columns)?;
        let is_incomplete = AtomicBool::new(false);
        let code = answer_lines(lines, form, &columns, |lines| {
            let answers = G::values(tables, &lines, asked, form);
            if answers.iter().flatten().any(Partial::lacks_table) {
                is_incomplete.store(true, Ordering::Relaxed);
            }
            answers
        })?;
        let has_damage = faults::has_damage(collection, tables.game().id());
        Ok(faults::exit_code(code, is_incomplete.into_inner() && has_damage))
    }

    fn lines(&self, form: Form, columns: &[&str]) -> Result<Lines, Error> {
        if self.input == InputArg::Fen {
            return Ok(Lines::Positions(Input::new(&self.source), form));
        }
        let names = Names { fen: self.fen_column.clone(), counters: self.counters_column.clone() };
        Lines::with_columns(form, names, columns)
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let form = args.form()?;
    super::start_threads(args.threads);
    args.picture.draw(&args.source)?;
    let asked = args.rules.read(&args.source)?;
    let collection = args.tables.open(Some(&args.source.variant))?;
    faults::report(&collection);
    let tables = args.tables.of_game(&collection, &args.source.variant)?;
    with_tables!(tables, tables => args.answer(&collection, tables, asked.as_ref(), form))
}
