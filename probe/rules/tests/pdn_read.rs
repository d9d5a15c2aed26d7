//! Reading PDN: the result for good texts, and the exact errors for bad ones.

use peatee_rules::notation::pdn::{PdnError, Place, Score, each_game, read_games, read_moves};
use peatee_rules::{Draughts, Side, Variant};

const GAMES: &str = include_str!("data/games.pdn");

fn error(text: &str) -> String {
    read_games(text).expect_err(text).to_string()
}

fn moves(text: &str) -> Vec<String> {
    read_games(text).unwrap().into_iter().flat_map(|game| game.moves).map(|mv| mv.text).collect()
}

#[test]
fn every_game_of_the_file_is_read_and_can_be_played() {
    let games = read_games(GAMES).unwrap();
    let plies: Vec<usize> = games.iter().map(|game| game.moves.len()).collect();
    assert_eq!(plies, [32, 9, 3, 4]);
    let scores: Vec<_> = games.iter().map(|game| game.score()).collect();
    assert_eq!(scores, [Score::Draw, Score::Open, Score::BlackWins, Score::WhiteWins].map(Some));
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
    let games = read_games(GAMES).unwrap();
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
    let games = read_games(GAMES).unwrap();
    assert_eq!(games[0].place, Place { line: 2, column: 1 });
    assert_eq!(games[0].moves[0].place, Place { line: 8, column: 4 });
    // `7.33-50`: the place is that of the move, not of its number.
    assert_eq!(games[0].moves[12].place, Place { line: 10, column: 18 });
    assert_eq!(games[0].result.as_ref().unwrap().place, Place { line: 11, column: 74 });
    assert_eq!(games[3].place, Place { line: 21, column: 4 });
    // Columns count characters, lines end with or without a carriage return.
    let games = read_games("{\u{2654}\u{2654}} 32-28\r\n19-23").unwrap();
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
    assert_eq!(read_games("32-28* 19-23").unwrap()[0].moves[0].nags, [7]);
    assert_eq!(moves("1. d4 d5 2. d2:d4"), ["d4", "d5", "d2:d4"]); // games that open by taking pieces off
    assert_eq!(read_games("").unwrap(), []);
    assert_eq!(read_games(" {only a comment} * *").unwrap(), []);
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
        let games = read_games(&format!("1. 32-28 {text} 1. 31-27")).unwrap();
        assert_eq!((games.len(), games[0].score(), games[1].score()), (2, Some(score), None), "{text}");
        // A `*` behind the result ends the moves.
        if score != Open {
            let starred = read_games(&format!("1. 32-28 {text}*")).unwrap();
            assert_eq!((starred.len(), starred[0].moves.len(), starred[0].score()), (1, 1, Some(score)), "{text}*");
        }
        if text.contains('\u{2013}') {
            continue; // tags are kept as they are
        }
        let tagged = read_games(&format!("[Result \"{text}\"]")).unwrap();
        assert_eq!(tagged[0].score(), Some(score));
    }
    assert_eq!(read_games("[Result \"1+ - 1-\"] 1. 32-28").unwrap()[0].score(), None);
}

