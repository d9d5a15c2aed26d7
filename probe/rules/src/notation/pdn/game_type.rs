//! Names of games in the tags of PDN: the numbers of `GameType`, and the names of sites.

use crate::piece::Side;
use crate::variant::{SquareNames, UnknownVariant, VARIANTS, Variant};

/// Numbers that sites write in `GameType`, with the ids of the variants in this crate. Lidraughts
/// uses the numbers from 96.
const NUMBERS: [(u32, &str); 4] =
    [(96, "breakthrough"), (97, "frisian"), (98, "giveaway-international"), (99, "international")];

/// Names that sites write in the tag `Variant`, in lower case, with the ids of the variants in this
/// crate.
const NAMES: [(&str, &str); 7] = [
    ("standard", "international"),
    ("antidraughts", "giveaway-international"),
    ("frysk!", "frisian"),
    ("frysk", "frisian"),
    ("american", "english"),
    ("checkers", "english"),
    ("american pool", "pool"),
];

/// Suffixes, in lower case, that do not change the meaning of a game's name.
const GENERIC: [&str; 3] = [" draughts", " checkers", " rules"];

/// Values of the tag `Variant` that do not name a game, in lower case.
const NO_NAMES: [&str; 4] = ["", "?", "-", "from position"];

/// Number and name of Frisian draughts with five men on each side, in the tags of lidraughts.
const FRYSK: (u32, &str) = (97, "frysk");
const FRYSK_START: &str = "W:W46-50:B1-5";

/// Value of the PDN tag `GameType`: number, first colour, files and ranks of the board, notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GameType {
    pub number: u32,
    pub first: Option<Side>,
    pub board: Option<(u8, u8)>,
    pub first_square: Option<FirstSquare>,
}

/// Corner of the board at which the numbering of squares begins. If the bottom left square of the
/// board is not in play, `corner` is the corner on the other side, left or right: 0 then stands for
/// bottom right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FirstSquare {
    pub has_letters: bool,
    /// Corner as White sees the board: 0 bottom left, 1 bottom right, 2 top left, 3 top right.
    pub corner: u8,
}

impl FirstSquare {
    /// Parses the last two attributes of `GameType`: the notation, such as `N2`, and a flag, which
    /// is `1` for a board whose bottom left square is not in play. The notation names the corner as
    /// the side that begins sees the board.
    fn parse(notation: &str, flag: Option<&str>, begins: Side) -> Option<FirstSquare> {
        let (kind, corner) = notation.split_at_checked(1)?;
        let corner = corner.parse::<u8>().ok().filter(|&corner| corner < 4 && "AN".contains(kind))?;
        let turned = if begins == Side::Black { 3 } else { 0 };
        let mirrored = u8::from(flag == Some("1"));
        Some(FirstSquare { has_letters: kind == "A", corner: corner ^ turned ^ mirrored })
    }

    /// Returns the corner at which the numbering of squares begins in a variant. With
    /// `has_letters`, returns the corner at which the names with letters begin.
    pub fn in_variant(variant: &Variant, has_letters: bool) -> FirstSquare {
        let corner = match variant.notation.squares {
            _ if has_letters => 0,
            SquareNames::TopLeft | SquareNames::Algebraic => 2,
            SquareNames::BottomRight => 1,
        };
        FirstSquare { has_letters, corner: corner ^ u8::from(variant.board.square_at(0, 0).is_none()) }
    }
}

impl GameType {
    pub fn parse(text: &str) -> Option<GameType> {
        let mut parts = text.split(',').map(str::trim);
        let number = parts.next()?.parse().ok()?;
        let first = match parts.next() {
            Some("W" | "w") => Some(Side::White),
            Some("B" | "b") => Some(Side::Black),
            _ => None,
        };
        let mut size = || parts.next()?.parse::<u8>().ok();
        let board = size().zip(size());
        let first_square = match (parts.next(), first) {
            (Some(notation), Some(begins)) => FirstSquare::parse(notation, parts.next(), begins),
            _ => None,
        };
        Some(GameType { number, first, board, first_square })
    }

    /// Returns the variant that the number in `GameType` stands for. Number 29 means Frisian
    /// draughts on a 10x10 board, as in an old list of numbers, and Czech draughts on other boards.
    pub fn variant(self) -> Option<&'static Variant> {
        let site = NUMBERS.iter().find(|(number, _)| *number == self.number);
        let old = (self.number == 29 && self.board == Some((10, 10))).then_some("frisian");
        if let Some(id) = old.or(site.map(|&(_, id)| id)) {
            return Variant::named(id).ok();
        }
        VARIANTS.iter().copied().find(|variant| number(variant) == Some(self.number))
    }

    /// Returns false when the tag states another board size than the variant has.
    pub fn fits_board(self, variant: &Variant) -> bool {
        self.board.is_none_or(|board| board == (variant.board.files, variant.board.ranks))
    }
}

pub(super) fn number(variant: &Variant) -> Option<u32> {
    variant.notation.game_type.and_then(GameType::parse).map(|game_type| game_type.number)
}

/// Returns the variant with this name: the id of a variant of this crate, or the name that a site
/// uses, in upper or lower case. Accepts several names of the same game: `American/English`.
/// Returns `None` for values that do not name a game.
///
/// # Errors
/// [`UnknownVariant`] when a name is unknown, or when the names belong to different variants.
pub(super) fn named(name: &str) -> Result<Option<&'static Variant>, UnknownVariant> {
    let lower = name.trim().to_lowercase();
    if NO_NAMES.contains(&lower.as_str()) {
        return Ok(None);
    }
    let names = lower.split('/').map(|name| one_name(name.trim()));
    let same = names.reduce(|one, other| one.filter(|one| other.is_some_and(|other| other.id == one.id)));
    same.flatten().map(Some).ok_or_else(|| UnknownVariant { id: peatee_game::shortened(name) })
}

fn one_name(name: &str) -> Option<&'static Variant> {
    let listed = |name: &str| {
        let id = NAMES.iter().find(|(known, _)| *known == name).map_or(name, |&(_, id)| id);
        Variant::named(id).ok()
    };
    listed(name).or_else(|| GENERIC.iter().find_map(|word| listed(name.strip_suffix(word)?)))
}

/// Returns the start position that a site uses for a game, if it differs from the start position of
/// the variant; otherwise `None`.
pub(super) fn start(game_type: Option<GameType>, name: Option<&str>) -> Option<&'static str> {
    let is_named = name.is_some_and(|name| name.to_lowercase().starts_with(FRYSK.1));
    let is_numbered = game_type.is_some_and(|game_type| game_type.number == FRYSK.0);
    (is_named || is_numbered).then_some(FRYSK_START)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_variant_names_its_squares_from_the_corner_that_its_number_says() {
        let mut count = 0;
        for variant in VARIANTS {
            let Some(game_type) = variant.notation.game_type.and_then(GameType::parse) else { continue };
            let stated = game_type.first_square.expect("a corner");
            let has_letters = variant.notation.squares == SquareNames::Algebraic;
            assert_eq!(stated, FirstSquare::in_variant(variant, has_letters), "{}", variant.id);
            count += 1;
        }
        assert!(count > 10, "{count} variants have a number");
    }
}
