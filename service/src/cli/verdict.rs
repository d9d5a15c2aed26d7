//! The output forms of a verdict: an object, a page, or a line of a table.

use std::fmt::{self, Display};

use peatee_probe::Wdl;
use peatee_probe::adjudicate::{Agreement, Assessment, IllegalMove, Review, Ruling, Verdict};
use peatee_rules::draw::{Claimant, CountStatus, Draw, DrawCause, DrawRules, MoveUnit, Outcome};
use peatee_rules::notation::MoveNumber;
use peatee_rules::notation::pdn::Score;
use peatee_rules::{Draughts, Position};
use serde::Serialize;

use super::faults::Partial;
use super::line_out::LineOut;
use super::output::{MoveOut, ValueOut};
use super::under_rules::RuleValueOut;
use super::words::{self, draw_text, plies};
use crate::judging::Bench;

/// The output form of a judged game.
#[derive(Debug, Serialize)]
pub struct VerdictOut {
    /// The number of the game in the PDN text; `None` for a FEN.
    game: Option<usize>,
    /// Where the game begins in that text.
    line: Option<u32>,
    column: Option<u32>,
    variant: &'static str,
    rules: String,
    /// The year of the code, and what it is good for.
    rules_year: &'static str,
    rules_standing: &'static str,
    /// Whether it is the default code of the game.
    rules_is_default: bool,
    verdict: &'static str,
    /// The article that the verdict rests on.
    article: Option<&'static str>,
    /// The verdict in words.
    text: String,
    plies: usize,
    fen: String,
    counters: String,
    counts: Vec<CountOut>,
    illegal: Option<IllegalOut>,
    loser: Option<String>,
    draw: Option<DrawOut>,
    plies_after_end: usize,
    claims: Vec<DrawOut>,
    value: Option<ValuesOut>,
    unknown_reason: Option<String>,
    best_line: Vec<MoveOut>,
    best_line_end: Option<&'static str>,
    best_line_lacking: Option<String>,
    result: Option<&'static str>,
    agreement: &'static str,
    /// What the tag `Result` says where the moves end with another result.
    result_tag: Option<&'static str>,
    notes: Vec<String>,
    /// What the agreement means.
    #[serde(skip)]
    agreement_meaning: &'static str,
    /// The number of the move to be made.
    #[serde(skip)]
    number: MoveNumber,
    /// Whether a count ends a game that would be won without it, and an article leaves it to the
    /// arbiter whether the draw stands.
    #[serde(skip)]
    is_win_to_show: bool,
    /// The verdict in another language, a line for each thing that it says; empty: in English.
    #[serde(skip)]
    said: Vec<String>,
}

#[derive(Debug, Serialize)]
struct ValuesOut {
    #[serde(flatten)]
    value: ValueOut,
    #[serde(flatten)]
    under_rules: RuleValueOut,
    #[serde(skip)]
    winner: Option<String>,
}

/// What the tables say of a game that is drawn by a count, where an article lets the draw not stand
/// if the win can be shown.
fn demonstration(rules: &DrawRules, verdict: &Verdict) -> Option<String> {
    let article = rules.code.demonstration_article?;
    let value = verdict.without_counts?;
    Some(match value.wdl {
        Wdl::Draw => format!("article {article}: without the counts the tables say draw; there is no win to show"),
        _ => format!(
            "article {article}: without the counts the tables say {value} for {}; the arbiter decides whether the draw \
             stands",
            verdict.position.side
        ),
    })
}

/// The output form of a running count.
#[derive(Debug, Serialize)]
struct CountOut {
    article: &'static str,
    text: &'static str,
    used_plies: u32,
    limit_plies: u32,
    left_plies: u32,
    used_moves: u32,
    limit_moves: u32,
    /// How the article is read, where an option changes it.
    reading: Option<String>,
    /// Whose moves the count counts, in words.
    #[serde(skip)]
    whose: String,
}