#[test]
fn the_tag_and_the_end_of_the_moves_may_contradict_each_other() {
    let read = |text: &str| {
        let game = read_games(text).unwrap().remove(0);
        (game.score().map(Score::text), game.contradicting_tag().map(Score::text))
    };
    assert_eq!(read("[Result \"1-1\"] 1. 32-28 2-0"), (Some("2-0"), Some("1-1")));
    assert_eq!(read("[Result \"1-0\"] 1. 32-28 2-0"), (Some("2-0"), None));
    assert_eq!(read("[Result \"*\"] 1. 32-28 2-0"), (Some("2-0"), None));
    assert_eq!(read("[Result \"1+ - 1-\"] 1. 32-28 2-0"), (Some("2-0"), None));
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
        let expected = format!("game 1, line 1, column 4: `{word}` is not a move, a move number or a result");
        assert_eq!(error(&format!("1. {word}")), expected);
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
fn faults_are_named_with_game_line_and_column() {
    let good = "1. 32-28 2-0\n\n";
    let after_good = |text: &str| error(&format!("{good}{text}"));
    assert_eq!(after_good("1. 32-28 foo"), "game 2, line 3, column 10: `foo` is not a move, a move number or a result");
    assert_eq!(error("1. 32-"), "game 1, line 1, column 4: `32-` is not a move, a move number or a result");
    assert_eq!(error("12 32-28"), "game 1, line 1, column 1: `12` is not a move, a move number or a result");
    assert_eq!(error("1. 32-28 {open"), "game 1, line 1, column 10: this comment has no closing brace");
    assert_eq!(error("1. 32-28 (a (b) {c"), "game 1, line 1, column 17: this comment has no closing brace");
    assert_eq!(error("1. 32-28 (a (b)"), "game 1, line 1, column 10: this variation has no closing parenthesis");
    assert_eq!(error("1. 32-28 (a\n (b"), "game 1, line 2, column 2: this variation has no closing parenthesis");
    assert_eq!(error("1. 32-28 )"), "game 1, line 1, column 10: `)` closes nothing");
    assert_eq!(error("1. 32-28 }"), "game 1, line 1, column 10: `}` closes nothing");
    assert_eq!(error("1. 32-28 \"x\""), "game 1, line 1, column 10: `\"` has no meaning here");
    assert_eq!(error("! 32-28"), "game 1, line 1, column 1: a mark must follow a move");
    assert_eq!(error("32-28 $"), "game 1, line 1, column 7: `$` must be followed by a number from 0 to 65535");
    assert_eq!(error("32-28 $70000"), "game 1, line 1, column 7: `$` must be followed by a number from 0 to 65535");
    assert_eq!(error("32-28!!!"), "game 1, line 1, column 6: `!!!` is not one of the marks ! ? !! ?? !? ?!");
    assert_eq!(
        after_good("2-0"),
        "game 2, line 3, column 1: a result without a game: no tags or moves stand before it"
    );
    assert_eq!(
        error("32-28 /FEN \"W:W1:B2\"/"),
        "game 1, line 1, column 7: a position set up between moves, /.../, is not read: give each start its own game \
         with SetUp and FEN tags"
    );
}

#[test]
fn faults_in_tags() {
    let expected = |what: &str| format!("a tag must read [Name \"value\"]: {what} expected");
    assert_eq!(error("[]"), format!("game 1, line 1, column 2: {}", expected("a name")));
    assert_eq!(error("[Event x]"), format!("game 1, line 1, column 8: {}", expected("a value in quotes")));
    assert_eq!(error("[Event \"x\" y]"), format!("game 1, line 1, column 12: {}", expected("`]`")));
    assert_eq!(error("[Event"), format!("game 1, line 1, column 7: {}", expected("a value in quotes")));
    assert_eq!(error("[Event \"x\n\"]"), "game 1, line 1, column 8: the value of tag Event is not closed on its line");
    assert_eq!(error("[A \"1\"]\n[A \"2\"]"), "game 1, line 2, column 1: tag A stands twice in this game");
    // A new game may repeat a tag, even when the game before has no result.
    assert_eq!(read_games("[A \"1\"] 32-28 [A \"2\"] 31-27").unwrap().len(), 2);
}

fn only(text: &str) -> peatee_rules::notation::pdn::PdnGame {
    read_games(text).unwrap().remove(0)
}

#[test]
fn the_variant_comes_from_the_tags() {
    let variant = |text: &str| only(text).variant().map(|v| v.unwrap().id).map_err(|e: PdnError| e.to_string());
    assert_eq!(variant("[GameType \"26\"]").unwrap(), "brazilian");
    assert_eq!(variant("[GameType \"25,W,8,8,A0,0\"]").unwrap(), "russian");
    assert_eq!(variant("[Variant \"turkish\"]").unwrap(), "turkish");
    assert_eq!(variant("[GameType \"25\"] [Variant \"russian\"]").unwrap(), "russian");
    assert_eq!(
        variant("[GameType \"99\"]").unwrap_err(),
        "game 1, line 1, column 1: there is no variant with GameType \"99\""
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
    assert_eq!(
        start("[FEN \"B:WK1:BK50\"] [SetUp \"0\"]").unwrap_err(),
        "game 1, line 1, column 20: SetUp is \"0\", but there is a tag FEN: leave one of them out"
    );
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
    assert_eq!(error(&open), "game 1, line 1, column 300000: this variation has no closing parenthesis");
    let tags: String = (0..50_000).map(|i| format!("[T{i} \"\"]")).collect();
    assert_eq!(only(&tags).tags.len(), 50_000);
}

#[test]
fn a_broken_game_does_not_hide_those_after_it() {
    let text = "[Event \"a\"]\n\n1. 32-28 2-0\n\n\
                [Event \"b\"]\n[Site \"x\"]\n\n1. 32-28 nonsense\n2. 37-32 1-1\n\n\
                [Event \"c\"]\n[Broken tag]\n[Site \"y\"]\n\n1. 32-28 19-23\n2. 28x19 *\n\n\
                [Event \"d\"]\n\n1. 32-28 { not closed\n[%clk 1]\n\n\
                [Event \"e\"]\n\n1. 31-26 0-2\n";
    let games: Vec<_> = each_game(text).collect();
    let event = |number: usize| games[number].as_ref().map(|game| game.tag("Event").map(|tag| tag.value.as_str()));
    assert_eq!(games.len(), 5);
    assert_eq!((event(0).unwrap(), event(4).unwrap()), (Some("a"), Some("e")));
    for (index, line) in [(1, 8), (2, 12), (3, 20)] {
        let error = games[index].as_ref().unwrap_err();
        assert_eq!((error.game, error.place.line), (index + 1, line), "{error}");
    }
    assert_eq!(games[4].as_ref().unwrap().moves.len(), 1);
    assert_eq!(games[4].as_ref().unwrap().number, 5);
}

#[test]
fn a_broken_tag_after_moves_without_a_result_belongs_to_the_next_game() {
    let games: Vec<_> = each_game("[Event \"a\"]\n1. 32-28\n\n[Event \"b]\n1. 31-26 *\n").collect();
    assert_eq!(games[0].as_ref().unwrap().moves.len(), 1);
    assert_eq!(games[1].as_ref().unwrap_err().game, 2);
    assert_eq!(games.len(), 2);
}
