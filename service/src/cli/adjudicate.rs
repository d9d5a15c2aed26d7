//! `peatee adjudicate`.

use std::io::Read as _;
use std::path::PathBuf;
use std::process::ExitCode;

use peatee_probe::Collection;
use peatee_probe::adjudicate::{Agreement, Review, Ruling, Start};
use peatee_rules::draw::rules_help;
use peatee_rules::notation::pdn::{PdnError, PdnFault, PdnGame, Place, each_game, read_moves};
use peatee_rules::{VARIANTS, Variant};
use serde::Serialize;

use super::chess_games::SideArg;
use super::faults::Partial;
use super::fitting::Fitting;
use super::input::no_game;
use super::output::Output;
use super::said::Said;
use super::sums::{Sums, is_fault};
use super::under_rules::warn_if_foreign;
use super::verdict::{TABLE_HEADER, VerdictOut};
use super::{DEFAULT_VARIANT, Format, TableArgs, chess_games, chess_tables, faults, notes};
use crate::convert;
use crate::errors::Error;
use crate::judging::Bench;
use crate::note::{Note, texts};
use crate::texts::{Language, Texts};

/// The longest PDN text that is read.
const PDN_BYTES_MAX: u64 = 256 << 20;

/// Judge games by draw rules: find illegal moves, the end of the game, and draws by count or
/// repetition, and value games in progress.
///
/// The verdict names the article it rests on; for a draw also the ply since which it stands and the
/// side that can claim it. A game in progress gets the running counts and, where there are tables
/// of it, its value without and under the draw rules and the best line. A written result is
/// compared with the verdict: `confirmed` or `contradicted` by the rules; for a game that is not
/// over by the rules `plausible` or `against-value` by the tables, else `unknown`, or `by-time`
/// where the tag `Termination` says that the time of a side was over; `no-result`
/// where no result is written; `illegal-move` where a move is not legal.
///
/// One game gives a page; several give a table and sums. A game that cannot be read gives a line
/// with the error and does not stop the run. The exit code is 1 when a game could not be read, has
/// an illegal move, is contradicted, or has two results: one in its tag `Result`, another after its
/// moves. It is 5 when a value is not known because a table is damaged or cannot be read.
///
/// FEN and PDN are read as other programs write them too: counts after a FEN (`:H0:F1`, `:+0+0`;
/// those that are counts of the draw code are taken over, and a note says which), positions of the
/// Hub protocol, `cd4` for `c3-d4`, `½-½`.
///
/// In `jsonl` a game gives one object. It always has `game`, `line`, `column` (its number and place
/// in the PDN text, or null), `variant`, `rules`, `rules_year`, `rules_standing`,
/// `rules_is_default`, `verdict` (`illegal-move`, `lost`, `drawn`,
/// `claimable`, `in-progress`), `article`, `text`, `plies`, `fen`, `counters`, `counts` (list of
/// `article`, `text`, `used_plies`, `limit_plies`, `left_plies`, `used_moves`, `limit_moves`,
/// `reading`), `illegal` (`ply`, `move`, `line`, `column`, `offence`, `legal`, `legal_count`),
/// `loser`, `draw` and the list `claims` (`article`, `text`, `cause`, `claimant`, `since_ply`,
/// `occurrences`, `by_move`), `plies_after_end`, `value` (the fields of `peatee probe --rules`),
/// `unknown_reason`, `best_line` (the moves of `peatee moves --rules`), `best_line_end`,
/// `best_line_lacking` (the table without which it stops), `result`, `agreement`, `result_tag` (the
/// tag `Result` where the moves end with another one), and the list `notes` (what else the user
/// should know). A field that does not apply is null. A game that cannot be read gives
/// `{"game","line","column","error","notes"}`.
///
/// With `--variant chess` games are read as PGN and judged by the FIDE Laws: checkmate, stalemate,
/// dead positions, repetitions, 50 and 75 moves, illegal moves, the fall of a flag (`--flag`, or
/// the tag `Termination`), and claims with a move that is announced and not made
/// (`--claim-announced`). A move that could be several, or is not in the letters of PGN, is
/// `unclear-move`: no offence, and the exit code is 1. Several games give a table and sums after
/// their pages. Where a side may or may not be able to mate, and neither is proved, the verdict is
/// `not-decided` and the exit code 6. A game in `jsonl` has `game`, `line`, `column`, `variant`,
/// `verdict` (`illegal-move`, `unclear-move`, `won`, `drawn`, `in-progress`, `not-decided`),
/// `winner`, `article`, `text`, `method` (of the proof), `plies`, `plies_after_end`, `fen`,
/// `halfmove_clock`, `occurrences`, `claims`, `announceable` (moves with which a draw may be
/// claimed), `announced` (`move`, `is_correct`, `article`, `occurrences`, `halfmove_clock`),
/// `illegal` (`move`, `line`, `column`, `reason`, `legal`), `unclear` (`move`, `line`, `column`,
/// `cause`, `text`, `candidates`, `legal`), `flag`, `flag_source` (`named`, `termination`,
/// `termination-side-to-move`), `mating_line`, `value`, `unknown_reason`, `result`, `agreement`.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("case").args(["pdn", "fen", "moves"]).required(true).multiple(true)))]
pub struct Args {
    /// Judge the games of this PDN file; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves", "counters"])]
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

