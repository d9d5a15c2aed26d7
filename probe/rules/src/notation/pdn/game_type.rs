//! Names of games in the tags of PDN: the numbers of `GameType`, and the names of sites.

use crate::piece::Side;
use crate::variant::{UnknownVariant, VARIANTS, Variant};

/// Numbers of `GameType` that sites give to games, with our ids. From 96 on they are those of
/// lidraughts.
const NUMBERS: [(u32, &str); 4] =
    [(96, "breakthrough"), (97, "frisian"), (98, "giveaway-international"), (99, "international")];

/// Names that sites write in the tag `Variant`, in lower case, with our ids.
const NAMES: [(&str, &str); 7] = [
    ("standard", "international"),
    ("antidraughts", "giveaway-international"),
    ("frysk!", "frisian"),
    ("frysk", "frisian"),
    ("american", "english"),
    ("checkers", "english"),
    ("american pool", "pool"),
];

/// Words behind the name of a game that name none, in lower case.
const GENERIC: [&str; 3] = [" draughts", " checkers", " rules"];

/// Values of the tag `Variant` that name no game, in lower case.
const NO_NAMES: [&str; 4] = ["", "?", "-", "from position"];

/// Frisian with five men each. The tags of lidraughts say so by this number or name.
const FRYSK: (u32, &str) = (97, "frysk");
const FRYSK_START: &str = "W:W46-50:B1-5";

/// Value of a tag `GameType`: number, colour that begins, files and ranks of the board, notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GameType {
    pub number: u32,
    pub first: Option<Side>,
    pub board: Option<(u8, u8)>,
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
        Some(GameType { number, first, board: size().zip(size()) })
    }

    /// Returns the variants with this number, those with this board first. In an old list Frisian
    /// has the number of Czech.
    pub fn variant(self) -> Option<&'static Variant> {
        let site = NUMBERS.iter().find(|(number, _)| *number == self.number);
        let old = (self.number == 29 && self.board == Some((10, 10))).then_some("frisian");
        if let Some(id) = old.or(site.map(|&(_, id)| id)) {
            return Variant::named(id).ok();
        }
        VARIANTS.iter().copied().find(|variant| number(variant) == Some(self.number))
    }

    /// Returns true unless the board is of another size than that of the variant.
    pub fn fits_board(self, variant: &Variant) -> bool {
        self.board.is_none_or(|board| board == (variant.board.files, variant.board.ranks))
    }
}

/// Returns the number of a variant.
pub(super) fn number(variant: &Variant) -> Option<u32> {
    variant.notation.game_type.and_then(GameType::parse).map(|game_type| game_type.number)
}

/// Returns the variant with a name of ours or of a site, in any case, or with several that mean the
/// same game, `American/English`; `None` for names that name no game.
///
/// # Errors
/// [`UnknownVariant`].
pub(super) fn named(name: &str) -> Result<Option<&'static Variant>, UnknownVariant> {
    let lower = name.trim().to_lowercase();
    if NO_NAMES.contains(&lower.as_str()) {
        return Ok(None);
    }
    let names = lower.split('/').map(|name| one_name(name.trim()));
    let same = names.reduce(|one, other| one.filter(|one| other.is_some_and(|other| other.id == one.id)));
    same.flatten().map(Some).ok_or_else(|| UnknownVariant { id: peatee_game::shortened(name) })
}

/// Returns the variant with a name in lower case.
fn one_name(name: &str) -> Option<&'static Variant> {
    let listed = |name: &str| {
        let id = NAMES.iter().find(|(known, _)| *known == name).map_or(name, |&(_, id)| id);
        Variant::named(id).ok()
    };
    listed(name).or_else(|| GENERIC.iter().find_map(|word| listed(name.strip_suffix(word)?)))
}

/// Returns the start position of a game that a site names or numbers, if that game begins from
/// another position than its variant.
pub(super) fn start(game_type: Option<GameType>, name: Option<&str>) -> Option<&'static str> {
    let is_named = name.is_some_and(|name| name.to_lowercase().starts_with(FRYSK.1));
    let is_numbered = game_type.is_some_and(|game_type| game_type.number == FRYSK.0);
    (is_named || is_numbered).then_some(FRYSK_START)
}
