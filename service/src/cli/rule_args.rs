//! Draw rules on the command line.

use peatee_probe::with_game;
use peatee_rules::draw::rules_help;

use super::FenArgs;
use super::answers::Answers;
use crate::ask::family::Field;
use crate::ask::games;
use crate::ask::rules::RulesAsked;
use crate::errors::Error;

/// Options that state draw rules and the plies that these rules have already counted.
#[derive(Debug, clap::Args)]
pub struct RuleArgs {
    /// Also answer under these draw rules: a code, such as `FMJD-100`, followed by the readings
    /// that differ from its defaults.
    #[arg(long, value_name = "CODE", long_help = long_help())]
    rules: Option<String>,

    /// Plies that counts of these rules have already used, for one FEN: `6.2=12,6.3=4`. A count
    /// that is not named has used none. If a king stands against a king, `16c=12w` says that
    /// White's moves are counted.
    #[arg(long, value_name = "TEXT", requires = "rules")]
    counters: Option<String>,
}

fn long_help() -> String {
    let asked = "Also answer under these draw rules: a code, such as `FMJD-100`, followed by the readings that differ \
                 from its defaults, as in `FMJD-64+together`. `peatee variants` lists the codes of each game";
    format!("{asked}\n\n{}", rules_help())
}

impl RuleArgs {
    pub fn read(&self, positions: &FenArgs) -> Result<Option<RulesAsked>, Error> {
        with_game!(games::game(&positions.variant)?, game => self.read_for(game, positions))
    }

    fn read_for<G: Answers>(&self, game: &G, positions: &FenArgs) -> Result<Option<RulesAsked>, Error> {
        let [rules, counters] = [&self.rules, &self.counters].map(|text| text.as_deref().unwrap_or_default());
        let asked = G::read_rules(Field::new("--rules", rules), Field::new("--counters", counters))?;
        if self.counters.is_some() && (!positions.has_arguments() || positions.positions().len() != 1) {
            let reason = "counts belong to one position: give exactly one FEN as an argument".to_owned();
            return Err(Error::Argument { field: "--counters", reason });
        }
        asked.iter().for_each(|asked| game.warn_of_rules(&asked.rules));
        Ok(asked)
    }
}
