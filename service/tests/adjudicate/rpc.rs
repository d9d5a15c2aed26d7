//! Tests of verdicts and of answers under draw rules over gRPC.

use peatee_proto::v1::adjudicate_request::Game;
use peatee_proto::v1::*;
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use super::{SAMPLE, tables};
use crate::common::Server;

const WINS_IN_31: &str = "W:WK12,K40,50:BK11";

fn played(fen: &str, moves: &[&str], counters: &str) -> AdjudicateRequest {
    let moves = moves.iter().map(|&text| text.to_owned()).collect();
    let game = PlayedMoves { fen: fen.to_owned(), moves, counters: counters.to_owned() };
    let variant = "international".to_owned();
    AdjudicateRequest { variant, game: Some(Game::Played(game)), ..AdjudicateRequest::default() }
}

fn pdn(text: impl Into<String>) -> AdjudicateRequest {
    AdjudicateRequest { game: Some(Game::Pdn(text.into())), ..AdjudicateRequest::default() }
}

#[tokio::test]
async fn the_games_of_the_sample() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let sample = std::fs::read_to_string(SAMPLE).expect("readable");
    let games: Vec<String> = sample.split("[Event ").skip(1).map(|game| format!("[Event {game}")).collect();
    let mut answers = Vec::new();
    for game in &games {
        let answer = client.adjudicate(pdn(game)).await.expect("a verdict").into_inner();
        assert_eq!((answer.variant.as_str(), answer.rules.as_str()), ("international", "FMJD-100"));
        answers.push(answer);
    }
    let [drawn, won, early, illegal] = &answers[..] else { panic!("{} games", answers.len()) };

    let verdict = drawn.verdict.as_ref().expect("a verdict");
    assert_eq!((verdict.ruling(), verdict.article.as_str(), verdict.plies), (Ruling::Drawn, "6.3", 33));
    let draw = verdict.draw.as_ref().expect("a draw");
    assert_eq!((draw.cause(), draw.claimant(), draw.since_ply), (DrawCause::Count, Claimant::None, 33));
    assert_eq!((draw.used_plies, draw.limit_plies), (32, 32));
    assert_eq!((drawn.written_result.as_str(), drawn.agreement()), ("1-1", Agreement::Confirmed));

    assert_eq!((verdict.occurrences_limit, verdict.repetition_article.as_str()), (3, "6.1"));

    let verdict = won.verdict.as_ref().expect("a verdict");
    assert_eq!((verdict.ruling(), verdict.plies), (Ruling::Lost, 31));
    assert_eq!(verdict.loss.as_ref().expect("a loss").loser(), Side::Black);

    let verdict = early.verdict.as_ref().expect("a verdict");
    assert_eq!((verdict.ruling(), early.agreement()), (Ruling::InProgress, Agreement::AgainstValue));
    let assessment = verdict.assessment.as_ref().expect("it is in the tables");
    let value = assessment.rule_value.as_ref().expect("a value");
    assert_eq!((value.outcome(), value.needed_plies), (RuleOutcome::Win, Some(1)));
    let count = value.binding_count.as_ref().expect("a count");
    assert_eq!((count.article.as_str(), count.used_plies, count.left_plies, count.used_moves), ("6.3", 30, 2, 15));
    assert_eq!((assessment.line.len(), assessment.line_end()), (1, LineEnd::GameOver));

    let verdict = illegal.verdict.as_ref().expect("a verdict");
    assert_eq!((verdict.ruling(), verdict.article.as_str()), (Ruling::IllegalMove, "5.4.6"));
    let fault = verdict.illegal_move.as_ref().expect("a move");
    assert_eq!(fault.offence(), Offence::NoCapture);
    let at_fault = games[3].lines().nth(fault.line as usize - 1).expect("the line is there");
    assert!(at_fault[fault.column as usize - 1..].starts_with(&fault.text), "{at_fault}");
    assert!(!fault.legal_moves.is_empty());
}

