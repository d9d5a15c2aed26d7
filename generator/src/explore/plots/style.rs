/// The font of all texts; the program that shows the picture chooses the typeface.
pub const FONT: &str = "sans-serif";

/// Message of `expect` for drawing errors. Drawing cannot fail, because the picture is a string in
/// memory.
pub const IN_MEMORY: &str = "memory takes every picture";
