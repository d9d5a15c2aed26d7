//! Tests of chess games that the server judges.

use peatee_proto::v1::adjudicate_request::Game;
use peatee_proto::v1::adjudicated_game::Outcome;
use peatee_proto::v1::*;
use tonic::Code;

use super::refused;
use crate::chess::tables;
use crate::common::Server;

fn pgn(text: &str) -> AdjudicateRequest {
    AdjudicateRequest { variant: "chess".into(), game: Some(Game::Pdn(text.into())), ..AdjudicateRequest::default() }
}

fn played(fen: &str, moves: &[&str]) -> AdjudicateRequest {
    let moves = moves.iter().map(|&san| san.to_owned()).collect();
    let game = PlayedMoves { fen: fen.into(), moves, counters: String::new() };
    AdjudicateRequest { variant: "chess".into(), game: Some(Game::Played(game)), ..AdjudicateRequest::default() }
}

async fn judged(server: &Server, request: AdjudicateRequest) -> (AdjudicateResponse, Verdict) {
    let answer = server.client().await.adjudicate(request).await.expect("a verdict").into_inner();
    let verdict = answer.verdict.clone().expect("a verdict");
    (answer, verdict)
}

#[tokio::test]
async fn games_end_by_the_articles_of_the_laws() {
    let server = Server::start(tables(), &[]);
    let (answer, verdict) = judged(&server, pgn("[Result \"1-0\"]\n\n1. f3 e5 {why} 2. g4 Qh4# 1-0\n")).await;
    let loss = verdict.loss.expect("White has lost");
    assert_eq!((verdict.ruling(), loss.loser(), loss.cause()), (Ruling::Lost, Side::White, LossCause::Checkmate));
    assert_eq!((verdict.article.as_str(), answer.agreement()), ("5.1.1", Agreement::Contradicted));
    assert!(verdict.article_text().contains("checkmates"), "{verdict:?}");
    assert_eq!((answer.moves.len(), answer.moves[1].comments.as_slice()), (4, &["why".to_owned()][..]));
    let last = answer.moves[3].r#move.as_ref().expect("a move");
    assert_eq!((last.notation.as_str(), answer.moves[3].fen_after.as_str()), ("Qh4#", verdict.fen.as_str()));

    let to_and_fro: Vec<&str> = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(4);
    let blocked = "4k3/8/8/1p1p1p1p/1P1P1P2/7P/8/4K3 w - - 0 1";
    for (request, article, cause) in [
        (played("", &to_and_fro), "9.6.1", DrawCause::Repetition),
        (played("7k/8/8/8/8/8/R7/K7 w - - 148 90", &["Kb1", "Kg8"]), "9.6.2", DrawCause::Count),
        (played("7k/8/8/8/8/8/8/KB6 w - - 0 1", &["Kb2"]), "5.2.2", DrawCause::DeadPosition),
        (played(blocked, &["h4"]), "5.2.2", DrawCause::DeadPosition),
        (played("8/8/8/8/8/2k5/8/6KQ w - - 0 1", &["Kf2"]), "", DrawCause::Unspecified),
        (played("8/8/8/8/8/k7/7q/K7 b - - 0 1", &["Qc2"]), "5.2.1", DrawCause::Stalemate),
    ] {
        let (_, verdict) = judged(&server, request.clone()).await;
        let draw = verdict.draw.clone().unwrap_or_default();
        assert_eq!((verdict.article.as_str(), draw.cause()), (article, cause), "{request:?} {verdict:?}");
        assert_eq!(draw.article, verdict.article);
    }
}

#[tokio::test]
async fn flags_and_illegal_moves_are_judged() {
    let server = Server::start(tables(), &[]);
    let fallen = |fen: &str, flag: Side| AdjudicateRequest { flag: flag.into(), ..played(fen, &[]) };
    let (_, won) = judged(&server, fallen("8/8/4k3/8/8/4K3/8/7R w - - 0 1", Side::Black)).await;
    let loss = won.loss.expect("Black has lost");
    assert_eq!((won.article.as_str(), loss.loser(), loss.cause()), ("6.9", Side::Black, LossCause::FlagFall));
    let (_, drawn) = judged(&server, fallen("8/8/4k3/8/8/4K3/8/7R w - - 0 1", Side::White)).await;
    assert_eq!((drawn.ruling(), drawn.draw.clone().expect("a draw").cause()), (Ruling::Drawn, DrawCause::FlagFall));
    assert!(drawn.method().contains("cannot mate"), "{drawn:?}");

    let (answer, verdict) = judged(&server, pgn("1. e4 e5\n2. Ke3 1-0\n")).await;
    let illegal = verdict.illegal_move.clone().expect("it is named");
    assert_eq!((verdict.ruling(), verdict.article.as_str()), (Ruling::IllegalMove, "7.5.1"));
    assert_eq!((illegal.ply, illegal.text.as_str(), illegal.line, illegal.column), (3, "Ke3", 2, 4));
    assert_eq!((illegal.legal_move_count, illegal.legal_moves.len()), (29, 29));
    assert_eq!(answer.agreement(), Agreement::IllegalMove);
    let (_, verdict) = judged(&server, played("", &["e5"])).await;
    let illegal = verdict.illegal_move.expect("it is named");
    assert_eq!((illegal.ply, illegal.line, illegal.offence()), (1, 0, Offence::NotLegal));
}

