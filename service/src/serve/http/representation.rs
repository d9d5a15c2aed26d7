//! Answers as browsers and caches take them: validators, how long they may be kept, compression.
//!
//! The answer to a GET depends on the tables and the address alone, so its validator is known
//! before the answer is, and whoever has it already is told so without any work.

use std::io::Write as _;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use http_body::Body as _;

use crate::serve::access::client::Client;
use crate::serve::ops::table_snapshot::TableSnapshot;
use crate::serve::rpc::Service;

/// Shorter answers gain nothing by compression, and longer ones would take a processor for long.
const COMPRESSED_BYTES_MIN: usize = 1024;
const COMPRESSED_BYTES_MAX: usize = 1 << 20;

/// The bytes that are compressed before others have their turn: a third of a millisecond.
const PART_BYTES: usize = 16 * 1024;

/// The end of the validator of a compressed answer: its bytes are others.
const GZIP: &str = "gzip";

/// A validator: a digest, and for a compressed answer the name of its coding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag(String);

impl Tag {
    /// The validator of something with this digest.
    pub fn new(digest: &blake3::Hash) -> Self {
        Tag(digest.to_hex()[..32].to_owned())
    }

    /// The validator of the answer that these tables give to a question in an address.
    fn of_question(snapshot: &TableSnapshot, question: &str) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(snapshot.digest.as_bytes());
        hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
        hasher.update(question.as_bytes());
        Tag::new(&hasher.finalize())
    }

    /// Returns the header of the answer, or of the compressed one.
    pub fn header(&self, is_compressed: bool) -> HeaderValue {
        let coding = if is_compressed { format!("-{GZIP}") } else { String::new() };
        HeaderValue::try_from(format!("\"{}{coding}\"", self.0)).unwrap_or(HeaderValue::from_static("\"\""))
    }

    /// Returns the validator that the client has, of those of this answer. A proxy may have made it
    /// a weak one.
    pub fn known_by(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        let lists = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|list| list.to_str().ok());
        let mut known = lists.flat_map(|list| list.split(',')).map(|tag| tag.trim().trim_start_matches("W/"));
        let own = [false, true].map(|is_compressed| self.header(is_compressed));
        known.find_map(|known| own.iter().find(|own| **own == known).cloned())
    }

    /// Puts the validator into an answer.
    pub fn put(&self, headers: &mut HeaderMap, is_compressed: bool) {
        headers.insert(header::ETAG, self.header(is_compressed));
    }
}

/// The tables that answers depend on, and how long answers may be kept.
#[derive(Debug, Clone)]
pub struct Keeping {
    /// The tables.
    pub service: Arc<Service>,
    /// The seconds; 0: an answer is asked for again each time.
    pub cache_seconds: u64,
}

impl Keeping {
    /// Says who may keep an answer: all, or the client alone where it shows a token.
    fn put(&self, headers: &mut HeaderMap, has_token: bool) {
        let who = if has_token { "private" } else { "public" };
        let text = match self.cache_seconds {
            0 => format!("{who}, no-cache"),
            seconds => format!("{who}, max-age={seconds}"),
        };
        headers
            .insert(header::CACHE_CONTROL, HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("no-store")));
    }

    /// Returns the answer to a client that has the right one, with this validator.
    fn not_modified(&self, known: HeaderValue, has_token: bool) -> Response {
        let mut response = StatusCode::NOT_MODIFIED.into_response();
        response.headers_mut().insert(header::ETAG, known);
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        self.put(response.headers_mut(), has_token);
        response
    }
}

/// Returns true when a client asks for an answer only where there is none (`If-None-Match: *`).
pub fn is_any(headers: &HeaderMap) -> bool {
    headers.get_all(header::IF_NONE_MATCH).iter().any(|list| list.as_bytes().trim_ascii() == b"*")
}

