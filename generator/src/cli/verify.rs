use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use peatee_generator::directory::damaged_files;
use peatee_generator::verify::{Extent, Verdict, verify_tables};
use peatee_generator::{Error, chess};
use peatee_probe::OpenError;
use peatee_table::Metric;
use peatee_table::format::CHESS;

use super::describe::{STOPPING, WhichArgs, named};
use super::interrupt::stop_on_signal;
use super::progress::ReadingBar;
use super::shared::{Played, PlayedArg, TablesArg, ThreadsArg, parse_pieces, print};

#[derive(Debug, Args)]
pub struct VerifyArgs {
    #[command(flatten)]
    played: PlayedArg,
    #[command(flatten)]
    tables: TablesArg,
    /// Only tables of at most this many pieces.
    #[arg(long, value_parser = parse_pieces)]
    pieces: Option<u8>,
    /// Only the tables of this slice, such as KKMvK; may be given more than once.
    #[arg(long = "slice", value_name = "SLICE")]
    slices: Vec<String>,
    /// Check only about POSITIONS positions of all tables together, in chess of all slices, chosen
    /// at random in stretches of 1024.
    #[arg(long, value_name = "POSITIONS")]
    sample: Option<u64>,
    /// The seed of the choice; another number chooses other positions.
    #[arg(long, default_value_t = 1, requires = "sample")]
    seed: u64,
    #[command(flatten)]
    threads: ThreadsArg,
}

impl VerifyArgs {
    fn extent(&self) -> Extent {
        self.sample.map_or(Extent::All, |positions| Extent::Sample { positions, seed: self.seed })
    }
}

pub fn verify(args: &VerifyArgs) -> Result<ExitCode, Error> {
    args.threads.start();
    match args.played.variant {
        Played::Draughts(variant) => verify_draughts(args, &WhichArgs::of(variant, args.tables.clone(), args.pieces)),
        Played::Chess => verify_chess(args),
    }
}

fn verify_chess(args: &VerifyArgs) -> Result<ExitCode, Error> {
    let named = args.slices.iter().map(|name| peatee_chess::Slice::parse(name)).collect::<Result<Vec<_>, _>>()?;
    let folder = args.tables.tables.join(CHESS);
    // Values are compared with those of other tables, so a damaged table invalidates the result.
    let tables = chess_tables(&folder, &args.tables.tables)?;
    let mut damaged = damaged_files(&folder, |_| true)?;
    if let Some(last) = damaged.pop() {
        damaged.iter().for_each(|error| eprintln!("peatee-gen: {error}"));
        return Err(last);
    }
    let mut slices: Vec<_> = tables.slices().into_iter().map(|info| info.slice).collect();
    if let Some(&missing) = named.iter().find(|slice| !slices.contains(slice)) {
        tables.need(missing, Metric::Wdl)?;
    }
    let most = args.pieces.map_or(u32::MAX, u32::from);
    slices.retain(|slice| slice.men() <= most && (named.is_empty() || named.contains(slice)));
    let (mut count, mut values, mut wrong) = (0, 0, 0);
    let bar = ReadingBar::new(stop_on_signal(STOPPING));
    chess::verify(&tables, &slices, args.extent(), &bar, |verdict| {
        let chess::Verdict { slice, metrics, positions, wrong: of_slice, examples } = verdict;
        count += metrics.len();
        values += positions * metrics.len() as u64;
        wrong += of_slice;
        let mut text = String::new();
        if of_slice > 0 {
            text += &format!("{slice}: {of_slice} of {positions} values are wrong\n");
        }
        for chess::Mistake { fen, stored, expected } in &examples {
            text += &format!("  {fen}: the tables say {stored}, its moves say {expected}\n");
        }
        if text.is_empty() { Ok(()) } else { bar.suspend(|| print(&text)) }
    })?;
    drop(bar);
    print(&format!("{count} tables, {values} values, {wrong} wrong\n"))?;
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Opens the tables of chess in a folder below `root`.
pub fn chess_tables(folder: &Path, root: &Path) -> Result<peatee_probe::chess::Tables, Error> {
    match peatee_probe::chess::Tables::open(folder) {
        Err(OpenError::Empty { .. }) => Err(Error::NoTables { variant: CHESS, root: root.to_owned() }),
        opened => Ok(opened?),
    }
}

fn verify_draughts(args: &VerifyArgs, which: &WhichArgs) -> Result<ExitCode, Error> {
    // Values are compared with those of other tables, so a damaged table invalidates the result.
    let tables = which.open_undamaged()?;
    let mut slices = which.slices(&tables);
    slices.retain(|&slice| !tables.metrics(slice).is_empty());
    let slices = named(&tables, &args.slices, slices, Metric::Wdl)?.into_iter();
    let wanted: Vec<_> =
        slices.flat_map(|slice| tables.metrics(slice).into_iter().map(move |metric| (slice, metric))).collect();
    let (mut count, mut positions, mut compared, mut wrong) = (0u64, 0u64, 0u64, 0u64);
    let bar = ReadingBar::new(stop_on_signal(STOPPING));
    verify_tables(&tables, &wanted, args.extent(), &bar, |verdict| {
        count += 1;
        positions += verdict.positions;
        compared += verdict.compared;
        wrong += verdict.wrong;
        let Verdict { slice, metric, .. } = verdict;
        let mut text = String::new();
        if verdict.wrong > 0 {
            text += &format!("{slice}.{metric}: {} of {} values are wrong\n", verdict.wrong, verdict.positions);
        }
        for mistake in &verdict.examples {
            let (stored, expected) = (mistake.stored, mistake.expected);
            text += &format!("  {}: the table says {stored}, its moves say {expected}\n", mistake.fen);
        }
        if text.is_empty() { Ok(()) } else { bar.suspend(|| print(&text)) }
    })?;
    drop(bar);
    if args.sample.is_some() {
        let captures = positions - compared;
        print(&format!(
            "{compared} positions compared with their moves, {captures} positions with captures, whose values \
             follow from other tables\n"
        ))?;
    }
    print(&format!("{count} tables, {positions} values, {wrong} wrong\n"))?;
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
