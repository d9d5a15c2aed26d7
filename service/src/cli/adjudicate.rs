//! `peatee adjudicate`.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use peatee_game::{Record, TextStart};
use peatee_probe::chess::Chess;
use peatee_probe::peatee_chess::laws::POSITIONS_MAX_DEFAULT;
use peatee_probe::peatee_chess::pgn;
use peatee_probe::{Collection, Game as _};
use peatee_proto::v1::{AdjudicatedGame, Status};
use peatee_rules::draw::rules_help;
use peatee_rules::notation::pdn::{PdnFault, read_moves};
use peatee_rules::{Budget, Side, VARIANTS, Variant};

use super::Format;
use super::games_out::{GamesOut, Totals};
use super::input::no_game;
use super::under_rules::warn_if_foreign;
use crate::answer::convert::item_status;
use crate::answer::encoding::{self, NamedEncoding};
use crate::answer::encoding_note;
use crate::answer::fitting::{SampleText, VariantSearch};
use crate::answer::judging::VariantJudge;
use crate::answer::language::Language;
use crate::answer::note::Note;
use crate::answer::notes;
use crate::answer::record_family::RecordFamily;
use crate::answer::verdicts::{JudgeOptions, judged_chess, listed, told};
use crate::ask::faults;
use crate::ask::games::DEFAULT_VARIANT;
use crate::ask::kind_of_text::{is_chess, is_chess_fen};
use crate::ask::query;
use crate::ask::tables::TableArgs;
use crate::errors::Error;

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum SideArg {
    /// White.
    White,
    /// Black.
    Black,
}

/// Directory of tables that is used if the user names none and this directory exists.
const TABLES_DEFAULT: &str = "tables";

const PDN_BYTES_MAX: u64 = 256 << 20;

/// Judge games by draw rules: find illegal moves, the end of the game, and draws by count or
/// repetition, and value games in progress.
///
/// The verdict names its article. For a draw it also names the ply since which the draw stands, and
/// the side that can claim it. For a game in progress it shows the running counts and, if there are
/// tables, the value without and under the draw rules, and the best line. A written result is
/// compared with the verdict: `confirmed` or `contradicted` by the rules; for a game that is not
/// over on the board `plausible` or `against-value` by the tables, else `unknown`, or `by-time` if
/// the tag `Termination` says that a side ran out of time; `no-result` if no result is written;
/// `illegal-move` if a move is not legal.
///
/// An offence is only a move that was surely meant and surely is not legal. Everything else is a
/// fault of the record: it is mended if the moves that follow show what was meant; otherwise a note
/// names it, and the game is judged as far as it goes. The verdict is `unclear-move` at a word that
/// can mean several moves or none.
///
/// One game gives a page; several give a table and totals. A game that cannot be read gives a line
/// with the error and does not stop the run. The exit code is 1 when a game cannot be read, has an
/// illegal or unclear move, is contradicted, or has one result in its tag `Result` and another
/// after its moves. It is 5 when a value is unknown because a table is damaged or cannot be read.
///
/// FEN and PDN are also read in the forms of other programs: counts after a FEN (`:H0:F1`,
/// `:+0+0`), positions of the Hub protocol, `cd4` for `c3-d4`, `½-½`. Counts after a FEN are used
/// if they are counts of the draw code, and a note names them.
///
/// In `jsonl` a game gives one object, the message `AdjudicatedGame` of the server in the JSON
/// mapping of Protocol Buffers, with all fields: `number`, `line`, `column` (0 if there is no
/// text), `tags`, and `verdict` or `error`. `verdict` is the server's answer to `Adjudicate`: its
/// page on HTTP and `adjudicate.proto` describe the fields.
///
/// With `--variant chess` games are read as PGN and judged by the FIDE Laws: checkmate, stalemate,
/// dead positions, repetitions, the 50-move and the 75-move rule, illegal moves, a fallen flag
/// (`--flag`, or the tag `Termination`), and claims with an announced move (`--claim-announced`). A
/// move that is ambiguous, or not in the letters of PGN, is unclear: that is no offence. If neither
/// is proved, that a side can mate or that it cannot, the verdict is `not decided` and the exit
/// code 6; so it is for a game of draughts whose tags name no game and whose moves are legal in
/// several.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("case").args(["pdn", "fen", "moves"]).required(true).multiple(true)))]
pub struct Args {
    /// Judge the games of this PDN file; `-` is standard input.
    #[arg(long, visible_alias = "pgn", value_name = "FILE", conflicts_with_all = ["fen", "moves", "counters"])]
    pdn: Option<PathBuf>,

