//! Replays chess games under the FIDE Laws.

use peatee_chess::cozy_chess::Color;
use peatee_chess::laws::{Article, LINE_POSITIONS_MAX, MateProof, Mating, can_mate_within};
use peatee_chess::pgn::{Letters, PgnError, PgnFault, PgnGame, Score};
use peatee_chess::{Position, Slice};
use peatee_game::{Record, RecordFault};
use peatee_rules::Side;
use peatee_rules::draw::{CountStatus, Draw, Loss};
use peatee_table::{Metric, Wdl};

use super::chess_history::{BoardEnd, History, MoveClaim};
use super::chess_notes as notes;
use super::error::ReviewError;
use super::judge::Judge;
use super::note::Note;
use super::offence::IllegalMove;
use super::replay::{MoveOutcome, Replay};
use super::verdict::{AnnouncedClaim, Flag, FlagSource, PlayedMove, Ruling, Verdict};
use crate::chess::{Chess, Tables};
use crate::game::Game;
use crate::tables::SliceInfo;

/// Number of [`Budget`](peatee_rules::Budget) steps for each position of a game, and for each
/// position that a search for a mate examines.
const STEPS_OF_POSITION: u64 = 8;

/// First position of a chess game, and the languages whose piece letters the record may use.
#[derive(Debug, Clone)]
pub struct ChessStart {
    position: Position,
    languages: Vec<Letters>,
}

impl Replay for Chess {
    type Record = PgnGame;
    type Start = ChessStart;
    type History = History;

    const WIN_POINTS: u8 = 1;
    const STEPS_OF_MOVE: u64 = STEPS_OF_POSITION;
    const RULES_TIME: bool = true;
    const MENDS_ENDED: bool = false;

    fn start(_judge: &Judge<Self>, game: &PgnGame) -> Result<(ChessStart, Option<RecordFault>), ReviewError> {
        let (position, fault) = game.start_with_fault()?;
        Ok((ChessStart { position, languages: Letters::of_game(&game.moves) }, fault))
    }

    fn begin(
        judge: &Judge<Self>,
        start: &ChessStart,
        game: &PgnGame,
    ) -> Result<(History, Verdict<Chess>), ReviewError> {
        if judge.is_last_announced && game.moves.is_empty() {
            return Err(PgnError { game: game.number, place: game.place, fault: PgnFault::NothingAnnounced }.into());
        }
        let played = game.moves.len() - usize::from(judge.is_last_announced);
        let ChessStart { position, languages } = start.clone();
        let counters = Chess.counters(&judge.rules, &position);
        let verdict = Verdict::new(judge.rules, position.clone(), counters);
        Ok((History::new(position, languages, played), verdict))
    }

    fn play(
        judge: &Judge<Self>,
        history: &mut History,
        _verdict: &mut Verdict<Chess>,
        written: &str,
    ) -> Result<MoveOutcome<Chess>, ReviewError> {
        if history.is_played() || history.end().is_some() {
            return Ok(MoveOutcome::Over);
        }
        let mv = match history.read(written) {
            Ok(mv) => mv,
            Err(ruling) => return Ok(MoveOutcome::Faulty(*ruling)),
        };
        let (position, text) = history.position().after_with_san(mv);
        history.push(position.clone());
        let counters = Chess.counters(&judge.rules, &position);
        Ok(MoveOutcome::Played(PlayedMove {
            mv,
            text,
            position,
            counters,
            written: written.to_owned(),
            comments: Vec::new(),
            nags: Vec::new(),
            end: 0,
            value: None,
        }))
    }

