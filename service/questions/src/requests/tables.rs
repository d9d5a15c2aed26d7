//! Requests for the lists of games and tables.

use peatee_probe::{AnyGame, AnyTables, Collection, with_game, with_tables};
use peatee_proto::v1::{ListTablesRequest, ListTablesResponse, ListVariantsResponse, Table, TableSet};

use super::paging;
use crate::answer::convert::{self, Messages as _};
use crate::ask::{games, query};
use crate::errors::Error;

/// Maximum number of tables per page, which is also the default.
const PAGE_SIZE_MAX: usize = 1000;

/// Returns one page of the list of tables. Every page also contains `sets`, which has an entry for
/// the tables of each game, with the digest of their manifest.
///
/// # Errors
/// A faulty field.
pub fn list_tables(
    collection: &Collection,
    sets: &[TableSet],
    request: &ListTablesRequest,
) -> Result<ListTablesResponse, Error> {
    let size = paging::size(request.page_size, PAGE_SIZE_MAX, PAGE_SIZE_MAX)?;
    let first = paging::first(&request.page_token)?;
    let listed = match request.variant.as_str() {
        "" => games::tables(collection),
        variant => vec![query::tables(collection, variant)?],
    };
    let mut rest = listed.into_iter().flat_map(slices).skip(first);
    let page: Vec<Table> = rest.by_ref().take(size).collect();
    let next_page_token = if rest.next().is_some() { (first + page.len()).to_string() } else { String::new() };
    let server_version = env!("CARGO_PKG_VERSION").to_owned();
    Ok(ListTablesResponse { tables: page, next_page_token, server_version, sets: sets.to_vec() })
}

fn slices(any: &AnyTables) -> Box<dyn Iterator<Item = Table> + '_> {
    with_tables!(any, tables => {
        Box::new(tables.slices().into_iter().map(|info| convert::table(tables.game(), &info)))
    })
}

pub fn table_sets(collection: &Collection) -> Vec<TableSet> {
    let set = |any: &AnyTables| {
        with_tables!(any, tables => TableSet {
            variant: any.game_id().to_owned(),
            manifest_digest: tables.manifest_digest().to_owned(),
            pieces_max: tables.most_pieces(),
        })
    };
    games::tables(collection).into_iter().map(set).collect()
}

pub fn list_variants(collection: &Collection) -> ListVariantsResponse {
    let describe = |any: &AnyGame| {
        let has_tables = query::tables(collection, any.id()).is_ok();
        with_game!(any, game => game.description(has_tables))
    };
    ListVariantsResponse { variants: games::all().map(describe).collect() }
}
