//! Tests that JSON over HTTP has the same content as gRPC.

use std::path::PathBuf;
use std::time::Duration;

use peatee_probe::{ByteRange, Collection, MANIFEST_NAME, OpenOptions, RangeFiles};
use peatee_proto::v1::{BestLineRequest, LineEnd, ListVariantsRequest};
use peatee_questions::requests::json::JsonAnswers;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio_stream::wrappers::ReceiverStream;

use super::client::{closed, get, post, send};
use crate::common::{PATIENCE, Server, tables};

const DAVID: &str = "W:W23:B5,6";

#[tokio::test]
async fn every_path_answers() {
    let server = Server::start(tables(), &[]);
    let won = json!({"wdl": "WDL_WIN", "dtwPlies": 29});
    let by_get = get(&server, "/v1/probe?variant=international&fen=W:W23:B5,6").await;
    assert_eq!((by_get.status, by_get.header("content-type")), (200, "application/json"));
    assert_eq!(by_get.json(), json!({"value": won}));
    let by_post = post(&server, "/v1/probe", &json!({"variant": "international", "fen": DAVID})).await;
    assert_eq!(by_post.json(), by_get.json());
    // A draw has no distance.
    let draw = get(&server, "/v1/probe?variant=international&fen=W:WK1:BK2").await.json();
    assert_eq!(draw, json!({"value": {"wdl": "WDL_DRAW"}}));

    let moves = get(&server, "/v1/moves?variant=international&fen=W:W23:B5,6").await.json();
    assert_eq!(moves["value"], won);
    let best = &moves["moves"][0];
    assert_eq!((&best["value"], &best["fenAfter"]), (&won, &json!("B:W18:B5,6")));
    let mv = json!({"notation": "23-18", "fromSquare": "23", "toSquare": "18", "pathSquares": ["23", "18"],
        "capturedSquares": [], "promotes": false});
    assert_eq!(best["move"], mv);

    let line = get(&server, "/v1/line?variant=international&fen=W:W23:B5,6&plies_max=5").await.json();
    assert_eq!((line["moves"].as_array().expect("moves").len(), &line["end"]), (5, &json!("LINE_END_CUT")));
    let same = post(&server, "/v1/line", &json!({"variant": "international", "fen": DAVID, "pliesMax": 5})).await;
    assert_eq!(same.json(), line);

    let batch = json!({"variant": "international", "fens": [DAVID, "nonsense"], "rules": "FMJD-100"});
    let items = post(&server, "/v1/probe-batch", &batch).await.json()["items"].clone();
    assert_eq!(items[0]["value"], won);
    assert_eq!(items[0]["ruleValue"]["bindingCount"]["counted"], "COUNTED_MOVES_EACH_SIDE");
    assert_eq!(
        (&items[1]["error"]["code"], &items[1]["error"]["details"][0]["reason"]),
        (&json!(3), &json!("BAD_FEN"))
    );
    // Counters without draw rules are an error, whichever position has them.
    let lost = json!({"variant": "international", "fens": [DAVID, DAVID], "counters": ["", "6.2=3"]});
    assert_eq!(
        post(&server, "/v1/probe-batch", &lost).await.json()["details"][1]["fieldViolations"][0]["field"],
        "rules"
    );

    let tables = get(&server, "/v1/tables?variant=russian&page_size=1").await.json();
    assert_eq!((&tables["tables"][0]["variant"], &tables["nextPageToken"]), (&json!("russian"), &json!("1")));
    assert!(tables["tables"][0]["positionCount"].is_string(), "64 bits are strings: {tables}");
    assert_eq!(tables["serverVersion"], env!("CARGO_PKG_VERSION"));
    let sets = tables["sets"].as_array().expect("sets");
    assert_eq!(sets.len(), 2);
    assert!(sets.iter().all(|set| set["manifestDigest"].as_str().is_some_and(|digest| digest.len() == 64)));
}

#[tokio::test]
async fn boards_name_their_squares() {
    let server = Server::start(tables(), &[]);
    let all = get(&server, "/v1/variants").await.json();
    let of =
        |id: &str| all["variants"].as_array().expect("variants").iter().find(|v| v["id"] == id).expect("known").clone();
    let international = of("international");
    let squares = international["board"]["squares"].as_array().expect("squares");
    assert_eq!((squares.len(), &squares[0], &squares[1], &squares[98]), (100, &json!(""), &json!("1"), &json!("50")));
    let russian = of("russian");
    // The board has 8x8 squares with a1 at the bottom left.
    assert_eq!((&russian["board"]["squares"][56], &russian["board"]["squares"][7]), (&json!("a1"), &json!("h8")));
    let code = &international["codes"][0];
    assert_eq!((&code["id"], &code["isDefault"]), (&international["ruleCodes"][0], &json!(true)));
    assert!(code["year"].as_str().is_some_and(|year| !year.is_empty()));

    let over_grpc = server.client().await.list_variants(ListVariantsRequest {}).await.expect("variants").into_inner();
    assert_eq!(all["variants"].as_array().expect("variants").len(), over_grpc.variants.len());
}

