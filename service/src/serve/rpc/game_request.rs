//! The game that a request asks about, for what is counted.

use peatee_proto::v1::*;

/// A request of one game.
pub trait GameRequest {
    /// The variant that it names; `None` where it is of no game.
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
