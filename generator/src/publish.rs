//! Publication of tables: writes a folder that any web server can serve without changes.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Component, Path, PathBuf};

use peatee_probe::any::Tables;
use peatee_probe::{AnyTables, OpenError, OpenOptions, with_tables};
use peatee_table::format::HEADER_BYTES;
use peatee_table::{
    HEADER_LIST_NAME, HeaderList, MANIFEST_NAME, Manifest, ManifestEntry, Metric, PublishedGame, SITE_NAME, Site,
};
use sha2::{Digest as _, Sha256};

use crate::error::Error;
use crate::explore::signature::signatures;
use crate::jobs::family::Family;
use crate::jobs::files::check::{BLAKE3_SUMS_NAME, SHA256_SUMS_NAME, fault_of, in_bytes};
use crate::jobs::files::table_files::check_free;
use crate::parallel;
use crate::progress::watch::{Watch, Watched};
use crate::tables::write::{WholeFile, write_whole};
use crate::units::hex;

const LICENCES: [(&str, &str); 2] =
    [("LICENSE-APACHE", include_str!("../../LICENSE-APACHE")), ("LICENSE-MIT", include_str!("../../LICENSE-MIT"))];
const LICENCE: &str = "MIT OR Apache-2.0";

/// Files that the folder of a web page must contain to work on a site.
const PAGE_FILES: [&str; 2] = ["index.html", "library/index.js"];

/// Writes a site: the tables of `folders`, one folder for each game, and the files of the folder
/// `page`. Each file appears when it is complete, and `index.json` comes last. Games that are
/// already on the site stay there. Progress is reported to `watch` in bytes.
///
/// # Errors
/// A table or a file of the page is missing, a table is damaged, one of page and site is in the
/// other, the disk is full, or the work must stop.
pub fn publish(folders: &[PathBuf], page: Option<&Path>, out: &Path, watch: &dyn Watch) -> Result<Site, Error> {
    page.map_or(Ok(()), |page| check_page(page, out))?;
    let path = out.join(SITE_NAME);
    std::fs::create_dir_all(out).map_err(Error::at(out))?;
    let mut games = match std::fs::read_to_string(&path) {
        Ok(text) => Site::parse(&path, &text)?.games,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => BTreeMap::new(),
        Err(error) => return Err(Error::at(&path)(error)),
    };
    for folder in folders {
        let tables = OpenOptions::new().memory_bytes(0).open_any(&[folder], |_| true)?;
        let game = publish_game(folder, &tables, &out.join(tables.game_id()), watch)?;
        games.insert(tables.game_id().to_owned(), game);
    }
    for (name, text) in LICENCES {
        write(&out.join(name), text.as_bytes())?;
    }
    page.map_or(Ok(()), |page| copy_folder(page, out))?;
    let site = Site {
        published_by: concat!("peatee-gen ", env!("CARGO_PKG_VERSION")).to_owned(),
        commit: option_env!("PEATEE_COMMIT").map(str::to_owned),
        licence: LICENCE.to_owned(),
        games,
    };
    write(&path, site.to_text().as_bytes())?;
    Ok(site)
}

/// Fails unless a folder holds a page that can be copied to `out`: copied into itself, a folder
/// never ends.
fn check_page(page: &Path, out: &Path) -> Result<(), Error> {
    for file in PAGE_FILES.map(|name| page.join(name)) {
        file.metadata().map_err(Error::at(&file))?;
    }
    let whole = page.canonicalize().map_err(Error::at(page))?;
    let out = std::path::absolute(out).map_err(Error::at(out))?;
    if place_of(&out).is_some_and(|at| at.starts_with(&whole) || whole.starts_with(&at)) {
        return Err(Error::PageInSite { page: page.to_owned(), out });
    }
    Ok(())
}

/// Returns the place of a folder that may not be there yet: below the last folder of its path that
/// is there.
fn place_of(folder: &Path) -> Option<PathBuf> {
    let (mut place, there) = folder.ancestors().find_map(|there| Some((there.canonicalize().ok()?, there)))?;
    for part in folder.strip_prefix(there).ok()?.components() {
        match part {
            Component::ParentDir => drop(place.pop()),
            part => place.push(part),
        }
    }
    Some(place)
}

