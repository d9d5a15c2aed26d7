//! Mends records: finds the intended moves by legality and by the moves that follow.

use crate::record::{Record, RecordFault, WrittenResult};
use crate::score::Score;

/// Number of steps that the search may take, in addition to two steps for each word of the record.
const STEPS_MAX: usize = 4096;

/// Meaning that a word of a record has in a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning<M> {
    /// The legal moves that match the word.
    Legal(Candidates<M>),
    /// The word is a move that is not legal in the position.
    NotLegal,
    /// The word is not a move.
    Unreadable,
    /// The legal moves of the position cannot be listed.
    Unknown,
}

/// Legal moves that match a word of a record, at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidates<M> {
    /// The matching moves, the closest match first.
    pub moves: Vec<M>,
    /// Number of moves at the start of `moves` that match the word best, all equally well. The word
    /// means another move of the list only if later words of the record show this.
    pub closest: usize,
}

impl<M> From<Vec<M>> for Candidates<M> {
    /// Creates candidates that match the word equally well.
    fn from(moves: Vec<M>) -> Candidates<M> {
        Candidates { closest: moves.len(), moves }
    }
}

/// The rules of a game, by which the words of a record are interpreted.
pub trait Play {
    /// Position of the game.
    type Position: Clone;
    /// Move of the game.
    type Move;

    /// Returns the meaning of a word in a position.
    fn meaning(&self, position: &Self::Position, text: &str) -> Meaning<Self::Move>;

    /// Returns the position after a move.
    fn after(&self, position: &Self::Position, mv: &Self::Move) -> Self::Position;

    /// Returns an unambiguous text of a move.
    fn full_text(&self, position: &Self::Position, mv: &Self::Move) -> String;

    /// Returns the single move whose parts are two successive words: `11x18 18x25`. Returns `None`
    /// when the words are not such parts.
    fn joined(&self, _first: &str, _second: &str) -> Option<String> {
        None
    }
}

/// A word of the record during the search, with the position before the word.
struct Step<P: Play> {
    position: P::Position,
    /// Legal moves that the word can mean; none for an ignored word.
    candidates: Candidates<P::Move>,
    chosen: usize,
}

impl<P: Play> Step<P> {
    /// Returns the number of candidates, from the first on, that the search tries for this word.
    /// `is_complete` is true when a line through all words has been found. The search then tries
    /// only candidates that match the word as closely as the chosen one.
    fn choices_end(&self, is_complete: bool) -> usize {
        let Candidates { moves, closest } = &self.candidates;
        if is_complete && self.chosen < *closest { *closest } else { moves.len() }
    }

    fn is_as_close(&self, choice: usize) -> bool {
        (self.chosen < self.candidates.closest) == (choice < self.candidates.closest)
    }
}

/// A line of the search: one chosen move for each word from the start of the record.
struct Line {
    choices: Vec<usize>,
    /// Indices of the words that the line ignores.
    ignored: Vec<usize>,
    /// Index of the first word that remains ambiguous; `None` if there is none. Another line of the
    /// same length has another move there, which matches the word equally well.
    ambiguous_at: Option<usize>,
}

impl Record {
    /// Returns the mended record. Each ambiguous word becomes the move that makes the later moves
    /// legal, and words that are not moves are removed. The moves end at the first word that
    /// remains ambiguous. Returns `None` when nothing needs mending. If such a record has illegal
    /// words, the first of them was surely meant as a move.
    ///
    /// The search counts a step for each word that it interprets. The allowed number of steps
    /// depends only on the number of words.
    pub fn mended<P: Play>(&self, game: &P, start: &P::Position) -> Option<Record> {
        match self.joined(game) {
            Some(joined) => Some(joined.settled(game, start).unwrap_or(joined)),
            None => self.settled(game, start),
        }
    }

    /// Returns the record with words that are parts of one move joined to this move; `None` when
    /// all words are whole moves.
    fn joined<P: Play>(&self, game: &P) -> Option<Record> {
        let mut joined = Record { moves: Vec::new(), ..self.clone() };
        for written in &self.moves {
            if let Some(last) = joined.moves.last_mut()
                && let Some(whole) = game.joined(&last.text, &written.text)
            {
                let parts = RecordFault::ignored(last.place, &format!("{} {}", last.text, written.text));
                last.text.clone_from(&whole);
                last.nags.extend_from_slice(&written.nags);
                last.comments.extend_from_slice(&written.comments);
                joined.add_fault(RecordFault { read_as: Some(whole), ..parts });
                continue;
            }
            joined.moves.push(written.clone());
        }
        (joined.moves.len() < self.moves.len()).then_some(joined)
    }