#[tokio::test]
async fn records_that_are_not_clear_claims_and_flags_by_tags_are_told_apart() {
    let server = Server::start(tables(), &[]);
    let (answer, verdict) = judged(&server, pgn("1. Nf3 Nf6 2. d4 d5\n3. Nd2 1-0\n")).await;
    let unclear = verdict.unclear_move.clone().expect("it is named");
    assert_eq!((verdict.ruling(), verdict.article.as_str()), (Ruling::UnclearMove, ""));
    assert!(verdict.illegal_move.is_none() && answer.agreement() == Agreement::Unknown, "{verdict:?}");
    assert_eq!((unclear.ply, unclear.line, unclear.column, unclear.cause()), (5, 2, 4, UnclearCause::Ambiguous));
    assert_eq!(unclear.candidates, ["Nbd2", "Nfd2"]);
    let (_, verdict) = judged(&server, played("", &["Sf3"])).await;
    let unclear = verdict.unclear_move.expect("it is named");
    assert_eq!((unclear.cause(), unclear.line, unclear.legal_move_count), (UnclearCause::Unreadable, 0, 20));

    let to_and_fro = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(2);
    let claim = AdjudicateRequest { claim_announced: true, ..played("", &to_and_fro) };
    let (answer, verdict) = judged(&server, claim).await;
    let draw = verdict.draw.clone().expect("a draw");
    assert_eq!(
        (verdict.article.as_str(), draw.cause(), draw.by_move.as_str(), draw.occurrences),
        ("9.2.1", DrawCause::RepetitionByMove, "Ng8", 3)
    );
    assert_eq!((answer.moves.len(), verdict.plies), (7, 7));
    let (_, verdict) = judged(&server, played("", &to_and_fro[..7])).await;
    assert_eq!((verdict.claims.len(), verdict.claims[0].by_move.as_str()), (1, "Ng8"));
    let wrong = AdjudicateRequest { claim_announced: true, ..played("", &["e4"]) };
    let (_, verdict) = judged(&server, wrong).await;
    assert!(verdict.ruling() == Ruling::InProgress && !verdict.announced_claim.expect("a claim").is_correct);

    let tags = "[FEN \"8/8/4k3/8/8/4K3/8/7R w - - 0 1\"]\n[Termination \"time forfeit\"]\n\n";
    let (_, verdict) = judged(&server, pgn(&format!("{tags}1-0\n"))).await;
    assert_eq!((verdict.flag_fallen(), verdict.flag_source()), (Side::Black, FlagSource::Termination));
    assert!(verdict.mating_line.last().is_some_and(|san| san.ends_with('#')), "{verdict:?}");
    let (answer, _) = judged(&server, pgn(&format!("{tags}0-1\n"))).await;
    assert_eq!(answer.agreement(), Agreement::Contradicted);
}

