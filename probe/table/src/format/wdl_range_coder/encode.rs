//! Encodes a block of WDL cells as runs.

use super::model::{Bit, Coder, Models, NARROW, Place};

/// Range encoder: narrows an interval of numbers at each decision, and writes the leading bytes of
/// its lower end. The encoder holds back the bytes that a carry can still change: the last byte
/// that is not 255, and the bytes after it.
#[derive(Debug)]
struct Encoder {
    low: u64,
    width: u32,
    held: u8,
    /// Number of bytes with value 255 that are held back after `held`, because a carry can still
    /// change them.
    full: usize,
    is_first: bool,
    out: Vec<u8>,
}

impl Encoder {
    fn new() -> Self {
        Encoder { low: 0, width: u32::MAX, held: 0, full: 0, is_first: true, out: Vec::new() }
    }

    fn shift(&mut self) {
        if self.low < 0xff00_0000 || self.low > u32::MAX as u64 {
            let carry = (self.low >> 32) as u8;
            if !self.is_first {
                self.out.push(self.held.wrapping_add(carry));
            }
            self.is_first = false;
            self.out.extend(std::iter::repeat_n(carry.wrapping_add(u8::MAX), self.full));
            self.full = 0;
            self.held = (self.low >> 24) as u8;
        } else {
            self.full += 1;
        }
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    /// Returns the written bytes without trailing zeros, which the decoder adds again.
    fn finish(mut self) -> Vec<u8> {
        // Of the numbers in the interval, the one with the most trailing zero bits makes the
        // shortest output. The width is never below NARROW.
        let highest = self.low + self.width as u64 - 1;
        let zeros = (self.low ^ highest).ilog2();
        self.low = highest >> zeros << zeros;
        (0..5).for_each(|_| self.shift());
        while self.out.last() == Some(&0) {
            self.out.pop();
        }
        self.out
    }
}

impl Coder for Encoder {
    #[inline(always)]
    fn bit(&mut self, model: &mut Bit, yes: bool) -> bool {
        let split = model.split(self.width);
        if yes {
            self.width = split;
        } else {
            self.low += split as u64;
            self.width -= split;
        }
        while self.width < NARROW {
            self.width <<= 8;
            self.shift();
        }
        model.learn(yes);
        yes
    }
}

#[inline(always)]
fn value_at(cells: &[u8], place: usize) -> u8 {
    cells[place / 4] >> (2 * (place % 4)) & 3
}

/// Returns the index of the first cell after the run that begins at `start`. The block has `count`
/// cells.
#[inline(always)]
fn run_end(cells: &[u8], start: usize, count: usize) -> usize {
    let value = value_at(cells, start);
    let whole = value * 0b0101_0101;
    let mut at = start + 1;
    while at < count {
        if at.is_multiple_of(4) {
            let same = cells[at / 4..].iter().take_while(|&&byte| byte == whole).count();
            at = (at + 4 * same).min(count);
            if at == count {
                break;
            }
        }
        if value_at(cells, at) != value {
            break;
        }
        at += 1;
    }
    at
}

/// Encodes a block of WDL cells, four to a byte, each 0, 1 or 2. Encodes the padding cells of the
/// last byte too.
pub(in crate::format) fn encode(cells: &[u8]) -> Vec<u8> {
    let count = 4 * cells.len();
    let (mut coder, mut models) = (Encoder::new(), Box::new(Models::NEW));
    let mut place = Place::at_start(cells.first().map_or(0, |&byte| byte as usize & 3));
    let mut out = vec![place.value as u8];
    let mut start = 0;
    while start < count {
        let end = run_end(cells, start, count);
        let length = (end - start) as u32;
        models.length(&mut coder, place.value, place.sizes[1], length);
        start = end;
        if start < count {
            let next = value_at(cells, start) as usize;
            models.next(&mut coder, place.before, place.value, next);
            place.step(length, next);
        }
    }
    out.extend(coder.finish());
    out
}
