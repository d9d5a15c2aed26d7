//! The command `publish`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use peatee_generator::{Error, publish as publish_folders};

use super::interrupt::{STOPPING, stop_on_signal};
use super::progress::ReadingBar;
use super::shared::{ThreadsArg, folders, print};

#[derive(Debug, Args)]
pub struct PublishArgs {
    /// The directory of tables: it has a folder for each variant, or holds the tables of one.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The folder that a web server will serve. Games that are in it already stay there; with the
    /// same directory as DIR, nothing is copied.
    #[arg(long, value_name = "SITE")]
    out: PathBuf,
    /// A folder with the page and, in `library`, the JavaScript package that answers for it: the
    /// archive `peatee-VERSION-page.tar.gz` of a release. The site then shows the page, which needs
    /// no other server.
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArg,
}

pub fn publish(args: &PublishArgs) -> Result<ExitCode, Error> {
    args.threads.start();
    let bar = ReadingBar::of_bytes(stop_on_signal(STOPPING));
    let site = publish_folders(&folders(&args.directory)?, args.page.as_deref(), &args.out, &bar)?;
    drop(bar);
    for (id, game) in site.games {
        print(&format!("{id}: {} tables up to {} pieces, {} bytes\n", game.tables, game.pieces_max, game.bytes))?;
    }
    Ok(ExitCode::SUCCESS)
}
