//! Notes on a case: what was read in it and not used, or used against what it says.

use peatee_rules::Variant;
use peatee_rules::notation::SiteCounts;
use peatee_rules::notation::pdn::{PdnFault, PdnGame};

use crate::judging::Bench;

/// A note on counts behind a FEN; `instead` says what can be done. `None` when nothing has been counted.
pub fn of_counts(counts: SiteCounts, instead: &str) -> Option<String> {
    let text = format!("the counts behind the FEN ({counts}) are those of another program's rules, not taken over");
    let kings = if counts.has_king_moves() { "; the rule on three moves with one king is not played here" } else { "" };
    counts.is_running().then(|| format!("{text}{kings}; {instead}"))
}

/// A note on the counts behind the FEN that a game starts from.
pub fn of_start(game: &PdnGame, bench: &Bench<'_>) -> Option<String> {
    let (_, counts) = bench.game().parse_fen_with_counts(&game.tag("FEN")?.value).ok()?;
    of_counts(counts, &format!("the counts of {} start at 0", bench.rules().name()))
}

/// A note on a game that is judged by another variant than its tags say.
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

/// A note on two results in one game.
pub fn of_results(game: &PdnGame) -> Option<String> {
    let (tag, written) = (game.contradicting_tag()?, game.result.as_ref()?);
    Some(format!("the tag Result says {}, the moves end with {}", tag.text(), written.score.text()))
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