    /// Plies that counts have used in that position: `6.2=12,6.3=4`. Counts that apply and are not
    /// named stand at 0.
    #[arg(long, value_name = "TEXT", requires = "fen")]
    counters: Option<String>,

    /// The draw rules: a code, followed by the readings that differ from its defaults, such as
    /// `FMJD-64+together`. Without it: the first code that `peatee variants` lists for the game.
    #[arg(long, value_name = "CODE", long_help = rules_long_help())]
    rules: Option<String>,

    /// The game that is played, whatever the tags of a PDN game say. Without it: the game that the
    /// tags name, or else international. `peatee variants` lists the games.
    #[arg(long, value_name = "ID")]
    variant: Option<String>,

    /// The directory of tables. Without it games in progress have no value.
    #[arg(long, value_name = "DIR", env = "PEATEE_TABLES")]
    tables: Option<PathBuf>,

    /// Map table files into memory instead of reading them. This is faster where the files fit into
    /// the page cache. But the process ends, with exit code 5, when a file is shortened or its disk
    /// fails while the process runs, and a file that is written over in place may give wrong
    /// values: put new files in the place of old ones by renaming.
    #[arg(long, requires = "tables")]
    mmap: bool,

    /// The side whose time is over after the last move. Without it: the one that the tag
    /// `Termination` (`time forfeit`) and the written result mean. Only with `--variant chess`.
    #[arg(long, value_enum, value_name = "SIDE")]
    flag: Option<SideArg>,

    /// The last move was written down with a claim of a draw, and not made (articles 9.2.1 and
    /// 9.3.1 of the Laws): judge the claim. Only with `--variant chess`.
    #[arg(long, conflicts_with = "flag")]
    claim_announced: bool,

    /// How answers are written: `text` for people, `jsonl` for programs (one JSON object for each
    /// game).
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Write the verdicts in the words of the page, in this language. Several games then give a
    /// text each instead of a table. Errors stay in English.
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    lang: Option<Language>,

    /// The most plies of the best line.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(..=1000))]
    line_plies: u32,
}

impl Args {
    /// Which tables, if any, and how they are read.
    fn table_args(&self) -> Option<TableArgs> {
        let tables = self.tables.clone()?;
        Some(TableArgs { tables, memory_mib: None, mmap: self.mmap })
    }

    /// The texts of the language that was chosen.
    fn texts(&self) -> Result<Option<Texts>, Error> {
        if self.lang.is_some() && self.format == Format::Jsonl {
            let reason = "is for the format `text`; the names of JSON are the same in every language".to_owned();
            return Err(Error::Argument { field: "--lang", reason });
        }
        Ok(self.lang.map(Texts::new))
    }
}

