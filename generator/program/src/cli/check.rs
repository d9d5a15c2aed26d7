//! The command `check`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use peatee_generator::Error;
use peatee_generator::jobs::files::check::check_files;

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
    missing: usize,
    extra: usize,
    exit_code: u8,
}

pub fn check(args: &CheckArgs) -> Result<ExitCode, Error> {
    args.threads.start();
    let bar = ReadingBar::of_bytes(stop_on_signal(STOPPING));
    let say = |text: &dyn std::fmt::Display| bar.suspend(|| eprintln!("peatee-gen: {text}"));
    let mut sums = Sums::default();
    for folder in folders(&args.directory)? {
        let checked = match check_files(&folder, |_| true, &bar) {
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
            let is_missing = fault.exit_code() == MISSING;
            *(if is_missing { &mut sums.missing } else { &mut sums.damaged }) += 1;
            // If some files are missing and others damaged, the exit code is that of damage.
            sums.exit_code = sums.exit_code.max(fault.exit_code());
        }
        checked.extra.iter().for_each(|path| say(&format_args!("{}: not in the manifest", path.display())));
        sums.extra += checked.extra.len();
    }
    drop(bar);
    let Sums { files, bytes, damaged, missing, extra, exit_code } = sums;
    print(&format!(
        "{files} files of {bytes} bytes in the manifest: {damaged} damaged, {missing} missing; {extra} not in it\n"
    ))?;
    Ok(ExitCode::from(exit_code))
}

const MISSING: u8 = 3;
