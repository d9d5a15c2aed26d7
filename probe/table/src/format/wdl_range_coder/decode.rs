//! Decodes a block of WDL cells that is coded as runs.

use super::model::{Bit, Coder, Models, NARROW, Place};

#[derive(Debug)]
struct RangeDecoder<'a> {
    /// Difference between the number that the block codes and the lower end of the current
    /// interval.
    offset: u32,
    width: u32,
    rest: &'a [u8],
}

impl<'a> RangeDecoder<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = RangeDecoder { offset: 0, width: u32::MAX, rest: bytes };
        (0..4).for_each(|_| decoder.shift());
        decoder
    }

    #[inline(always)]
    fn shift(&mut self) {
        let next = match self.rest.split_first() {
            Some((&first, rest)) => {
                self.rest = rest;
                first
            }
            None => 0,
        };
        self.offset = self.offset << 8 | next as u32;
    }
}

impl Coder for RangeDecoder<'_> {
    #[inline(always)]
    fn bit(&mut self, model: &mut Bit, _yes: bool) -> bool {
        let split = model.split(self.width);
        let yes = self.offset < split;
        if yes {
            self.width = split;
        } else {
            self.offset -= split;
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

/// Decodes a block to `cells_bytes` bytes of cells.
///
/// # Errors
/// The reason why the bytes do not decode to that many bytes of cells.
pub fn decode(bytes: &[u8], cells_bytes: usize) -> Result<Box<[u8]>, &'static str> {
    let (&first, body) = bytes.split_first().ok_or("it has no first value")?;
    if first > 2 {
        return Err("its first value is none");
    }
    let count = 4 * cells_bytes;
    let mut cells = vec![0u8; cells_bytes];
    let (mut coder, mut models) = (RangeDecoder::new(body), Box::new(Models::NEW));
    let mut place = Place::at_start(first as usize);
    let mut start = 0;
    while start < count {
        let length = models.length(&mut coder, place.value, place.sizes[1], 0);
        let end = start + length as usize;
        if end > count {
            return Err("a run goes beyond its end");
        }
        fill(&mut cells, start, end, place.value as u8);
        start = end;
        if start < count {
            let next = models.next(&mut coder, place.before, place.value, 0);
            place.step(length, next);
        }
    }
    if coder.rest.is_empty() { Ok(cells.into()) } else { Err("bytes are left over") }
}

/// Sets the cells `start..end`, which must be 0, to `value`.
#[inline(always)]
fn fill(cells: &mut [u8], start: usize, end: usize, value: u8) {
    let whole = value * 0b0101_0101;
    let (first, last) = (start / 4, end / 4);
    let (from, to) = (2 * (start % 4), 2 * (end % 4));
    let above = u8::MAX << from;
    let below = !(u8::MAX << to);
    if first == last {
        cells[first] |= whole & above & below;
        return;
    }
    cells[first] |= whole & above;
    cells[first + 1..last].fill(whole);
    if to > 0 {
        cells[last] |= whole & below;
    }
}

#[cfg(test)]
mod tests {
    use super::super::encode::encode;
    use super::*;
    use proptest::prelude::*;

    fn packed(runs: &[(u8, usize)]) -> Vec<u8> {
        let values: Vec<u8> = runs.iter().flat_map(|&(value, length)| std::iter::repeat_n(value % 3, length)).collect();
        let four = |four: &[u8]| (0..4).fold(0, |byte, i| byte | four.get(i).copied().unwrap_or(0) << (2 * i));
        values.chunks(4).map(four).collect()
    }

    proptest! {
        #[test]
        fn blocks_come_back(runs in prop::collection::vec((0u8..3, prop_oneof![1usize..9, 1usize..200, 1usize..9000]), 0..300)) {
            let cells = packed(&runs);
            let written = encode(&cells);
            let read = decode(&written, cells.len());
            prop_assert_eq!(read.as_deref(), Ok(&cells[..]));
        }

        #[test]
        fn any_bytes_give_cells_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..400), length in 0usize..5000) {
            if let Ok(cells) = decode(&bytes, length) {
                prop_assert_eq!(cells.len(), length);
                prop_assert!(cells.iter().all(|byte| byte & (byte >> 1) & 0b0101_0101 == 0));
            }
        }
    }

    #[test]
    fn noise_and_carries_come_back() {
        let mut random = fastrand::Rng::with_seed(7);
        for length in [1usize, 2, 3, 64, 1000, 20_000] {
            for _ in 0..40 {
                let cells: Vec<u8> =
                    (0..length).map(|_| (0..4).fold(0, |byte, _| byte << 2 | random.u8(..3))).collect();
                assert_eq!(decode(&encode(&cells), length).as_deref(), Ok(&cells[..]));
            }
        }
    }

    #[test]
    fn long_runs_take_few_bytes() {
        let cells = packed(&[(2, 9_000), (0, 3), (2, 9_000), (0, 3), (2, 9_000), (1, 1)]);
        assert!(encode(&cells).len() < 24, "{}", encode(&cells).len());
    }

    #[test]
    fn what_is_left_over_is_an_error() {
        let cells = packed(&[(1, 100), (2, 50), (0, 50)]);
        let mut written = encode(&cells);
        assert!(decode(&[], cells.len()).is_err());
        assert!(decode(&[3], cells.len()).is_err());
        written.extend([0, 0, 0, 0, 9]);
        assert!(decode(&written, cells.len()).is_err());
    }
}
