//! What the pictures share.

/// The font of texts; the viewer chooses the face.
pub const FONT: &str = "sans-serif";

/// Why drawing cannot fail: the picture grows in a string.
pub const IN_MEMORY: &str = "memory takes every picture";
