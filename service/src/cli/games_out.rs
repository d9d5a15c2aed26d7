//! Writing of judged games: as text, as a table of games with totals, or as JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use peatee_probe::Collection;
use peatee_proto::v1::adjudicated_game::Outcome;
use peatee_proto::v1::{
    AdjudicateResponse, AdjudicatedGame, Agreement, Paragraph, Ruling, Status, Verdict, VerdictPart,
};

use super::Format;
use crate::answer::convert::sentence_of;
use crate::answer::mapping::Mapping;
use crate::answer::output::Output;
use crate::answer::texts::Texts;
use crate::ask::faults;
use crate::errors::Error;

/// Exit code if a game breaks the rules or cannot be read.
const FAULTY: u8 = 1;

/// Exit code if a verdict depends on whether a side can mate, which could not be decided.
const NOT_DECIDED: u8 = 6;

/// Maximum number of game numbers that one line of output lists.
const NUMBERS_MAX: usize = 10;

const TABLE_HEADER: &str = "  game    line  plies  result   agreement      verdict";

pub struct GamesOut {
    out: Output,
    format: Format,
    /// Texts in the chosen language; `None` if no language was chosen.
    texts: Option<Texts>,
    is_several: bool,
    mapping: Mapping,
    written: usize,
}

impl GamesOut {
    pub fn new(format: Format, texts: Option<Texts>, is_several: bool) -> Result<GamesOut, Error> {
        let mut games =
            GamesOut { out: Output::new(), format, texts, is_several, mapping: Mapping::new()?, written: 0 };
        if games.in_table() {
            games.out.line(&TABLE_HEADER)?;
        }
        Ok(games)
    }

    fn in_table(&self) -> bool {
        self.is_several && self.format == Format::Text && self.texts.is_none()
    }

    pub fn write(&mut self, game: &AdjudicatedGame) -> Result<(), Error> {
        if self.format == Format::Jsonl {
            let json = self.mapping.message("AdjudicatedGame", game)?;
            return self.out.json_text(json);
        }
        if self.written > 0 && self.texts.is_some() {
            self.out.line(&"")?;
        }
        self.written += 1;
        match &game.outcome {
            Some(Outcome::Verdict(answer)) if self.in_table() => self.out.line(&row(game, answer)),
            Some(Outcome::Verdict(answer)) => {
                let texts = self.texts.as_ref().unwrap_or_else(|| Texts::english());
                self.out.line(&page(texts, game, answer).join("\n  "))
            }
            Some(Outcome::Error(error)) => match (&self.texts, sentence_of(error)) {
                (Some(texts), Some(told)) => self.out.line(&texts.sentence(&told)),
                _ => self.out.line(&error_row(game, error)),
            },
            None => Ok(()),
        }
    }

    pub fn finish(mut self, totals: &Totals<'_>) -> Result<(), Error> {
        if self.in_table() {
            totals.write(&mut self.out)?;
        } else if let Some(texts) = self.texts.as_ref().filter(|_| self.is_several) {
            let count = |key: &str, count: usize| texts.text(key, &[("count", count.to_string())]);
            let counted = [count("games.count", totals.games), count("games.wrong", totals.to_look_at().len())];
            self.out.line(&format_args!("\n{}", counted.join(" ")))?;
        }
        self.out.flush()
    }
}

/// Returns the lines of output about one game. If the text has several games, the first line begins
/// with the number of the game.
fn page(texts: &Texts, game: &AdjudicatedGame, answer: &AdjudicateResponse) -> Vec<String> {
    let number = texts.text("games.nameless", &[("number", game.number.to_string())]);
    let number = if game.number > 0 { format!("{number}: ") } else { String::new() };
    let name = texts.text(&format!("game/{}", answer.variant), &[]);
    let head = format!("{number}{name}, {}", answer.rules);
    std::iter::once(head).chain(answer.paragraphs.iter().map(|told| texts.paragraph(told))).collect()
}

