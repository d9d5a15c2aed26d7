//! Games of draughts under rule codes: how the judge replays them.

use peatee_rules::draw::{GameRecord, Outcome, PlayError};
use peatee_rules::notation::pdn::{PdnGame, Score};
use peatee_rules::{Draughts, Move, Variant};

use super::error::ReviewError;
use super::judge::Judge;
use super::note::Note;
use super::offence::{IllegalMove, illegal_move, king_moves};
use super::record_notes;
use super::start::Start;
use super::verdict::{PlayedMove, Ruling, Verdict, WrittenResult};
use crate::draughts::Tables;
use crate::error::ProbeError;

impl Judge<'_, Draughts> {
    /// Plays `moves` from `start` and says what stands on the board.
    ///
    /// # Errors
    /// When the counters cannot stand in the start position ([`ReviewError::Counters`]), or a table
    /// file is damaged.
    pub fn verdict(&self, start: &Start, moves: &[impl AsRef<str>]) -> Result<Verdict, ReviewError> {
        let texts: Vec<&str> = moves.iter().map(AsRef::as_ref).collect();
        Ok(self.concluded(self.replayed(start, &texts)?, false))
    }

    /// Judges a game in PDN and compares its result with the verdict.
    ///
    /// # Errors
    /// When its tags are wrong, it is of another variant, or a table file is damaged.
    pub fn review(&self, pdn: &PdnGame) -> Result<Verdict, ReviewError> {
        let own: &'static Variant = self.game.variant();
        if let Some(found) = pdn.variant()?.filter(|found| found.id != own.id) {
            return Err(ReviewError::OtherVariant { number: pdn.number, found: found.id, expected: own.id });
        }
        let start = Start::of_pdn(pdn, self.game, &self.rules)?;
        self.review_from(&start, pdn)
    }

    /// Judges the moves of a game in PDN from `start`, whatever its tags say, and compares its
    /// result with the verdict.
    ///
    /// # Errors
    /// The errors of [`Judge::verdict`].
    pub fn review_from(&self, start: &Start, pdn: &PdnGame) -> Result<Verdict, ReviewError> {
        let verdict = self.replayed(start, &texts(pdn))?;
        let may_be_mended = matches!(verdict.ruling, Ruling::Illegal(_) | Ruling::Unclear(_));
        if (may_be_mended || !verdict.written_after_end.is_empty())
            && let Some(mended) = pdn.mended(self.game, &start.position)
        {
            let verdict = self.replayed(start, &texts(&mended))?;
            return Ok(self.compared(verdict, &mended));
        }
        Ok(self.compared(verdict, pdn))
    }

    /// Adds the comments, the places and the result of the record that was replayed.
    fn compared(&self, mut verdict: Verdict, pdn: &PdnGame) -> Verdict {
        for (played, written) in verdict.moves.iter_mut().zip(&pdn.moves) {
            played.comments.clone_from(&written.comments);
        }
        let last = match &verdict.ruling {
            Ruling::Illegal(illegal) => illegal.ply,
            Ruling::Unclear(unclear) => unclear.ply,
            _ => verdict.plies(),
        };
        let place = last.checked_sub(1).and_then(|index| pdn.moves.get(index)).map(|mv| mv.place);
        (verdict.number, verdict.begins, verdict.place) = (pdn.number, pdn.place, place.unwrap_or(pdn.place));
        let first = pdn.points_first(Some(self.game.variant()));
        let written = pdn.score_by(first).filter(|&score| score != Score::Open);
        verdict.notes.extend(pdn.contradicting_tag_by(first).and_then(|_| record_notes::two_results(pdn)));
        verdict.notes.extend(record_notes::faults(pdn));
        verdict.written = written.map(|score| WrittenResult { score, text: score.text() });
        let is_won = matches!(written, Some(Score::WhiteWins | Score::BlackWins));
        self.concluded(verdict, is_won && pdn.is_by_time())
    }

    fn replayed(&self, start: &Start, moves: &[&str]) -> Result<Verdict, ReviewError> {
        let counters = start.counters.unwrap_or_else(|| self.rules.start(&start.position));
        let record = GameRecord::resume(self.game, self.rules, start.position, counters)?;
        let mut record = record.with_king_runs(start.king_runs);
        let mut verdict = Verdict::new(self.rules, start.position, counters);
        for (number, text) in moves.iter().enumerate() {
            self.budget.check().map_err(ProbeError::from)?;
            let Outcome::InProgress { claims } = record.outcome() else {
                verdict.written_after_end = moves[number..].iter().map(|&text| text.to_owned()).collect();
                return self.closed(&record, verdict);
            };
            let ruling = match record.parse_move(text) {
                Ok(mv) => {
                    let canonical = record.move_text(&mv);
                    match record.play(&mv) {
                        Ok(()) => {
                            for claim in claims {
                                claim.claimant.iter().for_each(|&claimant| {
                                    verdict.pass_over(claim.article, claimant, claim.since_ply);
                                });
                            }
                            let (position, counters) = (*record.position(), *record.counters());
                            let (text, written) = (canonical, (*text).to_owned());
                            let comments = Vec::new();
                            verdict.moves.push(PlayedMove { mv, text, position, counters, written, comments });
                            continue;
                        }
                        Err(error @ PlayError::KingMoves { article, .. }) => {
                            king_moves(self.game, &record, text, article, &error).map(Ruling::Illegal)
                        }
                        Err(error) => panic!("a legal move of a game in progress: {error}"),
                    }
                }
                Err(error) => illegal_move(self.game, &self.rules, &record, text, error).map(faulty),
            };
            verdict.ruling = ruling.map_err(|error| ReviewError::TooManyCaptures { ply: number + 1, error })?;
            return self.closed(&record, verdict);
        }
        self.closed(&record, verdict)
    }

    /// Says what stands on the board after the moves of a record.
    fn closed(&self, record: &GameRecord, mut verdict: Verdict) -> Result<Verdict, ReviewError> {
        verdict.position = *record.position();
        verdict.counters = *record.counters();
        verdict.counts = record.status();
        verdict.occurrences = record.occurrences();
        verdict.king_runs = *record.king_runs();
        if matches!(verdict.ruling, Ruling::Illegal(_) | Ruling::Unclear(_)) {
            return Ok(verdict);
        }
        match record.outcome() {
            Outcome::InProgress { claims } => {
                let line = |tables: &Tables, plies| tables.rule_line_until(record, plies, self.budget);
                verdict.claims = claims;
                verdict.assessment = Some(self.assess(record.position(), record.counters(), line, unknown)?);
            }
            Outcome::Lost { loser, how, article } => verdict.ruling = Ruling::Lost { loser, how, article },
            Outcome::Drawn(draw) => verdict.ruling = Ruling::Drawn(draw),
        }
        Ok(verdict)
    }
}

