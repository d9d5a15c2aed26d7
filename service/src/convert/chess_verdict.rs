//! Converts verdicts on games of chess to messages.

use std::convert::Infallible;

use peatee_probe::chess::{Chess, Distances, Judged, RuleLine, RuleMove, RuleValue};
use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::cozy_chess::Color;
use peatee_probe::peatee_chess::laws::{
    Announceable, AnnouncedClaim, Article, FlagSource, Method, Ruling, THREEFOLD, UnclearCause, Verdict,
};
use peatee_probe::peatee_chess::pgn::{PgnGame, PgnMove, Score};
use peatee_proto::v1 as proto;
use peatee_rules::draw::DrawRules;

use super::chess::{count, line, played_move, rule_value, side, value};
use super::chess_notes;
use super::verdict::{agreement, note};
use crate::chess::CHESS;
use crate::chess::query::code;
use crate::note::Note;

/// What the tables say of a game in progress.
#[derive(Debug)]
pub enum Assessed {
    /// A value and a line of best play.
    Known {
        /// The value.
        value: Box<RuleValue>,
        /// The line.
        line: RuleLine,
        /// Why there is no more of the line.
        lacking: Option<Note>,
    },
    /// Nothing, for this reason.
    Unknown(Note),
}

/// The most legal moves that stand beside an illegal one.
const LEGAL_MOVES_MAX: usize = 60;

/// A judged game. `in_text` says whether it comes from a PGN text, in which its moves have places.
pub fn adjudicated(
    game: &PgnGame,
    start: &Position,
    judged: &Judged,
    assessed: Option<Assessed>,
    rules: &DrawRules,
    in_text: bool,
) -> proto::AdjudicateResponse {
    let rule_code = rules.code;
    proto::AdjudicateResponse {
        variant: CHESS.to_owned(),
        rules: rule_code.id.to_owned(),
        rules_year: rule_code.year.to_owned(),
        rules_standing: rule_code.standing.to_owned(),
        rules_is_default: rule_code.id == code().id,
        start_fen: start.fen(),
        moves_after_end: game.moves[game.moves.len() - judged.verdict.plies_after_end..]
            .iter()
            .map(|mv| mv.san.clone())
            .collect(),
        moves: replayed(start, &game.moves[..judged.verdict.plies]),
        verdict: Some(verdict(judged, assessed, rules, in_text)),
        written_result: game.result().filter(|&score| score != Score::Open).map_or("", Score::text).to_owned(),
        agreement: agreement(judged.agreement).into(),
        ..proto::AdjudicateResponse::default()
    }
}

/// Moves that have been found to be legal, with what each leads to.
fn replayed(start: &Position, moves: &[PgnMove]) -> Vec<proto::GameMove> {
    let step = |position: &mut Position, written: &PgnMove| {
        let mv = position.parse_san(&written.san).ok()?;
        let after = position.after(mv);
        let out = proto::GameMove {
            r#move: Some(played_move(position, mv)),
            fen_after: after.fen(),
            counters_after: String::new(),
            text: written.san.clone(),
            comments: written.comments.clone(),
        };
        *position = after;
        Some(out)
    };
    moves.iter().scan(start.clone(), step).collect()
}

