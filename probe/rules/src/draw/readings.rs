//! Readings: the chosen interpretations of ambiguous articles.

/// Interpretation of "n moves" in an article that does not say whose moves it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum MoveUnit {
    /// The article means n moves by each side, which are 2n plies.
    #[default]
    EachSide,
    /// The article means n moves of both sides together, which are n plies. Articles that count the
    /// "own" moves of one side are not affected.
    BothTogether,
}

/// Effect on a count in a lone-king ending when a capture or promotion changes the material.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum MaterialChange {
    /// After the change of material, the count continues under the rule that started it.
    #[default]
    CountGoesOn,
    /// After the change of material, a new count starts, by the rule for the new material.
    CountRestarts,
}

/// Result when a side loses by the very move that exhausts a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LastMove {
    /// The side has lost, although the count is exhausted.
    #[default]
    Lost,
    /// The game is drawn by the exhausted count. Draws that must be claimed are not affected,
    /// because nobody can claim after the end of the game.
    Drawn,
}

/// Effect on a count of one side's moves against a lone king when that side gives up some of its
/// kings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GivenUp {
    /// The count continues until the lone king is taken or blocked, since typical wins sacrifice
    /// kings at the end.
    #[default]
    CountGoesOn,
    /// The count ends when the side gives up kings, because the material no longer fits the
    /// article.
    CountEnds,
}

/// Interpretation of "by its own n-th move" in an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OwnMoves {
    /// The n-th move of the stronger side exhausts the count. The reply is not counted.
    #[default]
    StrongSide,
    /// The article means n moves by each side, which are 2n plies, whoever moved first.
    EachSide,
}

/// Whether king moves are still counted while the count of moves with unchanged material runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Unchanged {
    /// Both counts run; the count that is exhausted first draws the game.
    #[default]
    BesideKingsOnly,
    /// While the count of unchanged material runs, king moves are not counted.
    InsteadOfKingsOnly,
}

/// Condition for a lone king to hold the main road (the long diagonal).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RoadHolder {
    /// The king is the only piece on the main road.
    #[default]
    Alone,
    /// The king stands on the main road, with or without other pieces.
    Shared,
}

/// Effect on the count of the main road (the long diagonal) when the lone king leaves the road.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RoadLeft {
    /// The count ends when the king leaves the road. A new count starts when the king comes back.
    #[default]
    CountEnds,
    /// The count continues after the king has left the road, as long as the material fits the
    /// article.
    CountGoesOn,
}

/// The chosen interpretations of ambiguous articles. The defaults are this project's choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Readings {
    /// Interpretation of "n moves" in an article that does not say whose moves it counts.
    pub move_unit: MoveUnit,
    /// Effect on a count in a lone-king ending when the material changes.
    pub material_change: MaterialChange,
    /// Result when a side loses by the very move that exhausts a count.
    pub last_move: LastMove,
    /// Effect on a count of one side's moves when that side gives up kings.
    pub given_up: GivenUp,
    /// Interpretation of "by its own n-th move" in an article.
    pub own_moves: OwnMoves,
    /// Whether king moves are still counted while the count of moves with unchanged material runs.
    pub unchanged: Unchanged,
    /// Condition for a lone king to hold the main road (the long diagonal).
    pub road_holder: RoadHolder,
    /// Effect on the count of the main road (the long diagonal) when the lone king leaves the road.
    pub road_left: RoadLeft,
}
