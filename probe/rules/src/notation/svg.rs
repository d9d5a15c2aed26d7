//! Boards drawn as SVG pictures, in the style of the web page of `peatee serve`.
//!
//! All lengths are in hundredths of a square. Shapes follow `service/page/board`, colours
//! `service/page/style/tokens.css`; a test of the service compares the colours.

use std::fmt::Write;

use crate::board::{BoardLines, Shade, Square};
use crate::game::Draughts;
use crate::piece::{Kind, Side};
use crate::position::Position;
use crate::variant::SquareNames;

const CELL: i32 = 100;
const CELL_PIXELS: i32 = 40;
const FRAME_NAMED: i32 = 36;
const FRAME_PLAIN: i32 = 16;

const FRAME: &str = "#5b4331";
const EDGE: &str = "#f6ecdb";
const LIGHT: &str = "#f1e4cb";
const DARK: &str = "#b78b61";
const PALE: &str = "#d9bd94";
const NUMBER: &str = "#3a2412";
const LINE: &str = "#5b4331";

struct Paint {
    disc: &'static str,
    rim: &'static str,
    groove: &'static str,
    emblem: &'static str,
}

const WHITE: Paint = Paint { disc: "#fffaf0", rim: "#4c4034", groove: "#c3b6a2", emblem: "#8c5f12" };
const BLACK: Paint = Paint { disc: "#2b2624", rim: "#0e0c0b", groove: "#6d645e", emblem: "#f2c869" };

const CROWN: &str = "M-22 15L-26-13L-12-1L0-20L12-1L26-13L22 15Z";
/// Path of the canopy that marks a parachutist.
const CANOPY: &str = "M-24-2A24 22 0 0 1 24-2L0 22ZM-8-2L0 22L8-2";

impl Draughts {
    /// Returns the board as an SVG picture, White below. In variants with numbered squares, each
    /// square shows its number; otherwise the edges show the names of files and ranks. A king has a
    /// crown, a parachutist a canopy. The title, for screen readers, is the position as FEN.
    ///
    /// # Panics
    /// Panics when a piece stands beyond the board.
    pub fn svg(&self, position: &Position) -> String {
        let board = &self.variant().board;
        let (files, ranks) = (i32::from(board.files), i32::from(board.ranks));
        let is_lettered = self.variant().notation.squares == SquareNames::Algebraic;
        let has_lines = board.lines == BoardLines::Alquerque;
        let mut picture = Picture::new(files, ranks, if is_lettered { FRAME_NAMED } else { FRAME_PLAIN });
        picture.title(&self.fen(position));
        picture.ground(has_lines);
        for row in 0..ranks {
            for file in 0..files {
                let Some(square) = board.square_at(file, ranks - 1 - row) else { continue };
                let corner = Point { x: file * CELL, y: row * CELL };
                if !has_lines {
                    let is_dark = board.shade != Shade::All || (file + row) % 2 == 1;
                    picture.rect(corner, CELL, CELL, if is_dark { DARK } else { PALE });
                }
                if !is_lettered {
                    picture.number(corner, &self.square_name(square));
                }
                picture.piece(position, square, corner);
            }
        }
        if is_lettered {
            picture.edges();
        }
        picture.finish()
    }
}

#[derive(Clone, Copy)]
struct Point {
    x: i32,
    y: i32,
}

struct Picture {
    text: String,
    files: i32,
    ranks: i32,
    frame: i32,
}

impl Picture {
    fn new(files: i32, ranks: i32, frame: i32) -> Picture {
        Picture { text: String::new(), files, ranks, frame }
    }

    fn draw(&mut self, element: std::fmt::Arguments<'_>) {
        self.text.write_fmt(element).expect("a string takes any text");
    }

    fn size(&self) -> (i32, i32) {
        (self.files * CELL + 2 * self.frame, self.ranks * CELL + 2 * self.frame)
    }

