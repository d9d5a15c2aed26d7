//! The folder of a game into which tables are downloaded.

use std::fs::{File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use peatee_probe::{AnyGame, MANIFEST_NAME, Manifest, ManifestEntry, OpenError, RemoteFiles, Tabled, with_game};
use rayon::prelude::*;

use super::files::{is_whole, partial_bytes};
use crate::cli::whole_file::{at, finish, unfinished};
use crate::errors::Error;

/// File that programs lock while they write into a folder; see FORMAT.md.
const LOCK_NAME: &str = ".lock";

/// Tables of one game that are downloaded into a folder, which stays locked.
#[derive(Debug)]
pub struct FetchedFolder {
    pub game: String,
    pub path: PathBuf,
    pub files: RemoteFiles,
    pub wanted: Vec<Wanted>,
    /// Wanted tables that the folder already has, complete and with the right digest.
    pub whole: Vec<Wanted>,
    before: Manifest,
    _lock: File,
}

#[derive(Debug, Clone)]
pub struct Wanted {
    pub name: String,
    pub entry: ManifestEntry,
    pub pieces: u32,
}

impl FetchedFolder {
    /// Opens or creates the folder of a game below `root`, and locks it. Selects those tables of
    /// the source that `is_wanted` accepts.
    ///
    /// # Errors
    /// The tables of the source, or those in the folder, were made under other rules than this
    /// program knows. Also an error if another program writes into the folder, or if the folder
    /// cannot be created.
    pub fn open(root: &Path, files: RemoteFiles, is_wanted: impl Fn(&Wanted) -> bool) -> Result<FetchedFolder, Error> {
        let manifest = files.manifest();
        let game = AnyGame::named(&manifest.variant)?;
        let path = root.join(game.id());
        let listed = |name: &str, reason: String| Error::from(OpenError::Manifest { path: name.into(), reason });
        let (fresh, tables) = with_game!(&game, game => (game.manifest(), tables(game, manifest)));
        manifest.check_made_as(&fresh).map_err(|reason| listed(&manifest.variant, reason))?;
        let wanted =
            tables.map_err(|reason| listed(&manifest.variant, reason))?.into_iter().filter(is_wanted).collect();
        std::fs::create_dir_all(&path).map_err(at(&path))?;
        let lock = lock(&path)?;
        let before = Manifest::read(&path).map_err(OpenError::from)?.unwrap_or_else(|| fresh.clone());
        before.check_made_as(&fresh).map_err(|reason| listed(&path.join(MANIFEST_NAME).to_string_lossy(), reason))?;
        Ok(FetchedFolder { game: game.id().to_owned(), path, files, wanted, whole: Vec::new(), before, _lock: lock })
    }

    pub fn is_empty(&self) -> bool {
        self.wanted.is_empty() && self.whole.is_empty()
    }

    /// Finds wanted tables that the folder already has, with the right digest. Moves them from
    /// `wanted` to `whole`.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn leave_out_whole_files(&mut self, bar: &ProgressBar) -> Result<(), Error> {
        let compared = self.wanted.par_iter().map(|table| {
            let path = self.path.join(&table.name);
            let is_whole = is_whole(&path, &table.entry).map_err(at(&path))?;
            bar.inc(if is_whole { table.entry.bytes } else { 0 });
            Ok((is_whole, table.clone()))
        });
        let compared = compared.collect::<Result<Vec<_>, Error>>()?;
        let (whole, wanted): (Vec<_>, Vec<_>) = compared.into_iter().partition(|(is_whole, _)| *is_whole);
        let tables = |compared: Vec<(bool, Wanted)>| compared.into_iter().map(|(_, table)| table).collect();
        (self.whole, self.wanted) = (tables(whole), tables(wanted));
        Ok(())
    }

    pub fn write_manifest(&self) -> Result<(), Error> {
        let mut manifest = self.before.clone();
        let tables = self.wanted.iter().chain(&self.whole);
        manifest.tables.extend(tables.map(|table| (table.name.clone(), table.entry.clone())));
        let path = self.path.join(MANIFEST_NAME);
        let write = || {
            let mut file = File::create(unfinished(&path))?;
            file.write_all(manifest.to_text().as_bytes())?;
            finish(&file, &path)
        };
        write().map_err(at(&path))
    }
}

fn tables<G: Tabled>(game: &G, manifest: &Manifest) -> Result<Vec<Wanted>, String> {
    let table = |(name, entry): (&String, &ManifestEntry)| {
        let pieces = G::pieces(game.parse_slice(&entry.slice)?);
        match *name == format!("{}.{}", entry.slice, entry.metric) {
            true => Ok(Wanted { name: name.clone(), entry: entry.clone(), pieces }),
            false => Err(format!("`{name}` is not the name of the {} table of {}", entry.metric, entry.slice)),
        }
    };
    manifest.tables.iter().map(table).collect()
}

/// Checks that the disk has enough free space for the wanted tables. Parts that were downloaded
/// earlier need no more space.
///
/// # Errors
/// The disk has too little room.
pub fn check_room<'a>(root: &Path, folders: impl Iterator<Item = &'a FetchedFolder>) -> Result<(), Error> {
    let left = |folder: &FetchedFolder| -> u64 {
        let left =
            |table: &Wanted| table.entry.bytes - partial_bytes(&folder.path.join(&table.name), table.entry.bytes);
        folder.wanted.iter().map(left).sum()
    };
    let needed: u64 = folders.map(left).sum();
    if needed == 0 {
        return Ok(());
    }
    let free = fs4::available_space(root).map_err(at(root))?;
    if needed > free {
        let reason =
            format!("{needed} bytes are to be downloaded and {free} are free; free some, or fetch fewer tables");
        return Err(at(root)(io::Error::new(io::ErrorKind::StorageFull, reason)));
    }
    Ok(())
}

fn lock(folder: &Path) -> Result<File, Error> {
    let path = folder.join(LOCK_NAME);
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(at(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let reason = "another program writes tables into this folder; wait for it, or name another directory";
            Err(at(folder)(io::Error::new(io::ErrorKind::WouldBlock, reason)))
        }
        Err(TryLockError::Error(error)) => Err(at(&path)(error)),
    }
}
