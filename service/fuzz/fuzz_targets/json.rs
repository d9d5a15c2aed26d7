//! Fuzz target: the server answers or refuses JSON requests and query parameters, and never reports
//! an internal error.
//!
//! The first byte of the input selects the path. The rest is the body of a POST request or the
//! query of a GET request.
#![no_main]

mod server;

use axum::body::Body;
use axum::http::{Request, Uri};
use libfuzzer_sys::fuzz_target;
use server::answer;

/// Paths that are tested with POST requests.
const POSTED: [&str; 7] =
    ["/v1/position", "/v1/probe", "/v1/moves", "/v1/line", "/v1/probe-batch", "/v1/adjudicate", "/v1/adjudicate-games"];

/// Paths that are tested with GET requests and query parameters.
const ASKED: [&str; 10] = [
    "/v1/position",
    "/v1/probe",
    "/v1/moves",
    "/v1/line",
    "/v1/tables",
    "/v1/variants",
    "/english",
    "/english/mainline",
    "/standard",
    "/standard/mainline",
];

/// Number of paths at the end of `ASKED` that report errors as plain text, as lila-tablebase does.
const OF_LILA: usize = 4;

fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    let first = usize::from(first);
    let is_json = first % (POSTED.len() + ASKED.len()) < POSTED.len() + ASKED.len() - OF_LILA;
    let request = match POSTED.get(first % (POSTED.len() + ASKED.len())) {
        Some(&path) => Request::post(path).body(Body::from(rest.to_vec())),
        None => {
            let path = ASKED[first % (POSTED.len() + ASKED.len()) - POSTED.len()];
            let text = String::from_utf8_lossy(rest);
            let Ok(uri) = format!("{path}?{text}").parse::<Uri>() else { return };
            Request::get(uri).body(Body::empty())
        }
    };
    let answer = answer(request.expect("a request"));
    // Status 500 means an internal error or a damaged table, and these tables are not damaged.
    assert_ne!(answer.status, 500, "{}", String::from_utf8_lossy(&answer.body));
    if is_json {
        let told: serde_json::Value = serde_json::from_slice(&answer.body).expect("JSON");
        assert!(answer.status == 200 || told["details"][0]["reason"].is_string(), "{told}");
    }
});