/// Runs the command.
///
/// # Errors
/// Wrong arguments, the tables cannot be opened, or input or output fails.
pub fn run(args: &Args) -> Result<ExitCode, Error> {
    if args.variant.as_deref() == Some(super::CHESS) {
        return judge_chess(args);
    }
    if args.flag.is_some() {
        let reason =
            "draw codes of draughts say nothing of a fallen flag, and the arbiter decides; leave it out to learn \
                      what best play gives; --variant chess has an article for it"
                .to_owned();
        return Err(Error::Argument { field: "--flag", reason });
    }
    if args.claim_announced {
        let reason =
            "claims with a move that is not made are judged with --variant chess alone; leave it out".to_owned();
        return Err(Error::Argument { field: "--claim-announced", reason });
    }
    let variant = args.variant.as_deref().map(Variant::named).transpose()?;
    let rules = args.rules.as_deref().unwrap_or_default();
    // A wrong code is an error of the command line: report it once, not for each game.
    Bench::new(None, variant.unwrap_or(VARIANTS[0]), rules, 0)?;
    let collection = args.table_args().map(|tables| tables.open(args.variant.as_deref())).transpose()?;
    collection.iter().for_each(faults::tell);
    let texts = args.texts()?;
    let texts = texts.as_ref();
    let court = Court { collection: collection.as_ref(), variant, rules, line_plies: args.line_plies, texts };
    match &args.pdn {
        Some(path) => judge_games(args, court, path),
        None => judge_position(args, court),
    }
}

fn judge_chess(args: &Args) -> Result<ExitCode, Error> {
    let refused = [
        ("--rules", args.rules.is_some(), "chess is judged by the FIDE Laws; leave it out"),
        ("--counters", args.counters.is_some(), "the counter of chess stands in the FEN; leave it out"),
    ];
    if let Some((field, _, reason)) = refused.into_iter().find(|&(_, is_given, _)| is_given) {
        return Err(Error::Argument { field, reason: reason.to_owned() });
    }
    let texts = args.texts()?;
    let text = match &args.pdn {
        Some(path) => read_text(path)?,
        None => chess_games::game_text(args.fen.as_deref(), args.moves.as_deref().unwrap_or_default()),
    };
    let collection = args.table_args().as_ref().map(chess_tables::open).transpose()?;
    collection.iter().for_each(faults::tell);
    let tables = collection.as_ref().and_then(Collection::chess);
    let court = chess_games::Court {
        tables,
        flag: args.flag,
        is_last_announced: args.claim_announced,
        line_plies: args.line_plies,
        game: args.game,
        format: args.format,
        texts: texts.as_ref(),
        in_text: args.pdn.is_some(),
    };
    chess_games::adjudicate(&text, court)
}

/// The tables and arguments with which games of any variant are judged.
#[derive(Debug, Clone, Copy)]
struct Court<'a> {
    collection: Option<&'a Collection>,
    variant: Option<&'static Variant>,
    rules: &'a str,
    line_plies: u32,
    /// The language of verdicts, where one was chosen.
    texts: Option<&'a Texts>,
}

fn rules_long_help() -> String {
    let asked = "The draw rules: a code, followed by the readings that differ from its defaults, such as \
                 `FMJD-64+together`. Without it: the first code that `peatee variants` lists for the game";
    format!("{asked}\n\n{}", rules_help())
}

