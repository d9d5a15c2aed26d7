//! The tables that answer requests. A reload replaces them while the server runs; each request
//! keeps the tables with which it began.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use peatee_probe::any::{AnyTables, Tables};
use peatee_probe::internals::{address, has_tables_alone};
use peatee_probe::{Collection, Game as _, MANIFEST_NAME, TableFault, with_tables};
use peatee_proto::v1::TableSet;
use peatee_questions::requests::tables::table_sets;
use tokio::time::MissedTickBehavior;

use super::unusable::Unusable;
use crate::ask::family::ServedFamily;
use crate::ask::games;
use crate::ask::tables::TableArgs;
use crate::errors::Error;

/// Time between two checks whether the server has read table files from disk.
const READ_CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// Number of successive checks that must find no file read before the tables count as being in
/// memory.
const QUIET_CHECKS: u32 = 5;
/// Minimum number of positions that must have been requested since the last file read before the
/// tables count as being in memory.
const QUIET_POSITIONS: usize = 500;

/// Tables that were opened together and answer requests until a reload replaces them.
#[derive(Debug)]
pub struct TableSnapshot {
    pub collection: Collection,
    pub sets: Vec<TableSet>,
    /// Tables that the manifests list but that cannot be used.
    pub unusable: Unusable,
    /// Digest of the manifests and of the lists of unusable tables, on which answers depend.
    pub digest: blake3::Hash,
    /// Fingerprints of the manifest files, taken before the tables were opened.
    manifests: Manifests,
    /// Numbers of look-ups of table blocks in all earlier snapshots.
    past: LookUps,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct LookUps {
    pub hits: u64,
    /// Number of look-ups that had to read the table block from a file.
    pub misses: u64,
}

impl TableSnapshot {
    fn open(options: &TableArgs, past: LookUps) -> Result<Self, Error> {
        let manifests = Manifests::of(&options.tables);
        Ok(TableSnapshot { manifests, past, ..TableSnapshot::of(options.open(None)?) })
    }

    fn of(collection: Collection) -> Self {
        let sets = table_sets(&collection);
        let unusable = Unusable::of(&collection);
        let digest = digest(&sets, &unusable);
        TableSnapshot { collection, sets, unusable, digest, manifests: Manifests::default(), past: LookUps::default() }
    }

    pub fn look_ups(&self) -> LookUps {
        let own = self.collection.stats();
        LookUps { hits: self.past.hits + own.cache_hits, misses: self.past.misses + own.cache_misses }
    }

    pub fn log(&self) {
        for folder in self.collection.unopened() {
            tracing::error!(directory = %folder.path.display(), "tables not opened: {folder}");
        }
        for tables in games::tables(&self.collection) {
            with_tables!(tables, tables => {
                log_faults(tables.faults());
                let (variant, slices) = (tables.game().id(), tables.slices().len());
                let directory = tables.directory().display();
                tracing::info!(variant, slices, pieces_max = tables.most_pieces(), %directory, "tables opened");
            });
        }
    }

    /// Returns the reason why this snapshot must not replace the snapshot `other`; `None` if it may
    /// replace it. There are two kinds of reasons:
    ///
    /// - a folder that `other` uses has no tables in this snapshot, or cannot be opened
    /// - a table that can be used in `other` cannot be used in this snapshot
    fn reason_to_keep(&self, other: &TableSnapshot) -> Option<String> {
        let served: Vec<&Path> = other.collection.games().iter().map(directory).collect();
        let mut unopened = self.collection.unopened().iter();
        if let Some(folder) = unopened.find(|folder| served.contains(&folder.path.as_path())) {
            return Some(format!("{}: {folder}", folder.path.display()));
        }
        let is_gone = |path: &&&Path| !self.collection.games().iter().any(|any| directory(any) == **path);
        if let Some(gone) = served.iter().find(is_gone) {
            let path = gone.display();
            return Some(format!("{path}: the folder has no tables any more; restart the server if that is intended"));
        }
        let mut games = self.collection.games().iter();
        games.find_map(|any| with_tables!(any, tables => fault_of_used_table(tables, &other.collection)))
    }
}

/// Returns the first fault of a table in `tables` that the collection `other` can use. Returns
/// `None` if `other` can use none of the faulty tables.
fn fault_of_used_table<G: ServedFamily>(tables: &Tables<G>, other: &Collection) -> Option<String> {
    let before = G::tables(other.game(tables.game().id())?)?;
    tables.faults().find(|fault| before.need(fault.slice, fault.metric).is_ok()).map(ToString::to_string)
}

fn log_faults<'a, S: Display + 'a>(faults: impl Iterator<Item = &'a TableFault<S>>) {
    let (unusable, missing): (Vec<_>, Vec<_>) = faults.partition(|fault| fault.is_damage());
    for fault in unusable {
        tracing::error!(slice = %fault.slice, metric = %fault.metric, "table not opened: {fault}");
    }
    if let Some(first) = missing.first() {
        let tables = missing.len();
        tracing::warn!(tables, "tables that the manifest lists are missing, the first is {first}");
    }
}

/// Owner of the tables in use, which a reload replaces.
#[derive(Debug)]
pub struct TableSnapshots {
    options: Option<TableArgs>,
    current: RwLock<Arc<TableSnapshot>>,
    are_in_memory: AtomicBool,
    /// Number of positions that were requested since a table file was last read.
    asked: AtomicUsize,
}

#[derive(Debug)]
pub enum ReloadCheck {
    Same,
    /// The manifests differ from those of the previous check, so a program may still be writing
    /// them.
    Changing,
    /// The tables that the changed manifests list are now in use.
    Taken,
    /// The tables that the changed manifests list cannot be used, for this reason. The old tables
    /// stay in use.
    Refused(String),
}

impl TableSnapshots {
    pub fn open(options: &TableArgs) -> Result<Self, Error> {
        let first = TableSnapshot::open(options, LookUps::default())?;
        for folder in folders(&options.tables).filter(|folder| has_tables_alone(folder).unwrap_or(false)) {
            let directory = folder.display();
            tracing::warn!(%directory, "tables not opened: the folder has no {MANIFEST_NAME}; copy it beside them");
        }
        Ok(TableSnapshots::with(Some(options.clone()), first))
    }