impl CountOut {
    fn new(rules: &DrawRules, count: &CountStatus) -> Self {
        CountOut {
            article: count.rule.article,
            text: count.rule.text,
            used_plies: count.used_plies,
            limit_plies: count.limit_plies,
            left_plies: count.left_plies(),
            used_moves: count.used_moves(rules.readings),
            limit_moves: count.rule.limit_moves.into(),
            reading: rules.reading_text(count.rule),
            whose: match (count.strong_side, rules.readings.move_unit) {
                (Some(side), _) => format!("moves of {side}"),
                (None, MoveUnit::EachSide) => "moves by each side".to_owned(),
                (None, MoveUnit::BothTogether) => "moves of both sides".to_owned(),
            },
        }
    }
}

impl Display for CountOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CountOut { used_plies, limit_plies, left_plies, used_moves, limit_moves, whose, .. } = self;
        let left = plies(*left_plies);
        write!(f, "{used_moves} of {limit_moves} {whose}, {used_plies} of {limit_plies} plies, {left} left")
    }
}

/// The output form of an illegal move.
#[derive(Debug, Serialize)]
struct IllegalOut {
    ply: usize,
    r#move: String,
    /// Where the move stands in the PDN text.
    line: Option<u32>,
    column: Option<u32>,
    offence: &'static str,
    legal: Vec<String>,
    /// How many legal moves there are; `legal` may list fewer.
    legal_count: usize,
}

/// The output form of a draw.
#[derive(Debug, Serialize)]
struct DrawOut {
    article: &'static str,
    text: &'static str,
    cause: &'static str,
    /// `White`, `Black` or `either`; `None` when the draw needs no claim.
    claimant: Option<String>,
    since_ply: usize,
    occurrences: Option<u32>,
    /// The move that would repeat the position.
    by_move: Option<String>,
}

impl DrawOut {
    fn new(game: &Draughts, position: &Position, draw: &Draw) -> Self {
        let (cause, occurrences, by_move) = match &draw.cause {
            DrawCause::Repetition { occurrences } => ("repetition", Some(*occurrences), None),
            DrawCause::RepetitionByMove { by, occurrences } => {
                ("repetition-by-move", Some(*occurrences), Some(game.move_text(position, by)))
            }
            DrawCause::Count { .. } => ("count", None, None),
        };
        let claimant = draw.claimant.map(|claimant| match claimant {
            Claimant::Either => "either".to_owned(),
            Claimant::ToMove(side) => side.to_string(),
        });
        let Draw { article, text, since_ply, .. } = *draw;
        DrawOut { article, text, cause, claimant, since_ply, occurrences, by_move }
    }
}

impl Partial for VerdictOut {
    fn lacks_table(&self) -> bool {
        let of_value = self.value.as_ref().is_some_and(|value| value.under_rules.lacks_table());
        of_value || self.unknown_reason.is_some() || self.best_line_lacking.is_some()
    }
}

impl VerdictOut {
    /// The output form of a judged game. `in_text` says whether the game comes from a PDN text, in
    /// which it and its moves have places.
    pub fn new(bench: &Bench<'_>, review: &Review, in_text: bool) -> Self {
        let (game, rules, verdict) = (bench.game(), bench.rules(), &review.verdict);
        let mut out = VerdictOut {
            game: in_text.then_some(review.number),
            line: in_text.then_some(review.begins.line),
            column: in_text.then_some(review.begins.column),
            variant: game.variant().id,
            rules: rules.name(),
            rules_year: rules.code.year,
            rules_standing: rules.code.standing,
            rules_is_default: game.variant().rule_codes.first() == Some(&rules.code.id),
            verdict: "in-progress",
            article: None,
            text: String::new(),
            plies: verdict.plies,
            fen: game.fen(&verdict.position),
            counters: rules.counters_text(&verdict.counters, &verdict.position),
            counts: verdict.counts.iter().map(|count| CountOut::new(rules, count)).collect(),
            illegal: None,
            loser: None,
            draw: None,
            plies_after_end: 0,
            claims: Vec::new(),
            value: None,
            unknown_reason: None,
            best_line: Vec::new(),
            best_line_end: None,
            best_line_lacking: None,
            result: review.written.map(|score| score.text()),
            agreement: review.agreement.name(),
            result_tag: None,
            notes: demonstration(rules, verdict).into_iter().collect(),
            agreement_meaning: meaning(review.agreement),
            number: MoveNumber::in_position(game, &verdict.position, verdict.plies),
            is_win_to_show: verdict.without_counts.is_some_and(|value| value.wdl != Wdl::Draw),
            said: Vec::new(),
        };
        match &verdict.ruling {
            Ruling::Illegal(illegal) => out.put_illegal(illegal, review, in_text),
            Ruling::Over { outcome, moves_after_end } => {
                out.plies_after_end = *moves_after_end;
                out.put_end(game, verdict, outcome);
            }
            Ruling::InProgress { claims, assessment } => {
                out.put_claims(game, verdict, claims);
                out.put_assessment(bench, verdict, assessment);
            }
        }
        out
    }