#[tokio::test]
async fn positions_are_described_without_tables() {
    let server = Server::start(tables(), &[]);
    let asked = "/v1/position?variant=italian&fen=";
    let start = get(&server, asked).await.json();
    assert_eq!((start["pieces"].as_array().expect("pieces").len(), &start["sideToMove"]), (24, &json!("SIDE_WHITE")));
    assert_eq!(start["legalMoves"].as_array().expect("moves").len(), 7);

    // Counts of another program are returned as a note, counters of the draw rules as counts.
    let asked = "/v1/position?variant=international&fen=W:WK28:BK41:H9&counters=6.4%3D2";
    let told = get(&server, asked).await.json();
    assert_eq!(told["fen"], "W:WK28:BK41");
    assert!(told["notes"][0].as_str().is_some_and(|note| note.contains("H9")), "{told}");
    let count = told["counts"].as_array().expect("counts").iter().find(|count| count["article"] == "6.4");
    assert_eq!(count.expect("it runs")["usedPlies"], 2);
    let capture = get(&server, "/v1/position?variant=international&fen=W:W28:B22").await.json();
    assert_eq!(
        (&capture["mustCapture"], &capture["legalMoves"][0]["move"]["capturedSquares"]),
        (&json!(true), &json!(["22"]))
    );
}

#[tokio::test]
async fn games_are_judged_and_replayed() {
    let server = Server::start(tables(), &[]);
    let played = json!({"variant": "international", "played": {"moves": ["32-28", "19-30"]}});
    let told = post(&server, "/v1/adjudicate", &played).await.json();
    assert_eq!(told["verdict"]["ruling"], "RULING_ILLEGAL_MOVE");
    assert_eq!(told["moves"].as_array().expect("moves").len(), 1);
    assert_eq!(told["moves"][0]["fenAfter"], "B:W28,31,33-50:B1-20");
    assert_eq!((&told["rulesIsDefault"], &told["startFen"]), (&json!(true), &json!("W:W31-50:B1-20")));

    let sample = include_str!("../../samples/three-against-one.pdn");
    let mut games = Vec::new();
    let mut token = String::new();
    loop {
        let asked = json!({"pdn": sample, "pageSize": 3, "pageToken": token});
        let page = post(&server, "/v1/adjudicate-games", &asked).await.json();
        games.extend(page["games"].as_array().expect("games").clone());
        token = page["nextPageToken"].as_str().expect("a token").to_owned();
        if token.is_empty() {
            break;
        }
    }
    let numbers: Vec<_> = games.iter().map(|game| (game["number"].as_u64(), game["line"].as_u64())).collect();
    assert_eq!(numbers, [(Some(1), Some(1)), (Some(2), Some(15)), (Some(3), Some(28)), (Some(4), Some(41))]);
    let rulings: Vec<_> = games.iter().map(|game| game["verdict"]["verdict"]["ruling"].clone()).collect();
    assert_eq!(rulings, ["RULING_DRAWN", "RULING_LOST", "RULING_IN_PROGRESS", "RULING_ILLEGAL_MOVE"]);
    assert_eq!(games[0]["tags"][0], json!({"name": "Event", "value": "Drawn at move 16"}));
    let last = games[0]["verdict"]["moves"].as_array().expect("moves").last().expect("33 moves").clone();
    assert_eq!((&last["fenAfter"], &last["countersAfter"]), (&json!("W:WK8,K31:BK29"), &json!("6.2=28,6.3=32")));

    // A game that cannot be read does not prevent verdicts on the others.
    let pdn = "[FEN \"W:W51:B51\"]\n*\n\n[Event \"x\"]\n1. 32-28 *\n";
    let page = post(&server, "/v1/adjudicate-games", &json!({"pdn": pdn})).await.json();
    assert_eq!(page["games"][0]["error"]["details"][0]["reason"], "BAD_PDN");
    assert_eq!(page["games"][1]["verdict"]["verdict"]["ruling"], "RULING_IN_PROGRESS");
    // Moves of another variant cause a hint.
    let russian = "[GameType \"20\"]\n1. 32-27 20-24 2. 37-32 24-29 *";
    let page = post(&server, "/v1/adjudicate-games", &json!({"pdn": russian, "variant": "frisian"})).await;
    assert_eq!(page.status, 200, "{}", page.text());
}