#[tokio::test]
async fn counters_decide_in_every_call() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    for (counters, outcome, line_plies, end) in [
        ("6.3=1", RuleOutcome::Win, 31, LineEnd::GameOver),
        ("6.3=2", RuleOutcome::CursedWin, 30, LineEnd::DrawnByRule),
    ] {
        let (variant, fen) = ("international".to_owned(), WINS_IN_31.to_owned());
        let (rules, counters) = ("FMJD-100".to_owned(), counters.to_owned());
        let request = ProbeRequest { variant, fen, rules, counters };
        let ProbeRequest { variant, fen, rules, counters } = request.clone();
        let probed = client.probe(request).await.expect("probe").into_inner();
        assert_eq!(probed.value.expect("a value").dtw_plies, Some(31));
        let value = probed.rule_value.expect("a value under the rules");
        assert_eq!((value.outcome(), value.needed_plies), (outcome, Some(31)));
        assert_eq!(value.plies, (outcome == RuleOutcome::Win).then_some(31));

        let request = ListMovesRequest { variant, fen, rules, counters, chances: 0 };
        let ListMovesRequest { variant, fen, rules, counters, .. } = request.clone();
        let listed = client.list_moves(request).await.expect("moves").into_inner();
        assert_eq!(listed.rule_value, Some(value.clone()));
        let best = listed.moves[0].rule_value.as_ref().expect("a value under the rules");
        assert_eq!((best.outcome(), best.needed_plies, best.resets_count), (outcome, Some(31), false));

        let request = BestLineRequest { variant, fen, plies_max: 0, rules, counters: counters.clone() };
        let line = client.best_line(request).await.expect("line").into_inner();
        assert_eq!((line.moves.len(), line.end(), line.rule_value), (line_plies, end, Some(value.clone())));

        let answer = client.adjudicate(played(WINS_IN_31, &[], &counters)).await.expect("a verdict").into_inner();
        let assessment = answer.verdict.expect("a verdict").assessment.expect("in the tables");
        assert_eq!((assessment.rule_value, assessment.line.len()), (Some(value), 20));
    }
    let plain = ProbeRequest { variant: "international".into(), fen: WINS_IN_31.into(), ..ProbeRequest::default() };
    assert_eq!(client.probe(plain).await.expect("probe").into_inner().rule_value, None);
}

#[tokio::test]
async fn plies_under_the_counts_are_in_every_call() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    // Without the count, White would win in three plies.
    let (variant, fen, rules) = ("international".to_owned(), "W:WK41,16:B6".to_owned(), "FMJD-100".to_owned());
    let counters = "6.2=49".to_owned();
    let batch = ProbeBatchRequest {
        variant: variant.clone(),
        fens: vec![fen.clone()],
        rules: rules.clone(),
        counters: vec![counters.clone()],
    };
    let batch = client.probe_batch(batch).await.expect("a batch").into_inner();
    let value = batch.items[0].rule_value.clone();
    assert_eq!(value.as_ref().and_then(|value| value.plies), Some(9));
    let request = ListMovesRequest { variant, fen, rules, counters, chances: 0 };
    let ListMovesRequest { variant, fen, rules, counters, .. } = request.clone();
    let listed = client.list_moves(request).await.expect("moves").into_inner();
    assert_eq!((&listed.rule_value, listed.value.and_then(|value| value.dtw_plies)), (&value, Some(3)));
    let plies = listed.moves.iter().map(|mv| mv.rule_value.as_ref().expect("a value").plies);
    assert_eq!(plies.take(2).collect::<Vec<_>>(), [Some(9), None]);
    let answer = client.adjudicate(played(&fen, &[], &counters)).await.expect("a verdict").into_inner();
    let assessment = answer.verdict.expect("a verdict").assessment.expect("in the tables");
    assert_eq!((&assessment.rule_value, assessment.line.len()), (&value, 9));
    let line = BestLineRequest { variant, fen, plies_max: 0, rules, counters };
    let line = client.best_line(line).await.expect("a line").into_inner();
    let left = line.moves.iter().map(|mv| mv.rule_value.as_ref().expect("a value").plies);
    assert_eq!(left.collect::<Vec<_>>(), (1..=9).rev().map(Some).collect::<Vec<_>>());
    assert_eq!((line.end(), line.rule_value), (LineEnd::GameOver, value));
}

#[tokio::test]
async fn other_variants_are_judged_without_tables() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let answer = client.adjudicate(pdn("[GameType \"25\"]\n1. c3-d4 d6-c5 *")).await.expect("a verdict").into_inner();
    assert_eq!((answer.variant.as_str(), answer.agreement()), ("russian", Agreement::NoResult));
    let verdict = answer.verdict.expect("a verdict");
    assert_eq!((verdict.ruling(), verdict.plies), (Ruling::InProgress, 2));
    assert_eq!(verdict.assessment.expect("always there").unknown_reason, "no tables of russian were given");
}

#[tokio::test]
async fn a_promotion_that_ends_the_game_is_told_as_the_cause() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let asked = AdjudicateRequest { variant: "breakthrough".into(), ..played("W:W7:B20", &["7-1"], "") };
    let answer = client.adjudicate(asked).await.expect("a verdict").into_inner();
    let verdict = answer.verdict.expect("a verdict");
    let loss = verdict.loss.expect("a loss");
    assert_eq!((verdict.ruling(), loss.loser(), loss.cause()), (Ruling::Lost, Side::Black, LossCause::Promotion));
}