    pub fn only(collection: Collection) -> Self {
        TableSnapshots::with(None, TableSnapshot::of(collection))
    }

    fn with(options: Option<TableArgs>, first: TableSnapshot) -> Self {
        let current = RwLock::new(Arc::new(first));
        TableSnapshots { options, current, are_in_memory: AtomicBool::new(false), asked: AtomicUsize::new(0) }
    }

    /// Returns true if the tables are probably in memory: no table file has been read for a while,
    /// nor for many requested positions.
    pub fn are_in_memory(&self) -> bool {
        self.are_in_memory.load(Ordering::Relaxed)
    }

    /// Adds the number of positions of a request to the positions requested since the last file
    /// read.
    pub fn ask(&self, positions: usize) {
        self.asked.fetch_add(positions, Ordering::Relaxed);
    }

    /// Checks periodically, without end, whether table files have been read. Returns at once in
    /// three cases: the tables are mapped into memory, so that reads are invisible; they are on a
    /// web server, where a read may take seconds; or they are never reloaded.
    pub async fn watch_memory(self: Arc<Self>) {
        if self.options.as_ref().is_none_or(|options| options.mmap || address(&options.tables).is_some()) {
            return;
        }
        let mut ticks = tokio::time::interval(READ_CHECK_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut misses, mut quiet_checks) = (0, 0);
        loop {
            ticks.tick().await;
            let found = self.current().look_ups().misses;
            if found == misses {
                quiet_checks += 1;
            } else {
                (misses, quiet_checks) = (found, 0);
                self.asked.store(0, Ordering::Relaxed);
            }
            let is_quiet = quiet_checks >= QUIET_CHECKS && self.asked.load(Ordering::Relaxed) >= QUIET_POSITIONS;
            self.are_in_memory.store(is_quiet, Ordering::Relaxed);
        }
    }

    pub fn current(&self) -> Arc<TableSnapshot> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Compares the manifests on disk with those of the snapshot in use. If they differ, opens the
    /// tables that they list and puts the tables into use.
    ///
    /// `seen` holds the manifests of the previous check. If the manifests on disk have changed
    /// since then, a program may still be writing them. Then only `seen` is updated, and the tables
    /// are opened at a later check. With `None`, changed manifests are used at once.
    pub fn reload_if_changed(&self, seen: Option<&mut Manifests>) -> ReloadCheck {
        let Some(options) = &self.options else { return ReloadCheck::Same };
        let (current, found) = (self.current(), Manifests::of(&options.tables));
        if found == current.manifests {
            return ReloadCheck::Same;
        }
        if let Some(seen) = seen
            && *seen != found
        {
            *seen = found;
            return ReloadCheck::Changing;
        }
        let opened = match TableSnapshot::open(options, current.look_ups()) {
            Ok(opened) => opened,
            Err(error) => return ReloadCheck::Refused(error.text()),
        };
        if let Some(fault) = opened.reason_to_keep(&current) {
            return ReloadCheck::Refused(fault);
        }
        opened.log();
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(opened);
        ReloadCheck::Taken
    }
}

/// Paths of manifests, each with a fingerprint that changes when the file changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Manifests(BTreeMap<PathBuf, FilePrint>);

/// Metadata of a file that change when the file is written or replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FilePrint {
    /// Number of the file on its disk; `None` on a system whose files have none.
    inode: Option<u64>,
    length_bytes: u64,
    written: Option<SystemTime>,
}

impl Manifests {
    /// Finds the manifests in a directory and in its direct subdirectories.
    fn of(directory: &Path) -> Manifests {
        let print = |path: PathBuf| {
            let found = std::fs::metadata(&path).ok()?;
            #[cfg(unix)]
            let inode = Some(std::os::unix::fs::MetadataExt::ino(&found));
            #[cfg(not(unix))]
            let inode = None;
            Some((path, FilePrint { inode, length_bytes: found.len(), written: found.modified().ok() }))
        };
        Manifests(folders(directory).map(|folder| folder.join(MANIFEST_NAME)).filter_map(print).collect())
    }
}

fn entries(directory: &Path) -> impl Iterator<Item = PathBuf> {
    std::fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path())
}

/// Returns the folders that may hold tables: a directory and its direct subdirectories.
fn folders(directory: &Path) -> impl Iterator<Item = PathBuf> {
    entries(directory).chain([directory.to_owned()])
}

fn digest(sets: &[TableSet], unusable: &Unusable) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    let of_sets = sets.iter().flat_map(|set| [&set.variant, &set.manifest_digest]);
    for text in of_sets.chain(unusable.kinds().into_iter().flat_map(|(_, _, list)| list)) {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.finalize()
}

fn directory(tables: &AnyTables) -> &Path {
    with_tables!(tables, tables => tables.directory())
}