#[tokio::test]
async fn errors_are_a_status_with_its_http_status() {
    let server = Server::start(tables(), &[]);
    let cases = [
        ("/v1/probe?variant=international&fen=nonsense", 400, "BAD_FEN"),
        ("/v1/probe?variant=international&fen=W:W23:B23", 400, "IMPOSSIBLE_POSITION"),
        ("/v1/probe?variant=halma&fen=W:W23:B5", 400, "UNKNOWN_VARIANT"),
        ("/v1/probe?fen=W:W23:B5", 400, "BAD_ARGUMENT"),
        ("/v1/probe?variant=italian&fen=W:W23:B5", 404, "NO_TABLES_OF_VARIANT"),
        ("/v1/probe?variant=international&fen=W:WK1,K2:BK3,K4", 404, "TOO_MANY_PIECES"),
        ("/v1/probe?variant=international&fen=W:W23:B5&colour=red", 400, "BAD_ARGUMENT"),
        ("/v1/probe?variant=international&variant=russian", 400, "BAD_ARGUMENT"),
        ("/v1/line?variant=international&fen=W:W23:B5&plies_max=many", 400, "BAD_ARGUMENT"),
        ("/v1/line?variant=international&fen=W:W23:B5&plies_max=-1", 400, "BAD_ARGUMENT"),
        ("/v1/line?variant=international&fen=W:W23:B5&plies_max=1001", 400, "BAD_ARGUMENT"),
        ("/v1/tables?page_size=-1", 400, "BAD_ARGUMENT"),
    ];
    for (path, status, reason) in cases {
        let answer = get(&server, path).await;
        let told = answer.json();
        assert_eq!((answer.status, &told["details"][0]["reason"]), (status, &json!(reason)), "{path}: {told}");
        assert_eq!(told["details"][0]["@type"], "type.googleapis.com/google.rpc.ErrorInfo");
        assert!(told["message"].as_str().is_some_and(|text| !text.is_empty()), "{told}");
    }
    // The error contains a sentence with a catalogue key for the web page.
    let told = get(&server, "/v1/probe?variant=international&fen=X:W23:B5").await.json();
    let sentence = told["details"].as_array().and_then(|details| details.last()).expect("a sentence");
    assert_eq!(sentence["@type"], "type.googleapis.com/peatee.v1.Sentence");
    assert_eq!((&sentence["key"], &sentence["places"][0]["value"]), (&json!("fault.side-to-move"), &json!("X")));
    let bodies =
        ["{", "[]", "7", "{\"variant\": 1}", "{\"colour\": \"red\"}", "{} {}", "\u{0}", "{\"variant\": \"\\ud800\"}"];
    for body in bodies {
        let answer = send(&server, http::Request::post("/v1/probe"), body).await;
        assert_eq!((answer.status, &answer.json()["details"][0]["reason"]), (400, &json!("BAD_ARGUMENT")), "{body}");
    }
    let long = send(&server, http::Request::post("/v1/probe"), vec![b' '; 3 << 20]).await;
    assert_eq!(long.status, 413);
    assert!(long.text().contains("longer than"), "{}", long.text());
    let deleted = send(&server, http::Request::delete("/v1/probe"), "").await;
    assert_eq!((deleted.status, &deleted.json()["details"][0]["reason"]), (405, &json!("NO_METHOD")));
    let nowhere = get(&server, "/v1/halma").await;
    assert_eq!((nowhere.status, &nowhere.json()["details"][0]["reason"]), (404, &json!("NO_PATH")));
    let header = http::Request::get("/v1/tables").header("x", "y".repeat(100_000));
    assert_eq!(send(&server, header, "").await.status, 431);
    assert_eq!(get(&server, "/v1/tables").await.status, 200, "the server goes on");
}

