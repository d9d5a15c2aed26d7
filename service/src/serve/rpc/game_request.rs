//! Games that requests are about, as the metrics count them.

use peatee_proto::v1::*;

pub trait GameRequest {
    /// Returns the id of the game in the request; `None` for a request about no game.
    fn variant(&self) -> Option<&str>;
}

macro_rules! of_one_game {
    ($($request:ident),+) => {$(
        impl GameRequest for $request {
            fn variant(&self) -> Option<&str> {
                Some(&self.variant)
            }
        }
    )+};
}

of_one_game!(
    ProbeRequest,
    ListMovesRequest,
    BestLineRequest,
    AdjudicateRequest,
    AdjudicateGamesRequest,
    ProbeBatchRequest,
    DescribePositionRequest
);

impl GameRequest for ListTablesRequest {
    fn variant(&self) -> Option<&str> {
        None
    }
}

impl GameRequest for ListVariantsRequest {
    fn variant(&self) -> Option<&str> {
        None
    }
}
