use peatee_probe::with_game;
use std::process::ExitCode;

use clap::Args;
use peatee_generator::explore::named_slices::named_slices;
use peatee_generator::verify::verdict::{Extent, Findings};
use peatee_generator::{Error, Family};
use peatee_table::Metric;

use super::interrupt::{STOPPING, stop_on_signal};
use super::progress::ReadingBar;
use super::selection::{NamedSlices, SetArgs};
use super::shared::{ThreadsArg, print};

#[derive(Debug, Args)]
pub struct VerifyArgs {
    #[command(flatten)]
    set: SetArgs,
    #[command(flatten)]
    slices: NamedSlices,
    /// Check only about POSITIONS random positions, in stretches of 1024: of all tables together,
    /// in chess of all slices together.
    #[arg(long, value_name = "POSITIONS")]
    sample: Option<u64>,
    /// The seed of the random choice.
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
    with_game!(&args.set.played.variant, game => verify_game(game, args))
}

fn verify_game<F: Family>(game: &F, args: &VerifyArgs) -> Result<ExitCode, Error> {
    let selection = args.set.selection(game);
    // Values are compared with those of other tables, so a damaged file would make the result
    // worthless.
    let tables = selection.open_undamaged()?;
    let mut slices = selection.slices(&tables);
    slices.retain(|&slice| !tables.metrics(slice).is_empty());
    let slices = named_slices(&tables, slices, &args.slices.names, Metric::Wdl)?;
    let (mut count, mut values, mut wrong, mut left_out) = (0, 0, 0, None);
    let bar = ReadingBar::new(stop_on_signal(STOPPING));
    F::verify(&tables, &slices, args.extent(), &bar, &mut |found| {
        let Findings { name, tables, positions, captures, wrong: of_table, examples } = found;
        count += tables;
        values += positions * tables;
        wrong += of_table;
        left_out = captures.map(|captures| captures + left_out.unwrap_or(0)).or(left_out);
        let mut text = String::new();
        if of_table > 0 {
            text += &format!("{name}: {of_table} of {positions} values are wrong\n");
        }
        examples.iter().for_each(|example| text += &format!("  {example}\n"));
        if text.is_empty() { Ok(()) } else { bar.suspend(|| print(&text)) }
    })?;
    drop(bar);
    if let Some(captures) = left_out.filter(|_| args.sample.is_some()) {
        print(&format!(
            "{} positions compared with their moves, {captures} positions with captures, whose values \
             follow from other tables\n",
            values - captures
        ))?;
    }
    print(&format!("{count} tables, {values} values, {wrong} wrong\n"))?;
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
