//! `peatee perft`.

use std::fmt::{self, Display};
use std::process::ExitCode;

use peatee_rules::{Counting, Draughts, Variant};
use serde::Serialize;

use super::output::answer_each;
use super::{FenArgs, PositionArgs};
use crate::errors::Error;

/// Count the lines of play of a given length: the usual test of a move generator. Needs no tables.
///
/// Without a FEN it counts from the start position of the game. In `jsonl` a position gives
/// `{"fen","depth_plies","counting","count"}`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The length of the lines in plies.
    #[arg(long, value_name = "PLIES")]
    depth: u32,

    /// Moves that are counted as one. `moves`: moves with the same from and to squares, captured
    /// pieces and promotion. `paths`: none; each path of a capture counts, as in most published
    /// numbers for 8x8.
    #[arg(long, value_enum, default_value_t = CountingArg::Moves)]
    counting: CountingArg,

    #[command(flatten)]
    positions: PositionArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum CountingArg {
    Moves,
    Paths,
}

#[derive(Debug, Serialize)]
struct PerftAnswer {
    depth_plies: u32,
    counting: &'static str,
    count: u64,
}

impl Display for PerftAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "depth {} {} {}", self.depth_plies, self.counting, self.count)
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let game = Draughts::new(Variant::named(&args.positions.source.variant)?);
    let (counting, name) = match args.counting {
        CountingArg::Moves => (Counting::Moves, "moves"),
        CountingArg::Paths => (Counting::Paths, "paths"),
    };
    let from_start;
    let positions = if args.positions.source.is_empty() {
        let source = FenArgs::one(game.fen(&game.start()), args.positions.source.variant.clone());
        from_start = PositionArgs { source, format: args.positions.format };
        &from_start
    } else {
        &args.positions
    };
    answer_each(positions, |fen| {
        let position = game.parse_fen(fen)?;
        Ok(PerftAnswer { depth_plies: args.depth, counting: name, count: game.perft(&position, args.depth, counting)? })
    })
}
