//! A slice in the making, saved from time to time, so that a run that is stopped or killed goes on where it was.
//!
//! The file holds the identity of what is being made and then, one after the other, packs of units in the order in which
//! they are solved: their number, the length of the pack, its checksum, and their value words, compressed. Whatever does not
//! match is cut off and solved again. It is gone once the tables are there.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use peatee_rules::{Game, Word};
use peatee_table::format::{VERSION, rules_digest};
use peatee_table::{Metric, Slice, open_regular_file};
use rayon::prelude::*;

use crate::error::Error;
use crate::solver::sets::{Layers, Wanted, Words};
use crate::stop::Stop;

/// The ending of such files.
const ENDING: &str = ".partial";
/// The first bytes; the last of them is the version.
const MAGIC: &[u8; 8] = b"PTPART\0\x01";
/// Bytes of words, about, in one pack.
const PACK_BYTES: usize = 8 << 20;
/// Packs that are compressed before they are written.
const PACKS_TOGETHER: usize = 8;
/// The fastest level that is no failure: these files are read once, if ever.
const ZSTD_LEVEL: i32 = 1;
/// Units, length and checksum of a pack.
const HEAD_BYTES: usize = 12;

/// The file of one slice.
#[derive(Debug)]
pub struct Partial<'a> {
    slice: Slice,
    path: PathBuf,
    identity: [u8; 32],
    every: Duration,
    saved_at: Instant,
    /// Units that are in the file.
    saved_units: usize,
    file: Option<File>,
    stop: &'a Stop,
}

