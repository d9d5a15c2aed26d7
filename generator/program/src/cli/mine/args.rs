//! Arguments of the command `mine`.

use clap::{Args, Subcommand, ValueEnum};
use peatee_generator::explore::mine::WinnerMoves;
use peatee_probe::chess::Chess;
use peatee_rules::draw::{DrawRules, RulesNameError};

use crate::cli::output::OutArg;
use crate::cli::selection::{NamedSlices, ReadMetricArg, SetArgs};
use crate::cli::shared::{ThreadsArg, rules_long_help};

#[derive(Debug, Args)]
pub struct MineArgs {
    #[command(subcommand)]
    pub kind: Kind,
}

#[derive(Debug, Subcommand)]
pub enum Kind {
    /// The longest wins, or losses: the first have the most plies by the metric.
    Longest {
        /// Number of positions to list.
        #[arg(long, value_name = "POSITIONS", default_value_t = 10)]
        count: u64,
        /// List all positions at the maximum, up to this many, even if they are more than --count.
        #[arg(long, value_name = "POSITIONS", default_value_t = 100)]
        maximum: u64,
        /// List the longest of each slice, instead of all slices together.
        #[arg(long)]
        per_slice: bool,
        /// The longest losses of the side to move, instead of its wins.
        #[arg(long)]
        losses: bool,
        #[command(flatten)]
        options: MineOptions,
    },
    /// Positions that the side to move wins, or draws, by one move only. Adds `legal_moves`, the
    /// `line` in which the loser holds out longest, and `unique_moves`: how many moves of the
    /// winner in it, counted from the first, are the only ones that win.
    OnlyMove {
        /// The result that the one move keeps.
        #[arg(long, value_enum, default_value = "win")]
        keeps: KeepsArg,
        /// Number of moves of the winner, from the first on, that must be the only ones that win,
        /// or `all`. More than 1 needs tables of distances: DTW, in chess DTZ.
        #[arg(long, value_name = "MOVES", default_value = "1", value_parser = parse_moves)]
        moves: WinnerMoves,
        /// Leave out positions with fewer legal moves: with 2, forced moves.
        #[arg(long, value_name = "MOVES", default_value_t = 1)]
        legal_moves: usize,
        /// Follow the line to its end and add `duals`: the other winning moves in it. Needs tables
        /// of distances.
        #[arg(long)]
        duals: bool,
        #[command(flatten)]
        options: MineOptions,
    },
    /// Positions in which the side to move would rather pass. Adds the value of the position with
    /// the other side to move: `other_wdl` and `other_dtw_plies`, in chess by DTZ
    /// `other_dtz_plies`. A pair of positions is found twice, once for each side to move. Positions
    /// of chess with a check are left out, since a side in check may not pass.
    Zugzwang {
        /// The types to find.
        #[arg(long = "type", value_enum, value_delimiter = ',', default_value = "mutual")]
        types: Vec<TypeArg>,
        #[command(flatten)]
        options: MineOptions,
    },
    /// Cursed wins and blessed losses: positions that are won and lost, but drawn under the rules,
    /// with all counts fresh. Adds the `article` of the deciding count, its `limit_plies`, and
    /// `needed_plies`, the plies of it that the winner needs (null when no number is enough; not of
    /// chess).
    Cursed {
        /// The rule code, such as FMJD-64, with the readings that are not its default:
        /// FMJD-64+together. Of chess FIDE-50, the 50-move rule, or FIDE-75.
        #[arg(long, value_name = "CODE", value_parser = parse_rules, long_help = mined_rules_long_help())]
        rules: DrawRules,
        #[command(flatten)]
        options: MineOptions,
    },
    /// Won and lost positions that two draw rules value differently, with all counts fresh: two
    /// readings of an article, or two codes. Adds `outcome` and `other_outcome`.
    Readings {
        /// The rule code, such as FMJD-64+together.
        #[arg(long, value_name = "CODE", value_parser = parse_rules, long_help = mined_rules_long_help())]
        rules: DrawRules,
        /// The rule code that it is compared with, such as FMJD-64.
        #[arg(long, value_name = "CODE", value_parser = parse_rules)]
        other: DrawRules,
        #[command(flatten)]
        options: MineOptions,
    },
    /// Draws of draughts in which one side has more pieces and neither side has a capture. Adds
    /// `pieces_ahead`.
    Fortress {
        /// The least number of pieces that the stronger side has more.
        #[arg(long, value_name = "PIECES", default_value_t = 1)]
        ahead: u8,
        #[command(flatten)]
        options: MineOptions,
    },
}

