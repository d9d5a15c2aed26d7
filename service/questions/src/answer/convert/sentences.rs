//! Conversion of a verdict to sentences. A sentence consists of a key in the text catalogues and of
//! arguments. The command line, the server and the page all show these sentences.

use peatee_proto::v1::{
    self as proto, AdjudicateResponse, CountedMoves, FlagSource, Paragraph, RuleOutcome, Ruling, Sentence, Tone,
    UnclearCause, VerdictPart, Wdl,
};
use peatee_rules::Side;
use peatee_rules::draw::RuleCode;
use peatee_rules::notation::MoveNumber;

use super::draw_sentences::{claims, draw_cause, missed_draw};
use super::sentence::{known_or, literal, of_side, paragraph, place, sentence, side_of, wins, with, word};
use super::verdict::put_notes;
use crate::answer::note::Note;
use crate::answer::texts::{Texts, article_keys};

/// Facts about the game that sentences need but the answer message does not contain.
#[derive(Debug, Clone, Copy)]
pub struct GameFacts {
    pub first: Side,
    /// The draw rules by which the game is judged.
    pub code: &'static RuleCode,
    /// True if a draw rule counts plies in every position, as the 50-move rule does in chess.
    /// Sentences then mention the count only when at least half of its plies are used.
    pub has_endless_counts: bool,
    /// Key, in the text catalogues, of the sentence that says that a word in the record is not a
    /// move.
    pub unreadable: &'static str,
}

/// Adds the paragraphs that explain the verdict to an answer. All other fields of the answer must
/// be complete, because the sentences state their values.
pub fn put_paragraphs(answer: &mut AdjudicateResponse, facts: GameFacts) {
    let mut paragraphs = SentenceWriter { answer, facts }.paragraphs();
    for paragraph in &mut paragraphs {
        paragraph.text = Texts::english().paragraph(paragraph);
    }
    answer.paragraphs = paragraphs;
}

/// Adds a note (a remark for the user) to an answer that already has its sentences. The paragraph
/// of the note is inserted before the paragraph about the draw rules.
pub fn add_note(answer: &mut AdjudicateResponse, added: Note) {
    let at = answer.paragraphs.iter().position(|told| told.part() == VerdictPart::Rules);
    put_notes(answer, [added]);
    let sentence = answer.structured_notes.last().map(note);
    let mut told = paragraph(VerdictPart::Note, Tone::Unspecified, sentence.into_iter().collect());
    told.text = Texts::english().paragraph(&told);
    answer.paragraphs.insert(at.unwrap_or(answer.paragraphs.len()), told);
}

struct SentenceWriter<'a> {
    answer: &'a AdjudicateResponse,
    facts: GameFacts,
}

pub fn note(note: &proto::Note) -> Sentence {
    let mut out = sentence(format!("note.{}", note.key), []);
    let game = |id: &str| known_or(format!("game/{id}"), id);
    for proto::NotePlace { name, value } in &note.places {
        out = match name.as_str() {
            "game" | "tagged" => with(out, name, vec![game(value)]),
            "piece" => with(out, name, vec![sentence(format!("chess-piece.{value}"), [])]),
            "games" => with(out, name, value.split(", ").map(game).collect()),
            _ => {
                out.places.push(place((name, value.clone())));
                out
            }
        };
    }
    out
}

