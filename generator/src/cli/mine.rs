//! `mine`.

use std::process::ExitCode;

use clap::{Args, Subcommand, ValueEnum};
use peatee_generator::mine::{
    Balance, Cursed, Filter, Fortress, LineFormat, Longest, OnlyMove, Quiet, Readings, Request, Search, Winner,
    WinnerMoves, Zugzwang, ZugzwangType, mine as search_tables,
};
use peatee_generator::read::missing;
use peatee_generator::{Error, has_table};
use peatee_probe::Tables;
use peatee_rules::Side;
use peatee_rules::draw::DrawRules;
use peatee_table::{Metric, Slice, Wdl};

use super::describe::{STOPPING, WhichArgs};
use super::interrupt::stop_on_signal;
use super::output::OutArg;
use super::progress::ReadingBar;
use super::shared::{ThreadsArg, parse_metric, rules_long_help, warn_of_code};

#[derive(Debug, Args)]
pub struct MineArgs {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Debug, Subcommand)]
enum Kind {
    /// The longest wins, or losses: the first have the most plies by the metric.
    Longest {
        /// How many to list.
        #[arg(long, value_name = "POSITIONS", default_value_t = 10)]
        count: u64,
        /// List all positions at the maximum, up to this many, also where they are more than
        /// --count.
        #[arg(long, value_name = "POSITIONS", default_value_t = 100)]
        maximum: u64,
        /// List the longest of each slice, instead of all slices together.
        #[arg(long)]
        per_slice: bool,
        /// The longest losses of the side to move, instead of its wins.
        #[arg(long)]
        losses: bool,
        #[command(flatten)]
        asked: Asked,
    },
    /// Positions that the side to move wins by one move only. Adds `legal_moves`, the `line` in
    /// which the loser holds out longest, and `unique_moves`, how many moves of the winner in it,
    /// from the first on, are the only ones that win.
    OnlyMove {
        /// How many moves of the winner along the line must be the only ones that win: a number, or
        /// `all`. More than 1 needs DTW tables.
        #[arg(long, value_name = "MOVES", default_value = "1", value_parser = parse_moves)]
        moves: WinnerMoves,
        /// Leave out positions with fewer legal moves: with 2, forced moves.
        #[arg(long, value_name = "MOVES", default_value_t = 1)]
        legal_moves: usize,
        /// Follow the line to its end and add `duals`: the other winning moves in it. Needs DTW
        /// tables.
        #[arg(long)]
        duals: bool,
        #[command(flatten)]
        asked: Asked,
    },
    /// Positions in which it is bad to be to move. Adds `other_wdl` and `other_dtw_plies`: the
    /// value for the other side, were it to move. A pair of positions is found twice, in the slice
    /// of each side to move.
    Zugzwang {
        /// The types to find.
        #[arg(long = "type", value_enum, value_delimiter = ',', default_value = "mutual")]
        types: Vec<TypeArg>,
        #[command(flatten)]
        asked: Asked,
    },
    /// Cursed wins and blessed losses: won and lost positions that draw rules make draws, with all
    /// counts fresh. Adds the `article` of the count that binds, its `limit_plies`, and
    /// `needed_plies`, the plies of it that the winner needs (null when no number is enough).
    Cursed {
        /// The rule code, such as FMJD-64, with the readings that are not its default:
        /// FMJD-64+together.
        #[arg(long, value_name = "CODE", value_parser = DrawRules::named, long_help = rules_long_help())]
        rules: DrawRules,
        #[command(flatten)]
        asked: Asked,
    },
    /// Won and lost positions that two draw rules value differently, with all counts fresh: two
    /// readings of an article, or two codes. Adds `outcome` and `other_outcome`.
    Readings {
        /// The rule code, such as FMJD-64+together.
        #[arg(long, value_name = "CODE", value_parser = DrawRules::named, long_help = rules_long_help())]
        rules: DrawRules,
        /// The rule code that it is compared with, such as FMJD-64.
        #[arg(long, value_name = "CODE", value_parser = DrawRules::named)]
        other: DrawRules,
        #[command(flatten)]
        asked: Asked,
    },
    /// Draws in which one side has more pieces and neither side has a capture. Adds `pieces_ahead`.
    Fortress {
        /// How many pieces more the stronger side has at least.
        #[arg(long, value_name = "PIECES", default_value_t = 1)]
        ahead: u8,
        #[command(flatten)]
        asked: Asked,
    },
}

/// In which tables, which positions, and where lines go.
#[derive(Debug, Args)]
struct Asked {
    #[command(flatten)]
    which: WhichArgs,
    /// Only this slice, such as KKMvK; may be given more than once.
    #[arg(long = "slice", value_name = "SLICE")]
    slices: Vec<String>,
    /// The metric of distances. Without it: DTW, or WDL where a slice has no DTW table.
    #[arg(long, value_parser = parse_metric)]
    metric: Option<Metric>,
    /// Only positions with at most this many men, of both sides together.
    #[arg(long, value_name = "MEN")]
    men: Option<u8>,
    /// Only positions with this side to move, in games whose colours are not alike.
    #[arg(long, value_enum)]
    side: Option<SideArg>,
    /// Only positions that this side wins.
    #[arg(long, value_enum)]
    winner: Option<WinnerArg>,
    /// Only positions whose winner has as many pieces as the loser, or fewer. Kings and men count
    /// alike.
    #[arg(long, value_enum, value_name = "BALANCE")]
    winner_pieces: Option<BalanceArg>,
    /// Only positions without a capture: of the side to move, or of either side if it were to
    /// move.
    #[arg(long, value_enum, value_name = "SIDES")]
    no_capture: Option<QuietArg>,
    /// Write at most this many lines, and count the rest. A list of the longest has its own
    /// limits.
    #[arg(long, value_name = "LINES", default_value_t = u64::MAX, hide_default_value = true)]
    limit: u64,
    /// How positions are written.
    #[arg(long, value_enum, default_value = "jsonl")]
    format: FormatArg,
    #[command(flatten)]
    out: OutArg,
    #[command(flatten)]
    threads: ThreadsArg,
}

