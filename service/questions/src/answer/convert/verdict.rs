//! Conversion of verdicts to messages.

use peatee_probe::adjudicate::{
    Agreement, AnnouncedClaim, Assessment, FlagSource, IllegalMove, MissedDraw, MoveMark, MoveValue, Note, Offence,
    PlayedMove, Ruling, UnclearMove, Verdict,
};
use peatee_proto::v1 as proto;
use peatee_rules::Side;
use peatee_rules::draw::{Claimant, Draw, DrawCause, Loss};

use super::family::Messages;
use super::messages::{side, value};

/// Converts the verdict on a game to a message. `in_text` is true if the game comes from a PDN or
/// PGN text; only then does the message contain the line and column of moves.
pub fn adjudicated<G: Messages>(game: &G, verdict: &Verdict<G>, in_text: bool) -> proto::AdjudicateResponse {
    let (rules, code) = (&verdict.rules, verdict.rules.code);
    let befores = std::iter::once(&verdict.start).chain(verdict.moves.iter().map(|mv| &mv.position));
    let moves = befores.zip(&verdict.moves).map(|(before, mv)| game_move(game, verdict, before, mv));
    proto::AdjudicateResponse {
        variant: game.id().to_owned(),
        rules: rules.name(),
        rules_year: code.year.to_owned(),
        rules_standing: code.standing.to_owned(),
        rules_is_default: code.id == game.default_code(),
        start_fen: game.fen(&verdict.start),
        start_counters: game.counters_text(rules, &verdict.start_counters, &verdict.start),
        moves: moves.collect(),
        moves_after_end: verdict.written_after_end.clone(),
        verdict: Some(of_position(game, verdict, in_text)),
        written_result: verdict.written.map_or("", |written| written.text).to_owned(),
        agreement: agreement(verdict.agreement).into(),
        asks_arbiter: verdict.asks_arbiter(),
        ..proto::AdjudicateResponse::default()
    }
}

/// Adds notes (remarks for the user) to an answer. Does not add the sentences that show the notes
/// as text.
pub fn put_notes(out: &mut proto::AdjudicateResponse, notes: impl IntoIterator<Item = Note>) {
    for added in notes {
        out.notes.push(added.text.clone());
        out.structured_notes.push(note(&added));
    }
}

fn note(Note { key, places, text }: &Note) -> proto::Note {
    let place = |(name, value): &(&str, String)| proto::NotePlace { name: (*name).to_owned(), value: value.clone() };
    proto::Note { key: (*key).to_owned(), places: places.iter().map(place).collect(), text: text.clone() }
}

fn game_move<G: Messages>(
    game: &G,
    verdict: &Verdict<G>,
    before: &G::Position,
    played: &PlayedMove<G>,
) -> proto::GameMove {
    proto::GameMove {
        r#move: Some(game.game_move(before, &played.mv, played.text.clone())),
        fen_after: game.fen(&played.position),
        counters_after: game.counters_text(&verdict.rules, &played.counters, &played.position),
        text: played.written.clone(),
        comments: played.comments.clone(),
        value: played.value.as_ref().map(|value| move_value(game, verdict, (before, &played.position), value)),
    }
}

/// Converts the value of a move to a message, with the positions before and after the move.
fn move_value<G: Messages>(
    game: &G,
    verdict: &Verdict<G>,
    (before, after): (&G::Position, &G::Position),
    of: &MoveValue<G>,
) -> proto::MoveValue {
    let rules = &verdict.rules;
    let mark = of.mark.map(|mark| same_name!(mark, MoveMark => proto::MoveMark: Mistake Blunder OnlyMove));
    proto::MoveValue {
        value_before: Some(game.value(&of.before)),
        rule_value_before: Some(game.rule_value(rules, before, &of.before)),
        value_after: of.after.as_ref().map(|value| game.value(value)),
        rule_value_after: of.after.as_ref().map(|value| game.rule_value(rules, after, value)),
        legal_move_count: of.legal_moves as u32,
        keeping_move_count: of.keeping_moves.map(|count| count as u32),
        best_move: of.best.as_ref().map(|mv| game.game_move(before, mv, game.move_text(before, mv))),
        mark: mark.unwrap_or_default().into(),
    }
}

