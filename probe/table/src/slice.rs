//! Slices (a slice is all positions with the same pieces and side to move), and the slices that
//! moves lead to.

use std::collections::BTreeSet;

use peatee_rules::{Draughts, KINDS, Kind, Material, Position, Side};

/// All positions with the same material and side to move. One table file holds the values of one
/// slice.
///
/// In variants with a colour symmetry, the side to move is always written as White: `KMvK` is king
/// and man to move against a king, whatever their colours. In other variants, Black to move makes a
/// separate slice, `KMvK-b`, whose name still has White's pieces first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slice {
    /// Pieces of both sides.
    pub material: Material,
    /// Side to move.
    pub side: Side,
}

/// Error: a text is not the name of a slice.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is not a slice of {variant}: {reason}; slices are named like KKMvK, the side to move first")]
pub struct SliceNameError {
    /// Text that was to be parsed.
    pub name: String,
    /// Id of the variant.
    pub variant: &'static str,
    /// Reason why the text is not a slice, in words.
    pub reason: &'static str,
}

impl Slice {
    /// Number of possible values of [`Slice::number`].
    pub const NUMBERS: usize = 1 << 19;

    /// Returns a number below [`Slice::NUMBERS`] that no other slice has, for use as an array
    /// index. The number has three bits per kind and side, and one bit for the side to move.
    /// Returns `None` when a side has more than 7 pieces of a kind.
    #[inline(always)]
    pub fn number(self) -> Option<usize> {
        let mut number = self.side as usize;
        for &count in self.material.counts.as_flattened() {
            if count > MAX_COUNT {
                return None;
            }
            number = number << 3 | count as usize;
        }
        Some(number)
    }

    /// Returns the slice of a position as tables name it, see [`Slice::canonical`].
    #[inline]
    pub fn of(game: &Draughts, position: &Position) -> Slice {
        Slice { material: Material::of(&position.setup), side: position.side }.canonical(game)
    }

    /// Returns this slice as tables name it: with the colours exchanged if Black is to move and the
    /// variant has a colour symmetry, otherwise unchanged.
    #[inline]
    pub fn canonical(self, game: &Draughts) -> Slice {
        match self.side {
            Side::Black if game.variant().mirror.is_some() => {
                Slice { material: self.material.swapped(), side: Side::White }
            }
            _ => self,
        }
    }

    /// Returns the slice with the same pieces and the other side to move. If the variant has a
    /// colour symmetry and both sides have the same pieces, this is the slice itself.
    pub fn opposite(self, game: &Draughts) -> Slice {
        Slice { material: self.material, side: self.side.other() }.canonical(game)
    }

    /// Returns the name of the slice: `KKMvK`, with `-b` for Black to move in variants without a
    /// colour symmetry.
    pub fn name(&self) -> String {
        let suffix = if self.side == Side::Black { "-b" } else { "" };
        format!("{}v{}{suffix}", self.material.letters(Side::White), self.material.letters(Side::Black))
    }

    /// Parses the name of a slice.
    ///
    /// # Errors
    /// [`SliceNameError`] when the name is not a slice of this variant.
    pub fn parse(game: &Draughts, name: &str) -> Result<Slice, SliceNameError> {
        let fail = |reason| SliceNameError { name: name.to_owned(), variant: game.variant().id, reason };
        let (pieces, side) = match name.strip_suffix("-b") {
            Some(_) if game.variant().mirror.is_some() => return Err(fail("its side to move is always named first")),
            Some(pieces) => (pieces, Side::Black),
            None => (name, Side::White),
        };
        let (white, black) = pieces.split_once('v').ok_or_else(|| fail("there is no `v` between the sides"))?;
        let mut material = Material::default();
        for (owner, letters) in [(Side::White, white), (Side::Black, black)] {
            if letters.is_empty() {
                return Err(fail("each side needs a piece"));
            }
            if letters.len() > MAX_COUNT as usize {
                return Err(fail("that is more pieces than tables are made for"));
            }
            for letter in letters.chars() {
                let kind = Kind::from_letter(letter).filter(|&kind| game.variant().piece(kind).is_some());
                let kind = kind.ok_or_else(|| fail("it names a kind of piece that the game does not have"))?;
                if !game.variant().plays_on_with(kind) {
                    return Err(fail("the first king ends the game, so tables have men alone"));
                }
                material.counts[owner as usize][kind as usize] += 1;
            }
        }
        let slice = Slice { material, side };
        if slice.name() != name {
            return Err(fail("kings are written first, then men, then other pieces, in capitals"));
        }
        Ok(slice)
    }

    /// Returns all slices that a move can reach by a capture, a promotion or another change of a
    /// piece. Leaves out this slice, its opposite, and moves that end the game. The result might
    /// also contain slices that no move reaches.
    pub fn successors(&self, game: &Draughts) -> BTreeSet<Slice> {
        let own = self.side as usize;
        let opponent = self.side.other() as usize;
        let mut out = BTreeSet::new();
        for changed in self.changes_of_mover(game) {
            for left in fewer(self.material.counts[opponent]) {
                let mut material = Material::default();
                material.counts[own] = changed;
                material.counts[opponent] = left;
                if material == self.material || material.of_side(self.side.other()) == 0 {
                    continue;
                }
                out.insert(Slice { material, side: self.side.other() }.canonical(game));
            }
        }
        out
    }

