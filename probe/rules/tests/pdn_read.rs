//! Tests of the PDN reader: correct texts, and faulty texts as far as they can be read.

use peatee_rules::notation::pdn::{PdnError, PdnFault, PdnGame, Place, Score, each_game, read_games, read_moves};
use peatee_rules::{Draughts, Side, Variant};

const GAMES: &str = include_str!("data/games.pdn");

/// Returns the moves of the first game of a text, and its faults, each with its column.
fn read(text: &str) -> (Vec<String>, Vec<(String, u32)>) {
    let game = only(text);
    let moves = game.moves.iter().map(|mv| mv.text.clone()).collect();
    (moves, game.faults.iter().map(|fault| (fault.text.clone(), fault.place.column)).collect())
}

fn moves(text: &str) -> Vec<String> {
    read_games(text).into_iter().flat_map(|game| game.moves.clone()).map(|mv| mv.text).collect()
}

#[test]
fn every_game_of_the_file_is_read_and_can_be_played() {
    let games = read_games(GAMES);
    let plies: Vec<usize> = games.iter().map(|game| game.moves.len()).collect();
    assert_eq!(plies, [32, 9, 3, 4]);
    let scores: Vec<_> = games.iter().map(|game| game.score()).collect();
    assert_eq!(scores, [Score::Draw, Score::Open, Score::WhiteWins, Score::WhiteWins].map(Some));
    assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let variants: Vec<_> = games.iter().map(|game| game.variant().unwrap().map(|variant| variant.id)).collect();
    assert_eq!(variants, [Some("international"), Some("russian"), Some("english"), None]);
    for pdn in &games {
        let game = Draughts::new(pdn.variant().unwrap().unwrap_or(Variant::named("international").unwrap()));
        let mut position = pdn.start(&game).unwrap();
        for mv in &pdn.moves {
            let legal = game.parse_move(&position, &mv.text).unwrap_or_else(|error| panic!("{}: {error}", mv.place));
            position = game.play(&position, &legal);
        }
    }
}

#[test]
fn tags_comments_and_marks_are_kept_and_variations_skipped() {
    let games = read_games(GAMES);
    let first = &games[0];
    assert_eq!(first.tag("Event").unwrap().value, "Three kings \"against\" one");
    assert_eq!(first.comments, ["The count starts here."]);
    assert_eq!(first.moves[2].nags, [1]);
    assert_eq!(first.moves[4].text, "16-11");
    assert_eq!(first.moves[6].nags, [5]);
    assert_eq!(first.moves[9].comments, ["the rest of the line (is a comment"]);
    let second = &games[1];
    assert_eq!((second.moves[2].nags.as_slice(), second.moves[3].nags.as_slice()), ([1].as_slice(), [6].as_slice()));
    assert_eq!(second.moves[5].text, "b6-c5");
    let third = &games[2];
    assert_eq!(third.start(&Draughts::new(Variant::named("english").unwrap())).unwrap().side, Side::White);
    assert_eq!(third.moves[1].comments, ["Black"]);
}

#[test]
fn moves_and_games_know_their_place() {
    let games = read_games(GAMES);
    assert_eq!(games[0].place, Place { line: 2, column: 1 });
    assert_eq!(games[0].moves[0].place, Place { line: 8, column: 4 });
    // In `7.33-50`, the place is that of the move, not of its number.
    assert_eq!(games[0].moves[12].place, Place { line: 10, column: 18 });
    assert_eq!(games[0].result.as_ref().unwrap().place, Place { line: 11, column: 74 });
    assert_eq!(games[3].place, Place { line: 21, column: 4 });
    // Columns count characters, lines end with or without a carriage return.
    let games = read_games("{\u{2654}\u{2654}} 32-28\r\n19-23");
    assert_eq!(games[0].moves[0].place, Place { line: 1, column: 6 });
    assert_eq!(games[0].moves[1].place, Place { line: 2, column: 1 });
}

