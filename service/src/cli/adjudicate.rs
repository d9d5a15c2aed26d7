//! `peatee adjudicate`.

use std::io::Read as _;
use std::path::PathBuf;
use std::process::ExitCode;

use peatee_probe::Collection;
use peatee_probe::adjudicate::{Agreement, Review};
use peatee_rules::notation::pdn::{PdnError, PdnGame, Place, each_game};
use peatee_rules::{VARIANTS, Variant};
use serde::Serialize;

use super::output::Output;
use super::verdict::{TABLE_HEADER, VerdictOut, meaning};
use super::{Format, TableArgs};
use crate::errors::Error;
use crate::judging::Bench;

/// The variant of games that do not say it.
const VARIANT_DEFAULT: &str = "international";

/// The longest PDN text that is read.
const PDN_BYTES_MAX: u64 = 256 << 20;

/// Judge games by draw rules: illegal moves, the end of the game, draws by count or repetition, and what is left.
///
/// The verdict names its article, and since which ply a draw stands and who can claim it. A game in progress gets its
/// value without and under the draw rules, the running counts, and the best line, if there are tables of it. A written
/// result is compared with the verdict: `confirmed` or `contradicted` by the rules; for a game that is not over by the
/// rules `plausible` or `against-value` by the tables, else `unknown`; `no-result`; `illegal-move`.
///
/// One game gives a page; several give a table and sums. A game that cannot be read gives a line with the error and does
/// not stop the run. The exit code is 1 when a game could not be read, has an illegal move, or is contradicted.
///
/// In `jsonl` a game gives one object. Always there: `game`, `line`, `column` (its number and place in the PDN text, or
/// null), `variant`, `rules`, `verdict` (`illegal-move`, `lost`, `drawn`, `claimable`, `in-progress`), `article`, `text`,
/// `plies`, `fen`, `counters`, `counts` (list of `article`, `text`, `used_plies`, `limit_plies`, `left_plies`,
/// `used_moves`, `limit_moves`), `illegal` (`ply`, `move`, `line`, `column`, `offence`, `legal`), `loser`, `draw` and the
/// list `claims` (`article`, `text`, `cause`, `claimant`, `since_ply`, `occurrences`, `by_move`), `plies_after_end`,
/// `value` (the fields of `peatee probe --rules`), `unknown_reason`, `best_line` (the moves of `peatee moves --rules`),
/// `best_line_end`, `result`, `agreement`. What does not apply is null. A game that cannot be read gives
/// `{"game","line","column","error"}`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Judge the games of this PDN file; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves", "counters"],
        required_unless_present_any = ["fen", "moves"])]
    pdn: Option<PathBuf>,

    /// Judge this game of the PDN file alone.
    #[arg(long, value_name = "N", requires = "pdn")]
    game: Option<usize>,

    /// Judge this position, with `--moves` and `--counters`. Without it the moves start from the start position.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Moves from that position, with or without numbers; a result behind them is compared with the verdict.
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,

    /// Plies that counts have used in that position: `6.2=12,6.3=4`. Counts that apply and are not named stand at 0.
    #[arg(long, value_name = "TEXT", requires = "fen")]
    counters: Option<String>,

    /// The draw rules: a code, with other readings of it added, as `FMJD-64+together`. Without it: the first code that
    /// `peatee variants` lists for the game.
    #[arg(long, value_name = "CODE")]
    rules: Option<String>,

    /// The game that is played. Without it: what the tags of a PDN game say, or else international.
    #[arg(long, value_name = "ID")]
    variant: Option<String>,

    /// The directory of tables. Without it games in progress have no value.
    #[arg(long, value_name = "DIR", env = "PEATEE_TABLES")]
    tables: Option<PathBuf>,

    /// How answers are written: `text` for people, `jsonl` for programs (one JSON object for each game).
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// The most plies of the best line.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(..=1000))]
    line_plies: u32,
}

