/// The font of texts; the viewer selects the face.
pub const FONT: &str = "sans-serif";

/// The reason why drawing cannot fail: the picture is a string in memory.
pub const IN_MEMORY: &str = "memory takes every picture";
