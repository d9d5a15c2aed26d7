//! Checkpoint files: the solved layers of a slice, saved from time to time, so that a stopped or
//! killed run can resume.
//!
//! The file holds the identity of the job, then packs of units in the order in which they are
//! solved: the number of units, the length of the pack, its checksum, and the compressed values of
//! the units. A pack that does not match is cut off with everything after it, and solved again. The
//! file is removed once the tables are written.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use peatee_rules::Draughts;
use peatee_table::format::{VERSION, rules_digest};
use peatee_table::{Metric, Slice, open_regular_file};

use crate::error::Error;
use crate::parallel;
use crate::progress::stop::Stop;
use crate::solver::draughts::ValueKinds;
use crate::solver::draughts::checkpoint::{Checkpoint, SavedUnits};

const ENDING: &str = ".partial";
/// The first bytes of the file; the last of them is the version.
const MAGIC: &[u8; 8] = b"PTPART\0\x03";
/// Maximal number of uncompressed bytes of units in one pack, except for a single larger unit.
const PACK_BYTES: usize = 2 << 20;
/// A fast level, because these files are read once, if ever.
const ZSTD_LEVEL: i32 = 1;
/// Bytes of the head of a pack: units, length and checksum.
const HEAD_BYTES: usize = 12;

#[derive(Debug)]
pub struct CheckpointFile<'a> {
    slice: Slice,
    path: PathBuf,
    identity: [u8; 32],
    every: Duration,
    saved_at: Instant,
    /// Number of units in the file.
    saved_units: usize,
    file: Option<File>,
    stop: &'a Stop,
}

impl<'a> CheckpointFile<'a> {
    /// Creates the checkpoint of the slice of a job. Saves after a layer when `every` has passed
    /// since the last save, and when a stop is requested. `rules` is a metric under whose rules the
    /// slice is solved.
    pub fn new(
        (directory, game, slice): (&Path, &Draughts, Slice),
        (wanted, rules): (ValueKinds, Metric),
        every: Duration,
        stop: &'a Stop,
    ) -> Self {
        // No `..`: the units of a file depend on everything that is wanted. The rules determine the
        // resets.
        let ValueKinds { to_end, to_conversion, to_reset: _ } = wanted;
        let mut hasher = blake3::Hasher::new();
        hasher.update(&VERSION.to_le_bytes());
        hasher.update(&rules_digest(game.variant().identity(), rules));
        hasher.update(slice.name().as_bytes());
        hasher.update(&[to_end as u8, to_conversion as u8]);
        CheckpointFile {
            slice,
            path: path(directory, slice),
            identity: *hasher.finalize().as_bytes(),
            every,
            saved_at: Instant::now(),
            saved_units: 0,
            file: None,
            stop,
        }
    }

    fn head(&self) -> Vec<u8> {
        [&MAGIC[..], &self.identity].concat()
    }

    /// Reads packs into `solved` until one does not match; returns the number of units read and the
    /// offset of that pack.
    fn read_packs(&self, layers: &[Vec<u32>], solved: &mut dyn SavedUnits) -> std::io::Result<Option<(usize, u64)>> {
        let file = match open_regular_file(&self.path) {
            Ok(file) => file,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(e),
        };
        let mut file = BufReader::new(file);
        let expected = self.head();
        let mut head = vec![0; expected.len()];
        if file.read_exact(&mut head).is_err() || head != expected {
            return Ok(None);
        }
        let unit_bytes = solved.unit_bytes();
        let unit_count: usize = layers.iter().map(Vec::len).sum();
        let mut order = layers.iter().flatten();
        let (mut units, mut offset) = (0, expected.len() as u64);
        while let Some(pack) = read_pack(&mut file, unit_bytes)? {
            if pack.units > unit_count - units {
                break;
            }
            for (&unit, bytes) in order.by_ref().take(pack.units).zip(pack.bytes.chunks(unit_bytes)) {
                solved.read_unit(unit, bytes);
            }
            units += pack.units;
            offset += pack.stored_bytes;
        }
        Ok(Some((units, offset)))
    }

