//! Material: the pieces of each side, with the slices and sets they make.

use std::fmt;

use peatee_game::shortened;

/// Maximum number of men in a table, both kings included.
pub const MEN_MAX: u32 = 7;

/// Reason why a text is not the name of a slice, or why a position belongs to no slice.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SliceError {
    /// The text is not the name of a slice.
    #[error(
        "{name:?} is not a slice of chess: {reason}; slices are named like KQPvKR, the side to move first, pieces in \
         the order KQRBNP"
    )]
    Name {
        /// Beginning of the text that is not the name of a slice.
        name: String,
        /// Reason why the text is not the name of a slice, in words.
        reason: &'static str,
    },
    /// There are too many men for a table.
    #[error("{found} men are on the board; tables of chess have at most {MEN_MAX}")]
    TooManyMen {
        /// Number of men, both kings included.
        found: u32,
    },
}

/// A piece other than a king. The kinds are in the order of their letters in names of slices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
}

/// Number of kinds of pieces, without the king.
pub const KINDS: usize = 5;

impl Kind {
    /// All kinds of pieces but the king, in the order of their letters in names of slices.
    pub const ALL: [Kind; KINDS] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];
    /// Kinds of pieces that a pawn can become.
    pub const PROMOTIONS: [Kind; KINDS - 1] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// Returns the letter of this kind in names of slices.
    pub const fn letter(self) -> char {
        match self {
            Kind::Queen => 'Q',
            Kind::Rook => 'R',
            Kind::Bishop => 'B',
            Kind::Knight => 'N',
            Kind::Pawn => 'P',
        }
    }

    /// Returns this kind as a piece of the crate `cozy_chess`.
    pub const fn piece(self) -> cozy_chess::Piece {
        match self {
            Kind::Queen => cozy_chess::Piece::Queen,
            Kind::Rook => cozy_chess::Piece::Rook,
            Kind::Bishop => cozy_chess::Piece::Bishop,
            Kind::Knight => cozy_chess::Piece::Knight,
            Kind::Pawn => cozy_chess::Piece::Pawn,
        }
    }
}

/// Number of pieces of each kind of one side, without the king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Army {
    counts: [u8; KINDS],
}

impl Army {
    /// Creates an army from the number of pieces of each kind, in the order of [`Kind::ALL`].
    pub const fn new(counts: [u8; KINDS]) -> Army {
        Army { counts }
    }

    /// Returns the number of pieces of a kind.
    #[inline(always)]
    pub const fn count(&self, kind: Kind) -> u32 {
        self.counts[kind as usize] as u32
    }

    /// Returns the number of pieces of the army, without the king.
    pub fn pieces(&self) -> u32 {
        self.counts.iter().map(|&count| count as u32).sum()
    }

    /// Returns the army with one more piece of a kind.
    ///
    /// # Panics
    /// Panics when the army already has 255 such pieces.
    #[must_use]
    pub fn with(mut self, kind: Kind) -> Army {
        self.counts[kind as usize] = self.counts[kind as usize].checked_add(1).expect("an army of few pieces");
        self
    }

    /// Returns the army with one piece of a kind less.
    ///
    /// # Panics
    /// Panics when the army has no such piece.
    #[must_use]
    pub fn without(mut self, kind: Kind) -> Army {
        self.counts[kind as usize] = self.counts[kind as usize].checked_sub(1).expect("the army has such a piece");
        self
    }

    /// Returns a sort key that is greater for stronger armies: more pieces first, then more queens,
    /// rooks, bishops, knights.
    fn strength(&self) -> (u32, [u8; KINDS]) {
        (self.pieces(), self.counts)
    }

    fn parse(name: &str) -> Result<Army, &'static str> {
        let letters = name.strip_prefix('K').ok_or("each side begins with its king, K")?;
        let mut army = Army::default();
        let mut last = Kind::Queen;
        for letter in letters.chars() {
            let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter);
            let kind = kind.ok_or("a letter is none of KQRBNP, or a side has two kings")?;
            if kind < last {
                return Err("its pieces are in another order");
            }
            if army.pieces() >= MEN_MAX {
                return Err("it has too many men");
            }
            (army, last) = (army.with(kind), kind);
        }
        Ok(army)
    }
}

impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("K")?;
        let mut letters = Kind::ALL.into_iter().flat_map(|kind| (0..self.count(kind)).map(move |_| kind.letter()));
        letters.try_for_each(|letter| write!(f, "{letter}"))
    }
}

/// All positions with the same pieces and side to move; a table holds one slice. In the name, the
/// side to move comes first, whatever its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slice {
    /// Pieces of the side to move.
    pub own: Army,
    /// Pieces of the other side.
    pub other: Army,
}

impl Slice {
    /// Parses the name of a slice, such as `KRvKQP`.
    ///
    /// # Errors
    /// [`SliceError`] with the fault of the name.
    pub fn parse(name: &str) -> Result<Slice, SliceError> {
        let wrong = |reason| SliceError::Name { name: shortened(name), reason };
        let (own, other) = name.split_once('v').ok_or(wrong("there is no v between the sides"))?;
        let slice = Slice { own: Army::parse(own).map_err(wrong)?, other: Army::parse(other).map_err(wrong)? };
        if slice.men() > MEN_MAX {
            return Err(SliceError::TooManyMen { found: slice.men() });
        }
        Ok(slice)
    }

    /// Returns the name of the slice, such as `KRvKQP`.
    pub fn name(&self) -> String {
        self.to_string()
    }

    /// Returns the number of men, both kings included.
    pub fn men(&self) -> u32 {
        2 + self.own.pieces() + self.other.pieces()
    }

