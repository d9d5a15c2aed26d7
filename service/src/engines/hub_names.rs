//! Names of games and of draw rules in the protocols Hub and DXP.

use peatee_rules::draw::DrawRules;
use peatee_rules::{VARIANTS, Variant};

use crate::ask::query;

/// Name of the draw rules that were written for the game, whichever they are.
pub const RULES_DEFAULT: &str = "default";

/// Returns the name of draw rules as [`Engine::new`](super::engine::Engine::new) expects it: an
/// empty name for `default`, any other known name unchanged.
///
/// # Errors
/// There are no draw rules of that name.
pub fn rules_named(name: &str) -> Result<&str, String> {
    if name == RULES_DEFAULT {
        return Ok("");
    }
    DrawRules::named(name).map_err(|error| error.to_string())?;
    Ok(name)
}

/// Finds a variant by its Hub name or its id.
///
/// # Errors
/// There is no such variant.
pub fn variant_named(name: &str) -> Result<&'static Variant, String> {
    let known = VARIANTS.iter().copied().find(|variant| variant.notation.hub_name == Some(name));
    known.map_or_else(|| query::named(name).map_err(|error| error.text()), Ok)
}

/// Returns the name of a variant in the Hub protocol, or the id of the variant if it has no such
/// name.
pub fn hub_name(variant: &Variant) -> &'static str {
    variant.notation.hub_name.unwrap_or(variant.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_protocol_and_ids_name_games() {
        for (name, id) in [
            ("normal", "international"),
            ("frisian", "frisian"),
            ("killer", "killer"),
            ("bt", "breakthrough"),
            ("losing", "giveaway-international"),
            ("international", "international"),
            ("turkish-stop", "turkish-stop"),
        ] {
            assert_eq!(variant_named(name).unwrap().id, id);
        }
        assert!(variant_named("chess").is_err());
        let mut names: Vec<&str> = VARIANTS.iter().map(|variant| hub_name(variant)).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), VARIANTS.len());
    }
}
