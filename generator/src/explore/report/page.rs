//! The report as text: for a terminal, or as a Markdown page.

use std::fmt::Write;

use super::model::{ChangedPlies, CountReport, CountedTo, Depending, LongestWin, Report, SliceReport, Tight, TooLate};

const LEGEND: [&str; 4] = [
    "A count is fresh when none of its plies is used: the ending has just arisen. The report ignores repetition.",
    "Slices name the side to move first; wins and losses are those of the side to move, without draw rules.",
    "Distances are plies of the count: to the end of the game, or, where moves set the count back or end it, to a \
     reset that keeps the win under the rules, if the reset is nearer.",
    "Cursed: wins that the rule turns into draws. Blessed: losses that the rule turns into draws. Tight: positions that \
     need the last ply of the count or the last but one.",
];

/// Addition to the legend for reports in which slices have more than one row.
const SIDE_BY_SIDE: &str = "Counts run side by side: a slice has a row for each, over the positions in which it runs \
                            when all are fresh. A position is too late by a count when more plies of that count alone \
                            would do.";

/// Columns of the table of slices: name, width on a terminal, and whether the column contains
/// numbers.
const COLUMNS: [(&str, usize, bool); 11] = [
    ("slice", 12, false),
    ("article", 8, false),
    ("limit", 5, true),
    ("to", 5, false),
    ("wins", 12, true),
    ("losses", 12, true),
    ("longest win", 11, true),
    ("longest loss", 12, true),
    ("cursed", 10, true),
    ("blessed", 10, true),
    ("tight", 7, true),
];

/// Returns the row of a slice, with a cell for each of [`COLUMNS`].
fn cells(s: &SliceReport) -> [String; 11] {
    let [wins, losses, cursed, blessed, tight] =
        [s.wins, s.losses, s.cursed_wins, s.blessed_losses, s.tight_positions].map(|count| count.to_string());
    let [win, loss] = [&s.longest_win, &s.longest_loss].map(plies);
    let (slice, article, to) = (s.slice.clone(), s.article.clone(), goal(s.counted_to).to_owned());
    [slice, article, s.limit_plies.to_string(), to, wins, losses, win, loss, cursed, blessed, tight]
}

fn text_row(cells: [String; 11]) -> String {
    let padded = cells.into_iter().zip(COLUMNS).map(|(cell, (_, width, is_number))| match is_number {
        true => format!("{cell:>width$}"),
        false => format!("{cell:<width$}"),
    });
    padded.collect::<Vec<_>>().join(" ")
}

fn legend(report: &Report) -> Vec<&'static str> {
    let has_several = report.slices.windows(2).any(|rows| rows[0].slice == rows[1].slice);
    LEGEND.into_iter().chain(has_several.then_some(SIDE_BY_SIDE)).collect()
}

pub fn text(report: &Report) -> String {
    let mut out = not_looked_at(report).map_or(String::new(), |text| format!("INCOMPLETE: {text}.\n\n"));
    let _ = writeln!(out, "{} under {}: {}\n", report.variant, report.rules, extent(report));
    for count in &report.counts {
        let _ = writeln!(out, "article {}: {}\n  {}", count.article, count.text, summary(count));
    }
    out.push('\n');
    for line in legend(report) {
        let _ = writeln!(out, "{line}");
    }
    let _ = writeln!(out, "\n{}", text_row(COLUMNS.map(|(name, ..)| name.to_owned())));
    for slice in &report.slices {
        let _ = writeln!(out, "{}", text_row(cells(slice)));
    }
    examples(report, &Style { heading: "\n", heading_end: "\n", item: "  ", code: "" }, &mut out);
    out
}