impl SentenceWriter<'_> {
    fn verdict(&self) -> &proto::Verdict {
        self.answer.verdict.as_ref().expect("every answer has a verdict")
    }

    fn side(&self) -> Side {
        to_move(&self.verdict().fen)
    }

    fn paragraphs(&self) -> Vec<Paragraph> {
        let verdict = self.verdict();
        let (tone, title, detail) = self.headline();
        let plain = |part, sentences| paragraph(part, Tone::Unspecified, sentences);
        let one = |part| move |told: Sentence| plain(part, vec![told]);
        let mut out = vec![paragraph(VerdictPart::Title, tone, vec![title])];
        out.extend((!detail.is_empty()).then(|| plain(VerdictPart::Detail, detail)));
        out.push(plain(VerdictPart::Standing, self.standing()));
        out.push(one(VerdictPart::Position)(sentence("verdict.position", [("fen", verdict.fen.clone())])));
        out.extend(self.articles().into_iter().map(|article| plain(VerdictPart::Article, self.article(article))));
        out.extend(self.legal().map(|told| plain(VerdictPart::Legal, told)));
        out.extend((!verdict.claims.is_empty()).then(|| {
            let (_, title, detail) = self.best_play();
            plain(VerdictPart::BestPlay, std::iter::once(title).chain(detail).collect())
        }));
        let remarks = [self.proof(), self.flag(), self.mate(), self.announced(), self.no_article(), self.repetition()];
        let missed = verdict.missed_draws.iter().map(|missed| Some(vec![missed_draw(missed)]));
        let remarks = remarks.into_iter().chain(missed).chain([self.shown_win(), self.after_end()]).flatten();
        out.extend(remarks.map(|told| plain(VerdictPart::Remark, told)));
        out.extend(self.counts().map(|count| plain(VerdictPart::Count, self.count(count))));
        out.extend(self.agreement());
        out.extend(self.line().map(|told| plain(VerdictPart::Line, told)));
        let unknown = verdict.assessment.as_ref().and_then(|known| known.unknown_note.as_ref());
        let notes = self.answer.structured_notes.iter().chain(unknown);
        out.extend(notes.map(|told| one(VerdictPart::Note)(note(told))));
        out.push(plain(VerdictPart::Rules, self.rules()));
        out
    }

    /// Returns the tone and the title of the verdict, and the sentences that explain it.
    fn headline(&self) -> (Tone, Sentence, Vec<Sentence>) {
        let verdict = self.verdict();
        match verdict.ruling() {
            Ruling::IllegalMove => {
                let illegal = verdict.illegal_move.as_ref().expect("the move that is illegal");
                let (key, detail) = match &illegal.message_note {
                    Some(why) => ("verdict.illegal-in-chess", note(why)),
                    None => {
                        let offence = word(illegal.offence().as_str_name(), "OFFENCE_");
                        ("verdict.illegal", sentence(format!("offence.{offence}"), []))
                    }
                };
                (Tone::Fault, self.of_move(key, illegal.ply, &illegal.text), vec![detail])
            }
            Ruling::UnclearMove => {
                let unclear = verdict.unclear_move.as_ref().expect("the move that is not clear");
                let why = match unclear.cause() {
                    UnclearCause::Ambiguous => {
                        sentence("unclear.ambiguous", [("moves", unclear.candidates.join(", "))])
                    }
                    UnclearCause::Impossible => sentence("unclear.impossible", []),
                    UnclearCause::Unreadable | UnclearCause::Unspecified => sentence(self.facts.unreadable, []),
                };
                let letters = unclear.letters_note.as_ref().map(note);
                let detail = [Some(why), letters, Some(sentence("unclear.no-offence", []))];
                let title = self.of_move("verdict.unclear", unclear.ply, &unclear.text);
                (Tone::Fault, title, detail.into_iter().flatten().collect())
            }
            Ruling::Lost => {
                let loss = verdict.loss.as_ref().expect("how it was lost");
                let loser = side_of(loss.loser());
                let cause = word(loss.cause().as_str_name(), "LOSS_CAUSE_");
                let detail = of_side(&format!("loss.{cause}"), loser, []);
                (Tone::Win, of_side("verdict.won", loser.other(), []), vec![detail])
            }
            Ruling::Drawn => {
                let draw = verdict.draw.as_ref().expect("how it was drawn");
                (Tone::Draw, sentence("verdict.drawn", []), vec![draw_cause(draw)])
            }
            Ruling::NotDecided => {
                let why = verdict.method_note.as_ref().map(note);
                (Tone::Open, sentence("verdict.not-decided", []), why.into_iter().collect())
            }
            Ruling::InProgress | Ruling::Unspecified if verdict.claims.is_empty() => self.best_play(),
            Ruling::InProgress | Ruling::Unspecified => {
                (Tone::Claim, sentence("verdict.claimable", []), claims(&verdict.claims))
            }
        }
    }

    fn of_move(&self, key: &str, ply: u32, text: &str) -> Sentence {
        let number = self.number(ply.saturating_sub(1) as usize);
        sentence(key, [("move", format!("{number} {text}"))])
    }

    /// Returns the move number (as in `12.` or `12...`) of the move that follows the first `plies`
    /// plies of the game.
    fn number(&self, plies: usize) -> MoveNumber {
        let start = to_move(&self.answer.start_fen);
        let side = if plies.is_multiple_of(2) { start } else { start.other() };
        MoveNumber::of_sides(side, self.facts.first, plies + 2 * moves_before(&self.answer.start_fen))
    }

    /// Formats moves that continue from the last position of the game, with move numbers.
    fn numbered<'b>(&self, moves: impl IntoIterator<Item = &'b str>) -> String {
        self.number(self.verdict().plies as usize).number_all(moves)
    }

    fn standing(&self) -> Vec<Sentence> {
        let verdict = self.verdict();
        let is_open = verdict.ruling() == Ruling::InProgress;
        let to_move = is_open.then(|| of_side("verdict.to-move", self.side(), []));
        let after = sentence("verdict.after", [("count", verdict.plies.to_string())]);
        to_move.into_iter().chain([after]).collect()
    }

    fn rules(&self) -> Vec<Sentence> {
        let code = self.facts.code;
        let title = known_or(format!("code/{}", code.id), code.title);
        let applied = with(sentence("rules.applied", [("code", self.answer.rules.clone())]), "title", vec![title]);
        let sources = (1..).zip(code.sources);
        let sources = sources.map(|(number, text)| known_or(format!("source/{}/{number}", code.id), text)).collect();
        let year = known_or(format!("year/{}", code.year), code.year);
        let source = with(with(sentence("rules.source", []), "sources", sources), "year", vec![year]);
        std::iter::once(applied).chain((!code.sources.is_empty()).then_some(source)).collect()
    }

    fn best_play(&self) -> (Tone, Sentence, Vec<Sentence>) {
        let known = self.verdict().assessment.as_ref();
        let Some(value) = known.and_then(|known| known.value.as_ref()) else {
            let has_result = !self.answer.written_result.is_empty();
            let title = if has_result { "verdict.not-over" } else { "verdict.in-progress" };
            return (Tone::Open, sentence(title, []), vec![sentence("worth.unknown", [])]);
        };
        let rule_value = known.and_then(|known| known.rule_value.as_ref());
        let Some(winner) = self.winner(value) else {
            return (Tone::Draw, sentence("worth.draw", []), vec![sentence("worth.draw-detail", [])]);
        };
        let moves = |plies: Option<u32>| plies.map(|plies| self.moves_of(winner, plies));
        match rule_value.map(|value| value.outcome()) {
            Some(RuleOutcome::CursedWin | RuleOutcome::BlessedLoss) => {
                let without = wins("worth.without-rules", winner, moves(value.dtw_plies));
                let count = rule_value.and_then(|value| value.binding_count.as_ref());
                let left = count.map(|count| self.left(winner, count));
                (Tone::Draw, sentence("worth.cursed", []), std::iter::once(without).chain(left).collect())
            }
            Some(RuleOutcome::MaybeWin | RuleOutcome::MaybeLoss) => {
                (Tone::Open, of_side("worth.maybe", winner, []), vec![sentence("worth.maybe-detail", [])])
            }
            _ => {
                let least = moves(rule_value.and_then(|value| value.plies_at_least));
                let of_rules = rule_value.and_then(|value| value.plies);
                let exact = moves(of_rules.or(value.dtw_plies.filter(|_| least.is_none())));
                let title = match (exact, least) {
                    (Some(0), _) => of_side("verdict.won", winner, []),
                    (None, Some(least)) => of_side("worth.wins-in-least", winner, [("count", least.to_string())]),
                    _ => wins("worth.wins", winner, exact),
                };
                let is_alone = exact.or(least).is_none();
                let detail = rule_value.map_or_else(Vec::new, |value| self.in_time(winner, value, is_alone));
                (Tone::Win, title, detail)
            }
        }
    }

    /// Returns the winning side, or `None` for a draw. `value` is the value for the side to move.
    fn winner(&self, value: &proto::Value) -> Option<Side> {
        match value.wdl() {
            Wdl::Win => Some(self.side()),
            Wdl::Loss => Some(self.side().other()),
            Wdl::Draw | Wdl::Unspecified => None,
        }
    }

    /// Returns how many of the next `plies` plies are moves of `side`. The side to move makes the
    /// first of them, then the sides alternate.
    fn moves_of(&self, side: Side, plies: u32) -> u32 {
        if side == self.side() { plies.div_ceil(2) } else { plies / 2 }
    }

    /// Returns sentences about a win under a count of plies: how many moves the winner needs, and
    /// how many are left before the count makes the game a draw. A count that has used no plies is
    /// mentioned only if `is_alone` is true, that is, if no other sentence states the length of the
    /// win.
    fn in_time(&self, winner: Side, value: &proto::RuleValue, is_alone: bool) -> Vec<Sentence> {
        // A count that has used no plies is far from its limit, and is not worth a sentence.
        let is_told = |count: &&proto::Count| count.used_plies > 0 || is_alone && value.needed_plies.is_some();
        let Some(count) = value.binding_count.as_ref().filter(is_told) else { return Vec::new() };
        let needs = value.needed_plies.map(|plies| {
            let moves = self.moves_of(winner, plies).to_string();
            of_side("worth.needs", winner, [("count", moves), ("article", count.article.clone())])
        });
        needs.into_iter().chain([self.left(winner, count)]).collect()
    }

    fn left(&self, winner: Side, count: &proto::Count) -> Sentence {
        let places = [
            ("article", count.article.clone()),
            ("count", self.moves_of(winner, count.left_plies).to_string()),
            ("limit", count.limit_moves.to_string()),
        ];
        of_side("worth.left", winner, places)
    }

    /// Returns the article on which the verdict is based. If the verdict names no article, returns
    /// the articles by which a player can claim a draw.
    fn articles(&self) -> Vec<&str> {
        let verdict = self.verdict();
        if !verdict.article.is_empty() {
            return vec![&verdict.article];
        }
        let mut articles: Vec<&str> = verdict.claims.iter().map(|draw| draw.article.as_str()).collect();
        articles.dedup();
        articles
    }

    /// Returns the sentence with the number of an article, and the text of the article if it is
    /// known.
    fn article(&self, article: &str) -> Vec<Sentence> {
        let verdict = self.verdict();
        let claim = verdict.claims.iter().find(|claim| claim.article == article);
        let text = verdict.draw.as_ref().or(claim).map_or("", |draw| &draw.text);
        let title = sentence("verdict.article", [("article", article.to_owned())]);
        std::iter::once(title).chain(self.article_text(article, text)).collect()
    }

    /// Returns the text of an article from the text catalogues. If they do not contain it, returns
    /// the text `otherwise`, or `None` if `otherwise` is empty.
    fn article_text(&self, article: &str, otherwise: &str) -> Option<Sentence> {
        let key = article_keys(self.facts.code.id, article).into_iter().find(|key| Texts::english().has(key));
        let short = || (!otherwise.is_empty()).then(|| literal(otherwise.to_owned()));
        key.map(|key| sentence(key, [])).or_else(short)
    }

    /// Returns sentences with the line and column of an illegal or unclear move, and with the legal
    /// moves. Returns `None` if every move is legal and clear.
    fn legal(&self) -> Option<Vec<Sentence>> {
        let verdict = self.verdict();
        let illegal = verdict.illegal_move.as_ref().map(|illegal| (illegal.line, illegal.column, &illegal.legal_moves));
        let unclear = verdict.unclear_move.as_ref().map(|unclear| (unclear.line, unclear.column, &unclear.legal_moves));
        let (line, column, moves) = illegal.or(unclear)?;
        let places = [("line", line.to_string()), ("column", column.to_string())];
        let place = (line > 0).then(|| sentence("verdict.place", places));
        Some(place.into_iter().chain([sentence("verdict.legal", [("moves", moves.join(", "))])]).collect())
    }

    /// Returns the sentence that proves that neither side can mate in the last position. Returns
    /// `None` unless the game is a draw for this reason.
    fn proof(&self) -> Option<Vec<Sentence>> {
        let verdict = self.verdict();
        let is_drawn = verdict.ruling() == Ruling::Drawn;
        Some(vec![note(verdict.method_note.as_ref().filter(|_| is_drawn)?)])
    }

    /// Returns sentences that say which side has run out of time, and how this is known; `None` if
    /// no side has.
    fn flag(&self) -> Option<Vec<Sentence>> {
        let source = match self.verdict().flag_source() {
            FlagSource::Termination => Some(sentence("flag.termination", [])),
            FlagSource::TerminationSideToMove => Some(sentence("flag.termination-side-to-move", [])),
            FlagSource::Request | FlagSource::Unspecified => None,
        };
        Some(std::iter::once(of_side("flag.fallen", self.fallen()?, [])).chain(source).collect())
    }

    fn fallen(&self) -> Option<Side> {
        let fallen = self.verdict().flag_fallen();
        (fallen != proto::Side::Unspecified).then(|| side_of(fallen))
    }

    /// Returns the sentence that shows how the opponent can mate the side that has run out of time.
    /// Returns `None` unless that side has lost.
    fn mate(&self) -> Option<Vec<Sentence>> {
        let verdict = self.verdict();
        let fallen = self.fallen().filter(|_| verdict.ruling() == Ruling::Lost)?;
        let moves = self.numbered(verdict.mating_line.iter().map(String::as_str));
        Some(vec![match verdict.mating_line.is_empty() {
            true => of_side("flag.mate-by-tables", fallen.other(), []),
            false => of_side("flag.mate-line", fallen.other(), [("moves", moves)]),
        }])
    }

    /// Returns the sentence that says whether a claim of a draw with an announced move (a move that
    /// is written down and not made) is correct. Returns `None` if there was no such claim.
    fn announced(&self) -> Option<Vec<Sentence>> {
        let claim = self.verdict().announced_claim.as_ref()?;
        let places = [
            ("move", claim.r#move.clone()),
            ("count", claim.occurrences.to_string()),
            ("plies", claim.used_plies.to_string()),
        ];
        Some(vec![sentence(if claim.is_correct { "claim.right" } else { "claim.wrong" }, places)])
    }

    /// Returns the sentence that says that no article of the draw rules is the reason for the loss
    /// of the game. Returns `None` if the game is not lost, if the verdict names an article, or if
    /// the draw rules have no source text.
    fn no_article(&self) -> Option<Vec<Sentence>> {
        let (verdict, code) = (self.verdict(), self.facts.code);
        let is_silent = verdict.ruling() == Ruling::Lost && verdict.article.is_empty() && !code.sources.is_empty();
        is_silent.then(|| vec![sentence("verdict.no-article", [("code", code.id.to_owned())])])
    }

    /// Returns the sentence that says how often the last position has occurred. Returns `None` if
    /// the game is over, if the position has occurred only once, or if it has occurred often enough
    /// for a draw.
    fn repetition(&self) -> Option<Vec<Sentence>> {
        let verdict = self.verdict();
        let is_told =
            verdict.ruling() == Ruling::InProgress && (2..verdict.occurrences_limit).contains(&verdict.occurrences);
        let places = [
            ("count", verdict.occurrences.to_string()),
            ("limit", verdict.occurrences_limit.to_string()),
            ("article", verdict.repetition_article.clone()),
        ];
        is_told.then(|| vec![sentence("verdict.occurrences", places)])
    }

    /// Returns sentences about an article by which a side can avert a draw by demonstrating its
    /// win. Returns `None` if the verdict names no such article.
    fn shown_win(&self) -> Option<Vec<Sentence>> {
        let verdict = self.verdict();
        let article = Some(&verdict.demonstration_article).filter(|article| !article.is_empty())?;
        let told = |key| sentence(key, [("article", article.clone())]);
        let Some(value) = &verdict.value_without_counts else { return Some(vec![told("draw.win-not-known")]) };
        let Some(winner) = self.winner(value) else { return Some(vec![told("draw.no-win-to-show")]) };
        let moves = value.dtw_plies.map(|plies| self.moves_of(winner, plies));
        Some(vec![wins("worth.without-rules", winner, moves), told("draw.shown-win")])
    }

    /// Returns sentences about moves that are written after the end of the game; `None` if there
    /// are no such moves.
    fn after_end(&self) -> Option<Vec<Sentence>> {
        let count = self.verdict().plies_after_end;
        let moves = || self.numbered(self.answer.moves_after_end.iter().map(String::as_str));
        (count > 0).then(|| vec![sentence("verdict.after-end", [("count", count.to_string())]), literal(moves())])
    }

    fn counts(&self) -> impl Iterator<Item = &proto::Count> {
        let has_endless_counts = self.facts.has_endless_counts;
        let is_told = move |count: &&proto::Count| !has_endless_counts || 2 * count.used_plies >= count.limit_plies;
        self.verdict().counts.iter().filter(is_told)
    }

    fn count(&self, count: &proto::Count) -> Vec<Sentence> {
        let places = [("used", count.used_moves.to_string()), ("count", count.limit_moves.to_string())];
        let progress = match count.counted() {
            CountedMoves::StrongSide => of_side("count.own", side_of(count.strong_side()), places),
            CountedMoves::BothTogether => sentence("count.together", places),
            CountedMoves::EachSide | CountedMoves::Unspecified => sentence("count.each", places),
        };
        let left = match count.left_plies {
            0 => sentence("count.over", []),
            plies => {
                let of = |side| of_side("count.left", side, [("count", self.moves_of(side, plies).to_string())]);
                with(sentence("count.left", []), "left", Side::BOTH.map(of).into())
            }
        };
        let title = sentence("verdict.article", [("article", count.article.clone())]);
        let readings = count.reading_keys.iter().map(|key| sentence(format!("reading/{key}"), [])).collect();
        let reading =
            (!count.reading_keys.is_empty()).then(|| with(sentence("rules.read-so", []), "readings", readings));
        let says = self.article_text(&count.article, &count.text);
        [Some(title), Some(progress), Some(left), says, reading].into_iter().flatten().collect()
    }

    fn agreement(&self) -> Option<Paragraph> {
        use proto::Agreement;
        let (agreement, result) = (self.answer.agreement(), &self.answer.written_result);
        let tone = match agreement {
            Agreement::Confirmed | Agreement::Plausible | Agreement::ByTime => Tone::Win,
            Agreement::Contradicted | Agreement::IllegalMove => Tone::Fault,
            Agreement::AgainstValue | Agreement::Unknown | Agreement::NoResult | Agreement::Unspecified => Tone::Open,
        };
        let name = word(agreement.as_str_name(), "AGREEMENT_").replace('_', "-");
        let told = || sentence(format!("agreement.{name}"), [("result", result.clone())]);
        (!result.is_empty()).then(|| paragraph(VerdictPart::Agreement, tone, vec![told()]))
    }

    fn line(&self) -> Option<Vec<Sentence>> {
        let known = self.verdict().assessment.as_ref().filter(|known| !known.line.is_empty())?;
        let moves = known.line.iter().filter_map(|rated| Some(rated.r#move.as_ref()?.notation.as_str()));
        let end = word(known.line_end().as_str_name(), "LINE_END_").replace('_', "-");
        let moves = format!("{}.", self.numbered(moves));
        Some(vec![sentence("line.title", []), literal(moves), sentence(format!("line.{end}"), [])])
    }
}

/// Returns the side to move in a FEN: its first letter in draughts, its second field in chess.
fn to_move(fen: &str) -> Side {
    let side = fen.split(' ').nth(1).unwrap_or(fen);
    if side.starts_with(['W', 'w']) { Side::White } else { Side::Black }
}

/// Returns how many moves each side has made before a position. In chess, the move number in the
/// FEN states this; in draughts, the result is 0.
fn moves_before(fen: &str) -> usize {
    let number = fen.split(' ').nth(5).and_then(|number| number.parse::<usize>().ok());
    number.map_or(0, |number| number.saturating_sub(1))
}