fn row(game: &AdjudicatedGame, answer: &AdjudicateResponse) -> String {
    let verdict = answer.verdict.as_ref().map_or((0, ""), |verdict| (verdict.plies, verdict.article.as_str()));
    let (plies, article) = verdict;
    let text = |part: VerdictPart| {
        let told = answer.paragraphs.iter().find(|told| told.part() == part);
        told.map_or("", |told| told.text.as_str())
    };
    let result = if answer.written_result.is_empty() { "-" } else { &answer.written_result };
    let article = if article.is_empty() { String::new() } else { format!(", article {article}") };
    let is_note = |told: &&Paragraph| told.part() == VerdictPart::Note;
    // Only the notes on the game are printed. The remarks on missing tables, which come after them,
    // are not.
    let notes = answer.paragraphs.iter().filter(is_note).take(answer.structured_notes.len());
    let notes: String = notes.map(|told| format!(" {}", told.text)).collect();
    format!(
        "{:>6} {:>7} {plies:>6}  {result:<7}  {:<13}  {}{}{article}. {}{notes}",
        game.number,
        game.line,
        agreement_name(answer.agreement()),
        players(game),
        text(VerdictPart::Title),
        text(VerdictPart::Detail),
    )
}

fn error_row(game: &AdjudicatedGame, error: &Status) -> String {
    format!("{:>6} {:>7}      -  -        error          {}", game.number, game.line, error.message)
}

/// Returns the names of the players, as in `Smith - Jones: `; empty if the tags name no player.
fn players(game: &AdjudicatedGame) -> String {
    let player = |name| {
        let tag = game.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.trim());
        tag.filter(|name| !name.is_empty() && *name != "?")
    };
    match (player("White"), player("Black")) {
        (None, None) => String::new(),
        (white, black) => format!("{} - {}: ", white.unwrap_or("?"), black.unwrap_or("?")),
    }
}

/// Returns the printed name of an agreement, such as `against-value`. An agreement says whether the
/// written result agrees with the verdict.
fn agreement_name(agreement: Agreement) -> String {
    agreement.as_str_name().trim_start_matches("AGREEMENT_").to_lowercase().replace('_', "-")
}

const fn meaning(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Confirmed => "the rules give the written result",
        Agreement::Contradicted => "the rules give another result",
        Agreement::Plausible => "not over on the board; the result is what best play brings",
        Agreement::AgainstValue => "agreed or resigned, as the rules allow; best play brings another result",
        Agreement::Unknown => "not over on the board; whether best play brings the result is not known",
        Agreement::NoResult | Agreement::Unspecified => "no result is written",
        Agreement::IllegalMove => "a move is not legal",
        Agreement::ByTime => "not over on the board; the tag Termination says that time decided",
    }
}

/// Returns true if a move is illegal, or if the rules give another result than the written one.
const fn is_disagreement(agreement: Agreement) -> bool {
    matches!(agreement, Agreement::Contradicted | Agreement::IllegalMove)
}

/// Totals of a run. They contain the numbers of the games for each agreement (whether the written
/// result agrees with the verdict), and the numbers of the games that the user should check.
pub struct Totals<'a> {
    collection: Option<&'a Collection>,
    games: usize,
    by_agreement: BTreeMap<Agreement, Vec<u32>>,
    broken: Vec<u32>,
    /// Numbers of the games whose tag `Result` differs from the result after the moves.
    two_results: Vec<u32>,
    /// Numbers of the games that an arbiter must decide. Two kinds of games are left out: those
    /// with an illegal move, and those in which the rules contradict the written result.
    for_arbiter: Vec<u32>,
    /// Number of judged games for each variant and draw rules.
    rules: BTreeMap<(String, String), usize>,
    not_decided: usize,
    exit_code: u8,
    /// True if some verdict is incomplete because a table is damaged.
    is_incomplete: bool,
}