/// Checks that a request was refused, with the gRPC code of a wrong argument, this reason and this
/// field.
fn refused<T: std::fmt::Debug>(result: Result<T, Status>, reason: &str, field: &str) {
    let status = result.expect_err("this must be refused");
    assert_eq!(status.code(), Code::InvalidArgument, "{status:?}");
    let details = status.get_error_details();
    assert_eq!(details.error_info().expect("every error has its ErrorInfo").reason, reason, "{status:?}");
    let found = &details.bad_request().expect("the field is named").field_violations[0].field;
    assert_eq!(found, field, "{status:?}");
    assert!(status.message().len() < 1000, "the input comes back cut: {}", status.message().len());
}

#[tokio::test]
async fn bad_input_is_refused_by_its_field() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let many = vec!["32-28"; 2001];
    let long = "3".repeat(200);
    let international = |request| AdjudicateRequest { variant: "international".into(), ..request };
    let with_rules = |rules: &str| AdjudicateRequest { rules: rules.into(), ..played("", &[], "") };
    let line_plies = AdjudicateRequest { line_plies_max: 1001, ..played("", &[], "") };
    let cases = [
        (AdjudicateRequest::default(), "BAD_ARGUMENT", "pdn"),
        (pdn(""), "BAD_ARGUMENT", "pdn"),
        (pdn("1. 32-28 *"), "BAD_ARGUMENT", "variant"),
        (pdn("[Event \"a\"]\n1. 32-28 *\n[Event \"b\"]\n1. 32-28 *"), "BAD_ARGUMENT", "pdn"),
        (international(pdn("[FEN \"W:W51:B1\"]\n*")), "BAD_PDN", "pdn"),
        (international(pdn("[GameType \"25\"]\n1. c3-d4 *")), "OTHER_VARIANT", "variant"),
        (international(pdn("{ }".repeat(20_500))), "BAD_ARGUMENT", "pdn"),
        (international(pdn("32-28 ".repeat(2001))), "BAD_ARGUMENT", "pdn"),
        (AdjudicateRequest { variant: String::new(), ..played("", &[], "") }, "BAD_ARGUMENT", "variant"),
        (AdjudicateRequest { variant: "halma".into(), ..played("", &[], "") }, "UNKNOWN_VARIANT", "variant"),
        (played("nonsense", &[], ""), "BAD_FEN", "played.fen"),
        (played("W:W23:B23", &[], ""), "IMPOSSIBLE_POSITION", "played.fen"),
        (played(WINS_IN_31, &[], "6.3"), "BAD_COUNTERS", "played.counters"),
        (played(WINS_IN_31, &[], "6.3=33"), "BAD_COUNTERS", "played.counters"),
        (played("", &many, ""), "BAD_ARGUMENT", "played.moves"),
        (played("", &[&long], ""), "BAD_ARGUMENT", "played.moves"),
        (with_rules("FIDE"), "UNKNOWN_RULES", "rules"),
        (line_plies, "BAD_ARGUMENT", "line_plies_max"),
    ];
    for (request, reason, field) in cases {
        refused(client.adjudicate(request).await, reason, field);
    }
    let probe = |rules: &str, counters: &str| ProbeRequest {
        variant: "international".into(),
        fen: WINS_IN_31.into(),
        rules: rules.into(),
        counters: counters.into(),
    };
    refused(client.probe(probe("", "6.3=1")).await, "BAD_ARGUMENT", "rules");
    refused(client.probe(probe("FIDE", "")).await, "UNKNOWN_RULES", "rules");
    refused(client.probe(probe("FMJD-100", "6.4=1")).await, "BAD_COUNTERS", "counters");

    let too_long = client.adjudicate(pdn("x".repeat(1_200_000))).await.expect_err("too long a message");
    assert_eq!(too_long.code(), Code::OutOfRange);
    client.adjudicate(played("", &["32-28"], "")).await.expect("the server goes on");
}