#[test]
fn the_text_may_be_written_in_many_ways() {
    let plain = ["32-28", "19-23", "28x19"];
    for text in [
        "1. 32-28 19-23 2. 28x19",
        "\u{feff}1.32-28 19-23 2.28x19 *",
        "1.32-28 1...19-23 2. 28x19 2-0",
        "32-28\n19-23\n28x19",
        "% a line\n  % another\n32-28 {a {b} 19-23 ;c} d\n28x19",
        "32-28!(1. 33-28 (19-23 (20-25)) 17-22)19-23$14 28x19??",
        "32-28*19-23 28x19",
    ] {
        if text.contains("28*19") {
            assert_eq!(moves(text), ["32-28*19-23", "28x19"]); // `*` also joins squares
        } else {
            assert_eq!(moves(text), plain, "{text}");
        }
    }
    assert_eq!(moves("1. ... 19-23"), ["19-23"]);
    assert_eq!(read_games("32-28* 19-23")[0].moves[0].nags, [7]);
    assert_eq!(moves("1. d4 d5 2. d2:d4"), ["d4", "d5", "d2:d4"]); // games that open by taking pieces off
    assert_eq!(read_games(""), []);
    assert_eq!(read_games(" {only a comment} * *"), []);
}

#[test]
fn results_in_every_spelling() {
    use Score::*;
    for (text, score) in [
        ("2-0", WhiteWins),
        ("1-0", WhiteWins),
        ("0-2", BlackWins),
        ("0-1", BlackWins),
        ("1-1", Draw),
        ("1/2-1/2", Draw),
        ("½-½", Draw),
        ("0.5-0.5", Draw),
        ("2\u{2013}0", WhiteWins),
        ("0-0", BothLose),
        ("*", Open),
    ] {
        let games = read_games(&format!("1. 32-28 {text} 1. 31-27"));
        assert_eq!((games.len(), games[0].score(), games[1].score()), (2, Some(score), None), "{text}");
        // A `*` after the result ends the game too.
        if score != Open {
            let starred = read_games(&format!("1. 32-28 {text}*"));
            assert_eq!((starred.len(), starred[0].moves.len(), starred[0].score()), (1, 1, Some(score)), "{text}*");
        }
        let tagged = read_games(&format!("[Result \"{text}\"]"));
        assert_eq!(tagged[0].score(), Some(score));
    }
    assert_eq!(read_games("[Result \"7-5\"] 1. 32-28")[0].score(), None);
}

#[test]
fn the_tag_and_the_end_of_the_moves_may_contradict_each_other() {
    let read = |text: &str| {
        let game = read_games(text).remove(0);
        (game.score().map(Score::text), game.contradicting_tag().map(Score::text))
    };
    assert_eq!(read("[Result \"1-1\"] 1. 32-28 2-0"), (Some("2-0"), Some("1-1")));
    assert_eq!(read("[Result \"1-0\"] 1. 32-28 2-0"), (Some("2-0"), None));
    assert_eq!(read("[Result \"*\"] 1. 32-28 2-0"), (Some("2-0"), None));
    assert_eq!(read("[Result \"1+ - 1-\"] 1. 32-28 2-0"), (Some("2-0"), Some("1-1")));
    assert_eq!(read("[Result \"7-5\"] 1. 32-28 2-0"), (Some("2-0"), None));
    // A `*` ends the moves, whatever the result.
    assert_eq!(read("[Result \"0-2\"] 1. 32-28 *"), (Some("0-2"), None));
    assert_eq!(read("[Result \"*\"] 1. 32-28 *"), (Some("*"), None));
    assert_eq!(read("1. 32-28 *"), (Some("*"), None));
}

#[test]
fn moves_alone_may_be_a_result_alone() {
    let read = |text: &str| {
        let game = read_moves(text).map_err(|error| error.to_string())?;
        Ok::<_, String>((game.moves.len(), game.score().map(Score::text)))
    };
    assert_eq!(read("2-0"), Ok((0, Some("2-0"))));
    assert_eq!(read(" ½-½ "), Ok((0, Some("1-1"))));
    assert_eq!(read("1. 32-28 19-23 1-1"), Ok((2, Some("1-1"))));
    assert_eq!(read("1. 32-28 *"), Ok((1, Some("*"))));
    assert_eq!(read(""), Ok((0, None)));
    assert_eq!(read("*"), Ok((0, None)));
    let fault = "only the moves of one game and its result are read here, no tags and no second game";
    assert_eq!(read("2-0 1. 32-28"), Err(format!("game 1, line 1, column 8: {fault}")));
    assert_eq!(read("[Event \"x\"] 1. 32-28"), Err(format!("game 1, line 1, column 1: {fault}")));
    assert_eq!(read("2-0 1-1"), Err(format!("game 1, line 1, column 5: {fault}")));
}