    /// Returns the material of the slice.
    pub fn material(&self) -> Material {
        Material::of(|side, kind| self.sides()[side].counts[kind].into())
    }

    /// Returns the slice that has the same pieces for both colours, but the other side to move.
    #[must_use]
    pub fn opposite(self) -> Slice {
        Slice { own: self.other, other: self.own }
    }

    /// Returns the pieces of the side to move, then of the other side.
    #[inline(always)]
    pub fn sides(&self) -> [Army; 2] {
        [self.own, self.other]
    }

    /// Returns the number of pawns of both sides together.
    pub fn pawns(&self) -> u32 {
        self.sides().iter().map(|army| army.count(Kind::Pawn)).sum()
    }

    /// Returns this slice or its opposite (the same pieces, the other side to move), whichever has
    /// the stronger side to move. The returned slice names the set of the two slices.
    #[must_use]
    pub fn set(self) -> Slice {
        if self.own.strength() < self.other.strength() { self.opposite() } else { self }
    }

    /// Returns this slice and its opposite; only this slice if both sides have the same pieces.
    pub fn both(self) -> Vec<Slice> {
        let mut both = vec![self, self.opposite()];
        both.dedup();
        both
    }

    /// Returns the sets (a slice together with its opposite) to which captures and promotions lead
    /// from this slice and its opposite, sorted and without duplicates.
    pub fn next_sets(self) -> Vec<Slice> {
        let mut next = Vec::new();
        for (own, other) in [(self.own, self.other), (self.other, self.own)] {
            let present = |army: Army| Kind::ALL.into_iter().filter(move |&kind| army.count(kind) > 0);
            next.extend(present(other).map(|taken| Slice { own, other: other.without(taken) }));
            if own.count(Kind::Pawn) == 0 {
                continue;
            }
            for becomes in Kind::PROMOTIONS {
                let own = own.without(Kind::Pawn).with(becomes);
                next.push(Slice { own, other });
                // A pawn that promotes by a capture never captures a pawn, because no pawn is on
                // the last rank.
                let taken = present(other).filter(|&kind| kind != Kind::Pawn);
                next.extend(taken.map(|taken| Slice { own, other: other.without(taken) }));
            }
        }
        next.iter_mut().for_each(|slice| *slice = slice.set());
        next.sort();
        next.dedup();
        next
    }
}

/// The material of a slice, packed into a unique number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material(u32);

impl Material {
    /// Number of bits for the number of pieces of one side and kind, which is at most five.
    const COUNT_BITS: u32 = 3;

    /// Material of the slice with only the two kings.
    pub const KINGS: Material = Material(0);

    /// Creates material. `count(side, kind)` is the number of pieces; side 0 is the side to move,
    /// and the kinds are numbered in the order of [`Kind::ALL`].
    #[inline(always)]
    pub(crate) fn of(count: impl Fn(usize, usize) -> u32) -> Material {
        let mut all = 0;
        for side in 0..2 {
            for kind in 0..KINDS {
                all |= count(side, kind) << (Self::COUNT_BITS * (side * KINDS + kind) as u32);
            }
        }
        Material(all)
    }

    /// Returns the packed numbers of pieces; different material gives different results.
    #[inline(always)]
    pub fn number(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.own, self.other)
    }
}

/// Returns all sets with 2 to `men` men. A set is a slice together with its opposite, and is given
/// as the slice with the stronger side to move. Each set comes after the sets to which captures and
/// promotions lead from it.
pub fn sets(men: u32) -> Vec<Slice> {
    let armies = |pieces: u32| {
        let mut armies = vec![Army::default()];
        for _ in 0..pieces {
            let with_one_more = |army: &Army| Kind::ALL.map(|kind| army.with(kind));
            armies = armies.iter().flat_map(with_one_more).collect();
        }
        armies.sort();
        armies.dedup();
        armies
    };
    let mut sets = Vec::new();
    for pieces in 0..=men.saturating_sub(2) {
        for of_one in 0..=pieces {
            for own in armies(of_one) {
                sets.extend(armies(pieces - of_one).into_iter().map(|other| Slice { own, other }.set()));
            }
        }
    }
    sets.sort_by_key(|set| (set.men(), set.pawns(), set.name()));
    sets.dedup();
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_counted_and_come_after_those_they_lead_to() {
        let counts: Vec<usize> = (2..=5).map(|men| sets(men).len()).collect();
        assert_eq!(counts, [1, 6, 36, 146]);
        let all = sets(5);
        for (place, set) in all.iter().enumerate() {
            for next in set.next_sets() {
                assert!(all[..place].contains(&next), "{set} leads to {next}");
            }
        }
    }

    #[test]
    fn names_read_back() {
        for slice in sets(4).into_iter().flat_map(Slice::both) {
            assert_eq!(Slice::parse(&slice.name()), Ok(slice));
        }
        assert_eq!(Slice::parse("KRvKQP").unwrap().set().name(), "KQPvKR");
        assert_eq!(Slice::parse("KNNvKQ").unwrap().set().name(), "KNNvKQ");
    }

    #[test]
    fn wrong_names_are_refused_with_the_reason() {
        for (name, reason) in [
            ("KQ", "no v"),
            ("QvK", "begins with its king"),
            ("KRQvK", "another order"),
            ("KKvK", "two kings"),
            ("KMvK", "none of KQRBNP"),
            ("KQQQvKQQQ", "at most 7"),
            ("KQQQQQQQQvK", "too many men"),
            ("", "no v"),
        ] {
            let error = Slice::parse(name).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