    /// Appends the units of these layers that are not in the file yet.
    fn save(&mut self, layers: &[Vec<u32>], solved: &dyn SavedUnits) -> std::io::Result<()> {
        if self.file.is_none() {
            let mut file = File::create(&self.path)?;
            file.write_all(&self.head())?;
            self.file = Some(file);
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        let unit_bytes = solved.unit_bytes();
        let units_in_pack = (PACK_BYTES / unit_bytes.max(1)).max(1);
        let pack = |units: &[u32]| {
            let mut bytes = Vec::with_capacity(units.len() * unit_bytes);
            units.iter().for_each(|&unit| solved.append_unit(unit, &mut bytes));
            let stored = zstd::bulk::compress(&bytes, ZSTD_LEVEL)?;
            let head = [units.len() as u32, stored.len() as u32, crc32fast::hash(&stored)];
            Ok::<_, std::io::Error>([head.map(u32::to_le_bytes).concat(), stored].concat())
        };
        let mut order = layers.iter().flatten().copied().skip(self.saved_units);
        loop {
            // One pack per thread.
            let units: Vec<u32> = order.by_ref().take(units_in_pack * rayon::current_num_threads()).collect();
            if units.is_empty() {
                break;
            }
            for bytes in parallel::map(units.chunks(units_in_pack), &pack) {
                file.write_all(&bytes?)?;
            }
        }
        file.sync_data()?;
        self.saved_units = layers.iter().map(Vec::len).sum();
        Ok(())
    }
}

/// Returns the memory for saving units of `unit_bytes` bytes, in bytes.
pub fn saving_bytes(unit_bytes: u64) -> u64 {
    // A pack for each thread: uncompressed, and compressed with and without its head.
    rayon::current_num_threads() as u64 * unit_bytes.max(PACK_BYTES as u64) * 3 / 2
}

/// Units in the form of the file.
struct Pack {
    units: usize,
    bytes: Vec<u8>,
    /// Bytes of the pack in the file.
    stored_bytes: u64,
}

/// Reads the next pack; `None` at the end of the file, or if the pack does not match.
fn read_pack(file: &mut impl Read, unit_bytes: usize) -> std::io::Result<Option<Pack>> {
    let mut head = [0; HEAD_BYTES];
    if file.read_exact(&mut head).is_err() {
        return Ok(None);
    }
    let (numbers, _) = head.as_chunks();
    let [units, length, crc] = [0, 1, 2].map(|place| u32::from_le_bytes(numbers[place]));
    let mut stored = Vec::new();
    file.take(length as u64).read_to_end(&mut stored)?;
    let pack_bytes = units as usize * unit_bytes;
    let is_whole = stored.len() == length as usize && crc32fast::hash(&stored) == crc;
    if !is_whole || pack_bytes > PACK_BYTES.max(unit_bytes) {
        return Ok(None);
    }
    let bytes = zstd::bulk::decompress(&stored, pack_bytes).ok().filter(|bytes| bytes.len() == pack_bytes);
    let stored_bytes = (HEAD_BYTES + stored.len()) as u64;
    Ok(bytes.map(|bytes| Pack { units: units as usize, bytes, stored_bytes }))
}

pub fn path(directory: &Path, slice: Slice) -> PathBuf {
    directory.join(format!("{slice}{ENDING}"))
}

/// Removes the checkpoint file of a slice, if there is one.
///
/// # Errors
/// When the file cannot be removed.
pub fn remove(directory: &Path, slice: Slice) -> Result<(), Error> {
    let path = path(directory, slice);
    match std::fs::remove_file(&path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(Error::at(&path)(e)),
        _ => Ok(()),
    }
}

impl Checkpoint for CheckpointFile<'_> {
    fn restore(&mut self, layers: &[Vec<u32>], solved: &mut dyn SavedUnits) -> Result<usize, Error> {
        self.saved_at = Instant::now();
        (self.file, self.saved_units) = (None, 0);
        let Some((units, offset)) = self.read_packs(layers, solved).map_err(Error::at(&self.path))? else {
            return Ok(0);
        };
        let open = || {
            let mut file = File::options().write(true).open(&self.path)?;
            file.set_len(offset)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        self.file = Some(open().map_err(Error::at(&self.path))?);
        self.saved_units = units;
        // A layer that was saved in part is solved again.
        let mut before = 0;
        let is_there = |layer: &&Vec<u32>| {
            before += layer.len();
            before <= units
        };
        Ok(layers.iter().take_while(is_there).count())
    }

    fn layer_solved(&mut self, layers: &[Vec<u32>], count: usize, solved: &dyn SavedUnits) -> Result<(), Error> {
        let is_done = count == layers.len();
        let stops = self.stop.is_requested();
        if !is_done && (stops || self.saved_at.elapsed() >= self.every) {
            let solved_layers = &layers[..count];
            if solved_layers.iter().map(Vec::len).sum::<usize>() > self.saved_units {
                self.save(solved_layers, solved).map_err(Error::at(&self.path))?;
            }
            self.saved_at = Instant::now();
        }
        if stops && !is_done {
            return Err(Error::Stopped { slice: self.slice.name(), layers: count, of: layers.len() });
        }
        Ok(())
    }
}