    fn close(
        judge: &Judge<Self>,
        mut history: History,
        verdict: &mut Verdict<Chess>,
        game: &PgnGame,
    ) -> Result<(), ReviewError> {
        let (mut end, mut announced) = (history.end(), None);
        if let (None, Ruling::InProgress, true) = (&end, &verdict.ruling, judge.is_last_announced) {
            match history.read(&game.moves[history.plies()].text) {
                Ok(mv) => announced = Some(history.claimed(mv)),
                Err(ruling) => verdict.ruling = *ruling,
            }
        }
        // The game may have ended earlier with a dead position; later moves do not count. After a
        // checkmate this is not checked, because no mate can follow a dead position.
        if end.as_ref().is_none_or(|end| end.winner.is_none())
            && let Some(dead) = history.cut_to_dead(end.is_some(), |position| judge.proof_of_death(position))
        {
            verdict.moves.truncate(history.plies());
            (verdict.ruling, announced, end) = (Ruling::InProgress, None, Some(dead));
        }
        match end {
            Some(end) => {
                verdict.put_after_end(game);
                judge.put_end(verdict, &history, end);
            }
            None if matches!(verdict.ruling, Ruling::InProgress) => {
                judge.put_claim_or_flag(verdict, &history, announced, game)
            }
            None => {}
        }
        history.add_missed_draws(verdict);
        verdict.position = history.position().clone();
        verdict.counters = Chess.counters(&judge.rules, &verdict.position);
        verdict.counts = counts(&verdict.position);
        verdict.occurrences = history.occurrences();
        if matches!(verdict.ruling, Ruling::InProgress) {
            verdict.claims = history.claims();
            let (position, clock) = (&verdict.position, &verdict.counters);
            let line =
                |tables: &Tables, plies| tables.rule_line_from(position, &judge.rules, clock, plies, judge.budget);
            verdict.assessment = Some(judge.assess(position, clock, line, notes::unknown)?);
        }
        Ok(())
    }

    fn is_contradicted_by_next(
        _judge: &Judge<Self>,
        verdict: &Verdict<Chess>,
        illegal: &IllegalMove,
        game: &Record,
    ) -> bool {
        let [first, next, ..] = &game.moves[illegal.ply - 1..] else { return false };
        let position = &verdict.position;
        // The lacking move may be any move of the side to move. If this side is not in check, only
        // the position after a null move is tried. A side in check cannot pass, so the positions
        // after all its moves are tried.
        let others = match position.with_other_side_to_move() {
            Some(other) => vec![other],
            None => position.moves().into_iter().map(|mv| position.after_listed(mv)).collect(),
        };
        others.iter().any(|other| {
            other.parse_san(&first.text).is_ok_and(|mv| other.after_listed(mv).parse_san(&next.text).is_ok())
        })
    }

    fn mended(judge: &Judge<Self>, start: &ChessStart, game: &PgnGame) -> Option<PgnGame> {
        game.mended(&start.position, &|| judge.goes_on(1))
    }

    fn with_other_side(start: &ChessStart) -> Option<ChessStart> {
        Some(ChessStart { position: start.position.with_other_side_to_move()?, ..start.clone() })
    }

    fn points_first(&self, _game: &PgnGame) -> Side {
        Side::White
    }
}

