//! Checks that giveaway is not its parent game with wins and losses exchanged.

use crate::common::make;
use peatee_generator::explore::stats::fen_of;
use peatee_probe::Tables;
use peatee_table::Wdl;

const PAIRS: [(&str, &str); 2] = [("english", "giveaway"), ("russian", "giveaway-russian")];

fn probe(tables: &Tables, fen: &str) -> (Wdl, Option<u32>) {
    let value = tables.probe(&tables.game().parse_fen(fen).expect("legal")).expect("there is a table");
    (value.wdl, value.plies)
}

#[test]
fn positions_of_both_games() {
    let [parent, giveaway] = ["english", "giveaway"].map(|id| make(id, 2));
    let both = |fen: &str| (probe(&parent.tables, fen), probe(&giveaway.tables, fen));
    // The only move captures the last piece. It wins in the parent game. In giveaway, the opponent
    // has then lost all pieces and has won.
    assert_eq!(both("W:WK10:BK15"), ((Wdl::Win, Some(1)), (Wdl::Loss, Some(1))));
    // A blocked man has no move.
    assert_eq!(both("W:W5:B1"), ((Wdl::Loss, Some(0)), (Wdl::Win, Some(0))));
    // King against king is drawn in the parent game. In giveaway, 1-6 forces Black to capture the
    // king.
    assert_eq!(both("W:WK1:BK10"), ((Wdl::Draw, None), (Wdl::Win, Some(2))));
}

/// Compares the values of every seventh position in a game and in its giveaway game. Fewer than
/// nine tenths of the pairs of values may be equal, and fewer than nine tenths may be equal after
/// win and loss are exchanged.
#[test]
fn no_rule_leads_from_one_game_to_the_other() {
    for (parent, giveaway) in PAIRS {
        let [parent, giveaway] = [parent, giveaway].map(|id| make(id, 3));
        let mut cases = [[0u64; 3]; 3];
        for info in parent.tables.slices() {
            for number in (0..info.positions).step_by(7) {
                let fen = fen_of(&parent.tables, info.slice, number);
                let (ours, theirs) = (probe(&parent.tables, &fen).0, probe(&giveaway.tables, &fen).0);
                cases[ours as usize][theirs as usize] += 1;
            }
        }
        let total: u64 = cases.as_flattened().iter().sum();
        let negated = cases[0][2] + cases[1][1] + cases[2][0];
        let equal = cases[0][0] + cases[1][1] + cases[2][2];
        assert!(negated < total * 9 / 10 && equal < total * 9 / 10, "{cases:?}");
        assert!(cases[2][2] > 0 && cases[0][0] > 0 && cases[1][2] > 0 && cases[1][0] > 0, "{cases:?}");
    }
}