#[tokio::test]
async fn a_full_server_says_when_to_come_back() {
    let server = Server::start(tables(), &["--in-flight-max", "1"]);
    let mut client = server.client().await;
    let (sender, receiver) = tokio::sync::mpsc::channel(1);
    let held = client.probe_stream(ReceiverStream::new(receiver)).await.expect("it is let in");
    let full = get(&server, "/v1/probe?variant=international&fen=W:W23:B5,6").await;
    assert_eq!((full.status, full.header("retry-after")), (429, "1"));
    assert_eq!(full.json()["code"], 8);
    drop((sender, held));
    let served = async {
        while get(&server, "/v1/probe?variant=international&fen=W:W23:B5,6").await.status != 200 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(PATIENCE, served).await.expect("the place is free again");
}

/// Collects all values of the key `$ref` in a document.
fn references(document: &Value, out: &mut Vec<String>) {
    match document {
        Value::Object(object) => object.iter().for_each(|(key, value)| match (key.as_str(), value) {
            ("$ref", Value::String(reference)) => out.push(reference.clone()),
            _ => references(value, out),
        }),
        Value::Array(list) => list.iter().for_each(|value| references(value, out)),
        _ => {}
    }
}

#[tokio::test]
async fn the_openapi_document_describes_what_is_answered() {
    let server = Server::start(tables(), &[]);
    let document = get(&server, "/v1/openapi.json").await.json();
    assert_eq!(document["openapi"], "3.1.0");
    let schemas = &document["components"]["schemas"];
    let mut named = Vec::new();
    references(&document, &mut named);
    assert!(named.len() > 50);
    for reference in named {
        let name = reference.strip_prefix("#/components/schemas/").expect("a schema");
        assert!(schemas[name].is_object(), "{name}");
    }
    for (name, schema) in schemas.as_object().expect("schemas") {
        assert!(schema["description"].as_str().is_some_and(|text| !text.is_empty()), "{name}");
        for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
            assert!(schema["description"].as_str().is_some_and(|text| !text.is_empty()), "{name}.{field}");
        }
    }
    let paths = document["paths"].as_object().expect("paths");
    assert_eq!(paths.len(), 9);
    for (path, verbs) in paths {
        // Each method of each path answers in JSON. An empty request may be an error because of its
        // content.
        for verb in verbs.as_object().expect("verbs").keys() {
            let request = http::Request::builder().method(verb.to_uppercase().as_str()).uri(path);
            let answer = send(&server, request, "").await;
            assert!([200, 400].contains(&answer.status), "{verb} {path}: {}", answer.status);
            let schema = &verbs[verb]["responses"]["200"]["content"]["application/json"]["schema"]["$ref"];
            let name = schema.as_str().and_then(|name| name.strip_prefix("#/components/schemas/")).expect("a schema");
            let properties = schemas[name]["properties"].as_object().expect("properties");
            if answer.status == 200 {
                let fields = answer.json().as_object().expect("an object").clone();
                assert!(fields.keys().all(|field| properties.contains_key(field)), "{path}: {fields:?}");
            }
        }
    }
}

#[tokio::test]
async fn a_body_that_is_too_long_is_refused_before_it_is_read() {
    let server = Server::start(tables(), &[]);
    for path in ["/v1/probe", "/v1/adjudicate-games"] {
        let mut socket = tokio::net::TcpStream::connect(&server.address).await.expect("a connection");
        // No byte of the body is sent.
        let head = format!("POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2097153\r\n\r\n");
        socket.write_all(head.as_bytes()).await.expect("it is open");
        let answer = String::from_utf8_lossy(&closed(socket).await).into_owned();
        assert!(answer.starts_with("HTTP/1.1 413 "), "{path}: {answer}");
        assert!(answer.contains("LONG_BODY") && answer.contains("2097152 bytes"), "{path}: {answer}");
    }
    let longest = send(&server, http::Request::post("/v1/probe"), " ".repeat(2 << 20)).await;
    assert_eq!(longest.status, 400, "it is read");
}

#[tokio::test]
async fn a_line_over_http_is_the_line_over_grpc() {
    let server = Server::start(tables(), &[]);
    let request = BestLineRequest { variant: "international".into(), fen: DAVID.into(), ..Default::default() };
    let line = server.client().await.best_line(request).await.expect("line").into_inner();
    let told = get(&server, "/v1/line?variant=international&fen=W:W23:B5,6").await.json();
    assert_eq!((line.end(), &told["end"]), (LineEnd::GameOver, &json!("LINE_END_GAME_OVER")));
    let over_grpc: Vec<String> = line.moves.into_iter().map(|mv| mv.fen_after).collect();
    let over_http: Vec<_> = told["moves"].as_array().expect("moves").iter().map(|mv| mv["fenAfter"].clone()).collect();
    assert_eq!(over_http, over_grpc);
}

