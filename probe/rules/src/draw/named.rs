//! Names of codes, followed by their readings (chosen interpretations): `FMJD-100`,
//! `FMJD-64+together`.

use super::code::{AmbiguousPoint, RULE_CODES, RuleCode};
use super::counter::DrawRules;
use super::readings::{
    GivenUp, LastMove, MaterialChange, MoveUnit, OwnMoves, Readings, RoadHolder, RoadLeft, Unchanged,
};

/// A reading (interpretation of an ambiguous article) that is not the default, with a name.
#[derive(Debug)]
pub struct NamedReading {
    /// Name of the reading (interpretation), appended to the id of a rule code after a `+`.
    pub name: &'static str,
    /// Meaning of the reading (interpretation) in a few words.
    pub meaning: &'static str,
    /// Ambiguous point that the reading (interpretation) settles; `None` when the point is
    /// ambiguous in every rule code.
    point: Option<AmbiguousPoint>,
    is_chosen_in: fn(&Readings) -> bool,
    choose_in: fn(&mut Readings),
}

impl NamedReading {
    /// Returns true when `readings` choose this interpretation.
    pub fn is_chosen_in(&self, readings: &Readings) -> bool {
        (self.is_chosen_in)(readings)
    }

    /// Chooses this interpretation in `readings`.
    pub fn choose_in(&self, readings: &mut Readings) {
        (self.choose_in)(readings);
    }
}

/// All readings (interpretations) with a name, in the order in which they are appended to the id of
/// a rule code.
pub static NAMED_READINGS: [NamedReading; 8] = [
    NamedReading {
        name: "together",
        meaning: "moves of both sides are counted together",
        point: None,
        is_chosen_in: |readings| readings.move_unit == MoveUnit::BothTogether,
        choose_in: |readings| readings.move_unit = MoveUnit::BothTogether,
    },
    NamedReading {
        name: "restarts",
        meaning: "a change of material starts a new count",
        point: None,
        is_chosen_in: |readings| readings.material_change == MaterialChange::CountRestarts,
        choose_in: |readings| readings.material_change = MaterialChange::CountRestarts,
    },
    NamedReading {
        name: "drawn",
        meaning: "lost on the last move is drawn",
        point: None,
        is_chosen_in: |readings| readings.last_move == LastMove::Drawn,
        choose_in: |readings| readings.last_move = LastMove::Drawn,
    },
    NamedReading {
        name: "ends-with-three",
        meaning: "the count against a lone king ends when a king is given up",
        point: Some(AmbiguousPoint::GivenUp),
        is_chosen_in: |readings| readings.given_up == GivenUp::CountEnds,
        choose_in: |readings| readings.given_up = GivenUp::CountEnds,
    },
    NamedReading {
        name: "each-side",
        meaning: "the strong side's own moves are counted as moves by each side",
        point: Some(AmbiguousPoint::OwnMoves),
        is_chosen_in: |readings| readings.own_moves == OwnMoves::EachSide,
        choose_in: |readings| readings.own_moves = OwnMoves::EachSide,
    },
    NamedReading {
        name: "unchanged-alone",
        meaning: "where unchanged material is counted, king moves are not",
        point: Some(AmbiguousPoint::Unchanged),
        is_chosen_in: |readings| readings.unchanged == Unchanged::InsteadOfKingsOnly,
        choose_in: |readings| readings.unchanged = Unchanged::InsteadOfKingsOnly,
    },
    NamedReading {
        name: "shared-road",
        meaning: "other pieces may stand on the main road",
        point: Some(AmbiguousPoint::RoadHolder),
        is_chosen_in: |readings| readings.road_holder == RoadHolder::Shared,
        choose_in: |readings| readings.road_holder = RoadHolder::Shared,
    },
    NamedReading {
        name: "off-road",
        meaning: "the count goes on when the king leaves the main road",
        point: Some(AmbiguousPoint::RoadLeft),
        is_chosen_in: |readings| readings.road_left == RoadLeft::CountGoesOn,
        choose_in: |readings| readings.road_left = RoadLeft::CountGoesOn,
    },
];

