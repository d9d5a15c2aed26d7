//! Tests of chess requests to the real server over TCP.

mod engine;
mod games;
mod http;
mod tables;

use peatee_probe::chess::Tables;
use peatee_probe::peatee_chess::Position;
use peatee_proto::v1::probe_stream_response::Outcome;
use peatee_proto::v1::*;
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use crate::chess::{moves_of, tables, value_of};
use crate::common::Server;

/// Longest win of king and rook against king.
const ROOK: &str = "8/8/8/8/8/2k5/8/K6R w - - 0 1";
const MATE_IN_ONE: &str = "8/8/8/8/8/2k5/7q/K7 b - - 98 90";
const MATED: &str = "8/8/8/8/8/2k5/1q6/K7 w - - 30 90";

fn library() -> Tables {
    Tables::open(crate::chess::tables().join("chess")).expect("tables")
}

fn probe(fen: &str) -> ProbeRequest {
    ProbeRequest { variant: "chess".into(), fen: fen.into(), ..ProbeRequest::default() }
}

fn list(fen: &str) -> ListMovesRequest {
    ListMovesRequest { variant: "chess".into(), fen: fen.into(), ..ListMovesRequest::default() }
}

fn worth(wdl: Wdl, dtz_plies: Option<u32>) -> Option<Value> {
    Some(Value { wdl: wdl.into(), dtz_plies, ..Value::default() })
}

/// Checks that a request was refused with this code, reason and field. The message must not contain
/// paths of the server.
fn refused<T: std::fmt::Debug>(result: Result<T, Status>, code: Code, reason: &str, field: Option<&str>) -> Status {
    let status = result.expect_err("this must be refused");
    let details = status.get_error_details();
    let found = details.bad_request().map(|bad| bad.field_violations[0].field.clone());
    let found_reason = details.error_info().map(|info| info.reason.clone()).unwrap_or_default();
    assert_eq!((status.code(), found_reason.as_str(), found.as_deref()), (code, reason, field), "{status:?}");
    assert!(!format!("{status:?}").contains(env!("CARGO_TARGET_TMPDIR")), "{status:?}");
    status
}

#[tokio::test]
async fn a_position_has_its_value_without_and_under_the_50_move_rule() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let mut asked = async |fen: &str| client.probe(probe(fen)).await.expect("an answer").into_inner();

    let mated = asked(MATED).await;
    assert_eq!(mated.value, worth(Wdl::Loss, Some(0)));
    let rule_value = mated.rule_value.expect("chess always has one");
    assert_eq!((rule_value.outcome(), rule_value.needed_plies), (RuleOutcome::Loss, Some(0)));
    let count = rule_value.binding_count.expect("the clock");
    assert_eq!((count.article.as_str(), count.used_plies, count.left_plies), ("9.3", 30, 70));
    assert_eq!((count.limit_plies, count.limit_moves, count.used_moves), (100, 50, 15));

    let plies = value_of(&library(), &Position::parse_fen(ROOK).expect("a FEN")).expect("a value").needed_plies;
    let plies = plies.expect("a win");
    for (clock, outcome) in
        [(0, RuleOutcome::Win), (100 - plies, RuleOutcome::Win), (101 - plies, RuleOutcome::CursedWin)]
    {
        let answer = asked(&ROOK.replace("- 0 1", &format!("- {clock} 1"))).await;
        assert_eq!(answer.value, worth(Wdl::Win, Some(plies)));
        assert_eq!(answer.rule_value.expect("one").outcome(), outcome, "{clock}");
    }
    assert_eq!(asked("8/8/8/8/8/2k5/8/K7 w - - 0 1").await.value, worth(Wdl::Draw, None));
}