fn of_position<G: Messages>(game: &G, verdict: &Verdict<G>, in_text: bool) -> proto::Verdict {
    let (rules, position) = (&verdict.rules, &verdict.position);
    let mut before = position.clone();
    let mating_line = verdict.mating_line.iter().map(|mv| {
        let text = game.move_text(&before, mv);
        before = game.after(&before, mv);
        text
    });
    let article = verdict.article();
    let repetition = game.repetition(rules);
    let mut out = proto::Verdict {
        article: article.unwrap_or_default().to_owned(),
        article_text: article.and_then(|article| game.article_text(article)).map(str::to_owned),
        plies: verdict.plies() as u32,
        mating_line: mating_line.collect(),
        fen: game.fen(position),
        counts: verdict.counts.iter().map(|status| game.count(rules, status)).collect(),
        counters: game.counters_text(rules, &verdict.counters, position),
        plies_after_end: verdict.written_after_end.len() as u32,
        claims: verdict.claims.iter().map(|claim| draw(game, position, claim)).collect(),
        missed_draws: verdict.missed.iter().map(missed_draw).collect(),
        assessment: verdict.assessment.as_ref().map(|assessment| assessed(game, verdict, assessment)),
        value_without_counts: verdict.without_counts.map(value),
        method: verdict.proof.as_ref().map(|proof| proof.text.clone()),
        method_note: verdict.proof.as_ref().map(note),
        occurrences: verdict.occurrences,
        occurrences_limit: repetition.map_or(0, |(limit, _)| limit),
        repetition_article: repetition.map_or("", |(_, article)| article).to_owned(),
        announced_claim: verdict.announced.as_ref().map(|claim| announced_claim(game, position, claim)),
        ..proto::Verdict::default()
    };
    if let Some(flag) = verdict.flag {
        out.set_flag_fallen(side(flag.side));
        out.set_flag_source(match flag.source {
            FlagSource::Named => proto::FlagSource::Request,
            FlagSource::Loser => proto::FlagSource::Termination,
            FlagSource::SideToMove => proto::FlagSource::TerminationSideToMove,
        });
    }
    put_ruling(&mut out, game, verdict, in_text);
    out
}

fn put_ruling<G: Messages>(out: &mut proto::Verdict, game: &G, verdict: &Verdict<G>, in_text: bool) {
    let place = if in_text { (verdict.place.line, verdict.place.column) } else { (0, 0) };
    let ruling = match &verdict.ruling {
        Ruling::Illegal(illegal) => {
            out.illegal_move = Some(illegal_move(illegal, place));
            proto::Ruling::IllegalMove
        }
        Ruling::Unclear(unclear) => {
            out.unclear_move = Some(unclear_move(unclear, place));
            proto::Ruling::UnclearMove
        }
        Ruling::Lost { loser, how, .. } => {
            out.loss = Some(proto::Loss { loser: side(*loser).into(), cause: loss_cause(*how).into() });
            proto::Ruling::Lost
        }
        Ruling::Drawn(found) => {
            let by_count = matches!(found.cause, DrawCause::Count { .. });
            let demonstration = verdict.rules.code.demonstration_article.filter(|_| by_count);
            out.demonstration_article = demonstration.unwrap_or_default().to_owned();
            out.draw = Some(draw(game, &verdict.position, found));
            proto::Ruling::Drawn
        }
        Ruling::NotDecided { .. } => proto::Ruling::NotDecided,
        _ => proto::Ruling::InProgress,
    };
    out.set_ruling(ruling);
}

fn illegal_move(illegal: &IllegalMove, (line, column): (u32, u32)) -> proto::IllegalMove {
    let offence = match illegal.offence {
        Offence::Unreadable => proto::Offence::Unreadable,
        Offence::Ambiguous => proto::Offence::Ambiguous,
        Offence::OpponentsPiece => proto::Offence::OpponentsPiece,
        Offence::NoCapture => proto::Offence::NoCapture,
        Offence::WrongCapture => proto::Offence::WrongCapture,
        // The message has one value for these offences; its text says which rule was broken.
        Offence::WrongMove | Offence::KingMoves | Offence::Impossible => proto::Offence::WrongMove,
        Offence::NotLegal => proto::Offence::NotLegal,
    };
    proto::IllegalMove {
        ply: illegal.ply as u32,
        text: illegal.text.clone(),
        line,
        column,
        offence: offence.into(),
        message: illegal.message.clone(),
        message_note: illegal.reason.as_ref().map(note),
        legal_moves: illegal.legal.clone(),
        legal_move_count: illegal.legal_count as u32,
    }
}

