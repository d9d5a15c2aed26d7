//! The page for browsers.

use super::client::{get, send};
use crate::common::{Server, tables};

#[tokio::test]
async fn the_page_is_served_with_what_a_browser_may_do() {
    let server = Server::start(tables(), &[]);
    let page = get(&server, "/").await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(page.text().contains("<title>Peatee"), "{}", page.text());
    assert!(page.header("content-security-policy").starts_with("default-src 'self'"));
    assert_eq!((page.header("x-content-type-options"), page.header("cache-control")), ("nosniff", "no-cache"));
    assert_eq!(get(&server, "/index.html").await.body, page.body);

    let again = http::Request::get("/").header("if-none-match", page.header("etag"));
    let again = send(&server, again, "").await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    let head = send(&server, http::Request::head("/"), "").await;
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(send(&server, http::Request::post("/"), "").await.status, 405);
    for nothing in ["/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd", "/index.html/", "/v1"] {
        assert_eq!(get(&server, nothing).await.status, 404, "{nothing}");
    }
}