    /// Returns the record in which later words decide the meaning of ambiguous words, as
    /// [`Record::mended`] describes; `None` when nothing needs mending.
    fn settled<P: Play>(&self, game: &P, start: &P::Position) -> Option<Record> {
        let longest = self.longest_line(game, start)?;
        let last = longest.choices.len();
        let mut end = longest.ambiguous_at.unwrap_or(self.moves.len());
        let is_complete = self.is_complete(Some(&longest));
        if longest.ambiguous_at.is_none() {
            let of_move = |&word: &usize| is_like_move(&self.moves[word].text);
            let unread: Vec<usize> = longest.ignored.iter().copied().filter(of_move).collect();
            // No move after an unreadable word is certain. The exception is a record with a single
            // unreadable word in which all other words have a meaning.
            let is_sound = is_complete && unread.len() <= 1;
            let first = if is_sound { self.unread_end(&longest) } else { unread.first().copied() };
            end = first.unwrap_or(end);
        }
        let mut mended = Record { moves: Vec::new(), ..self.clone() };
        let mut position = start.clone();
        for (word, written) in self.moves.iter().enumerate().take(end.min(last)) {
            if longest.ignores(word) {
                mended.add_fault(RecordFault::ignored(written.place, &written.text));
                continue;
            }
            let Meaning::Legal(candidates) = game.meaning(&position, &written.text) else { return None };
            let choice = longest.choices[word];
            let mv = candidates.moves.get(choice)?;
            let mut written = written.clone();
            if candidates.closest > 1 || choice > 0 {
                let text = game.full_text(&position, mv);
                let read_as = Some(text.clone());
                mended.add_fault(RecordFault { read_as, ..RecordFault::ignored(written.place, &written.text) });
                written.text = text;
            }
            position = game.after(&position, mv);
            mended.moves.push(written);
        }
        if let Some(open) = self.moves.get(end) {
            match game.meaning(&position, &open.text) {
                // One move matches the text closest, but the record does not show that this move
                // was intended.
                Meaning::Legal(Candidates { closest: 1, moves }) if moves.len() > 1 => {
                    let rest: Vec<&str> = self.moves[end..].iter().map(|written| written.text.as_str()).collect();
                    mended.add_fault(RecordFault::ignored(open.place, &rest.join(" ")));
                }
                _ => mended.moves.push(open.clone()),
            }
        } else if let ([result], None) = (&self.moves[last..], &self.result)
            && Score::has_known_total(&result.text)
        {
            mended.add_fault(RecordFault::ignored(result.place, &result.text));
            mended.result = Some(WrittenResult { text: result.text.clone(), place: result.place });
        } else {
            mended.moves.extend_from_slice(&self.moves[last.min(self.moves.len())..]);
        }
        (mended.moves != self.moves || mended.result != self.result).then_some(mended)
    }

    /// Returns the index of the first word that looks like a move among the ignored words at the
    /// end of the record; `None` if there is no such word.
    fn unread_end(&self, line: &Line) -> Option<usize> {
        let ends = (0..self.moves.len()).rev().take_while(|&word| line.ignores(word));
        ends.filter(|&word| is_like_move(&self.moves[word].text)).last()
    }

    /// Returns the line that interprets the most words. Returns `None` when no line is found within
    /// the allowed steps, or when the moves of a position cannot be listed.
    fn longest_line<P: Play>(&self, game: &P, start: &P::Position) -> Option<Line> {
        let mut path: Vec<Step<P>> = Vec::new();
        let mut position = start.clone();
        let mut longest: Option<Line> = None;
        for _ in 0..2 * self.moves.len() + STEPS_MAX {
            if let Some(written) = self.moves.get(path.len()) {
                let meaning = game.meaning(&position, &written.text);
                let candidates = match meaning {
                    Meaning::Legal(candidates) => Some(candidates),
                    Meaning::Unreadable => Some(Vec::new().into()),
                    Meaning::NotLegal => None,
                    Meaning::Unknown => return None,
                };
                if let Some(candidates) = candidates {
                    let next = candidates.moves.first().map(|mv| game.after(&position, mv));
                    let before = next.map_or(position.clone(), |next| std::mem::replace(&mut position, next));
                    path.push(Step { position: before, candidates, chosen: 0 });
                    continue;
                }
            }
            longest = Some(Line::longest(longest, &path));
            // Goes back to the last word that has an untried candidate.
            let is_complete = self.is_complete(longest.as_ref());
            loop {
                let Some(step) = path.last_mut() else { return longest };
                if step.chosen + 1 < step.choices_end(is_complete) {
                    step.chosen += 1;
                    position = game.after(&step.position, &step.candidates.moves[step.chosen]);
                    break;
                }
                path.pop();
            }
        }
        // The search has not tried all lines, so words with untried choices remain ambiguous.
        let is_complete = self.is_complete(longest.as_ref());
        let mut longest = longest?;
        longest.ambiguous_at = path.iter().position(|step| step.choices_end(is_complete) > 1).or(longest.ambiguous_at);
        Some(longest)
    }

