//! Sentences about draws: their causes, claims, and claims that were missed.

use peatee_proto::v1::{self as proto, Sentence};
use peatee_rules::Side;

use super::sentence::{of_side, sentence};

pub(super) fn draw_cause(draw: &proto::Draw) -> Sentence {
    let (ply, count, by) = (draw.since_ply.to_string(), draw.occurrences.to_string(), draw.by_move.clone());
    match draw.cause() {
        proto::DrawCause::Repetition => sentence("draw.repetition", [("count", count), ("ply", ply)]),
        proto::DrawCause::RepetitionByMove => sentence("draw.repetition-by-move", [("count", count), ("move", by)]),
        proto::DrawCause::CountByMove => sentence("draw.count-by-move", [("move", by)]),
        proto::DrawCause::Count | proto::DrawCause::Unspecified => sentence("draw.count", []),
        proto::DrawCause::Stalemate => sentence("draw.stalemate", []),
        proto::DrawCause::DeadPosition => sentence("draw.dead-position", []),
        proto::DrawCause::FlagFall => sentence("draw.flag-fall", []),
    }
}

/// Returns the sentences about all draws that can be claimed. If several moves allow a claim by the
/// same article, one sentence lists these moves.
pub(super) fn claims(claims: &[proto::Draw]) -> Vec<Sentence> {
    let is_same = |one: &proto::Draw, other: &proto::Draw| {
        !one.by_move.is_empty()
            && !other.by_move.is_empty()
            && (&one.article, one.claimant) == (&other.article, other.claimant)
    };
    let told = claims.chunk_by(is_same).flat_map(|claims| {
        let cause = match claims {
            [claim] => draw_cause(claim),
            several => {
                let moves: Vec<&str> = several.iter().map(|claim| claim.by_move.as_str()).collect();
                sentence("claim.by-moves", [("moves", moves.join(", "))])
            }
        };
        [claimant(&claims[0]), cause]
    });
    told.collect()
}

pub(super) fn missed_draw(missed: &proto::MissedDraw) -> Sentence {
    let places = [
        ("article", missed.article.clone()),
        ("ply", missed.since_ply.to_string()),
        ("count", missed.times.to_string()),
    ];
    match missed.claimant() {
        proto::Claimant::White => of_side("claim.missed", Side::White, places),
        proto::Claimant::Black => of_side("claim.missed", Side::Black, places),
        _ => sentence("claim.missed.either", places),
    }
}

fn claimant(draw: &proto::Draw) -> Sentence {
    let places = [("article", draw.article.clone())];
    match draw.claimant() {
        proto::Claimant::White => of_side("claim.side", Side::White, places),
        proto::Claimant::Black => of_side("claim.side", Side::Black, places),
        _ => sentence("claim.either", places),
    }
}