    /// Judge only this game of the PDN file.
    #[arg(long, value_name = "N", requires = "pdn")]
    game: Option<usize>,

    /// Judge this position, with `--moves` and `--counters`. Without it the moves start from the
    /// start position.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Moves from that position, with or without move numbers: `1. 32-28 19-23`. A result after the
    /// moves, or without any, is compared with the verdict: `2-0`.
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,

    /// Plies that counts have used in that position: `6.2=12,6.3=4`. A count that is not named has
    /// used none.
    #[arg(long, value_name = "TEXT", requires = "fen")]
    counters: Option<String>,

    /// The draw rules: a code, followed by the readings that differ from its defaults, such as
    /// `FMJD-64+together`. Without it: the first code that `peatee variants` lists for the game.
    #[arg(long, value_name = "CODE", long_help = rules_long_help())]
    rules: Option<String>,

    /// The game that is played, whatever the tags of a PDN game say. Without it: the game that the
    /// tags name; chess for PGN; else international, or the one game in which all moves are legal.
    /// `peatee variants` lists the games.
    #[arg(long, value_name = "ID")]
    variant: Option<String>,

    /// The encoding of the PDN file, such as `windows-1251` or `cp437`. Without it: UTF-8, or else
    /// the one that the bytes of the file show; a note says which was used.
    #[arg(long, value_name = "NAME", requires = "pdn", value_parser = encoding::parse)]
    encoding: Option<NamedEncoding>,

    /// The directory of tables. Without it: `tables`, if there is such a directory. Without tables
    /// games in progress have no value.
    #[arg(long, value_name = "DIR", env = "PEATEE_TABLES")]
    tables: Option<PathBuf>,

    /// Map table files into memory instead of reading them. This is faster where the files fit into
    /// the page cache. But the process ends, with exit code 5, when a file is shortened or its disk
    /// fails while the process runs, and a file that is written over in place may give wrong
    /// values: put new files in the place of old ones by renaming.
    #[arg(long, requires = "tables")]
    mmap: bool,

    /// The side whose flag has fallen after the last move. Default: the side that the tag
    /// `Termination` (`time forfeit`) and the written result show. Only with `--variant chess`.
    #[arg(long, value_enum, value_name = "SIDE")]
    flag: Option<SideArg>,

    /// Judge the last move as a claim of a draw with an announced move, which is written down and
    /// not made (articles 9.2.1 and 9.3.1 of the Laws). Only with `--variant chess`.
    #[arg(long, conflicts_with = "flag")]
    claim_announced: bool,

    /// Add the values of the moves to the answers. Each move from a position that the tables hold
    /// gets the value before and after it, the number of moves that keep the value, the best move
    /// if it does not keep it, and a mark. Only with `--format jsonl`.
    #[arg(long)]
    move_values: bool,

    /// Format of the answers: `text` for people, `jsonl` for programs (one JSON object for each
    /// game).
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Write the verdicts in this language. Several games then give a page each instead of a table.
    /// Errors stay in English.
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    lang: Option<Language>,

    /// Maximum length of the best line in plies.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(..=1000))]
    line_plies: u32,
}

impl Args {
    /// Opens the tables. Returns `None` if none are named and the default directory does not exist.
    fn open_tables(&self) -> Result<Option<Collection>, Error> {
        let open = |tables: &Path| {
            TableArgs { tables: tables.to_owned(), memory_mib: None, mmap: self.mmap }.open(self.variant.as_deref())
        };
        match &self.tables {
            Some(tables) => open(tables).map(Some),
            None => match open(Path::new(TABLES_DEFAULT)) {
                Err(Error::Missing { .. }) => Ok(None),
                opened => opened.map(Some),
            },
        }
    }

    /// Returns true if the games are chess. The option `--variant` decides this if it is given;
    /// otherwise the text or the position does.
    fn plays_chess(&self, text: Option<&str>) -> bool {
        match (&self.variant, &self.rules) {
            (Some(variant), _) => Chess::named(variant).is_some(),
            (None, Some(_)) => false,
            (None, None) => text.is_some_and(is_chess) || self.fen.as_deref().is_some_and(is_chess_fen),
        }
    }

