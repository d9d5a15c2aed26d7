//! The report as text for a terminal and as a Markdown page.

use std::fmt::Write;

use super::{Longest, Report, SliceReport};

/// The report for a terminal.
pub fn text(report: &Report) -> String {
    let mut out = format!("{} under {}, counts fresh\n\n", report.variant, report.rules);
    for ((article, cursed), (_, longest)) in report.cursed_by_article().into_iter().zip(report.longest_by_article()) {
        let _ = writeln!(out, "{}", summary(article, cursed, longest));
    }
    let _ = writeln!(
        out,
        "\n{:<12} {:<8} {:>5} {:>12} {:>12} {:>11} {:>11} {:>10} {:>10} {:>7}",
        "slice", "article", "limit", "wins", "losses", "longest win", "longest loss", "cursed", "blessed", "tight"
    );
    for s in &report.slices {
        let _ = writeln!(
            out,
            "{:<12} {:<8} {:>5} {:>12} {:>12} {:>11} {:>11} {:>10} {:>10} {:>7}",
            s.slice,
            s.article,
            s.limit_plies,
            s.wins,
            s.losses,
            plies(&s.longest_win),
            plies(&s.longest_loss),
            s.cursed_wins,
            s.blessed_losses,
            s.tight_positions
        );
    }
    for s in &report.slices {
        details(s, &mut out);
    }
    out
}

fn summary(article: &str, cursed: u64, longest: Option<(u32, u32)>) -> String {
    match longest {
        None => format!("{article}: binds in none of these endings"),
        Some((most, limit)) => {
            let tight = if most == limit { ": the count is used to its last ply" } else { "" };
            format!(
                "{article}: {cursed} wins become draws; the slowest win in time takes {most} of {limit} plies{tight}"
            )
        }
    }
}

fn details(s: &SliceReport, out: &mut String) {
    if let Some(fen) = &s.cursed_example {
        let _ = writeln!(out, "\n{}: {} wins that {} makes draws of, as {fen}", s.slice, s.cursed_wins, s.article);
    }
    if !s.tight_examples.is_empty() {
        let _ =
            writeln!(out, "\n{}: {} positions need {} plies or one less:", s.slice, s.tight_positions, s.limit_plies);
    }
    for tight in &s.tight_examples {
        let word = if tight.is_win { "win" } else { "loss" };
        let _ = writeln!(out, "  {} ({word}, {} of {} plies)", tight.fen, tight.needed_plies, s.limit_plies);
    }
}

fn plies(longest: &Option<Longest>) -> String {
    longest.as_ref().map_or("-".to_owned(), |longest| longest.plies.to_string())
}

/// The report as a Markdown page that shows the plot `plot_file`.
pub fn markdown(report: &Report, plot_file: &str) -> String {
    let mut out = format!("# {} under {}\n\n", report.variant, report.rules);
    out.push_str(
        "Every ending was solved without draw rules and then checked against the counts of the code, each count fresh. \
         `cursed` are wins that the rule turns into draws, `blessed` losses likewise; distances are plies of the count.\n\n",
    );
    for ((article, cursed), (_, longest)) in report.cursed_by_article().into_iter().zip(report.longest_by_article()) {
        let text = report.counts.iter().find(|count| count.article == article).map_or("", |count| count.text.as_str());
        let _ = writeln!(out, "* **{article}** ({text}). {}.", summary(article, cursed, longest));
    }
    let _ = writeln!(out, "\n![the slowest win of every slice against its limit]({plot_file})\n");
    out.push_str(
        "| slice | article | limit | wins | losses | longest win | longest loss | cursed | blessed | tight |\n",
    );
    out.push_str("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for s in &report.slices {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            s.slice,
            s.article,
            s.limit_plies,
            s.wins,
            s.losses,
            plies(&s.longest_win),
            plies(&s.longest_loss),
            s.cursed_wins,
            s.blessed_losses,
            s.tight_positions
        );
    }
    let with_cursed: Vec<&SliceReport> = report.slices.iter().filter(|s| s.cursed_example.is_some()).collect();
    if !with_cursed.is_empty() {
        out.push_str("\n## Wins that the rules make draws of\n\n");
    }
    for s in with_cursed {
        let example = s.cursed_example.as_deref().unwrap_or_default();
        let _ = writeln!(out, "* {}: {} (article {}), as `{example}`", s.slice, s.cursed_wins, s.article);
    }
    let with_tight: Vec<&SliceReport> = report.slices.iter().filter(|s| !s.tight_examples.is_empty()).collect();
    if !with_tight.is_empty() {
        out.push_str("\n## Positions that need the last ply of the count, or the last but one\n\n");
    }
    for s in with_tight {
        let _ = writeln!(out, "* {}, {} positions (article {}):", s.slice, s.tight_positions, s.article);
        for tight in &s.tight_examples {
            let word = if tight.is_win { "win" } else { "loss" };
            let _ = writeln!(out, "  * `{}`: {word} in {} of {} plies", tight.fen, tight.needed_plies, s.limit_plies);
        }
    }
    out
}
