//! Tests of the web page.

use peatee_probe::Metric;

use super::client::{get, send};
use crate::common::{Server, fresh_directory, make_tables, tables};

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

#[tokio::test]
async fn files_about_endings_are_given_and_no_others() {
    let directory = fresh_directory("internet/endings");
    make_tables(&directory, "russian", 2, &[Metric::Wdl]);
    let folder = directory.join("russian");
    std::fs::create_dir(folder.join("endings")).expect("writable");
    let stats = r#"[{"slice": "KvK", "positions": 992}]"#;
    for name in ["stats.json", "KvK.jsonl", "KvK.dtw.svg", "KvK.html", ".json"] {
        std::fs::write(folder.join("endings").join(name), stats).expect("writable");
    }
    let pipe = std::process::Command::new("mkfifo").arg(folder.join("endings/pipe.json")).status();
    assert!(pipe.expect("it is a command of every system").success());
    let server = Server::start(&directory, &[]);
    let file = get(&server, "/endings/russian/stats.json").await;
    assert_eq!((file.status, file.header("content-type"), file.text().as_str()), (200, "application/json", stats));
    assert!(file.header("content-security-policy").starts_with("default-src 'self'"));
    let again = http::Request::get("/endings/russian/stats.json").header("if-none-match", file.header("etag"));
    assert_eq!(send(&server, again, "").await.status, 304);
    // A changed file is served at once.
    std::fs::write(folder.join("endings/stats.json"), "[]").expect("writable");
    let again = http::Request::get("/endings/russian/stats.json").header("if-none-match", file.header("etag"));
    assert_eq!(send(&server, again, "").await.text(), "[]");
    assert_eq!(get(&server, "/endings/russian/KvK.jsonl").await.header("content-type"), "application/x-ndjson");
    assert_eq!(get(&server, "/endings/russian/KvK.dtw.svg").await.header("content-type"), "image/svg+xml");
    let manifest = get(&server, "/endings/russian/manifest.json").await;
    assert_eq!(manifest.body, std::fs::read(folder.join("manifest.json")).expect("a manifest"));
    for nothing in [
        "/endings/russian/KvK.html",
        "/endings/russian/.json",
        "/endings/russian/none.json",
        "/endings/russian/pipe.json",
        "/endings/russian/KvK.wdl",
        "/endings/russian/..%2Fmanifest.json",
        "/endings/russian/%2E%2E%2Fmanifest.json",
        "/endings/russian/a%00.json",
        "/endings/english/manifest.json",
    ] {
        assert_eq!(get(&server, nothing).await.status, 404, "{nothing}");
    }
    assert_eq!(get(&server, "/endings/halma/manifest.json").await.status, 400);
}