#[test]
fn short_notation_and_dashes_are_moves() {
    assert_eq!(
        moves("1. cd4 fg5 2. g-h4 c:e5:g7 3. ce5:g7 C3D4"),
        ["cd4", "fg5", "g-h4", "c:e5:g7", "ce5:g7", "C3-D4"]
    );
    assert_eq!(moves("1. 32\u{2013}28 19\u{2212}23"), ["32-28", "19-23"]);
    for word in ["c", "cd", "c-4", "cdd4", "c4d", "c:"] {
        assert_eq!(moves(&format!("1. {word}")), [word], "a word that is not a move is kept");
    }
}

#[test]
fn a_game_fits_the_variants_whose_rules_its_moves_keep() {
    let fits = |id: &str, text: &str| only(text).fits(&Draughts::new(Variant::named(id).unwrap()));
    let russian = "1. cd4 fg5 2. gh4 bc5 3. dxb6 axc5";
    assert!(fits("russian", russian) && !fits("international", russian));
    assert!(!fits("russian", "1. 32-28 19-23 2. 28x19") && fits("international", "1. 32-28 19-23 2. 28x19"));
    // The start position must fit too, and a game without moves fits nothing.
    assert!(!fits("english", "[FEN \"W:W50:B1\"] 1. 50-45") && !fits("international", "[Event \"x\"] 2-0"));
}

#[test]
fn what_is_passed_over_is_named_with_its_place() {
    let faulty = |text: &str, moves: &[&str], faults: &[(&str, u32)]| {
        let faults: Vec<_> = faults.iter().map(|&(fault, column)| (fault.to_owned(), column)).collect();
        assert_eq!(read(text), (moves.iter().map(|&mv| mv.to_owned()).collect(), faults), "{text}");
    };
    faulty("1. 32-28 {open", &["32-28"], &[("{", 10)]);
    faulty("1. 32-28 (a (b) {c", &["32-28"], &[("{", 17), ("(", 10)]);
    faulty("1. 32-28 (a (b)", &["32-28"], &[("(", 10)]);
    faulty("1. 32-28 ) 19-23 } ]", &["32-28", "19-23"], &[(")", 10), ("}", 18), ("]", 20)]);
    faulty("1. 32-28 \"19-23\"", &["32-28", "19-23"], &[("\"", 10), ("\"", 16)]);
    faulty("1. 32-28 [+0.3] 19-23", &["32-28", "19-23"], &[("[+0.3", 10)]);
    for harmless in
        ["! 32-28", "32-28 $", "32-28 $70000", "32-28!!!", "32-28?!?", "12 32-28", "32-28 \u{b1}", "32-28 +-"]
    {
        faulty(harmless, &["32-28"], &[]);
    }
    assert_eq!(read_games("1. 32-28 2-0\n\n2-0").len(), 1, "a result without a game");
    assert_eq!(only("32-28!!! 19-23?!?").moves.iter().map(|mv| mv.nags[0]).collect::<Vec<_>>(), [3, 6]);
    let many = ")".repeat(100);
    assert_eq!(only(&format!("32-28 {many}")).faults.len(), peatee_game::FAULTS_MAX);
}

#[test]
fn spaces_inside_moves_and_results_belong_to_them() {
    for (text, expected) in [
        ("1. 32 - 28 19- 23 2. 28 x19 14x 23", &["32-28", "19-23", "28x19", "14x23"][..]),
        ("37-32  7-12 4. 41-37  1- 7\n5. 34-29", &["37-32", "7-12", "41-37", "1-7", "34-29"]),
        ("1. 22 x 18 x 9 5 x 14", &["22x18x9", "5x14"]),
        ("1 32-28 19-23 2 28x19", &["32-28", "19-23", "28x19"]),
        ("1. c3 - d4 d6 : c5", &["c3-d4", "d6:c5"]),
        ("1. 32\u{d7}28", &["32x28"]),
    ] {
        assert_eq!(moves(text), expected, "{text}");
    }
    let scores = ["1. 32-28 2 - 0", "1. 32-28 1 - 1", "1. 32-28 1:0"].map(|text| only(text).score());
    assert_eq!(scores, [Score::WhiteWins, Score::Draw, Score::WhiteWins].map(Some));
}

