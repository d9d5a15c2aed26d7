//! Fuzz target: the server answers or refuses gRPC requests, and never reports an internal error.
//!
//! The first byte of the input selects the method. It also says whether the rest is one message, or
//! a body that already contains the frames of messages.
#![no_main]

mod server;

use axum::body::Body;
use axum::http::{Request, Version};
use libfuzzer_sys::fuzz_target;
use server::answer;

const METHODS: [&str; 10] = [
    "Probe",
    "ListMoves",
    "BestLine",
    "ProbeStream",
    "ProbeBatch",
    "DescribePosition",
    "Adjudicate",
    "AdjudicateGames",
    "ListTables",
    "ListVariants",
];

/// gRPC codes of internal errors, which no input may cause.
const UNKNOWN: u32 = 2;
const INTERNAL: u32 = 13;
const DATA_LOSS: u32 = 15;

/// Parts of the error messages of `tonic` and the Protocol Buffers library about wrong frames or
/// messages. Only errors with these texts are allowed to have one of the codes above.
const OF_LIBRARIES: [&str; 5] =
    ["failed to decode Protobuf message", "protocol error", "Unexpected EOF", "Missing request message", "compress"];

fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    let (method, is_framed) = (METHODS[usize::from(first & 127) % METHODS.len()], first & 128 == 0);
    let mut body = Vec::with_capacity(rest.len() + 5);
    if is_framed {
        body.push(0);
        body.extend((rest.len() as u32).to_be_bytes());
    }
    body.extend(rest);
    let request = Request::post(format!("/peatee.v1.TablebaseService/{method}"))
        .version(Version::HTTP_2)
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .body(Body::from(body));
    let answer = answer(request.expect("a request"));
    assert_eq!(answer.status, 200);
    let text = answer.message.as_deref().unwrap_or_default();
    let code = answer.code.expect("a status");
    let is_of_libraries = OF_LIBRARIES.iter().any(|part| text.replace("%20", " ").contains(part));
    assert!(![UNKNOWN, INTERNAL, DATA_LOSS].contains(&code) || is_of_libraries, "{method}: {code}: {text}");
});
