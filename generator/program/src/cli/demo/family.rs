use peatee_generator::explore::families::Explored;
use peatee_generator::explore::stats::slice_stats;
use peatee_generator::{Error, Family as _};
use peatee_probe::any::Tables;
use peatee_probe::chess::Chess;
use peatee_probe::{Game as _, Metric, Notation as _};
use peatee_rules::draw::DrawRules;
use peatee_rules::notation::MoveNumber;
use peatee_rules::{Draughts, Position, Side};

pub const PIECES_MAX: u8 = 3;

pub struct Ending<P> {
    pub position: P,
    pub title: String,
}

impl<P> Ending<P> {
    fn named(position: P, title: &str) -> Ending<P> {
        Ending { position, title: title.to_owned() }
    }
}

pub trait Shown: Explored {
    /// Explanation of the letters in a [`Shown::diagram`].
    const LEGEND: &'static str;

    fn title(&self) -> &'static str;

    fn rules(&self) -> DrawRules;

    /// Returns a well-known endgame position if there is one, otherwise the longest win in the
    /// tables; `None` if no position in the tables is won.
    ///
    /// # Errors
    /// A table is missing or damaged.
    fn ending(tables: &Tables<Self>) -> Result<Option<Ending<Self::Position>>, Error>;

    /// Returns the number of the first move in the printed line of best play.
    fn first_number(&self, position: &Self::Position) -> MoveNumber;

    /// Returns the board as text, with White at the bottom.
    fn diagram(&self, position: &Self::Position) -> String;
}

impl Shown for Draughts {
    const LEGEND: &'static str = "M, K: men and kings of White; m, k: of Black";

    fn title(&self) -> &'static str {
        self.variant().title
    }

    fn rules(&self) -> DrawRules {
        let code = self.variant().rule_codes.first().copied().unwrap_or_default();
        DrawRules::named(code).expect("a code of the game")
    }

    fn ending(tables: &Tables<Self>) -> Result<Option<Ending<Position>>, Error> {
        let game = tables.game();
        if game.variant().id == "international" {
            let position = game.parse_fen("W:W23:B5,6").expect("a position of the game");
            return Ok(Some(Ending::named(position, "David, by M. Grimminck: one man beats two")));
        }
        let longest_win =
            |slice| tables.table(slice, Metric::Dtw).map_or(0, |table| table.header().counts.longest_win_plies);
        // Of slices with equally long wins, `max_by_key` takes the last one, which is the first
        // before the order was reversed. So the demo always shows the same position for the same
        // tables.
        let slices = game.slices(PIECES_MAX).into_iter().rev();
        let Some(slice) = slices.max_by_key(|&slice| longest_win(slice)) else { return Ok(None) };
        let Some(longest) = slice_stats(tables, slice)?.longest_win else { return Ok(None) };
        let title = format!("The longest win with up to {PIECES_MAX} pieces, one of {}", longest.positions);
        Ok(Some(Ending { position: game.parse_fen(&longest.fen).expect("a position of the tables"), title }))
    }

    fn first_number(&self, position: &Position) -> MoveNumber {
        MoveNumber::in_position(self, position, 0)
    }

    fn diagram(&self, position: &Position) -> String {
        Draughts::diagram(self, position)
    }
}

impl Shown for Chess {
    const LEGEND: &'static str = "Pieces of White in capitals, of Black in small letters";

    fn title(&self) -> &'static str {
        "Chess"
    }

    fn rules(&self) -> DrawRules {
        Chess::fifty_moves()
    }

    fn ending(tables: &Tables<Self>) -> Result<Option<Ending<Self::Position>>, Error> {
        let position = tables.game().parse_fen("8/8/8/3k4/8/8/8/K6R w - - 0 1").expect("a position");
        Ok(Some(Ending::named(position, "A rook and its king mate a lone king")))
    }

    fn first_number(&self, position: &Self::Position) -> MoveNumber {
        MoveNumber::of_sides(self.side(position), Side::White, 0)
    }

    fn diagram(&self, position: &Self::Position) -> String {
        let fen = self.fen(position);
        let board = fen.split(' ').next().unwrap_or_default();
        let mut out = String::new();
        for (row, rank) in board.split('/').zip((1..=8).rev()) {
            out.push_str(&format!("{rank:>2} "));
            for drawn in row.chars() {
                match drawn.to_digit(10) {
                    Some(empty) => out.push_str(&" .".repeat(empty as usize)),
                    None => out.extend([' ', drawn]),
                }
            }
            out.push('\n');
        }
        out + "    a b c d e f g h\n"
    }
}