#[tokio::test]
async fn files_of_old_programs_are_read_in_their_encoding() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let game = "[Event \"Чемпионат Ленинграда\"]\n[White \"Петров\"]\n[Black \"Щербаков\"]\n[GameType \"25\"]\n\n\
                1. c3-d4 d6-c5 {лучший ход} 2. b2-c3 *\n";
    for (encoding, name) in
        [(encoding_rs::WINDOWS_1251, "windows-1251"), (encoding_rs::KOI8_R, "KOI8-U"), (encoding_rs::IBM866, "IBM866")]
    {
        let (bytes, _, _) = encoding.encode(game);
        let pdn_bytes = bytes.into_owned();
        let asked = AdjudicateGamesRequest { pdn_bytes: pdn_bytes.repeat(2), page_size: 1, ..Default::default() };
        let page = client.adjudicate_games(asked.clone()).await.expect("a page").into_inner();
        assert_eq!(page.encoding, name);
        assert_eq!(page.games[0].tags[2].value, "Щербаков", "{name}");
        let Some(adjudicated_game::Outcome::Verdict(first)) = &page.games[0].outcome else { panic!("{page:?}") };
        assert_eq!(first.notes, [format!("read as {name}; `encoding` names another encoding")]);
        assert_eq!(first.moves[1].comments, ["лучший ход"]);
        assert!(first.paragraphs.iter().any(|told| told.text == format!("The text was read as {name}.")));
        let second = AdjudicateGamesRequest { page_token: page.next_page_token, ..asked };
        let page = client.adjudicate_games(second).await.expect("a page").into_inner();
        let Some(adjudicated_game::Outcome::Verdict(second)) = &page.games[0].outcome else { panic!("{page:?}") };
        assert_eq!((second.notes.len(), page.games[0].number), (0, 2));

        let one = |encoding: &str| AdjudicateRequest {
            game: Some(Game::PdnBytes(pdn_bytes.clone())),
            encoding: encoding.into(),
            ..Default::default()
        };
        let answer = client.adjudicate(one("")).await.expect("a verdict").into_inner();
        assert_eq!(answer.structured_notes[0].places[0].value, name);
        // A stated encoding takes precedence over the guessed one.
        let answer = client.adjudicate(one("windows-1252")).await.expect("a verdict").into_inner();
        assert_eq!(answer.structured_notes[0].places[0].value, "windows-1252");
        refused(client.adjudicate(one("runes")).await, "BAD_ARGUMENT", "encoding");
    }
    let bytes = |pdn_bytes: &[u8]| AdjudicateGamesRequest { pdn_bytes: pdn_bytes.to_vec(), ..Default::default() };
    let plain = client.adjudicate_games(bytes(game.as_bytes())).await.expect("a page").into_inner();
    assert_eq!((plain.encoding.as_str(), plain.games.len()), ("", 1));
    let both = AdjudicateGamesRequest { pdn: game.into(), ..bytes(game.as_bytes()) };
    refused(client.adjudicate_games(both).await, "BAD_ARGUMENT", "pdn_bytes");
    let named = AdjudicateGamesRequest { pdn: game.into(), encoding: "cp866".into(), ..Default::default() };
    refused(client.adjudicate_games(named).await, "BAD_ARGUMENT", "encoding");
    // The bytes are short enough, but their UTF-8 text is longer than allowed.
    refused(client.adjudicate_games(bytes(&[0xb0; 600_000])).await, "BAD_ARGUMENT", "pdn");
}

#[tokio::test]
async fn a_part_of_a_text_counts_games_and_lines_as_the_whole_does() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let draughts = [
        "[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n\n",
        "[GameType \"20\"]\n\n1. 32-28\n20-30 *\n\n[GameType \"20\"]\n[FEN \"nonsense\"]\n\n1. 32-28 *\n",
    ];
    let chess = [
        "[White \"A\"]\n\n1. f3 e5 2. g4 *\n\n",
        "[White \"B\"]\n\n1. e4\nKe5 *\n\n[White \"C\"]\n[FEN \"8/8\"]\n\n1. e4 *\n",
    ];
    for (variant, [first, second]) in [("international", draughts), ("chess", chess)] {
        let part = |pdn: String, first_number, first_line| AdjudicateGamesRequest {
            pdn,
            variant: variant.into(),
            first_number,
            first_line,
            ..Default::default()
        };
        let whole = part([first, second].concat(), 0, 0);
        let mut answers = Vec::new();
        for asked in [whole.clone(), part(first.into(), 1, 1), part(second.into(), 2, 5)] {
            answers.push(client.adjudicate_games(asked).await.expect("a page").into_inner().games);
        }
        let [whole_games, begun, rest] = &answers[..] else { panic!("three answers") };
        assert_eq!(whole_games, &[&begun[..], rest].concat(), "{variant}");
        let Some(adjudicated_game::Outcome::Verdict(answer)) = &rest[0].outcome else { panic!("{rest:?}") };
        let illegal = answer.verdict.as_ref().and_then(|verdict| verdict.illegal_move.as_ref());
        assert_eq!(illegal.map(|illegal| illegal.line), Some(8), "{variant}");
        let Some(adjudicated_game::Outcome::Error(error)) = &rest[1].outcome else { panic!("{rest:?}") };
        assert!(error.message.starts_with("game 3, line 11"), "{variant}: {}", error.message);

        let too_large = 1_000_000_001;
        for (asked, field) in [
            (AdjudicateGamesRequest { first_number: too_large, ..whole.clone() }, "first_number"),
            (AdjudicateGamesRequest { first_line: too_large, ..whole.clone() }, "first_line"),
        ] {
            refused(client.adjudicate_games(asked).await, "BAD_ARGUMENT", field);
        }
    }
}