    /// Returns the piece counts that the side to move can have after a move: unchanged, or with one
    /// piece changed to another kind.
    fn changes_of_mover(&self, game: &Draughts) -> Vec<[u8; KINDS]> {
        let counts = self.material.counts[self.side as usize];
        let mut out = vec![counts];
        let mut change = |from: Kind, to: Kind| {
            if counts[from as usize] > 0 && from != to {
                let mut changed = counts;
                changed[from as usize] -= 1;
                changed[to as usize] += 1;
                out.push(changed);
            }
        };
        for (kind, rule) in game.variant().pieces {
            if let Some(becomes) = rule.capture_becomes {
                change(*kind, becomes);
            }
        }
        if game.variant().plays_on_with(Kind::King) {
            change(Kind::Man, Kind::King);
        }
        out
    }
}

impl std::fmt::Display for Slice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name())
    }
}

/// Maximum number of pieces of one kind and side in a slice: [`Slice::number`] has three bits for
/// each.
pub const MAX_COUNT: u8 = 7;

/// Returns all piece counts of one side in which no kind has more pieces than in `counts`.
fn fewer(counts: [u8; KINDS]) -> Vec<[u8; KINDS]> {
    let mut out = Vec::new();
    for a in 0..=counts[0] {
        for b in 0..=counts[1] {
            for c in 0..=counts[2] {
                out.push([a, b, c]);
            }
        }
    }
    out
}

/// Returns all slices with 2 to `pieces` pieces in which both sides have pieces. A slice comes
/// after all slices that its moves lead to. A slice and its opposite (the same pieces, the other
/// side to move) are adjacent.
pub fn slices(game: &Draughts, pieces: u8) -> Vec<Slice> {
    let mut found = Vec::new();
    for counts in all_counts(game, pieces) {
        let material = Material { counts };
        let total = material.pieces();
        if material.of_side(Side::White) == 0 || material.of_side(Side::Black) == 0 || total > pieces {
            continue;
        }
        for side in Side::BOTH {
            let slice = Slice { material, side };
            if slice.canonical(game) == slice {
                found.push(slice);
            }
        }
    }
    // Captures lower the number of pieces. Changes of kind (parachutist to man, man to king) lower
    // this weight.
    let weight = |m: &Material| {
        let of_kind = |kind: Kind| m.counts[0][kind as usize] as u32 + m.counts[1][kind as usize] as u32;
        2 * of_kind(Kind::Parachutist) + of_kind(Kind::Man)
    };
    let pair = |slice: &Slice| {
        let opposite = slice.opposite(game);
        (*slice.min(&opposite), *slice)
    };
    found.sort_by_key(|slice| (slice.material.pieces(), weight(&slice.material), pair(slice)));
    found
}

fn all_counts(game: &Draughts, pieces: u8) -> Vec<[[u8; KINDS]; 2]> {
    let limit = |kind: Kind| if game.variant().plays_on_with(kind) { pieces.min(MAX_COUNT) } else { 0 };
    let most = Kind::ALL.map(limit);
    let one_side: Vec<[u8; KINDS]> =
        fewer(most).into_iter().filter(|counts| counts.iter().sum::<u8>() <= pieces).collect();
    one_side.iter().flat_map(|&white| one_side.iter().map(move |&black| [white, black])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use peatee_rules::Variant;

    fn game(id: &str) -> Draughts {
        Draughts::new(Variant::named(id).unwrap())
    }

    #[test]
    fn every_slice_comes_after_its_successors() {
        for variant in peatee_rules::VARIANTS {
            let game = Draughts::new(variant);
            let all = slices(&game, 4);
            for (i, slice) in all.iter().enumerate() {
                for successor in slice.successors(&game) {
                    if successor != slice.opposite(&game) && successor != *slice {
                        assert!(all[..i].contains(&successor), "{}: {slice} before {successor}", variant.id);
                    }
                }
            }
        }
    }

    #[test]
    fn english_has_41_slices_up_to_four_pieces() {
        // The mirror swaps the colours, so one slice serves both sides to move. A side with n
        // pieces has 0 to n kings.
        let armies = |pieces: usize| pieces + 1;
        let slices_of = |pieces: usize| (1..pieces).map(|own| armies(own) * armies(pieces - own)).sum::<usize>();
        assert_eq!([2, 3, 4].map(slices_of), [4, 12, 25]);
        assert_eq!(slices(&game("english"), 4).len(), [2, 3, 4].map(slices_of).iter().sum::<usize>());
    }

    #[test]
    fn names_read_back() {
        let game = game("international");
        for slice in slices(&game, 4) {
            assert_eq!(Slice::parse(&game, &slice.name()), Ok(slice));
        }
        for wrong in ["", "KK", "vK", "MKvK", "KvP", "kvk", "KvK-b", "KKKKKKKKvK"] {
            assert!(Slice::parse(&game, wrong).is_err(), "{wrong}");
        }
    }
}
