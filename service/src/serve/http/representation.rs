//! Answers for browsers and caches: validators (`ETag`), expiry and compression.
//!
//! The answer to a GET request depends only on the tables and on the requested address. So the
//! validator of an answer is known before the answer is computed; a client that already has the
//! answer gets a 304, without any probe.

use std::io::Write as _;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use http_body::Body as _;

use crate::serve::access::client::Client;
use crate::serve::ops::table_snapshot::TableSnapshot;
use crate::serve::rpc::Service;

/// Minimum length in bytes of an answer that is compressed. For shorter ones, compression gains
/// nothing.
const COMPRESSED_BYTES_MIN: usize = 1024;
/// Maximum length in bytes of an answer that is compressed. Longer ones would occupy a processor
/// for long.
pub const COMPRESSED_BYTES_MAX: usize = 1 << 20;

/// Number of bytes that are compressed in one piece; this takes a third of a millisecond. After
/// each piece, other tasks can run.
const PART_BYTES: usize = 16 * 1024;

/// Name of the compression in HTTP headers. It is also the suffix of the validator (`ETag`) of a
/// compressed answer. Compressed and plain bytes need different validators.
const GZIP: &str = "gzip";

/// Value of the header `Vary`: the request headers that decide whether an answer is JSON or CBOR
/// and whether it is compressed.
const VARY: HeaderValue = HeaderValue::from_static("accept, accept-encoding");

pub const CBOR: &str = "application/cbor";

/// A validator (`ETag`): the digest of an answer's content, to which a suffix is added if the
/// answer is compressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntityTag(String);

impl EntityTag {
    pub fn new(digest: &blake3::Hash) -> Self {
        EntityTag(digest.to_hex()[..32].to_owned())
    }

    /// Returns the validator of the answer that the tables in `snapshot` give to `question`, the
    /// path and query of a request. JSON and CBOR have different validators.
    fn of_question(snapshot: &TableSnapshot, question: &str, is_cbor: bool) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(snapshot.digest.as_bytes());
        hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
        hasher.update(question.as_bytes());
        hasher.update(if is_cbor { CBOR.as_bytes() } else { b"" });
        EntityTag::new(&hasher.finalize())
    }

    pub fn header(&self, is_compressed: bool) -> HeaderValue {
        let coding = if is_compressed { format!("-{GZIP}") } else { String::new() };
        HeaderValue::try_from(format!("\"{}{coding}\"", self.0)).unwrap_or(HeaderValue::from_static("\"\""))
    }

    /// Returns the validator in the request headers that matches this validator; `None` if there is
    /// none. The weak form (`W/`) of a validator matches too, because a proxy may have made it
    /// weak.
    pub fn known_by(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        let lists = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|list| list.to_str().ok());
        let mut known = lists.flat_map(|list| list.split(',')).map(|tag| tag.trim().trim_start_matches("W/"));
        let own = [false, true].map(|is_compressed| self.header(is_compressed));
        known.find_map(|known| own.iter().find(|own| **own == known).cloned())
    }

    pub fn put(&self, headers: &mut HeaderMap, is_compressed: bool) {
        headers.insert(header::ETAG, self.header(is_compressed));
    }
}

/// Settings for caches: how long clients may keep answers, and the service whose tables determine
/// the answers.
#[derive(Debug, Clone)]
pub struct CachePolicy {
    pub service: Arc<Service>,
    pub cache_seconds: u64,
}

impl CachePolicy {
    /// Sets the header `Cache-Control` of an answer. Any cache may keep the answer; if the request
    /// had a token, only the client may.
    fn put(&self, headers: &mut HeaderMap, has_token: bool) {
        let who = if has_token { "private" } else { "public" };
        let text = match self.cache_seconds {
            0 => format!("{who}, no-cache"),
            seconds => format!("{who}, max-age={seconds}"),
        };
        headers
            .insert(header::CACHE_CONTROL, HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("no-store")));
    }

    fn not_modified(&self, known: HeaderValue, has_token: bool) -> Response {
        let mut response = StatusCode::NOT_MODIFIED.into_response();
        response.headers_mut().insert(header::ETAG, known);
        response.headers_mut().insert(header::VARY, VARY);
        self.put(response.headers_mut(), has_token);
        response
    }
}

pub fn is_any(headers: &HeaderMap) -> bool {
    headers.get_all(header::IF_NONE_MATCH).iter().any(|list| list.as_bytes().trim_ascii() == b"*")
}