    fn title(&mut self, title: &str) {
        let ((width, height), frame) = (self.size(), self.frame);
        let pixels = |length: i32| length * CELL_PIXELS / CELL;
        self.draw(format_args!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-{frame} -{frame} "#));
        self.draw(format_args!(r#"{width} {height}" width="{}" height="{}" "#, pixels(width), pixels(height)));
        self.draw(format_args!(r#"role="img" font-family="sans-serif"><title>{title}</title>"#));
    }

    /// Draws the frame, the background of the board, and the lines between squares.
    fn ground(&mut self, has_lines: bool) {
        let ((width, height), frame) = (self.size(), self.frame);
        self.draw(format_args!(r#"<rect x="-{frame}" y="-{frame}" width="{width}" height="{height}" "#));
        self.draw(format_args!(r#"rx="8" fill="{FRAME}"/>"#));
        self.rect(Point { x: 0, y: 0 }, self.files * CELL, self.ranks * CELL, LIGHT);
        if has_lines {
            let path = alquerque_lines(self.files, self.ranks);
            self.draw(format_args!(r#"<path d="{path}" fill="none" stroke="{LINE}" stroke-width="3"/>"#));
        }
    }

    fn rect(&mut self, Point { x, y }: Point, width: i32, height: i32, fill: &str) {
        self.draw(format_args!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>"#));
    }

    fn number(&mut self, corner: Point, name: &str) {
        let (x, y) = (corner.x + 5, corner.y + 19);
        self.draw(format_args!(r#"<text x="{x}" y="{y}" font-size="18" font-weight="600" "#));
        self.draw(format_args!(r#"fill="{NUMBER}">{name}</text>"#));
    }

    fn piece(&mut self, position: &Position, square: Square, corner: Point) {
        let Some((side, kind)) = position.setup.at(square) else { return };
        let Paint { disc, rim, groove, emblem } = match side {
            Side::White => WHITE,
            Side::Black => BLACK,
        };
        let (x, y) = (corner.x + CELL / 2, corner.y + CELL / 2);
        self.draw(format_args!(r#"<g class="piece" transform="translate({x} {y})" stroke-width="2.5">"#));
        self.draw(format_args!(r##"<circle cx="1.5" cy="4" r="37" fill="#000" fill-opacity="0.3"/>"##));
        self.draw(format_args!(r#"<circle r="37" fill="{disc}" stroke="{rim}"/>"#));
        self.draw(format_args!(r#"<circle r="29.5" fill="none" stroke="{groove}"/>"#));
        match kind {
            Kind::Man => self.draw(format_args!(r#"<circle r="20" fill="none" stroke="{groove}"/>"#)),
            Kind::King => {
                self.draw(format_args!(r#"<path d="{CROWN}" fill="{emblem}" stroke="{emblem}" "#));
                self.draw(format_args!(r#"stroke-linejoin="round"/>"#));
            }
            Kind::Parachutist => {
                self.draw(format_args!(r#"<path d="{CANOPY}" fill="none" stroke="{emblem}" stroke-width="5"/>"#));
            }
        }
        self.draw(format_args!("</g>"));
    }

    fn edges(&mut self) {
        for (file, letter) in (0..self.files).zip('a'..) {
            let place = Point { x: file * CELL + CELL / 2, y: self.ranks * CELL + self.frame / 2 };
            self.edge(place, &letter.to_string());
        }
        for row in 0..self.ranks {
            let place = Point { x: -self.frame / 2, y: row * CELL + CELL / 2 };
            self.edge(place, &(self.ranks - row).to_string());
        }
    }

    fn edge(&mut self, Point { x, y }: Point, text: &str) {
        let line = y + 7;
        self.draw(format_args!(r#"<text x="{x}" y="{line}" font-size="21" text-anchor="middle" "#));
        self.draw(format_args!(r#"fill="{EDGE}">{text}</text>"#));
    }

    fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }
}

/// Returns the SVG path of the lines of an alquerque board: rows, columns and every second
/// diagonal, between the centres of squares.
fn alquerque_lines(files: i32, ranks: i32) -> String {
    let at = |place: i32| place * CELL + CELL / 2;
    let mut parts = Vec::new();
    parts.extend((0..files).map(|file| format!("M{} {}V{}", at(file), at(0), at(ranks - 1))));
    parts.extend((0..ranks).map(|row| format!("M{} {}H{}", at(0), at(row), at(files - 1))));
    for row in 0..ranks - 1 {
        for file in 0..files - 1 {
            let (from, to) = if (file + row) % 2 == 0 { (file, file + 1) } else { (file + 1, file) };
            parts.push(format!("M{} {}L{} {}", at(from), at(row), at(to), at(row + 1)));
        }
    }
    parts.concat()
}

#[cfg(test)]
mod tests {
    use crate::{Draughts, VARIANTS, Variant};

    fn svg(variant: &str, fen: &str) -> String {
        let game = Draughts::new(Variant::named(variant).unwrap());
        game.svg(&game.parse_fen(fen).unwrap())
    }

    #[test]
    fn draws_every_square_and_piece_once() {
        let picture = svg("international", "W:W31,K46:B1");
        // Frame and background, then the squares.
        assert_eq!(picture.matches("<rect").count(), 2 + 50);
        assert_eq!(picture.matches(r#"class="piece""#).count(), 3);
        // The crown of the king.
        assert_eq!(picture.matches("<path").count(), 1);
        assert!(picture.contains("<title>W:W31,K46:B1</title>"));
        // 46 is the square in the lower left corner.
        assert!(picture.contains(r#"translate(50 950)" stroke-width="2.5">"#), "{picture}");
        assert!(picture.contains(">50</text>"));
    }

    #[test]
    fn names_files_and_ranks_where_moves_do() {
        let picture = svg("russian", "W:Wc3:Bd6");
        assert!(picture.contains(">a</text>") && picture.contains(">8</text>") && !picture.contains(">32</text>"));
    }

    #[test]
    fn draws_the_start_of_every_game() {
        for variant in VARIANTS {
            let game = Draughts::new(variant);
            let picture = game.svg(&game.start());
            let pieces = game.start().setup.piece_count() as usize;
            assert_eq!(picture.matches(r#"class="piece""#).count(), pieces, "{}", variant.id);
            for element in ["svg", "g", "text", "title"] {
                let (begun, ended) = (format!("<{element} "), format!("</{element}>"));
                let begun = picture.matches(&begun).count() + picture.matches(&format!("<{element}>")).count();
                assert_eq!(begun, picture.matches(&ended).count(), "{} {element}", variant.id);
            }
        }
    }
}