#[tokio::test]
async fn moves_and_lines_are_those_of_the_library() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let answer = client.list_moves(list(MATE_IN_ONE)).await.expect("moves").into_inner();
    let best = &answer.moves[0];
    let mv = best.r#move.as_ref().expect("a move");
    assert_eq!((mv.notation.as_str(), mv.uci.as_deref()), ("Qb2#", Some("h2b2")));
    assert_eq!((best.value, best.fen_after.as_str()), (worth(Wdl::Win, Some(1)), "8/8/8/8/8/2k5/1q6/K7 w - - 99 91"));
    assert_eq!(best.rule_value.as_ref().expect("one").outcome(), RuleOutcome::Win);
    // With all other moves, the win comes too late.
    let cursed =
        answer.moves.iter().filter(|mv| mv.rule_value.as_ref().expect("one").outcome() == RuleOutcome::CursedWin);
    assert!(cursed.count() > 5, "{answer:?}");

    for fen in ["8/4P3/8/8/8/2k5/8/K7 w - - 7 1", "3q4/4P3/8/8/8/2k5/8/K7 w - - 0 1", ROOK] {
        let position = Position::parse_fen(fen).expect("a FEN");
        let Ok(rated) = moves_of(&library(), &position) else {
            refused(client.list_moves(list(fen)).await, Code::NotFound, "TOO_MANY_PIECES", None);
            continue;
        };
        let answer = client.list_moves(list(fen)).await.expect("moves").into_inner();
        let told = answer.moves.iter().map(|mv| mv.r#move.as_ref().expect("a move"));
        let told: Vec<_> = told.map(|mv| (mv.notation.clone(), mv.promotes)).collect();
        let own: Vec<_> = rated.iter().map(|mv| (position.san(mv.mv), mv.mv.promotion.is_some())).collect();
        assert_eq!(told, own, "{fen}");
    }

    let request = BestLineRequest { variant: "chess".into(), fen: ROOK.into(), ..BestLineRequest::default() };
    let line = client.best_line(request.clone()).await.expect("a line").into_inner();
    assert_eq!(line.end(), LineEnd::GameOver);
    assert_eq!(line.moves.len() as u32, line.value.expect("a value").dtz_plies.expect("a win"));
    let last = line.moves.last().expect("a move");
    assert!(last.r#move.as_ref().expect("a move").notation.ends_with('#'));
    let end = async |fen: &str, plies_max: u32| {
        let request = BestLineRequest { fen: fen.into(), plies_max, ..request.clone() };
        let line = server.client().await.best_line(request).await.expect("a line").into_inner();
        (line.end(), line.moves.len())
    };
    assert_eq!(end(ROOK, 5).await, (LineEnd::Cut, 5));
    assert_eq!(end("8/8/8/8/8/2k5/8/K7 w - - 0 1", 5).await, (LineEnd::DrawnByRule, 0));
    assert_eq!(end(&ROOK.replace("- 0 1", "- 97 1"), 9).await, (LineEnd::DrawClaimable, 3));
    assert_eq!(end("8/8/8/8/8/2k5/8/K6q w - - 0 1", 1000).await.0, LineEnd::GameOver);
    refused(
        client.best_line(BestLineRequest { plies_max: 1001, ..request }).await,
        Code::InvalidArgument,
        "BAD_ARGUMENT",
        Some("plies_max"),
    );
}

#[tokio::test]
async fn many_positions_keep_their_order_among_those_of_draughts() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let item = |variant: &str, fen: &str| ProbeStreamRequest { variant: variant.into(), fen: fen.into() };
    let asked = [
        item("chess", MATED),
        item("english", "W:WK1:BK32"),
        item("chess", "W:WK1:BK32"),
        item("chess", ROOK),
        item("english", "W:WK1:BK6"),
        item("halma", ROOK),
    ];
    let mut answers = client.probe_stream(tokio_stream::iter(asked)).await.expect("a stream").into_inner();
    let mut seen = Vec::new();
    while let Some(answer) = answers.message().await.expect("no failure") {
        let rule = answer.rule_value.map(|value| value.outcome());
        seen.push(match answer.outcome.expect("an outcome") {
            Outcome::Value(value) => (Ok((value.wdl(), value.dtz_plies.is_some())), rule),
            Outcome::Error(error) => (Err(error.code), rule),
        });
    }
    let wrong = Err(Code::InvalidArgument as i32);
    assert_eq!(seen[0], (Ok((Wdl::Loss, true)), Some(RuleOutcome::Loss)));
    assert_eq!(seen[1], (Ok((Wdl::Draw, false)), None));
    assert_eq!(seen[2], (wrong, None));
    assert_eq!(seen[3], (Ok((Wdl::Win, true)), Some(RuleOutcome::Win)));
    assert_eq!((seen[4], seen[5], seen.len()), ((Ok((Wdl::Win, false)), None), (wrong, None), 6));

    let fens = [MATED, "nonsense", ROOK].map(str::to_owned).to_vec();
    let batch = ProbeBatchRequest { variant: "chess".into(), fens, ..ProbeBatchRequest::default() };
    let items = client.probe_batch(batch.clone()).await.expect("a batch").into_inner().items;
    assert_eq!(items[0].value, worth(Wdl::Loss, Some(0)));
    assert_eq!(items[1].error.as_ref().expect("an error").code, Code::InvalidArgument as i32);
    assert_eq!(items[2].rule_value.as_ref().expect("one").outcome(), RuleOutcome::Win);
    let named = ProbeBatchRequest { rules: "FIDE-50".into(), ..batch.clone() };
    assert_eq!(client.probe_batch(named).await.expect("a batch").into_inner().items, items);
    let wrong = |rules: &str, counters: &[&str]| ProbeBatchRequest {
        rules: rules.into(),
        counters: counters.iter().map(|&text| text.to_owned()).collect(),
        ..batch.clone()
    };
    for (request, field) in [
        (wrong("WCDF", &[]), "rules"),
        (wrong("", &["", "9.3=1", ""]), "counters"),
        (wrong("", &["", ""]), "counters"),
        (ProbeBatchRequest { fens: Vec::new(), ..batch.clone() }, "fens"),
    ] {
        refused(client.probe_batch(request).await, Code::InvalidArgument, "BAD_ARGUMENT", Some(field));
    }
}

