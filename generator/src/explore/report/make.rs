use peatee_probe::Tables;
use peatee_probe::internals::one_count_decides;
use peatee_rules::draw::DrawRules;
use peatee_table::{Metric, Slice, slices};

use super::gather::SliceFindings;
use super::model::{ChangedPlies, CountReport, CountTotal, MissingTable, NO_COUNT_YET, Report, SliceReport};
use super::{gather, king_moves, side_by_side};
use crate::error::Error;
use crate::progress::watch::{Watch, Watched};
use crate::solver::draughts::metrics::has_men;

/// Makes the report on the slices of 2 to `pieces` pieces. Slices that lack a table are listed as
/// missing. A slice needs these tables:
///
/// * its WDL table;
/// * its DTW table, if only one count decides and this count runs to the end of the game;
/// * its DTR table under these rules, if moves reset the count, or if counts run side by side;
/// * in slices with men its table of results under these rules instead, if they limit the moves in
///   a row with one king. Its tables of distances without and under these rules, if they are there,
///   show which games become longer or shorter.
///
/// # Errors
/// There is no slice to report on, a table is damaged, or the work must stop.
pub fn report(tables: &Tables, rules: &DrawRules, pieces: u8, watch: &dyn Watch) -> Result<Report, Error> {
    let slices = slices(tables.game(), pieces);
    let to_read = |&slice: &Slice| gather::positions_read(tables, rules, slice);
    let watched = Watched::start(watch, slices.iter().map(to_read).sum());
    let mut found = Report {
        variant: tables.game().variant().id.to_owned(),
        rules: rules.name(),
        pieces: 0,
        positions: 0,
        counts: Vec::new(),
        slices: Vec::new(),
        slices_asked: slices.len(),
        missing: Vec::new(),
    };
    let mut first_missing = None;
    for slice in slices {
        watched.slice(&slice.name());
        let rows = match rules.code.king_moves.filter(|_| has_men(slice)) {
            Some(limit) => vec![king_moves::slice_report(tables, rules, &limit, slice, &watched)?],
            None if one_count_decides(rules) => vec![gather::slice_report(tables, rules, slice, &watched)?],
            None => side_by_side::slice_reports(tables, rules, slice, &watched)?,
        };
        let missing = add_slice(&mut found, slice, rows);
        first_missing = first_missing.or(missing.map(|metric| (slice, metric)));
    }
    if let (Some((slice, metric)), 0) = (first_missing, found.positions) {
        return Err(Error::MissingDependency {
            slice: "the report".to_owned(),
            missing: slice.name(),
            metric,
            directory: tables.directory().to_owned(),
        });
    }
    let of_code = rules.code.counts.iter().enumerate();
    found.counts = of_code.map(|(place, rule)| count(&found, Some(place), rule.article, rule.text)).collect();
    if let Some(limit) = rules.code.king_moves {
        found.counts.push(count(&found, Some(rules.code.counts.len()), limit.article, limit.text));
    }
    if found.slices.iter().any(|slice| slice.count.is_none()) {
        found.counts.push(count(&found, None, NO_COUNT_YET, "no count runs, and one that starts later decides"));
    }
    Ok(found)
}

fn add_slice(report: &mut Report, slice: Slice, rows: Vec<SliceFindings>) -> Option<Metric> {
    let mut first_missing = None;
    let mut positions = 0;
    for row in rows {
        match row {
            SliceFindings::NoCount { positions: all } => positions = all,
            SliceFindings::Missing { metric, article } => {
                first_missing.get_or_insert(metric);
                let (slice, metric, article) = (slice.name(), metric.name(), article.to_owned());
                report.missing.push(MissingTable { slice, metric, article });
            }
            SliceFindings::Report(of_slice) => {
                positions = of_slice.positions;
                report.slices.push(*of_slice);
            }
        }
    }
    report.positions += positions;
    if positions > 0 {
        report.pieces = report.pieces.max(slice.material.pieces());
    }
    first_missing
}

/// Returns the effect of one count in all slices of a report together. `place` is the index of the
/// count in the list of counts of the draw rules, which the limit on moves in a row with one king
/// follows; `None` selects the positions in which no count runs yet.
fn count(report: &Report, place: Option<usize>, article: &str, text: &str) -> CountReport {
    let of_count = || report.slices.iter().filter(|slice| slice.count == place);
    let total = of_count().next().map(|first| CountTotal {
        limit_plies: of_count().map(|slice| slice.limit_plies).max().unwrap_or(first.limit_plies),
        counted_to: first.counted_to,
        slices: of_count().count(),
        wins: of_count().map(|slice| slice.wins).sum(),
        losses: of_count().map(|slice| slice.losses).sum(),
        longest_plies: of_count().map(SliceReport::longest_plies).max().unwrap_or(0),
        cursed_wins: of_count().map(|slice| slice.cursed_wins).sum(),
        blessed_losses: of_count().map(|slice| slice.blessed_losses).sum(),
        new_wins: of_count().map(|slice| slice.new_wins).sum(),
        new_losses: of_count().map(|slice| slice.new_losses).sum(),
        changed_plies: of_count().try_fold(ChangedPlies::default(), |mut all, slice| {
            all += slice.changed_plies?;
            Some(all)
        }),
    });
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let slices_missing = report.missing.iter().filter(|table| table.article == article).count();
    CountReport { article: article.to_owned(), text, total, slices_missing }
}