#[test]
fn the_result_of_the_tag_is_known_behind_the_moves() {
    for (result, text, plies) in [
        ("4-6", "1. 34-29 18-22 4-6", 2),
        ("5-10", "1. 34-29 18-22 2. 33-28 5-10 5-10", 4),
        ("1+ - 1-", "1. 34-29 18-22 1+ - 1- {agreed}", 2),
        ("1 1/2 - 1/2", "1. 34-29 18-22 1 1/2 - 1/2", 2),
        ("+/-", "1. 34-29 +/- 18-22 +/-", 2),
        ("2\u{2013}0", "1. 34-29 18-22 2-0", 2),
        ("W+", "1. 34-29 18-22 W+", 2),
    ] {
        let games = read_games(&format!("[Result \"{result}\"]\n\n{text}\n\n[Result \"*\"]\n\n1. 31-27 *"));
        assert_eq!((games.len(), games[0].moves.len()), (2, plies), "{text}");
        assert!(games[0].result.is_some() && games[0].contradicting_tag().is_none(), "{text}");
    }
}

#[test]
fn tags_of_html_separate_words() {
    let text = "[GameType \"20\"]<br />[White A]<br />1. 32-28 19-23<br>2. 28x19</p><p>14x23 1-1";
    let game = only(text);
    assert_eq!((game.tags.len(), game.moves.len(), game.faults.len()), (2, 4, 1));
    assert_eq!(read("1. 32-28 <3 19-23"), (vec!["32-28".into(), "19-23".into()], vec![("<".into(), 10)]));
}

#[test]
fn nested_comments_end_with_their_own_brace() {
    assert_eq!(moves("1. 32-28 {good {see 18-22} move} 19-23"), ["32-28", "19-23"]);
    assert_eq!(moves("1. 32-28 {one { brace} 19-23 {more} 2. 28x19"), ["32-28", "19-23", "28x19"]);
    let deep = format!("32-28 {}{} 19-23", "{".repeat(100_000), "}".repeat(100_000));
    assert_eq!(moves(&deep), ["32-28", "19-23"]);
    assert_eq!(read_games(&"{{}".repeat(100_000)), []);
}

#[test]
fn bad_tags_cost_no_game() {
    let tag = |text: &str, name: &str| only(text).tag(name).map(|tag| tag.value.clone());
    assert_eq!(tag("[Event x]\n32-28", "Event"), Some("x".into()));
    assert_eq!(tag("[Event \"The \"Open\" 2020\"]\n32-28", "event"), Some("The \"Open\" 2020".into()));
    assert_eq!(tag("[Event \"x\n\"]\n32-28", "Event"), Some("x".into()));
    assert_eq!(read("[A \"1\"]\n[A \"2\"]\n32-28"), (vec!["32-28".into()], vec![("[A \"2\"]".into(), 1)]));
    assert_eq!(read("[]\n[Event \"x\"]\n\n32-28").0, ["32-28"]);
    // A new game may repeat a tag, even when the game before has no result or no moves.
    assert_eq!(read_games("[A \"1\"] 32-28 [A \"2\"] 31-27").len(), 2);
    assert_eq!(read_games("[A \"1\"]\n\n[A \"2\"]\n\n31-27").len(), 2);
    // The text has the line ends of old computers, and the end-of-file character of CP/M.
    let game = only("[A \"1\"]\r\r1. 32-28 ; a\r19-23 1-1\r\u{1a}");
    assert_eq!((game.moves.len(), game.moves[1].place), (2, Place { line: 4, column: 1 }));
}

fn only(text: &str) -> PdnGame {
    read_games(text).remove(0)
}

