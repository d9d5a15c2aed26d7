//! Variants, one table each: pure data with its sources.
//!
//! [`Variant`] defines the columns; each file of this folder fills in one row. Code outside this
//! folder never depends on the name of a variant: move generator, index, solver and notation read
//! the table.

mod alquerque;
mod brazilian;
mod breakthrough;
mod canadian;
mod columns;
mod corner;
mod czech;
mod dameo;
mod english;
mod frisian;
mod giveaway;
mod gothic;
mod international;
mod italian;
mod killer;
mod konane;
mod oneway;
mod parachute;
mod pool;
mod portuguese;
mod prelude;
mod russian;
mod shared;
mod spanish;
mod thai;
mod turkish;

pub use columns::*;
pub use shared::*;

/// Every variant, in the order of user-facing lists. To add one, write its file and add its line
/// here.
pub static VARIANTS: &[&Variant] = &[
    &international::INTERNATIONAL,
    &brazilian::BRAZILIAN,
    &russian::RUSSIAN,
    &english::ENGLISH,
    &italian::ITALIAN,
    &giveaway::GIVEAWAY,
    &czech::CZECH,
    &corner::CORNER,
    &oneway::ONEWAY,
    &parachute::PARACHUTE,
    &gothic::GOTHIC,
    &gothic::GOTHIC_GERMAN,
    &turkish::TURKISH,
    &turkish::TURKISH_STOP,
    &turkish::TURKISH_BECOME,
    &alquerque::ALQUERQUE,
    &konane::KONANE,
    &canadian::CANADIAN,
    &thai::THAI,
    &thai::THAI_NO_REVERSAL,
    &thai::THAI_END,
    &portuguese::PORTUGUESE,
    &spanish::SPANISH,
    &dameo::DAMEO,
    &pool::POOL,
    &frisian::FRISIAN,
    &giveaway::GIVEAWAY_RUSSIAN,
    &giveaway::GIVEAWAY_BRAZILIAN,
    &giveaway::GIVEAWAY_INTERNATIONAL,
    &killer::KILLER,
    &breakthrough::BREAKTHROUGH,
];

impl Variant {
    /// Returns the variant with an id.
    ///
    /// # Errors
    /// [`UnknownVariant`], which lists the known ids.
    pub fn named(id: &str) -> Result<&'static Variant, UnknownVariant> {
        VARIANTS.iter().copied().find(|variant| variant.id == id).ok_or_else(|| UnknownVariant { id: id.to_owned() })
    }
}

/// Error: no variant has this id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no variant `{id}`; there are: {}", VARIANTS.iter().map(|v| v.id).collect::<Vec<_>>().join(", "))]
pub struct UnknownVariant {
    /// The unknown id.
    pub id: String,
}
