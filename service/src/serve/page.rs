//! The page for browsers: the files of the folder `page`, which are part of the program.

use std::borrow::Cow;

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use rust_embed::{EmbeddedFile, RustEmbed};

#[cfg(test)]
mod catalogues;

#[derive(Debug, RustEmbed)]
#[folder = "page"]
struct Files;

/// The types of files that a page has, by the end of their names.
const TYPES: &[(&str, &str)] = &[
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("ico", "image/x-icon"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("txt", "text/plain; charset=utf-8"),
    ("webmanifest", "application/manifest+json"),
    ("woff2", "font/woff2"),
];

/// What a browser may do with the files: nothing comes from, or goes to, another host.
const HEADERS: [(HeaderName, &str); 3] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::REFERRER_POLICY, "no-referrer"),
    // The file is asked for each time, and comes only when it has changed.
    (header::CACHE_CONTROL, "no-cache"),
];

/// The file of a path; `/` is `index.html`.
pub fn file(method: &Method, path: &str, headers: &HeaderMap) -> Response {
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let Some(file) = Files::get(name) else {
        return (StatusCode::NOT_FOUND, "there is no such page\n").into_response();
    };
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    let tag = tag(&file);
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag);
    let mut response = match is_known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Response::new(Body::from(file.data.into_owned())),
    };
    let out = response.headers_mut();
    out.insert(header::ETAG, tag);
    for (name, value) in HEADERS {
        out.insert(name, HeaderValue::from_static(value));
    }
    let end = name.rsplit('.').next().unwrap_or_default();
    let kind = TYPES.iter().find(|&&(known, _)| known == end).map_or("application/octet-stream", |&(_, kind)| kind);
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// What a file of the page holds.
pub fn contents(name: &str) -> Option<Cow<'static, [u8]>> {
    Files::get(name).map(|file| file.data)
}

/// The digest of a file in quotes.
fn tag(file: &EmbeddedFile) -> HeaderValue {
    let digits: String = file.metadata.sha256_hash().iter().map(|byte| format!("{byte:02x}")).collect();
    HeaderValue::try_from(format!("\"{digits}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}
