//! Converts positions and values between the types of Rust and the structs of C.

use peatee_probe::any::Tables;
use peatee_probe::peatee_rules::{Kind, Move, Position, Setup, Side};
use peatee_probe::{Clock, Draughts, Metric, ProbeError, Probed, RatedMove, RuleOutcome, RuleValue, Value, Wdl};

use crate::failure::{Failure, status_of};
use crate::types::game::PeateeMove;
use crate::types::position::{PeateeBitboard, PeateeKind, PeateePosition, PeateeSide};
use crate::types::rules::{PeateeClock, PeateeOutcome, PeateeRuleValue};
use crate::types::value::{PEATEE_NO_PLIES, PeateeStatus, PeateeValue, PeateeWdl};

/// Converts a position of the caller. The position may be impossible, because a probe checks it
/// later.
#[inline(always)]
pub(crate) fn position(from: &PeateePosition) -> Result<Position, Failure> {
    let side = match from.side_to_move {
        0 => Side::White,
        1 => Side::Black,
        other => return Err(no_side(other)),
    };
    let squares = |set: PeateeBitboard| u128::from(set.low) | u128::from(set.high) << 64;
    let white = [from.white_men, from.white_kings, from.white_parachutists].map(squares);
    let black = [from.black_men, from.black_kings, from.black_parachutists].map(squares);
    Ok(Position { setup: Setup { pieces: [white, black] }, side })
}

#[cold]
fn no_side(number: i32) -> Failure {
    Failure::bad_argument(format!("`side_to_move` is {number}; 0 is White, 1 is Black"))
}

pub(crate) fn bitboard(squares: u128) -> PeateeBitboard {
    PeateeBitboard { low: squares as u64, high: (squares >> 64) as u64 }
}

pub(crate) fn to_position(from: &Position) -> PeateePosition {
    let [white, black] = from.setup.pieces.map(|pieces| pieces.map(bitboard));
    PeateePosition {
        white_men: white[Kind::Man as usize],
        white_kings: white[Kind::King as usize],
        white_parachutists: white[Kind::Parachutist as usize],
        black_men: black[Kind::Man as usize],
        black_kings: black[Kind::King as usize],
        black_parachutists: black[Kind::Parachutist as usize],
        side_to_move: match from.side {
            Side::White => PeateeSide::White as i32,
            Side::Black => PeateeSide::Black as i32,
        },
    }
}

#[inline(always)]
pub(crate) fn to_wdl(wdl: Wdl) -> i32 {
    match wdl {
        Wdl::Loss => PeateeWdl::Loss as i32,
        Wdl::Draw => PeateeWdl::Draw as i32,
        Wdl::Win => PeateeWdl::Win as i32,
    }
}

pub(crate) fn to_plies(plies: Option<u32>) -> i32 {
    plies.map_or(PEATEE_NO_PLIES, |plies| i32::try_from(plies).unwrap_or(i32::MAX))
}

#[inline(always)]
pub(crate) fn to_value(value: Value) -> PeateeValue {
    PeateeValue { status: PeateeStatus::Ok as i32, wdl: to_wdl(value.wdl), plies: to_plies(value.plies) }
}

pub(crate) const fn no_value(status: PeateeStatus) -> PeateeValue {
    PeateeValue { status: status as i32, wdl: 0, plies: PEATEE_NO_PLIES }
}

pub(crate) fn to_kind(kind: Kind) -> i32 {
    match kind {
        Kind::Man => PeateeKind::Man as i32,
        Kind::King => PeateeKind::King as i32,
        Kind::Parachutist => PeateeKind::Parachutist as i32,
    }
}

/// Converts a move whose value is not probed.
pub(crate) fn to_move(mv: &Move, after: &Position) -> PeateeMove {
    PeateeMove {
        from: mv.from.0.into(),
        to: mv.to.0.into(),
        kind: to_kind(mv.kind),
        becomes: to_kind(mv.becomes),
        captured: bitboard(mv.captured),
        after: to_position(after),
        value: no_value(PeateeStatus::NotProbed),
        dtc_plies: PEATEE_NO_PLIES,
    }
}