impl<'a> Court<'a> {
    fn bench(&self, variant: Option<&'static Variant>) -> Result<Bench<'a>, Error> {
        let variant = match self.variant.or(variant) {
            Some(variant) => variant,
            None => Variant::named(DEFAULT_VARIANT)?,
        };
        let bench = Bench::new(self.collection, variant, self.rules, self.line_plies)?;
        warn_if_foreign(bench.rules(), variant);
        Ok(bench)
    }

    /// Whether there are tables of a game that are damaged or cannot be read.
    fn has_damage(&self, variant: &Variant) -> bool {
        self.collection.is_some_and(|collection| faults::has_damage(collection, variant.id))
    }

    /// The verdict in the language that was chosen; empty where none was.
    fn said(
        &self,
        bench: &Bench<'_>,
        pdn: &PdnGame,
        start: &Start,
        review: &Review,
        notes: &[Note],
        in_text: bool,
    ) -> Vec<String> {
        let Some(texts) = self.texts else { return Vec::new() };
        let mut answer = convert::adjudicated(bench, pdn, start, review, in_text);
        let of_rules = notes::of_rules(bench.rules(), bench.game().variant());
        convert::put_notes(&mut answer, notes.iter().cloned().chain(of_rules));
        let game = in_text.then_some(review.number);
        Said { texts, first: bench.game().variant().moves_first(), code: bench.rules().code, answer: &answer }
            .lines(game)
    }
}

fn judge_position(args: &Args, court: Court<'_>) -> Result<ExitCode, Error> {
    let bench = court.bench(None)?;
    let text = args.moves.as_deref().unwrap_or_default();
    let moves = read_moves(text).map_err(|error| {
        let hint = if matches!(error.fault, PdnFault::NotOnlyMoves) { "; --pdn reads games with tags" } else { "" };
        Error::Argument { field: "--moves", reason: format!("{error}{hint}") }
    })?;
    let [fen, counters] = [&args.fen, &args.counters].map(|text| text.as_deref().unwrap_or_default());
    let (start, counted) = bench.start(fen, counters, &notes::instead(bench.rules()))?;
    let review = bench.review_at(&start, &moves)?;
    let mut notes: Vec<Note> = counted.into_iter().chain(notes::of_score(review.written)).collect();
    notes.extend(notes::of_king_runs(&review.verdict, bench.game()));
    if let (None, Some(fen)) = (court.variant, &args.fen) {
        notes.extend(notes::of_letters(fen, bench.game().variant()));
    }
    if let Ruling::Illegal(illegal) = &review.verdict.ruling {
        let mut case = moves.clone();
        if let Some(fen) = &args.fen {
            case.set_tag("FEN", fen);
        }
        notes.extend(Fitting::default().hint_after(illegal, &case, bench.game().variant()));
    }
    let said = court.said(&bench, &moves, &start, &review, &notes, false);
    let verdict = VerdictOut::new(&bench, &review, false).with_notes(None, texts(&notes)).with_words(said);
    let verdict_lacks = verdict.lacks_table();
    let mut out = Output::new();
    match args.format {
        Format::Text => out.line(&verdict)?,
        Format::Jsonl => out.json(&verdict)?,
    }
    out.flush()?;
    let is_less = verdict_lacks && court.has_damage(bench.game().variant());
    Ok(faults::exit_code(exit_code(is_fault(review.agreement)), is_less))
}

fn judge_games(args: &Args, court: Court<'_>, path: &PathBuf) -> Result<ExitCode, Error> {
    let text = read_text(path)?;
    let mut out = Output::new();
    let wanted = |game: &Result<PdnGame, PdnError>| {
        let number = game.as_ref().map_or_else(|error| error.game, |game| game.number);
        args.game.is_none_or(|wanted| wanted == number)
    };
    let mut games = each_game(&text).filter(wanted).peekable();
    let Some(first) = games.next() else {
        let reason = format!("{}: {}", path.display(), no_game(args.game));
        return Err(Error::Argument { field: "--pdn", reason });
    };
    let is_several = games.peek().is_some();
    let in_table = is_several && args.format == Format::Text && court.texts.is_none();
    if in_table {
        out.line(&TABLE_HEADER)?;
    }
    let (mut sums, mut is_less) = (Sums::default(), false);
    let mut benches = Benches { court, made: Vec::new(), fitting: Fitting::default() };
    for (index, game) in std::iter::once(first).chain(games).enumerate() {
        if index > 0 && court.texts.is_some() {
            out.line(&"")?;
        }
        let case = benches.judge(game);
        match &case {
            Err(broken) => sums.add_broken(broken.game),
            Ok((agreement, verdict)) => {
                is_less |= verdict.lacks_table() && court.has_damage(Variant::named(verdict.variant())?);
                let number = verdict.game().unwrap_or_default();
                sums.add(number, *agreement, verdict);
            }
        }
        match (case, args.format) {
            (Ok((_, verdict)), Format::Jsonl) => out.json(&verdict)?,
            (Ok((_, verdict)), Format::Text) if in_table => out.line(&verdict.row())?,
            (Ok((_, verdict)), Format::Text) => out.line(&verdict)?,
            (Err(broken), Format::Jsonl) => out.json(&broken)?,
            (Err(broken), Format::Text) => {
                let notes: String = broken.notes.iter().map(|note| format!("; {note}")).collect();
                out.line(&format_args!(
                    "{:>6} {:>7}      -  -       error          {}{notes}",
                    broken.game, broken.line, broken.error
                ))?;
            }
        }
    }
    if in_table {
        sums.write(&mut out)?;
    } else if let Some(texts) = court.texts.filter(|_| is_several) {
        let count = |key: &str, count: usize| texts.text(key, &[("count", count.to_string())]);
        out.line(&format_args!(
            "\n{} {}",
            count("games.count", sums.games()),
            count("games.wrong", sums.to_look_at())
        ))?;
    }
    out.flush()?;
    Ok(faults::exit_code(exit_code(sums.has_fault()), is_less))
}

fn read_text(path: &PathBuf) -> Result<String, Error> {
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
    // A file that is not UTF-8 is read as Latin-1, which has the sign ½ of results.
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| char::from(byte)).collect()))
}

