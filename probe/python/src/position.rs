//! The Python class `Position`, and positions given in other forms.

use std::hash::{DefaultHasher, Hash, Hasher};

use peatee_rules::{Draughts, Kind, Position as Plain, Side, Square};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{PositionError, Raise};
use crate::game::game;

/// A position of one game: the pieces on the board and the side to move. It is immutable.
///
/// >>> position = peatee.Position("W:WK17,K5:BK31", variant="english")
/// >>> position.fen, position.side_to_move
/// ('W:WK5,K17:BK31', 'white')
/// >>> print(position)
///  1     .   .   .   .  4
///  5   K   .   .   .    8
///  9     .   .   .   . 12
/// 13   .   .   .   .   16
/// 17     K   .   .   . 20
/// 21   .   .   .   .   24
/// 25     .   .   .   . 28
/// 29   .   .   k   .   32
///
/// A notebook shows the position as a picture.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug, Clone)]
pub(crate) struct Position {
    pub(crate) game: Draughts,
    pub(crate) plain: Plain,
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (fen, *, variant = "international"))]
    fn new(fen: &str, variant: &str) -> PyResult<Position> {
        let game = game(variant)?;
        let plain = game.parse_fen(fen).map_err(Raise::raise)?;
        Ok(Position { game, plain })
    }

    /// Creates a position from lists of squares, given by number or name.
    ///
    /// >>> kings = {"white_kings": [5, 17], "black_kings": [31]}
    /// >>> peatee.Position.from_squares("white", **kings, variant="english").fen
    /// 'W:WK5,K17:BK31'
    #[staticmethod]
    #[pyo3(signature = (side_to_move, *, white_men = vec![], white_kings = vec![], black_men = vec![],
        black_kings = vec![], variant = "international"))]
    fn from_squares(
        side_to_move: &str,
        white_men: Vec<Bound<'_, PyAny>>,
        white_kings: Vec<Bound<'_, PyAny>>,
        black_men: Vec<Bound<'_, PyAny>>,
        black_kings: Vec<Bound<'_, PyAny>>,
        variant: &str,
    ) -> PyResult<Position> {
        let game = game(variant)?;
        let mut plain = Plain::empty(side(side_to_move)?);
        let lists = [
            (Side::White, Kind::Man, white_men),
            (Side::White, Kind::King, white_kings),
            (Side::Black, Kind::Man, black_men),
            (Side::Black, Kind::King, black_kings),
        ];
        for (owner, kind, squares) in lists {
            for name in squares {
                let square = square(&game, &name.str()?.to_string())?;
                if plain.setup.at(square).is_some() {
                    let name = game.square_name(square);
                    return Err(PositionError::new_err(format!("two pieces stand on square {name}; name it once")));
                }
                plain.setup.put(owner, kind, square);
            }
        }
        game.check(&plain).map_err(|error| PositionError::new_err(format!("impossible position: {error}")))?;
        Ok(Position { game, plain })
    }

    /// Returns the start position of a variant.
    #[staticmethod]
    #[pyo3(signature = (variant = "international"))]
    fn start(variant: &str) -> PyResult<Position> {
        let game = game(variant)?;
        Ok(Position { plain: game.start(), game })
    }

    /// The position as PDN FEN.
    #[getter]
    pub(crate) fn fen(&self) -> String {
        self.game.fen(&self.plain)
    }

    /// The id of the variant.
    #[getter]
    fn variant(&self) -> &'static str {
        self.game.variant().id
    }

    /// `white` or `black`.
    #[getter]
    fn side_to_move(&self) -> &'static str {
        side_name(self.plain.side)
    }

    /// Number of pieces on the board.
    #[getter]
    fn piece_count(&self) -> u32 {
        self.plain.setup.piece_count()
    }

    /// Returns the texts of all legal moves.
    ///
    /// >>> len(peatee.Position.start("english").legal_moves())
    /// 7
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        let moves = self.game.moves(&self.plain).map_err(|error| PositionError::new_err(error.to_string()))?;
        Ok(self.game.move_texts(&moves).collect())
    }

    /// Returns the position after a move.
    ///
    /// >>> peatee.Position("W:WK17,K5:BK31", variant="english").play("17-14").fen
    /// 'B:WK5,K14:BK31'
    fn play(&self, r#move: &str) -> PyResult<Position> {
        let mv =
            self.game.parse_move(&self.plain, r#move).map_err(|error| PositionError::new_err(error.to_string()))?;
        Ok(Position { game: self.game.clone(), plain: self.game.play(&self.plain, &mv) })
    }

    /// Returns the board as a picture, an SVG text.
    ///
    /// >>> peatee.Position.start("english").svg()[:4]
    /// '<svg'
    pub(crate) fn svg(&self) -> String {
        self.game.svg(&self.plain)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        self.game.diagram(&self.plain).trim_end_matches('\n').to_owned()
    }

    fn __repr__(&self) -> String {
        format!("Position({:?}, variant={:?})", self.fen(), self.variant())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| {
            let other = other.get();
            self.plain == other.plain && self.variant() == other.variant()
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.plain, self.variant()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String, &'static str))> {
        let read = slf.py().import("peatee")?.getattr("_position")?;
        Ok((read, (slf.get().fen(), slf.get().variant())))
    }
}

pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

fn side(text: &str) -> PyResult<Side> {
    match text {
        "white" | "W" => Ok(Side::White),
        "black" | "B" => Ok(Side::Black),
        _ => Err(PositionError::new_err(format!("the side to move must be \"white\" or \"black\", not {text:?}"))),
    }
}

fn square(game: &Draughts, name: &str) -> PyResult<Square> {
    game.parse_square(name).ok_or_else(|| {
        let (id, squares) = (game.variant().id, game.variant().board.square_count());
        PositionError::new_err(format!("{name:?} is not a square of {id}, which has {squares} squares"))
    })
}

/// Returns the position that a Python caller gave: a FEN, a [`Position`], or a board of another
/// package that has a FEN, such as `pydraughts`.
pub(crate) fn position_of(game: &Draughts, given: &Bound<'_, PyAny>) -> PyResult<Plain> {
    if let Ok(position) = given.cast::<Position>() {
        let position = position.get();
        if position.variant() != game.variant().id {
            let (found, expected) = (position.variant(), game.variant().id);
            let text = format!("the position is of {found}, and the tables are of {expected}; open those of {found}");
            return Err(PositionError::new_err(text));
        }
        return Ok(position.plain);
    }
    let text = match given.cast::<PyString>() {
        Ok(text) => text.clone(),
        Err(_) => match given.getattr("fen").ok().and_then(|fen| fen.cast_into::<PyString>().ok()) {
            Some(fen) => {
                check_variant(game, given)?;
                fen
            }
            None => {
                let kind = given.get_type().name()?;
                let text =
                    format!("{kind} is no position; give a FEN, a peatee.Position, or a board with a text `fen`");
                return Err(PyTypeError::new_err(text));
            }
        },
    };
    game.parse_fen(&text.to_cow()?).map_err(Raise::raise)
}

/// Names that other packages use for games, each with the id of the game here.
const OTHER_NAMES: [(&str, &str); 2] = [("standard", "international"), ("american", "english")];

/// Checks that a board of another package belongs to this game, if the board names its game.
fn check_variant(game: &Draughts, board: &Bound<'_, PyAny>) -> PyResult<()> {
    let Ok(found) = board.getattr("variant").and_then(|variant| variant.extract::<String>()) else { return Ok(()) };
    let id = OTHER_NAMES.iter().find(|(other, _)| *other == found).map_or(found.as_str(), |(_, id)| id);
    let expected = game.variant().id;
    if id == expected {
        return Ok(());
    }
    let text = format!("the board is of {found}, and the tables are of {expected}; open tables of its game");
    Err(PositionError::new_err(text))
}