#[tokio::test]
async fn each_kind_of_bad_input_has_its_status_and_details() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let (wrong, absent) = (Code::InvalidArgument, Code::NotFound);
    for (fen, code, reason, field) in [
        ("", wrong, "BAD_FEN", Some("fen")),
        ("W:WK1:BK32", wrong, "BAD_FEN", Some("fen")),
        ("8/8/8/8/8/2k5/2K5/8 w - - 0 1", wrong, "BAD_FEN", Some("fen")),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", wrong, "CASTLING_RIGHTS", Some("fen")),
        ("4k3/8/8/8/8/8/8/3QK2R w - - 0 1", absent, "TOO_MANY_PIECES", None),
    ] {
        refused(client.probe(probe(fen)).await, code, reason, field);
        refused(client.list_moves(list(fen)).await, code, reason, field);
    }
    let with_rules = ProbeRequest { rules: "FMJD-100".into(), ..probe(ROOK) };
    refused(client.probe(with_rules).await, wrong, "BAD_ARGUMENT", Some("rules"));
    let with_counters = ProbeRequest { counters: "9.3=4".into(), ..probe(ROOK) };
    refused(client.probe(with_counters).await, wrong, "BAD_ARGUMENT", Some("counters"));
    let without = Server::start(crate::common::tables(), &[]);
    let status = refused(without.client().await.probe(probe(ROOK)).await, absent, "NO_TABLES_OF_VARIANT", None);
    assert!(status.message().contains("international"), "{}", status.message());
}

#[tokio::test]
async fn positions_are_described_and_games_listed() {
    let server = Server::start(crate::common::tables(), &[]);
    let mut client = server.client().await;
    let request = DescribePositionRequest { variant: "chess".into(), ..DescribePositionRequest::default() };
    let start = client.describe_position(request.clone()).await.expect("needs no tables").into_inner();
    assert_eq!((start.pieces.len(), start.legal_moves.len(), start.side_to_move()), (32, 20, Side::White));
    assert_eq!(start.fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let at = |square: &str| start.pieces.iter().find(|piece| piece.square == square).expect("a piece").clone();
    assert_eq!((at("d8").kind.as_str(), at("d8").side()), ("queen", Side::Black));
    // The moves are castling, a capture en passant and a promotion.
    let of = async |fen: &str, san: &str| {
        let request = DescribePositionRequest { fen: fen.into(), ..request.clone() };
        let told = server.client().await.describe_position(request).await.expect("described").into_inner();
        let moves = told.legal_moves.into_iter().map(|mv| (mv.r#move.expect("a move"), mv.fen_after));
        moves.into_iter().find(|(mv, _)| mv.notation == san).unwrap_or_else(|| panic!("{san}"))
    };
    let (castling, after) = of("4k3/8/8/8/8/8/8/4K2R w K - 3 9", "O-O").await;
    assert_eq!((castling.from_square.as_str(), castling.to_square.as_str()), ("e1", "g1"));
    assert_eq!((castling.uci(), castling.captured_squares.len()), ("e1g1", 0));
    assert_eq!(after, "4k3/8/8/8/8/8/8/5RK1 b - - 4 9");
    let (passing, _) = of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6").await;
    assert_eq!((passing.to_square.as_str(), passing.captured_squares.as_slice()), ("d6", &["d5".to_owned()][..]));
    let (promotion, _) = of("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 2", "exd8=N").await;
    assert!(promotion.promotes && promotion.captured_squares == ["d8"] && promotion.uci() == "e7d8n");

    let games = client.list_variants(ListVariantsRequest {}).await.expect("variants").into_inner().variants;
    let chess = games.iter().find(|game| game.id == "chess").expect("it is listed");
    let board = chess.board.as_ref().expect("a board");
    assert_eq!((board.squares.len(), board.squares[0].as_str(), board.squares[63].as_str()), (64, "a8", "h1"));
    assert_eq!(
        (chess.has_tables, chess.rule_codes.as_slice()),
        (false, &["FIDE-50", "FIDE-75"].map(str::to_owned)[..])
    );
    assert!(chess.codes.iter().all(|code| code.readings.is_empty()), "{:?}", chess.codes);
    let served = Server::start(tables(), &[]);
    let games = served.client().await.list_variants(ListVariantsRequest {}).await.expect("variants").into_inner();
    assert!(games.variants.iter().any(|game| game.id == "chess" && game.has_tables));
}
