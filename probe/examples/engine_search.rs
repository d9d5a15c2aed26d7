//! A small engine with an alpha-beta search. If the tables hold a position, the search takes its
//! value from them and goes no deeper.
//!
//! `cargo run -p peatee-probe --example engine_search -- [DIRECTORY] [FEN] [DEPTH]`

use std::error::Error;

use peatee_probe::{Move, Position, ProbeError, Tables, Value, Wdl};

/// Tables of English draughts up to three pieces, in the source of this crate.
const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/v4/english");
/// A position with four pieces, one more than the tables have.
const FEN: &str = "W:WK17,K5:BK31,3";
const DEPTH_PLIES: u32 = 6;

/// Score of a win at the root. A win n plies later scores n less. Scores of estimates are far
/// smaller.
const WIN: i32 = 10_000;
const INFINITY: i32 = 2 * WIN;
const MAN: i32 = 100;
const KING: i32 = 130;

struct Engine<'a> {
    tables: &'a Tables,
    nodes: u64,
    probes: u64,
}

impl Engine<'_> {
    /// Returns the score of a position for the side to move. The position is `ply` plies after the
    /// root of the search.
    fn search(
        &mut self,
        position: &Position,
        depth: u32,
        ply: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Box<dyn Error>> {
        self.nodes += 1;
        if position.piece_count() <= self.tables.most_pieces() {
            self.probes += 1;
            match self.tables.probe(position) {
                Ok(value) => return Ok(score(value, ply)),
                // The directory may hold only some of the tables.
                Err(ProbeError::MissingTable { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let game = self.tables.game();
        let moves = game.moves(position)?;
        if moves.is_empty() {
            return Ok(score(Value::decided(0, game.variant().goal), ply));
        }
        // Mandatory captures are searched to their end, because the estimate is for quiet
        // positions.
        if depth == 0 && !game.must_capture(position) {
            return Ok(guess(position));
        }
        let mut best = -INFINITY;
        for mv in &moves {
            let after = game.play(position, mv);
            let score = -self.search(&after, depth.saturating_sub(1), ply + 1, -beta, -alpha)?;
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// Returns the best move and its score; `None` if there is no legal move.
    fn best(&mut self, position: &Position, depth: u32) -> Result<Option<(Move, i32)>, Box<dyn Error>> {
        let mut best: Option<(Move, i32)> = None;
        let game = self.tables.game();
        for mv in game.moves(position)? {
            let alpha = best.as_ref().map_or(-INFINITY, |&(_, score)| score);
            let score = -self.search(&game.play(position, &mv), depth.saturating_sub(1), 1, -INFINITY, -alpha)?;
            if score > alpha {
                best = Some((mv, score));
            }
        }
        Ok(best)
    }
}

/// Returns the score of an exact value. An early win scores higher than a late one, and a late loss
/// higher than an early one.
fn score(value: Value, ply: i32) -> i32 {
    let end = ply + value.plies.unwrap_or(0) as i32;
    match value.wdl {
        Wdl::Win => WIN - end,
        Wdl::Draw => 0,
        Wdl::Loss => end - WIN,
    }
}

/// Returns an estimate for a position that no table holds: the difference in material.
fn guess(position: &Position) -> i32 {
    let material =
        |side| position.men(side).count_ones() as i32 * MAN + position.kings(side).count_ones() as i32 * KING;
    material(position.side) - material(position.side.other())
}

/// Returns the text to print. The arguments are a directory of tables, a position and a depth in
/// plies; all have defaults.
pub fn run(args: &[String]) -> Result<String, Box<dyn Error>> {
    let directory = args.first().map_or(TABLES, String::as_str);
    let fen = args.get(1).map_or(FEN, String::as_str);
    let depth = args.get(2).map_or(Ok(DEPTH_PLIES), |text| text.parse())?;

    let tables = Tables::open(directory)?;
    let game = tables.game();
    let position = game.parse_fen(fen)?;
    let mut engine = Engine { tables: &tables, nodes: 0, probes: 0 };
    let Some((mv, score)) = engine.best(&position, depth)? else { return Ok("the game is over\n".to_owned()) };
    let Engine { nodes, probes, .. } = engine;
    let name = game.move_text(&position, &mv);
    Ok(format!("{name}  score {score}  {nodes} nodes, {probes} of them probed\n"))
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    print!("{}", run(&args)?);
    Ok(())
}
