//! Conversion of the arguments of the command `mine`.

use peatee_generator::explore::mine::{
    Balance, Cursed, Filter, Fortress, Longest, NoCapture, OnlyMove, Readings, SearchKind, Winner, Zugzwang,
    ZugzwangType,
};
use peatee_probe::Side;
use peatee_table::Wdl;

use super::args::{BalanceArg, KeepsArg, Kind, MineOptions, QuietArg, SideArg, TypeArg, WinnerArg};

impl Kind {
    pub fn search_kind(&self) -> SearchKind {
        match self {
            &Kind::Longest { count, maximum, per_slice, losses, .. } => {
                let wdl = if losses { Wdl::Loss } else { Wdl::Win };
                SearchKind::Longest(Longest { wdl, count, at_most_count: maximum, is_per_slice: per_slice })
            }
            &Kind::OnlyMove { keeps, moves, legal_moves, duals, .. } => {
                let keeps = match keeps {
                    KeepsArg::Win => Wdl::Win,
                    KeepsArg::Draw => Wdl::Draw,
                };
                SearchKind::OnlyMove(OnlyMove { keeps, moves, legal_moves_min: legal_moves, with_duals: duals })
            }
            Kind::Zugzwang { types, .. } => {
                SearchKind::Zugzwang(Zugzwang { types: types.iter().map(|&of| of.into()).collect() })
            }
            &Kind::Cursed { rules, .. } => SearchKind::Cursed(Cursed { rules }),
            &Kind::Readings { rules, other, .. } => SearchKind::Readings(Readings { rules, other }),
            &Kind::Fortress { ahead, .. } => SearchKind::Fortress(Fortress { pieces_ahead_min: ahead }),
        }
    }
}

impl MineOptions {
    pub fn filter(&self) -> Filter {
        Filter {
            men_max: self.men,
            side: self.side.map(|side| match side {
                SideArg::White => Side::White,
                SideArg::Black => Side::Black,
            }),
            winner: self.winner.map(|winner| match winner {
                WinnerArg::Mover => Winner::Mover,
                WinnerArg::Opponent => Winner::Opponent,
            }),
            balance: self.winner_pieces.map(|balance| match balance {
                BalanceArg::Equal => Balance::Equal,
                BalanceArg::Behind => Balance::Behind,
            }),
            quiet: self.no_capture.map(|sides| match sides {
                QuietArg::Mover => NoCapture::Mover,
                QuietArg::Both => NoCapture::Both,
            }),
        }
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
