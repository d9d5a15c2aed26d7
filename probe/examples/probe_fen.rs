//! Prints the value of one position (who wins, in how many plies), and the value of each move.
//!
//! `cargo run -p peatee-probe --example probe_fen -- [DIRECTORY] [FEN]`

use std::error::Error;
use std::fmt::Write as _;

use peatee_probe::Tables;

/// Tables of English draughts up to three pieces, in the source of this crate.
const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/v4/english");
/// Position with two white kings, one of them in a double corner, against a black king.
const FEN: &str = "W:WK17,K5:BK31";

/// Returns the text to print. The arguments are a directory of tables and a position; both have
/// defaults.
pub fn run(args: &[String]) -> Result<String, Box<dyn Error>> {
    let directory = args.first().map_or(TABLES, String::as_str);
    let fen = args.get(1).map_or(FEN, String::as_str);

    let tables = Tables::open(directory)?;
    let game = tables.game();
    let position = game.parse_fen(fen)?;

    let mut text = format!("{}: {}\n", game.fen(&position), tables.probe(&position)?);
    for rated in tables.moves(&position)? {
        let name = game.move_text(&position, &rated.mv);
        writeln!(text, "  {name:<8} {}", rated.value)?;
    }
    Ok(text)
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    print!("{}", run(&args)?);
    Ok(())
}
