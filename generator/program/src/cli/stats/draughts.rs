//! The command `stats` for draughts.

use peatee_generator::Error;
use peatee_generator::explore::plots::{DRAUGHTS, Kind};
use peatee_generator::explore::signature::{DigestSource, signature};
use peatee_generator::explore::stats::{LongestDistance, SliceStats};
use peatee_probe::{Draughts, Tables};
use peatee_table::Metric;

use super::{StatsArgs, StatsFormat, Told};

impl Told for Draughts {
    const KINDS: &'static [Kind] = &DRAUGHTS;
    const FAILS_ON_FAULTS: bool = true;

    fn head(tables: &Tables, pieces: u8, args: &StatsArgs) -> Result<String, Error> {
        if args.format == StatsFormat::Text {
            return Ok(format!(
                "{:<12} {:>14} {:>14} {:>14} {:>14}  longest win; longest loss (plies x positions, first)\n",
                "slice", "positions", "wins", "draws", "losses"
            ));
        }
        let (id, has_dtw) = (tables.game().variant().id, tables.has_listed(Metric::Dtw));
        let metric = args.metric.metric.unwrap_or(if has_dtw { Metric::Dtw } else { Metric::Wdl });
        let first = match args.slices.names[..] {
            [] => {
                let signature = signature(tables, pieces, metric, DigestSource::Header)?;
                format!("# {id}, 2 to {pieces} pieces, {metric}. Signature: {signature}")
            }
            _ => format!("# {id}, {metric}"),
        };
        Ok(format!("{first}\n# slice\tpositions\twins\tdraws\tlosses\tdigest of the values\n"))
    }

    fn line(row: &SliceStats, is_tsv: bool) -> String {
        let SliceStats { slice, positions, wins, draws, losses, values_digest, longest_win, longest_loss } = row;
        if is_tsv {
            return format!("{slice}\t{positions}\t{wins}\t{draws}\t{losses}\t{values_digest}\n");
        }
        let longest = |longest: &Option<LongestDistance>| {
            longest.as_ref().map_or("none".to_owned(), |l| format!("{}x{} {}", l.plies, l.positions, l.fen))
        };
        let (win, loss) = (longest(longest_win), longest(longest_loss));
        format!("{slice:<12} {positions:>14} {wins:>14} {draws:>14} {losses:>14}  {win}; {loss}\n")
    }

    fn counts(row: &SliceStats) -> Vec<u64> {
        vec![row.wins, row.draws, row.losses]
    }
}