impl RuleCode {
    /// Returns the readings (interpretations) that may follow the id of this rule code. Readings
    /// without effect on the rule code are left out, because they would give the same rules two
    /// names.
    pub fn named_readings(&self) -> impl Iterator<Item = &'static NamedReading> {
        // Codes outside the list, those of chess, have no ambiguous points.
        let has_readings = RULE_CODES.iter().any(|code| code.id == self.id);
        let readings = NAMED_READINGS.iter().filter(move |_| has_readings);
        readings.filter(|reading| reading.point.is_none_or(|point| self.ambiguous_points.contains(&point)))
    }
}

/// Error: a text does not name draw rules. A name is the id of a rule code, followed by readings
/// (chosen interpretations) that the code allows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` names no draw rules: expected one of {}, and for other readings of it {}",
    RULE_CODES.iter().map(|code| code.id).collect::<Vec<_>>().join(", "),
    readings_text()
)]
pub struct RulesNameError {
    /// The faulty name.
    pub text: String,
}

/// Returns a list of all readings (interpretations of ambiguous articles) with their meanings.
/// Readings that apply only to some rule codes are listed with the ids of these rule codes.
fn readings_text() -> String {
    let described = NAMED_READINGS.iter().map(|reading| {
        let NamedReading { name, meaning, point, .. } = reading;
        let codes = RULE_CODES.iter().filter(|code| point.is_some_and(|point| code.ambiguous_points.contains(&point)));
        let codes = codes.map(|code| code.id).collect::<Vec<_>>().join(", ");
        if codes.is_empty() { format!("+{name} ({meaning})") } else { format!("+{name} ({codes}: {meaning})") }
    });
    described.collect::<Vec<_>>().join(", ")
}

/// Returns the help text on draw rules: for each rule code a line with year and source, then the
/// list of readings (interpretations of ambiguous articles).
pub fn rules_help() -> String {
    let described = RULE_CODES.iter().filter(|code| !code.counts.is_empty()).map(|code| {
        let RuleCode { id, title, year, sources, certainty, .. } = code;
        let source = sources.first().copied().unwrap_or_default();
        format!("  {id}: {title}, {year} ({}). {source}", certainty.text())
    });
    let codes = described.collect::<Vec<_>>().join("\n");
    format!("The codes, with year and source; `none` for no draw rules:\n{codes}\nReadings: {}", readings_text())
}

impl DrawRules {
    /// Returns the id of the rule code, followed by the readings (chosen interpretations) that
    /// differ from the default: `FMJD-64+together`.
    pub fn name(&self) -> String {
        let mut name = self.code.id.to_owned();
        for reading in NAMED_READINGS.iter().filter(|reading| reading.is_chosen_in(&self.readings)) {
            name.push('+');
            name.push_str(reading.name);
        }
        name
    }

    /// Parses a name in the form of [`DrawRules::name`].
    ///
    /// # Errors
    /// [`RulesNameError`], which lists the codes and readings.
    pub fn named(text: &str) -> Result<DrawRules, RulesNameError> {
        let wrong = || RulesNameError { text: text.chars().take(80).collect() };
        let mut parts = text.split('+');
        let code = RuleCode::named(parts.next().unwrap_or_default()).map_err(|_| wrong())?;
        let mut rules = DrawRules::new(code);
        for part in parts {
            let reading = code.named_readings().find(|reading| reading.name == part).ok_or_else(wrong)?;
            reading.choose_in(&mut rules.readings);
        }
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for code in RULE_CODES {
            let mut all = code.id.to_owned();
            for reading in code.named_readings() {
                let name = format!("{}+{}", code.id, reading.name);
                assert_eq!(DrawRules::named(&name).unwrap().name(), name);
                all = format!("{all}+{}", reading.name);
            }
            assert_eq!(DrawRules::named(&all).unwrap().name(), all);
        }
        for name in ["USSR-1953-64+ends-with-three", "USSR-1953-100+together+ends-with-three"] {
            assert_eq!(DrawRules::named(name).unwrap().name(), name);
        }
        let help = rules_help();
        assert!(RULE_CODES.iter().all(|code| code.counts.is_empty() || help.contains(&format!("  {}: ", code.id))));
        for wrong in [
            "FMJD-100+ends-with-three",
            "FMJD-64+off-road",
            "none+ends-with-three",
            "",
            "FMJD",
            "FMJD-100+",
            "FMJD-100+slow",
        ] {
            assert!(DrawRules::named(wrong).is_err(), "{wrong}");
        }
    }
}