impl Judge<'_, Chess> {
    /// Takes the steps for `positions` positions from the budget, and returns whether the budget
    /// allows them.
    fn goes_on(&self, positions: usize) -> bool {
        self.budget.take_steps(positions as u64 * STEPS_OF_POSITION).is_ok()
    }

    fn put_end(&self, verdict: &mut Verdict<Chess>, history: &History, end: BoardEnd) {
        let BoardEnd { winner, article, method } = end;
        verdict.ruling = match winner {
            Some(winner) => {
                Ruling::Lost { loser: winner.other(), how: Loss::Checkmate, article: Some(article.number()) }
            }
            None => Ruling::Drawn(Draw { claimant: None, ..history.draw(article, history.plies(), None) }),
        };
        verdict.proof = method.map(notes::method);
    }

    /// Decides a game that has not ended on the board. A correct claim of a draw with an announced
    /// move draws the game. Without such a claim, a fallen flag decides. Otherwise the verdict
    /// remains unchanged.
    fn put_claim_or_flag(
        &self,
        verdict: &mut Verdict<Chess>,
        history: &History,
        announced: Option<MoveClaim>,
        game: &PgnGame,
    ) {
        if let Some(MoveClaim { mv, occurrences, used_plies, article }) = announced {
            if let Some(article) = article {
                verdict.ruling = Ruling::Drawn(history.draw(article, history.plies(), Some((mv, occurrences))));
            }
            let article = article.map(Article::number);
            verdict.announced = Some(AnnouncedClaim { mv, occurrences, used_plies, article });
        } else if let Some(flag) = self.fallen_flag(history, game) {
            verdict.flag = Some(flag);
            self.put_flag_fall(verdict, history, flag.side);
        }
    }

    /// Returns the side that ran out of time according to the caller or the tags of the record;
    /// `None` if neither names a side.
    fn fallen_flag(&self, history: &History, game: &PgnGame) -> Option<Flag> {
        if let Some(side) = self.flag {
            return Some(Flag { side, source: FlagSource::Named });
        }
        let (side, source) = match game.result().filter(|_| game.is_by_time())? {
            Score::WhiteWins => (Side::Black, FlagSource::Loser),
            Score::BlackWins => (Side::White, FlagSource::Loser),
            Score::Draw => (history.side(), FlagSource::SideToMove),
            Score::BothLose | Score::Open => return None,
        };
        Some(Flag { side, source })
    }

    /// Sets the ruling on a game in which `loser` has run out of time. Adds mating moves if a quick
    /// search finds them.
    fn put_flag_fall(&self, verdict: &mut Verdict<Chess>, history: &History, loser: Side) {
        let (article, position, winner) = (Article::FlagFall, history.position(), Some(color(loser.other())));
        match self.mating(position, winner) {
            Mating::Possible(line) => {
                verdict.ruling = Ruling::Lost { loser, how: Loss::FlagFall, article: Some(article.number()) };
                verdict.mating_line = line;
                let positions_max = self.positions_max.min(LINE_POSITIONS_MAX);
                if verdict.mating_line.is_empty()
                    && let Mating::Possible(line) =
                        can_mate_within(position, winner, positions_max, &|positions| self.goes_on(positions))
                {
                    verdict.mating_line = line;
                }
            }
            Mating::Impossible(method) => self.put_end(verdict, history, BoardEnd::drawn(article, Some(method))),
            Mating::NotDecided { positions } => {
                verdict.ruling = Ruling::NotDecided { article: Some(article.number()), positions };
                verdict.proof = Some(self.why_not_decided(position.men(), positions));
            }
        }
    }

    /// Decides whether `side` can still mate, or whether any side can if `side` is `None`. Reads
    /// the answer from the tables if they have the position; otherwise searches for a mate. Only
    /// the search finds mating moves.
    fn mating(&self, position: &Position, side: Option<Color>) -> Mating {
        let known = |side| self.tables.as_ref().ok()?.can_mate(position, side).ok();
        let known = match side {
            Some(side) => known(side),
            None => known(Color::White).zip(known(Color::Black)).map(|(white, black)| white || black),
        };
        match known {
            Some(true) => Mating::Possible(Vec::new()),
            Some(false) => Mating::Impossible(MateProof::Tables),
            None => can_mate_within(position, side, self.positions_max, &|positions| self.goes_on(positions)),
        }
    }

    /// Returns a proof that neither side can mate any more; `None` if a side can mate or this is
    /// undecided. Where the tables know a winner, this side can mate, and no search is needed.
    fn proof_of_death(&self, position: &Position) -> Option<MateProof> {
        let value = self.tables.as_ref().ok().and_then(|tables| tables.probe_wdl(position).ok());
        if value.is_some_and(|wdl| wdl != Wdl::Draw) {
            return None;
        }
        match self.mating(position, None) {
            Mating::Impossible(method) => Some(method),
            _ => None,
        }
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

/// Returns the states of the counts of the 50-move rule and of the 75-move rule. Both counts run in
/// every position.
fn counts(position: &Position) -> Vec<CountStatus> {
    let codes = [Chess::fifty_moves(), Chess::seventy_five_moves()];
    let status = |rules| {
        let counters = Chess.counters(&rules, position);
        rules.running(&counters, Chess.side(position)).collect::<Vec<_>>()
    };
    codes.into_iter().flat_map(status).collect()
}

const fn color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

#[cfg(test)]
mod tests {
    use peatee_chess::pgn::games;
    use peatee_rules::draw::Claimant;

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
        // In this game, a draw can be claimed at the end.
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
