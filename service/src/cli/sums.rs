//! The sums under a table of judged games.

use std::collections::{BTreeMap, BTreeSet};

use peatee_probe::adjudicate::Agreement;

use super::output::Output;
use super::verdict::{VerdictOut, meaning};
use super::words;
use crate::errors::Error;

/// The most numbers of games that a line names.
const NUMBERS_MAX: usize = 10;

/// The games of a table by how their results agree with the verdicts, with the numbers of the games
/// to look at.
#[derive(Debug, Default)]
pub struct Sums {
    games: usize,
    /// The numbers of the games, in the order of [`Agreement::ALL`].
    by_agreement: [Vec<usize>; Agreement::ALL.len()],
    broken: Vec<usize>,
    /// Games whose tag `Result` says something else than the end of their moves.
    two_results: Vec<usize>,
    /// Games in which something is left for the arbiter to decide.
    asking: Vec<usize>,
    /// How many games were judged as which variant, by which draw rules.
    rules: BTreeMap<(&'static str, String), usize>,
    outcomes: Vec<&'static str>,
}

impl Sums {
    /// Adds a game that could not be read or judged.
    pub fn add_broken(&mut self, number: usize) {
        self.games += 1;
        self.broken.push(number);
    }

    /// Adds a judged game.
    pub fn add(&mut self, number: usize, agreement: Agreement, verdict: &VerdictOut) {
        self.games += 1;
        self.by_agreement[agreement as usize].push(number);
        if verdict.has_two_results() {
            self.two_results.push(number);
        }
        if verdict.asks_arbiter() {
            self.asking.push(number);
        }
        *self.rules.entry((verdict.variant(), verdict.rules().to_owned())).or_default() += 1;
        self.outcomes.extend(verdict.outcome().filter(|outcome| !self.outcomes.contains(outcome)));
    }

    /// True when a game has something that makes the exit code 1.
    pub fn has_fault(&self) -> bool {
        let is_faulty = |(agreement, _)| is_fault(agreement);
        !self.broken.is_empty() || !self.two_results.is_empty() || self.found().any(is_faulty)
    }

    /// How many games there were.
    pub fn games(&self) -> usize {
        self.games
    }

    /// How many games an arbiter should look at.
    pub fn to_look_at(&self) -> usize {
        let disagree = self.found().filter(|(agreement, _)| agreement.is_disagreement());
        let numbers: BTreeSet<usize> = disagree.flat_map(|(_, numbers)| numbers).chain(&self.asking).copied().collect();
        self.broken.len() + numbers.len()
    }

    /// The agreements that occurred, with the numbers of their games.
    fn found(&self) -> impl Iterator<Item = (Agreement, &[usize])> {
        let all = Agreement::ALL.into_iter().zip(&self.by_agreement);
        all.filter(|(_, numbers)| !numbers.is_empty()).map(|(agreement, numbers)| (agreement, numbers.as_slice()))
    }

    /// Writes the sums.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn write(&self, out: &mut Output) -> Result<(), Error> {
        let judged = self.found().flat_map(|(agreement, numbers)| numbers.iter().map(move |_| Stands::of(agreement)));
        let broken = self.broken.iter().map(|_| Stands::NotDecided);
        out.line(&format_args!("\n{}", Stands::sums(judged.chain(broken))))?;
        for (agreement, numbers) in self.found() {
            let list = if agreement.is_disagreement() { listed(numbers) } else { String::new() };
            let (name, count) = (agreement.name(), numbers.len());
            out.line(&format_args!("{count:>6} {name:<13}  {}{list}", meaning(agreement)))?;
        }
        for (numbers, name, text) in [
            (&self.two_results, "two-results", "the tag Result and the end of the moves differ"),
            (&self.asking, "arbiter", "the arbiter decides: a win could be shown, or moves follow the end"),
            (&self.broken, "error", "cannot be read or judged"),
        ] {
            if !numbers.is_empty() {
                out.line(&format_args!("{:>6} {name:<13}  {text}{}", numbers.len(), listed(numbers)))?;
            }
        }
        for ((variant, rules), count) in &self.rules {
            out.line(&format_args!("{count:>6} judged as {variant} by the draw rules {rules}"))?;
        }
        let legend = words::legend(self.outcomes.iter().copied());
        legend.iter().try_for_each(|line| out.line(&format_args!("       {line}")))
    }
}

/// Whether a written result stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stands {
    /// It agrees with the rules, or with best play.
    Agrees,
    /// It is against them.
    Against,
    /// That is not decided.
    NotDecided,
    /// There is none.
    NoResult,
}

impl Stands {
    const ALL: [Stands; 4] = [Stands::Agrees, Stands::Against, Stands::NotDecided, Stands::NoResult];

    /// By how the result fits the verdict.
    pub const fn of(agreement: Agreement) -> Stands {
        match agreement {
            Agreement::Confirmed | Agreement::Plausible => Stands::Agrees,
            Agreement::Contradicted | Agreement::AgainstValue => Stands::Against,
            Agreement::Unknown | Agreement::IllegalMove | Agreement::ByTime => Stands::NotDecided,
            Agreement::NoResult => Stands::NoResult,
        }
    }

    /// In words.
    pub const fn text(self) -> &'static str {
        match self {
            Stands::Agrees => "agree",
            Stands::Against => "against",
            Stands::NotDecided => "not decided",
            Stands::NoResult => "without a result",
        }
    }

    /// How many games there are of which kind: `4 games: 2 agree, 1 against, 1 not decided`.
    pub fn sums(games: impl Iterator<Item = Stands>) -> String {
        let games: Vec<Stands> = games.collect();
        let count = |kind| games.iter().filter(|&&stands| stands == kind).count();
        let counted = Stands::ALL.map(|kind| (kind, count(kind)));
        // The first three always, so that a program finds them.
        let shown = counted.into_iter().filter(|&(kind, count)| count > 0 || kind != Stands::NoResult);
        let shown: Vec<String> = shown.map(|(kind, count)| format!("{count} {}", kind.text())).collect();
        format!("{} games: {}", games.len(), shown.join(", "))
    }
}

/// True for an agreement that makes the exit code 1.
pub const fn is_fault(agreement: Agreement) -> bool {
    matches!(agreement, Agreement::Contradicted | Agreement::IllegalMove)
}

/// The first numbers of a list, and how many more there are. Each game has its line in the table.
pub fn listed(numbers: &[usize]) -> String {
    let surplus = numbers.len().saturating_sub(NUMBERS_MAX);
    let shown: Vec<String> = numbers.iter().take(NUMBERS_MAX).map(usize::to_string).collect();
    let more = if surplus == 0 { String::new() } else { format!(" and {surplus} more") };
    format!(": {}{more}", shown.join(", "))
}
