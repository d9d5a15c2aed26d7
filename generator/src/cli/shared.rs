//! Arguments and output that several commands share.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use peatee_generator::Error;
use peatee_generator::writer::WdlCoding;
use peatee_rules::draw::DrawRules;
use peatee_rules::{Game, Variant};
use peatee_table::Metric;

/// Which game.
#[derive(Debug, Args)]
pub struct VariantArg {
    /// The variant's id, see `peatee variants`.
    #[arg(long, value_parser = Variant::named)]
    pub variant: &'static Variant,
}

impl VariantArg {
    /// The game.
    pub fn game(&self) -> Game {
        Game::new(self.variant)
    }
}

/// Where the tables are.
#[derive(Debug, Args)]
pub struct TablesArg {
    /// Directory of tables; each variant has a folder of its own in it.
    #[arg(long, value_name = "DIR")]
    pub tables: PathBuf,
}

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table for people.
    Text,
    /// One JSON document.
    Json,
}

/// How WDL tables are coded, as named on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum WdlCodingArg {
    /// Probed without being expanded.
    #[default]
    Pages,
    /// Pages that take less time to make and up to a tenth more space.
    QuickPages,
    /// Expanded block by block when probed; in some games a little smaller than pages.
    Blocks,
}

impl From<WdlCodingArg> for WdlCoding {
    fn from(named: WdlCodingArg) -> WdlCoding {
        match named {
            WdlCodingArg::Pages => WdlCoding::Pages,
            WdlCodingArg::QuickPages => WdlCoding::QuickPages,
            WdlCodingArg::Blocks => WdlCoding::Blocks,
        }
    }
}

pub fn parse_metric(name: &str) -> Result<Metric, String> {
    let problem =
        || format!("there is no metric `{name}`; the metrics are wdl, dtw, dtc, and dtr-CODE, such as dtr-FMJD-100");
    Metric::named(name).ok_or_else(problem)
}

/// The most pieces a set can have: three bits per count in the lookup, and sizes that fit 64 bits.
pub fn parse_pieces(text: &str) -> Result<u8, String> {
    match text.parse() {
        Ok(pieces @ 2..=7) => Ok(pieces),
        _ => Err("tables have 2 to 7 pieces".to_owned()),
    }
}

/// Says on standard error when draw rules are applied to a game that they were not written for.
pub fn warn_of_code(variant: &Variant, rules: &DrawRules) {
    if let Some(warning) = rules.foreign_to(variant) {
        eprintln!("peatee-gen: warning: {warning}");
    }
}

/// [`warn_of_code`] for the draw rules of each metric.
pub fn warn_of_codes(variant: &VariantArg, metrics: &[Metric]) {
    for metric in metrics {
        if let Metric::Dtr(set) = metric {
            warn_of_code(variant.variant, &set.rules());
        }
    }
}

/// Prints, and treats a reader that has gone away as the end of the work.
pub fn print(text: &str) -> Result<(), Error> {
    use std::io::Write;
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::Io { path: "standard output".into(), error: e })
        }
        _ => Ok(()),
    }
}
