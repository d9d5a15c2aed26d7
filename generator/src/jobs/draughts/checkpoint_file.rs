//! Checkpoint files: the solved layers of a slice are saved from time to time, so that a run that
//! was stopped or killed can be resumed.
//!
//! A unit is a group of positions of the slice that the solver solves and saves together. The file
//! contains the identity of the job, then packs of solved units, in the order in which the units
//! are solved. A pack consists of the number of its units, its length, its checksum, and the
//! compressed values. If a pack is damaged, the file is cut off before it, and the units of this
//! pack and of all later packs are solved again. The file is removed when the tables are written.

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
/// The first bytes of the file. The last one is the version of the format.
const MAGIC: &[u8; 8] = b"PTPART\0\x03";
/// Maximum size of a pack before compression, in bytes. A pack holds the values of several units
/// (configurations of the men), which are compressed together. A larger unit has a pack of its own.
const PACK_BYTES: usize = 2 << 20;
/// Compression level. It is a fast one, because a checkpoint file is read at most once.
const ZSTD_LEVEL: i32 = 1;
/// Length of the start of a pack in bytes: number of units (configurations of the men) in the pack,
/// length of the pack, checksum.
const HEAD_BYTES: usize = 12;

#[derive(Debug)]
pub struct CheckpointFile<'a> {
    slice: Slice,
    path: PathBuf,
    identity: [u8; 32],
    every: Duration,
    saved_at: Instant,
    saved_units: usize,
    file: Option<File>,
    stop: &'a Stop,
}

impl<'a> CheckpointFile<'a> {
    /// Creates the checkpoint of a job. A slice is solved in layers of units (configurations of the
    /// men). After each layer but the last, the file is written if `every` has passed since the
    /// last save, or if a stop is requested. `rules` is a metric that names the rules under which
    /// the slice is solved.
    pub fn new(
        (directory, game, slice): (&Path, &Draughts, Slice),
        (wanted, rules): (ValueKinds, Metric),
        every: Duration,
        stop: &'a Stop,
    ) -> Self {
        // No `..` in this pattern, so that a new field must be considered: the units of a file
        // depend on all that is wanted. `to_reset` follows from the rules.
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

    /// Reads packs (compressed values of several units) into `solved`, up to the first damaged pack
    /// or the end of the file. Returns the number of units that were read, and the offset in the
    /// file at which the reading ended. Returns `None` if the file does not exist or belongs to
    /// another job.
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
            // One pack for each thread is compressed at a time.
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

pub fn saving_bytes(unit_bytes: u64) -> u64 {
    // Each thread holds a pack three times: uncompressed, compressed, and compressed with its head.
    rayon::current_num_threads() as u64 * unit_bytes.max(PACK_BYTES as u64) * 3 / 2
}

/// A pack (the values of several units, configurations of the men) that was read and decompressed.
struct Pack {
    units: usize,
    bytes: Vec<u8>,
    /// Compressed length of the pack in the file, in bytes.
    stored_bytes: u64,
}

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
/// The file cannot be removed.
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
        // A layer of which only some units were saved is solved again.
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
