//! Requests of JSON, and of parameters, are answered or refused, and never by an internal error.
//!
//! The first byte picks the path; the rest is the body of a POST, or the parameters of a GET.
#![no_main]

mod server;

use axum::body::Body;
use axum::http::{Request, Uri};
use libfuzzer_sys::fuzz_target;
use server::answer;

/// Paths that take a body.
const POSTED: [&str; 7] =
    ["/v1/position", "/v1/probe", "/v1/moves", "/v1/line", "/v1/probe-batch", "/v1/adjudicate", "/v1/adjudicate-games"];

/// Paths that take parameters.
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

/// Number of paths, the last ones, that answer errors as lila-tablebase does, as plain text.
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
    // 500: internal errors, and damage, of which these tables have none.
    assert_ne!(answer.status, 500, "{}", String::from_utf8_lossy(&answer.body));
    if is_json {
        let told: serde_json::Value = serde_json::from_slice(&answer.body).expect("JSON");
        assert!(answer.status == 200 || told["details"][0]["reason"].is_string(), "{told}");
    }
});