pub(crate) fn to_rated_move(tables: &Tables<Draughts>, rated: &RatedMove) -> Result<PeateeMove, Failure> {
    let dtc_plies = to_plies(tables.dtc_of_move(rated)?);
    Ok(PeateeMove { value: to_value(rated.value), dtc_plies, ..to_move(&rated.mv, &rated.position) })
}

pub(crate) fn to_outcome(outcome: RuleOutcome) -> PeateeOutcome {
    match outcome {
        RuleOutcome::Win => PeateeOutcome::Win,
        RuleOutcome::MaybeWin => PeateeOutcome::MaybeWin,
        RuleOutcome::CursedWin => PeateeOutcome::CursedWin,
        RuleOutcome::Draw => PeateeOutcome::Draw,
        RuleOutcome::BlessedLoss => PeateeOutcome::BlessedLoss,
        RuleOutcome::MaybeLoss => PeateeOutcome::MaybeLoss,
        RuleOutcome::Loss => PeateeOutcome::Loss,
    }
}

pub(crate) fn to_rule_value<S>(found: &RuleValue<S>) -> PeateeRuleValue {
    let clock = match found.clock {
        Clock::None => PeateeClock::None,
        Clock::ToEnd(_) => PeateeClock::ToEnd,
        Clock::ToReset(_) => PeateeClock::ToReset,
    };
    let count = found.clock.count();
    PeateeRuleValue {
        status: PeateeStatus::Ok as i32,
        outcome: to_outcome(found.outcome) as i32,
        value: to_value(found.value),
        clock: clock as i32,
        used_plies: to_plies(count.map(|count| count.used_plies)),
        limit_plies: to_plies(count.map(|count| count.limit_plies)),
        needed_plies: to_plies(found.needed_plies),
    }
}

pub(crate) const fn no_rule_value(status: PeateeStatus) -> PeateeRuleValue {
    PeateeRuleValue {
        status: status as i32,
        outcome: 0,
        value: no_value(status),
        clock: 0,
        used_plies: PEATEE_NO_PLIES,
        limit_plies: PEATEE_NO_PLIES,
        needed_plies: PEATEE_NO_PLIES,
    }
}

/// Returns the WDL of a position, and its distance in a metric, in plies. If the metric is DTR
/// (plies to the next move that resets a count of draw rules) and its table is missing, the value
/// has no distance. A missing table of another metric is an error.
#[inline]
pub(crate) fn value_in<G: Probed>(
    tables: &Tables<G>,
    at: &G::Position,
    metric: Metric,
) -> Result<PeateeValue, ProbeError> {
    Ok(to_value(match metric {
        Metric::Wdl => Value { wdl: tables.probe_wdl(at)?, plies: None },
        Metric::Dtr(_) => tables.value_in(at, metric)?,
        _ => Value { wdl: tables.probe_wdl(at)?, plies: tables.plies(at, metric)? },
    }))
}

/// First failure of a call that probes many positions. Each position also has a status of its own.
#[derive(Default)]
pub(crate) struct FirstFailure(Option<Failure>);

impl FirstFailure {
    #[cold]
    pub(crate) fn note(&mut self, number: usize, failure: Failure) -> PeateeStatus {
        let status = failure.status;
        self.0.get_or_insert_with(|| Failure::new(status, format!("position {number}: {}", failure.text)));
        status
    }

    #[cold]
    pub(crate) fn note_probe(&mut self, number: usize, error: ProbeError) -> PeateeStatus {
        let status = status_of(&error);
        self.0.get_or_insert_with(|| Failure::new(status, format!("position {number}: {error}")));
        status
    }

    pub(crate) fn result(self) -> Result<(), Failure> {
        self.0.map_or(Ok(()), Err)
    }
}
