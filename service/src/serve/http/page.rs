//! The web page: the files of the folder `page`, which are compiled into the program.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::body::{Body, Bytes};
use axum::response::{IntoResponse as _, Response};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};

use super::representation::{EntityTag, gzipped, is_any, put_gzip, takes_gzip};
use crate::answer::page_files::PageFiles;

const TYPES: &[(&str, &str)] = &[
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("ico", "image/x-icon"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("jsonl", "application/x-ndjson"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("txt", "text/plain; charset=utf-8"),
    ("webmanifest", "application/manifest+json"),
    ("woff2", "font/woff2"),
];

/// Headers that forbid the browser to load anything from other hosts or to send anything there.
const HEADERS: [(HeaderName, &str); 3] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::REFERRER_POLICY, "no-referrer"),
    // Browsers ask for a file each time, but it is sent only if it has changed.
    (header::CACHE_CONTROL, "no-cache"),
];

/// Compressed files by name, without those that compression does not make smaller. Each file is
/// compressed once.
static GZIPPED: LazyLock<HashMap<String, Bytes>> = LazyLock::new(|| {
    let all = PageFiles::iter().filter_map(|name| Some((name.to_string(), PageFiles::get(&name)?.data)));
    let compressed = all.map(|(name, data)| (name, gzipped(&data), data.len()));
    compressed
        .filter(|(_, gzipped, length)| gzipped.len() < *length)
        .map(|(name, gzipped, _)| (name, gzipped))
        .collect()
});

/// Returns the response for the file at `path`; `/` stands for `index.html`.
pub fn file(method: &Method, path: &str, headers: &HeaderMap) -> Response {
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let Some(file) = PageFiles::get(name) else {
        return (StatusCode::NOT_FOUND, "there is no such page\n").into_response();
    };
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    let tag = EntityTag::new(&file.metadata.sha256_hash().into());
    Content { tag, gzipped: GZIPPED.get(name).cloned(), data: file.data.into_owned().into() }.answer(name, headers)
}

#[derive(Debug)]
pub struct Content {
    pub tag: EntityTag,
    pub data: Bytes,
    /// The file in compressed form; `None` if compression does not make it smaller.
    pub gzipped: Option<Bytes>,
}

impl Content {
    /// Returns the response with the file, or with status 304 if the client already has it. The
    /// extension of `name` determines the content type.
    pub fn answer(self, name: &str, headers: &HeaderMap) -> Response {
        let known = if is_any(headers) { Some(self.tag.header(false)) } else { self.tag.known_by(headers) };
        let gzipped = self.gzipped.filter(|_| takes_gzip(headers) && known.is_none());
        let is_gzipped = gzipped.is_some();
        let mut response = match (&known, gzipped) {
            (Some(_), _) => StatusCode::NOT_MODIFIED.into_response(),
            (None, gzipped) => Response::new(Body::from(gzipped.unwrap_or(self.data))),
        };
        let out = response.headers_mut();
        out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        match known {
            Some(known) => drop(out.insert(header::ETAG, known)),
            None => self.tag.put(out, is_gzipped),
        }
        if is_gzipped {
            put_gzip(out);
        }
        for (name, value) in HEADERS {
            out.insert(name, HeaderValue::from_static(value));
        }
        let end = name.rsplit('.').next().unwrap_or_default();
        let kind = TYPES.iter().find(|&&(known, _)| known == end).map_or("application/octet-stream", |&(_, kind)| kind);
        out.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        response
    }
}
