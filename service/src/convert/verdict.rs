//! Converts verdicts to messages.

use peatee_probe::adjudicate::{Agreement, Assessment, IllegalMove, Offence, PlayedMove, Review, Ruling, Start};
use peatee_proto::v1 as proto;
use peatee_rules::draw::{Claimant, Draw, DrawCause, Loss, Outcome};
use peatee_rules::notation::pdn::{PdnGame, PdnMove};
use peatee_rules::{Draughts, Position, Side};

use super::messages::{count, rule_line, rule_value, side, value, written_move};
use crate::judging::Bench;
use crate::note::Note;

/// A judged game and the start it was judged from. `in_text` says whether the game comes from a PDN
/// text, in which its moves have places.
pub fn adjudicated(
    bench: &Bench<'_>,
    pdn: &PdnGame,
    start: &Start,
    review: &Review,
    in_text: bool,
) -> proto::AdjudicateResponse {
    let (variant, code) = (bench.game().variant(), bench.rules().code);
    let counters = start.counters.unwrap_or_else(|| bench.rules().start(&start.position));
    proto::AdjudicateResponse {
        rules_year: code.year.to_owned(),
        rules_standing: code.standing.to_owned(),
        rules_is_default: variant.rule_codes.first() == Some(&code.id),
        start_fen: bench.game().fen(&start.position),
        start_counters: bench.rules().counters_text(&counters, &start.position),
        moves: review.verdict.moves.iter().zip(&pdn.moves).map(|(mv, written)| game_move(bench, mv, written)).collect(),
        notes: Vec::new(),
        structured_notes: Vec::new(),
        moves_after_end: after_end(pdn, review),
        variant: bench.game().variant().id.to_owned(),
        rules: bench.rules().name(),
        verdict: Some(verdict(bench, review, in_text)),
        written_result: review.written.map(|score| score.text().to_owned()).unwrap_or_default(),
        agreement: agreement(review.agreement).into(),
    }
}

/// The moves that were written after the end of a game.
fn after_end(pdn: &PdnGame, review: &Review) -> Vec<String> {
    let Ruling::Over { moves_after_end, .. } = review.verdict.ruling else { return Vec::new() };
    pdn.moves[pdn.moves.len().saturating_sub(moves_after_end)..].iter().map(|mv| mv.text.clone()).collect()
}

/// Adds notes to an answer.
pub fn put_notes(out: &mut proto::AdjudicateResponse, notes: impl IntoIterator<Item = Note>) {
    for added in notes {
        out.notes.push(added.text.clone());
        out.structured_notes.push(note(added));
    }
}

/// A note.
pub fn note(Note { key, places, text }: Note) -> proto::Note {
    let places = places.into_iter().map(|(name, value)| proto::NotePlace { name: name.to_owned(), value });
    proto::Note { key: key.to_owned(), places: places.collect(), text }
}

/// A move of a game with what it leads to.
fn game_move(bench: &Bench<'_>, played: &PlayedMove, written: &PdnMove) -> proto::GameMove {
    proto::GameMove {
        r#move: Some(written_move(bench.game(), &played.mv, played.text.clone())),
        fen_after: bench.game().fen(&played.position),
        counters_after: bench.rules().counters_text(&played.counters, &played.position),
        text: written.text.clone(),
        comments: written.comments.clone(),
    }
}

fn verdict(bench: &Bench<'_>, review: &Review, in_text: bool) -> proto::Verdict {
    let (game, rules, verdict) = (bench.game(), bench.rules(), &review.verdict);
    let mut out = proto::Verdict {
        plies: verdict.plies as u32,
        fen: game.fen(&verdict.position),
        counts: verdict.counts.iter().map(|status| count(rules, status)).collect(),
        counters: rules.counters_text(&verdict.counters, &verdict.position),
        value_without_counts: verdict.without_counts.map(value),
        occurrences: verdict.occurrences,
        occurrences_limit: rules.code.repetition.map_or(0, |rule| rule.occurrences),
        repetition_article: rules.code.repetition.map_or("", |rule| rule.article).to_owned(),
        demonstration_article: match (rules.code.demonstration_article, &verdict.ruling) {
            (
                Some(article),
                Ruling::Over { outcome: Outcome::Drawn(Draw { cause: DrawCause::Count { .. }, .. }), .. },
            ) => article.to_owned(),
            _ => String::new(),
        },
        ..proto::Verdict::default()
    };
    match &verdict.ruling {
        Ruling::Illegal(illegal) => {
            out.set_ruling(proto::Ruling::IllegalMove);
            out.article = illegal.article.unwrap_or_default().to_owned();
            out.illegal_move = Some(illegal_move(illegal, review, in_text));
        }
        Ruling::Over { outcome, moves_after_end } => {
            out.plies_after_end = *moves_after_end as u32;
            put_end(&mut out, game, &verdict.position, outcome);
        }
        Ruling::InProgress { claims, assessment } => {
            out.set_ruling(proto::Ruling::InProgress);
            out.claims = claims.iter().map(|claim| draw(game, &verdict.position, claim)).collect();
            out.assessment = Some(assessed(bench, &verdict.position, assessment));
        }
    }
    out
}

fn put_end(out: &mut proto::Verdict, game: &Draughts, position: &Position, outcome: &Outcome) {
    match outcome {
        Outcome::Lost { loser, how, article } => {
            out.set_ruling(proto::Ruling::Lost);
            out.article = article.unwrap_or_default().to_owned();
            out.loss = Some(proto::Loss { loser: side(*loser).into(), cause: loss_cause(*how).into() });
        }
        Outcome::Drawn(found) => {
            out.set_ruling(proto::Ruling::Drawn);
            out.article = found.article.to_owned();
            out.draw = Some(draw(game, position, found));
        }
        Outcome::InProgress { .. } => out.set_ruling(proto::Ruling::InProgress),
    }
}