/// Formats the report as a Markdown page, which shows the picture in the file `plot_file`.
pub fn markdown(report: &Report, plot_file: &str) -> String {
    let mut out = format!("# {} under {}\n\n", report.variant, report.rules);
    if let Some(text) = not_looked_at(report) {
        let _ = writeln!(out, "**Incomplete: {text}.**\n");
    }
    let _ = writeln!(out, "{}.\n", extent(report));
    for count in &report.counts {
        let _ = writeln!(out, "* **Article {}**: {}. **{}**", count.article, count.text, summary(count));
    }
    let _ = writeln!(out, "\n{}\n", legend(report).join("\n"));
    let _ = writeln!(out, "![the slowest win of every slice against its limit]({plot_file})\n");
    let aligned = COLUMNS.map(|(_, _, is_number)| if is_number { "--:" } else { "---" });
    let _ = writeln!(out, "| {} |\n|{}|", COLUMNS.map(|(name, ..)| name).join(" | "), aligned.join("|"));
    for slice in &report.slices {
        let _ = writeln!(out, "| {} |", cells(slice).join(" | "));
    }
    examples(report, &Style { heading: "\n## ", heading_end: "\n\n", item: "* ", code: "`" }, &mut out);
    out
}

/// Returns a remark on the slices that were left out because tables are missing; `None` if no slice
/// was left out.
pub fn not_looked_at(report: &Report) -> Option<String> {
    let mut metrics: Vec<&str> = report.missing.iter().map(|table| table.metric.as_str()).collect();
    metrics.sort_unstable();
    metrics.dedup();
    let (missing, asked) = (report.missing.len(), report.slices_asked);
    (missing > 0).then(|| {
        let metrics = metrics.join(", ");
        format!("{missing} of {asked} slices were not looked at, since tables are missing ({metrics})")
    })
}

fn extent(report: &Report) -> String {
    let (positions, pieces) = (report.positions, report.pieces);
    if report.missing.is_empty() {
        format!("all {positions} positions of 2 to {pieces} pieces, every count fresh")
    } else {
        format!("{positions} positions of 2 to {pieces} pieces, all that have tables, every count fresh")
    }
}

fn summary(count: &CountReport) -> String {
    let missing = count.slices_missing;
    let Some(total) = &count.total else {
        return match missing {
            0 => "It binds in none of these endings.".to_owned(),
            1 => "It binds in 1 slice, which was not looked at.".to_owned(),
            _ => format!("It binds in {missing} slices, none of which was looked at."),
        };
    };
    let decided = total.wins + total.losses;
    let spoiled = match (total.cursed_wins, total.blessed_losses) {
        (0, 0) => format!("None of {decided} won or lost positions becomes a draw"),
        (wins, losses) => format!("Of {decided} won or lost positions {wins} wins and {losses} losses become draws"),
    };
    let (most, limit) = (total.longest_plies, total.limit_plies);
    let to = match total.counted_to {
        CountedTo::End => "to the end of the game",
        CountedTo::Reset => "to the end of the game or a reset",
    };
    let tight = if most == limit { ": not one to spare" } else { "" };
    let unknown = match missing {
        0 => String::new(),
        1 => " It also binds in 1 slice that was not looked at.".to_owned(),
        _ => format!(" It also binds in {missing} slices that were not looked at."),
    };
    if limit == 0 {
        let decided = match (total.new_wins, total.new_losses) {
            (0, 0) => String::new(),
            (wins, losses) => format!("; {wins} positions become wins and {losses} losses"),
        };
        return format!("{spoiled}{decided}.{unknown}");
    }
    format!("{spoiled}; the slowest win in time takes {most} of {limit} plies {to}{tight}.{unknown}")
}

struct Style {
    heading: &'static str,
    heading_end: &'static str,
    item: &'static str,
    code: &'static str,
}

