//! Counters as text, `6.2=12,6.3=4`, for games of which only a position and the arbiter's counts
//! are known.
//!
//! Each part is the article of a count, without spaces, and the plies counted so far. Counts that
//! run in the position but are not listed are 0.
//!
//! A count of one side's moves may continue while that side gives up kings, until one king is left
//! on each side. Then `w` or `b` names the side whose moves are counted: `16c=12w`.
//!
//! Under codes that limit the moves in a row with one king, a part may state them as a FEN does:
//! `+205+0`, two moves of Black's king on 5, none of White.

use super::code::{CountEnding, CountRule, Counted, Leaving, MaterialClass, Road};
use super::counter::{Counters, DrawRules, MOST_PLIES};
use super::king_runs::{KingRunError, KingRuns};
use super::readings::MaterialChange;
use super::situation::Situation;
use crate::material::Material;
use crate::notation::shortened;
use crate::piece::Side;
use crate::position::Position;

/// Fault in counters that were stated as text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CounterError {
    /// A comma-separated part of the text does not have the form `article=plies`.
    #[error("`{part}` is not a count: write article=plies, as in `6.2=12`, and commas between")]
    Syntax {
        /// The part of the text that does not have the form `article=plies`.
        part: String,
    },
    /// The text gives a number of moves in a row with a king on a square on which the side has no
    /// king.
    #[error(transparent)]
    KingRun(#[from] KingRunError),
    /// Counters are stated, but the rule code has no counts.
    #[error("counters are stated, but the draw rules {code} have no counts")]
    NoCounts {
        /// Id of the rule code.
        code: &'static str,
    },
    /// The rule code has no count with the stated article.
    #[error("{code} has no count `{article}`; its counts: {known}")]
    UnknownArticle {
        /// Article that the text states.
        article: String,
        /// Id of the rule code.
        code: &'static str,
        /// The counts of the rule code, as a comma-separated list of articles.
        known: String,
    },
    /// An article is stated twice.
    #[error("count {article} is stated twice; state it once")]
    Twice {
        /// The article that is stated twice.
        article: String,
    },
    /// The stated plies are over the limit of the rule.
    #[error("{article}={plies} is over the limit of {limit_plies} plies, at which the game is drawn")]
    OverLimit {
        /// Article of the count whose stated plies are over the limit.
        article: String,
        /// Number of plies that the text states.
        plies: String,
        /// Limit of the rule in plies.
        limit_plies: u32,
    },
    /// The text does not name the side whose moves are counted, and the material does not show it.
    #[error(
        "count {article} counts the moves of the side that had more kings, which this position does not show: write \
         {article}={plies}w if that was White, {article}={plies}b if it was Black"
    )]
    StrongSideNotStated {
        /// Article of the count for which the text names no side.
        article: String,
        /// Number of plies that the text states.
        plies: u32,
    },
    /// The named side cannot be the side whose moves are counted.
    #[error("count {article} cannot count the moves of {side} in this position: {text}")]
    WrongStrongSide {
        /// Article of the count for which the text names a wrong side.
        article: String,
        /// The wrong side, as the text or the counters name it.
        side: Side,
        /// Summary of the rule of the count.
        text: &'static str,
    },
    /// The text names a side, but the rule counts the moves of both sides.
    #[error("`{part}`: count {article} counts the moves of both sides; write no `w` or `b` behind the plies")]
    NeedlessSide {
        /// Part of the text that names the side, such as `6.2=12w`.
        part: String,
        /// Article of the count for which the text names a side.
        article: String,
    },
    /// The number of plies is larger than a count can hold.
    #[error("{article}={plies} is too large a number of plies; the largest is {most_plies}")]
    TooLarge {
        /// Article of the count with too many plies.
        article: String,
        /// Number of plies that the text states.
        plies: String,
        /// The largest number of plies that a count can hold.
        most_plies: u32,
    },
    /// The rule does not apply to the material of the position.
    #[error("count {article} does not run in this position: {text}")]
    NotRunning {
        /// Article of the count that does not apply.
        article: String,
        /// Summary of the rule that does not apply.
        text: &'static str,
    },
    /// The count does not start while another count runs, so the text cannot state both.
    #[error("count {article} does not start while count {bar} runs; state only one of them")]
    Barred {
        /// Article of the count that does not start.
        article: String,
        /// Article of the rule whose running count prevents this count from starting.
        bar: String,
    },
    /// The text states too many plies for a count. The ending against a lone king began with a
    /// capture or promotion, which set this count to 0. This count therefore cannot be greater than
    /// the count of the ending.
    #[error(
        "{article}={plies} cannot be greater than {later}={later_plies}: the ending of {later} arises by a capture or \
         promotion, which sets {article} to 0; state both counts"
    )]
    OlderThanEnding {
        /// Article of the count for which the text states too many plies.
        article: String,
        /// Number of plies that the text states for the count with too many plies.
        plies: u32,
        /// Article of the count of the ending against a lone king.
        later: String,
        /// Number of plies that the text states for the count of the ending against a lone king.
        later_plies: u32,
    },
    /// The counters lack a count that runs in this position, because they belong to another
    /// position.
    #[error("count {article} runs in this position, but the counters do not have it")]
    Missing {
        /// Article of the missing count.
        article: String,
    },
}

