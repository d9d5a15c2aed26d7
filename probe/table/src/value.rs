//! Values of positions, and the encodings in which files and memory hold them.
//!
//! A value has several forms. This list names the code that converts each of them:
//!
//! | form | where | packed and unpacked by |
//! |---|---|---|
//! | [`Value`]: win, draw or loss, plies | answers | this file |
//! | number of a cell: 0 loss, 1 draw, 2 win; or 0 draw, plies + 1 | between table and value | [`Value::of_cell`], [`Value::cell`] |
//! | cell: 2 bits, 1 or 2 bytes | decoded blocks | `format/cell.rs` |
//! | stored block | files | `format/block.rs`, `format/encoder.rs` |
//! | expanded cell: number of the cell + 1, or 0 if the cell is not filled | memory of `peatee-probe` | its `table/expanded.rs` |
//! | `Known`: two bytes | the generator, one position | its `solver/values/known.rs` |
//! | `WdlArray`: 2 bits, 32 to a word | the generator, a slice | `solver/values/mod.rs`, `solver/values/wdl_cells.rs` |
//! | value words: won, lost, digits of half the plies | the solver | `solver/draughts/bitboards/value_word.rs` |
//! | bit planes: one word for each bit of 64 values | words to a slice | `solver/draughts/bitboards/layout/bit_planes.rs` |

use std::fmt;

use peatee_rules::draw::{CHESS_CODES, DrawRules, NAMED_READINGS, RULE_CODES, RuleCode};
use peatee_rules::variant::Goal;

/// Value of a position for the side to move, with best play by both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Wdl {
    Loss,
    Draw,
    Win,
}

impl Wdl {
    /// Returns `win`, `draw` or `loss`.
    pub const fn name(self) -> &'static str {
        match self {
            Wdl::Loss => "loss",
            Wdl::Draw => "draw",
            Wdl::Win => "win",
        }
    }

    /// Returns the value of the same position for the opponent: a win becomes a loss, and a loss a
    /// win.
    pub const fn reversed(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }

    /// Returns the value that a number from a WDL cell stands for. The number 3 counts as a draw,
    /// but blocks with such cells are refused when they are decoded.
    #[inline(always)]
    pub const fn of_cell(cell: u32) -> Wdl {
        // An array look-up avoids a branch that the processor would often mispredict.
        const WDL: [Wdl; 4] = [Wdl::Loss, Wdl::Draw, Wdl::Win, Wdl::Draw];
        WDL[if cell < 3 { cell as usize } else { 3 }]
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Result of a probe: win, draw or loss, and the distance in plies if the tables have it.
///
/// Displayed as `win in 31 plies`, `win` if the distance is unknown, `draw`, `loss in 1 ply`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value {
    /// Win, draw or loss for the side to move.
    pub wdl: Wdl,
    /// Distance in plies, if the winner takes the fastest way and the loser the slowest. In the
    /// result of a probe, this is the distance to the end of the game (DTW). `None` for a draw, and
    /// when the table with the distance is missing.
    pub plies: Option<u32>,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies {
            None => write!(f, "{}", self.wdl),
            Some(1) => write!(f, "{} in 1 ply", self.wdl),
            Some(plies) => write!(f, "{} in {plies} plies", self.wdl),
        }
    }
}

impl Value {
    /// Value of a drawn position.
    pub const DRAW: Value = Value { wdl: Wdl::Draw, plies: None };

    /// Returns the value of a position whose game ends after `plies` plies of best play. If the
    /// last player to move wins by `goal`, an odd number of plies is a win for the side to move,
    /// and an even number a loss. With the other goal it is the reverse.
    #[inline(always)]
    pub const fn decided(plies: u32, goal: Goal) -> Value {
        let last_mover_wins = matches!(goal, Goal::LastToMove);
        let wdl = if (plies % 2 == 1) == last_mover_wins { Wdl::Win } else { Wdl::Loss };
        Value { wdl, plies: Some(plies) }
    }

    /// Returns the value that a number from a DTW cell stands for.
    #[inline(always)]
    pub const fn of_dtw_cell(cell: u32, goal: Goal) -> Value {
        match cell {
            0 => Value::DRAW,
            plies => Value::decided(plies - 1, goal),
        }
    }

