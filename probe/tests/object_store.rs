//! Tables in an object store, also in one that fails.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use futures_core::stream::BoxStream;
use peatee_probe::object_store::memory::InMemory;
use peatee_probe::object_store::path::Path as ObjectPath;
use peatee_probe::object_store::{
    CopyOptions, GetOptions, GetRange, GetResult, ListResult, MultipartUpload, ObjectMeta, ObjectStore,
    ObjectStoreExt as _, PutMultipartOptions, PutOptions, PutPayload, PutResult, Result,
};
use peatee_probe::{AnyTables, Collection, OpenError, OpenOptions, RemoteFiles, Tables};

use crate::common::published::{FOLDERS, folder, positions, published};

/// Fault of a store that is asked for a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// Half of the bytes.
    Cut,
    /// More bytes than were asked for.
    Long,
    /// The bytes of another range.
    OtherRange,
    /// The bytes of another range, under the name of the range that was asked for.
    Damaged,
    /// An object of another version.
    OtherVersion,
    /// An object of another length.
    OtherLength,
    /// Work that panics.
    Panic,
}

/// A store in memory that has a fault if it is told so.
#[derive(Debug, Default)]
struct Store {
    objects: InMemory,
    fault: Mutex<Option<Fault>>,
    ranges: Mutex<Vec<Range<u64>>>,
}

impl Store {
    /// Puts the files of a folder, as the objects below `english`.
    fn put_folder(&self, folder: &Path) {
        for file in std::fs::read_dir(folder).expect("the tables are there") {
            let file = file.expect("an entry");
            let name = file.file_name().into_string().expect("ASCII");
            self.put_object(&format!("tables/english/{name}"), std::fs::read(file.path()).expect("readable"));
        }
    }

    fn put_object(&self, path: &str, content: Vec<u8>) {
        run(self.objects.put(&path.into(), content.into())).expect("there is room");
    }

    fn fail(&self, fault: Option<Fault>) {
        *self.fault.lock().unwrap() = fault;
    }
}

impl fmt::Display for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a store of a test")
    }
}

#[async_trait]
impl ObjectStore for Store {
    async fn get_opts(&self, path: &ObjectPath, mut options: GetOptions) -> Result<GetResult> {
        let Some(GetRange::Bounded(asked)) = options.range.clone() else {
            return self.objects.get_opts(path, options).await;
        };
        self.ranges.lock().unwrap().push(asked.clone());
        let fault = *self.fault.lock().unwrap();
        let given = match fault {
            Some(Fault::Cut) => asked.start..asked.start.midpoint(asked.end),
            Some(Fault::Long) => asked.start - 1..asked.end,
            Some(Fault::OtherRange | Fault::Damaged) => asked.start - 1..asked.end - 1,
            Some(Fault::Panic) => panic!("as the test asks"),
            _ => asked.clone(),
        };
        options.range = Some(given.into());
        let mut found = self.objects.get_opts(path, options).await?;
        match fault {
            Some(Fault::OtherVersion) => found.meta.e_tag = Some("another".to_owned()),
            Some(Fault::OtherLength) => found.meta.size += 1,
            Some(Fault::OtherRange) => {}
            _ => found.range = asked,
        }
        Ok(found)
    }

    async fn put_opts(&self, _: &ObjectPath, _: PutPayload, _: PutOptions) -> Result<PutResult> {
        unreachable!("tables are only read")
    }

    async fn put_multipart_opts(&self, _: &ObjectPath, _: PutMultipartOptions) -> Result<Box<dyn MultipartUpload>> {
        unreachable!("tables are only read")
    }

    fn delete_stream(&self, _: BoxStream<'static, Result<ObjectPath>>) -> BoxStream<'static, Result<ObjectPath>> {
        unreachable!("tables are only read")
    }

    fn list(&self, _: Option<&ObjectPath>) -> BoxStream<'static, Result<ObjectMeta>> {
        unreachable!("a bucket may forbid lists")
    }

    async fn list_with_delimiter(&self, _: Option<&ObjectPath>) -> Result<ListResult> {
        unreachable!("a bucket may forbid lists")
    }

    async fn copy_opts(&self, _: &ObjectPath, _: &ObjectPath, _: CopyOptions) -> Result<()> {
        unreachable!("tables are only read")
    }
}

fn run<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(work)
}

fn stored(name: &str) -> Arc<Store> {
    let store = Arc::new(Store::default());
    store.put_folder(&published(name).path().join("english"));
    store
}

