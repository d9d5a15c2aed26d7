//! Elements that all plots consist of.

use std::fmt::{Arguments, Write};

use crate::hue::{CLASS, GROUND, INK, RULE, head};

/// Size of the title's font in pixels, and of the other texts.
const TITLE_FONT: u32 = 14;
const FONT: u32 = 11;
/// Width of a character of the other texts in pixels, that of capitals.
const CHARACTER: f64 = 7.5;
/// Side of a square of the legend in pixels, and the space between its entries.
const SQUARE: f64 = 10.0;
const GAP: f64 = 18.0;
/// Left end of title and legend, the base line of the title, and the top of the legend.
const LEFT: f64 = 10.0;
const TITLE_LINE: f64 = 20.0;
const LEGEND_TOP: f64 = 30.0;

/// Rectangle, in pixels from the left and upper end of the plot.
#[derive(Debug, Clone, Copy)]
pub struct Area {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// Part of a text that is at its place.
#[derive(Debug, Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// A plot being drawn.
#[derive(Debug)]
pub struct Plot {
    svg: String,
}

impl Plot {
    /// Height of title and legend in pixels.
    pub const TOP: f64 = 52.0;

    /// Begins a plot of this height and at least this width in pixels, with its title.
    pub fn new(width: f64, height: f64, title: &str) -> Plot {
        let mut plot = Plot { svg: String::new() };
        let width = width.max(LEFT + 1.1 * Plot::text_width(title));
        let title = escaped(title);
        plot.write(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{CLASS}\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" font-family=\"sans-serif\" font-size=\"{FONT}\">\n\
             <title>{title}</title>\n{}<rect class=\"ground\" width=\"100%\" height=\"100%\" fill=\"{GROUND}\"/>\n\
             <text x=\"{LEFT}\" y=\"{TITLE_LINE}\" font-size=\"{TITLE_FONT}\" fill=\"{INK}\">{title}</text>\n",
            head()
        ));
        plot
    }

    /// Width that a text needs, in pixels.
    pub fn text_width(words: &str) -> f64 {
        CHARACTER * words.chars().count() as f64
    }

    /// Writes the legend: for each entry the attributes of its bars, and its name.
    pub fn legend<'a>(&mut self, entries: impl IntoIterator<Item = (String, &'a str)>) {
        self.legend_at(0.0, entries);
    }

    /// Writes the legend of a panel with this left end.
    pub fn legend_at<'a>(&mut self, left: f64, entries: impl IntoIterator<Item = (String, &'a str)>) {
        let mut x = left + LEFT;
        for (attributes, name) in entries {
            self.write(format_args!("<path d=\"M{x:.1} {LEGEND_TOP}h{SQUARE}v{SQUARE}h-{SQUARE}z\" {attributes}/>"));
            self.text((x + SQUARE + 4.0, LEGEND_TOP + SQUARE / 2.0), Anchor::Start, name);
            x += SQUARE + Plot::text_width(name) + GAP;
        }
    }

    /// Writes a text whose line has its middle at this height.
    pub fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, words: &str) {
        let (y, words) = (y + 4.0, escaped(words));
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        self.write(format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\"{anchor} fill=\"{INK}\">{words}</text>\n"));
    }

    /// Draws a line of the grid.
    pub fn rule(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        self.write(format_args!("<path class=\"rule\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"{RULE}\"/>\n"));
    }

    /// Draws a bar or field with the attributes of a [`crate::Hue`], and its text for the mouse.
    pub fn bar(&mut self, area: Area, attributes: &str, told: &str) {
        let Area { x, y, width, height } = area;
        let told = escaped(told);
        self.write(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" {attributes}>\
             <title>{told}</title></rect>\n"
        ));
    }

    /// Draws a mark in the colour of texts.
    pub fn mark(&mut self, area: Area) {
        let Area { x, y, width, height } = area;
        self.write(format_args!(
            "<path class=\"ink\" d=\"M{x:.1} {y:.1}h{width:.1}v{height:.1}h-{width:.1}z\" fill=\"{INK}\"/>\n"
        ));
    }

    /// Returns the attributes of marks, for the legend.
    pub(crate) fn ink() -> String {
        format!("class=\"ink\" fill=\"{INK}\"")
    }

    pub fn finish(self) -> String {
        self.svg + "</svg>\n"
    }

    fn write(&mut self, element: Arguments<'_>) {
        self.svg.write_fmt(element).expect("a string takes any text");
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
