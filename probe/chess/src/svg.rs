//! Boards drawn as SVG pictures, in the style of the draughts boards.
//!
//! All lengths are in hundredths of a square. Sizes and colours follow `svg.rs` in `peatee-rules`,
//! which this crate does not use; a test of the service compares the pictures.

use std::fmt::Write;

use cozy_chess::{Color, File, Piece, Rank, Square};

use crate::names::piece_name;
use crate::position::Position;

/// Side length of a square.
const CELL: i32 = 100;
const SQUARES: i32 = 8;
const BOARD: i32 = SQUARES * CELL;
const FRAME_WIDTH: i32 = 36;
const CELL_PIXELS: i32 = 40;

const FRAME: &str = "#5b4331";
const EDGE: &str = "#f6ecdb";
const LIGHT: &str = "#f1e4cb";
const DARK: &str = "#b78b61";

struct Paint {
    side: &'static str,
    body: &'static str,
    rim: &'static str,
    detail: &'static str,
}

const WHITE: Paint = Paint { side: "white", body: "#fffaf0", rim: "#4c4034", detail: "#8c5f12" };
const BLACK: Paint = Paint { side: "black", body: "#2b2624", rim: "#0e0c0b", detail: "#f2c869" };

/// Shape of a piece around the centre of its square: the outline of its body, and lines on it.
/// Drawn for this crate and independent of fonts, so pieces look the same everywhere.
struct Shape {
    body: &'static str,
    lines: &'static str,
}

const PAWN: Shape = Shape {
    body: "M-24 36V31Q-24 26-17 23Q-8 15-7 0H-14V-6H-9A14 14 0 1 1 9-6H14V0H7Q8 15 17 23Q24 26 24 31V36Z",
    lines: "M-14 27H14",
};
const KNIGHT: Shape = Shape {
    body: "M-23 36V30L-17 25C-16 12-4 10-3-2C-9 5-17 4-21 11L-29 9L-33 0C-29-9-25-19-15-26L-14-38L-4-30\
           C16-30 28-10 25 24L27 30V36Z",
    lines: "M-17-14L-12-17M2-22C13-14 17 2 16 20M-15 28H18",
};
const BISHOP: Shape = Shape {
    body: "M-26 36V30Q-13 29-10 21H-17V14H-12Q-24 4-18-9Q-13-18-6-24A7 7 0 1 1 6-24Q13-18 18-9Q24 4 12 14\
           H17V21H10Q13 29 26 30V36Z",
    lines: "M8-15L-2-1M-10 17.5H10",
};
const ROOK: Shape = Shape {
    body: "M-28 36V28L-20 22L-17-10L-24-17V-34H-13V-26H-6V-34H6V-26H13V-34H24V-17L17-10L20 22L28 28V36Z",
    lines: "M-13-10H13M-15 22H15",
};
const QUEEN: Shape = Shape {
    body: "M-25 36V29L-20 21L-34-16A5 5 0 1 1-29-17L-18-4L-18-26A5 5 0 1 1-13-26L-6-7L-2.5-31A5 5 0 1 1 2.5-31\
           L6-7L13-26A5 5 0 1 1 18-26L18-4L29-17A5 5 0 1 1 34-16L20 21L25 29V36Z",
    lines: "M-16 20Q0 14 16 20M-18 29H18",
};
const KING: Shape = Shape {
    body: "M-25 36V29L-20 21C-26 14-36 8-36-6C-36-22-14-24-4-14V-26H-12V-33H-4V-40H4V-33H12V-26H4V-14\
           C14-24 36-22 36-6C36 8 26 14 20 21L25 29V36Z",
    lines: "M-16 20Q0 14 16 20M-18 29H18M0-8V11",
};

