//! Games of chess under the FIDE Laws: how the judge replays them.

use std::collections::HashMap;

use peatee_chess::cozy_chess::{Color, Move};
use peatee_chess::laws::{self, Article, Case, THREEFOLD, judge_within};
use peatee_chess::pgn::{PgnGame, Score};
use peatee_chess::{Position, Slice};
use peatee_rules::Side;
use peatee_rules::draw::{Claimant, CountStatus, Draw, DrawCause, Loss};
use peatee_rules::notation::LISTED_MAX;
use peatee_table::Metric;

use super::chess_notes as notes;
use super::error::ReviewError;
use super::judge::Judge;
use super::note::Note;
use super::offence::{IllegalMove, Offence, UnclearMove};
use super::record_notes;
use super::verdict::{AnnouncedClaim, Flag, FlagSource, PlayedMove, Ruling, Verdict, WrittenResult};
use crate::chess::{Chess, Tables};
use crate::game::Game;
use crate::tables::SliceInfo;

/// The steps of a [`Budget`](peatee_rules::Budget) that a position of a game, or of a search for a
/// mate, takes.
const STEPS_OF_POSITION: u64 = 8;

impl Judge<'_, Chess> {
    /// Judges a game in PGN and compares its result with the verdict. When the budget ends, the
    /// verdict means nothing.
    ///
    /// # Errors
    /// Its start cannot be read, or it has no move that was announced; a table file is damaged.
    pub fn review(&self, game: &PgnGame) -> Result<Verdict<Chess>, ReviewError> {
        let goes_on = |positions: usize| self.budget.take_steps(positions as u64 * STEPS_OF_POSITION).is_ok();
        let tables = self.tables.as_ref().ok();
        let can_mate = |position: &Position, side| tables?.can_mate(position, side).ok();
        let case = Case {
            flag: self.flag.map(color),
            is_last_announced: self.is_last_announced,
            positions_max: self.positions_max,
        };
        let (start, left_out) = game.start_with_fault()?;
        let mut found = judge_within(game, &case, &can_mate, &goes_on)?;
        let may_be_mended = matches!(found.ruling, laws::Ruling::Illegal { .. } | laws::Ruling::Unclear { .. });
        let mended = if may_be_mended { game.mended(&start, &|| goes_on(1)) } else { None };
        if let Some(mended) = &mended {
            found = judge_within(mended, &case, &can_mate, &goes_on)?;
        }
        let mut game = mended.unwrap_or_else(|| game.clone());
        left_out.into_iter().for_each(|fault| game.add_fault(fault));
        let game = &game;
        let counters = Chess.counters(&self.rules, &start);
        let mut verdict = Verdict::new(self.rules, start, counters);
        self.put_moves(&mut verdict, game, &found);
        verdict.notes.extend(game.contradicting_tag().and_then(|_| record_notes::two_results(game)));
        verdict.notes.extend(record_notes::faults(game));
        verdict.proof = match found.ruling {
            laws::Ruling::Over { method: Some(method), .. } => Some(notes::method(method)),
            laws::Ruling::NotDecided { positions } => Some(self.why_not_decided(found.position.men(), positions)),
            _ => None,
        };
        verdict.ruling = ruling(&found);
        verdict.claims = claims(&found);
        verdict.occurrences = found.occurrences;
        verdict.announced = found.announced.as_ref().map(|claim| AnnouncedClaim {
            mv: claim.mv,
            occurrences: claim.occurrences,
            used_plies: claim.halfmove_clock,
            article: claim.article.map(Article::number),
        });
        verdict.flag = found.flag.map(|flag| Flag { side: side(flag.side), source: source(flag.source) });
        verdict.mating_line = found.mating_line;
        if matches!(verdict.ruling, Ruling::InProgress) {
            let (position, clock) = (&verdict.position, &verdict.counters);
            let line = |tables: &Tables, plies| tables.rule_line_from(position, &self.rules, clock, plies, self.budget);
            verdict.assessment = Some(self.assess(position, clock, line, notes::unknown)?);
        }
        Ok(self.concluded(verdict, false))
    }

    /// Fills in what was played, what was written, and where.
    fn put_moves(&self, verdict: &mut Verdict<Chess>, game: &PgnGame, found: &laws::Verdict) {
        let mut seen = HashMap::new();
        let fifty_moves = Chess::limit_plies(&Chess::fifty_moves());
        for (&mv, written) in found.moves.iter().zip(&game.moves) {
            let times = seen.entry(Chess.key(&verdict.position)).or_insert(0);
            *times += 1;
            let is_fifty = verdict.position.halfmove_clock() >= fifty_moves;
            let (claimant, ply) = (Claimant::ToMove(Chess.side(&verdict.position)), verdict.plies());
            for (article, can_claim) in [(Article::Threefold, *times >= THREEFOLD), (Article::FiftyMoves, is_fifty)] {
                if can_claim {
                    verdict.pass_over(article.number(), claimant, ply);
                }
            }
            let text = verdict.position.san(mv);
            verdict.position = verdict.position.after(mv);
            verdict.moves.push(PlayedMove {
                mv,
                text,
                position: verdict.position.clone(),
                counters: Chess.counters(&self.rules, &verdict.position),
                written: written.text.clone(),
                comments: written.comments.clone(),
            });
        }
        verdict.counters = Chess.counters(&self.rules, &verdict.position);
        verdict.counts = counts(&verdict.position);
        let after_end = &game.moves[game.moves.len() - found.plies_after_end..];
        verdict.written_after_end = after_end.iter().map(|mv| mv.text.clone()).collect();
        let last = found.plies.checked_sub(1).and_then(|index| game.moves.get(index));
        let place = match &found.ruling {
            laws::Ruling::Illegal { place, .. } | laws::Ruling::Unclear { place, .. } => *place,
            _ => last.map_or(game.place, |mv| mv.place),
        };
        (verdict.number, verdict.begins, verdict.place) = (game.number, game.place, place);
        verdict.written = game.result().and_then(|result| {
            (result != Score::Open).then(|| WrittenResult { score: result, text: result.pgn_text() })
        });
    }

    fn why_not_decided(&self, men: u32, positions: usize) -> Note {
        let says = |slice: &SliceInfo<Slice>| slice.metrics.contains(&Metric::CanMate);
        let slices = self.tables.as_ref().map(|tables| tables.slices()).unwrap_or_default();
        let most = slices.iter().filter(|&slice| says(slice)).map(|slice| slice.slice.men()).max();
        let tables = match most {
            Some(most) => format!("tables of who can still mate go to {most} men"),
            None => "there are no tables of who can still mate".to_owned(),
        };
        let text = format!(
            "{men} men; {tables}; {positions} positions that legal moves lead to hold no mate, and not all were seen"
        );
        Note::new("undecided", [("positions", &positions.to_string())], text)
    }
}

