//! Plays a position to the end of the game: the winner takes the fastest way, and the loser the
//! slowest.
//!
//! `cargo run -p peatee-probe --example best_line -- [DIRECTORY] [FEN]`

use std::error::Error;
use std::fmt::Write as _;

use peatee_probe::Tables;

/// Tables of English draughts up to three pieces, in the source of this crate.
const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/v4/english");
/// Position with a white king and a white man against a black king.
const FEN: &str = "W:WK18,20:BK10";
/// Maximum length of the line in plies. A drawn line ends earlier, when a position is repeated.
const LINE_PLIES_MAX: u32 = 500;

/// Returns the text to print. The arguments are a directory of tables and a position; both have
/// defaults.
pub fn run(args: &[String]) -> Result<String, Box<dyn Error>> {
    let directory = args.first().map_or(TABLES, String::as_str);
    let fen = args.get(1).map_or(FEN, String::as_str);

    let tables = Tables::open(directory)?;
    let game = tables.game();
    let start = game.parse_fen(fen)?;
    let line = tables.line(&start, LINE_PLIES_MAX)?;

    let mut text = format!("{}: {}\n", game.fen(&start), line.value);
    let mut position = start;
    for rated in &line.moves {
        let name = game.move_text(&position, &rated.mv);
        writeln!(text, "  {name:<8} {}", game.fen(&rated.position))?;
        position = rated.position;
    }
    writeln!(text, "{}", line.end.name())?;
    Ok(text)
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    print!("{}", run(&args)?);
    Ok(())
}