/// Runs the command.
///
/// # Errors
/// Wrong arguments, the tables cannot be opened, or input or output fails.
pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let variant = args.variant.as_deref().map(Variant::named).transpose()?;
    let rules = args.rules.as_deref().unwrap_or_default();
    // Wrong rules are the user's fault, not that of each game.
    Bench::new(None, variant.unwrap_or(VARIANTS[0]), rules, 0)?;
    let open = |tables: &PathBuf| TableArgs { tables: tables.clone(), memory_mib: 1024, mmap: false }.open();
    let collection = args.tables.as_ref().map(open).transpose()?;
    let court = Court { collection: collection.as_ref(), variant, rules, line_plies: args.line_plies };
    match &args.pdn {
        Some(path) => judge_games(args, court, path),
        None => judge_position(args, court),
    }
}

/// Judges games of any variant.
#[derive(Debug, Clone, Copy)]
struct Court<'a> {
    collection: Option<&'a Collection>,
    variant: Option<&'static Variant>,
    rules: &'a str,
    line_plies: u32,
}

impl<'a> Court<'a> {
    fn bench(&self, variant: Option<&'static Variant>) -> Result<Bench<'a>, Error> {
        let variant = match self.variant.or(variant) {
            Some(variant) => variant,
            None => Variant::named(VARIANT_DEFAULT)?,
        };
        Bench::new(self.collection, variant, self.rules, self.line_plies)
    }
}

fn judge_position(args: &Args, court: Court<'_>) -> Result<ExitCode, Error> {
    let argument = |field, reason: String| Error::Argument { field, reason };
    let bench = court.bench(None)?;
    let text = args.moves.as_deref().unwrap_or_default();
    let mut games = each_game(text);
    let moves = games.next().transpose().map_err(|error| argument("--moves", error.to_string()))?.unwrap_or_default();
    if games.next().is_some() || !moves.tags.is_empty() {
        return Err(argument("--moves", "must hold the moves of one game and no tags; use --pdn for more".into()));
    }
    let position = bench.position(args.fen.as_deref().unwrap_or_default())?;
    let review = bench.review_from(position, args.counters.as_deref().unwrap_or_default(), &moves)?;
    let verdict = VerdictOut::new(&bench, &review, false);
    let mut out = Output::new();
    match args.format {
        Format::Text => out.line(&verdict)?,
        Format::Jsonl => out.json(&verdict)?,
    }
    out.flush()?;
    Ok(exit_code(is_fault(review.agreement)))
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
        let reason = match args.game {
            Some(number) => format!("there is no game {number}"),
            None => "there is no game in it".to_owned(),
        };
        return Err(Error::Argument { field: "--pdn", reason: format!("{}: {reason}", path.display()) });
    };
    let in_table = games.peek().is_some() && args.format == Format::Text;
    if in_table {
        out.line(&TABLE_HEADER)?;
    }
    let mut sums = Sums::default();
    let mut benches = Benches { court, made: Vec::new() };
    for game in std::iter::once(first).chain(games) {
        let case = benches.judge(game);
        sums.add(&case);
        match (case, args.format) {
            (Ok((_, verdict)), Format::Jsonl) => out.json(&verdict)?,
            (Ok((_, verdict)), Format::Text) if in_table => out.line(&verdict.row())?,
            (Ok((_, verdict)), Format::Text) => out.line(&verdict)?,
            (Err(broken), Format::Jsonl) => out.json(&broken)?,
            (Err(broken), Format::Text) => {
                out.line(&format_args!(
                    "{:>6} {:>7}      -  -       error          {}",
                    broken.game, broken.line, broken.error
                ))?;
            }
        }
    }
    if in_table {
        sums.write(&mut out)?;
    }
    out.flush()?;
    Ok(exit_code(sums.has_fault()))
}