    /// Returns the value that a number from a cell of a WDL or DTW table stands for.
    #[inline(always)]
    pub const fn of_cell(cell: u32, metric: Metric, goal: Goal) -> Value {
        match metric {
            Metric::Wdl => Value { wdl: Wdl::of_cell(cell), plies: None },
            // The plies of a DTC or DTR table do not tell who wins; callers read that from the WDL
            // table.
            Metric::Dtw | Metric::Dtc | Metric::Dtr(_) | Metric::RuleWdl(_) | Metric::RuleDtw(_) | Metric::CanMate => {
                Value::of_dtw_cell(cell, goal)
            }
        }
    }

    /// Returns the number that a cell of a WDL or distance table holds for this value.
    #[inline(always)]
    pub const fn cell(self, metric: Metric) -> u32 {
        match (metric, self.plies) {
            (Metric::Wdl, _) => self.wdl as u32,
            (_, Some(plies)) => plies + 1,
            (_, None) => 0,
        }
    }

    /// Returns the value of a move for the player who makes it; `self` is the value of the position
    /// after the move. Win and loss are exchanged, and the plies are one more.
    pub fn before_move(self) -> Value {
        Value { wdl: self.wdl.reversed(), plies: self.plies.map(|plies| plies + 1) }
    }

    /// Returns this value or `other`, whichever is better for the side to move.
    #[inline(always)]
    pub fn or_better(self, other: Option<Value>) -> Value {
        other.filter(|other| other.order() <= self.order()).unwrap_or(self)
    }

    /// Returns a sort key that puts better values for the side to move first: fast wins, slow wins,
    /// draws, slow losses, fast losses.
    pub fn order(self) -> (u8, i64) {
        let plies = self.plies.unwrap_or(0) as i64;
        match self.wdl {
            Wdl::Win => (0, plies),
            Wdl::Draw => (1, 0),
            Wdl::Loss => (2, -plies),
        }
    }
}

const _: () = assert!(NAMED_READINGS.len() <= u8::BITS as usize, "a bit for each reading");

/// Returns every rule code (the draw rules of a federation) under which a table can be made.
fn codes() -> impl Iterator<Item = &'static RuleCode> {
    RULE_CODES.iter().chain(CHESS_CODES).copied()
}

/// A rule code and its readings (the chosen interpretations of ambiguous articles) in two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleSet {
    code: u8,
    readings: u8,
}

impl RuleSet {
    /// Encodes a rule code and its readings (chosen interpretations of ambiguous articles) in two
    /// bytes.
    ///
    /// # Panics
    /// Panics when the code is not one of [`RULE_CODES`] or [`CHESS_CODES`].
    pub fn new(rules: &DrawRules) -> RuleSet {
        let code = codes().position(|code| std::ptr::eq(code, rules.code)).expect("codes stand in a list");
        let other = NAMED_READINGS.iter().zip(0..).filter(|(reading, _)| reading.is_chosen_in(&rules.readings));
        let readings = other.fold(0, |readings, (_, bit)| readings | 1 << bit);
        RuleSet { code: code as u8, readings }
    }

    /// Returns true when the code is one of [`CHESS_CODES`].
    pub const fn counts_half_moves(self) -> bool {
        self.code as usize >= RULE_CODES.len()
    }

    /// Decodes the rule code and its readings (chosen interpretations of ambiguous articles).
    pub fn rules(self) -> DrawRules {
        let mut rules = DrawRules::new(codes().nth(self.code.into()).expect("codes stand in a list"));
        for (reading, bit) in NAMED_READINGS.iter().zip(0..) {
            if self.readings & 1 << bit != 0 {
                reading.choose_in(&mut rules.readings);
            }
        }
        rules
    }
}

/// The quantity that a table stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// Win, draw or loss.
    Wdl,
    /// Depth to win: plies to the end of the game.
    Dtw,
    /// Depth to conversion, if the winner takes the fastest way and the loser the slowest. It is
    /// the number of plies to the next capture, to the next move of a piece other than a king, or
    /// to the end of the game. The WDL table tells who wins.
    Dtc,
    /// Depth to reset, under draw rules that count plies up to a limit. It is the number of plies
    /// until the winner wins, or makes a move that keeps the win and resets or ends the count. If
    /// several counts run, `Clock` of `peatee-probe` explains which of them decides.
    Dtr(RuleSet),
    /// Win, draw or loss under draw rules that limit the moves in a row with one king. The value
    /// depends on the moves in a row that each side has already made. If a later move starts a
    /// count of the draw rules, this count begins at zero.
    RuleWdl(RuleSet),
    /// Depth to win under draw rules, with every running count: plies to the end of the game. In
    /// draughts, under the draw rules of [`Metric::RuleWdl`], a table has a cell for each position
    /// and each state of the moves in a row with one king; see
    /// [`RunStates`](crate::run_pattern::RunStates). In chess, under draw rules that limit the
    /// plies without a capture or pawn move, the cell of a position names a
    /// [staircase](crate::staircase) relative to DTM and DTZ.
    RuleDtw(RuleSet),
    /// Chess only: the sides that can still mate by some series of legal moves of both sides.
    CanMate,
}