fn examples(report: &Report, style: &Style, out: &mut String) {
    let Style { heading, heading_end, item, code } = style;
    let mut with_heading = |text: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            let _ = writeln!(out, "{heading}{text}{heading_end}{item}{}", lines.join(&format!("\n{item}")));
        }
    };
    let too_late = |s: &SliceReport| {
        let (slice, limit) = (s.slice.clone(), s.limit_plies);
        let all = [s.blessed_losses, s.cursed_wins];
        let line = move |example: &TooLate| {
            let (count, fen) = (all[example.is_win as usize], &example.fen);
            let (one, several) = if example.is_win { ("win", "wins") } else { ("loss", "losses") };
            let word = if count == 1 { one } else { several };
            format!("{slice}, {count} {word}: {code}{fen}{code} {}", needs(example, limit))
        };
        s.too_late_examples.iter().map(line).collect::<Vec<_>>()
    };
    let by_limit = report.slices.iter().filter_map(changed_games).collect();
    with_heading("Games that the limit on moves in a row with one king changes", by_limit);
    let depending = report.slices.iter().filter_map(depending).collect();
    with_heading("Won and lost positions whose plies to the end depend on the plies left of the count", depending);
    with_heading("Decided positions that the rules turn into draws", report.slices.iter().flat_map(too_late).collect());
    let tight = |s: &SliceReport| {
        let (slice, limit, all) = (s.slice.clone(), s.limit_plies, s.tight_positions);
        let line = move |&Tight { ref fen, needed_plies, is_win }: &Tight| {
            let word = if is_win { "win" } else { "loss" };
            let of_all = if all == 1 { String::new() } else { format!(", one of {all}") };
            format!("{slice}{of_all}: {code}{fen}{code} {word} in {needed_plies} of {limit} plies")
        };
        s.tight_examples.iter().map(line).collect::<Vec<_>>()
    };
    let text = "Positions that need the last ply of the count, or the last but one";
    with_heading(text, report.slices.iter().flat_map(tight).collect());
    let missing = report.missing.iter().map(|table| format!("{} ({})", table.slice, table.metric)).collect();
    with_heading("Not looked at, since a table is missing", missing);
}

/// Returns the changes that a limit on moves in a row with one king makes in a slice, if any.
fn changed_games(s: &SliceReport) -> Option<String> {
    let ChangedPlies { longer_wins, shorter_wins, longer_losses, shorter_losses } = s.changed_plies?;
    let kinds = [
        (format!("of {} wins", s.wins), [s.cursed_wins, longer_wins, shorter_wins]),
        (format!("of {} losses", s.losses), [s.blessed_losses, longer_losses, shorter_losses]),
    ];
    let text = |(of_all, numbers): (String, [u64; 3])| {
        let changes = numbers.into_iter().zip(["become draws", "take longer", "end sooner"]);
        let changes: Vec<_> = changes.filter(|&(n, _)| n > 0).map(|(n, change)| format!("{n} {change}")).collect();
        (!changes.is_empty()).then(|| format!("{of_all} {}", changes.join(", ")))
    };
    let new = [(s.new_wins, "become wins"), (s.new_losses, "become losses")];
    let new = new.into_iter().filter(|&(n, _)| n > 0).map(|(n, change)| format!("{n} draws {change}"));
    let changes: Vec<String> = kinds.into_iter().filter_map(text).chain(new).collect();
    (!changes.is_empty()).then(|| format!("{}: {}", s.slice, changes.join("; ")))
}

/// Returns how many positions of a slice have plies to the end that depend on the count, if any.
fn depending(s: &SliceReport) -> Option<String> {
    let Depending { wins, losses, unknown } = s.depending?;
    let (all, decided) = (wins + losses, s.wins + s.losses);
    let percent = 100.0 * all as f64 / decided as f64;
    let unknown = if unknown == 0 { String::new() } else { format!(", {unknown} not known") };
    let SliceReport { slice, article, .. } = s;
    (all > 0 || !unknown.is_empty()).then(|| {
        format!("{slice}, {article}: {all} of {decided}, {percent:.2} % ({wins} wins, {losses} losses{unknown})")
    })
}

fn needs(example: &TooLate, limit: u32) -> String {
    let without =
        example.dtw_plies.map_or(String::new(), |plies| format!("; without the rule it ends in {plies} plies"));
    match example.needed_plies {
        Some(plies) => format!("needs {plies} of {limit} plies{without}"),
        None if limit == 0 => format!("cannot be won under the rules{without}"),
        None => format!("cannot be won under the rules, however many plies this count allows{without}"),
    }
}

fn goal(counted_to: CountedTo) -> &'static str {
    match counted_to {
        CountedTo::End => "end",
        CountedTo::Reset => "reset",
    }
}

fn plies(longest: &Option<LongestWin>) -> String {
    longest.as_ref().map_or("-".to_owned(), |longest| longest.plies.to_string())
}
