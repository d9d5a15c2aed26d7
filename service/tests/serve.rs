//! Tests of the server over TCP: every RPC, every kind of wrong input, health, reflection, limits,
//! and shutdown.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::common::{PATIENCE, PEATEE, Server, fresh_directory, make_tables, tables};
use peatee_probe::Metric;
use peatee_proto::v1::probe_stream_response::Outcome;
use peatee_proto::v1::tablebase_service_client::TablebaseServiceClient;
use peatee_proto::v1::*;
use peatee_table::Manifest;
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::Channel;
use tonic::{Code, Request, Status};
use tonic_health::pb::health_client::HealthClient;
use tonic_health::pb::{HealthCheckRequest, health_check_response::ServingStatus};
use tonic_types::StatusExt as _;

const DAVID: &str = "W:W23:B5,6";
const SERVICE: &str = "peatee.v1.TablebaseService";

fn probe(variant: &str, fen: &str) -> ProbeRequest {
    ProbeRequest { variant: variant.to_owned(), fen: fen.to_owned(), ..ProbeRequest::default() }
}

fn best_line(variant: &str, fen: &str, plies_max: u32) -> BestLineRequest {
    BestLineRequest { variant: variant.to_owned(), fen: fen.to_owned(), plies_max, ..BestLineRequest::default() }
}

fn item(fen: &str) -> ProbeStreamRequest {
    ProbeStreamRequest { variant: "international".to_owned(), fen: fen.to_owned() }
}

fn win(dtw_plies: u32) -> Value {
    Value { wdl: Wdl::Win.into(), dtw_plies: Some(dtw_plies), ..Value::default() }
}

#[tokio::test]
async fn every_call_answers() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;

    let answer = client.probe(probe("international", DAVID)).await.expect("probe").into_inner();
    assert_eq!(answer.value, Some(win(29)));
    let draw = client.probe(probe("international", "W:WK1:BK2")).await.expect("probe").into_inner();
    assert_eq!(draw.value, Some(Value { wdl: Wdl::Draw.into(), ..Value::default() }));
    let wdl_only = client.probe(probe("russian", "W:WKa1:Bb2")).await.expect("probe").into_inner();
    assert_eq!(wdl_only.value, Some(Value { wdl: Wdl::Win.into(), ..Value::default() }));

    let request =
        ListMovesRequest { variant: "international".into(), fen: DAVID.into(), ..ListMovesRequest::default() };
    let answer = client.list_moves(request).await.expect("moves").into_inner();
    assert_eq!(answer.value, Some(win(29)));
    assert_eq!(answer.moves.len(), 2);
    let best = &answer.moves[0];
    assert_eq!((best.value, best.fen_after.as_str()), (Some(win(29)), "B:W18:B5,6"));
    let mv = best.r#move.as_ref().expect("a move");
    assert_eq!((mv.notation.as_str(), mv.from_square.as_str(), mv.to_square.as_str()), ("23-18", "23", "18"));
    assert_eq!((mv.path_squares.len(), mv.captured_squares.len(), mv.promotes), (2, 0, false));

    let request = best_line("international", DAVID, 0);
    let answer = client.best_line(request).await.expect("line").into_inner();
    assert_eq!((answer.moves.len(), answer.end()), (29, LineEnd::GameOver));
    let last = answer.moves[28].r#move.as_ref().expect("a move");
    assert_eq!(last.captured_squares.len(), 1);

    let answer = client.list_variants(ListVariantsRequest {}).await.expect("variants").into_inner();
    let served: Vec<&str> = answer.variants.iter().filter(|v| v.has_tables).map(|v| v.id.as_str()).collect();
    assert_eq!(served, ["international", "russian"]);
    let international = &answer.variants[0];
    assert_eq!(international.board.as_ref().expect("a board").square_count, 50);
    let rules = international.rules.as_ref().expect("rules");
    assert_eq!(rules.promotion_in_capture(), PromotionInCapture::Pass);
    assert_eq!(rules.precedence, [i32::from(Precedence::Count)]);
    assert!(answer.variants.iter().all(|v| !v.sources.is_empty() && !v.rule_codes.is_empty()));
}

