//! Conversion of OpenMetrics text, which the metrics library writes, to the Prometheus text format,
//! which scripts and `promtool` read.

use std::collections::BTreeSet;

/// Suffix of the names of counters. OpenMetrics omits the suffix in the lines `# HELP` and `#
/// TYPE`, but the Prometheus text format requires it in these lines.
const OF_COUNTER: &str = "_total";

pub fn of_open_metrics(text: &str) -> String {
    let counters: BTreeSet<&str> =
        text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.strip_suffix(" counter")).collect();
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let mut words = line.splitn(4, ' ');
        match (words.next(), words.next(), words.next(), words.next()) {
            (Some("#"), Some("EOF" | "UNIT"), ..) => continue,
            (Some("#"), Some(what), Some(name), Some(rest)) => {
                let end = if counters.contains(name) { OF_COUNTER } else { "" };
                out.extend(["# ", what, " ", name, end, " ", rest]);
            }
            _ => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_have_their_whole_name() {
        let open = "# HELP a Of a b.\n# TYPE a counter\na_total{x=\"# TYPE y counter\"} 1\n# HELP b_bytes Of b.\n\
                    # TYPE b_bytes gauge\n# UNIT b_bytes bytes\nb_bytes 2\n# EOF\n";
        let expected = "# HELP a_total Of a b.\n# TYPE a_total counter\na_total{x=\"# TYPE y counter\"} 1\n\
                        # HELP b_bytes Of b.\n# TYPE b_bytes gauge\nb_bytes 2\n";
        assert_eq!(of_open_metrics(open), expected);
    }
}
