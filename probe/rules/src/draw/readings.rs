//! How the open points of the articles are read.

/// What "n moves" means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum MoveUnit {
    /// n moves by each side: 2n plies.
    #[default]
    EachSide,
    /// n moves of both sides together: n plies. Articles that count "its own" moves of one side are
    /// not touched.
    BothTogether,
}

/// What becomes of a count in a lone-king ending when a capture or promotion changes the material.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum MaterialChange {
    /// It goes on as its rule says.
    #[default]
    CountGoesOn,
    /// A new count starts, by the rule for the new material.
    CountRestarts,
}

/// What a position is that is lost on the move that exhausts a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LastMove {
    /// Lost.
    #[default]
    Lost,
    /// Drawn. Draws that must be claimed are not touched: a game that is over leaves nothing to
    /// claim.
    Drawn,
}

/// What becomes of the count of one side's moves against a lone king when that side gives up some
/// of its kings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GivenUp {
    /// It runs on until the lone king is taken or blocked: the usual wins give kings up at the end.
    #[default]
    CountGoesOn,
    /// It ends, as the kings that the article speaks of are no longer there.
    CountEnds,
}

/// What "by its own n-th move" means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OwnMoves {
    /// The n-th move of the stronger side exhausts the count; the answer to it is not counted.
    #[default]
    StrongSide,
    /// n moves by each side: 2n plies, whoever moved first.
    EachSide,
}

/// How a count of unchanged material stands to the count of king moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Unchanged {
    /// Both run, and the one that is over first draws.
    #[default]
    BesideKingsOnly,
    /// Where the count of unchanged material runs, king moves are not counted.
    InsteadOfKingsOnly,
}

/// When a lone king holds the main road.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RoadHolder {
    /// When it is the only piece on it.
    #[default]
    Alone,
    /// When it stands on it, whatever else does.
    Shared,
}

/// What becomes of the count of a main road when the lone king leaves the road.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RoadLeft {
    /// It ends. A new count starts when the king comes back.
    #[default]
    CountEnds,
    /// It runs on while the material is that of the article.
    CountGoesOn,
}

/// How the open points of the articles are read; the defaults are the project's reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Readings {
    /// What "n moves" means.
    pub move_unit: MoveUnit,
    /// What a change of material does to a count in a lone-king ending.
    pub material_change: MaterialChange,
    /// What a position is that is lost on the move that exhausts a count.
    pub last_move: LastMove,
    /// What giving kings up does to a count of one side's moves.
    pub given_up: GivenUp,
    /// What "by its own n-th move" means.
    pub own_moves: OwnMoves,
    /// Whether a count of unchanged material takes the place of the count of king moves.
    pub unchanged: Unchanged,
    /// When a lone king holds the main road.
    pub road_holder: RoadHolder,
    /// What leaving the main road does to its count.
    pub road_left: RoadLeft,
}
