//! Files about endgames for the page: the manifest of a game's tables, and the files that
//! `peatee-gen stats` and `mine` wrote into a folder beside the tables.

use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::extract::{Extension, Path as Matched, State};
use axum::response::Response;
use axum::routing::get;
use http::HeaderMap;
use peatee_probe::{Collection, MANIFEST_NAME, with_tables};

use super::lila::failed;
use super::page::Content;
use crate::ask::budget::check_answer;
use crate::ask::query;
use crate::errors::Error;
use crate::serve::access::client::Client;
use crate::serve::access::small_file::open_regular;
use crate::serve::admission::Charge;
use crate::serve::admission::body::held;
use crate::serve::admission::deadline::Deadline;
use crate::serve::rpc::Service;

/// Name of the folder with files about endgames, in the directory of a game's tables.
const FOLDER: &str = "endings";

const EXTENSIONS: [&str; 3] = ["json", "jsonl", "svg"];

pub fn router(service: Arc<Service>) -> Router {
    Router::new().route("/endings/{variant}/{name}", get(file)).with_state(service)
}

async fn file(
    State(service): State<Arc<Service>>,
    client: Option<Extension<Client>>,
    Matched((variant, name)): Matched<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let client = client.map_or(Client::LOCAL, |Extension(client)| client);
    let done = async {
        let ticket = service.admit(&client)?;
        let mut bytes = ticket.bytes();
        let asked = name.clone();
        let read = service.work(ticket, Charge::for_positions(1), Deadline::latest(), move |collection, _| {
            let content = read(&place(collection, &variant, &asked)?, |length| bytes.hold(2 * length))?;
            Ok((content, bytes))
        });
        let (content, bytes) = read.await?;
        held(content.answer(&name, &headers), bytes).inspect_err(|error| service.log_memory(&client, error))
    };
    done.await.unwrap_or_else(|error| failed(&client, &error))
}

fn place(collection: &Collection, variant: &str, name: &str) -> Result<PathBuf, Error> {
    let directory = with_tables!(query::tables(collection, variant)?, tables => tables.directory().to_owned());
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_+".contains(&byte));
    match name.rsplit_once('.') {
        _ if name == MANIFEST_NAME => Ok(directory.join(name)),
        Some((stem, end)) if is_plain && !stem.is_empty() && EXTENSIONS.contains(&end) => {
            Ok(directory.join(FOLDER).join(name))
        }
        _ => Err(Error::NoPath),
    }
}

/// Reads a file. First calls `hold` with the length of the file, to reserve memory.
fn read(path: &Path, hold: impl FnOnce(usize) -> Result<(), Error>) -> Result<Content, Error> {
    let failure = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::InvalidInput => Error::NoPath,
        _ => Error::Io { what: format!("cannot read {}", path.file_name().unwrap_or_default().display()), error },
    };
    let (file, length) = open_regular(path).map_err(failure)?;
    check_answer(length as usize)?;
    hold(length as usize)?;
    let mut data = Vec::new();
    file.take(length).read_to_end(&mut data).map_err(failure)?;
    Ok(Content::new(data))
}
