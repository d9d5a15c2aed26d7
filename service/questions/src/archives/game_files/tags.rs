//! Facts about a game that its tags and comments state.

use peatee_game::{Record, Side};

/// A player as the tags name them.
#[derive(Debug, Default, Clone, Copy)]
pub struct TaggedPlayer<'a> {
    /// Name of the player; empty if no tag states it.
    pub name: &'a str,
    pub rating: Option<u32>,
}

/// Returns the value of a tag. Returns an empty text if there is no such tag, or if its value (`?`
/// or `-`) means that it is unknown.
pub fn known_tag<'a>(record: &'a Record, name: &str) -> &'a str {
    let value = record.tag(name).map_or("", |tag| tag.value.trim());
    if value.chars().all(|sign| matches!(sign, '?' | '-' | '.')) { "" } else { value }
}

pub fn player(record: &Record, side: Side) -> TaggedPlayer<'_> {
    let [name, elo, rating] = match side {
        Side::White => ["White", "WhiteElo", "WhiteRating"],
        Side::Black => ["Black", "BlackElo", "BlackRating"],
    };
    let rating = [elo, rating].into_iter().find_map(|name| known_tag(record, name).parse().ok());
    TaggedPlayer { name: known_tag(record, name), rating }
}

/// Returns the year of a game, in four digits; empty if the tags do not state it.
pub fn year(record: &Record) -> &str {
    let years = ["Date", "UTCDate", "EventDate"].into_iter().filter_map(|name| record.tag(name)?.value.trim().get(..4));
    years.into_iter().find(|year| year.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or_default()
}

/// Returns the time in a comment such as `[%clk 1:02:03.5]`, in seconds.
pub fn clock_seconds(comments: &[String]) -> Option<f64> {
    let written = comments.iter().find_map(|comment| comment.split_once("[%clk ")?.1.split_once(']'))?.0;
    written.split(':').try_fold(0.0, |sum, part| Some(60.0 * sum + part.trim().parse::<f64>().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tags_do_not_know_is_empty() {
        let mut record = Record::default();
        record.set_tag("White", "?");
        record.set_tag("WhiteElo", "-");
        record.set_tag("Date", "????.??.??");
        let player = player(&record, Side::White);
        assert_eq!((player.name, player.rating, year(&record)), ("", None, ""));
        record.set_tag("WhiteRating", "2310");
        record.set_tag("Date", "1987.??.??");
        assert_eq!((super::player(&record, Side::White).rating, year(&record)), (Some(2310), "1987"));
    }

    #[test]
    fn clocks_are_read_in_seconds() {
        let clock = |text: &str| clock_seconds(&["good".to_owned(), text.to_owned()]);
        assert_eq!(clock("[%eval 1] [%clk 1:02:03.5]"), Some(3723.5));
        assert_eq!(clock("[%clk x]"), None);
        assert_eq!(clock("none"), None);
    }
}