    /// Adds the result in the tag `Result`, where the moves end with another one, and further
    /// notes.
    pub fn with_notes(mut self, result_tag: Option<Score>, notes: Vec<String>) -> Self {
        self.notes.extend(notes);
        VerdictOut { result_tag: result_tag.map(Score::text), ..self }
    }

    /// Whether something is left for the arbiter to decide: whether a draw stands, or what to do
    /// with moves that were played after the end.
    pub fn asks_arbiter(&self) -> bool {
        self.is_win_to_show || self.plies_after_end > 0
    }

    /// The draw rules that were applied.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// Adds the verdict in a language, which the text form shows instead of its own words.
    pub fn with_words(self, said: Vec<String>) -> Self {
        VerdictOut { said, ..self }
    }

    fn put_illegal(&mut self, illegal: &IllegalMove, review: &Review, in_text: bool) {
        self.verdict = "illegal-move";
        self.article = illegal.article;
        let place = in_text.then_some(review.place);
        let at = place.map_or(String::new(), |place| format!(", {place}"));
        let article = illegal.article.map_or(String::new(), |article| format!(" (article {article})"));
        let IllegalMove { ply, text, offence, .. } = illegal;
        self.text = format!("illegal move at ply {ply}{at}: {} {text}: {}{article}", self.number, offence.text());
        self.illegal = Some(IllegalOut {
            ply: illegal.ply,
            r#move: illegal.text.clone(),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            offence: illegal.offence.text(),
            legal: illegal.legal.clone(),
            legal_count: illegal.legal_count,
        });
    }

    fn put_end(&mut self, game: &Draughts, verdict: &Verdict, outcome: &Outcome) {
        match outcome {
            Outcome::Lost { loser, article, .. } => {
                self.verdict = "lost";
                self.text = outcome.to_string();
                self.article = *article;
                self.loser = Some(loser.to_string());
            }
            Outcome::Drawn(draw) => {
                self.verdict = "drawn";
                self.text = draw_text(draw);
                self.article = Some(draw.article);
                self.draw = Some(DrawOut::new(game, &verdict.position, draw));
            }
            Outcome::InProgress { .. } => {}
        }
        if self.plies_after_end > 0 {
            self.text += &format!("; moves written after that: {}", self.plies_after_end);
        }
    }

    fn put_claims(&mut self, game: &Draughts, verdict: &Verdict, claims: &[Draw]) {
        self.text = format!("in progress, {} to move", verdict.position.side);
        if let [first, ..] = claims {
            self.verdict = "claimable";
            self.article = Some(first.article);
        }
        for claim in claims {
            self.text += &format!("; {}", draw_text(claim));
            self.claims.push(DrawOut::new(game, &verdict.position, claim));
        }
    }

    fn put_assessment(&mut self, bench: &Bench<'_>, verdict: &Verdict, assessment: &Assessment) {
        match assessment {
            Assessment::Unknown { reason } => self.unknown_reason = Some(reason.clone()),
            Assessment::Known { value, line } => {
                let winner = words::winner(verdict.position.side, value.value);
                self.value = Some(ValuesOut { value: value.value.into(), under_rules: (*value).into(), winner });
                let line = LineOut::new(bench.game(), &verdict.position, bench.rules(), line);
                self.best_line = line.moves;
                self.best_line_end = Some(line.end);
                self.best_line_lacking = line.lacking;
            }
        }
    }