#[tokio::test]
async fn tables_are_listed_page_by_page() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let all = client.list_tables(ListTablesRequest::default()).await.expect("tables").into_inner();
    assert_eq!(all.next_page_token, "");
    let one = all.tables.iter().find(|t| t.variant == "russian" && t.slice == "KvK").expect("it is there");
    assert_eq!((one.metrics.as_slice(), one.position_count), (&["wdl".to_owned()][..], 32 * 31));
    assert!(one.size_bytes > 0);

    let mut paged = Vec::new();
    let mut request = ListTablesRequest { page_size: 3, ..ListTablesRequest::default() };
    loop {
        let page = client.list_tables(request.clone()).await.expect("tables").into_inner();
        assert!((1..=3).contains(&page.tables.len()));
        paged.extend(page.tables);
        if page.next_page_token.is_empty() {
            break;
        }
        request.page_token = page.next_page_token;
    }
    assert_eq!(paged, all.tables);

    let request = ListTablesRequest { variant: "russian".into(), ..ListTablesRequest::default() };
    let russian = client.list_tables(request).await.expect("tables").into_inner();
    assert!(russian.tables.iter().all(|t| t.variant == "russian") && !russian.tables.is_empty());
}

/// Checks that a request was refused with this code, reason and field.
fn refused<T: std::fmt::Debug>(result: Result<T, Status>, code: Code, reason: &str, field: Option<&str>) -> Status {
    let status = result.expect_err("this must be refused");
    assert_eq!(status.code(), code, "{status:?}");
    let details = status.get_error_details();
    let info = details.error_info().expect("every error has its ErrorInfo");
    assert_eq!((info.reason.as_str(), info.domain.as_str()), (reason, "peatee"), "{status:?}");
    let found = details.bad_request().map(|bad| bad.field_violations[0].field.clone());
    assert_eq!(found.as_deref(), field, "{status:?}");
    // Clients must not learn where files lie on the server.
    let root = env!("CARGO_TARGET_TMPDIR");
    assert!(!format!("{status:?}").contains(root) && !String::from_utf8_lossy(status.details()).contains(root));
    assert!(!status.message().contains("manifest.json"), "{status:?}");
    status
}

#[tokio::test]
async fn each_kind_of_bad_input_has_its_status_and_details() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let long = "x".repeat(10_000);
    let bad_inputs = [
        ("", DAVID, "BAD_ARGUMENT", "variant"),
        ("halma", DAVID, "UNKNOWN_VARIANT", "variant"),
        (long.as_str(), DAVID, "UNKNOWN_VARIANT", "variant"),
        ("international", "", "BAD_FEN", "fen"),
        ("international", "W:W51:B1", "BAD_FEN", "fen"),
        ("international", long.as_str(), "BAD_FEN", "fen"),
        ("international", "W:W23:B23", "IMPOSSIBLE_POSITION", "fen"),
        ("international", "W:W1:B6", "IMPOSSIBLE_POSITION", "fen"),
        ("international", "W:W:B", "IMPOSSIBLE_POSITION", "fen"),
    ];
    for (variant, fen, reason, field) in bad_inputs {
        let result = client.probe(probe(variant, fen)).await;
        let status = refused(result, Code::InvalidArgument, reason, Some(field));
        assert!(status.message().len() < 1000, "the input comes back cut: {}", status.message().len());
        let request = ListMovesRequest { variant: variant.into(), fen: fen.into(), ..ListMovesRequest::default() };
        refused(client.list_moves(request).await, Code::InvalidArgument, reason, Some(field));
        let request = best_line(variant, fen, 1);
        refused(client.best_line(request).await, Code::InvalidArgument, reason, Some(field));
    }

    refused(client.probe(probe("italian", DAVID)).await, Code::NotFound, "NO_TABLES_OF_VARIANT", None);
    let result = client.probe(probe("international", "W:WK1,K2:BK3,K4")).await;
    let status = refused(result, Code::NotFound, "TOO_MANY_PIECES", None);
    let metadata = status.get_error_details().error_info().expect("checked").metadata.clone();
    assert_eq!((metadata["pieces"].as_str(), metadata["pieces_max"].as_str()), ("4", "3"));
    let request = best_line("international", DAVID, 1001);
    refused(client.best_line(request).await, Code::InvalidArgument, "BAD_ARGUMENT", Some("plies_max"));
    let request = ListTablesRequest { page_token: "x".into(), ..ListTablesRequest::default() };
    refused(client.list_tables(request).await, Code::InvalidArgument, "BAD_ARGUMENT", Some("page_token"));
    let request = ListTablesRequest { page_size: -1, ..ListTablesRequest::default() };
    refused(client.list_tables(request).await, Code::InvalidArgument, "BAD_ARGUMENT", Some("page_size"));

    let too_long = client.probe(probe("international", &"x".repeat(1_200_000))).await.expect_err("too long a message");
    assert_eq!(too_long.code(), Code::OutOfRange);
    let answer = client.probe(probe("international", DAVID)).await.expect("the server goes on").into_inner();
    assert_eq!(answer.value, Some(win(29)));
}

