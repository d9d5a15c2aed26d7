//! Tests of verdicts and of answers under draw rules, from the real program and the real server.

mod foreign;
mod language;
mod lines;
mod pages;
mod positions;
mod rpc;
mod session;
mod thousand;
mod today;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use crate::common::{PEATEE, fresh_directory, make_tables};
use crate::judged::judged_game;
use crate::program::{jsonl, run, text};
use peatee_generator::{NoProgress, Settings, TableDirectory, job_list, work};
use peatee_probe::{Metric, RuleSet, Slice};
use peatee_rules::draw::DrawRules;
use peatee_rules::{Draughts, Variant};
use serde_json::Value;

/// Path of the sample game that the README shows.
pub const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/three-against-one.pdn");

/// Returns a directory with tables of international draughts. It contains all tables up to 3
/// pieces, including the DTR tables (plies to the next move that resets a count) for FMJD-100.
///
/// It also contains the tables of three pieces against a lone king. DTR tables are not needed
/// there, because no move resets the count of these endings.
pub fn tables() -> &'static Path {
    static TABLES: OnceLock<PathBuf> = OnceLock::new();
    TABLES.get_or_init(|| {
        let root = fresh_directory("tables");
        let rules = DrawRules::named("FMJD-100").expect("a rule code");
        make_tables(&root, "international", 3, &[Metric::Wdl, Metric::Dtw, Metric::Dtr(RuleSet::new(&rules))]);
        let game = Draughts::new(Variant::named("international").expect("the variant is known"));
        let directory = TableDirectory::open(&root, &game).expect("the directory is there");
        let settings = Settings::new(Metric::DEFAULT.to_vec(), 1 << 30);
        for name in ["KKKvK", "KKMvK", "KMMvK"] {
            let slice = Slice::parse(&game, name).expect("a slice");
            let jobs = job_list(directory.game(), slice, &settings.metrics).expect("a slice that can be made");
            work(&directory, &jobs, &settings, &NoProgress).expect("small tables can be made");
        }
        root
    })
}

/// Runs `peatee` with the tables of `tables`.
fn peatee(args: &[&str], stdin: &str) -> Output {
    run(Command::new(PEATEE).args(args).env("PEATEE_TABLES", tables()), stdin)
}

fn bare_peatee(args: &[&str], stdin: &str) -> Output {
    run(Command::new(PEATEE).args(args).env_remove("PEATEE_TABLES"), stdin)
}

/// Parses the output of `peatee adjudicate --format jsonl`.
fn games(output: &Output) -> Vec<Value> {
    jsonl(output).iter().map(judged_game).collect()
}

/// Runs `peatee adjudicate` and returns its only verdict and its exit code.
fn verdict(args: &[&str]) -> (Value, i32) {
    let args = [&["adjudicate", "--format", "jsonl"], args].concat();
    let output = peatee(&args, "");
    let code = output.status.code().expect("it ends by itself");
    let mut objects = games(&output);
    assert_eq!(objects.len(), 1, "{args:?}: {}", text(&output.stderr));
    (objects.remove(0), code)
}