fn illegal_move(illegal: &IllegalMove, review: &Review, in_text: bool) -> proto::IllegalMove {
    let offence = match illegal.offence {
        Offence::Unreadable => proto::Offence::Unreadable,
        Offence::Ambiguous => proto::Offence::Ambiguous,
        Offence::OpponentsPiece => proto::Offence::OpponentsPiece,
        Offence::NoCapture => proto::Offence::NoCapture,
        Offence::WrongCapture => proto::Offence::WrongCapture,
        // The message says what is wrong.
        Offence::WrongMove | Offence::KingMoves => proto::Offence::WrongMove,
    };
    proto::IllegalMove {
        ply: illegal.ply as u32,
        text: illegal.text.clone(),
        line: if in_text { review.place.line } else { 0 },
        column: if in_text { review.place.column } else { 0 },
        offence: offence.into(),
        message: illegal.message.clone(),
        legal_moves: illegal.legal.clone(),
        legal_move_count: illegal.legal_count as u32,
        message_note: None,
    }
}

/// Why tables say nothing of a position.
fn unknown(bench: &Bench<'_>, position: &Position, reason: &str) -> Note {
    let (pieces, text) = (position.setup.piece_count(), reason.to_owned());
    match bench.most_pieces() {
        None => Note::new("no-tables", [("game", bench.game().variant().id)], text),
        Some(most) if pieces > most => {
            Note::new("too-many-pieces", [("pieces", &pieces.to_string()), ("most", &most.to_string())], text)
        }
        Some(_) => Note::new("missing-tables", [], text),
    }
}

fn assessed(bench: &Bench<'_>, position: &Position, assessment: &Assessment) -> proto::Assessment {
    match assessment {
        Assessment::Unknown { reason } => {
            let note = Some(note(unknown(bench, position, reason)));
            proto::Assessment { unknown_reason: reason.clone(), unknown_note: note, ..proto::Assessment::default() }
        }
        Assessment::Known { value: known, line } => {
            let (moves, end) = rule_line(bench.game(), position, bench.rules(), line);
            proto::Assessment {
                value: Some(value(known.value)),
                rule_value: Some(rule_value(bench.rules(), known)),
                line: moves,
                line_end: end.into(),
                unknown_reason: known
                    .lacking
                    .map(|table| table.to_string())
                    .or_else(|| line.lacking.clone())
                    .unwrap_or_default(),
                unknown_note: match (known.lacking, &line.lacking) {
                    (Some(lacking), _) => {
                        let table = format!("{} {}", lacking.slice.name(), lacking.metric);
                        Some(note(Note::new("missing-table", [("table", &table)], lacking.to_string())))
                    }
                    (None, Some(reason)) => Some(note(Note::new("missing-tables", [], reason.clone()))),
                    (None, None) => None,
                },
            }
        }
    }
}

fn draw(game: &Draughts, position: &Position, draw: &Draw) -> proto::Draw {
    let claimant = match draw.claimant {
        None => proto::Claimant::None,
        Some(Claimant::Either) => proto::Claimant::Either,
        Some(Claimant::ToMove(Side::White)) => proto::Claimant::White,
        Some(Claimant::ToMove(Side::Black)) => proto::Claimant::Black,
    };
    let mut out = proto::Draw {
        article: draw.article.to_owned(),
        text: draw.text.to_owned(),
        claimant: claimant.into(),
        since_ply: draw.since_ply as u32,
        ..proto::Draw::default()
    };
    match &draw.cause {
        DrawCause::Repetition { occurrences } => {
            out.set_cause(proto::DrawCause::Repetition);
            out.occurrences = *occurrences;
        }
        DrawCause::RepetitionByMove { by, occurrences } => {
            out.set_cause(proto::DrawCause::RepetitionByMove);
            out.occurrences = *occurrences;
            out.by_move = game.move_text(position, by);
        }
        DrawCause::Count { used_plies, limit_plies } => {
            out.set_cause(proto::DrawCause::Count);
            (out.used_plies, out.limit_plies) = (*used_plies, *limit_plies);
        }
    }
    out
}

fn loss_cause(how: Loss) -> proto::LossCause {
    match how {
        Loss::NoMove => proto::LossCause::NoMove,
        Loss::NoPieces => proto::LossCause::NoPieces,
        Loss::OpponentHasNoMove => proto::LossCause::OpponentHasNoMove,
        Loss::OpponentHasNoPieces => proto::LossCause::OpponentHasNoPieces,
        Loss::Promotion => proto::LossCause::Promotion,
    }
}

/// How a result fits.
pub fn agreement(agreement: Agreement) -> proto::Agreement {
    match agreement {
        Agreement::Confirmed => proto::Agreement::Confirmed,
        Agreement::Contradicted => proto::Agreement::Contradicted,
        Agreement::Plausible => proto::Agreement::Plausible,
        Agreement::AgainstValue => proto::Agreement::AgainstValue,
        Agreement::Unknown => proto::Agreement::Unknown,
        Agreement::NoResult => proto::Agreement::NoResult,
        Agreement::IllegalMove => proto::Agreement::IllegalMove,
        Agreement::ByTime => proto::Agreement::ByTime,
    }
}