fn read_text(path: &PathBuf) -> Result<String, Error> {
    let failed = |source| Error::Io { what: format!("cannot read {}", path.display()), source };
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
    // Names of players in other encodings do not matter here.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A game that cannot be judged, as it is written.
#[derive(Debug, Serialize)]
struct Broken {
    game: usize,
    line: u32,
    column: u32,
    error: String,
}

type Case = Result<(Agreement, VerdictOut), Broken>;

/// What has been set up for the variants of the games so far.
struct Benches<'a> {
    court: Court<'a>,
    made: Vec<Bench<'a>>,
}

impl Benches<'_> {
    fn judge(&mut self, game: Result<PdnGame, PdnError>) -> Case {
        let broken =
            |game, Place { line, column }, error: Error| Broken { game, line, column, error: error.to_string() };
        match game {
            Err(error) => Err(broken(error.game, error.place, error.into())),
            Ok(game) => self.review(&game).map_err(|error| broken(game.number, game.place, error)),
        }
    }

    fn review(&mut self, game: &PdnGame) -> Result<(Agreement, VerdictOut), Error> {
        let bench = self.bench(game.variant()?)?;
        let review: Review = bench.review(game)?;
        Ok((review.agreement, VerdictOut::new(bench, &review, true)))
    }

    fn bench(&mut self, variant: Option<&'static Variant>) -> Result<&Bench<'_>, Error> {
        let wanted = self.court.variant.or(variant).map_or(VARIANT_DEFAULT, |variant| variant.id);
        let place = match self.made.iter().position(|bench| bench.game().variant().id == wanted) {
            Some(place) => place,
            None => {
                self.made.push(self.court.bench(variant)?);
                self.made.len() - 1
            }
        };
        Ok(&self.made[place])
    }
}

/// True for what makes the exit code 1.
const fn is_fault(agreement: Agreement) -> bool {
    matches!(agreement, Agreement::Contradicted | Agreement::IllegalMove)
}

fn exit_code(has_fault: bool) -> ExitCode {
    if has_fault { ExitCode::from(1) } else { ExitCode::SUCCESS }
}

/// The games of a table by how result and verdict fit, the ones to look at by their numbers.
#[derive(Debug, Default)]
struct Sums {
    games: usize,
    /// In the order of [`Agreement::ALL`].
    by_agreement: [Vec<usize>; Agreement::ALL.len()],
    broken: Vec<usize>,
}

impl Sums {
    fn add(&mut self, case: &Case) {
        self.games += 1;
        match case {
            Err(broken) => self.broken.push(broken.game),
            Ok((agreement, verdict)) => {
                let number = verdict.game().unwrap_or(self.games);
                self.by_agreement[*agreement as usize].push(number);
            }
        }
    }

    fn has_fault(&self) -> bool {
        !self.broken.is_empty() || self.found().any(|(agreement, _)| is_fault(agreement))
    }

    /// What there was at least once.
    fn found(&self) -> impl Iterator<Item = (Agreement, &[usize])> {
        let all = Agreement::ALL.into_iter().zip(&self.by_agreement);
        all.filter(|(_, numbers)| !numbers.is_empty()).map(|(agreement, numbers)| (agreement, numbers.as_slice()))
    }

    fn write(&self, out: &mut Output) -> Result<(), Error> {
        out.line(&format_args!("\n{} games", self.games))?;
        for (agreement, numbers) in self.found() {
            let list = if agreement.is_disagreement() { listed(numbers) } else { String::new() };
            let (name, count) = (agreement.name(), numbers.len());
            out.line(&format_args!("{count:>6} {name:<13}  {}{list}", meaning(agreement)))?;
        }
        if !self.broken.is_empty() {
            let (count, list) = (self.broken.len(), listed(&self.broken));
            out.line(&format_args!("{count:>6} error          cannot be read or judged{list}"))?;
        }
        Ok(())
    }
}

fn listed(numbers: &[usize]) -> String {
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    format!(": {}", numbers.join(", "))
}
