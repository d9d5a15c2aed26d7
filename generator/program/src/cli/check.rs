//! The command `check`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use peatee_generator::Error;
use peatee_generator::jobs::files::check::check_files;
use peatee_probe::OpenError;
use peatee_probe::internals::has_tables_alone;
use peatee_table::MANIFEST_NAME;

use super::interrupt::{STOPPING, stop_on_signal};
use super::progress::ReadingBar;
use super::shared::{ThreadsArg, folders, print};

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The directory of tables: it has a folder for each variant, or holds the tables of one.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    #[command(flatten)]
    threads: ThreadsArg,
}

#[derive(Debug, Default)]
struct Sums {
    files: usize,
    bytes: u64,
    damaged: usize,
    unreadable: usize,
    missing: usize,
    extra: usize,
    exit_code: u8,
}

pub fn check(args: &CheckArgs) -> Result<ExitCode, Error> {
    args.threads.start();
    let bar = ReadingBar::of_bytes(stop_on_signal(STOPPING));
    let say = |text: &dyn std::fmt::Display| bar.suspend(|| eprintln!("peatee-gen: {text}"));
    let mut sums = Sums::default();
    let (folders, unchecked) = checked_and_not(&args.directory)?;
    for folder in &folders {
        let checked = match check_files(folder, |_| true, &bar) {
            Ok(checked) => checked,
            Err(stopped @ Error::InterruptedReading { .. }) => return Err(stopped),
            Err(error) => {
                say(&error);
                sums.exit_code = sums.exit_code.max(error.exit_code());
                continue;
            }
        };
        sums.files += checked.files;
        sums.bytes += checked.bytes;
        for fault in &checked.faults {
            say(fault);
            *match fault.exit_code() {
                MISSING => &mut sums.missing,
                _ if fault.is_unreadable_file() => &mut sums.unreadable,
                _ => &mut sums.damaged,
            } += 1;
            // If some files are missing and others damaged, the exit code is that of damage.
            sums.exit_code = sums.exit_code.max(fault.exit_code());
        }
        checked.extra.iter().for_each(|path| say(&format_args!("{}: not in the manifest", path.display())));
        sums.extra += checked.extra.len();
    }
    for folder in unchecked {
        say(&format_args!("{}: it has tables and no manifest, so they were not checked", folder.display()));
        sums.exit_code = sums.exit_code.max(MISSING);
    }
    drop(bar);
    let Sums { files, bytes, damaged, unreadable, missing, extra, exit_code } = sums;
    print(&format!(
        "{files} files of {bytes} bytes in the manifest: {damaged} damaged, {unreadable} unreadable, {missing} missing; \
         {extra} not in it\n"
    ))?;
    Ok(ExitCode::from(exit_code))
}

const MISSING: u8 = 3;

/// Returns the folders of a directory that have a manifest, and those that have tables but no
/// manifest.
///
/// # Errors
/// A folder cannot be read, or there are no tables.
fn checked_and_not(directory: &Path) -> Result<(Vec<PathBuf>, Vec<PathBuf>), Error> {
    if directory.join(MANIFEST_NAME).symlink_metadata().is_ok() {
        return Ok((folders(directory)?, Vec::new()));
    }
    let unchecked = folders_without_manifest(directory)?;
    match folders(directory) {
        Err(Error::Open(OpenError::Empty { .. })) if !unchecked.is_empty() => Ok((Vec::new(), unchecked)),
        folders => Ok((folders?, unchecked)),
    }
}

/// Returns the folders of a directory that have tables but no manifest, in the order of their
/// names.
///
/// # Errors
/// The directory or a folder in it cannot be read.
fn folders_without_manifest(directory: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(Error::at(directory))? {
        let path = entry.map_err(Error::at(directory))?.path();
        if path.is_dir() && has_tables_alone(&path).map_err(Error::at(&path))? {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