impl<'a> Totals<'a> {
    pub fn new(collection: Option<&'a Collection>) -> Totals<'a> {
        Totals {
            collection,
            games: 0,
            by_agreement: BTreeMap::new(),
            broken: Vec::new(),
            two_results: Vec::new(),
            for_arbiter: Vec::new(),
            rules: BTreeMap::new(),
            not_decided: 0,
            exit_code: 0,
            is_incomplete: false,
        }
    }

    pub fn add(&mut self, game: &AdjudicatedGame) {
        self.games += 1;
        let Some(Outcome::Verdict(answer)) = &game.outcome else {
            self.broken.push(game.number);
            self.exit_code = self.exit_code.max(FAULTY);
            return;
        };
        let (agreement, ruling) =
            (answer.agreement(), answer.verdict.as_ref().map_or(Ruling::Unspecified, Verdict::ruling));
        self.by_agreement.entry(agreement).or_default().push(game.number);
        let has_two_results = answer.structured_notes.iter().any(|note| note.key == "two-results");
        if has_two_results {
            self.two_results.push(game.number);
        }
        if answer.asks_arbiter && !is_disagreement(agreement) {
            self.for_arbiter.push(game.number);
        }
        *self.rules.entry((answer.variant.clone(), answer.rules.clone())).or_default() += 1;
        let is_faulty = has_two_results
            || matches!(agreement, Agreement::Contradicted | Agreement::IllegalMove)
            || ruling == Ruling::UnclearMove;
        let code = match ruling {
            Ruling::NotDecided => NOT_DECIDED,
            _ if is_faulty => FAULTY,
            _ => 0,
        };
        self.not_decided += usize::from(matches!(ruling, Ruling::NotDecided | Ruling::UnclearMove));
        self.exit_code = self.exit_code.max(code);
        let damaged = |collection| lacks_table(answer) && faults::has_damage(collection, &answer.variant);
        self.is_incomplete |= self.collection.is_some_and(damaged);
    }

    pub fn exit_code(&self) -> ExitCode {
        faults::exit_code(ExitCode::from(self.exit_code), self.is_incomplete)
    }

    /// Returns the numbers of the games that the user should check: games with an illegal move or a
    /// wrong result, games that cannot be read, and games that an arbiter must decide.
    fn to_look_at(&self) -> BTreeSet<u32> {
        let disagree = self.by_agreement.iter().filter(|(agreement, _)| is_disagreement(**agreement));
        disagree.flat_map(|(_, numbers)| numbers).chain(&self.for_arbiter).chain(&self.broken).copied().collect()
    }

    /// Returns a line that says how many games have written results that agree with the verdict,
    /// contradict it, or cannot be compared with it.
    fn totals(&self) -> String {
        let count =
            |of: &[Agreement]| of.iter().filter_map(|of| self.by_agreement.get(of)).map(Vec::len).sum::<usize>();
        let agree = count(&[Agreement::Confirmed, Agreement::Plausible]);
        let against = count(&[Agreement::Contradicted]);
        let lawful = match count(&[Agreement::AgainstValue]) {
            0 => String::new(),
            count => format!("{count} lawful and not best play, "),
        };
        let open = count(&[Agreement::Unknown, Agreement::IllegalMove, Agreement::ByTime]) + self.broken.len();
        let without = match count(&[Agreement::NoResult]) {
            0 => String::new(),
            count => format!(", {count} without a result"),
        };
        format!("{} games: {agree} agree, {against} against, {lawful}{open} not decided{without}", self.games)
    }

    fn write(&self, out: &mut Output) -> Result<(), Error> {
        out.line(&format_args!("\n{}", self.totals()))?;
        for (&agreement, numbers) in &self.by_agreement {
            let list = if is_disagreement(agreement) { listed(numbers) } else { String::new() };
            let (name, count) = (agreement_name(agreement), numbers.len());
            out.line(&format_args!("{count:>6} {name:<13}  {}{list}", meaning(agreement)))?;
        }
        for (numbers, name, text) in [
            (&self.two_results, "two-results", "the tag Result and the end of the moves differ"),
            (&self.for_arbiter, "arbiter", "the arbiter decides: see the verdict"),
            (&self.broken, "error", "cannot be read or judged"),
        ] {
            if !numbers.is_empty() {
                out.line(&format_args!("{:>6} {name:<13}  {text}{}", numbers.len(), listed(numbers)))?;
            }
        }
        for ((variant, rules), count) in &self.rules {
            out.line(&format_args!("{count:>6} judged as {variant} by the draw rules {rules}"))?;
        }
        Ok(())
    }
}

/// Returns true if the answer is incomplete because a table is missing.
fn lacks_table(answer: &AdjudicateResponse) -> bool {
    let known = answer.verdict.as_ref().and_then(|verdict| verdict.assessment.as_ref());
    known.is_some_and(|known| {
        let value = known.rule_value.as_ref();
        !known.unknown_reason.is_empty() || value.is_some_and(|value| !value.lacking_table.is_empty())
    })
}

/// Returns the first of these game numbers as text. If some are left out, the text says how many.
fn listed(numbers: &[u32]) -> String {
    let surplus = numbers.len().saturating_sub(NUMBERS_MAX);
    let shown: Vec<String> = numbers.iter().take(NUMBERS_MAX).map(u32::to_string).collect();
    let more = if surplus == 0 { String::new() } else { format!(" and {surplus} more") };
    format!(": {}{more}", shown.join(", "))
}