/// The tables, the positions and the output.
#[derive(Debug, Args)]
pub struct MineOptions {
    #[command(flatten)]
    pub set: SetArgs,
    #[command(flatten)]
    pub slices: NamedSlices,
    #[command(flatten)]
    pub metric: ReadMetricArg,
    /// Draughts only: positions with at most this many men, of both sides together.
    #[arg(long, value_name = "MEN")]
    pub men: Option<u8>,
    /// Only positions with this side to move, in games whose colours are not alike.
    #[arg(long, value_enum)]
    pub side: Option<SideArg>,
    /// Only positions that this side wins.
    #[arg(long, value_enum)]
    pub winner: Option<WinnerArg>,
    /// Draughts only: positions whose winner has as many pieces as the loser, or fewer. Kings and
    /// men count alike.
    #[arg(long, value_enum, value_name = "BALANCE")]
    pub winner_pieces: Option<BalanceArg>,
    /// Draughts only: positions without a capture of the side to move, or of either side if it were
    /// to move.
    #[arg(long, value_enum, value_name = "SIDES")]
    pub no_capture: Option<QuietArg>,
    /// Write at most this many lines, and count the rest. A list of the longest has its own
    /// limits.
    #[arg(long, value_name = "LINES", default_value_t = u64::MAX, hide_default_value = true)]
    pub limit: u64,
    /// The form in which positions are written.
    #[arg(long, value_enum, default_value = "jsonl")]
    pub format: FormatArg,
    #[command(flatten)]
    pub out: OutArg,
    #[command(flatten)]
    pub threads: ThreadsArg,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// A JSON object in each line.
    Jsonl,
    /// Games for programs of draughts: the position as FEN, the line as moves, a `!` for each only
    /// winning move. The line is best play to the end where there are DTW tables.
    Pdn,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum KeepsArg {
    /// The win.
    Win,
    /// The draw: all other moves lose.
    Draw,
}

fn parse_rules(text: &str) -> Result<DrawRules, RulesNameError> {
    Chess::rules_named(text).map_or_else(|| DrawRules::named(text), Ok)
}

fn mined_rules_long_help() -> String {
    let codes: Vec<_> = Chess::codes().iter().map(|code| format!("  {}: {}", code.id, code.title)).collect();
    format!("{}\nOf chess:\n{}", rules_long_help(), codes.join("\n"))
}

#[derive(Debug, Clone, Copy, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
pub enum SideArg {
    White,
    Black,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum WinnerArg {
    /// The side to move.
    Mover,
    /// The other side.
    Opponent,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum BalanceArg {
    /// A number equal to that of the loser.
    Equal,
    /// Fewer than the loser.
    Behind,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum QuietArg {
    /// The side to move has none.
    Mover,
    /// Neither side has one.
    Both,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum TypeArg {
    /// The side to move loses, whichever it is.
    Mutual,
    /// The side to move draws, and would win if the other side were to move.
    WinToDraw,
    /// The side to move loses, and would draw if the other side were to move.
    DrawToLoss,
}

fn parse_moves(text: &str) -> Result<WinnerMoves, String> {
    match text.parse() {
        _ if text == "all" => Ok(WinnerMoves::All),
        Ok(moves) if moves > 0 => Ok(WinnerMoves::First(moves)),
        _ => Err("it is neither a number of moves from 1 on nor `all`".to_owned()),
    }
}

impl Kind {
    pub fn options(&self) -> &MineOptions {
        match self {
            Kind::Longest { options, .. }
            | Kind::OnlyMove { options, .. }
            | Kind::Zugzwang { options, .. }
            | Kind::Cursed { options, .. }
            | Kind::Readings { options, .. }
            | Kind::Fortress { options, .. } => options,
        }
    }
}
