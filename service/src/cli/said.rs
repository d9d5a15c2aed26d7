//! A verdict in the words of the page, in one of its languages: what `page/words/verdict.js` says.

use peatee_proto::v1::{self as proto, AdjudicateResponse, CountedMoves, RuleOutcome, Ruling, Wdl};
use peatee_rules::Side;
use peatee_rules::draw::RuleCode;
use peatee_rules::notation::MoveNumber;

use crate::texts::{Texts, article_keys};

/// What says a verdict.
#[derive(Debug)]
pub struct Said<'a> {
    /// The language.
    pub texts: &'a Texts,
    /// The side that moves first in the game that is played.
    pub first: Side,
    /// The code of the draw rules.
    pub code: &'static RuleCode,
    /// The verdict.
    pub answer: &'a AdjudicateResponse,
}

impl Said<'_> {
    pub(super) fn t(&self, key: &str) -> String {
        self.texts.text(key, &[])
    }

    pub(super) fn of_side(&self, key: &str, side: Side, places: &[(&str, String)]) -> String {
        let colour = if side == Side::White { "white" } else { "black" };
        self.texts.text(&format!("{key}.{colour}"), places)
    }

    pub(super) fn verdict(&self) -> &proto::Verdict {
        self.answer.verdict.as_ref().expect("every answer has a verdict")
    }

    /// The side to move in the last position.
    fn side(&self) -> Side {
        to_move(&self.verdict().fen)
    }

    /// The verdict, a line for each thing that there is to say: first the game, with its number in
    /// a PDN text.
    pub fn lines(&self, number: Option<usize>) -> Vec<String> {
        let (verdict, (title, detail)) = (self.verdict(), self.headline());
        let number = number.map(|number| self.texts.text("games.nameless", &[("number", number.to_string())]) + ": ");
        let name = self.t(&format!("game/{}", self.answer.variant));
        let mut lines = vec![format!("{}{name}, {}", number.unwrap_or_default(), self.answer.rules), title];
        lines.extend(Some(detail).filter(|detail| !detail.is_empty()));
        lines.extend(self.method());
        lines.push(self.standing());
        lines.extend(self.flag());
        lines.extend(self.announced());
        lines.extend(self.repetition());
        lines.extend(self.no_article());
        lines.extend(self.articles().into_iter().flat_map(|article| self.article(article)));
        lines.extend(verdict.illegal_move.as_ref().map(|illegal| self.legal(illegal)));
        lines.extend(verdict.unclear_move.as_ref().map(|unclear| self.put_right(unclear)));
        lines.extend((!verdict.claims.is_empty()).then(|| {
            let (title, detail) = self.worth();
            join([Some(format!("{title}.")), Some(detail).filter(|detail| !detail.is_empty())])
        }));
        lines.extend(self.shown_win());
        lines.extend(self.after_end());
        lines.extend(verdict.counts.iter().filter(|count| self.is_shown(count)).map(|count| self.count(count)));
        lines.extend(self.agreement());
        lines.extend(self.best_line());
        let unknown = verdict.assessment.as_ref().and_then(|known| known.unknown_note.as_ref());
        lines.extend(self.answer.structured_notes.iter().chain(unknown).map(|note| self.note(note)));
        lines
    }

    /// How often the position of a game in progress has come, where it has come before.
    fn repetition(&self) -> Option<String> {
        let verdict = self.verdict();
        let is_shown =
            verdict.ruling() == Ruling::InProgress && (2..verdict.occurrences_limit).contains(&verdict.occurrences);
        let places = [
            ("count", verdict.occurrences.to_string()),
            ("limit", verdict.occurrences_limit.to_string()),
            ("article", verdict.repetition_article.clone()),
        ];
        is_shown.then(|| self.texts.text("verdict.occurrences", &places))
    }

    /// Why no article stands beside a game that is lost.
    fn no_article(&self) -> Option<String> {
        let verdict = self.verdict();
        let is_silent = verdict.ruling() == Ruling::Lost && verdict.article.is_empty();
        let code = self.code;
        (is_silent && !code.sources.is_empty())
            .then(|| self.texts.text("verdict.no-article", &[("code", code.id.to_owned())]))
    }

    pub(super) fn note(&self, note: &proto::Note) -> String {
        let game = |id: &str| match format!("game/{id}") {
            key if self.texts.has(&key) => self.t(&key),
            _ => id.to_owned(),
        };
        let told = |place: &proto::NotePlace| match place.name.as_str() {
            "game" | "tagged" => game(&place.value),
            "piece" => self.t(&format!("chess-piece.{}", place.value)),
            "games" => place.value.split(", ").map(game).collect::<Vec<_>>().join(", "),
            _ => place.value.clone(),
        };
        let places: Vec<_> = note.places.iter().map(|place| (place.name.as_str(), told(place))).collect();
        self.texts.text(&format!("note.{}", note.key), &places)
    }

    /// What stands on the board, and why.
    pub fn headline(&self) -> (String, String) {
        let verdict = self.verdict();
        match verdict.ruling() {
            Ruling::IllegalMove => self.illegal(verdict.illegal_move.as_ref().expect("the move that is illegal")),
            Ruling::Lost => {
                let loss = verdict.loss.as_ref().expect("how it was lost");
                let loser = side_of(loss.loser());
                let cause = word(loss.cause().as_str_name(), "LOSS_CAUSE_");
                let won = self.of_side("verdict.won", loser.other(), &[]);
                (won, self.of_side(&format!("loss.{cause}"), loser, &[]))
            }
            Ruling::Drawn => {
                let draw = verdict.draw.as_ref().expect("how it was drawn");
                (self.t("verdict.drawn"), self.draw_cause(draw))
            }
            Ruling::NotDecided => {
                let why = verdict.method_note.as_ref().map(|note| self.note(note));
                (self.t("verdict.not-decided"), why.unwrap_or_default())
            }
            Ruling::UnclearMove => self.unclear(verdict.unclear_move.as_ref().expect("the move that is not clear")),
            Ruling::InProgress | Ruling::Unspecified if verdict.claims.is_empty() => self.worth(),
            Ruling::InProgress | Ruling::Unspecified => (self.t("verdict.claimable"), self.claims()),
        }
    }

    fn illegal(&self, illegal: &proto::IllegalMove) -> (String, String) {
        let places = [("move", self.numbered_text(illegal.ply, &illegal.text))];
        let offence = || self.t(&format!("offence.{}", word(illegal.offence().as_str_name(), "OFFENCE_")));
        match &illegal.message_note {
            Some(why) => (self.texts.text("verdict.illegal-in-chess", &places), self.note(why)),
            None => (self.texts.text("verdict.illegal", &places), offence()),
        }
    }

    /// Where an illegal move stands, and what would have been legal.
    fn legal(&self, illegal: &proto::IllegalMove) -> String {
        let place = self.place(illegal.line, illegal.column);
        join([place, Some(self.texts.text("verdict.legal", &[("moves", illegal.legal_moves.join(", "))]))])
    }

    /// Where a move stands in the text that it comes from.
    pub(super) fn place(&self, line: u32, column: u32) -> Option<String> {
        let place = [("line", line.to_string()), ("column", column.to_string())];
        (line > 0).then(|| self.texts.text("verdict.place", &place))
    }

    /// A move as it is written, with the number of ply `ply` of the game, which counts from 1.
    pub(super) fn numbered_text(&self, ply: u32, text: &str) -> String {
        format!("{} {text}", self.number(ply.saturating_sub(1) as usize))
    }

    /// The number of the move that follows ply `plies` of the game.
    pub(super) fn number(&self, plies: usize) -> MoveNumber {
        let start = to_move(&self.answer.start_fen);
        let side = if plies.is_multiple_of(2) { start } else { start.other() };
        MoveNumber::of_sides(side, self.first, plies + 2 * moves_before(&self.answer.start_fen))
    }

    fn standing(&self) -> String {
        let after = self.texts.text("verdict.after", &[("count", self.verdict().plies.to_string())]);
        match self.verdict().ruling() {
            Ruling::InProgress => format!("{}, {after}", self.of_side("verdict.to-move", self.side(), &[])),
            _ => after,
        }
    }

    /// What best play gives.
    fn worth(&self) -> (String, String) {
        let known = self.verdict().assessment.as_ref();
        let Some(value) = known.and_then(|known| known.value.as_ref()) else {
            return (self.t("verdict.in-progress"), self.t("worth.unknown"));
        };
        let rule_value = known.and_then(|known| known.rule_value.as_ref());
        let winner = match value.wdl() {
            Wdl::Win => self.side(),
            Wdl::Loss => self.side().other(),
            Wdl::Draw | Wdl::Unspecified => return (self.t("worth.draw"), self.t("worth.draw-detail")),
        };
        let moves = value.dtw_plies.map(|plies| self.moves_of(winner, plies));
        match rule_value.map(|value| value.outcome()) {
            Some(RuleOutcome::CursedWin | RuleOutcome::BlessedLoss) => {
                let without = self.wins("worth.without-rules", winner, moves);
                let left = rule_value.and_then(|value| value.binding_count.as_ref());
                (self.t("worth.cursed"), join([Some(without), left.map(|count| self.left(winner, count))]))
            }
            Some(RuleOutcome::MaybeWin | RuleOutcome::MaybeLoss) => {
                (self.of_side("worth.maybe", winner, &[]), self.t("worth.maybe-detail"))
            }
            _ => {
                let title = match moves {
                    Some(0) => self.of_side("verdict.won", winner, &[]),
                    moves => self.wins("worth.wins", winner, moves),
                };
                let is_all = moves.is_none();
                (title, rule_value.map_or(String::new(), |value| self.in_time(winner, value, is_all)))
            }
        }
    }

    /// A win, with its number of moves where that is known.
    fn wins(&self, key: &str, winner: Side, moves: Option<u32>) -> String {
        match moves {
            Some(moves) => self.of_side(&format!("{key}-in"), winner, &[("count", moves.to_string())]),
            None => self.of_side(key, winner, &[]),
        }
    }

    /// How many of the next `plies` plies a side makes: the side to move makes the odd ones.
    fn moves_of(&self, side: Side, plies: u32) -> u32 {
        if side == self.side() { plies.div_ceil(2) } else { plies / 2 }
    }

    /// Whether a win comes in time. `is_all`: nothing else says how long it takes.
    fn in_time(&self, winner: Side, value: &proto::RuleValue, is_all: bool) -> String {
        // A count that has only begun is far from over.
        let is_told = |count: &&proto::Count| count.used_plies > 0 || is_all && value.needed_plies.is_some();
        let Some(count) = value.binding_count.as_ref().filter(is_told) else { return String::new() };
        let needs = value.needed_plies.map(|plies| {
            let moves = self.moves_of(winner, plies).to_string();
            self.of_side("worth.needs", winner, &[("count", moves), ("article", count.article.clone())])
        });
        join([needs, Some(self.left(winner, count))])
    }

    fn left(&self, winner: Side, count: &proto::Count) -> String {
        let places = [
            ("article", count.article.clone()),
            ("count", self.moves_of(winner, count.left_plies).to_string()),
            ("limit", count.limit_moves.to_string()),
        ];
        self.of_side("worth.left", winner, &places)
    }

    fn draw_cause(&self, draw: &proto::Draw) -> String {
        let places = [
            ("ply", draw.since_ply.to_string()),
            ("count", draw.occurrences.to_string()),
            ("move", draw.by_move.clone()),
        ];
        match draw.cause() {
            proto::DrawCause::Repetition => self.texts.text("draw.repetition", &places),
            proto::DrawCause::RepetitionByMove => self.texts.text("draw.repetition-by-move", &places),
            proto::DrawCause::CountByMove => self.texts.text("draw.count-by-move", &places),
            proto::DrawCause::Count | proto::DrawCause::Unspecified => self.t("draw.count"),
            proto::DrawCause::Stalemate => self.t("draw.stalemate"),
            proto::DrawCause::DeadPosition => self.t("draw.dead-position"),
            proto::DrawCause::FlagFall => self.t("draw.flag-fall"),
        }
    }

    /// All draws that may be claimed. Those by one article with several moves are said once.
    fn claims(&self) -> String {
        let is_same = |one: &proto::Draw, other: &proto::Draw| {
            !one.by_move.is_empty()
                && !other.by_move.is_empty()
                && (&one.article, one.claimant) == (&other.article, other.claimant)
        };
        let said = self.verdict().claims.chunk_by(is_same).map(|claims| match claims {
            [claim] => format!("{} {}", self.claimant(claim), self.draw_cause(claim)),
            several => {
                let moves: Vec<&str> = several.iter().map(|claim| claim.by_move.as_str()).collect();
                let by_moves = self.texts.text("claim.by-moves", &[("moves", moves.join(", "))]);
                format!("{} {by_moves}", self.claimant(&several[0]))
            }
        });
        said.collect::<Vec<_>>().join(" ")
    }

    /// Who may claim a draw.
    fn claimant(&self, draw: &proto::Draw) -> String {
        let places = [("article", draw.article.clone())];
        match draw.claimant() {
            proto::Claimant::White => self.of_side("claim.side", Side::White, &places),
            proto::Claimant::Black => self.of_side("claim.side", Side::Black, &places),
            _ => self.texts.text("claim.either", &places),
        }
    }

    /// What follows where the code lets a draw by a count not stand if the win can be shown.
    fn shown_win(&self) -> Option<String> {
        let verdict = self.verdict();
        let article = Some(&verdict.demonstration_article).filter(|article| !article.is_empty())?;
        let says = |key| self.texts.text(key, &[("article", article.clone())]);
        let Some(value) = &verdict.value_without_counts else { return Some(says("draw.win-not-known")) };
        let winner = match value.wdl() {
            Wdl::Win => self.side(),
            Wdl::Loss => self.side().other(),
            Wdl::Draw | Wdl::Unspecified => return Some(says("draw.no-win-to-show")),
        };
        let moves = value.dtw_plies.map(|plies| self.moves_of(winner, plies));
        Some(format!("{} {}", self.wins("worth.without-rules", winner, moves), says("draw.shown-win")))
    }

    /// What is said of plies that were written after the end of the game.
    fn after_end(&self) -> Option<String> {
        let count = self.verdict().plies_after_end;
        let says = || self.texts.text("verdict.after-end", &[("count", count.to_string())]);
        let moves = self.answer.moves_after_end.iter().map(String::as_str);
        let moves = self.number(self.verdict().plies as usize).number_all(moves);
        (count > 0).then(|| format!("{} {moves}", says()))
    }

    /// The articles that the verdict rests on.
    fn articles(&self) -> Vec<&str> {
        let verdict = self.verdict();
        if !verdict.article.is_empty() {
            return vec![&verdict.article];
        }
        let mut articles: Vec<&str> = verdict.claims.iter().map(|draw| draw.article.as_str()).collect();
        articles.dedup();
        articles
    }

    /// An article, with its source.
    fn article(&self, article: &str) -> Vec<String> {
        let code = self.code;
        let year = match format!("year/{}", code.year) {
            key if self.texts.has(&key) => self.t(&key),
            _ => code.year.to_owned(),
        };
        let source = |(number, text): (usize, &&str)| match format!("source/{}/{number}", code.id) {
            key if self.texts.has(&key) => self.t(&key),
            _ => (*text).to_owned(),
        };
        let sources: Vec<String> = (1..).zip(code.sources).map(source).collect();
        let source = [("sources", sources.join("; ")), ("year", year)];
        let title = self.texts.text("verdict.article", &[("article", article.to_owned())]);
        let says = self.article_text(article, "");
        vec![format!("{title}: {says}"), self.texts.text("rules.source", &source)]
    }

    /// What an article says: the sentence of the catalogue, or else what the code says in short.
    fn article_text(&self, article: &str, otherwise: &str) -> String {
        let key = article_keys(self.code.id, article).into_iter().find(|key| self.texts.has(key));
        key.map_or_else(|| otherwise.to_owned(), |key| self.t(&key))
    }

    fn count(&self, count: &proto::Count) -> String {
        let places = [("used", count.used_moves.to_string()), ("count", count.limit_moves.to_string())];
        let progress = match count.counted() {
            CountedMoves::StrongSide => self.of_side("count.own", side_of(count.strong_side()), &places),
            CountedMoves::BothTogether => self.texts.text("count.together", &places),
            CountedMoves::EachSide | CountedMoves::Unspecified => self.texts.text("count.each", &places),
        };
        let left = match count.left_plies {
            0 => self.t("count.over"),
            plies => {
                let of = |side| self.of_side("count.left", side, &[("count", self.moves_of(side, plies).to_string())]);
                self.texts.text("count.left", &[("left", format!("{}, {}", of(Side::White), of(Side::Black)))])
            }
        };
        let title = self.texts.text("verdict.article", &[("article", count.article.clone())]);
        let readings: Vec<String> = count.reading_keys.iter().map(|key| self.t(&format!("reading/{key}"))).collect();
        let reading = match readings[..] {
            [] => String::new(),
            _ => format!(" ({})", self.texts.text("rules.read-so", &[("readings", readings.join("; "))])),
        };
        format!("{title}: {progress}. {left} {}{reading}", self.article_text(&count.article, &count.text))
    }

    fn agreement(&self) -> Option<String> {
        let name = word(self.answer.agreement().as_str_name(), "AGREEMENT_").replace('_', "-");
        let result = &self.answer.written_result;
        (!result.is_empty()).then(|| self.texts.text(&format!("agreement.{name}"), &[("result", result.clone())]))
    }

    fn best_line(&self) -> Option<String> {
        let known = self.verdict().assessment.as_ref().filter(|known| !known.line.is_empty())?;
        let moves = known.line.iter().filter_map(|rated| Some(rated.r#move.as_ref()?.notation.as_str()));
        let moves = self.number(self.verdict().plies as usize).number_all(moves);
        let end = word(known.line_end().as_str_name(), "LINE_END_").replace('_', "-");
        Some(format!("{}: {moves}. {}", self.t("line.title"), self.t(&format!("line.{end}"))))
    }
}

/// The side to move in a FEN: the first letter, in chess the second field.
fn to_move(fen: &str) -> Side {
    let side = fen.split(' ').nth(1).unwrap_or(fen);
    if side.starts_with(['W', 'w']) { Side::White } else { Side::Black }
}

/// How many moves of each side were made before a position, by the number in a FEN of chess.
fn moves_before(fen: &str) -> usize {
    let number = fen.split(' ').nth(5).and_then(|number| number.parse::<usize>().ok());
    number.map_or(0, |number| number.saturating_sub(1))
}

pub(super) fn side_of(side: proto::Side) -> Side {
    if side == proto::Side::Black { Side::Black } else { Side::White }
}

/// The end of the name of an enumerator, as keys have it.
fn word(name: &str, prefix: &str) -> String {
    name.strip_prefix(prefix).unwrap_or(name).to_lowercase()
}

/// Sentences in a row.
pub(super) fn join<const N: usize>(sentences: [Option<String>; N]) -> String {
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}