/// How positions are written.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum FormatArg {
    /// A JSON object in each line.
    Jsonl,
    /// Games that draughts programs open: the position as FEN, the line as moves, a `!` for each
    /// only winning move. The line is best play to the end where there are DTW tables.
    Pdn,
}

/// A side by its name.
#[derive(Debug, Clone, Copy, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
enum SideArg {
    White,
    Black,
}

/// The side that wins.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum WinnerArg {
    /// The side to move.
    Mover,
    /// The other side.
    Opponent,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum BalanceArg {
    /// As many as the loser.
    Equal,
    /// Fewer than the loser.
    Behind,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum QuietArg {
    /// The side to move has none.
    Mover,
    /// Neither side has one.
    Both,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum TypeArg {
    /// Whichever side is to move loses.
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

pub fn mine(args: &MineArgs) -> Result<ExitCode, Error> {
    match &args.kind {
        Kind::Longest { count, maximum, per_slice, losses, asked } => {
            let wdl = if *losses { Wdl::Loss } else { Wdl::Win };
            let search = Longest { wdl, count: *count, at_most_count: *maximum, is_per_slice: *per_slice };
            asked.mine(&search)
        }
        Kind::OnlyMove { moves, legal_moves, duals, asked } => {
            asked.mine(&OnlyMove { moves: *moves, legal_moves_min: *legal_moves, with_duals: *duals })
        }
        Kind::Zugzwang { types, asked } => asked.mine(&Zugzwang { types: types.iter().map(|&of| of.into()).collect() }),
        Kind::Cursed { rules, asked } => {
            warn_of_code(asked.which.variant(), rules);
            asked.mine(&Cursed { rules: *rules })
        }
        Kind::Readings { rules, other, asked } => {
            warn_of_code(asked.which.variant(), rules);
            warn_of_code(asked.which.variant(), other);
            asked.mine(&Readings { rules: *rules, other: *other })
        }
        Kind::Fortress { ahead, asked } => asked.mine(&Fortress { pieces_ahead_min: *ahead }),
    }
}

impl Asked {
    fn mine(&self, search: &dyn Search) -> Result<ExitCode, Error> {
        self.threads.start();
        let variant = self.which.variant();
        if matches!(self.side, Some(SideArg::Black)) && variant.mirror.is_some() {
            return Err(Error::OneSideToMove { variant: variant.id });
        }
        let tables = self.which.open()?;
        let slices = self.slices(&tables)?;
        let (filter, metric, lines_max) = (self.filter(), self.metric, self.limit);
        let format = match self.format {
            FormatArg::Jsonl => LineFormat::Json,
            FormatArg::Pdn => LineFormat::Pdn,
        };
        let request = Request { tables: &tables, slices, metric, filter, search, lines_max, format };
        let mut out = self.out.open()?;
        let bar = ReadingBar::new(stop_on_signal(STOPPING));
        let summary = search_tables(&request, &bar, &mut |line| out.write(line))?;
        out.finish()?;
        drop(bar);
        eprintln!("{}", serde_json::to_string(&summary).expect("counts hold nothing that JSON cannot"));
        Ok(ExitCode::SUCCESS)
    }

    /// The slices that were named, or all that have a table of the metric.
    fn slices(&self, tables: &Tables) -> Result<Vec<Slice>, Error> {
        let mut slices = self.which.slices(tables);
        if self.slices.is_empty() {
            slices.retain(|&slice| self.metric.is_none_or(|metric| has_table(tables.game(), slice, metric)));
            return Ok(slices);
        }
        let named = self.slices.iter().map(|name| Slice::parse(tables.game(), name)).collect::<Result<Vec<_>, _>>()?;
        if let Some(&none) = named.iter().find(|slice| !slices.contains(slice)) {
            return Err(missing(tables, none, self.metric.unwrap_or(Metric::Wdl)));
        }
        slices.retain(|slice| named.contains(slice));
        Ok(slices)
    }

    fn filter(&self) -> Filter {
        Filter {
            men_max: self.men,
            side: self.side.map(|side| match side {
                SideArg::White => Side::White,
                SideArg::Black => Side::Black,
            }),
            winner: self.winner.map(|winner| match winner {
                WinnerArg::Mover => Winner::Mover,
                WinnerArg::Opponent => Winner::Opponent,
            }),
            balance: self.winner_pieces.map(|balance| match balance {
                BalanceArg::Equal => Balance::Equal,
                BalanceArg::Behind => Balance::Behind,
            }),
            quiet: self.no_capture.map(|sides| match sides {
                QuietArg::Mover => Quiet::Mover,
                QuietArg::Both => Quiet::Both,
            }),
        }
    }
}

impl From<TypeArg> for ZugzwangType {
    fn from(named: TypeArg) -> ZugzwangType {
        match named {
            TypeArg::Mutual => ZugzwangType::Mutual,
            TypeArg::WinToDraw => ZugzwangType::WinToDraw,
            TypeArg::DrawToLoss => ZugzwangType::DrawToLoss,
        }
    }
}
