//! A page (a limited number) of judged games, in the answer to a request about many games.

use std::sync::Arc;

use peatee_game::TextStart;
use peatee_proto::v1::{AdjudicateGamesRequest, AdjudicateGamesResponse, AdjudicatedGame};
use peatee_rules::Budget;

use super::bounds::argument;
use super::paging;
use crate::ask::budget::PARTS_OF_PAGE_BUDGET;
use crate::errors::Error;

const PAGE_SIZE_MAX: usize = 200;
const PAGE_SIZE_DEFAULT: usize = 50;

/// Maximum number that a request can give to the first game or the first line of its text. The
/// numbers differ from 1 if the text is a part of a longer text.
const FIRST_MAX: u32 = 1_000_000_000;

/// A page of judged games, which answers a part of a request about many games.
#[derive(Debug)]
pub struct Page {
    /// Index of the page's first game among the games of the text.
    first: usize,
    size: usize,
    /// Numbers of the first game and the first line of the text. The request states them if the
    /// text is a part of a longer text.
    pub start: TextStart,
    games: Vec<AdjudicatedGame>,
}

impl Page {
    pub fn new(request: &AdjudicateGamesRequest) -> Result<Page, Error> {
        let size = paging::size(request.page_size, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX)?;
        let number = first_of("first_number", request.first_number)? as usize;
        let start = TextStart { number, line: first_of("first_line", request.first_line)? };
        Ok(Page { first: paging::first(&request.page_token)?, size, start, games: Vec::new() })
    }

    /// Returns the requested maximum number of games on a page; 0 if the requested size is wrong.
    pub fn size_of(request: &AdjudicateGamesRequest) -> usize {
        // A wrong size is refused later, by `Page::new`.
        paging::size(request.page_size, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX).unwrap_or(0)
    }

    /// Judges games and adds them to the page. `games` are all games of the text; those before the
    /// page's first game are skipped. Each game gets the same fraction of the budget. The page ends
    /// early when less than that is left.
    ///
    /// # Errors
    /// [`Error::Deadline`], or [`Error::Argument`] if no game belongs to the page.
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
            if self.games.len() == self.size || !budget.has_part(PARTS_OF_PAGE_BUDGET) {
                return Ok(self.followed());
            }
            self.games.push(judge(game, &Arc::new(budget.part(PARTS_OF_PAGE_BUDGET))));
        }
        self.last()
    }

    /// Returns the page with a token that requests the next page.
    fn followed(self) -> AdjudicateGamesResponse {
        let next_page_token = (self.first + self.games.len()).to_string();
        AdjudicateGamesResponse { games: self.games, next_page_token, ..Default::default() }
    }

    /// Returns the page without a page token, because no games follow.
    ///
    /// # Errors
    /// [`Error::Argument`] when the page has no games.
    fn last(self) -> Result<AdjudicateGamesResponse, Error> {
        if self.games.is_empty() {
            let reason =
                if self.first == 0 { "there is no game in it" } else { "holds fewer games than the page token says" };
            return Err(Error::Argument { field: "pdn", reason: reason.to_owned() });
        }
        Ok(AdjudicateGamesResponse { games: self.games, ..Default::default() })
    }
}

fn first_of(field: &'static str, asked: u32) -> Result<u32, Error> {
    match asked {
        0 => Ok(1),
        first if first <= FIRST_MAX => Ok(first),
        first => Err(argument(field, format!("{first} is too large; the most is {FIRST_MAX}"))),
    }
}