    fn check(&self, is_chess: bool) -> Result<(), Error> {
        let refused = [
            (
                "--lang",
                self.lang.is_some() && self.format == Format::Jsonl,
                "is for the format `text`; the names of JSON are the same in every language",
            ),
            (
                "--move-values",
                self.move_values && self.format == Format::Text,
                "is for the format `jsonl`; add --format jsonl",
            ),
            ("--rules", is_chess && self.rules.is_some(), "chess is judged by the FIDE Laws; leave it out"),
            (
                "--counters",
                is_chess && self.counters.is_some(),
                "in chess the FEN has the half-move clock; leave it out",
            ),
            (
                "--flag",
                !is_chess && self.flag.is_some(),
                "the draw rules of draughts have no article on a fallen flag: the arbiter decides; leave it out, or add \
                 --variant chess",
            ),
            (
                "--claim-announced",
                !is_chess && self.claim_announced,
                "claims with an announced move exist in chess alone; leave it out, or add --variant chess",
            ),
        ];
        match refused.into_iter().find(|&(_, is_given, _)| is_given) {
            Some((field, _, reason)) => Err(Error::Argument { field, reason: reason.to_owned() }),
            None => Ok(()),
        }
    }

    fn judge_options<'a>(&'a self, collection: Option<&'a Collection>) -> JudgeOptions<'a> {
        JudgeOptions {
            collection,
            rules: self.rules.as_deref().unwrap_or_default(),
            line_plies: self.line_plies,
            flag: self.flag.map(|side| match side {
                SideArg::White => Side::White,
                SideArg::Black => Side::Black,
            }),
            is_last_announced: self.claim_announced,
            values_moves: self.move_values,
            positions_max: POSITIONS_MAX_DEFAULT,
            tells_damage: true,
            variant_option: "--variant",
            hints_max: usize::MAX,
        }
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let read = args.pdn.as_deref().map(|path| read_text(path, args.encoding)).transpose()?;
    let (text, encoding) = read.map_or((None, None), |(text, encoding)| (Some(text), encoding));
    let note = encoding.map(|name| encoding_note::of(name, "--encoding"));
    let is_chess = args.plays_chess(text.as_deref());
    args.check(is_chess)?;
    let variant = args.variant.as_deref().filter(|_| !is_chess).map(Variant::named).transpose()?;
    if !is_chess {
        // A wrong draw code is an error in the options, so it is reported once, not for each game.
        VariantJudge::new(None, variant.unwrap_or(VARIANTS[0]), args.rules.as_deref().unwrap_or_default(), 0)?;
    }
    let collection = args.open_tables()?;
    if args.move_values && collection.is_none() {
        let reason = "needs tables, and there are none; name their directory with --tables".to_owned();
        return Err(Error::Argument { field: "--move-values", reason });
    }
    collection.iter().for_each(faults::report);
    let options = args.judge_options(collection.as_ref());
    let collection = collection.as_ref();
    match (is_chess, text) {
        (false, Some(text)) => write_text(args, options, variant.map(query::game).as_ref(), &text, note),
        (true, Some(text)) => write_text::<Chess>(args, options, None, &text, note),
        (false, None) => write_games(args, collection, std::iter::once(judged_position(args, &options, variant)?)),
        (true, None) => {
            let text = chess_text(args.fen.as_deref(), args.moves.as_deref().unwrap_or_default());
            let judged = |game| judged_chess(&options, &game, false, &Budget::unlimited());
            let listed = |game| listed(&Record::default(), judged(game).map_err(|error| status(&error, &[])));
            write_games(args, collection, pgn::games(&text).map(listed))
        }
    }
}

/// Judges the games of a text and writes the verdicts. Adds `note` to the first verdict.
fn write_text<G: RecordFamily>(
    args: &Args,
    options: JudgeOptions<'_>,
    asked: Option<&G>,
    text: &str,
    mut note: Option<Note>,
) -> Result<ExitCode, Error> {
    let sample = SampleText::new(text.into());
    let mut judge = G::judge(asked, options, &sample)?;
    let judged = |game: G::Record| {
        let outcome = G::judged(&mut judge, &game, None);
        let outcome = outcome.map_err(|error| status(&error, &G::hints(&judge, &game, &error)));
        encoding_note::with_note(listed(&game, outcome), &mut note)
    };
    let wanted = G::records(text, TextStart::default()).filter(|game| args.wants(game.number));
    write_games(args, options.collection, wanted.map(judged))
}

impl Args {
    fn wants(&self, number: usize) -> bool {
        self.game.is_none_or(|wanted| wanted == number)
    }
}

fn rules_long_help() -> String {
    let asked = "The draw rules: a code, followed by the readings that differ from its defaults, such as \
                 `FMJD-64+together`. Without it: the first code that `peatee variants` lists for the game";
    format!("{asked}\n\n{}", rules_help())
}

/// Judges the game in the options `--fen` and `--moves`, for draughts.
fn judged_position(
    args: &Args,
    options: &JudgeOptions<'_>,
    asked: Option<&'static Variant>,
) -> Result<AdjudicatedGame, Error> {
    let variant = asked.map_or_else(|| Variant::named(DEFAULT_VARIANT), Ok)?;
    let variant_judge = VariantJudge::new(options.collection, variant, options.rules, options.line_plies)?;
    let variant_judge = variant_judge.move_values(options.values_moves);
    warn_if_foreign(variant_judge.rules(), variant);
    let text = args.moves.as_deref().unwrap_or_default();
    let moves = read_moves(text).map_err(|error| {
        let hint = if matches!(error.fault, PdnFault::NotOnlyMoves) { "; --pdn reads games with tags" } else { "" };
        Error::Argument { field: "--moves", reason: format!("{error}{hint}") }
    })?;
    let [fen, counters] = [&args.fen, &args.counters].map(|text| text.as_deref().unwrap_or_default());
    let (start, counted) = variant_judge.start(fen, counters, &notes::instead(variant_judge.rules()))?;
    let verdict = variant_judge.review_at(&start, &moves)?;
    let mut all: Vec<Note> = counted;
    all.extend(notes::of_score(verdict.written.map(|written| written.score)));
    all.extend(notes::of_king_runs(&verdict, variant_judge.game()));
    if let (None, Some(fen)) = (asked, &args.fen) {
        all.extend(notes::of_letters(fen, variant));
    }
    let mut case = moves.clone();
    if let Some(fen) = &args.fen {
        case.set_tag("FEN", fen);
    }
    all.extend(VariantSearch::default().hint_after(&verdict.ruling, &case, variant));
    all.extend(notes::of_rules(variant_judge.rules(), variant));
    Ok(listed(&Record::default(), Ok(told(variant_judge.game(), &verdict, all, false))))
}

/// Converts the error of a game to a gRPC status. The message consists of the full text of the
/// error and the `hints`. Unlike the messages of a server, it contains paths of files.
fn status(error: &Error, hints: &[String]) -> Status {
    let message = std::iter::once(error.text()).chain(hints.iter().cloned()).collect::<Vec<_>>().join("; ");
    Status { message, ..item_status(error) }
}

/// Builds a PGN text from a start position and moves, after which a result may follow.
fn chess_text(fen: Option<&str>, moves: &str) -> String {
    let quoted = |fen: &str| fen.replace('\\', "\\\\").replace('"', "\\\"");
    let tags = |fen| format!("[SetUp \"1\"]\n[FEN \"{}\"]\n\n", quoted(fen));
    let tags = fen.map_or_else(|| "[Event \"?\"]\n\n".to_owned(), tags);
    format!("{tags}{moves}\n")
}

fn write_games(
    args: &Args,
    collection: Option<&Collection>,
    games: impl Iterator<Item = AdjudicatedGame>,
) -> Result<ExitCode, Error> {
    let mut games = games.peekable();
    let Some(first) = games.next() else {
        let path = args.pdn.as_ref().map_or_else(String::new, |path| format!("{}: ", path.display()));
        let reason = format!("{path}{}", no_game(args.game));
        return Err(Error::Argument { field: "--pdn", reason });
    };
    let is_several = games.peek().is_some();
    let mut out = GamesOut::new(args.format, args.lang.map(Language::texts), is_several)?;
    let mut totals = Totals::new(collection);
    for game in std::iter::once(first).chain(games) {
        out.write(&game)?;
        totals.add(&game);
    }
    out.finish(&totals)?;
    Ok(totals.exit_code())
}

fn read_text(path: &Path, named: Option<NamedEncoding>) -> Result<(String, Option<&'static str>), Error> {
    let failed = |error| Error::Io { what: format!("cannot read {}", path.display()), error };
    let mut bytes = Vec::new();
    let source: Box<dyn std::io::Read> = match path.to_str() {
        Some("-") => Box::new(std::io::stdin().lock()),
        _ => Box::new(std::fs::File::open(path).map_err(failed)?),
    };
    source.take(PDN_BYTES_MAX + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > PDN_BYTES_MAX {
        let reason = format!("{} is longer than {PDN_BYTES_MAX} bytes; split it", path.display());
        return Err(Error::Argument { field: "--pdn", reason });
    }
    Ok(encoding::decode(bytes, named))
}
