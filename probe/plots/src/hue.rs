//! Colours of plots.

use std::fmt::Write;

/// Colour of a bar or field. The light ones are of the palette of Okabe and Ito, which people who
/// are colour-blind can tell apart; the dark ones have the same order of hues. In rows of bars,
/// orange and vermilion also have a hatching, for those who see no colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hue {
    Blue,
    Sky,
    Grey,
    Orange,
    Vermilion,
}

struct Colours {
    name: &'static str,
    light: &'static str,
    dark: &'static str,
    /// Path of the hatching in a field of 6 by 6.
    hatching: Option<&'static str>,
}

pub(crate) const GROUND: &str = "#fff";
pub(crate) const INK: &str = "#222";
const DARK_GROUND: &str = "#181818";
const DARK_INK: &str = "#ddd";
pub(crate) const RULE: &str = "#ddd";
const DARK_RULE: &str = "#444";
/// Border of fields, light or dark.
const BORDER: &str = "#8888";
const MOST_OPACITY: f64 = 0.6;

/// Class of the element `svg`. A page may hold plots in its own text, so that no rule of their
/// style may be without this class.
pub(crate) const CLASS: &str = "peatee-plot";

impl Hue {
    const ALL: [Hue; 5] = [Hue::Blue, Hue::Sky, Hue::Grey, Hue::Orange, Hue::Vermilion];

    const fn colours(self) -> Colours {
        let (name, light, dark, hatching) = match self {
            Hue::Blue => ("blue", "#0072b2", "#3f9bd8", None),
            Hue::Sky => ("sky", "#56b4e9", "#8ac4ea", None),
            Hue::Grey => ("grey", "#8a8a8a", "#8a8a8a", None),
            Hue::Orange => ("orange", "#e69f00", "#f0b840", Some("M0 6L6 0")),
            Hue::Vermilion => ("vermilion", "#d55e00", "#e0662a", Some("M0 0L6 6M0 6L6 0")),
        };
        Colours { name, light, dark, hatching }
    }

    /// Returns the attributes of an element of this colour.
    pub fn filled(self) -> String {
        let Colours { name, light, .. } = self.colours();
        format!("class=\"{name}\" fill=\"{light}\"")
    }

    /// Returns the attributes of a field that has this colour to a share between 0 and 1. Texts on
    /// it stay readable.
    pub fn mixed(self, share: f64) -> String {
        let opacity = MOST_OPACITY * share;
        format!("{} fill-opacity=\"{opacity:.3}\" stroke=\"{BORDER}\"", self.filled())
    }

    /// Returns the attributes of an element with the hatching of this colour, if it has one.
    pub fn hatched(self) -> String {
        match self.colours() {
            Colours { name, hatching: Some(_), .. } => format!("fill=\"url(#{CLASS}-{name})\""),
            _ => self.filled(),
        }
    }
}

/// Returns the style sheet and the hatchings. The light colours are in the elements.
pub(crate) fn head() -> String {
    let mut dark = format!(
        ".{CLASS} .ground{{fill:{DARK_GROUND}}}.{CLASS} .ink,.{CLASS} text{{fill:{DARK_INK}}}\
         .{CLASS} .rule{{stroke:{DARK_RULE}}}.{CLASS} .cut{{stroke:{DARK_GROUND}}}"
    );
    let mut patterns = String::new();
    for hue in Hue::ALL {
        let Colours { name, dark: colour, hatching, .. } = hue.colours();
        let _ = write!(dark, ".{CLASS} .{name}{{fill:{colour}}}");
        let Some(path) = hatching else { continue };
        let _ = write!(
            patterns,
            "<pattern id=\"{CLASS}-{name}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">\
             <rect width=\"6\" height=\"6\" {}/>\
             <path d=\"{path}\" class=\"cut\" stroke=\"{GROUND}\" stroke-width=\"1.2\"/></pattern>",
            hue.filled()
        );
    }
    format!("<style>@media (prefers-color-scheme:dark){{{dark}}}</style>\n<defs>{patterns}</defs>\n")
}
