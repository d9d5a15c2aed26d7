//! `verify`.

use std::process::ExitCode;

use clap::Args;
use peatee_generator::verify::{Extent, Verdict, verify_tables};
use peatee_generator::{Error, read};
use peatee_table::{Metric, Slice};

use super::describe::{STOPPING, WhichArgs};
use super::interrupt::stop_on_signal;
use super::progress::ReadingBar;
use super::shared::print;

#[derive(Debug, Args)]
pub struct VerifyArgs {
    #[command(flatten)]
    which: WhichArgs,
    /// Only the tables of this slice, such as KKMvK; may be given more than once.
    #[arg(long = "slice", value_name = "SLICE")]
    slices: Vec<String>,
    /// Check only about POSITIONS positions of all WDL and DTW tables together, chosen at random in
    /// stretches of 1024.
    #[arg(long, value_name = "POSITIONS")]
    sample: Option<u64>,
    /// The seed of the choice; another number chooses other positions.
    #[arg(long, default_value_t = 1, requires = "sample")]
    seed: u64,
}

pub fn verify(args: &VerifyArgs) -> Result<ExitCode, Error> {
    // Values are compared with those of other tables: nothing is proved while one is damaged.
    let tables = args.which.open_undamaged()?;
    let named = args.slices.iter().map(|name| Slice::parse(tables.game(), name)).collect::<Result<Vec<_>, _>>()?;
    let is_wanted = |slice: &Slice| named.is_empty() || named.contains(slice);
    let slices = args.which.slices(&tables).into_iter().filter(is_wanted);
    let wanted: Vec<_> =
        slices.flat_map(|slice| tables.metrics(slice).into_iter().map(move |metric| (slice, metric))).collect();
    if let Some(missing) = named.iter().find(|slice| !wanted.iter().any(|(there, _)| there == *slice)) {
        return Err(read::missing(&tables, *missing, Metric::Wdl));
    }
    let extent = args.sample.map_or(Extent::All, |positions| Extent::Sample { positions, seed: args.seed });
    let (mut count, mut positions, mut compared, mut wrong) = (0u64, 0u64, 0u64, 0u64);
    let bar = ReadingBar::new(stop_on_signal(STOPPING));
    verify_tables(&tables, &wanted, extent, &bar, |verdict| {
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
