//! `peatee solve-problem`.

mod flat;
mod pdn;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;

use peatee_probe::any::Tables;
use peatee_probe::{Value, Wdl, with_game, with_tables};
use peatee_rules::Side;
use peatee_rules::draw::DrawRules;
use serde::Serialize;

use super::FenArgs;
use super::input::Input;
use super::output::RefusedPosition;
use crate::answer::encoding::{self, NamedEncoding};
use crate::answer::output::Output;
use crate::answer::verdicts::JudgeOptions;
use crate::answer::words;
use crate::archives::compositions::{
    CompositionFiles, Problems, Solution, TreeLimits, VerifiedComposition, demanded_rules, solve, verify_files,
};
use crate::ask::family::Field;
use crate::ask::faults;
use crate::ask::games;
use crate::ask::tables::TableArgs;
use crate::cli::byte_bar::byte_bar;
use crate::errors::Error;
use flat::{Node, nodes};

/// Verify a composition: is the solution the only one, and where are the duals?
///
/// The side to move is the solver. The goal is to win if the solver can win, otherwise to draw. The
/// solution is the quickest move that reaches the goal, against every defence; a dual is another
/// move of the solver that reaches it. Positions that occur earlier in the tree are not shown
/// again.
///
/// With `--variant chess` positions are FENs, and tables of DTM are needed. Without `--rules` no
/// draw rule counts: the half-move clock is ignored. With `--mate-in N` the goal is mate in N moves
/// at most, against every defence: keys and duals are the moves that mate in time. With `--rules`
/// a position is won only if the rule, with the half-move clock of the FEN, leaves time for it,
/// and `dtw_plies` are plies to mate under the rule; DTZ tables are needed too, and those of the
/// metric `dtw-FIDE-50` where the clock leaves no time for the shortest mate and a search ends
/// early.
///
/// In `jsonl` a position gives `{"fen","wdl","dtw_plies","verdict","solutions","duals",
/// "duals_in_main_line","positions","is_complete","tree"}`. The verdict is `unique`, `duals` (one
/// first move solves it, later other moves do too), `several-solutions` or `short-solution` (it is
/// mate in fewer moves than `--mate-in`). The tree lists each position with the solver to move
/// once, those of a line in its order:
/// `{"fen","move","duals":[{"move","dtw_plies","is_landing"}],"defences":[{"move","fen","end"}],
/// "end"}`. `"end"` says why a line goes no further after the move: `game-over`, `refuted` (no
/// defence keeps the draw), `transposition` (the position is listed before) or `cut`; else it is
/// null.
///
/// With `--pdn` the compositions are the games of files, from their `FEN`, and the moves of each
/// game are the author's solution. The goal is that of the result. Each move of the solver whose
/// position is in the tables is compared with the other moves; defences that are not in the record
/// are not examined. In `text` a composition is a line, in `jsonl` `{"file","game","author",
/// "event","fen","verdict","goal","tables_from_ply","value","moves":[{"ply","move","duals"}],
/// "reason","duplicate_of"}`. The verdict is `sound`, `minor-duals` (other landing squares of a
/// capture), `duals`, `cooked` (another first move reaches the goal), `short-solution`, `refuted`
/// (a move of the solution misses the goal; `duals` are then the moves that reach it),
/// `wrong-goal`, `no-solution` (the record has no moves), `outside-tables` or `unreadable`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: FenArgs,

    /// Verify the compositions in these files of PDN or PGN, or in folders of such files; `-` is
    /// standard input. Files may be compressed with gzip or Zstandard.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["fens", "defences"])]
    pdn: Vec<PathBuf>,

    /// The encoding of these files, such as `windows-1251` or `cp437`. Without it: UTF-8, or else
    /// the one that the bytes show.
    #[arg(long, value_name = "NAME", value_parser = encoding::parse, requires = "pdn")]
    encoding: Option<NamedEncoding>,

    /// Format of the solutions.
    #[arg(long, value_enum, default_value = "text")]
    format: SolutionFormat,

    /// The defences that are examined.
    #[arg(long, value_enum, default_value = "all")]
    defences: Defences,

    /// Maximum length of a line in plies, up to 2000.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=2000))]
    plies_max: u32,

    /// Maximum number of positions with the solver to move.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    positions_max: usize,

    /// Chess: the goal is mate in so many moves of the solver. Only with `--variant chess`.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    mate_in: Option<u32>,

    /// Chess: solve under this draw rule, `FIDE-50` or `FIDE-75`. Only with `--variant chess`.
    #[arg(long, value_name = "CODE")]
    rules: Option<String>,

    #[command(flatten)]
    tables: TableArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum SolutionFormat {
    /// For people: the main line, and further in each variation.
    Text,
    /// A game in PDN, in chess PGN, defences and duals as variations.
    Pdn,
    /// One JSON object per position.
    Jsonl,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Defences {
    /// Every legal move; if the goal is a draw, every move that does not lose.
    All,
    /// The defences that hold out longest.
    Longest,
}

#[derive(Serialize)]
struct SolutionAnswer<'a> {
    fen: &'a str,
    wdl: &'static str,
    dtw_plies: Option<u32>,
    #[serde(flatten)]
    solution: &'a Solution,
    tree: Vec<Node<'a>>,
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let asked = args.rules.as_deref().map(|rules| Field::new("--rules", rules));
    let rules = with_game!(games::game(&args.source.variant)?, game => demanded_rules(game, args.mate_in, asked))?;
    let rules = rules.as_ref();
    let collection = args.tables.open(Some(&args.source.variant))?;
    faults::report(&collection);
    let tables = args.tables.of_game(&collection, &args.source.variant)?;
    if args.pdn.is_empty() {
        return with_tables!(tables, tables => args.answer_each(|fen, out| args.answer(tables, rules, fen, out)));
    }
    if args.format == SolutionFormat::Pdn {
        let reason = "`pdn` writes solutions; with --pdn ask for `text` or `jsonl`".to_owned();
        return Err(Error::Argument { field: "--format", reason });
    }
    let files = CompositionFiles { files: &args.pdn, encoding: args.encoding, mate_in: args.mate_in, rules };
    let (options, bar, mut out) = (JudgeOptions::of_games(&collection), byte_bar(0), Output::new());
    let is_jsonl = args.format == SolutionFormat::Jsonl;
    let mut write = |composition: &VerifiedComposition<'_>| {
        bar.suspend(|| if is_jsonl { out.json(composition) } else { out.line(composition) })
    };
    let counts = with_tables!(tables, tables => verify_files(files, tables, options, &bar, &mut write))?;
    out.flush()?;
    crate::stderr::write_line(format_args!("peatee: {counts}"));
    Ok(ExitCode::from(u8::from(counts.has_unreadable())))
}