#[test]
fn the_variant_comes_from_the_tags() {
    let variant = |text: &str| only(text).variant().map(|v| v.unwrap().id).map_err(|e: PdnError| e.to_string());
    assert_eq!(variant("[GameType \"26\"]").unwrap(), "brazilian");
    assert_eq!(variant("[GameType \"25,W,8,8,A0,0\"]").unwrap(), "russian");
    assert_eq!(variant("[Variant \"turkish\"]").unwrap(), "turkish");
    assert_eq!(variant("[GameType \"25\"] [Variant \"russian\"]").unwrap(), "russian");
    for (tags, id) in [
        ("[GameType \"30\"]", "turkish"),
        ("[GameType \"31\"]", "thai"),
        ("[GameType \"96\"]", "breakthrough"),
        ("[GameType \"97\"] [Variant \"Frysk!\"]", "frisian"),
        ("[GameType \"98\"]", "giveaway-international"),
        ("[Variant \"Standard\"]", "international"),
        ("[Variant \"RUSSIAN\"]", "russian"),
        ("[Variant \"American/English\"]", "english"),
        ("[Variant \"Pool checkers\"]", "pool"),
        ("[Variant \"Frisian Draughts\"]", "frisian"),
        ("[Variant \"From Position\"] [GameType \"26\"]", "brazilian"),
        ("[Variant \"Club game\"] [GameType \"26\"]", "brazilian"),
        ("[Variant \"english\"] [GameType \"x\"]", "english"),
        ("[GameType \"29,W,10,10,N2,0\"]", "frisian"),
        ("[GameType \"29\"]", "czech"),
    ] {
        assert_eq!(variant(tags).unwrap(), id, "{tags}");
    }
    assert_eq!(
        variant("[GameType \"95\"]").unwrap_err(),
        "game 1, line 1, column 1: there is no variant with GameType \"95\""
    );
    assert_eq!(
        variant("[GameType \"25,W,10,10,A0,0\"]").unwrap_err(),
        "game 1, line 1, column 1: GameType \"25,W,10,10,A0,0\" is russian on a board of another size: russian has 8 by 8 \
         squares"
    );
    assert_eq!(
        variant("[Variant \"russian\"] [GameType \"21\"]").unwrap_err(),
        "game 1, line 1, column 21: tag Variant says russian, whose GameType is \"25,W,8,8,A0,0\", but tag GameType says \
         \"21\""
    );
    let unknown = variant("\n[Variant \"chess\"]").unwrap_err();
    assert!(unknown.starts_with("game 1, line 2, column 1: there is no variant `chess`; there are: "), "{unknown}");
}

#[test]
fn the_start_comes_from_the_tags() {
    let game = Draughts::new(Variant::named("international").unwrap());
    let start = |text: &str| only(text).start(&game).map_err(|error| error.to_string());
    assert_eq!(start("32-28").unwrap(), game.start());
    assert_eq!(start("[FEN \"B:WK1:BK50\"]").unwrap().side, Side::Black);
    assert_eq!(
        start("[SetUp \"1\"]").unwrap_err(),
        "game 1, line 1, column 1: SetUp is \"1\", but there is no tag FEN"
    );
    assert_eq!(start("[FEN \"B:WK1:BK50\"] [SetUp \"0\"]").unwrap().side, Side::Black);
    assert_eq!(start("[FEN \"[FEN \"B:WK1:BK50\"]\"]\n").unwrap().side, Side::Black);
    assert_eq!(start("[FEN \"?\"] [SetUp \"1\"]").unwrap(), game.start());
    // The record has legal moves from the start position, so no FEN is missing.
    let moves = "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 *";
    assert_eq!(only(&format!("[SetUp \"1\"]\n\n{moves}")).start(&game).unwrap(), game.start());
    assert_eq!(start("[GameType \"20,B,10,10,N2,0\"]").unwrap().side, Side::Black);
    let frysk = Draughts::new(Variant::named("frisian").unwrap());
    assert_eq!(only("[GameType \"97\"]").start(&frysk), Ok(frysk.parse_fen("W:W46-50:B1-5").unwrap()));
    assert_eq!(
        start("[FEN \"B:WK1:BK51\"]").unwrap_err(),
        "game 1, line 1, column 1: `51` in `K51` is not a square of international, which has 50 squares"
    );
}

#[test]
fn depth_and_length_are_no_danger() {
    let deep = format!("32-28 {}{} 19-23", "(".repeat(300_000), ")".repeat(300_000));
    assert_eq!(moves(&deep), ["32-28", "19-23"]);
    let open = "(".repeat(300_000);
    assert_eq!(read(&format!("32-28 {open}")), (vec!["32-28".into()], vec![("(".into(), 7)]));
    let tags: String = (0..10_000).map(|i| format!("[T{i} \"\"]")).collect();
    assert_eq!(only(&tags).tags.len(), 10_000);
}

