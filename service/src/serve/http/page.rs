//! The web page: the files of the folder `page`, which are compiled into the program.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::body::{Body, Bytes};
use axum::response::{IntoResponse as _, Response};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};

use super::representation::{COMPRESSED_BYTES_MAX, EntityTag, gzipped, is_any, put_gzip, takes_gzip};
use crate::answer::page_files::PageFiles;
use crate::answer::page_scripts::joined_script;

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

/// Files of the page by name, each of them compressed once. A script that an HTML document or a web
/// worker loads also contains the modules that it imports.
static CONTENTS: LazyLock<HashMap<String, Content>> = LazyLock::new(|| {
    let all = PageFiles::iter().filter_map(|name| Some((name.to_string(), PageFiles::get(&name)?.data)));
    let joined = all.map(|(name, data)| {
        let data = joined_script(&name).map_or_else(|| data.into_owned(), String::into_bytes);
        (name, Content::new(data))
    });
    joined.collect()
});

/// Returns the response for the file at `path`; `/` stands for `index.html`.
pub fn file(method: &Method, path: &str, headers: &HeaderMap) -> Response {
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let Some(content) = CONTENTS.get(name) else {
        return (StatusCode::NOT_FOUND, "there is no such page\n").into_response();
    };
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    content.clone().answer(name, headers)
}

#[derive(Debug, Clone)]
pub struct Content {
    pub tag: EntityTag,
    pub data: Bytes,
    /// The file in compressed form; `None` if compression does not make it smaller.
    pub gzipped: Option<Bytes>,
}

impl Content {
    /// Creates the content with its compressed form. Files above a limit are not compressed,
    /// because a request would have to wait too long for the compression.
    pub fn new(data: Vec<u8>) -> Content {
        let tag = EntityTag::new(&blake3::hash(&data));
        let gzipped = Some(&data).filter(|data| data.len() <= COMPRESSED_BYTES_MAX).map(|data| gzipped(data));
        let gzipped = gzipped.filter(|gzipped| gzipped.len() < data.len());
        Content { tag, data: data.into(), gzipped }
    }

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
