//! Words with which sites and programs say in the tag `Termination` that a side ran out of time.
//!
//! PGN and lichess, lidraughts: `time forfeit`. chess.com: `NAME won on time`, in the language of
//! its page. FICS, ICC: `forfeits on time`, `ran out of time`. Toernooibase, FMJD, Kurnik and
//! programs of one country: words in the language of their players.

/// Complete values of the tag, in lower case, which mean that a side ran out of time.
const WHOLE: [&str; 12] =
    ["time", "on time", "by time", "tijd", "zeit", "temps", "tiempo", "tempo", "время", "час", "czas", "aeg"];

/// Phrases, in lower case, which at any place in the value mean that a side ran out of time.
const PHRASES: [&str; 62] = [
    // English.
    "time forfeit",
    "time forfeiture",
    "forfeit on time",
    "forfeits on time",
    "forfeited on time",
    "won on time",
    "wins on time",
    "win on time",
    "lost on time",
    "loses on time",
    "loss on time",
    "drawn on time",
    "won by time",
    "lost by time",
    "ran out of time",
    "runs out of time",
    "out of time",
    "timeout",
    "time out",
    "timed out",
    "flag fall",
    "flag fell",
    "flagged",
    "overstepped the time",
    "exceeded the time limit",
    // Dutch.
    "op tijd",
    "door tijd",
    "tijdsoverschrijding",
    "tijdoverschrijding",
    "door de vlag",
    // German.
    "auf zeit",
    "durch zeit",
    "nach zeit",
    "zeitüberschreitung",
    // French.
    "au temps",
    "par le temps",
    "à la pendule",
    "dépassement de temps",
    "chute du drapeau",
    // Spanish, Portuguese, Italian.
    "por tiempo",
    "tiempo agotado",
    "por tempo",
    "no tempo",
    "tempo esgotado",
    "per il tempo",
    "per tempo",
    "tempo scaduto",
    // Russian, Ukrainian.
    "по времени",
    "просрочка времени",
    "просрочил время",
    "просрочила время",
    "время истекло",
    "за часом",
    "прострочення часу",
    // Polish.
    "na czas",
    "przekroczenie czasu",
    // Estonian, Latvian, Lithuanian.
    "ajaga",
    "aja ületamine",
    "aeg läbi",
    "lipu langemine",
    "laika pārsniegšana",
    "laiko viršijimas",
];

/// Returns true when the value of a tag `Termination` says that a side ran out of time. `names` are
/// the names of the players, which are ignored in the value.
pub(crate) fn is_by_time<'a>(value: &str, names: impl Iterator<Item = &'a str>) -> bool {
    let names = names.map(str::trim).filter(|name| !name.is_empty());
    let told = names.fold(value.to_owned(), |told, name| without(&told, name)).to_lowercase();
    // A player may be called Big_Time. A word that contains other signs is therefore taken for a
    // name.
    let is_gap = |sign: char| sign.is_whitespace() || ",.;:!/()-\u{2013}\u{2014}".contains(sign);
    let words: Vec<&str> = told.split(is_gap).filter(|word| !word.is_empty()).collect();
    let text = format!(" {} ", words.join(" "));
    WHOLE.contains(&text.trim()) || PHRASES.iter().any(|phrase| text.contains(&format!(" {phrase} ")))
}

/// Returns a text without the occurrences of a name as a whole word.
fn without(text: &str, name: &str) -> String {
    let is_of_word = |sign: Option<char>| sign.is_some_and(|sign| sign.is_alphanumeric() || sign == '_');
    let mut out = String::new();
    let mut end = 0;
    for (at, _) in text.match_indices(name) {
        let is_inside =
            is_of_word(text[..at].chars().next_back()) || is_of_word(text[at + name.len()..].chars().next());
        if !is_inside {
            out += &text[end..at];
            end = at + name.len();
        }
    }
    out + &text[end..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_over_in_the_words_of_each_site() {
        for value in [
            "Time forfeit",
            "time-forfeit",
            "MagnusCarlsen won on time",
            "Black ran out of time and White has no material to mate",
            "Game drawn by timeout vs insufficient material",
            "Wit wint door tijdsoverschrijding",
            "Gewonnen durch Zeitüberschreitung",
            "X a gagné au temps",
            "Ana ganó por tiempo",
            "Белые выиграли по времени",
            "ПРОСРОЧКА ВРЕМЕНИ",
            "Tamm võitis ajaga",
            "Tijd",
        ] {
            assert!(is_by_time(value, ["Magnus", ""].into_iter()), "{value}");
        }
    }

    #[test]
    fn other_ends_and_names_say_nothing_of_time() {
        for (value, white) in [
            ("Normal", "Time"),
            ("Abandoned", "timeout"),
            ("Big_Time won by resignation", "Big_Time"),
            ("Big_Time won by resignation", ""),
            ("Out of time won by checkmate", "Out of time"),
            ("Drawn in time trouble", ""),
            ("White did not appear on time", ""),
            ("Time control of 40 moves reached, adjourned", ""),
            ("rules infraction", ""),
            ("Timeoutis won by resignation", ""),
            ("На время отложена", ""),
        ] {
            assert!(!is_by_time(value, ["", white].into_iter()), "{value}");
        }
        assert!(is_by_time("Time won on time", ["Time", "Kask"].into_iter()));
        assert!(is_by_time("won won on time", ["won", "Kask"].into_iter()));
    }
}
