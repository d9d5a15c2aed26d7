//! Creation of the search that the command `mine` runs for each kind of position.

use peatee_generator::Error;
use peatee_generator::explore::mine::{
    Cursed, Longest, OnlyMove, Readings, Search, WinnerMoves, Zugzwang, ZugzwangType,
};
use peatee_table::Wdl;

use super::args::{KeepsArg, Kind, TypeArg};
use super::family::Mined;

impl Kind {
    /// Creates the search for this kind of position, such as the search for zugzwangs.
    ///
    /// # Errors
    /// The game has no positions of this kind, or the draw rules belong to another family of games.
    /// A search for positions in which only one move draws cannot follow a line: it refuses to
    /// require more than one only move, or to list other winning moves.
    pub fn search<F: Mined>(&self, game: &F) -> Result<Box<dyn Search<F>>, Error> {
        Ok(match self {
            Kind::Longest { count, maximum, per_slice, losses, .. } => {
                let wdl = if *losses { Wdl::Loss } else { Wdl::Win };
                Box::new(Longest { wdl, count: *count, at_most_count: *maximum, is_per_slice: *per_slice })
            }
            Kind::OnlyMove { keeps: KeepsArg::Draw, moves, duals, .. } if *duals || *moves != WinnerMoves::First(1) => {
                return Err(Error::NoLineOfDraws);
            }
            Kind::OnlyMove { keeps, moves, legal_moves, duals, .. } => {
                let keeps = match keeps {
                    KeepsArg::Win => Wdl::Win,
                    KeepsArg::Draw => Wdl::Draw,
                };
                Box::new(OnlyMove { keeps, moves: *moves, legal_moves_min: *legal_moves, with_duals: *duals })
            }
            Kind::Zugzwang { types, .. } => Box::new(Zugzwang { types: types.iter().map(|&of| of.into()).collect() }),
            Kind::Cursed { rules, .. } => {
                game.check_rules(rules)?;
                Box::new(Cursed { rules: *rules })
            }
            Kind::Readings { rules, other, .. } => {
                game.check_rules(rules)?;
                game.check_rules(other)?;
                Box::new(Readings { rules: *rules, other: *other })
            }
            Kind::Fortress { ahead, .. } => game.fortress(*ahead)?,
        })
    }
}

impl From<TypeArg> for ZugzwangType {
    fn from(named: TypeArg) -> ZugzwangType {
        match named {
            TypeArg::Mutual => ZugzwangType::Mutual,
            TypeArg::WinToDraw => ZugzwangType::WinToDraw,
            TypeArg::DrawToLoss => ZugzwangType::DrawToLoss,
        }
    }
}