/// Returns the ruling on a move that is not legal, or that the record does not tell.
fn faulty((illegal, candidates): (IllegalMove, Option<Vec<String>>)) -> Ruling<Move> {
    match candidates {
        Some(candidates) => Ruling::Unclear(illegal.into_unclear(candidates)),
        None => Ruling::Illegal(illegal),
    }
}

fn texts(pdn: &PdnGame) -> Vec<&str> {
    pdn.moves.iter().map(|mv| mv.text.as_str()).collect()
}

/// Says why tables have no value; `None` where they should have one.
fn unknown(error: &ProbeError) -> Option<Note> {
    let text = error.to_string();
    match error {
        ProbeError::TooManyPieces { pieces, most, .. } => {
            let places = [("pieces", &*pieces.to_string()), ("most", &*most.to_string())];
            Some(Note::new("too-many-pieces", places, text))
        }
        ProbeError::MissingTable { .. } => Some(Note::new("missing-tables", [], text)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use peatee_rules::Side;
    use peatee_rules::draw::{Claimant, DrawRules};
    use peatee_rules::notation::pdn::read_moves;

    use super::*;

    #[test]
    fn draws_that_nobody_claimed_are_listed() {
        let game = Draughts::new(Variant::named("english").expect("it is known"));
        let judge = Judge::new(&game, DrawRules::named("WCDF").expect("a rule code"));
        let start = Start::from(game.parse_fen("W:WK32:BK1").expect("a FEN"));
        let missed = |moves: &str| {
            let verdict = judge.review_from(&start, &read_moves(moves).expect("moves")).expect("a verdict");
            verdict
                .missed
                .iter()
                .map(|draw| (draw.article, draw.claimant, draw.since_ply, draw.times))
                .collect::<Vec<_>>()
        };
        let to_and_fro = "1. 32-27 1-6 2. 27-32 6-1 3. 32-27 1-6 4. 27-32 6-1";
        assert_eq!(missed(to_and_fro), [("1.32.1", Claimant::ToMove(Side::Black), 7, 1)], "White can still claim");
        let white = ("1.32.1", Claimant::ToMove(Side::White), 8, 1);
        assert!(missed(&format!("{to_and_fro} 5. 32-28")).contains(&white));
    }
}
