//! A variant is one table of rules: data with the article or page that says so, and no code.
//!
//! [`Variant`] names the columns; each file below fills in one row. Nothing outside this folder
//! knows any variant by name: the move generator, index, solver and notation ask the table.

mod alquerque;
mod brazilian;
mod breakthrough;
mod canadian;
mod columns;
mod corner;
mod czech;
mod dameo;
mod english;
#[doc(hidden)]
pub mod features;
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

/// Every variant, in the order they are listed to users. To add one: write its file, add its line
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
    /// The variant with that id.
    ///
    /// # Errors
    /// [`UnknownVariant`] lists the known ones.
    pub fn named(id: &str) -> Result<&'static Variant, UnknownVariant> {
        VARIANTS.iter().copied().find(|variant| variant.id == id).ok_or_else(|| UnknownVariant { id: id.to_owned() })
    }
}

/// No variant has that id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no variant `{id}`; there are: {}", VARIANTS.iter().map(|v| v.id).collect::<Vec<_>>().join(", "))]
pub struct UnknownVariant {
    /// The id that was asked for.
    pub id: String,
}