impl DrawRules {
    /// Formats the running counts of a position: `6.2=12,6.3=4`. The text is empty when no count
    /// runs.
    pub fn counters_text(&self, counters: &Counters, position: &Position) -> String {
        let material = Material::of(&position.setup);
        let parts = self.code.counts.iter().enumerate().filter_map(|(index, rule)| {
            let plies = counters.get(index)?;
            let is_shown =
                self.counted(rule) != Counted::StrongSide || rule.material.strong_sides(&material).count() == 1;
            let side = if is_shown { "" } else { counters.strong().map_or("", letter) };
            Some(format!("{}={plies}{side}", rule.key()))
        });
        parts.chain(counters.king_runs().text()).collect::<Vec<_>>().join(",")
    }

    /// Parses the counts stated for a position. Counts that run in the position but are not listed
    /// are 0.
    ///
    /// # Errors
    /// [`CounterError`], which names the faulty count: unknown article, over the limit, not running
    /// in this position, or greater than possible.
    pub fn parse_counters(&self, text: &str, position: &Position) -> Result<Counters, CounterError> {
        let situation = self.situation(position);
        let material = situation.material;
        let mut stated = Counters::NONE;
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            if self.code.king_moves.is_some() && part.starts_with('+') {
                let runs = KingRuns::parse(part, position).ok_or_else(|| syntax(part))??;
                stated = self.with_king_runs(&stated, runs);
                continue;
            }
            let (index, plies, side) = self.parse_count(part, &material, position.side)?;
            if stated.get(index).is_some() {
                return Err(CounterError::Twice { article: self.code.counts[index].key() });
            }
            stated.set(index, Some(plies));
            let rule = &self.code.counts[index];
            if self.counted(rule) == Counted::StrongSide {
                stated.set_strong(strong_side(rule, plies, side, &material)?);
            }
        }
        let mut counters = stated;
        for (index, rule) in self.code.counts.iter().enumerate() {
            if stated.get(index).is_none()
                && self.starts_in(rule, &situation)
                && !self.has_barring_count(rule, &counters)
            {
                counters.set(index, Some(0));
                if self.counted(rule) == Counted::StrongSide && counters.strong().is_none() {
                    counters.set_strong(material.stronger());
                }
            }
        }
        self.check_counters(&counters, position)?;
        Ok(counters)
    }

    fn parse_count(
        &self,
        part: &str,
        material: &Material,
        side: Side,
    ) -> Result<(usize, u32, Option<Side>), CounterError> {
        let syntax = || syntax(part);
        let (article, plies) = part.split_once('=').ok_or_else(syntax)?;
        let plies = plies.trim();
        let (plies, strong) = match plies.as_bytes().last() {
            Some(b'w' | b'W') => (&plies[..plies.len() - 1], Some(Side::White)),
            Some(b'b' | b'B') => (&plies[..plies.len() - 1], Some(Side::Black)),
            _ => (plies, None),
        };
        if plies.is_empty() || !plies.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(syntax());
        }
        let key: String = article.split_whitespace().collect();
        let here = self.code.other_numbers.iter().find(|(_, other)| other.eq_ignore_ascii_case(&key));
        let key = here.map_or(key, |(here, _)| here.split_whitespace().collect());
        let is_named = |rule: &CountRule| rule.key().eq_ignore_ascii_case(&key);
        let rules = &self.code.counts;
        let in_class = rules.iter().position(|rule| is_named(rule) && rule.material.contains(material));
        let index = in_class.or_else(|| rules.iter().position(is_named));
        let index = index.ok_or_else(|| match self.code.counts {
            [] => CounterError::NoCounts { code: self.code.id },
            counts => CounterError::UnknownArticle {
                article: shortened(article.trim()),
                code: self.code.id,
                known: counts.iter().map(CountRule::key).collect::<Vec<_>>().join(", "),
            },
        })?;
        let rule = &self.code.counts[index];
        if strong.is_some() && self.counted(rule) != Counted::StrongSide {
            return Err(CounterError::NeedlessSide { part: shortened(part), article: rule.key() });
        }
        // The text is all digits, so a parse error means that the number is too large.
        match plies.parse::<u32>() {
            Ok(plies) if plies <= MOST_PLIES => Ok((index, plies, strong)),
            _ => Err(self.too_many(rule, plies, strong.or(material.stronger()), side)),
        }
    }

    /// Returns the error for a stated number of plies that is too large for any count.
    fn too_many(&self, rule: &CountRule, stated: &str, strong: Option<Side>, side: Side) -> CounterError {
        let (article, plies) = (rule.key(), shortened(stated));
        match rule.ending {
            CountEnding::Automatic => {
                let limit_plies = self.limit_plies(rule, 0, strong, side);
                CounterError::OverLimit { article, plies, limit_plies }
            }
            CountEnding::ClaimByEither => CounterError::TooLarge { article, plies, most_plies: MOST_PLIES },
        }
    }

    /// Checks that the counters are possible in this position.
    ///
    /// # Errors
    /// [`CounterError`] for the first impossible count.
    pub fn check_counters(&self, counters: &Counters, position: &Position) -> Result<(), CounterError> {
        let situation = self.situation(position);
        for (index, rule) in self.code.counts.iter().enumerate() {
            match counters.get(index) {
                Some(plies) => self.check_running(rule, plies, counters, &situation, position.side)?,
                None if self.starts_in(rule, &situation) && !self.has_barring_count(rule, counters) => {
                    return Err(CounterError::Missing { article: rule.key() });
                }
                None => {}
            }
        }
        self.check_ages(counters)
    }

    fn check_running(
        &self,
        rule: &CountRule,
        plies: u32,
        counters: &Counters,
        situation: &Situation,
        side: Side,
    ) -> Result<(), CounterError> {
        let material = &situation.material;
        if let Some(bar) = self.barring_article(rule, counters) {
            let bar = bar.split_whitespace().collect();
            return Err(CounterError::Barred { article: rule.key(), bar });
        }
        let runs_on =
            self.leaving(rule) == Leaving::RunsOn && self.readings.material_change == MaterialChange::CountGoesOn;
        let is_possible =
            self.goes_on_in(rule, situation) || (runs_on && rule.material.can_lead_to(material)) || material.is_bare();
        if !is_possible {
            return Err(CounterError::NotRunning { article: rule.key(), text: rule.text });
        }
        let strong = counters.strong().filter(|_| self.counted(rule) == Counted::StrongSide);
        if self.counted(rule) == Counted::StrongSide {
            match strong {
                Some(side) if rule.material.strong_sides(material).any(|other| other == side) => {}
                Some(side) => return Err(CounterError::WrongStrongSide { article: rule.key(), side, text: rule.text }),
                None if rule.material.may_be_even() && rule.material.strong_sides(material).count() == 2 => {}
                None => return Err(CounterError::StrongSideNotStated { article: rule.key(), plies }),
            }
        }
        let limit_plies = self.limit_plies(rule, plies, strong, side);
        if rule.ending == CountEnding::Automatic && plies > limit_plies {
            return Err(CounterError::OverLimit { article: rule.key(), plies: plies.to_string(), limit_plies });
        }
        Ok(())
    }

    /// Checks that no count is larger than possible. The capture or promotion that leads to an
    /// ending against a lone king starts the count of this ending. The same move sets some other
    /// counts to 0, so they cannot be greater than the count of the ending.
    fn check_ages(&self, counters: &Counters) -> Result<(), CounterError> {
        let is_of_material = |rule: &CountRule| rule.material != MaterialClass::Any && rule.road == Road::Any;
        let running = || self.code.counts.iter().enumerate().filter_map(|(i, rule)| Some((rule, counters.get(i)?)));
        for (rule, plies) in running().filter(|(rule, _)| rule.resets_on_material_change()) {
            for (later, later_plies) in running().filter(|(rule, _)| is_of_material(rule)) {
                if plies > later_plies {
                    return Err(CounterError::OlderThanEnding {
                        article: rule.key(),
                        plies,
                        later: later.key(),
                        later_plies,
                    });
                }
            }
        }
        Ok(())
    }
}

fn syntax(part: &str) -> CounterError {
    CounterError::Syntax { part: shortened(part) }
}

const fn letter(side: Side) -> &'static str {
    match side {
        Side::White => "w",
        Side::Black => "b",
    }
}

/// Returns the side whose moves are counted: `stated` (the side that the text names), or else the
/// only possible side. Returns `None` if neither side is stronger.
fn strong_side(
    rule: &CountRule,
    plies: u32,
    stated: Option<Side>,
    material: &Material,
) -> Result<Option<Side>, CounterError> {
    let possible: Vec<Side> = rule.material.strong_sides(material).collect();
    match (stated, &possible[..]) {
        (Some(side), _) if possible.contains(&side) => Ok(Some(side)),
        (None, [only]) => Ok(Some(*only)),
        (None, [_, _]) if rule.material.may_be_even() => Ok(None),
        (None, [_, _]) => Err(CounterError::StrongSideNotStated { article: rule.key(), plies }),
        // The count does not run in this material.
        (_, []) => Err(CounterError::NotRunning { article: rule.key(), text: rule.text }),
        (Some(side), _) => Err(CounterError::WrongStrongSide { article: rule.key(), side, text: rule.text }),
        (None, _) => Ok(None),
    }
}
