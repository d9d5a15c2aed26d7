//! Faults that typists and programs leave in records of games without a change of any move. The
//! tests of chess use them too.

/// Environment variables that set the number of random games of each variant, and the seed of the
/// games.
const VARIABLES: [&str; 2] = ["PEATEE_TEST_GAMES", "PEATEE_TEST_SEED"];

/// Texts that may stand between two moves of a record.
const BETWEEN: [&str; 22] = [
    " ",
    "  ",
    "\n",
    "\r\n",
    "\r",
    "\t",
    " {a comment} ",
    " {one {inside} another} ",
    " ; to the end of the line\n",
    " $1 ",
    " $902 ",
    " \u{b1} ",
    " \u{221e} ",
    " +/- ",
    " +- ",
    " (!) ",
    " ! ",
    " ?!? ",
    " (12-16 {x} (e4 d5)) ",
    " } ",
    " \" ",
    " [+0.3] ",
];

/// Pairs of results: the value of the tag `Result`, and the text after the moves.
const RESULTS: [(&str, &str); 12] = [
    ("*", "*"),
    ("1-0", "1-0"),
    ("0-1", "0-1"),
    ("2-0", "2 - 0"),
    ("1/2-1/2", "\u{bd}-\u{bd}"),
    ("1-1", "1\u{2013}1"),
    ("5-10", "5-10"),
    ("1+ - 1-", "1+ - 1-"),
    ("1 1/2 - 1/2", "1 1/2 - 1/2"),
    ("0-0", "0-0"),
    ("12-0", "12-0"),
    ("1-0F", "1-0F"),
];

/// Lines of tags with faults.
const TAGS: [&str; 8] = [
    "[Event \"The \"Open\" 2020\"]",
    "[White A. Body]",
    "[Black \u{201c}B\u{201d}]",
    "[White-Elo \"1800\"]",
    "[Site \"x\"]\n[Site \"y\"]",
    "[]",
    "[Round \"1",
    "[FEN \"?\"]",
];

/// Functions that write a move number in the forms that records use.
const NUMBERS: [fn(usize) -> String; 5] = [
    |number| format!("{number}. "),
    |number| format!("{number}."),
    |number| format!("{number:02}. "),
    |number| format!("{number} "),
    |_| String::new(),
];

/// Returns the number of random games of a variant, and their seed. The environment variables in
/// `VARIABLES` set both. Without them, the number is `usual` and the seed is fixed.
pub fn games_and_seed(usual: usize) -> (usize, u64) {
    let number = |variable: &str| {
        let named = std::env::var(variable).ok();
        named.map(|text| text.parse::<u64>().unwrap_or_else(|_| panic!("{variable}={text} is not a number")))
    };
    let [games, seed] = VARIABLES.map(number);
    (games.map_or(usual, |games| games as usize), seed.unwrap_or(48))
}

/// Writes a record with these tags and moves, a random result and random faults. `below` returns a
/// random number below its argument.
pub fn damaged_record(tags: &[String], words: &[String], below: &mut dyn FnMut(usize) -> usize) -> String {
    let (tag, end) = RESULTS[below(RESULTS.len())];
    let mut text = String::new();
    for line in tags.iter().map(String::as_str).chain([format!("[Result \"{tag}\"]").as_str()]) {
        if below(4) == 0 {
            // The faulty tag `FEN`, the last of `TAGS`, must not come before a correct one.
            let odd = TAGS[below(TAGS.len() - usize::from(tags.len() > 1))];
            text += &format!("{odd}\n");
        }
        text += &format!("{line}\n");
    }
    text += "\n";
    let number = NUMBERS[below(NUMBERS.len())];
    for (ply, word) in words.iter().enumerate() {
        if ply % 2 == 0 {
            text += &number(ply / 2 + 1);
        }
        text += word;
        text += if below(3) == 0 { BETWEEN[below(BETWEEN.len())] } else { " " };
    }
    text + end + ["\n", "\n\u{1a}", "", " *\n"][below(4)]
}