/// Checks that `service/docs/http.md` lists all paths, and that its examples work.
#[tokio::test]
async fn the_documentation_shows_what_is_there() {
    const PAGE: &str = include_str!("../../docs/http.md");
    let server = Server::start(tables(), &[]);
    let document = get(&server, "/v1/openapi.json").await.json();
    for path in document["paths"].as_object().expect("paths").keys() {
        assert!(PAGE.contains(&format!("| `{path}` | ")), "{path}");
    }
    let commands: Vec<&str> = PAGE.lines().filter(|line| line.starts_with("curl ")).collect();
    assert!(commands.len() >= 3);
    for command in commands {
        let (_, address) = command.split_once("http://127.0.0.1:50051").expect("the address of the server");
        let (path, body) = match address.split_once(" -d '") {
            Some((path, body)) => (path, Some(body.trim_end_matches('\''))),
            None => (address.trim_end_matches('\''), None),
        };
        let answer = match body {
            Some(body) => send(&server, http::Request::post(path), body.to_owned()).await,
            None => get(&server, path).await,
        };
        assert_eq!(answer.status, 200, "{command}: {}", answer.text());
    }
}

/// Answers requests within this process, without a server. The bytes of the tables are loaded only
/// when an answer needs them.
struct Local {
    answers: JsonAnswers,
    collection: Collection,
    folders: Vec<(PathBuf, RangeFiles)>,
}

impl Local {
    fn open(variants: &[&str]) -> Local {
        let answers = JsonAnswers::new().expect("the descriptors are whole");
        let mut collection = OpenOptions::new().empty_collection();
        let mut folders = Vec::new();
        for variant in variants {
            let folder = tables().join(variant);
            let manifest = std::fs::read_to_string(folder.join(MANIFEST_NAME)).expect("a manifest");
            let files = RangeFiles::new(variant, &manifest).expect("a manifest");
            folders.push((folder, files));
            arrive(&folders, |files| files.headers().collect());
            let (_, files) = folders.last().expect("it was added");
            collection.add_files(variant, files).expect("the headers have arrived");
        }
        Local { answers, collection, folders }
    }

    fn ask(&self, path: &str, request: &Value) -> Value {
        loop {
            let answer = self.answers.answer(&self.collection, path, request.to_string().as_bytes());
            if arrive(&self.folders, |files| files.take_lacking().into_iter().collect()) == 0 {
                return serde_json::from_slice(&answer.unwrap_or_else(|status| status)).expect("JSON");
            }
        }
    }
}

/// Adds to each folder's files the byte ranges that `wanted` returns for them, and returns the
/// number of ranges.
fn arrive(folders: &[(PathBuf, RangeFiles)], wanted: impl Fn(&RangeFiles) -> Vec<ByteRange>) -> usize {
    let arrived = folders.iter().map(|(folder, files)| {
        let ranges = wanted(files);
        for range in &ranges {
            let bytes = std::fs::read(folder.join(&*range.file)).expect("a table");
            files.insert(range, &bytes[range.offset as usize..][..range.length_bytes as usize]);
        }
        ranges.len()
    });
    arrived.sum()
}

#[tokio::test]
async fn the_same_is_answered_without_a_server() {
    let (server, local) = (Server::start(tables(), &[]), Local::open(&["international", "russian"]));
    let international = |more: Value| {
        let mut request = json!({"variant": "international"});
        request.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        request
    };
    let sample = include_str!("../../samples/three-against-one.pdn");
    for (path, request) in [
        ("/v1/position", international(json!({"fen": "W:WK28:BK41:H9"}))),
        ("/v1/probe", international(json!({"fen": DAVID}))),
        ("/v1/probe", international(json!({"fen": "nonsense"}))),
        ("/v1/probe", json!({"variant": "italian", "fen": DAVID})),
        ("/v1/probe", international(json!({"colour": "red"}))),
        ("/v1/moves", international(json!({"fen": DAVID, "rules": "FMJD-100"}))),
        ("/v1/line", international(json!({"fen": DAVID}))),
        ("/v1/probe-batch", international(json!({"fens": [DAVID, "nonsense", "W:WK1:BK2"]}))),
        ("/v1/adjudicate", international(json!({"played": {"fen": DAVID, "moves": ["23-18"]}}))),
        ("/v1/adjudicate-games", json!({"pdn": sample})),
    ] {
        assert_eq!(local.ask(path, &request), post(&server, path, &request).await.json(), "{path} {request}");
    }
    for (path, query) in
        [("/v1/variants", json!({})), ("/v1/tables", json!({"variant": "russian"})), ("/v1/x", json!({}))]
    {
        let variant = query["variant"].as_str().map_or(String::new(), |id| format!("?variant={id}"));
        assert_eq!(local.ask(path, &query), get(&server, &format!("{path}{variant}")).await.json(), "{path}");
    }
}
