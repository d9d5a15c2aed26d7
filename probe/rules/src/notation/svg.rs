//! A board drawn as a picture.

use std::fmt::Write;

use crate::board::Square;
use crate::game::Game;
use crate::piece::{Kind, Side};
use crate::position::Position;
use crate::variant::SquareNames;

/// The length of the side of a cell, in the units of the picture.
const CELL: u32 = 40;
/// The room around the board, for the names of files and ranks.
const MARGIN: u32 = 20;

const DARK: &str = "#b58863";
const LIGHT: &str = "#f0d9b5";
/// On squares of either colour the names can be read.
const NAMES: &str = "#3b2a1a";
const CROWN: &str = "#d4a017";

impl Game {
    /// The board as an SVG picture, White below. Squares have their numbers, or the edges the names
    /// of files and ranks, as the moves of the variant are written. A king has a crown, a piece of
    /// another kind its letter. Programs that read pages aloud get the position as FEN.
    pub fn svg(&self, position: &Position) -> String {
        let board = &self.variant().board;
        let (files, ranks) = (u32::from(board.files), u32::from(board.ranks));
        let is_lettered = self.variant().notation.squares == SquareNames::Algebraic;
        let mut picture = Picture::new(files, ranks, &self.fen(position));
        for rank in 0..ranks {
            for file in 0..files {
                let corner = Point { x: MARGIN + file * CELL, y: MARGIN + (ranks - 1 - rank) * CELL };
                let square = board.square_at(file as i32, rank as i32);
                picture.cell(corner, if square.is_some() { DARK } else { LIGHT });
                let Some(square) = square else { continue };
                if !is_lettered {
                    picture.square_name(corner, &self.square_name(square));
                }
                picture.piece(position, square, Point { x: corner.x + CELL / 2, y: corner.y + CELL / 2 });
            }
        }
        if is_lettered {
            picture.edges(files, ranks);
        }
        picture.finish()
    }
}

/// A place in the picture, from its upper left corner.
#[derive(Clone, Copy)]
struct Point {
    x: u32,
    y: u32,
}

/// The text of a picture that is being drawn.
struct Picture(String);

impl Picture {
    fn new(files: u32, ranks: u32, title: &str) -> Picture {
        let (width, height) = (files * CELL + 2 * MARGIN, ranks * CELL + 2 * MARGIN);
        let mut picture = Picture(String::new());
        picture.draw(format_args!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" "#));
        picture.draw(format_args!(r#"width="{width}" height="{height}" "#));
        picture.draw(format_args!(r#"role="img" font-family="sans-serif"><title>{title}</title>"#));
        picture
    }

    fn draw(&mut self, element: std::fmt::Arguments<'_>) {
        self.0.write_fmt(element).expect("a string takes any text");
    }

    fn cell(&mut self, Point { x, y }: Point, fill: &str) {
        self.draw(format_args!(r#"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" "#));
        self.draw(format_args!(r#"stroke="{NAMES}" stroke-width="0.5"/>"#));
    }

    fn square_name(&mut self, corner: Point, name: &str) {
        let (x, y) = (corner.x + 2, corner.y + 9);
        self.draw(format_args!(r#"<text x="{x}" y="{y}" font-size="9" fill="{NAMES}">{name}</text>"#));
    }

    /// A text around the middle `x`.
    fn middle_text(&mut self, Point { x, y }: Point, size: u32, fill: &str, text: &str) {
        self.draw(format_args!(r#"<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" "#));
        self.draw(format_args!(r#"fill="{fill}">{text}</text>"#));
    }

    /// The piece on a square, if any.
    fn piece(&mut self, position: &Position, square: Square, Point { x, y }: Point) {
        let Some((side, kind)) = position.setup.at(square) else { return };
        let (fill, line) = match side {
            Side::White => ("#ffffff", "#000000"),
            Side::Black => ("#202020", "#ffffff"),
        };
        self.draw(format_args!(r#"<circle cx="{x}" cy="{y}" r="16" fill="{fill}" stroke="{line}"/>"#));
        match kind {
            Kind::Man => self.draw(format_args!(r#"<circle cx="{x}" cy="{y}" r="10" fill="none" stroke="{line}"/>"#)),
            Kind::King => {
                let (left, top) = (x - 9, y - 7);
                self.draw(format_args!(r#"<path d="M{left} {top}l4 6l5 -8l5 8l4 -6l-2 14h-14z" fill="{CROWN}"/>"#));
            }
            other => self.middle_text(Point { x, y: y + 6 }, 16, line, &other.letter().to_string()),
        }
    }

    /// The names of files below the board and of ranks beside it.
    fn edges(&mut self, files: u32, ranks: u32) {
        for (file, letter) in (0..files).zip('a'..) {
            let place = Point { x: MARGIN + file * CELL + CELL / 2, y: MARGIN + ranks * CELL + 14 };
            self.middle_text(place, 12, NAMES, &letter.to_string());
        }
        for rank in 0..ranks {
            let place = Point { x: MARGIN / 2, y: MARGIN + (ranks - 1 - rank) * CELL + CELL / 2 + 4 };
            self.middle_text(place, 12, NAMES, &(rank + 1).to_string());
        }
    }

    fn finish(mut self) -> String {
        self.0.push_str("</svg>");
        self.0
    }
}

#[cfg(test)]
mod tests {
    use crate::{Game, Variant};

    fn svg(variant: &str, fen: &str) -> String {
        let game = Game::new(Variant::named(variant).unwrap());
        game.svg(&game.parse_fen(fen).unwrap())
    }

    #[test]
    fn draws_every_cell_and_piece_once() {
        let picture = svg("international", "W:W31,K46:B1");
        assert_eq!(picture.matches("<rect").count(), 100);
        // A disc for each piece, and the inner ring of a man.
        assert_eq!(picture.matches("<circle").count(), 3 + 2);
        assert_eq!(picture.matches("<path").count(), 1);
        assert!(picture.contains("<title>W:W31,K46:B1</title>"));
        // 46 is the square in the lower left corner.
        assert!(picture.contains(r##"<circle cx="40" cy="400" r="16" fill="#ffffff""##), "{picture}");
        assert!(picture.contains(">50</text>"));
    }

    #[test]
    fn names_files_and_ranks_where_moves_do() {
        let picture = svg("russian", "W:Wc3:Bd6");
        assert!(picture.contains(">a</text>") && picture.contains(">8</text>") && !picture.contains(">32</text>"));
    }
}