fn open(store: &Arc<Store>) -> AnyTables {
    let files = RemoteFiles::open_in_store(store.clone(), "tables/english").expect("the tables are there");
    // Nothing is kept, so that each probe reads its page.
    OpenOptions::new().memory_bytes(0).open_files("tables/english", &files).expect("the tables open")
}

#[test]
fn tables_in_an_object_store_answer_as_those_on_a_disk() {
    for name in FOLDERS {
        let store = stored(name);
        let (disk, remote) = (Tables::open(folder(name)).expect("the tables open"), open(&store));
        assert!(store.ranges.lock().unwrap().is_empty(), "opening reads one object");
        let remote = remote.draughts().expect("draughts");
        for position in positions(&disk) {
            assert_eq!(remote.probe(&position).unwrap(), disk.probe(&position).unwrap(), "{position:?}");
        }
        assert_eq!(remote.stats().expanded_bytes, 0, "nothing is read ahead");
        // Asynchronous code waits too long for them, but it does not fail.
        let position = positions(&disk).swap_remove(0);
        run(async { assert_eq!(remote.probe(&position).unwrap(), disk.probe(&position).unwrap()) });
    }
}

#[test]
fn what_a_store_does_wrong_is_an_error_by_name() {
    let faults = [
        (Fault::Cut, "cut off"),
        (Fault::Long, "longer than"),
        (Fault::OtherRange, "sent `bytes "),
        (Fault::Damaged, ""),
        (Fault::OtherVersion, "has changed on the server"),
        (Fault::OtherLength, "in the manifest"),
        (Fault::Panic, "has panicked"),
    ];
    let store = stored("v4");
    let tables = open(&store);
    let tables = tables.draughts().expect("draughts");
    let position = tables.game().parse_fen("W:WK1:BK32").expect("a FEN");
    // Afterwards a read begins behind the header.
    assert_eq!(tables.probe_wdl(&position).expect("an answer").to_string(), "draw");
    for (fault, said) in faults {
        store.fail(Some(fault));
        let error = tables.probe_wdl(&position).expect_err("the store fails").to_string();
        assert!(error.contains("tables/english/KvK.wdl: ") && error.contains(said), "{fault:?}: {error}");
        store.fail(None);
        assert_eq!(tables.probe_wdl(&position).expect("the store has recovered").to_string(), "draw", "{fault:?}");
    }
}

#[test]
fn an_object_that_changes_under_way_is_an_error_and_never_a_mixture() {
    for name in FOLDERS {
        let store = stored(name);
        let disk = Tables::open(folder(name)).expect("the tables open");
        let tables = open(&store);
        let tables = tables.draughts().expect("draughts");
        let positions = positions(&disk);
        tables.probe_wdl(&positions[0]).expect("an answer");
        // The same bytes again are another version, those of the other coding another length.
        let other = FOLDERS[usize::from(name == FOLDERS[0])];
        for folder in [folder(name), folder(other)] {
            store.put_folder(&folder);
            let error = tables.probe_wdl(&positions[0]).expect_err("another version").to_string();
            assert!(error.contains("open the tables again"), "{error}");
        }
        let mut changed = 0;
        for position in &positions {
            match tables.probe_wdl(position) {
                Ok(value) => assert_eq!(value, disk.probe_wdl(position).expect("an answer"), "{position:?}"),
                Err(_) => changed += 1,
            }
        }
        assert!(changed > 100, "{changed}");
    }
}

#[test]
fn a_folder_without_tables_and_an_address_that_no_store_has_are_errors() {
    let store = stored("v4");
    let empty = RemoteFiles::open_in_store(store.clone(), "tables").expect_err("there is no manifest");
    assert!(matches!(&empty, OpenError::Empty { path } if path == Path::new("tables")), "{empty}");
    let wrong = RemoteFiles::open_in_store(store, "tables//english").expect_err("no path of an object").to_string();
    assert!(wrong.contains("tables//english"), "{wrong}");
    let empty = Collection::open("memory:///tables").expect_err("a new store is empty");
    assert!(matches!(&empty, OpenError::Empty { path } if path == Path::new("memory:///tables")), "{empty}");
    for address in ["gopher://bucket/tables", "s3://"] {
        let error = Tables::open(address).expect_err("there is no such store").to_string();
        assert!(error.contains(address), "{error}");
    }
}
