//! A page of judged games.

use peatee_proto::v1::{AdjudicateGamesRequest, AdjudicateGamesResponse, AdjudicatedGame};

use super::paging;
use crate::errors::Error;

/// The longest PDN text.
const PDN_BYTES_MAX: usize = 1024 * 1024;

/// The most games in a page, and the default.
const PAGE_SIZE_MAX: usize = 200;
const PAGE_SIZE_DEFAULT: usize = 50;

/// The most plies of a page: its message stays below the 4 MiB that clients of gRPC take.
const PAGE_PLIES_MAX: usize = 6000;

/// A page of games that fills up.
#[derive(Debug)]
pub struct Page {
    /// The place of its first game in the text.
    pub first: usize,
    size: usize,
    plies: usize,
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
        Ok(Page { first: paging::first(&request.page_token)?, size, plies: 0, games: Vec::new() })
    }

    /// Whether no more games go on it.
    pub fn is_full(&self) -> bool {
        self.games.len() == self.size || self.plies >= PAGE_PLIES_MAX
    }

    /// Adds a game of so many plies.
    pub fn add(&mut self, game: AdjudicatedGame, plies: usize) {
        self.plies += plies;
        self.games.push(game);
    }

    /// The page, which another follows.
    pub fn followed(self) -> AdjudicateGamesResponse {
        let next_page_token = (self.first + self.games.len()).to_string();
        AdjudicateGamesResponse { games: self.games, next_page_token }
    }

    /// The last page.
    ///
    /// # Errors
    /// [`Error::Argument`] where it has no games.
    pub fn last(self) -> Result<AdjudicateGamesResponse, Error> {
        if self.games.is_empty() {
            let reason =
                if self.first == 0 { "there is no game in it" } else { "holds fewer games than the page token says" };
            return Err(Error::Argument { field: "pdn", reason: reason.to_owned() });
        }
        Ok(AdjudicateGamesResponse { games: self.games, next_page_token: String::new() })
    }
}