impl<'a> Partial<'a> {
    /// For the slice of a job. Saves whenever a layer is done and `every` has gone by, and when a stop is asked for.
    pub fn new(directory: &Path, game: &Game, slice: Slice, wanted: Wanted, every: Duration, stop: &'a Stop) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&VERSION.to_le_bytes());
        hasher.update(&rules_digest(game.variant(), Metric::Wdl));
        hasher.update(slice.name().as_bytes());
        hasher.update(&[wanted.to_end as u8, wanted.to_conversion as u8]);
        Partial {
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

    /// The first bytes of the file. Words of other digits are other words.
    fn head<W: Word>(&self, words: &Words<W>) -> Vec<u8> {
        let mut head = MAGIC.to_vec();
        head.extend(self.identity);
        for table in words.solved.iter().chain(&words.conversions) {
            head.push(table.stride as u8);
        }
        head.push(size_of::<W>() as u8);
        head
    }

    /// Reads packs into `words` until one does not match; returns how many units were read, and where that one begins.
    fn read_packs<W: Word>(&self, order: &[u32], words: &mut Words<W>) -> std::io::Result<Option<(usize, u64)>> {
        let file = match open_regular_file(&self.path) {
            Ok(file) => file,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(e),
        };
        let mut file = BufReader::new(file);
        let expected = self.head(words);
        let mut head = vec![0; expected.len()];
        if file.read_exact(&mut head).is_err() || head != expected {
            return Ok(None);
        }
        let (mut units, mut offset) = (0, expected.len() as u64);
        while let Some(pack) = read_pack(&mut file, words)? {
            if pack.units > order.len() - units {
                break;
            }
            let mut from = pack.bytes.chunks_exact(size_of::<W>());
            for &unit in &order[units..units + pack.units] {
                for word in words.of_unit_mut(unit).flatten() {
                    *word = from.next().map_or(W::EMPTY, word_of);
                }
            }
            units += pack.units;
            offset += pack.stored_bytes;
        }
        Ok(Some((units, offset)))
    }

    /// Writes the units behind those that are in the file.
    fn save<W: Word>(&mut self, order: &[u32], words: &Words<W>) -> std::io::Result<()> {
        if self.file.is_none() {
            let mut file = File::create(&self.path)?;
            file.write_all(&self.head(words))?;
            self.file = Some(file);
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        let unit_bytes = words.words_of_unit() * size_of::<W>();
        let units_in_pack = (PACK_BYTES / unit_bytes.max(1)).max(1);
        for packs in order[self.saved_units..].chunks(units_in_pack * PACKS_TOGETHER) {
            let pack = |units: &[u32]| {
                let mut bytes = Vec::with_capacity(units.len() * unit_bytes);
                for word in units.iter().flat_map(|&unit| words.of_unit(unit)).flatten() {
                    bytes.extend_from_slice(&word.widen().to_le_bytes()[..size_of::<W>()]);
                }
                let stored = zstd::bulk::compress(&bytes, ZSTD_LEVEL)?;
                let head = [units.len() as u32, stored.len() as u32, crc32fast::hash(&stored)];
                Ok([head.map(u32::to_le_bytes).concat(), stored].concat())
            };
            let packed: Vec<Vec<u8>> = packs.par_chunks(units_in_pack).map(pack).collect::<std::io::Result<_>>()?;
            for bytes in packed {
                file.write_all(&bytes)?;
            }
        }
        file.sync_data()?;
        self.saved_units = order.len();
        Ok(())
    }
}

/// Units as they are in the file.
struct Pack {
    units: usize,
    bytes: Vec<u8>,
    /// What it takes in the file.
    stored_bytes: u64,
}

/// Reads the next pack; `None` at the end of the file, or where it does not match.
fn read_pack<W: Word>(file: &mut impl Read, words: &Words<W>) -> std::io::Result<Option<Pack>> {
    let mut head = [0; HEAD_BYTES];
    if file.read_exact(&mut head).is_err() {
        return Ok(None);
    }
    let (numbers, _) = head.as_chunks();
    let [units, length, crc] = [0, 1, 2].map(|place| u32::from_le_bytes(numbers[place]));
    let mut stored = Vec::new();
    file.take(length as u64).read_to_end(&mut stored)?;
    let unit_bytes = words.words_of_unit() * size_of::<W>();
    let pack_bytes = units as usize * unit_bytes;
    let is_whole = stored.len() == length as usize && crc32fast::hash(&stored) == crc;
    if !is_whole || pack_bytes > PACK_BYTES.max(unit_bytes) {
        return Ok(None);
    }
    let bytes = zstd::bulk::decompress(&stored, pack_bytes).ok().filter(|bytes| bytes.len() == pack_bytes);
    let stored_bytes = (HEAD_BYTES + stored.len()) as u64;
    Ok(bytes.map(|bytes| Pack { units: units as usize, bytes, stored_bytes }))
}

fn path(directory: &Path, slice: Slice) -> PathBuf {
    directory.join(format!("{slice}{ENDING}"))
}

/// Removes the file of a slice, if there is one: its tables are there.
///
/// # Errors
/// When it cannot be removed.
pub fn remove(directory: &Path, slice: Slice) -> Result<(), Error> {
    let path = path(directory, slice);
    match std::fs::remove_file(&path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(Error::at(&path)(e)),
        _ => Ok(()),
    }
}

impl<W: Word> Layers<W> for Partial<'_> {
    fn restore(&mut self, layers: &[Vec<u32>], words: &mut Words<W>) -> Result<usize, Error> {
        let order: Vec<u32> = layers.iter().flatten().copied().collect();
        self.saved_at = Instant::now();
        (self.file, self.saved_units) = (None, 0);
        let Some((units, offset)) = self.read_packs(&order, words).map_err(Error::at(&self.path))? else {
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
        // Of a layer that is there in part all is solved once more.
        let mut before = 0;
        let is_there = |layer: &&Vec<u32>| {
            before += layer.len();
            before <= units
        };
        Ok(layers.iter().take_while(is_there).count())
    }

    fn solved(&mut self, layers: &[Vec<u32>], count: usize, words: &Words<W>) -> Result<(), Error> {
        let is_done = count == layers.len();
        let stops = self.stop.is_requested();
        if !is_done && (stops || self.saved_at.elapsed() >= self.every) {
            let order: Vec<u32> = layers[..count].iter().flatten().copied().collect();
            if order.len() > self.saved_units {
                self.save(&order, words).map_err(Error::at(&self.path))?;
            }
            self.saved_at = Instant::now();
        }
        if stops && !is_done {
            return Err(Error::Stopped { slice: self.slice.name(), layers: count, of: layers.len() });
        }
        Ok(())
    }
}

fn word_of<W: Word>(bytes: &[u8]) -> W {
    let mut wide = [0; 16];
    wide[..bytes.len()].copy_from_slice(bytes);
    W::narrow(u128::from_le_bytes(wide))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::lookup::Lookup;
    use crate::solver::sets::{self, SetRules, Solved, Untold};
    use crate::solver::{Values, dtw};
    use crate::{Quiet, Settings, TableDirectory, generate, job, read};
    use peatee_probe::Resolved;
    use peatee_rules::{Kernel, Variant, with_kernel};

    /// Asks for a stop after so many layers, and counts those that were restored and those that were solved.
    struct StopAfter<'a> {
        partial: Partial<'a>,
        stop: &'a Stop,
        layers: usize,
        restored: usize,
        solved: usize,
    }

    impl<W: Word> Layers<W> for StopAfter<'_> {
        fn restore(&mut self, layers: &[Vec<u32>], words: &mut Words<W>) -> Result<usize, Error> {
            self.restored = self.partial.restore(layers, words)?;
            Ok(self.restored)
        }

        fn solved(&mut self, layers: &[Vec<u32>], count: usize, words: &Words<W>) -> Result<(), Error> {
            self.solved += 1;
            if count == self.layers {
                self.stop.request();
            }
            self.partial.solved(layers, count, words)
        }
    }

    struct Slices<'a, W> {
        kernel: &'a Kernel<W>,
        game: &'a Game,
        directory: &'a Path,
        slice: Slice,
        known: Lookup<W, Values>,
    }