impl Position {
    /// Returns the board as an SVG picture, White below, with the names of files and ranks on its
    /// edges. Each man is an SVG group with three classes: `piece`, the colour (`white` or `black`)
    /// and the kind of the piece. The title is the FEN of the position, which screen readers read
    /// out.
    pub fn svg(&self) -> String {
        let mut picture = Picture { text: String::new() };
        picture.ground(&self.fen());
        for (row, rank) in (0..SQUARES).zip(Rank::ALL.into_iter().rev()) {
            for (column, file) in (0..SQUARES).zip(File::ALL) {
                let corner = Point { x: column * CELL, y: row * CELL };
                if (column + row) % 2 == 1 {
                    picture.rect(corner, CELL, DARK);
                }
                let square = Square::new(file, rank);
                if let (Some(piece), Some(side)) = (self.board().piece_on(square), self.board().color_on(square)) {
                    picture.man(piece, side, corner);
                }
            }
        }
        picture.edges();
        picture.text.push_str("</svg>\n");
        picture.text
    }
}

#[derive(Clone, Copy)]
struct Point {
    x: i32,
    y: i32,
}

struct Picture {
    text: String,
}

impl Picture {
    fn draw(&mut self, element: std::fmt::Arguments<'_>) {
        self.text.write_fmt(element).expect("a string takes any text");
    }

    fn ground(&mut self, title: &str) {
        const SIZE: i32 = BOARD + 2 * FRAME_WIDTH;
        const PIXELS: i32 = SIZE * CELL_PIXELS / CELL;
        self.draw(format_args!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-{FRAME_WIDTH} -{FRAME_WIDTH} "#));
        self.draw(format_args!(r#"{SIZE} {SIZE}" width="{PIXELS}" height="{PIXELS}" "#));
        self.draw(format_args!(r#"role="img" font-family="sans-serif"><title>{title}</title>"#));
        self.draw(format_args!(r#"<rect x="-{FRAME_WIDTH}" y="-{FRAME_WIDTH}" width="{SIZE}" height="{SIZE}" "#));
        self.draw(format_args!(r#"rx="8" fill="{FRAME}"/>"#));
        self.rect(Point { x: 0, y: 0 }, BOARD, LIGHT);
    }

    fn rect(&mut self, Point { x, y }: Point, side: i32, fill: &str) {
        self.draw(format_args!(r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}"/>"#));
    }

    fn man(&mut self, piece: Piece, side: Color, corner: Point) {
        let Shape { body, lines } = match piece {
            Piece::Pawn => PAWN,
            Piece::Knight => KNIGHT,
            Piece::Bishop => BISHOP,
            Piece::Rook => ROOK,
            Piece::Queen => QUEEN,
            Piece::King => KING,
        };
        let kind = piece_name(piece);
        let Paint { side, body: fill, rim, detail } = match side {
            Color::White => WHITE,
            Color::Black => BLACK,
        };
        let (x, y) = (corner.x + CELL / 2, corner.y + CELL / 2);
        self.draw(format_args!(r#"<g class="piece {side} {kind}" transform="translate({x} {y})" "#));
        self.draw(format_args!(r#"stroke-width="2.5" stroke-linejoin="round">"#));
        self.draw(format_args!(r##"<path d="{body}" transform="translate(1.5 4)" fill="#000" fill-opacity="0.3"/>"##));
        self.draw(format_args!(r#"<path d="{body}" fill="{fill}" stroke="{rim}"/>"#));
        self.draw(format_args!(r#"<path d="{lines}" fill="none" stroke="{detail}" stroke-width="4" "#));
        self.draw(format_args!(r#"stroke-linecap="round"/></g>"#));
    }

    fn edges(&mut self) {
        for (column, letter) in (0..SQUARES).zip('a'..) {
            let place = Point { x: column * CELL + CELL / 2, y: BOARD + FRAME_WIDTH / 2 };
            self.edge(place, &letter.to_string());
        }
        for row in 0..SQUARES {
            let place = Point { x: -FRAME_WIDTH / 2, y: row * CELL + CELL / 2 };
            self.edge(place, &(SQUARES - row).to_string());
        }
    }

    fn edge(&mut self, Point { x, y }: Point, text: &str) {
        let line = y + 7;
        self.draw(format_args!(r#"<text x="{x}" y="{line}" font-size="21" text-anchor="middle" "#));
        self.draw(format_args!(r#"fill="{EDGE}">{text}</text>"#));
    }
}