/// Answers a request with compression and cache headers. If the client already has the current
/// answer, returns a 304 instead.
pub async fn represent(State(cache_policy): State<CachePolicy>, request: Request, next: Next) -> Response {
    let takes_gzip = takes_gzip(request.headers()) && request.method() != Method::HEAD;
    let has_token = request.headers().contains_key(header::AUTHORIZATION);
    let snapshot = cache_policy.service.snapshot();
    let is_question = [Method::GET, Method::HEAD].contains(request.method());
    let question = request.uri().path_and_query().filter(|_| is_question);
    let takes_cbor = takes_cbor(request.headers());
    let tag = question.map(|question| EntityTag::of_question(&snapshot, question.as_str(), takes_cbor));
    let client = request.extensions().get::<Client>().cloned().unwrap_or(Client::LOCAL);
    if let Some(known) = tag.as_ref().and_then(|tag| tag.known_by(request.headers()))
        && cache_policy.service.check(&client).is_ok()
    {
        return cache_policy.not_modified(known, has_token);
    }
    let is_any = is_any(request.headers());
    let response = next.run(request).await;
    let is_ok = response.status() == StatusCode::OK;
    let (mut response, is_compressed) = if takes_gzip { compressed(response).await } else { (response, false) };
    let headers = response.headers_mut();
    headers.append(header::VARY, VARY);
    // If the tables were replaced meanwhile, the answer may come from the old or the new tables, so
    // it gets no validator.
    match tag.filter(|_| is_ok && Arc::ptr_eq(&snapshot, &cache_policy.service.snapshot())) {
        Some(tag) if is_any => return cache_policy.not_modified(tag.header(is_compressed), has_token),
        Some(tag) => {
            tag.put(headers, is_compressed);
            cache_policy.put(headers, has_token);
        }
        None => drop(headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))),
    }
    response
}

/// Compresses an answer if its length makes this worthwhile. Returns true if it was compressed.
async fn compressed(response: Response) -> (Response, bool) {
    let length = response.body().size_hint().exact().and_then(|length| usize::try_from(length).ok());
    if length.is_none_or(|length| !(COMPRESSED_BYTES_MIN..=COMPRESSED_BYTES_MAX).contains(&length)) {
        return (response, false);
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = axum::body::to_bytes(body, COMPRESSED_BYTES_MAX).await else {
        // Never happens, because the body is in memory.
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

pub fn put_gzip(headers: &mut HeaderMap) {
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(GZIP));
}

/// Compresses bytes at the highest level, for content that is compressed once and sent often.
pub fn gzipped(bytes: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default().into()
}

pub fn takes_gzip(headers: &HeaderMap) -> bool {
    weight(headers, &header::ACCEPT_ENCODING, &[GZIP, "*"]) > 0.0
}

pub fn takes_cbor(headers: &HeaderMap) -> bool {
    let weight = |names: &[&str]| weight(headers, &header::ACCEPT, names);
    weight(&[CBOR]) > weight(&["application/json", "application/*", "*/*"])
}

/// Returns the weight (`q`) that the header `list` gives to the first of `names` that it contains;
/// 0 if it contains none of them.
fn weight(headers: &HeaderMap, list: &HeaderName, names: &[&str]) -> f32 {
    let lists = headers.get_all(list).iter().filter_map(|list| list.to_str().ok());
    let weights: Vec<(&str, f32)> = lists
        .flat_map(|list| list.split(','))
        .map(|entry| {
            let mut parts = entry.split(';').map(str::trim);
            let name = parts.next().unwrap_or_default();
            let weight = parts.find_map(|parameter| parameter.strip_prefix("q="));
            (name, weight.map_or(1.0, |weight| weight.trim().parse().unwrap_or(0.0)))
        })
        .collect();
    let stated = |wanted: &&str| weights.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
    names.iter().find_map(stated).map_or(0.0, |&(_, weight)| weight)
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
    fn cbor_is_for_those_who_prefer_it() {
        let takes = |values: &[&str]| takes_cbor(&headers(header::ACCEPT, values));
        for values in [
            &["application/cbor"][..],
            &["Application/CBOR;q=0.5"],
            &["application/cbor, application/json;q=0.9, */*;q=0.1"],
            &["text/html", "application/cbor; v=1; q=0.3, */*;q=0.2"],
        ] {
            assert!(takes(values), "{values:?}");
        }
        for values in [
            &[][..],
            &["*/*"],
            &["application/json"],
            &["application/json, application/cbor"],
            &["application/cbor;q=0"],
            &["application/cbor;q=x"],
            &["application/cbor;q=0.5, */*"],
            &["application/cborx"],
        ] {
            assert!(!takes(values), "{values:?}");
        }
    }

    #[test]
    fn a_validator_is_known_in_all_its_forms() {
        let tag = EntityTag::new(&blake3::hash(b"an answer"));
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