/// Answers a request, from what the client has where that is right.
pub async fn represent(State(keeping): State<Keeping>, request: Request, next: Next) -> Response {
    let takes_gzip = takes_gzip(request.headers()) && request.method() != Method::HEAD;
    let has_token = request.headers().contains_key(header::AUTHORIZATION);
    let snapshot = keeping.service.snapshot();
    let is_question = [Method::GET, Method::HEAD].contains(request.method());
    let question = request.uri().path_and_query().filter(|_| is_question);
    let tag = question.map(|question| Tag::of_question(&snapshot, question.as_str()));
    let client = request.extensions().get::<Client>().cloned().unwrap_or(Client::LOCAL);
    if let Some(known) = tag.as_ref().and_then(|tag| tag.known_by(request.headers()))
        && keeping.service.check(&client).is_ok()
    {
        return keeping.not_modified(known, has_token);
    }
    let is_any = is_any(request.headers());
    let response = next.run(request).await;
    let is_ok = response.status() == StatusCode::OK;
    let (mut response, is_compressed) = if takes_gzip { compressed(response).await } else { (response, false) };
    let headers = response.headers_mut();
    headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    // Tables that came meanwhile may have given the answer, or not.
    match tag.filter(|_| is_ok && Arc::ptr_eq(&snapshot, &keeping.service.snapshot())) {
        Some(tag) if is_any => return keeping.not_modified(tag.header(is_compressed), has_token),
        Some(tag) => {
            tag.put(headers, is_compressed);
            keeping.put(headers, has_token);
        }
        None => drop(headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))),
    }
    response
}

/// Compresses an answer whose bytes are all there, if that is worth it.
async fn compressed(response: Response) -> (Response, bool) {
    let length = response.body().size_hint().exact().and_then(|length| usize::try_from(length).ok());
    if length.is_none_or(|length| !(COMPRESSED_BYTES_MIN..=COMPRESSED_BYTES_MAX).contains(&length)) {
        return (response, false);
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = axum::body::to_bytes(body, COMPRESSED_BYTES_MAX).await else {
        // Bytes in memory are always there.
        return (StatusCode::INTERNAL_SERVER_ERROR.into_response(), false);
    };
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::fast());
    for part in bytes.chunks(PART_BYTES) {
        // Writing to memory does not fail.
        let _ = encoder.write_all(part);
        tokio::task::yield_now().await;
    }
    let body = encoder.finish().unwrap_or_default();
    put_gzip(&mut parts.headers);
    parts.headers.remove(header::CONTENT_LENGTH);
    (Response::from_parts(parts, Body::from(body)), true)
}

/// Says that an answer is compressed.
pub fn put_gzip(headers: &mut HeaderMap) {
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(GZIP));
}

/// Compresses as well as can be, for what is kept.
pub fn small(bytes: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default().into()
}

/// True when a client reads gzip, as its `Accept-Encoding` says.
pub fn takes_gzip(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|list| list.to_str().ok());
    let codings = lists.flat_map(|list| list.split(',')).map(|coding| {
        let (name, parameters) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = parameters.trim().strip_prefix("q=").map_or(Ok(1.0), |weight| weight.trim().parse::<f32>());
        (name.trim(), weight.is_ok_and(|weight| weight > 0.0))
    });
    let codings: Vec<(&str, bool)> = codings.collect();
    let of = |wanted: &str| codings.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
    of(GZIP).or_else(|| of("*")).is_some_and(|&(_, is_taken)| is_taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: header::HeaderName, values: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(&name, value.parse().expect("a value"));
        }
        headers
    }

    #[test]
    fn compression_is_for_those_who_read_it() {
        let takes = |values: &[&str]| takes_gzip(&headers(header::ACCEPT_ENCODING, values));
        for values in [&["gzip"][..], &["br, GZIP"], &["br", "gzip;q=0.5"], &["*"], &["deflate;q=1, *;q=0.1"]] {
            assert!(takes(values), "{values:?}");
        }
        for values in
            [&[][..], &[""], &["br"], &["gzip;q=0"], &["gzip;q=0, *"], &["*;q=0"], &["gzip;q=x"], &["gzipped"]]
        {
            assert!(!takes(values), "{values:?}");
        }
    }

    #[test]
    fn a_validator_is_known_in_all_its_forms() {
        let tag = Tag::new(&blake3::hash(b"an answer"));
        let plain = tag.header(false).to_str().expect("text").to_owned();
        let coded = tag.header(true).to_str().expect("text").to_owned();
        assert_ne!(plain, coded);
        let known = |values: &[&str]| tag.known_by(&headers(header::IF_NONE_MATCH, values));
        assert_eq!(known(&[&plain]).expect("known"), plain);
        assert_eq!(known(&["\"other\"", &format!("\"x\", W/{coded}")]).expect("known"), coded);
        for values in [&[][..], &["\"other\""], &[plain.trim_matches('"')], &["nonsense, \""]] {
            assert_eq!(known(values), None, "{values:?}");
        }
    }
}