/// Creates a directory with Russian tables, of which one is missing and one has a wrong byte.
fn broken_tables() -> PathBuf {
    let root = fresh_directory("broken");
    make_tables(&root, "russian", 2, &[Metric::Wdl, Metric::Dtw]);
    let folder = root.join("russian");
    let mut manifest = Manifest::read(&folder).expect("readable").expect("there");
    for metric in [Metric::Wdl, Metric::Dtw] {
        manifest.tables.remove(&format!("MvK.{metric}")).expect("it was made");
    }
    std::fs::write(folder.join("manifest.json"), manifest.to_text()).expect("writable");
    let damaged = folder.join("KvK.dtw");
    let mut bytes = std::fs::read(&damaged).expect("readable");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&damaged, bytes).expect("writable");
    root
}

#[tokio::test]
async fn missing_and_damaged_tables_are_named() {
    let root = broken_tables();
    let server = Server::start(&root, &["--log", "off"]);
    let mut client = server.client().await;
    let status = refused(client.probe(probe("russian", "W:Wc3:BKh8")).await, Code::NotFound, "MISSING_TABLE", None);
    assert_eq!(status.get_error_details().error_info().expect("checked").metadata["slice"], "MvK");
    let status = refused(client.probe(probe("russian", "W:WKa1:BKb8")).await, Code::DataLoss, "DAMAGED_TABLE", None);
    assert!(status.message().contains("KvK.dtw"), "{}", status.message());
    client.probe(probe("russian", "W:Wc3:Bf6")).await.expect("the other tables answer");
}

#[tokio::test]
async fn a_damaged_header_and_a_missing_file_do_not_keep_the_server_from_starting() {
    let root = fresh_directory("headers");
    make_tables(&root, "russian", 2, &[Metric::Wdl, Metric::Dtw]);
    make_tables(&root, "italian", 2, &[Metric::Wdl]);
    std::fs::write(root.join("russian/KvK.dtw"), b"not a table").expect("writable");
    std::fs::remove_file(root.join("russian/MvK.dtw")).expect("removable");
    std::fs::write(root.join("italian/manifest.json"), b"{}").expect("writable");
    let server = Server::start(&root, &["--log", "off"]);
    let mut client = server.client().await;
    refused(client.probe(probe("russian", "W:WKa1:BKb8")).await, Code::DataLoss, "DAMAGED_TABLE", None);
    refused(client.probe(probe("italian", "W:WK1:BK9")).await, Code::DataLoss, "DAMAGED_TABLE", None);
    let answer = client.probe(probe("russian", "W:Wc3:BKh8")).await.expect("the WDL table answers").into_inner();
    assert_eq!(answer.value.expect("there is one").dtw_plies, None);
    client.probe(probe("russian", "W:Wc3:Bf6")).await.expect("the other tables answer");
    // A stream with a single position, then one with many positions of one variant.
    let item = |fen: &str| ProbeStreamRequest { variant: "russian".into(), fen: fen.into() };
    let requests = tokio_stream::iter(["W:WKa1:BKb8", "W:Wc3:Bf6"].map(item));
    let mut answers = client.probe_stream(requests).await.expect("a stream").into_inner();
    let first = answers.message().await.expect("an answer").expect("an answer").outcome;
    assert!(matches!(first, Some(Outcome::Error(status)) if status.message.starts_with("table KvK.dtw: ")));
    let second = answers.message().await.expect("an answer").expect("an answer").outcome;
    assert!(matches!(second, Some(Outcome::Value(_))), "it is answered");

    let request = ListTablesRequest { variant: "russian".into(), ..ListTablesRequest::default() };
    let listed = client.list_tables(request).await.expect("a page").into_inner().tables;
    let of = |slice: &str| listed.iter().find(|table| table.slice == slice).expect("it is listed");
    assert_eq!(
        (of("KvK").metrics.as_slice(), of("KvK").unusable_metrics.as_slice()),
        (&["wdl".to_owned()][..], &["dtw".to_owned()][..])
    );
    assert_eq!(of("MvK").unusable_metrics, ["dtw"]);
    assert_eq!(of("MvM").unusable_metrics, [""; 0]);
}