/// Returns the counts of 50 and of 75 moves, which run in every position.
fn counts(position: &Position) -> Vec<CountStatus> {
    let codes = [Chess::fifty_moves(), Chess::seventy_five_moves()];
    let status = |rules| {
        let counters = Chess.counters(&rules, position);
        rules.running(&counters, Chess.side(position)).collect::<Vec<_>>()
    };
    codes.into_iter().flat_map(status).collect()
}

fn ruling(found: &laws::Verdict) -> Ruling<Move> {
    let ply = found.plies + 1;
    match &found.ruling {
        laws::Ruling::Illegal { san, reason, legal, .. } => {
            let (legal, legal_count) = listed(legal);
            Ruling::Illegal(IllegalMove {
                ply,
                text: san.clone(),
                offence: Offence::NotLegal,
                article: Some(Article::IllegalMove.number()),
                message: format!("{san} is no legal move here: {reason}"),
                reason: notes::illegal(*reason),
                legal,
                legal_count,
            })
        }
        laws::Ruling::Unclear { san, cause, legal, .. } => {
            let (legal, legal_count) = listed(legal);
            let candidates = match cause {
                laws::UnclearCause::Ambiguous { candidates } => candidates.clone(),
                laws::UnclearCause::Unreadable { .. } => Vec::new(),
            };
            let (text, message, letters) = (san.clone(), cause.text(), notes::letters(cause));
            Ruling::Unclear(UnclearMove { ply, text, message, candidates, letters, legal, legal_count })
        }
        laws::Ruling::Over { winner: Some(winner), article, .. } => Ruling::Lost {
            loser: side(!*winner),
            how: if *article == Article::FlagFall { Loss::FlagFall } else { Loss::Checkmate },
            article: Some(article.number()),
        },
        laws::Ruling::Over { winner: None, article, .. } => Ruling::Drawn(match &found.announced {
            Some(claim) => claimable(found, *article, found.plies, Some((claim.mv, claim.occurrences))),
            None => Draw { claimant: None, ..claimable(found, *article, found.plies, None) },
        }),
        laws::Ruling::InProgress => Ruling::InProgress,
        laws::Ruling::NotDecided { positions } => {
            Ruling::NotDecided { article: Some(Article::FlagFall.number()), positions: *positions }
        }
    }
}

/// Returns the draws that the side to move can claim, those with an announced move last.
fn claims(found: &laws::Verdict) -> Vec<Draw<Move>> {
    let standing = found.claims.iter().map(|claim| claimable(found, claim.article, claim.since_ply, None));
    let announceable =
        found.announceable.iter().map(|by| claimable(found, by.article, found.plies, Some((by.mv, by.occurrences))));
    standing.chain(announceable).collect()
}

