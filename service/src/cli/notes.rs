//! Notes on a case: what was read and not used, and where the verdict departs from what the text
//! says.

use peatee_rules::Variant;
use peatee_rules::draw::DrawRules;
use peatee_rules::notation::pdn::{PdnFault, PdnGame, Score};
use peatee_rules::notation::{SiteCounts, shortened};
use peatee_rules::variant::SquareNames;

use crate::judging::Bench;

/// A note on counts after a FEN; `instead` says what the user can do. `None` when the counts stand
/// at 0.
pub fn of_counts(counts: SiteCounts, instead: &str) -> Option<String> {
    let text = format!("the counts after the FEN ({counts}) are those of another program's rules, not taken over");
    let kings = if counts.has_king_moves() { "; the rule on three moves with one king is not played here" } else { "" };
    counts.is_running().then(|| format!("{text}{kings}; {instead}"))
}

/// What the user can do about counts that were not taken over.
pub fn instead(rules: &DrawRules) -> String {
    if rules.code.counts.is_empty() {
        format!("the draw rules {} have no counts", rules.name())
    } else {
        "--counters states counts".to_owned()
    }
}

/// A note on the counts after the FEN that a game starts from.
pub fn of_start(game: &PdnGame, bench: &Bench<'_>) -> Option<String> {
    let (_, counts) = bench.game().parse_fen_with_counts(&game.tag("FEN")?.value).ok()?;
    of_counts(counts, &format!("the counts of {} start at 0", bench.rules().name()))
}

/// A note on a game that is judged as another variant than its tags say.
pub fn of_tags(game: &PdnGame, asked: &Variant) -> Option<String> {
    let tags = match game.variant() {
        Ok(None) => return None,
        Ok(Some(tagged)) if tagged.id == asked.id => return None,
        Ok(Some(tagged)) => format!("its tags say {}", tagged.id),
        Err(error) => match error.fault {
            PdnFault::AmbiguousGameType { variants, .. } if variants.split(", ").any(|id| id == asked.id) => {
                return None;
            }
            _ => "its tags name no game that is known here".to_owned(),
        },
    };
    Some(format!("{tags}; judged as {}, as --variant asks", asked.id))
}

/// A note on a game that starts from a position, which may be of several games, where nothing
/// names the one that was played.
pub fn of_unnamed(game: &PdnGame, played: &Variant) -> Option<String> {
    let is_unnamed = game.tag("FEN").is_some() && matches!(game.variant(), Ok(None));
    is_unnamed.then(|| format!("its tags name no game; judged as {}, the tag GameType names another", played.id))
}

/// A note on two results in one game.
pub fn of_results(game: &PdnGame) -> Option<String> {
    game.contradicting_tag()?;
    let (tag, written) = (game.tag("Result")?, game.result.as_ref()?);
    Some(format!("the tag Result says {}, the moves end with {}", shortened(&tag.value), written.text))
}

/// A note on 0-0, a result that no play leads to.
pub fn of_score(score: Option<Score>) -> Option<String> {
    (score? == Score::BothLose)
        .then(|| "0-0 is no result of play: both players lose, and no position leads to that".to_owned())
}

/// A note on a later game of a text that has no tags: moves after a result are read as the next
/// game.
pub fn of_missing_tags(game: &PdnGame) -> Option<String> {
    let is_suspect = game.number > 1 && game.tags.is_empty() && !game.moves.is_empty();
    is_suspect.then(|| "it has no tags: moves after a result are read as a new game".to_owned())
}

/// A note on squares that are written with letters, where the user named no game and the default
/// game numbers its squares.
pub fn of_letters(fen: &str, played: &Variant) -> Option<String> {
    let is_square = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_digit();
    let has_letters = fen.as_bytes().windows(2).any(is_square);
    (has_letters && played.notation.squares != SquareNames::Algebraic).then(|| {
        let id = played.id;
        format!(
            "the FEN writes squares with letters, but {id} numbers them; judged as {id}, --variant names another game"
        )
    })
}

/// True for faults of the tags that say which game is played.
pub const fn is_of_variant_tags(fault: &PdnFault) -> bool {
    matches!(
        fault,
        PdnFault::Variant(_)
            | PdnFault::GameType { .. }
            | PdnFault::AmbiguousGameType { .. }
            | PdnFault::VariantTagsDisagree { .. }
    )
}