impl Metric {
    /// Metrics of the tables that the generator makes by default.
    pub const DEFAULT: [Metric; 2] = [Metric::Wdl, Metric::Dtw];

    /// Returns the metric DTZ of chess: the plies to the next capture, pawn move or mate. `code`
    /// names a draw rule that limits these plies.
    ///
    /// # Panics
    /// Panics when the code is not one of [`CHESS_CODES`].
    pub fn dtz(code: &str) -> Metric {
        let code = CHESS_CODES.iter().find(|known| known.id == code).expect("a code of chess");
        Metric::Dtr(RuleSet::new(&DrawRules::new(code)))
    }

    /// Returns the draw rules on which the values depend; `None` if they depend on none.
    pub const fn rule_set(self) -> Option<RuleSet> {
        match self {
            Metric::Wdl | Metric::Dtw | Metric::Dtc | Metric::CanMate => None,
            Metric::Dtr(set) | Metric::RuleWdl(set) | Metric::RuleDtw(set) => Some(set),
        }
    }

    /// Returns true when the cells of tables of this metric hold distances in plies.
    pub const fn counts_plies(self) -> bool {
        match self {
            Metric::Dtw | Metric::Dtc | Metric::Dtr(_) => true,
            Metric::RuleDtw(_) => !self.has_staircases(),
            Metric::Wdl | Metric::RuleWdl(_) | Metric::CanMate => false,
        }
    }

    /// Returns true when the cells of tables of this metric name staircases: plies to mate with
    /// every half-move clock.
    pub const fn has_staircases(self) -> bool {
        matches!(self, Metric::RuleDtw(set) if set.counts_half_moves())
    }

    /// Returns true when tables of this metric may have no cells, because the values follow from
    /// those of the opposite slice.
    pub const fn may_be_derived(self) -> bool {
        self.counts_plies() || self.has_staircases()
    }

    /// Returns true when the cells tell who wins a game without draw rules. For all other metrics,
    /// readers also need the WDL table.
    pub const fn tells_who_wins(self) -> bool {
        match self {
            Metric::Wdl | Metric::Dtw => true,
            Metric::Dtc | Metric::Dtr(_) | Metric::RuleWdl(_) | Metric::RuleDtw(_) | Metric::CanMate => false,
        }
    }

    /// Returns true when every table of this metric stores the values of positions with captures.
    /// Tables of other metrics may omit these values, because tables with fewer pieces contain
    /// them.
    pub const fn stores_captures(self) -> bool {
        match self {
            Metric::Wdl | Metric::Dtw | Metric::Dtc | Metric::RuleWdl(_) => false,
            Metric::Dtr(_) | Metric::RuleDtw(_) | Metric::CanMate => true,
        }
    }

    /// Returns the name of the metric in commands, file headers and endings of file names: `wdl`,
    /// `dtw`, `dtc`, `dtr-FMJD-100`, `wdl-Frisian`, `dtw-Frisian`, `dtw-FIDE-50`, `can-mate`.
    pub fn name(self) -> String {
        match self {
            Metric::Wdl => "wdl".to_owned(),
            Metric::Dtw => "dtw".to_owned(),
            Metric::Dtc => "dtc".to_owned(),
            Metric::Dtr(set) => format!("{DTR_PREFIX}{}", set.rules().name()),
            Metric::RuleWdl(set) => format!("{RULE_WDL_PREFIX}{}", set.rules().name()),
            Metric::RuleDtw(set) => format!("{RULE_DTW_PREFIX}{}", set.rules().name()),
            Metric::CanMate => "can-mate".to_owned(),
        }
    }