/// Returns a draw that the side to move may claim. `by`: the move to announce, and the occurrences
/// of the position after it.
fn claimable(found: &laws::Verdict, article: Article, since_ply: usize, by: Option<(Move, u32)>) -> Draw<Move> {
    let used_plies = found.position.halfmove_clock();
    let limit_plies = match article {
        Article::SeventyFiveMoves => Chess::limit_plies(&Chess::seventy_five_moves()),
        _ => Chess::limit_plies(&Chess::fifty_moves()),
    };
    let cause = match (article, by) {
        (Article::Stalemate, _) => DrawCause::Stalemate,
        (Article::FlagFall, _) => DrawCause::FlagFall,
        (Article::ThreefoldAnnounced, Some((by, occurrences))) => DrawCause::RepetitionByMove { by, occurrences },
        (_, Some((by, _))) => DrawCause::CountByMove { by, used_plies, limit_plies },
        (Article::Threefold | Article::Fivefold, None) => DrawCause::Repetition { occurrences: found.occurrences },
        (Article::FiftyMoves | Article::SeventyFiveMoves, None) => DrawCause::Count { used_plies, limit_plies },
        _ => DrawCause::DeadPosition,
    };
    let claimant = Some(Claimant::ToMove(Chess.side(&found.position)));
    Draw { article: article.number(), text: article.text(), cause, claimant, since_ply }
}

fn listed(legal: &str) -> (Vec<String>, usize) {
    let moves = || legal.split(' ');
    (moves().take(LISTED_MAX).map(str::to_owned).collect(), moves().count())
}

const fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

const fn color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

const fn source(source: laws::FlagSource) -> FlagSource {
    match source {
        laws::FlagSource::Named => FlagSource::Named,
        laws::FlagSource::Loser => FlagSource::Loser,
        laws::FlagSource::SideToMove => FlagSource::SideToMove,
    }
}

#[cfg(test)]
mod tests {
    use peatee_chess::pgn::games;

    use super::*;
    use crate::adjudicate::Agreement;

    fn judged(pgn: &str, flag: Option<Side>) -> Verdict<Chess> {
        let judge = Judge::new(&Chess, Chess::fifty_moves()).flag(flag).positions_max(0);
        let game = games(pgn).next().expect("a game");
        judge.review(&game).expect("it can be judged")
    }

    #[test]
    fn an_arbiter_is_asked_where_something_is_open_or_wrong() {
        for (pgn, expected) in [
            ("1. e4 e5 *", false),
            ("1. e4 e5 1-0", false),
            ("1. f3 e5 2. g4 Qh4# 0-1", false),
            ("1. f3 e5 2. g4 Qh4# 1-0", true),
            ("1. f3 e5 2. g4 Qh4# 3. a3 0-1", true),
            ("1. e4 e5 2. Ke3 *", true),
            ("1. Nf3 Nf6 2. d4 d5 3. Nd2 *", true),
            ("1. e4 e5 2. Sf3 1-0", true),
        ] {
            assert_eq!(judged(pgn, None).asks_arbiter(), expected, "{pgn}");
        }
        assert!(judged("1. e4 e5 *", Some(Side::White)).asks_arbiter(), "no search decides whether Black can mate");
    }

    #[test]
    fn a_result_is_compared_with_the_laws() {
        let stalemate = "[FEN \"k7/8/1Q6/8/8/8/8/K7 b - - 0 1\"]\n\n";
        for (end, expected) in
            [("1/2-1/2", Agreement::Confirmed), ("1-0", Agreement::Contradicted), ("*", Agreement::NoResult)]
        {
            assert_eq!(judged(&format!("{stalemate}{end}"), None).agreement, expected, "{end}");
        }
        // A draw that can be claimed on the board.
        let thrice = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
        assert_eq!(judged(&format!("{thrice} 1/2-1/2"), None).agreement, Agreement::Confirmed);
        assert_eq!(judged(&format!("{thrice} 1-0"), None).agreement, Agreement::Unknown);
    }
    #[test]
    fn draws_that_nobody_claimed_are_listed() {
        let to_and_fro = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
        let missed = |pgn: &str| {
            let verdict = judged(pgn, None);
            verdict
                .missed
                .iter()
                .map(|draw| (draw.article, draw.claimant, draw.since_ply, draw.times))
                .collect::<Vec<_>>()
        };
        assert_eq!(missed(&format!("{to_and_fro} *")), [], "it can still be claimed");
        let [white, black] = [Side::White, Side::Black].map(Claimant::ToMove);
        assert_eq!(missed(&format!("{to_and_fro} e4 *")), [("9.2", white, 8, 1)]);
        assert_eq!(missed(&format!("{to_and_fro} Nf3 e5 *")), [("9.2", white, 8, 1), ("9.2", black, 9, 1)]);
        let late = "[FEN \"7k/8/8/8/8/8/R7/K7 w - - 99 90\"]\n\nKb1 Kg8 Kc1 Kh8 *";
        assert_eq!(missed(late), [("9.3", black, 1, 2), ("9.3", white, 2, 1)]);
    }
}