#[tokio::test]
async fn where_there_are_dtc_tables_conversions_are_told() {
    let root = fresh_directory("conversions");
    make_tables(&root, "english", 2, &[Metric::Wdl, Metric::Dtw, Metric::Dtc]);
    let server = Server::start(&root, &[]);
    let mut client = server.client().await;
    let fen = "B:WK4:BK15";
    let expected = Some(Value { dtc_plies: Some(3), ..win(3) });
    let answer = client.probe(probe("english", fen)).await.expect("probe").into_inner();
    assert_eq!(answer.value, expected);
    let request = ListMovesRequest { variant: "english".into(), fen: fen.into(), ..ListMovesRequest::default() };
    let answer = client.list_moves(request).await.expect("moves").into_inner();
    assert_eq!((answer.value, answer.moves[0].value), (expected, expected));
    let answer = client.best_line(best_line("english", fen, 0)).await.expect("line").into_inner();
    let plies: Vec<_> = answer.moves.iter().map(|mv| mv.value.expect("there is one").dtc_plies).collect();
    assert_eq!((answer.value, plies), (expected, vec![Some(3), Some(2), Some(1)]));
    let item = |fen: &str| ProbeStreamRequest { variant: "english".into(), fen: fen.into() };
    let mut answers =
        client.probe_stream(tokio_stream::iter([item(fen), item("W:WK1:BK32")])).await.expect("a stream").into_inner();
    let mut next = async || match answers.message().await.expect("an answer").expect("an answer").outcome {
        Some(Outcome::Value(value)) => Some(value),
        other => panic!("{other:?}"),
    };
    assert_eq!(next().await, expected);
    assert_eq!(next().await, Some(Value { wdl: Wdl::Draw.into(), ..Value::default() }));
}

#[tokio::test]
async fn a_stream_keeps_order_and_goes_on_after_a_bad_position() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let fens = [DAVID, "nonsense", "W:WK42:B22", "W:WK1,K2:BK3,K4", "W:WK1:BK2"];
    let requests = fens.map(item);
    let mut answers = client.probe_stream(tokio_stream::iter(requests)).await.expect("stream").into_inner();
    let mut outcomes = Vec::new();
    while let Some(answer) = answers.message().await.expect("the stream does not fail") {
        outcomes.push(answer.outcome.expect("every answer has an outcome"));
    }
    assert_eq!(outcomes.len(), 5);
    assert_eq!(outcomes[0], Outcome::Value(win(29)));
    assert_eq!(outcomes[2], Outcome::Value(win(7)));
    assert_eq!(outcomes[4], Outcome::Value(Value { wdl: Wdl::Draw.into(), ..Value::default() }));
    for (place, code, reason) in [(1, Code::InvalidArgument, "BAD_FEN"), (3, Code::NotFound, "TOO_MANY_PIECES")] {
        let Outcome::Error(error) = &outcomes[place] else { panic!("{:?}", outcomes[place]) };
        assert_eq!(error.code, code as i32);
        let info = error.details.iter().find(|any| any.type_url.ends_with("google.rpc.ErrorInfo")).expect("ErrorInfo");
        let info = <tonic_types::pb::ErrorInfo as prost::Message>::decode(info.value.as_slice()).expect("it decodes");
        assert_eq!(info.reason, reason);
    }
}

#[tokio::test]
async fn positions_before_a_broken_request_are_answered() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let requests = vec![item(DAVID), item(&"x".repeat(1_200_000)), item(DAVID)];
    let mut answers = client.probe_stream(tokio_stream::iter(requests)).await.expect("stream").into_inner();
    let first = answers.message().await.expect("answered").expect("one");
    assert_eq!(first.outcome, Some(Outcome::Value(win(29))));
    assert_eq!(answers.message().await.expect_err("too long a message").code(), Code::OutOfRange);
}

