//! Kinds of pieces.

pub use peatee_game::Side;

/// The kinds of pieces of all variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// The ordinary piece, with which a game starts.
    Man,
    /// A promoted man.
    King,
    /// The third kind of piece in parachute draughts. It starts behind the enemy and becomes a man
    /// by its first capture.
    Parachutist,
}

/// Number of kinds of pieces.
pub const KINDS: usize = 3;

impl Kind {
    /// All kinds of pieces, in the order of `kind as usize`.
    pub const ALL: [Kind; KINDS] = [Kind::Man, Kind::King, Kind::Parachutist];

    /// Returns the letter of this kind in FEN and in slice names. A man has no letter in FEN.
    pub const fn letter(self) -> char {
        match self {
            Kind::Man => 'M',
            Kind::King => 'K',
            Kind::Parachutist => 'P',
        }
    }

    /// Returns the kind of piece that a letter stands for, in upper or lower case; `None` for other
    /// letters.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }

    /// Returns the English name of the kind of piece, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Man => "man",
            Kind::King => "king",
            Kind::Parachutist => "parachutist",
        }
    }
}
