//! The arguments that name positions.

use crate::ask::games::DEFAULT_VARIANT;

/// Arguments that name positions and the game that is played.
#[derive(Debug, clap::Args)]
pub struct FenArgs {
    /// Positions as PDN FEN, for example `W:WK12,K40,50:BK11`. Without any, or with `-`, positions
    /// are read from standard input, one per line; empty lines and lines that start with `#` are
    /// skipped.
    #[arg(value_name = "FEN")]
    fens: Vec<String>,

    /// The game that is played; `peatee variants` lists the games.
    #[arg(long, value_name = "ID", default_value = DEFAULT_VARIANT)]
    pub variant: String,
}

impl FenArgs {
    pub fn one(fen: String, variant: String) -> Self {
        FenArgs { fens: vec![fen], variant }
    }

    /// Returns true when the positions come from the arguments, not from standard input.
    pub fn has_arguments(&self) -> bool {
        !self.fens.is_empty() && self.fens != ["-"]
    }

    pub fn is_empty(&self) -> bool {
        self.fens.is_empty()
    }

    /// Returns the positions of the arguments, in order. A FEN of chess that was given without
    /// quotes comes as several arguments, which are put together again.
    pub fn positions(&self) -> Vec<String> {
        let mut fens: Vec<String> = Vec::with_capacity(self.fens.len());
        for word in &self.fens {
            match fens.last_mut() {
                Some(fen) if fen.contains('/') && is_field_after_board(word) => {
                    fen.push(' ');
                    fen.push_str(word);
                }
                _ => fens.push(word.clone()),
            }
        }
        fens
    }
}

/// Returns true if a word can be a field of a chess FEN but the first: the side to move, castling
/// rights, the square of en passant, or a count. No position begins with such a word.
fn is_field_after_board(word: &str) -> bool {
    match word.as_bytes() {
        b"" => false,
        b"w" | b"b" | b"-" => true,
        [b'a'..=b'h', b'3' | b'6'] => true,
        letters if letters.iter().all(|letter| b"KQkq".contains(letter)) => letters.len() <= 4,
        digits => digits.iter().all(u8::is_ascii_digit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_chess_fen_are_put_together_and_other_arguments_are_left_alone() {
        let fens = |words: &[&str]| {
            let words = words.iter().map(ToString::to_string).collect();
            FenArgs { fens: words, variant: String::new() }.positions()
        };
        let chess = "8/8/8/8/8/k7/p7/K7 w - - 0 1";
        let castling = "r3k2r/8/8/8/4P3/8/8/R3K2R b KQkq e3 0 1";
        let words: Vec<&str> = chess.split(' ').chain(castling.split(' ')).collect();
        assert_eq!(fens(&words), [chess, castling]);
        for apart in
            [&[chess, castling] as &[_], &["W:W1:B2", "b"], &["W:W1:B2", "-", "12"], &[chess, "x"], &[chess, ""]]
        {
            assert_eq!(fens(apart), apart);
        }
    }
}