#[tokio::test]
async fn health_and_both_reflections_answer() {
    let server = Server::start(tables(), &[]);
    let mut health = HealthClient::new(server.channel().await);
    for service in ["", SERVICE] {
        let request = HealthCheckRequest { service: service.to_owned() };
        let answer = health.check(request).await.expect("health").into_inner();
        assert_eq!(answer.status(), ServingStatus::Serving);
    }
    macro_rules! reflected {
        ($version:ident) => {{
            use tonic_reflection::pb::$version::server_reflection_client::ServerReflectionClient;
            use tonic_reflection::pb::$version::server_reflection_request::MessageRequest;
            use tonic_reflection::pb::$version::server_reflection_response::MessageResponse;
            let ask = |message| tonic_reflection::pb::$version::ServerReflectionRequest {
                host: String::new(),
                message_request: Some(message),
            };
            let asked = [
                ask(MessageRequest::ListServices(String::new())),
                ask(MessageRequest::FileContainingSymbol(SERVICE.to_owned())),
            ];
            let mut client = ServerReflectionClient::new(server.channel().await);
            let mut answers =
                client.server_reflection_info(tokio_stream::iter(asked)).await.expect("reflection").into_inner();
            let listed = answers.message().await.expect("no failure").expect("an answer").message_response;
            let Some(MessageResponse::ListServicesResponse(listed)) = listed else { panic!("{listed:?}") };
            let names: Vec<String> = listed.service.into_iter().map(|service| service.name).collect();
            assert!(names.contains(&SERVICE.to_owned()), "{names:?}");
            assert!(names.contains(&"grpc.health.v1.Health".to_owned()), "{names:?}");
            let files = answers.message().await.expect("no failure").expect("an answer").message_response;
            let Some(MessageResponse::FileDescriptorResponse(files)) = files else { panic!("{files:?}") };
            assert!(!files.file_descriptor_proto.is_empty());
        }};
    }
    reflected!(v1);
    reflected!(v1alpha);
}