fn verdict(judged: &Judged, assessed: Option<Assessed>, rules: &DrawRules, in_text: bool) -> proto::Verdict {
    let verdict = &judged.verdict;
    let position = &verdict.position;
    let counts =
        [(Article::FiftyMoves, Chess::fifty_moves()), (Article::SeventyFiveMoves, Chess::seventy_five_moves())];
    let counts = counts.map(|(article, rules)| (article, Chess::limit_plies(&rules)));
    let counts = counts.map(|(article, limit_plies)| count(position, article.number(), article.text(), limit_plies));
    let mut out = proto::Verdict {
        plies: verdict.plies as u32,
        fen: position.fen(),
        counts: counts.into(),
        occurrences: verdict.occurrences,
        occurrences_limit: THREEFOLD,
        repetition_article: Article::Threefold.number().to_owned(),
        plies_after_end: verdict.plies_after_end as u32,
        mating_line: position.line_san(&verdict.mating_line),
        announced_claim: verdict.announced.as_ref().map(|claim| announced_claim(position, claim)),
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
    let at = |number: u32| if in_text { number } else { 0 };
    match &verdict.ruling {
        Ruling::Unclear { san, place, cause, legal } => {
            let legal = listed(legal);
            let (of_cause, candidates) = match cause {
                UnclearCause::Ambiguous { candidates } => (proto::UnclearCause::Ambiguous, candidates.clone()),
                UnclearCause::Unreadable { .. } => (proto::UnclearCause::Unreadable, Vec::new()),
            };
            out.set_ruling(proto::Ruling::UnclearMove);
            out.unclear_move = Some(proto::UnclearMove {
                ply: verdict.plies as u32 + 1,
                text: san.clone(),
                line: at(place.line),
                column: at(place.column),
                cause: of_cause.into(),
                message: cause.text(),
                candidates,
                letters_note: chess_notes::letters(cause).map(note),
                legal_move_count: legal.len() as u32,
                legal_moves: legal.into_iter().take(LEGAL_MOVES_MAX).collect(),
            });
        }
        Ruling::Illegal { san, place, reason, legal } => {
            let legal = listed(legal);
            put_article(&mut out, Article::IllegalMove);
            out.set_ruling(proto::Ruling::IllegalMove);
            out.illegal_move = Some(proto::IllegalMove {
                ply: verdict.plies as u32 + 1,
                text: san.clone(),
                line: at(place.line),
                column: at(place.column),
                offence: proto::Offence::NotLegal.into(),
                message: format!("{san} is no legal move here: {reason}"),
                message_note: chess_notes::illegal(*reason).map(note),
                legal_move_count: legal.len() as u32,
                legal_moves: legal.into_iter().take(LEGAL_MOVES_MAX).collect(),
            });
        }
        Ruling::Over { winner: Some(winner), article, .. } => {
            let cause = match article {
                Article::FlagFall => proto::LossCause::FlagFall,
                _ => proto::LossCause::Checkmate,
            };
            put_article(&mut out, *article);
            out.set_ruling(proto::Ruling::Lost);
            out.loss = Some(proto::Loss { loser: side(!*winner).into(), cause: cause.into() });
        }
        Ruling::Over { winner: None, article, method } => {
            put_article(&mut out, *article);
            out.set_ruling(proto::Ruling::Drawn);
            out.method = method.map(Method::text);
            out.method_note = method.map(|method| note(chess_notes::method(method)));
            out.draw = Some(match &verdict.announced {
                Some(claim) => {
                    let by = Announceable { article: *article, mv: claim.mv, occurrences: claim.occurrences };
                    with_move(verdict, &by)
                }
                None => draw(verdict, *article, proto::Claimant::None, verdict.plies),
            });
        }
        Ruling::NotDecided { positions } => {
            put_article(&mut out, Article::FlagFall);
            out.set_ruling(proto::Ruling::NotDecided);
            out.method = judged.undecided.clone();
            out.method_note = judged.undecided.as_ref().map(|text| note(chess_notes::undecided(*positions, text)));
        }
        Ruling::InProgress => {
            out.set_ruling(proto::Ruling::InProgress);
            let standing = verdict.claims.iter().map(|claim| claimable(verdict, claim.article, claim.since_ply));
            out.claims = standing.chain(verdict.announceable.iter().map(|by| with_move(verdict, by))).collect();
            out.assessment = assessed.map(|assessed| assessment(position, assessed, rules));
        }
    }
    out
}

fn put_article(out: &mut proto::Verdict, article: Article) {
    out.article = article.number().to_owned();
    out.article_text = Some(article.text().to_owned());
}

/// The moves of a list with spaces between them.
fn listed(moves: &str) -> Vec<String> {
    moves.split(' ').map(str::to_owned).collect()
}

fn announced_claim(position: &Position, claim: &AnnouncedClaim) -> proto::AnnouncedClaim {
    proto::AnnouncedClaim {
        r#move: position.san(claim.mv),
        is_correct: claim.article.is_some(),
        article: claim.article.map_or("", Article::number).to_owned(),
        occurrences: claim.occurrences,
        used_plies: claim.halfmove_clock,
    }
}

/// A draw that may be claimed with a move that is not made.
fn with_move(verdict: &Verdict, by: &Announceable) -> proto::Draw {
    let by_move = verdict.position.san(by.mv);
    let cause = match by.article {
        Article::ThreefoldAnnounced => proto::DrawCause::RepetitionByMove,
        _ => proto::DrawCause::CountByMove,
    };
    let occurrences = if by.article == Article::ThreefoldAnnounced { by.occurrences } else { 0 };
    proto::Draw { by_move, cause: cause.into(), occurrences, ..claimable(verdict, by.article, verdict.plies) }
}

fn claimable(verdict: &Verdict, article: Article, since_ply: usize) -> proto::Draw {
    let claimant = match verdict.position.side_to_move() {
        Color::White => proto::Claimant::White,
        Color::Black => proto::Claimant::Black,
    };
    draw(verdict, article, claimant, since_ply)
}

fn draw(verdict: &Verdict, article: Article, claimant: proto::Claimant, since_ply: usize) -> proto::Draw {
    let (cause, limit_plies) = match article {
        Article::Stalemate => (proto::DrawCause::Stalemate, 0),
        Article::FlagFall => (proto::DrawCause::FlagFall, 0),
        Article::Threefold | Article::Fivefold => (proto::DrawCause::Repetition, 0),
        Article::ThreefoldAnnounced => (proto::DrawCause::RepetitionByMove, 0),
        Article::FiftyMovesAnnounced => (proto::DrawCause::CountByMove, Chess::limit_plies(&Chess::fifty_moves())),
        Article::FiftyMoves => (proto::DrawCause::Count, Chess::limit_plies(&Chess::fifty_moves())),
        Article::SeventyFiveMoves => (proto::DrawCause::Count, Chess::limit_plies(&Chess::seventy_five_moves())),
        Article::DeadPosition | Article::Checkmate | Article::IllegalMove => (proto::DrawCause::DeadPosition, 0),
    };
    proto::Draw {
        article: article.number().to_owned(),
        text: article.text().to_owned(),
        cause: cause.into(),
        claimant: claimant.into(),
        since_ply: since_ply as u32,
        occurrences: if cause == proto::DrawCause::Repetition { verdict.occurrences } else { 0 },
        used_plies: if limit_plies > 0 { verdict.position.halfmove_clock() } else { 0 },
        limit_plies,
        ..proto::Draw::default()
    }
}

fn assessment(position: &Position, assessed: Assessed, rules: &DrawRules) -> proto::Assessment {
    match assessed {
        Assessed::Unknown(unknown) => proto::Assessment {
            unknown_reason: unknown.text.clone(),
            unknown_note: Some(note(unknown)),
            ..proto::Assessment::default()
        },
        Assessed::Known { value: of_position, line: best, lacking: unread } => {
            let of_clock = |dtz_plies| Distances { dtz_plies, ..Distances::default() };
            let dtz = |before: &Position, rated: &RuleMove| {
                Ok::<_, Infallible>(of_clock(rated.reset_plies(&Chess, before, rules)))
            };
            let Ok((moves, end)) = line(position, &best, rules, dtz);
            let missing = || of_position.lacking.map(|table| Note::new("missing-tables", [], table.to_string()));
            let lacking = unread.or_else(missing);
            proto::Assessment {
                value: Some(value(of_position.value.wdl, of_clock(of_position.needed_plies))),
                rule_value: Some(rule_value(position, &of_position, rules)),
                line: moves,
                line_end: end.into(),
                unknown_reason: lacking.as_ref().map(|note| note.text.clone()).unwrap_or_default(),
                unknown_note: lacking.map(note),
            }
        }
    }
}