#[test]
fn a_game_takes_bounded_memory_and_does_not_hide_those_after_it() {
    let tags: String = (0..40_000).map(|i| format!("[T{i}\"\"]")).collect();
    let game = Draughts::new(Variant::named("international").unwrap());
    for (long, is_cut) in [
        (format!("[Event \"a\"]\n\n1. 32-28{} 2-0", " {clock 1:00}".repeat(10_000)), false),
        (format!("[Event \"a\"]\n\n1. 32-28{} 2-0", "!!!".repeat(100_000)), false),
        (format!("[Event \"a\"]\n\n1. 32-28{} 2-0", "{b}".repeat(100_000)), true),
        (format!("[Event \"a\"]\n\n{} 1-1", "50-45 1-6 ".repeat(30_000)), true),
        (format!("[Event \"a\"]\n{tags}\n\n1. 32-28 2-0"), true),
    ] {
        let games: Vec<_> = each_game(&format!("{long}\n\n[Event \"b\"]\n\n1. 31-26 *")).collect();
        assert_eq!(games.iter().map(|game| game.is_cut).collect::<Vec<_>>(), [is_cut, false], "{}", &long[..60]);
        assert_eq!((games[1].tags[0].value.as_str(), games[1].moves.len()), ("b", 1));
        let kept = games[0].tags.len() + games[0].moves.iter().map(|mv| 1 + mv.comments.len()).sum::<usize>();
        assert!(kept < 40_000, "{kept}");
        let start = games[0].start(&game);
        let error = start.err().map(|error| (error.game, error.fault));
        assert_eq!(error, is_cut.then_some((1, PdnFault::TooLong)));
    }
    let faults = &only(&format!("32-28 {} 19-23", ")".repeat(100_000))).faults;
    assert_eq!((faults.len(), faults[0].place.column), (8, 7));
}

#[test]
fn a_broken_game_does_not_hide_those_after_it() {
    let text = "[Event \"a\"]\n\n1. 32-28 2-0\n\n\
                [Event \"b\"]\n[Site \"x\"]\n\n1. 32-28 nonsense\n2. 37-32 1-1\n\n\
                [Event \"c\"]\n[Broken tag]\n[Site \"y\"]\n\n1. 32-28 19-23\n2. 28x19 *\n\n\
                [Event \"d\"]\n\n1. 32-28 { not closed\n[%clk 1]\n\n\
                [Event \"e\"]\n\n1. 31-26 0-2\n";
    let games: Vec<_> = each_game(text).collect();
    let events: Vec<_> = games.iter().map(|game| game.tag("Event").unwrap().value.as_str()).collect();
    assert_eq!(events, ["a", "b", "c", "d", "e"]);
    let moves: Vec<_> = games.iter().map(|game| game.moves.len()).collect();
    assert_eq!(moves, [1, 3, 3, 1, 1]);
    let faults: Vec<_> = games.iter().map(|game| game.faults.first().map(|fault| fault.place.line)).collect();
    assert_eq!(faults, [None, None, Some(12), Some(20), None]);
}

#[test]
fn a_broken_tag_after_moves_without_a_result_belongs_to_the_next_game() {
    let games: Vec<_> = each_game("[Event \"a\"]\n1. 32-28\n\n[Event \"b]\n1. 31-26 *\n").collect();
    let events = games.iter().map(|game| (game.tag("Event").unwrap().value.as_str(), game.moves.len()));
    assert_eq!(events.collect::<Vec<_>>(), [("a", 1), ("b", 1)]);
}

/// Returns the moves of a game from `fen` after `PdnGame::mended`, and the corrections.
fn mended(id: &str, fen: &str, text: &str) -> (Vec<String>, Vec<String>) {
    let game = Draughts::new(Variant::named(id).unwrap());
    let pdn = only(&format!("[FEN \"{fen}\"]\n\n{text}"));
    let mended = pdn.mended(&game, &pdn.start(&game).unwrap()).unwrap_or(pdn);
    let told = mended.faults.iter().map(|fault| format!("{} {}", fault.text, fault.read_as.as_deref().unwrap_or("-")));
    (mended.moves.iter().map(|mv| mv.text.clone()).collect(), told.collect())
}

#[test]
fn the_moves_that_follow_decide_which_capture_was_meant() {
    let start = "W:WK4:B13,32,37,20";
    let (moves, told) = mended("international", start, "1. 4x15 32-38 2. 15x47 2-0");
    assert_eq!(moves, ["4x31x42x15", "32-38", "15x47"]);
    assert_eq!(told, ["4x15 4x31x42x15"]);
    // No later moves decide which capture was meant, so the text stays as it is.
    assert_eq!(mended("international", start, "1. 4x15 2-0").0, ["4x15"]);
}