impl Args {
    fn answer_each(&self, answer: impl Fn(&str, &mut Output) -> Result<(), Error>) -> Result<ExitCode, Error> {
        let mut input = Input::new(&self.source);
        let (mut out, mut exit_code) = (Output::new(), 0);
        while let Some(fen) = input.next()? {
            if let Err(error) = answer(&fen, &mut out) {
                if matches!(error, Error::Io { .. }) {
                    return Err(error);
                }
                exit_code = exit_code.max(error.exit_code_of_part());
                if self.format == SolutionFormat::Jsonl {
                    out.json(&RefusedPosition { fen: &fen, error: error.text() })?;
                } else {
                    out.flush()?;
                    crate::stderr::write_line(format_args!("peatee: {fen}: {}", error.text()));
                }
            }
            if input.may_wait() {
                out.flush()?;
            }
        }
        out.flush()?;
        Ok(ExitCode::from(exit_code))
    }

    fn answer<G: Problems>(
        &self,
        tables: &Tables<G>,
        rules: Option<&DrawRules>,
        fen: &str,
        out: &mut Output,
    ) -> Result<(), Error> {
        let (game, position) = (tables.game(), G::read_fen(tables, fen)?);
        let (side, value) = (game.side(&position), G::value(tables, rules, &position)?);
        let goal = G::goal(side, value, self.mate_in)?;
        let result = game.result((goal.wdl == Wdl::Win).then_some(side));
        let number = game.move_number(&position);
        let limits = TreeLimits {
            plies_max: self.plies_max as usize,
            positions_max: self.positions_max,
            is_longest_only: self.defences == Defences::Longest,
        };
        let solution = solve(tables, rules, &position, (value, goal), limits)?;
        match self.format {
            SolutionFormat::Jsonl => {
                let tree = nodes(&solution.tree);
                out.json(&SolutionAnswer {
                    fen,
                    wdl: value.wdl.name(),
                    dtw_plies: value.plies,
                    solution: &solution,
                    tree,
                })
            }
            SolutionFormat::Pdn => {
                out.text(&format!("{}\n", pdn::game(&game.tags(&position, result), result, &solution.tree, number)))
            }
            SolutionFormat::Text => {
                out.line(&format_args!("{fen}  {}", summary(side, value, &solution)))?;
                text::lines(&solution.tree, number).iter().try_for_each(|line| out.line(line))
            }
        }
    }
}

fn summary(side: Side, value: Value, solution: &Solution) -> String {
    let count = |count: usize, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
    let solutions = if solution.solutions == 1 {
        "unique solution".to_owned()
    } else {
        format!("{} by the first move", count(solution.solutions, "solution"))
    };
    let short = if solution.verdict == "short-solution" { "short solution, " } else { "" };
    let winner = words::winner(side, value).map_or(String::new(), |winner| format!(" ({winner})"));
    let later = match (solution.duals, solution.duals_in_main_line) {
        (0, _) => "no duals".to_owned(),
        (duals, main) => format!("{} later, {main} of them in the main line", count(duals, "dual")),
    };
    let cut = if solution.is_complete { "" } else { "; cut by a limit: --plies-max and --positions-max set it" };
    format!("{value}{winner}: {short}{solutions}, {later}{cut}")
}