    const WANTED: Wanted = Wanted { to_end: true, to_conversion: true };

    impl<W: Word> Slices<'_, W> {
        fn solve(&self, told: &mut dyn Layers<W>) -> Result<Solved, Error> {
            let rules = SetRules::of(self.kernel).expect("a game that is solved by sets");
            let opposite = self.slice.opposite(self.game);
            sets::solve(self.kernel, &rules, self.slice, opposite, &self.known, WANTED, told)
        }

        /// Stops after so many layers; returns how many were restored and how many solved.
        fn stopped_after(&self, layers: usize) -> (Result<Solved, Error>, usize, usize) {
            let stop = Stop::default();
            let partial = Partial::new(self.directory, self.game, self.slice, WANTED, Duration::from_secs(3600), &stop);
            let mut told = StopAfter { partial, stop: &stop, layers, restored: 0, solved: 0 };
            let found = self.solve(&mut told);
            (found, told.restored, told.solved)
        }
    }

    #[test]
    fn what_is_stopped_goes_on_where_it_was() {
        let game = Game::new(Variant::named("english").expect("a variant"));
        let root = tempfile::tempdir().expect("room for temporary files");
        let mut directory = TableDirectory::open(root.path(), &game).expect("a new directory");
        let metrics = vec![Metric::Wdl, Metric::Dtw];
        generate(&mut directory, 3, &Settings::new(metrics.clone(), 1 << 30), &Quiet).expect("few pieces");
        let slice = Slice::parse(&game, "KMvM").expect("a slice");
        with_kernel!(game, kernel => {
            let load = |&slice: &Slice| {
                let tables = read::open(&directory, slice, Metric::Dtw).expect("tables");
                std::sync::Arc::new(dtw::load(kernel, &tables, slice, Metric::Dtw, Resolved::All).expect("a table"))
            };
            let known = Lookup::new(job(&game, slice, &metrics).needs.iter().map(load));
            let slices = Slices { kernel, game: &game, directory: root.path(), slice, known };
            let whole = slices.solve(&mut Untold).expect("it is solved");
            let values = |solved: &Solved| {
                let both = solved.to_end.iter().chain(&solved.to_conversion);
                both.map(|solution| solution.values.clone()).collect::<Vec<Values>>()
            };

            let (found, restored, solved) = slices.stopped_after(3);
            assert!(matches!(found, Err(Error::Stopped { layers: 3, .. })), "{found:?}");
            assert_eq!((restored, solved), (0, 3));
            let (found, restored, solved) = slices.stopped_after(5);
            assert!(matches!(found, Err(Error::Stopped { layers: 5, .. })), "{found:?}");
            assert_eq!((restored, solved), (3, 2));

            // The last byte of the file is damaged: the pack it belongs to is solved again.
            let path = root.path().join("KMvM.partial");
            let mut bytes = std::fs::read(&path).expect("it was saved");
            *bytes.last_mut().expect("it holds something") ^= 1;
            std::fs::write(&path, bytes).expect("writable");
            let (found, restored, _) = slices.stopped_after(usize::MAX);
            assert_eq!(values(&found.expect("it is solved")), values(&whole));
            assert_eq!(restored, 3);

            // A file of something else is not read.
            std::fs::write(&path, b"PTPART").expect("writable");
            let (found, restored, _) = slices.stopped_after(usize::MAX);
            assert_eq!((values(&found.expect("it is solved")), restored), (values(&whole), 0));
        });
    }
}
