//! Test of costly requests: the server answers or refuses each of them quickly, and serves other
//! clients meanwhile.

use crate::common;
use std::time::Duration;

use crate::common::{PEATEE, Server, tables};
use crate::internet::{ELSEWHERE, grpc_from};
use peatee_proto::v1::adjudicate_request::Game;
use peatee_proto::v1::tablebase_service_client::TablebaseServiceClient;
use peatee_proto::v1::{AdjudicateRequest, PlayedMoves, ProbeRequest, Ruling};
use tonic::Code;
use tonic_types::StatusExt as _;

/// FENs of positions with more captures than fit into memory.
const MONSTERS: &[&str] = &[
    "W:WKa1:Bb2,d2,f2,h2,b4,d4,f4,h4,b6,d6,f6,h6,b8,d8,f8,h8,b3,d3,f3,b5,d5,f5,b7,d7,f7,h5,h3",
    "W:We1,h2,Kh1,Kh4,Ke6,Ka7:Bc2,e2,a3,d3,f3,b4,c5,f5,g5,h5,a6,b7,e7,f7,g7,h7,g8,Kc1,Kf1,Kg1,Ka2,Kg2,Kc3,Ke3,Kg3,Kh3,Ka4,Ke4,Kg4,Kd5,Kb6,Kg6,Kc7,Kd7,Kc8,Ke8",
];

/// Maximum processor time that the server may spend on all requests about these positions.
const ATTACK_CPU_TIME_MAX: Duration = Duration::from_secs(30);

fn game(fen: &str, moves: &[&str]) -> AdjudicateRequest {
    let moves = moves.iter().map(|&text| text.to_owned()).collect();
    let played = PlayedMoves { fen: fen.to_owned(), moves, ..PlayedMoves::default() };
    AdjudicateRequest { variant: "gothic".into(), game: Some(Game::Played(played)), ..AdjudicateRequest::default() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn boards_full_of_captures_cost_little_and_hold_nobody_up() {
    let server = Server::start(tables(), &[]);
    let before = server.memory_bytes("VmHWM");
    let mut client = server.client().await;
    for fen in MONSTERS {
        // The verdict needs no list of all captures.
        let answer = client.adjudicate(game(fen, &[])).await.expect("an answer").into_inner();
        assert_eq!(answer.verdict.expect("a verdict").ruling(), Ruling::InProgress);
    }

    let connection = server.channel().await;
    let attackers = (0..8).map(|number| {
        let mut client = TablebaseServiceClient::new(connection.clone());
        async move {
            let mut refused = 0;
            for round in 0..10 {
                let fen = MONSTERS[(number + round) % MONSTERS.len()];
                let judged = loop {
                    match client.adjudicate(game(fen, &["a1-h8"])).await {
                        // Requests above the limits are refused, and the client tries again later.
                        Err(status) if status.code() == Code::ResourceExhausted => {
                            tokio::time::sleep(Duration::from_millis(20)).await;
                        }
                        judged => break judged,
                    }
                };
                match judged {
                    Ok(answer) => {
                        let unclear = answer.into_inner().verdict.and_then(|verdict| verdict.unclear_move);
                        let unclear = unclear.expect("nobody can make the move");
                        assert_eq!((unclear.legal_moves.len(), unclear.legal_move_count), (60, 1042));
                    }
                    Err(status) => {
                        assert_eq!(status.code(), Code::InvalidArgument);
                        let info = status.get_details_error_info().expect("a reason");
                        assert_eq!(info.reason, "TOO_MANY_CAPTURES");
                        assert!(status.message().contains("move 1 cannot be checked"));
                        refused += 1;
                    }
                }
            }
            assert_eq!(refused, 5, "one of the two boards is listed, the other is refused");
        }
    });
    let attackers: Vec<_> = attackers.map(tokio::spawn).collect();
    let mut client = grpc_from(ELSEWHERE, &server).await;
    let before_cpu = server.cpu_time();
    let mut answered = 0;
    while attackers.iter().any(|attacker| !attacker.is_finished()) {
        let asked = ProbeRequest { variant: "international".into(), fen: "W:WK5:BK46".into(), ..Default::default() };
        let mut request = tonic::Request::new(asked);
        request.set_timeout(common::PATIENCE);
        client.probe(request).await.expect("others are served");
        answered += 1;
        let took = server.cpu_time() - before_cpu;
        assert!(took < ATTACK_CPU_TIME_MAX, "the attack costs {took:?}");
    }
    assert!(answered > 0);
    for attacker in attackers {
        attacker.await.expect("each is refused");
    }
    let grown = server.memory_bytes("VmHWM") - before;
    // At most as many requests run at a time as the server has threads: two for each processor.
    let threads = 2 * std::thread::available_parallelism().map_or(1, usize::from) as u64;
    assert!(grown < threads * (64 << 20), "{grown} bytes");
}

#[tokio::test]
async fn refusals_carry_no_commands_to_terminals() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let fen = "W:W31\u{1b}[2J\u{9b}2J\u{202e}:B1";
    let asked = ProbeRequest { variant: "international".into(), fen: fen.into(), ..Default::default() };
    let status = client.probe(asked).await.expect_err("no FEN");
    assert!(status.message().chars().all(|c| !c.is_control() && c != '\u{202e}'), "{:?}", status.message());

    let variant = "x\u{1b}]0;title\u{7}".to_owned();
    let asked = ProbeRequest { variant, fen: "W:WK5:BK46".into(), ..Default::default() };
    let status = client.probe(asked).await.expect_err("no variant");
    assert!(!status.message().contains('\u{1b}'), "{:?}", status.message());
}

#[test]
fn terminals_are_sent_no_commands_from_the_input() {
    let hostile = "W:W31\u{1b}[2J\u{9b}2J:B1";
    for format in ["text", "jsonl"] {
        let mut command = std::process::Command::new(PEATEE);
        command.args(["probe", "--format", format, "--tables"]).arg(tables()).arg(hostile);
        let out = command.output().expect("peatee runs");
        assert_eq!(out.status.code(), Some(1));
        for stream in [out.stdout, out.stderr] {
            let text = String::from_utf8(stream).expect("UTF-8");
            assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
        }
    }
}