/// The output form of a game that cannot be judged.
#[derive(Debug, Serialize)]
struct Broken {
    game: usize,
    line: u32,
    column: u32,
    error: String,
    notes: Vec<String>,
}

type Case = Result<(Agreement, VerdictOut), Broken>;

/// The benches of the variants that have occurred so far.
struct Benches<'a> {
    court: Court<'a>,
    made: Vec<Bench<'a>>,
    fitting: Fitting,
}

impl Benches<'_> {
    fn judge(&mut self, game: Result<PdnGame, PdnError>) -> Case {
        let broken = |game, Place { line, column }, error: &Error, notes| {
            let error = error.to_string();
            Broken { game, line, column, error, notes }
        };
        let game = game.map_err(|error| broken(error.game, error.place, &error.into(), Vec::new()))?;
        self.review(&game).map_err(|error| {
            let notes = self.notes_on_error(&game, &error);
            broken(game.number, game.place, &error, notes)
        })
    }

    fn review(&mut self, game: &PdnGame) -> Result<(Agreement, VerdictOut), Error> {
        let variant = self.variant(game)?;
        let of_game =
            self.court.variant.map_or_else(|| notes::of_unnamed(game, variant), |asked| notes::of_tags(game, asked));
        let mut notes: Vec<Note> = of_game.into_iter().collect();
        let court = self.court;
        let bench = self.bench(variant)?;
        notes.extend(notes::of_start(game, bench));
        let review: Review = bench.review(game)?;
        let tag = game.contradicting_tag();
        notes.extend(notes::of_results(game));
        notes.extend(notes::of_score(review.written));
        notes.extend(notes::of_missing_tags(game));
        notes.extend(notes::of_king_runs(&review.verdict, bench.game()));
        let start = Start::of_pdn(game, bench.game(), bench.rules())?;
        if let Ruling::Illegal(illegal) = &review.verdict.ruling {
            notes.extend(self.fitting.hint_after(illegal, game, variant));
        }
        let bench = self.bench(variant)?;
        let said = court.said(bench, game, &start, &review, &notes, true);
        let verdict = VerdictOut::new(bench, &review, true).with_words(said);
        Ok((review.agreement, verdict.with_notes(tag, texts(&notes))))
    }

    /// The variant that a game is judged by: the one that `--variant` names, else the one that its
    /// tags name, else the default.
    fn variant(&self, game: &PdnGame) -> Result<&'static Variant, Error> {
        match self.court.variant {
            Some(variant) => Ok(variant),
            None => Ok(game.variant()?.map_or_else(|| Variant::named(DEFAULT_VARIANT), Ok)?),
        }
    }

    /// Hints for a game that cannot be judged.
    fn notes_on_error(&mut self, game: &PdnGame, error: &Error) -> Vec<String> {
        let Error::Pdn(PdnError { fault, .. }) = error else { return Vec::new() };
        if matches!(fault, PdnFault::Fen(_)) {
            let variant = self.variant(game).ok();
            let hint = variant.and_then(|variant| self.fitting.hint(game, variant));
            return hint.into_iter().map(|hint| hint.text).collect();
        }
        if notes::is_of_variant_tags(fault) {
            return vec!["--variant ID judges all games as that one, whatever their tags say".to_owned()];
        }
        Vec::new()
    }

    fn bench(&mut self, wanted: &'static Variant) -> Result<&Bench<'_>, Error> {
        let place = match self.made.iter().position(|bench| bench.game().variant().id == wanted.id) {
            Some(place) => place,
            None => {
                self.made.push(self.court.bench(Some(wanted))?);
                self.made.len() - 1
            }
        };
        Ok(&self.made[place])
    }
}

fn exit_code(has_fault: bool) -> ExitCode {
    if has_fault { ExitCode::from(1) } else { ExitCode::SUCCESS }
}
