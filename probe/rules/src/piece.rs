//! Colours and kinds of pieces.

/// The two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Side {
    White,
    Black,
}

impl Side {
    /// Both, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The other player.
    #[inline(always)]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// `W` or `B`, as in FEN.
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'W',
            Side::Black => 'B',
        }
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// The kinds of pieces that any variant knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// The piece the game starts with.
    Man,
    /// A promoted man.
    King,
    /// The third kind of parachute draughts: waits behind the enemy and becomes a man with its
    /// first capture.
    Parachutist,
}

/// How many kinds there are.
pub const KINDS: usize = 3;

impl Kind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Kind; KINDS] = [Kind::Man, Kind::King, Kind::Parachutist];

    /// The letter of this kind in FEN and slice names; a man has none in FEN.
    pub const fn letter(self) -> char {
        match self {
            Kind::Man => 'M',
            Kind::King => 'K',
            Kind::Parachutist => 'P',
        }
    }

    /// The kind with that letter.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }

    /// The English name, lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Man => "man",
            Kind::King => "king",
            Kind::Parachutist => "parachutist",
        }
    }
}
