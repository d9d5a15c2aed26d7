//! A page of judged games.

use std::sync::atomic::{AtomicBool, Ordering};

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

/// A page of games.
#[derive(Debug)]
pub struct Page {
    /// The place of its first game in the text.
    first: usize,
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

    /// Fills it with games of a text, judged one after the other. `plies` counts the moves of a
    /// game.
    ///
    /// # Errors
    /// [`Error::Deadline`] when the flag is set; [`Error::Argument`] where there is no game.
    pub fn filled<G>(
        mut self,
        games: impl Iterator<Item = G>,
        plies: impl Fn(&G) -> usize,
        mut judge: impl FnMut(G) -> AdjudicatedGame,
        stop: &AtomicBool,
    ) -> Result<AdjudicateGamesResponse, Error> {
        for game in games.skip(self.first) {
            if self.is_full() {
                return Ok(self.followed());
            }
            if stop.load(Ordering::Relaxed) {
                return Err(Error::Deadline);
            }
            self.plies += plies(&game);
            self.games.push(judge(game));
        }
        self.last()
    }

    fn is_full(&self) -> bool {
        self.games.len() == self.size || self.plies >= PAGE_PLIES_MAX
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
