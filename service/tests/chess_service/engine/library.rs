use peatee_probe::chess::{Chess, Tables};
use peatee_probe::peatee_chess::Position;
use peatee_probe::{Game, ProbeError, RuleOutcome};

/// The move to play in a position that the tables hold, in UCI, with a score for the search.
pub fn root_move(tables: &Tables, fen: &str) -> Result<Option<(String, i32)>, Box<dyn std::error::Error>> {
    let position = Position::parse_fen(fen)?;
    // Beyond the tables the engine searches.
    if position.men() > tables.most_pieces() || position.has_castling_rights() {
        return Ok(None);
    }
    // All moves, the best first, by the outcome with the half-move clock of the FEN, then by DTZ.
    let rules = Chess::fifty_moves();
    let moves = match tables.rule_moves(&position, &rules, &Chess.counters(&rules, &position)) {
        Ok(moves) => moves,
        Err(ProbeError::MissingTable { .. }) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let Some(best) = moves.first() else { return Ok(None) };
    let plies = best.reset_plies(&Chess, &position, &rules).unwrap_or_default() as i32;
    let score = match best.outcome {
        RuleOutcome::Win => 20_000 - plies,
        RuleOutcome::Loss => plies - 20_000,
        // A win without the 50-move rule that comes too late under it is a draw that the opponent
        // may miss.
        RuleOutcome::CursedWin | RuleOutcome::MaybeWin => 1,
        RuleOutcome::BlessedLoss | RuleOutcome::MaybeLoss => -1,
        RuleOutcome::Draw => 0,
    };
    Ok(Some((position.uci(best.mv), score)))
}

/// Win, draw or loss for a node of the search, where the half-move clock is 0.
pub fn node_wdl(tables: &Tables, position: &Position) -> Option<RuleOutcome> {
    let rules = Chess::fifty_moves();
    Some(tables.rule_value(position, &rules, &Chess.counters(&rules, position)).ok()?.outcome)
}
