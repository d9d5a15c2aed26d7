//! Games written as PDN 3.0.

use super::PdnGame;

/// Lines are broken before this column.
const LINE_LENGTH: usize = 80;

/// Writes games, with an empty line between them.
pub fn write_games<'a>(games: impl IntoIterator<Item = &'a PdnGame>) -> String {
    games.into_iter().map(PdnGame::to_string).collect::<Vec<_>>().join("\n")
}

impl std::fmt::Display for PdnGame {
    /// The game as PDN text, with a line end behind it. A game without a result gets `*`.
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
        for (half_moves, mv) in (self.moves_second() as usize..).zip(&self.moves) {
            let is_first = half_moves.is_multiple_of(2);
            let number = format!("{}{} ", half_moves / 2 + 1, if is_first { "." } else { "..." });
            let number = if is_first || needs_number { number.as_str() } else { "" };
            lines.word(&format!("{number}{}", mv.text));
            mv.nags.iter().for_each(|nag| lines.word(&format!("${nag}")));
            mv.comments.iter().for_each(|comment| lines.comment(comment));
            needs_number = !mv.comments.is_empty();
        }
        lines.word(self.result.as_ref().map_or("*", |result| &result.text));
        writeln!(f, "{}", lines.text)
    }
}

impl PdnGame {
    /// True when the game starts with a move of the side that moves second in the variant.
    fn moves_second(&self) -> bool {
        let to_move = |fen: &str| fen.trim_start().chars().next().map(|c| c.to_ascii_uppercase());
        let variant = self.variant().ok().flatten();
        let first = variant.map_or(Some('W'), |variant| to_move(variant.start));
        self.tag("FEN").is_some_and(|tag| to_move(&tag.value) != first)
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
        self.text.push_str(word);
        self.column += length;
    }

    fn comment(&mut self, comment: &str) {
        if !comment.contains('}') {
            return self.word(&format!("{{{comment}}}"));
        }
        // A brace would end the comment: write it to the ends of lines.
        for line in comment.lines() {
            self.word(&format!("; {line}"));
            self.text.push('\n');
            self.column = 0;
        }
    }
}
