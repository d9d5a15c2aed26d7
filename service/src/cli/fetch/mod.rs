//! `peatee fetch`.

mod download;
mod files;
mod folder;

use std::path::PathBuf;
use std::process::ExitCode;

use peatee_probe::internals::address;
use peatee_probe::{Metric, RemoteFiles};
use rayon::prelude::*;

use super::byte_bar::byte_bar;
use crate::answer::output::Output;
use crate::ask::games;
use crate::errors::Error;
use folder::{FetchedFolder, Wanted};

/// Download tables that were published with `peatee-gen publish`.
///
/// Every file is compared with its digest in the manifest and appears under its name when it is
/// complete. Files that are there already are kept. After an interruption the same command goes on
/// where it stopped.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address of a site, or of the folder of one game on it.
    #[arg(value_name = "URL", value_parser = parse_address)]
    url: String,

    /// Directory for the tables; each game has a folder of its own in it.
    #[arg(long, value_name = "DIR", env = "PEATEE_TABLES", default_value = "tables")]
    tables: PathBuf,

    /// Only these games; `peatee variants` lists their ids.
    #[arg(long, value_name = "ID", value_delimiter = ',', value_parser = parse_game)]
    variant: Vec<String>,

    /// Only tables of at most this many pieces.
    #[arg(long, value_name = "N")]
    pieces: Option<u32>,

    /// Only tables of these metrics. Tables of DTC and, in chess, of DTZ need those of WDL.
    #[arg(long, value_name = "METRIC", value_delimiter = ',', value_parser = parse_metric)]
    metric: Vec<Metric>,

    /// Number of files that are downloaded at the same time.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=32))]
    connections: u8,
}

fn parse_address(text: &str) -> Result<String, String> {
    let is_of_web = ["http://", "https://"].iter().any(|start| text.starts_with(start));
    is_of_web.then(|| text.to_owned()).ok_or_else(|| "the address has to begin with https:// or http://".to_owned())
}

fn parse_game(id: &str) -> Result<String, String> {
    games::named(id).map(str::to_owned).ok_or_else(|| format!("there is no game `{id}`"))
}

fn parse_metric(name: &str) -> Result<Metric, String> {
    Metric::named(name).ok_or_else(|| format!("there is no metric `{name}`; wdl, dtw and dtc are metrics"))
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.connections.into()).build();
    let pool =
        pool.map_err(|error| Error::Io { what: "cannot start threads".into(), error: std::io::Error::other(error) })?;
    if address(&args.tables).is_some() {
        let reason = "downloads go into a directory, not to an address".to_owned();
        return Err(Error::Argument { field: "--tables", reason });
    }
    let is_named = |id: &str| args.variant.is_empty() || args.variant.iter().any(|named| named == id);
    let mut folders = Vec::new();
    for (_, files) in RemoteFiles::open_site(&args.url, is_named)? {
        let files = files?;
        if is_named(&files.manifest().variant) {
            folders.push(FetchedFolder::open(&args.tables, files, |table| args.has(table))?);
        }
    }
    let wanted = |folder: &FetchedFolder| folder.wanted.iter().map(|table| table.entry.bytes).sum::<u64>();
    let bar = byte_bar(folders.iter().map(wanted).sum());
    let mut out = Output::new();
    pool.install(|| {
        folders.par_iter_mut().try_for_each(|folder| folder.leave_out_whole_files(&bar))?;
        folder::check_room(&args.tables, folders.iter())?;
        for folder in &folders {
            bar.set_message(folder.game.clone());
            folder.wanted.par_iter().try_for_each(|table| download::download(folder, table, &bar))?;
            folder.write_manifest()?;
        }
        Ok::<(), Error>(())
    })?;
    bar.finish_and_clear();
    if folders.iter().all(FetchedFolder::is_empty) {
        let reason = format!("there are no such tables at {}", args.url);
        return Err(Error::Argument { field: "URL", reason });
    }
    for folder in &folders {
        let (game, fetched, kept) = (&folder.game, folder.wanted.len(), folder.whole.len());
        let bytes = wanted(folder);
        out.line(&format_args!("{game}: {fetched} tables fetched, {bytes} bytes; {kept} were there already"))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

impl Args {
    fn has(&self, table: &Wanted) -> bool {
        let has_metric =
            self.metric.is_empty() || self.metric.iter().any(|metric| metric.to_string() == table.entry.metric);
        has_metric && self.pieces.is_none_or(|most| table.pieces <= most)
    }
}
