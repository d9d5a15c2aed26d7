//! Writes games as PDN 3.0.

use super::game::PdnGame;
use crate::notation::MoveNumber;
use crate::piece::Side;
use crate::variant::Variant;

const LINE_LENGTH: usize = 80;

/// Formats games, with an empty line between them.
pub fn write_games<'a>(games: impl IntoIterator<Item = &'a PdnGame>) -> String {
    games.into_iter().map(PdnGame::to_string).collect::<Vec<_>>().join("\n")
}

impl std::fmt::Display for PdnGame {
    /// Formats the game as PDN text with a final line feed. A game without a result gets `*`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for tag in &self.tags {
            let value = tag.value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
            writeln!(f, "[{} \"{value}\"]", tag.name)?;
        }
        if !self.tags.is_empty() {
            writeln!(f)?;
        }
        let mut lines = Lines::default();
        self.comments.iter().for_each(|comment| lines.comment(comment));
        let mut needs_number = true;
        let mut number = self.first_number();
        for mv in &self.moves {
            let written = if number.is_of_first_side() || needs_number { format!("{number} ") } else { String::new() };
            lines.word(&format!("{written}{}", mv.text));
            mv.nags.iter().for_each(|nag| lines.word(&format!("${nag}")));
            mv.comments.iter().for_each(|comment| lines.comment(comment));
            needs_number = !mv.comments.is_empty();
            number = number.next();
        }
        lines.word(self.result.as_ref().map_or("*", |result| &result.text));
        writeln!(f, "{}", lines.text)
    }
}

impl PdnGame {
    /// Returns the number of the first move, which depends on the side to move in the tag `FEN`.
    fn first_number(&self) -> MoveNumber {
        let first = self.variant().ok().flatten().map_or(Side::White, Variant::moves_first);
        let to_move = self.tag("FEN").and_then(|tag| match tag.value.trim_start().chars().next() {
            Some('W' | 'w') => Some(Side::White),
            Some('B' | 'b') => Some(Side::Black),
            _ => None,
        });
        MoveNumber::of_sides(to_move.unwrap_or(first), first, 0)
    }
}

#[derive(Default)]
struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > LINE_LENGTH {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        // Readers skip a line that begins with this sign.
        if self.column == 0 && word.starts_with('%') {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += length;
    }

    fn comment(&mut self, comment: &str) {
        if !comment.contains('}') {
            return self.word(&format!("{{{comment}}}"));
        }
        // A closing brace would end the comment, so each of its lines is written as a comment that
        // ends with the line.
        for line in comment.lines() {
            self.word(&format!("; {line}"));
            self.text.push('\n');
            self.column = 0;
        }
    }
}