fn unclear_move(unclear: &UnclearMove, (line, column): (u32, u32)) -> proto::UnclearMove {
    let cause = match unclear.candidates[..] {
        _ if unclear.is_impossible => proto::UnclearCause::Impossible,
        [] => proto::UnclearCause::Unreadable,
        _ => proto::UnclearCause::Ambiguous,
    };
    proto::UnclearMove {
        ply: unclear.ply as u32,
        text: unclear.text.clone(),
        line,
        column,
        cause: cause.into(),
        message: unclear.message.clone(),
        candidates: unclear.candidates.clone(),
        letters_note: unclear.why.as_ref().map(note),
        legal_moves: unclear.legal.clone(),
        legal_move_count: unclear.legal_count as u32,
    }
}

fn announced_claim<G: Messages>(
    game: &G,
    position: &G::Position,
    claim: &AnnouncedClaim<G::Move>,
) -> proto::AnnouncedClaim {
    proto::AnnouncedClaim {
        r#move: game.move_text(position, &claim.mv),
        is_correct: claim.article.is_some(),
        article: claim.article.unwrap_or_default().to_owned(),
        occurrences: claim.occurrences,
        used_plies: claim.used_plies,
    }
}

fn assessed<G: Messages>(game: &G, verdict: &Verdict<G>, assessment: &Assessment<G>) -> proto::Assessment {
    match assessment {
        Assessment::Unknown(why) => proto::Assessment {
            unknown_reason: why.text.clone(),
            unknown_note: Some(note(why)),
            ..proto::Assessment::default()
        },
        Assessment::Known { value, line, lacking } => {
            let (moves, end) = game.rule_line(&verdict.rules, &verdict.position, line);
            proto::Assessment {
                value: Some(game.value(value)),
                rule_value: Some(game.rule_value(&verdict.rules, &verdict.position, value)),
                line: moves,
                line_end: end.into(),
                unknown_reason: lacking.as_ref().map(|note| note.text.clone()).unwrap_or_default(),
                unknown_note: lacking.as_ref().map(note),
            }
        }
    }
}

const fn claimant(claimant: Claimant) -> proto::Claimant {
    match claimant {
        Claimant::Either => proto::Claimant::Either,
        Claimant::ToMove(Side::White) => proto::Claimant::White,
        Claimant::ToMove(Side::Black) => proto::Claimant::Black,
    }
}

fn missed_draw(missed: &MissedDraw) -> proto::MissedDraw {
    proto::MissedDraw {
        article: missed.article.to_owned(),
        claimant: claimant(missed.claimant).into(),
        since_ply: missed.since_ply as u32,
        times: missed.times as u32,
    }
}

fn draw<G: Messages>(game: &G, position: &G::Position, draw: &Draw<G::Move>) -> proto::Draw {
    let mut out = proto::Draw {
        article: draw.article.to_owned(),
        text: draw.text.to_owned(),
        claimant: draw.claimant.map_or(proto::Claimant::None, claimant).into(),
        since_ply: draw.since_ply as u32,
        ..proto::Draw::default()
    };
    let cause = match &draw.cause {
        DrawCause::Repetition { occurrences } => {
            out.occurrences = *occurrences;
            proto::DrawCause::Repetition
        }
        DrawCause::RepetitionByMove { by, occurrences } => {
            out.occurrences = *occurrences;
            out.by_move = game.move_text(position, by);
            proto::DrawCause::RepetitionByMove
        }
        DrawCause::Count { used_plies, limit_plies } => {
            (out.used_plies, out.limit_plies) = (*used_plies, *limit_plies);
            proto::DrawCause::Count
        }
        DrawCause::CountByMove { by, used_plies, limit_plies } => {
            (out.used_plies, out.limit_plies) = (*used_plies, *limit_plies);
            out.by_move = game.move_text(position, by);
            proto::DrawCause::CountByMove
        }
        DrawCause::Stalemate => proto::DrawCause::Stalemate,
        DrawCause::DeadPosition => proto::DrawCause::DeadPosition,
        DrawCause::FlagFall => proto::DrawCause::FlagFall,
    };
    out.set_cause(cause);
    out
}

const fn loss_cause(how: Loss) -> proto::LossCause {
    same_name!(how, Loss => proto::LossCause:
        NoMove NoPieces OpponentHasNoMove OpponentHasNoPieces Promotion Checkmate FlagFall
    )
}

const fn agreement(agreement: Agreement) -> proto::Agreement {
    same_name!(agreement, Agreement => proto::Agreement:
        Confirmed Contradicted Plausible AgainstValue Unknown NoResult IllegalMove ByTime
    )
}