#[test]
fn the_whole_path_of_a_capture_is_meant_unless_the_moves_that_follow_need_another() {
    // The man captures c7 alone, or it captures e7, g7 and g5 and then, as a king, c7.
    let start = "W:Wd6:Ba5,c7,e7,g5,g7";
    let exact = ["d6:b8", "a5-b4", "b8-d6", "e7:c5"].map(str::to_owned).to_vec();
    assert_eq!(mended("russian", start, "1. d6:b8 a5-b4 2. b8-d6 e7:c5 *"), (exact, vec![]));
    let undecided = ["d6xb8", "a5-b4"].map(str::to_owned).to_vec();
    assert_eq!(mended("russian", start, "1. d6xb8 a5-b4 *"), (undecided, vec![]));
    let (moves, told) = mended("russian", start, "1. d6xb8 a5-b4 2. b8-d6 b4-a3 *");
    assert_eq!(moves, ["d6:f8:h6:f4:b8", "a5-b4", "b8-d6", "b4-a3"]);
    assert_eq!(told, ["d6xb8 d6:f8:h6:f4:b8"]);
    // The short notation of Russian players is corrected in the same way.
    let (moves, _) = mended("russian", start, "1. d:b8 ab4 2. bd6 ba3 *");
    assert_eq!(moves, ["d6:f8:h6:f4:b8", "ab4", "bd6", "ba3"]);
    // The last move is illegal after each of the two captures, so it remains an offence.
    assert_eq!(mended("russian", start, "1. d6xb8 a5-b4 2. b8-a5 *").0, ["d6xb8", "a5-b4", "b8-a5"]);
    // Outside records, a text means the path that it names.
    let game = Draughts::new(Variant::named("russian").unwrap());
    let position = game.parse_fen(start).unwrap();
    assert_eq!(game.parse_move(&position, "d6xb8").unwrap().path.len(), 2);
}

#[test]
fn a_loop_of_captures_is_no_drawn_game() {
    let game = "[GameType \"31\"]\n[Result \"1-0\"]\n\n1. 18-18 14-9 2. 31-31 9-6 1-0\n";
    assert_eq!(moves(game), ["18-18", "14-9", "31-31", "9-6"]);
    for points in ["1-1", "5-5", "6-6"] {
        assert_eq!(only(&format!("1. 32-28 19-23 {points}")).result.as_ref().map(|it| it.text.as_str()), Some(points));
    }
}

#[test]
fn parts_of_a_capture_are_one_move() {
    let start = "W:W27:B22,12,1";
    let (moves, told) = mended("international", start, "1. 27x18 18x7 1x12 2-0");
    assert_eq!((moves, told), (vec!["27x18x7".into(), "1x12".into()], vec!["27x18 18x7 27x18x7".to_owned()]));
    let (moves, _) = mended("russian", "W:Wc3:Bd4,f6,h8", "1. c3:e5 {and} e5:g7 2. h8:f6 *");
    assert_eq!(moves, ["c3:e5xg7", "h8:f6"]);
}

#[test]
fn words_that_are_no_moves_are_passed_over_where_all_moves_fit() {
    let start = "W:W31-50:B1-20";
    let (moves, told) = mended("international", start, "1. 32-28 remis? 19-23 2. 28x19 14x23 agreed 1-1");
    assert_eq!((moves.len(), told), (4, vec!["remis -".to_owned(), "agreed -".to_owned()]));
    // No later move is legal after the unreadable one, so nothing is corrected.
    let (moves, told) = mended("international", start, "1. 32-28 19-2% 2. 28x19 14x23");
    assert_eq!((moves, told), (vec!["32-28".into(), "19-2%".into()], vec![]));
    let (moves, _) = mended("international", start, "1. 32-28 -- 2. 37-32");
    assert_eq!(moves, ["32-28", "--"]);
    // A readable move that is illegal stays, with all moves after it.
    let (moves, told) = mended("international", start, "1. 32-28 19-24 2. 28x19 14x23");
    assert_eq!((moves.len(), told.len()), (4, 0));
    // A score without a tag is no move.
    assert_eq!(mended("international", start, "1. 32-28 19-23 4-6").0.len(), 2);
}