    fn is_complete(&self, line: Option<&Line>) -> bool {
        line.is_some_and(|line| line.choices.len() == self.moves.len())
    }
}

impl Line {
    fn ignores(&self, word: usize) -> bool {
        self.ignored.binary_search(&word).is_ok()
    }

    /// Returns the longer line of `found` and `path`. If they are equally long, returns `found`,
    /// which was searched first and has the closest moves.
    fn longest<P: Play>(found: Option<Line>, path: &[Step<P>]) -> Line {
        if let Some(mut line) = found.filter(|line| line.choices.len() >= path.len()) {
            if line.choices.len() == path.len() {
                let differs = path.iter().zip(&line.choices).position(|(step, choice)| step.chosen != *choice);
                let open = differs.filter(|&word| path[word].is_as_close(line.choices[word]));
                line.ambiguous_at = line.ambiguous_at.into_iter().chain(open).min();
            }
            return line;
        }
        let ignored = |(word, step): (usize, &Step<P>)| step.candidates.moves.is_empty().then_some(word);
        Line {
            choices: path.iter().map(|step| step.chosen).collect(),
            ignored: path.iter().enumerate().filter_map(ignored).collect(),
            ambiguous_at: None,
        }
    }
}

/// Returns true for a word that may be a move in an unknown form.
fn is_like_move(text: &str) -> bool {
    text.len() <= 3 || text.contains(|sign: char| sign.is_ascii_digit()) || text.contains('-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::RecordedMove;

    /// Rules of a game for tests: the word `a` matches move 1 closest, and also matches moves 2 and
    /// 3.
    struct Toy;

    impl Play for Toy {
        type Position = u32;
        type Move = u32;

        fn meaning(&self, &position: &u32, text: &str) -> Meaning<u32> {
            match (text, position) {
                ("a", 0) => Meaning::Legal(Candidates { moves: vec![1, 2, 3], closest: 1 }),
                ("after 1", 1) | ("after 2 or 3", 2 | 3) | ("after 3", 3) => Meaning::Legal(vec![9].into()),
                _ => Meaning::NotLegal,
            }
        }

        fn after(&self, &position: &u32, &mv: &u32) -> u32 {
            if position == 0 { mv } else { position }
        }

        fn full_text(&self, _: &u32, mv: &u32) -> String {
            format!("move {mv}")
        }
    }

    fn mended(words: &[&str]) -> Option<(Vec<String>, Vec<String>)> {
        let moves = words.iter().map(|&text| RecordedMove { text: text.to_owned(), ..RecordedMove::default() });
        let record = Record { moves: moves.collect(), ..Record::default() }.mended(&Toy, &0)?;
        let moves = record.moves.into_iter().map(|mv| mv.text).collect();
        Some((moves, record.faults.into_iter().map(|fault| fault.text).collect()))
    }

    #[test]
    fn the_closest_move_is_meant_unless_later_words_show_another() {
        for words in [&["a"][..], &["a", "after 1"], &["a", "nothing"], &["a", "after 1", "nothing"]] {
            assert_eq!(mended(words), None, "{words:?}");
        }
        let moves = ["move 3", "after 2 or 3", "after 3"].map(str::to_owned).to_vec();
        assert_eq!(mended(&["a", "after 2 or 3", "after 3"]), Some((moves, vec!["a".to_owned()])));
    }

    #[test]
    fn a_record_ends_where_later_words_refute_the_closest_move_and_leave_two() {
        let rest = "a after 2 or 3 nothing".to_owned();
        assert_eq!(mended(&["a", "after 2 or 3", "nothing"]), Some((vec![], vec![rest])));
    }
}