    /// The id of the variant.
    pub fn variant(&self) -> &'static str {
        self.variant
    }

    /// The number of the game in the PDN text.
    pub fn game(&self) -> Option<usize> {
        self.game
    }

    /// True when the tag `Result` says another result than the end of the moves.
    pub fn has_two_results(&self) -> bool {
        self.result_tag.is_some()
    }

    /// The outcome under the draw rules, where the tables give one.
    pub fn outcome(&self) -> Option<&'static str> {
        self.value.as_ref().map(|value| value.under_rules.name())
    }

    /// The game as a line of the table under [`TABLE_HEADER`].
    pub fn row(&self) -> String {
        let value = self.value.as_ref().map_or(String::new(), |value| format!("; {}", value.under_rules));
        let (game, line) = (self.game.unwrap_or_default(), self.line.unwrap_or_default());
        let result = self.result.unwrap_or("-");
        let notes: String = self.notes.iter().map(|note| format!("; {note}")).collect();
        format!(
            "{game:>6} {line:>7} {:>6}  {result:<6}  {:<13}  {}{value}{notes}",
            self.plies, self.agreement, self.text
        )
    }
}

/// The header of the table of games.
pub const TABLE_HEADER: &str = "  game    line  plies  result  agreement      verdict";

impl Display for VerdictOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.said.is_empty() {
            // What could be shown, and the notes, are in these words already.
            return write!(f, "{}", self.said.join("\n  "));
        }
        if let (Some(game), Some(line)) = (self.game, self.line) {
            write!(f, "game {game}, line {line}: ")?;
        }
        writeln!(f, "{}, rules {}", self.variant, self.rules)?;
        writeln!(f, "{}", self.text)?;
        if !self.rules_year.is_empty() {
            let default =
                if self.rules_is_default { format!("the default of {}: ", self.variant) } else { String::new() };
            writeln!(f, "  code        {}; {default}{}", self.rules_year, self.rules_standing)?;
        }
        writeln!(f, "  position    {} after {}", self.fen, plies(self.plies as u32))?;
        if let Some(illegal) = &self.illegal {
            let more = match illegal.legal_count - illegal.legal.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            writeln!(f, "  legal       {}{more}", illegal.legal.join(", "))?;
        }
        for draw in self.draw.iter().chain(&self.claims).filter(|draw| draw.cause != "count") {
            writeln!(f, "  article     {}: {}", draw.article, draw.text)?;
            if let Some(by_move) = &draw.by_move {
                writeln!(f, "  by move     {by_move}")?;
            }
        }
        for count in &self.counts {
            writeln!(f, "  count {:<5} {count}", count.article)?;
            let reading = count.reading.as_ref().map_or(String::new(), |reading| format!("; {reading}"));
            writeln!(f, "              ({}{reading})", count.text)?;
        }
        if let Some(ValuesOut { value, under_rules, winner }) = &self.value {
            let winner = winner.as_ref().map_or(String::new(), |winner| format!(" ({winner})"));
            writeln!(f, "  value       {value}{winner} without draw rules")?;
            let meaning = words::outcome_meaning(under_rules.name()).map_or(String::new(), |text| format!(": {text}"));
            writeln!(f, "  under rules {under_rules}{meaning}")?;
            let moves = self.number.number_all(self.best_line.iter().map(MoveOut::notation));
            let end = self.best_line_end.map(|end| words::line_end(end, "--line-plies")).unwrap_or_default();
            writeln!(f, "  best line   {moves} ({end})")?;
        }
        if let Some(reason) = &self.unknown_reason {
            writeln!(f, "  value       not known: {reason}")?;
        }
        match self.result {
            Some(result) => write!(f, "  result      {result}: {} ({})", self.agreement, self.agreement_meaning),
            None => write!(f, "  result      none written"),
        }?;
        self.notes.iter().try_for_each(|note| write!(f, "\n  note        {note}"))
    }
}

/// What an agreement means, for the sums under a table.
pub const fn meaning(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Confirmed => "the rules give the written result",
        Agreement::Contradicted => "the rules give another result",
        Agreement::Plausible => "not over by the rules; the result is what best play brings",
        Agreement::AgainstValue => "not over by the rules; best play brings another result",
        Agreement::Unknown => "not over by the rules; whether best play brings the result is not known",
        Agreement::NoResult => "no result is written",
        Agreement::IllegalMove => "a move is not legal",
        Agreement::ByTime => "not over by the rules; the tag Termination says that time decided",
    }
}
