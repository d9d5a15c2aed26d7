//! Replays draughts games under rule codes.

use peatee_game::{Record, RecordFault};
use peatee_rules::draw::{GameRecord, Outcome, PlayError};
use peatee_rules::notation::pdn::PdnGame;
use peatee_rules::notation::shortened;
use peatee_rules::{Draughts, Move, Side, Variant};

use super::error::ReviewError;
use super::judge::Judge;
use super::note::Note;
use super::offence::{IllegalMove, Offence, illegal_move, king_moves, may_follow};
use super::replay::{MoveOutcome, Replay};
use super::start::Start;
use super::verdict::{PlayedMove, Ruling, Verdict};
use crate::draughts::Tables;
use crate::error::ProbeError;

impl Replay for Draughts {
    type Record = PdnGame;
    type Start = Start;
    type History = GameRecord;

    const WIN_POINTS: u8 = 2;
    const STEPS_OF_MOVE: u64 = 0;
    const RULES_TIME: bool = false;
    const MENDS_ENDED: bool = true;

    fn check_game(judge: &Judge<Self>, pdn: &PdnGame) -> Result<(), ReviewError> {
        let own: &'static Variant = judge.game.variant();
        match pdn.variant()?.filter(|found| found.id != own.id) {
            Some(found) => Err(ReviewError::OtherVariant { number: pdn.number, found: found.id, expected: own.id }),
            None => Ok(()),
        }
    }

    fn start(judge: &Judge<Self>, pdn: &PdnGame) -> Result<(Start, Option<RecordFault>), ReviewError> {
        let start = Start::of_pdn(pdn, judge.game, &judge.rules)?;
        Ok((start, pdn.set_up_without_fen().map(RecordFault::of_tag)))
    }

    fn begin(judge: &Judge<Self>, start: &Start, _pdn: &PdnGame) -> Result<(GameRecord, Verdict), ReviewError> {
        let counters = start.counters.unwrap_or_else(|| judge.rules.start(&start.position));
        let record = GameRecord::resume(judge.game, judge.rules, start.position, counters)?;
        Ok((record, Verdict::new(judge.rules, start.position, counters)))
    }

    fn play(
        judge: &Judge<Self>,
        record: &mut GameRecord,
        verdict: &mut Verdict,
        written: &str,
    ) -> Result<MoveOutcome<Draughts>, ReviewError> {
        let Outcome::InProgress { claims } = record.outcome() else { return Ok(MoveOutcome::Over) };
        let ruling = match record.parse_move(written) {
            Ok(mv) => {
                let text = record.move_text(&mv);
                match record.play(&mv) {
                    Ok(()) => {
                        for claim in claims {
                            claim.claimant.iter().for_each(|&claimant| {
                                verdict.add_missed_draw(claim.article, claimant, claim.since_ply);
                            });
                        }
                        let (position, counters, written) =
                            (*record.position(), *record.counters(), written.to_owned());
                        let (comments, nags, end, value) = (Vec::new(), Vec::new(), 0, None);
                        let played = PlayedMove { mv, text, position, counters, written, comments, nags, end, value };
                        return Ok(MoveOutcome::Played(played));
                    }
                    Err(error @ PlayError::KingMoves { article, .. }) => {
                        king_moves(judge.game, record, written, article, &error).map(Ruling::Illegal)
                    }
                    Err(error) => panic!("a legal move of a game in progress: {error}"),
                }
            }
            Err(error) => illegal_move(judge.game, &judge.rules, record, written, error).map(faulty),
        };
        let ply = verdict.plies() + 1;
        ruling.map(MoveOutcome::Faulty).map_err(|error| ReviewError::TooManyCaptures { ply, error })
    }

    fn close(judge: &Judge<Self>, record: GameRecord, verdict: &mut Verdict, pdn: &PdnGame) -> Result<(), ReviewError> {
        verdict.position = *record.position();
        verdict.counters = *record.counters();
        verdict.counts = record.status();
        verdict.occurrences = record.occurrences();
        if matches!(verdict.ruling, Ruling::Illegal(_) | Ruling::Unclear(_)) {
            return Ok(());
        }
        verdict.put_after_end(pdn);
        match record.outcome() {
            Outcome::InProgress { claims } => {
                let line = |tables: &Tables, plies| tables.rule_line_until(&record, plies, judge.budget);
                verdict.claims = claims;
                verdict.assessment = Some(judge.assess(record.position(), record.counters(), line, unknown)?);
            }
            Outcome::Lost { loser, how, article } => verdict.ruling = Ruling::Lost { loser, how, article },
            Outcome::Drawn(draw) => verdict.ruling = Ruling::Drawn(draw),
        }
        Ok(())
    }

    fn renumbered(judge: &Judge<Self>, pdn: &PdnGame) -> Result<Option<PdnGame>, ReviewError> {
        Ok(pdn.renumbered(judge.game)?)
    }

    fn after_drawn_opening(judge: &Judge<Self>, pdn: &PdnGame) -> Option<(PdnGame, Note)> {
        let after = pdn.after_drawn_opening(judge.game)?;
        let words = &pdn.moves[..pdn.moves.len() - after.moves.len()];
        let texts = shortened(&words.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" "));
        let text = format!("read as a drawn opening, which puts men on other squares before the first move: {texts}");
        Some((after, Note::new("drawn-opening", [("texts", &texts)], text)))
    }

    fn is_contradicted_by_next(judge: &Judge<Self>, verdict: &Verdict, illegal: &IllegalMove, pdn: &Record) -> bool {
        let Some(next) = pdn.moves.get(illegal.ply) else { return false };
        illegal.offence == Offence::OpponentsPiece
            || !may_follow(judge.game, &verdict.position, &pdn.moves[illegal.ply - 1].text, &next.text)
    }

    fn mended(judge: &Judge<Self>, start: &Start, pdn: &PdnGame) -> Option<PdnGame> {
        pdn.mended(judge.game, &start.position)
    }

    fn with_other_side(start: &Start) -> Option<Start> {
        let mut other = *start;
        other.position.side = start.position.side.other();
        Some(other)
    }

    fn points_first(&self, pdn: &PdnGame) -> Side {
        pdn.points_first(Some(self.variant()))
    }
}

impl Judge<'_, Draughts> {
    /// Plays `moves` from `start` and returns the verdict.
    ///
    /// # Errors
    /// The counters (plies that the draw rules have counted) are impossible in the start position
    /// ([`ReviewError::Counters`]), or a table file is damaged.
    pub fn verdict(&self, start: &Start, moves: &[impl AsRef<str>]) -> Result<Verdict, ReviewError> {
        let pdn = PdnGame::of_texts(moves.iter().map(|text| text.as_ref().to_owned()));
        let mut verdict = self.concluded(self.replayed(start, &pdn)?, false);
        self.put_move_values(&mut verdict)?;
        Ok(verdict)
    }
}

fn faulty((illegal, candidates): (IllegalMove, Option<Vec<String>>)) -> Ruling<Move> {
    match candidates {
        Some(candidates) => Ruling::Unclear(illegal.into_unclear(candidates)),
        None => Ruling::Illegal(illegal),
    }
}

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
