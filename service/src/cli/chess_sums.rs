//! The table under several judged games of chess, and its sums.

use peatee_probe::adjudicate::Agreement;
use peatee_probe::peatee_chess::pgn::{PgnError, PgnGame};

use super::chess_verdict::{JudgedOut, VerdictName};
use super::output::Output;
use super::sums::{Stands, listed};
use crate::errors::Error;
use crate::texts::Texts;

/// The most signs of the names of two players.
const PLAYERS_MAX: usize = 34;

/// One game of the table.
#[derive(Debug)]
pub struct Row {
    game: usize,
    players: String,
    result: &'static str,
    verdict: String,
    article: &'static str,
    agreement: &'static str,
    stands: Stands,
    /// Whether an arbiter should look at the game.
    asks_arbiter: bool,
}

impl Row {
    /// Of a judged game.
    pub fn new(game: &PgnGame, judged: &JudgedOut) -> Row {
        let player = |name| game.tag(name).map_or("?", |tag| tag.value.trim());
        let players: String = format!("{} - {}", player("White"), player("Black"));
        let stands = match judged.verdict {
            VerdictName::UnclearMove | VerdictName::NotDecided => Stands::NotDecided,
            _ => Stands::of(judged.agreement),
        };
        Row {
            game: game.number,
            players: players.chars().take(PLAYERS_MAX).collect(),
            result: judged.result.unwrap_or("-"),
            verdict: judged.headline(),
            article: judged.article.unwrap_or("-"),
            agreement: match judged.verdict {
                VerdictName::UnclearMove => "unclear-move",
                VerdictName::NotDecided if judged.agreement == Agreement::Unknown => "not-decided",
                _ => judged.agreement.name(),
            },
            stands,
            asks_arbiter: judged.asks_arbiter,
        }
    }

    /// Of a game that cannot be read.
    pub fn unread(error: &PgnError) -> Row {
        Row {
            game: error.game,
            players: "?".to_owned(),
            result: "-",
            verdict: "cannot be read".to_owned(),
            article: "-",
            agreement: "error",
            stands: Stands::NotDecided,
            asks_arbiter: true,
        }
    }
}

/// The games so far.
#[derive(Debug, Default)]
pub struct Sums(Vec<Row>);

impl Sums {
    /// Adds a game.
    pub fn add(&mut self, row: Row) {
        self.0.push(row);
    }

    /// How many games there were.
    pub fn games(&self) -> usize {
        self.0.len()
    }

    /// How many games there are, and how many need the arbiter.
    pub fn said(&self, texts: &Texts) -> String {
        let count = |key: &str, count: usize| texts.text(key, &[("count", count.to_string())]);
        let asking = self.0.iter().filter(|row| row.asks_arbiter).count();
        format!("{} {}", count("games.count", self.games()), count("games.wrong", asking))
    }

    /// Writes the table and the sums.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn write(&self, out: &mut Output) -> Result<(), Error> {
        let width = self.0.iter().map(|row| row.players.chars().count()).max().unwrap_or_default().max(7);
        out.line(&format_args!("\n  game  {:<width$}  result   verdict         article  agreement", "players"))?;
        for Row { game, players, result, verdict, article, agreement, .. } in &self.0 {
            out.line(&format_args!(
                "{game:>6}  {players:<width$}  {result:<7}  {verdict:<14}  {article:<7}  {agreement}"
            ))?;
        }
        out.line(&format_args!("\n{}", Stands::sums(self.0.iter().map(|row| row.stands))))?;
        for stands in [Stands::Against, Stands::NotDecided] {
            let numbers: Vec<usize> = self.0.iter().filter(|row| row.stands == stands).map(|row| row.game).collect();
            if !numbers.is_empty() {
                out.line(&format_args!("{:>6} {}{}", numbers.len(), stands.text(), listed(&numbers)))?;
            }
        }
        Ok(())
    }
}