    /// Returns the metric that has this name; `None` if no metric has it.
    pub fn named(name: &str) -> Option<Metric> {
        match name {
            "wdl" => Some(Metric::Wdl),
            "dtw" => Some(Metric::Dtw),
            "dtc" => Some(Metric::Dtc),
            "can-mate" => Some(Metric::CanMate),
            _ => {
                type OfRules = fn(RuleSet) -> Metric;
                let of_rules: [(&str, OfRules); 3] =
                    [(DTR_PREFIX, Metric::Dtr), (RULE_WDL_PREFIX, Metric::RuleWdl), (RULE_DTW_PREFIX, Metric::RuleDtw)];
                let with_rules = |(prefix, of_rules): (&str, OfRules)| Some((name.strip_prefix(prefix)?, of_rules));
                let (name_of_rules, of_rules) = of_rules.into_iter().find_map(with_rules)?;
                let alone = || codes().find(|code| code.id == name_of_rules).map(DrawRules::new);
                let rules = DrawRules::named(name_of_rules).ok().or_else(alone)?;
                // Only one spelling is valid: readings in their order, each at most once.
                let metric = of_rules(RuleSet::new(&rules));
                let has_tables = match metric {
                    Metric::RuleWdl(_) => rules.code.king_moves.is_some(),
                    Metric::RuleDtw(set) => rules.code.king_moves.is_some() || set.counts_half_moves(),
                    _ => true,
                };
                (metric.name() == name && has_tables).then_some(metric)
            }
        }
    }
}

const DTR_PREFIX: &str = "dtr-";
const RULE_WDL_PREFIX: &str = "wdl-";
const RULE_DTW_PREFIX: &str = "dtw-";

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_tell_who_wins() {
        assert_eq!(Value::decided(0, Goal::LastToMove).wdl, Wdl::Loss);
        assert_eq!(Value::decided(1, Goal::LastToMove).wdl, Wdl::Win);
        assert_eq!(Value::decided(0, Goal::GiveAway).wdl, Wdl::Win);
        assert_eq!(Value::decided(0, Goal::LastToMove).before_move(), Value::decided(1, Goal::LastToMove));
    }

    #[test]
    fn codes_with_one_count_name_metrics() {
        let dtz = Metric::dtz("FIDE-50");
        assert_eq!(dtz.name(), "dtr-FIDE-50");
        assert_eq!(Metric::named("dtr-FIDE-50"), Some(dtz));
        assert_eq!(Metric::named("dtr-FIDE-50+together"), None);
    }

    #[test]
    fn codes_that_limit_moves_with_one_king_name_metrics_of_values() {
        let frisian = Metric::named("wdl-Frisian+each-side").unwrap();
        assert_eq!(frisian.name(), "wdl-Frisian+each-side");
        assert_eq!(Metric::named("dtw-Frisian").unwrap().name(), "dtw-Frisian");
        assert_eq!(["wdl-FMJD-100", "dtw-FMJD-100"].map(Metric::named), [None; 2]);
    }

    #[test]
    fn codes_with_a_clock_name_metrics_of_plies_to_mate() {
        let of_75_moves = Metric::named("dtw-FIDE-75").unwrap();
        assert_eq!((of_75_moves.name(), of_75_moves.counts_plies()), ("dtw-FIDE-75".to_owned(), false));
        assert_eq!(Metric::named("dtw-FMJD-100"), None);
    }

    #[test]
    fn values_are_shown_in_words() {
        let shown = |wdl, plies| Value { wdl, plies }.to_string();
        assert_eq!(shown(Wdl::Win, Some(31)), "win in 31 plies");
        assert_eq!(shown(Wdl::Loss, Some(1)), "loss in 1 ply");
        assert_eq!(shown(Wdl::Win, None), "win");
        assert_eq!(Value::DRAW.to_string(), "draw");
    }

    #[test]
    fn fast_wins_come_first_and_slow_losses_before_fast_ones() {
        let mut values = [
            Value::decided(2, Goal::LastToMove),
            Value::DRAW,
            Value::decided(5, Goal::LastToMove),
            Value::decided(8, Goal::LastToMove),
            Value::decided(3, Goal::LastToMove),
        ];
        values.sort_by_key(|value| value.order());
        assert_eq!(values.map(|v| v.plies), [Some(3), Some(5), None, Some(8), Some(2)]);
    }
}
