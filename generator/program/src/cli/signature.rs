//! The command `signature`.

use peatee_probe::with_game;
use std::process::ExitCode;

use clap::Args;
use peatee_generator::explore::signature::{DigestSource, signature as digest};
use peatee_generator::jobs::metrics::parse_metric;
use peatee_generator::{Error, Family};
use peatee_probe::any::Tables;
use peatee_table::Metric;

use super::selection::SetArgs;
use super::shared::print;

#[derive(Debug, Args)]
pub struct SignatureArgs {
    #[command(flatten)]
    set: SetArgs,
    /// The metrics to sign, one signature for each. Default: all metrics that have tables.
    #[arg(long = "metric", value_delimiter = ',', value_parser = parse_metric)]
    metrics: Vec<Metric>,
    /// Read all values instead of their digests in the headers. Takes about as long as making the
    /// tables.
    #[arg(long)]
    from_values: bool,
}

pub fn signature(args: &SignatureArgs) -> Result<ExitCode, Error> {
    with_game!(&args.set.played.variant, game => sign(game, args))
}

fn sign<F: Family>(game: &F, args: &SignatureArgs) -> Result<ExitCode, Error> {
    game.made_metrics(&args.metrics)?;
    let selection = args.set.selection(game);
    let tables = selection.open_undamaged()?;
    let pieces = selection.pieces(&tables);
    let source = if args.from_values { DigestSource::Values } else { DigestSource::Header };
    let metrics = if args.metrics.is_empty() { tables.listed_metrics().collect() } else { args.metrics.clone() };
    for &metric in &metrics {
        if args.metrics.is_empty() && exists_only_for_rules(&tables, pieces, metric, &metrics) {
            eprintln!(
                "peatee-gen: {metric} has no signature: only the slices that values under draw rules need have such \
                 tables"
            );
            continue;
        }
        let signature = digest(&tables, pieces, metric, source)?;
        print(&format!("{signature}  {} {}-{pieces} {metric}\n", game.id(), F::PIECES_MIN))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns true if tables of `metric` exist only because tables under draw rules are computed from
/// them. Such tables do not cover all slices, so they have no signature.
fn exists_only_for_rules<F: Family>(tables: &Tables<F>, pieces: u8, metric: Metric, listed: &[Metric]) -> bool {
    let has_rules = listed.iter().any(|listed| matches!(listed, Metric::Dtr(_)));
    let is_missing = |&slice: &F::Slice| tables.table(slice, metric).is_none();
    F::RULES_NEED_DTW && metric == Metric::Dtw && has_rules && tables.game().slices(pieces).iter().any(is_missing)
}