fn publish_game(folder: &Path, tables: &AnyTables, out: &Path, watch: &dyn Watch) -> Result<PublishedGame, Error> {
    let manifest = Manifest::read(folder)?.ok_or_else(|| OpenError::Empty { path: folder.to_owned() })?;
    let signatures = with_tables!(tables, tables => sign(tables))?;
    std::fs::create_dir_all(out).map_err(Error::at(out))?;
    let copied = copy_tables(folder, &manifest, out, watch)?;
    let text = manifest.to_text();
    let headers = copied.iter().map(|file| file.header).collect();
    let header_list = HeaderList { manifest: text.clone(), headers }.to_bytes();
    let mut sums: Vec<Sums> = copied.into_iter().map(|file| file.sums).collect();
    for (name, bytes) in [(MANIFEST_NAME, text.as_bytes()), (HEADER_LIST_NAME, &header_list)] {
        write(&out.join(name), bytes)?;
        sums.push(Sums::of(name, bytes));
    }
    let lines = |digest: fn(&Sums) -> &String| -> String {
        sums.iter().map(|sums| format!("{}  {}\n", digest(sums), sums.name)).collect()
    };
    write(&out.join(BLAKE3_SUMS_NAME), lines(|sums| &sums.blake3).as_bytes())?;
    write(&out.join(SHA256_SUMS_NAME), lines(|sums| &sums.sha256).as_bytes())?;
    Ok(PublishedGame {
        format_version: manifest.format_version,
        rules_digest: manifest.rules_digest.clone(),
        pieces_max: with_tables!(tables, tables => tables.most_pieces()),
        tables: manifest.tables.len(),
        bytes: manifest.tables.values().map(|entry| entry.bytes).sum(),
        manifest_blake3: manifest.digest(),
        signatures: signatures.into_iter().map(|(metric, signed)| (metric.to_string(), signed)).collect(),
    })
}

fn sign<F: Family>(tables: &Tables<F>) -> Result<BTreeMap<Metric, String>, Error> {
    match tables.faults().next() {
        Some(fault) => Err(OpenError::from(fault.clone()).into()),
        None => signatures(tables),
    }
}

struct CopiedTable {
    sums: Sums,
    header: [u8; HEADER_BYTES],
}

struct Sums {
    name: String,
    blake3: String,
    sha256: String,
}

impl Sums {
    fn of(name: &str, bytes: &[u8]) -> Sums {
        Sums {
            name: name.to_owned(),
            blake3: blake3::hash(bytes).to_hex().to_string(),
            sha256: hex(&Sha256::digest(bytes)),
        }
    }
}

/// Copies the tables that a manifest lists, one file on each thread, and compares the files with
/// the manifest. If both folders are the same, copies nothing, but still compares the files.
fn copy_tables(folder: &Path, manifest: &Manifest, out: &Path, watch: &dyn Watch) -> Result<Vec<CopiedTable>, Error> {
    let same = |path: &Path| path.canonicalize().map_err(Error::at(path));
    let is_copied = same(folder)? != same(out)?;
    if is_copied {
        let is_new = |(name, entry): &(&String, &ManifestEntry)| {
            out.join(name).metadata().is_ok_and(|found| found.len() == entry.bytes)
        };
        let new = manifest.tables.iter().filter(|table| !is_new(table));
        check_free(out, new.map(|(_, entry)| entry.bytes).sum())?;
    }
    let watched = Watched::start(watch, manifest.tables.values().map(|entry| entry.bytes).sum());
    let copy = |(name, entry): (&String, &ManifestEntry)| {
        watched.slice(name);
        let path = out.join(name);
        let mut copy = if is_copied { Some(WholeFile::create(&path).map_err(Error::at(&path))?) } else { None };
        let (mut sha256, mut header) = (Sha256::new(), Vec::with_capacity(HEADER_BYTES));
        let fault = fault_of(&folder.join(name), entry, &mut |part| {
            sha256.update(part);
            header.extend(part.iter().take(HEADER_BYTES - header.len()));
            copy.as_mut().map_or(Ok(()), |copy| copy.write_all(part)).map_err(Error::at(&path))?;
            watched.advance(part.len() as u64)
        })?;
        fault.map_or(Ok(()), Err)?;
        copy.map_or(Ok(()), WholeFile::finish).map_err(Error::at(&path))?;
        let sums = Sums { name: name.clone(), blake3: entry.blake3.clone(), sha256: hex(&sha256.finalize()) };
        // The tables are open, so each file has a header.
        Ok(CopiedTable { sums, header: *header.first_chunk().expect("a table that was opened has a header") })
    };
    parallel::try_map(&manifest.tables, &copy).map_err(in_bytes)
}

fn copy_folder(folder: &Path, out: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(out).map_err(Error::at(out))?;
    for entry in std::fs::read_dir(folder).map_err(Error::at(folder))? {
        let entry = entry.map_err(Error::at(folder))?;
        let (path, copy) = (entry.path(), out.join(entry.file_name()));
        if path.is_dir() {
            copy_folder(&path, &copy)?;
        } else {
            write(&copy, &std::fs::read(&path).map_err(Error::at(&path))?)?;
        }
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    write_whole(path, bytes).map_err(Error::at(path))
}
