//! Requests and answers as JSON, for callers without a server.

use std::sync::Arc;

use peatee_probe::Collection;
use peatee_proto::v1::ListVariantsRequest;
use peatee_rules::Budget;
use prost::Message;

use super::paths::PATHS;
use super::{adjudicate, games, position, tables};
use crate::answer::convert::status;
use crate::answer::mapping::{Mapping, Method};
use crate::ask::budget::{check_answer, request_budget, within};
use crate::errors::Error;

/// Answers requests as the JSON paths of a server do, but within this process. The limits are the
/// same as those of a server.
#[derive(Debug)]
pub struct JsonAnswers {
    mapping: Mapping,
}

impl JsonAnswers {
    pub fn new() -> Result<JsonAnswers, Error> {
        Ok(JsonAnswers { mapping: Mapping::new()? })
    }

    /// Answers a request to a path, such as `/v1/adjudicate`, from the tables of a collection.
    ///
    /// # Errors
    /// A `google.rpc.Status` as JSON.
    pub fn answer(&self, collection: &Collection, path: &str, json: &[u8]) -> Result<Vec<u8>, Vec<u8>> {
        self.answered(collection, path, json).map_err(|error| self.mapping.status(&status(&error)))
    }

    fn answered(&self, collection: &Collection, path: &str, json: &[u8]) -> Result<Vec<u8>, Error> {
        let method = PATHS.iter().find(|known| known.path == path).ok_or(Error::NoPath)?.method;
        let budget = Arc::new(request_budget());
        let call = Call { method: self.mapping.method(method)?, json, budget: &budget };
        match method {
            "ListVariants" => call.answer(|_: &ListVariantsRequest| Ok(tables::list_variants(collection))),
            "ListTables" => {
                call.answer(|request| tables::list_tables(collection, &tables::table_sets(collection), request))
            }
            "DescribePosition" => call.answer(|request| position::describe(collection, request, &budget)),
            "Probe" => call.answer(|request| position::probe(collection, request, &budget)),
            "ListMoves" => call.answer(|request| position::list_moves(collection, request, &budget)),
            "BestLine" => call.answer(|request| position::best_line(collection, request, &budget)),
            "ProbeBatch" => call.answer(|request| position::probe_batch(collection, request, &budget)),
            "Adjudicate" => call.answer(|request| adjudicate::adjudicate(collection, request, &budget)),
            "AdjudicateGames" => call.answer(|request| games::adjudicate_games(collection, request, &budget)),
            _ => Err(Error::NoPath),
        }
    }
}

struct Call<'a> {
    method: Method,
    json: &'a [u8],
    budget: &'a Budget,
}

impl Call<'_> {
    fn answer<Q, A>(&self, work: impl FnOnce(&Q) -> Result<A, Error>) -> Result<Vec<u8>, Error>
    where
        Q: Message + Default,
        A: Message,
    {
        let request = self
            .method
            .request(self.json)
            .map_err(|error| Error::Argument { field: "body", reason: format!("does not fit the request: {error}") })?;
        within(self.budget, || {
            let message = work(&request)?;
            check_answer(message.encoded_len())?;
            Ok(self.method.response(&message, self.budget))
        })
    }
}
