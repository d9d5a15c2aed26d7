//! Names of a code with its readings: `FMJD-100`, `FMJD-64+together`.

use super::code::{Leaving, RULE_CODES, RuleCode};
use super::counter::{DrawRules, GivenUp, LastMove, MaterialChange, MoveUnit, Readings};

/// What is added to a code's id for a reading that is not the default.
const TOGETHER: &str = "together";
const RESTARTS: &str = "restarts";
const DRAWN: &str = "drawn";
const ENDS: &str = "ends-with-three";

/// A text that names no code with readings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` names no draw rules: expected one of {}, and for other readings of it +{TOGETHER} (moves of both sides \
     together), +{RESTARTS} (a change of material starts a new count), +{DRAWN} (lost on the last move is drawn), for the 1953 codes \
     +{ENDS} (the count of 18 moves ends when a king is given up)",
    RULE_CODES.iter().map(|code| code.id).collect::<Vec<_>>().join(", ")
)]
pub struct RulesNameError {
    /// The text.
    pub text: String,
}

impl DrawRules {
    /// The code's id, and the readings that are not the default: `FMJD-64+together`.
    pub fn name(&self) -> String {
        let Readings { move_unit, material_change, last_move, given_up } = self.readings;
        let mut name = self.code.id.to_owned();
        let extras = [
            (move_unit == MoveUnit::BothTogether, TOGETHER),
            (material_change == MaterialChange::CountRestarts, RESTARTS),
            (last_move == LastMove::Drawn, DRAWN),
            (given_up == GivenUp::CountEnds, ENDS),
        ];
        for (is_other, extra) in extras {
            if is_other {
                name.push('+');
                name.push_str(extra);
            }
        }
        name
    }

    /// Reads a name as [`DrawRules::name`] writes it.
    ///
    /// # Errors
    /// [`RulesNameError`] lists what there is.
    pub fn named(text: &str) -> Result<DrawRules, RulesNameError> {
        let wrong = || RulesNameError { text: text.chars().take(80).collect() };
        let mut parts = text.split('+');
        let code = RuleCode::named(parts.next().unwrap_or_default()).map_err(|_| wrong())?;
        let mut rules = DrawRules::new(code);
        for part in parts {
            match part {
                TOGETHER => rules.readings.move_unit = MoveUnit::BothTogether,
                RESTARTS => rules.readings.material_change = MaterialChange::CountRestarts,
                DRAWN => rules.readings.last_move = LastMove::Drawn,
                // A code without such a count would be the same rules under two names.
                ENDS if code.counts.iter().any(|rule| rule.leaving == Leaving::AsRead) => {
                    rules.readings.given_up = GivenUp::CountEnds;
                }
                _ => return Err(wrong()),
            }
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
            for extra in ["", "+together", "+restarts", "+drawn", "+together+restarts+drawn"] {
                let name = format!("{}{extra}", code.id);
                assert_eq!(DrawRules::named(&name).unwrap().name(), name);
            }
        }
        for name in ["USSR-1953-64+ends-with-three", "USSR-1953-100+together+ends-with-three"] {
            assert_eq!(DrawRules::named(name).unwrap().name(), name);
        }
        for wrong in ["FMJD-100+ends-with-three", "none+ends-with-three", "", "FMJD", "FMJD-100+", "FMJD-100+slow"] {
            assert!(DrawRules::named(wrong).is_err(), "{wrong}");
        }
    }
}
