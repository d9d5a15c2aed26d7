//! The log: one line per event on standard error. A separate thread writes the lines, so that no
//! answer waits for a slow or full log. Lines that cannot be written are lost and counted.

use std::io::{self, IsTerminal as _};

use tracing_appender::non_blocking::{NonBlocking, WorkerGuard};
use tracing_subscriber::EnvFilter;

use super::args::{Args, LogFormat};
use super::ops::lost_lines::{CountedStderr, LostLines};
use crate::errors::Error;

const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// The running log. When dropped, writes the lines that have not been written yet.
pub struct Log {
    pub lost_lines: LostLines,
    _writer: WorkerGuard,
}

impl Log {
    pub fn start(args: &Args) -> Result<Log, Error> {
        let filter = filter(&args.log).map_err(|reason| Error::Argument { field: "--log", reason })?;
        let stderr = CountedStderr::default();
        let not_written = stderr.not_written.clone();
        let (writer, guard) = NonBlocking::new(stderr);
        let lost_lines = LostLines { not_taken: writer.error_counter(), not_written };
        let log = tracing_subscriber::fmt().with_env_filter(filter).log_internal_errors(false).with_writer(writer);
        match args.log_format {
            LogFormat::Text => log.with_ansi(io::stderr().is_terminal()).init(),
            LogFormat::Json => log.json().flatten_event(true).init(),
        }
        Ok(Log { lost_lines, _writer: guard })
    }
}

/// Parses a log filter. A single word must be a level. Any other word would be taken as the name of
/// a module, and would turn off the log of all other modules.
fn filter(text: &str) -> Result<EnvFilter, String> {
    let is_level = |word: &str| LEVELS.iter().any(|level| word.eq_ignore_ascii_case(level));
    let directives: Vec<&str> = text.split(',').map(str::trim).collect();
    let mut words = directives.iter().filter(|directive| !directive.contains(['=', '[']));
    if let Some(wrong) = words.find(|word| !is_level(word)) {
        let levels = LEVELS.join(", ");
        return Err(format!(
            "`{wrong}` is no level; give one of {levels}, or a filter such as peatee=debug,tonic=warn"
        ));
    }
    EnvFilter::try_new(directives.join(",")).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_no_level_are_refused() {
        for right in ["info", "WARN", "off", "peatee=debug,tonic=warn", "warn, peatee=trace", " info ,tonic=warn"] {
            assert!(filter(right).is_ok(), "{right}");
        }
        for wrong in ["warning", "", "inf", "peatee", "info,tonic", "peatee=loud"] {
            assert!(filter(wrong).is_err(), "{wrong}");
        }
    }
}
