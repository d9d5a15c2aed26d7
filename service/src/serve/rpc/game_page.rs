//! A page of judged games.

use std::sync::Arc;

use peatee_proto::v1::{AdjudicateGamesRequest, AdjudicateGamesResponse, AdjudicatedGame};
use peatee_rules::Budget;

use super::paging;
use crate::ask::budget::PARTS_OF_PAGE;
use crate::errors::Error;

/// The longest PDN text.
const PDN_BYTES_MAX: usize = 1024 * 1024;

/// The most games in a page, and the default.
const PAGE_SIZE_MAX: usize = 200;
const PAGE_SIZE_DEFAULT: usize = 50;

/// A page of games.
#[derive(Debug)]
pub struct Page {
    /// The place of its first game in the text.
    first: usize,
    size: usize,
    games: Vec<AdjudicatedGame>,
}

impl Page {
    /// The page that a request asks for.
    ///
    /// # Errors
    /// [`Error::Argument`].
    pub fn new(request: &AdjudicateGamesRequest) -> Result<Page, Error> {
        if request.pdn.len() > PDN_BYTES_MAX {
            let reason = format!("has {} bytes; the most is {PDN_BYTES_MAX}", request.pdn.len());
            return Err(Error::Argument { field: "pdn", reason });
        }
        let size = paging::size(request.page_size, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX)?;
        Ok(Page { first: paging::first(&request.page_token)?, size, games: Vec::new() })
    }

    /// Returns the number of games that the page of a request may have.
    pub fn size_of(request: &AdjudicateGamesRequest) -> usize {
        // A size that is wrong is refused when the page is made.
        paging::size(request.page_size, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX).unwrap_or(0)
    }

    /// Fills it with games of a text, judged one after the other, each within a part of the budget.
    /// It is full when less than such a part is left.
    ///
    /// # Errors
    /// [`Error::Deadline`]; [`Error::Argument`] where there is no game.
    pub fn filled<G>(
        mut self,
        games: impl Iterator<Item = G>,
        mut judge: impl FnMut(G, &Arc<Budget>) -> AdjudicatedGame,
        budget: &Arc<Budget>,
    ) -> Result<AdjudicateGamesResponse, Error> {
        for (place, game) in games.enumerate() {
            budget.check()?;
            if place < self.first {
                continue;
            }
            if self.games.len() == self.size || !budget.has_part(PARTS_OF_PAGE) {
                return Ok(self.followed());
            }
            self.games.push(judge(game, &Arc::new(budget.part(PARTS_OF_PAGE))));
        }
        self.last()
    }

    /// The page, which another follows.
    fn followed(self) -> AdjudicateGamesResponse {
        let next_page_token = (self.first + self.games.len()).to_string();
        AdjudicateGamesResponse { games: self.games, next_page_token }
    }

    /// The last page.
    ///
    /// # Errors
    /// [`Error::Argument`] where it has no games.
    fn last(self) -> Result<AdjudicateGamesResponse, Error> {
        if self.games.is_empty() {
            let reason =
                if self.first == 0 { "there is no game in it" } else { "holds fewer games than the page token says" };
            return Err(Error::Argument { field: "pdn", reason: reason.to_owned() });
        }
        Ok(AdjudicateGamesResponse { games: self.games, next_page_token: String::new() })
    }
}