#[tokio::test]
async fn games_in_progress_are_valued_by_the_tables() {
    let server = Server::start(tables(), &[]);
    let text = "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/2k5/7R/K7 b - - 30 1\"]\n\n1... Kc4 1/2-1/2\n";
    let (answer, verdict) = judged(&server, pgn(text)).await;
    let assessment = verdict.assessment.clone().expect("a game in progress");
    assert_eq!(assessment.value.expect("a value").wdl(), Wdl::Win);
    assert_eq!(assessment.rule_value.as_ref().expect("one").outcome(), RuleOutcome::Win);
    assert_eq!((assessment.line.len(), assessment.line_end()), (20, LineEnd::Cut));
    assert_eq!((answer.agreement(), answer.written_result.as_str()), (Agreement::AgainstValue, "1/2-1/2"));
    let counts: Vec<_> = verdict.counts.iter().map(|count| (count.article.as_str(), count.used_plies)).collect();
    assert_eq!(counts, [("9.3", 31), ("9.6.2", 31)]);

    let late = played("8/8/8/8/8/2k5/7R/K7 b - - 102 1", &["Kc4"]);
    let (_, verdict) = judged(&server, late).await;
    let claim = &verdict.claims[0];
    assert_eq!((claim.article.as_str(), claim.claimant(), claim.since_ply), ("9.3", Claimant::White, 0));
    assert_eq!((claim.used_plies, claim.limit_plies), (103, 100));

    // If the tables do not hold the position, the answer states the reason.
    let (answer, verdict) = judged(&server, played("", &["e4"])).await;
    let assessment = verdict.assessment.expect("a game in progress");
    assert!(assessment.value.is_none() && assessment.unknown_reason.contains("32 pieces"), "{assessment:?}");
    assert_eq!(answer.start_fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let without = Server::start(crate::common::tables(), &[]);
    let (_, verdict) = judged(&without, played("8/8/8/8/8/2k5/7R/K7 b - - 0 1", &[])).await;
    assert!(verdict.assessment.expect("one").unknown_reason.contains("no tables of chess"));
}

#[tokio::test]
async fn all_games_of_a_text_are_judged_page_by_page() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let text = "[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"B\"]\n[FEN \"8/8\"]\n\n1. e4 {open\n\n\
                [White \"C\"]\n[FEN \"8/8/8/8\"]\n\n*\n\n[White \"D\"]\n\n1. e4 *\n";
    let mut request = AdjudicateGamesRequest {
        pdn: text.into(),
        variant: "chess".into(),
        page_size: 3,
        ..AdjudicateGamesRequest::default()
    };
    let page = client.adjudicate_games(request.clone()).await.expect("a page").into_inner();
    let seen: Vec<_> = page.games.iter().map(|game| (game.number, game.line, game.tags.len())).collect();
    assert_eq!(seen, [(1, 1, 1), (2, 5, 2), (3, 10, 2)], "{:?}", page.games);
    let Some(Outcome::Verdict(verdict)) = &page.games[0].outcome else { panic!("{:?}", page.games[0]) };
    assert_eq!(verdict.agreement(), Agreement::Confirmed);
    for game in &page.games[1..] {
        let Some(Outcome::Error(error)) = &game.outcome else { panic!("{game:?}") };
        assert_eq!(error.code, Code::InvalidArgument as i32);
    }
    assert_eq!(page.next_page_token, "3");
    request.page_token = page.next_page_token;
    let page = client.adjudicate_games(request.clone()).await.expect("a page").into_inner();
    assert_eq!((page.games.len(), page.next_page_token.as_str()), (1, ""));
    request.page_token = "4".into();
    refused(client.adjudicate_games(request).await, Code::InvalidArgument, "BAD_ARGUMENT", Some("pdn"));
}

#[tokio::test]
async fn what_is_wrong_with_a_request_is_named() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let game = "1. e4 *\n";
    let empty = AdjudicateRequest { game: None, ..pgn("") };
    let with_counters = |counters: &str| {
        let game = PlayedMoves { counters: counters.into(), ..PlayedMoves::default() };
        AdjudicateRequest { game: Some(Game::Played(game)), ..pgn("") }
    };
    let claim_in_draughts =
        AdjudicateRequest { variant: "english".into(), claim_announced: true, ..pgn("[GameType \"21\"] 1. 11-15 *") };
    let draughts = AdjudicateRequest { variant: "english".into(), flag: 1, ..pgn("[GameType \"21\"] 1. 11-15 *") };
    for (request, reason, field) in [
        (empty, "BAD_ARGUMENT", "pdn"),
        (pgn(""), "BAD_ARGUMENT", "pdn"),
        (pgn("1. e4 *\n\n1. d4 *\n"), "BAD_ARGUMENT", "pdn"),
        (pgn("[FEN \"8/8\"]\n\n*\n"), "BAD_PDN", "pdn"),
        (pgn(&"x".repeat(70_000)), "BAD_ARGUMENT", "pdn"),
        (played("8/8", &[]), "BAD_FEN", "played.fen"),
        (played("", &["e4"; 2001]), "BAD_ARGUMENT", "played.moves"),
        (with_counters("9.3=1"), "BAD_ARGUMENT", "played.counters"),
        (AdjudicateRequest { rules: "WCDF".into(), ..pgn(game) }, "BAD_ARGUMENT", "rules"),
        (AdjudicateRequest { flag: 7, ..pgn(game) }, "BAD_ARGUMENT", "flag"),
        (AdjudicateRequest { flag: 1, claim_announced: true, ..pgn(game) }, "BAD_ARGUMENT", "claim_announced"),
        (AdjudicateRequest { claim_announced: true, ..pgn("[Event \"?\"]\n\n*") }, "BAD_PDN", "pdn"),
        (claim_in_draughts, "BAD_ARGUMENT", "claim_announced"),
        (draughts, "BAD_ARGUMENT", "flag"),
    ] {
        let asked = format!("{request:?}").chars().take(200).collect::<String>();
        let status = client.adjudicate(request).await;
        assert!(status.is_err(), "{asked}");
        refused(status, Code::InvalidArgument, reason, Some(field));
    }
}
