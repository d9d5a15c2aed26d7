//! Tests wrong WDL values that support each other. A comparison with the values one ply later finds
//! no error in them, but the verifier does.
//!
//! Two kings against one are mostly drawn in Russian draughts. If all these draws are marked as won
//! for the two kings, nearly every position has a move to another such position. Marks without
//! support are removed until every value agrees with its moves.

use std::collections::HashMap;

use crate::common::{Made, make};
use peatee_generator::TableDirectory;
use peatee_generator::explore::stats::fen_of;
use peatee_generator::solver::draughts::Solution;
use peatee_generator::solver::values::Values;
use peatee_generator::solver::values::known::Known;
use peatee_generator::spill::spill_vec::Backing;
use peatee_generator::tables::write::{WdlCoding, table_bytes};
use peatee_generator::verify::draughts::verify;
use peatee_probe::Tables;
use peatee_rules::{Position, with_kernel};
use peatee_table::{Metric, Slice, Value, Wdl};

/// Claimed values of the positions of both slices, with White to move.
type Claims = HashMap<Position, Wdl>;

fn canonical(tables: &Tables, position: Position) -> Position {
    if position.side == peatee_rules::Side::White {
        return position;
    }
    let setup = with_kernel!(tables.game(), kernel => kernel.mirrored(&position.setup.convert()).convert());
    Position { setup, side: position.side.other() }
}

fn position(tables: &Tables, slice: Slice, number: u64) -> Position {
    tables.game().parse_fen(&fen_of(tables, slice, number)).expect("legal")
}

/// Corrects the claims by the values one ply later until all claims agree with their moves.
fn supported(tables: &Tables, mut claims: Claims) -> Claims {
    loop {
        let look = |at: &Position| {
            let value_after = |mv| {
                let after = canonical(tables, tables.game().play(at, &mv));
                let known = claims.get(&after).copied();
                known.unwrap_or_else(|| tables.probe_wdl(&after).expect("there is a table")).reversed()
            };
            tables.game().moves(at).unwrap().into_iter().map(value_after).max().unwrap_or(Wdl::Loss)
        };
        let next: Claims = claims.keys().map(|at| (*at, look(at))).collect();
        if next == claims {
            return claims;
        }
        claims = next;
    }
}

#[test]
fn values_that_only_support_each_other_are_found() {
    let Made { tables, root } = make("russian", 3);
    let slices = ["KKvK", "KvKK"].map(|name| Slice::parse(tables.game(), name).expect("a slice"));
    let mut claims = Claims::new();
    for (slice, claim) in slices.into_iter().zip([Wdl::Win, Wdl::Loss]) {
        let size = tables.table(slice, Metric::Wdl).expect("there").header().positions;
        let positions = (0..size).map(|number| position(&tables, slice, number));
        claims.extend(positions.filter(|at| tables.probe_wdl(at).expect("there") == Wdl::Draw).map(|at| (at, claim)));
    }
    let claims = supported(&tables, claims);
    let wrong = claims.values().filter(|&&wdl| wdl != Wdl::Draw).count();
    assert!(wrong > 1_000, "the claims fell together: {wrong}");

    let directory = TableDirectory::open(root.path(), tables.game()).expect("nobody else is there");
    for slice in slices {
        let size = tables.table(slice, Metric::Wdl).expect("there").header().positions;
        let value = |number| {
            let at = position(&tables, slice, number);
            let wdl = claims.get(&at).copied().unwrap_or_else(|| tables.probe_wdl(&at).expect("there"));
            match wdl {
                Wdl::Loss => Known::lost(0),
                Wdl::Draw => Known::DRAW,
                Wdl::Win => Known::won(1),
            }
        };
        let solution = Solution { slice, values: Values::Plies((0..size).map(value).collect()) };
        let bytes = table_bytes(tables.game(), &solution, Metric::Wdl, None, (WdlCoding::default(), &Backing::Memory))
            .expect("it compresses");
        directory.put(slice, Metric::Wdl, &bytes).expect("writable");
    }
    drop(directory);

    let changed = Tables::open(root.path().join("russian")).expect("they open");
    let verdicts = slices.map(|slice| verify(&changed, slice, Metric::Wdl).expect("all tables are there"));
    assert_eq!(verdicts.iter().map(|verdict| verdict.wrong).sum::<u64>(), wrong as u64);
    for mistake in verdicts.iter().flat_map(|verdict| &verdict.examples) {
        // The table agrees with the moves of the position, but not with the distances.
        assert_eq!(mistake.expected, Value::DRAW, "{}", mistake.fen);
    }
}