#[tokio::test]
async fn a_full_server_says_when_to_come_back() {
    let server = Server::start(tables(), &["--in-flight-max", "1"]);
    let mut client = server.client().await;
    let (sender, receiver) = tokio::sync::mpsc::channel(1);
    let mut held = client.probe_stream(ReceiverStream::new(receiver)).await.expect("the first is let in").into_inner();
    let status = refused(client.probe(probe("international", DAVID)).await, Code::ResourceExhausted, "BUSY", None);
    let details = status.get_error_details();
    assert!(details.retry_info().expect("RetryInfo").retry_delay.is_some_and(|delay| delay > Duration::ZERO));

    drop(sender);
    assert_eq!(held.message().await.expect("it ends well"), None);
    drop(held);
    tokio::time::timeout(PATIENCE, async {
        while client.probe(probe("international", DAVID)).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .expect("the place is free again");
}

#[tokio::test]
async fn silent_streams_leave_places_to_others_and_are_closed() {
    let two_silent = async |client: &mut TablebaseServiceClient<Channel>| {
        let mut silent = Vec::new();
        for _ in 0..2 {
            let (sender, receiver) = tokio::sync::mpsc::channel(1);
            let answers = client.probe_stream(ReceiverStream::new(receiver)).await.expect("it is let in").into_inner();
            silent.push((sender, answers));
        }
        silent
    };
    let server = Server::start(tables(), &["--in-flight-max", "4", "--stream-idle-seconds", "3600"]);
    let mut client = server.client().await;
    let silent = two_silent(&mut client).await;
    let third = client.probe_stream(tokio_stream::iter([item(DAVID)])).await;
    refused(third.map(|_| ()), Code::ResourceExhausted, "BUSY", None);
    assert!(client.probe(probe("international", DAVID)).await.is_ok(), "single requests have places of their own");
    drop(silent);

    // The places are free again as soon as the streams are closed.
    let server = Server::start(tables(), &["--in-flight-max", "4", "--stream-idle-seconds", "1"]);
    let mut client = server.client().await;
    for (sender, mut answers) in two_silent(&mut client).await {
        let closed = tokio::time::timeout(PATIENCE, answers.message()).await.expect("it is closed");
        refused(closed, Code::Aborted, "IDLE", None);
        drop(sender);
    }
    let mut answers =
        client.probe_stream(tokio_stream::iter([item(DAVID)])).await.expect("a place is free").into_inner();
    assert!(answers.message().await.expect("no failure").is_some());
}

#[tokio::test]
async fn a_stream_past_its_deadline_ends_with_deadline_exceeded() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    // A busy machine may not answer within the first deadline.
    for deadline_millis in [500, 2_000, 10_000] {
        let (sender, receiver) = tokio::sync::mpsc::channel(1);
        let mut request = Request::new(ReceiverStream::new(receiver));
        request.set_timeout(Duration::from_millis(deadline_millis));
        let Ok(answers) = client.probe_stream(request).await else { continue };
        let mut answers = answers.into_inner();
        let _ = sender.send(item(DAVID)).await;
        let Ok(Some(_)) = answers.message().await else { continue };
        let late = tokio::time::timeout(PATIENCE, answers.message()).await.expect("it ends by itself");
        refused(late, Code::DeadlineExceeded, "DEADLINE", None);
        return;
    }
    panic!("a position is not answered within ten seconds");
}

#[tokio::test]
async fn sigterm_finishes_what_is_in_work_and_ends() {
    let mut server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let (sender, receiver) = tokio::sync::mpsc::channel(1);
    let mut answers = client.probe_stream(ReceiverStream::new(receiver)).await.expect("stream").into_inner();
    sender.send(item(DAVID)).await.expect("the stream is open");
    assert!(answers.message().await.expect("no failure").is_some());
    let mut health = HealthClient::new(server.channel().await);
    let watched = HealthCheckRequest { service: SERVICE.to_owned() };
    let mut states = health.watch(watched).await.expect("watch").into_inner();
    assert_eq!(states.message().await.expect("no failure").expect("a state").status(), ServingStatus::Serving);

    server.signal("TERM");
    assert_eq!(states.message().await.expect("no failure").expect("a state").status(), ServingStatus::NotServing);
    tokio::time::timeout(PATIENCE, async {
        while tokio::net::TcpStream::connect(&server.address).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .expect("no new connections are taken");

    for _ in 0..2000 {
        sender.send(item(DAVID)).await.expect("the running stream goes on");
        let answer = answers.message().await.expect("no failure").expect("an answer");
        assert_eq!(answer.outcome, Some(Outcome::Value(win(29))));
    }
    drop(sender);
    assert_eq!(answers.message().await.expect("it ends well"), None);
    // The open health watch does not delay the end of the server.
    assert_eq!(server.wait().await.code(), Some(0));
}

#[tokio::test]
async fn drain_time_is_limited() {
    let mut server = Server::start(tables(), &["--drain-seconds", "1", "--log", "error"]);
    let mut client = server.client().await;
    let (_sender, receiver) = tokio::sync::mpsc::channel(1);
    let _open = client.probe_stream(ReceiverStream::new(receiver)).await.expect("stream");
    server.signal("INT");
    assert_eq!(server.wait().await.code(), Some(0));
}

#[test]
fn a_server_that_cannot_start_says_why() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let taken = taken.local_addr().expect("bound").to_string();
    let good = tables();
    let unreadable = fresh_directory("unreadable");
    make_tables(&unreadable, "russian", 2, &[Metric::Wdl]);
    std::fs::write(unreadable.join("russian/manifest.json"), b"no manifest").expect("writable");
    let cases: [(&Path, &str, i32, &str); 4] = [
        (Path::new("/nowhere/at/all"), "127.0.0.1:0", 3, "there is no directory /nowhere/at/all"),
        (&fresh_directory("none"), "127.0.0.1:0", 3, "holds no tables"),
        (&unreadable, "127.0.0.1:0", 5, "russian/manifest.json"),
        (good, &taken, 5, "cannot listen on"),
    ];
    for (tables, address, code, reason) in cases {
        let mut command = Command::new(PEATEE);
        command.args(["serve", "--log", "off", "--listen", address, "--tables"]).arg(tables);
        let output = command.output().expect("peatee starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{stderr}");
        assert!(stderr.contains(reason), "{stderr}");
        assert!(output.stdout.is_empty());
    }
}
