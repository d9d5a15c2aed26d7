//! Sums over annotated games by slice, player, rating and year: the numbers of games, of moves, and
//! of moves that keep the value.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use peatee_game::Record;
use peatee_probe::adjudicate::{MoveMark, Verdict};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::move_row::slice;
use super::moves::{ValuedMove, valued};
use crate::answer::convert::Messages;
use crate::archives::game_files::tags::year;
use crate::ask::games;

/// Width of a rating band, in rating points.
const BAND: u32 = 200;

/// Names of the groupings, in their order.
pub const GROUPINGS: [&str; 4] = ["slice", "player", "rating", "year"];

/// Numbers of games, faults and moves of all annotated games. For each group (slice, player, rating
/// band or year), also the numbers of its games, its moves, and its moves that keep the value, are
/// mistakes or are blunders.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
pub struct AnnotationSums {
    pub games: u64,
    pub faults: u64,
    /// Number of moves whose position before the move is in the tables.
    pub moves: u64,
    #[serde(serialize_with = "to_pairs", deserialize_with = "from_pairs")]
    groups: BTreeMap<Group, GroupSums>,
}

/// Id of a game. Serde would borrow a field of this type from the text if it saw that it is a
/// reference.
type VariantId = &'static str;

#[derive(Debug, Default, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Group {
    #[serde(deserialize_with = "variant")]
    variant: VariantId,
    /// Kind of the group, as an index in [`GROUPINGS`].
    grouping: usize,
    name: String,
}

#[derive(Debug, Default, Clone, Copy, Serialize, Deserialize)]
struct GroupSums {
    games: u64,
    moves: u64,
    kept: u64,
    mistakes: u64,
    blunders: u64,
}

/// Numbers of games and moves of a group, as a row of a table in a file. `unknown` is the number of
/// moves for which the tables do not show whether the move keeps the value.
#[derive(Debug, Default, Serialize)]
pub struct GroupRow {
    by: &'static str,
    pub(super) variant: &'static str,
    pub(super) name: String,
    games: u64,
    pub(super) moves: u64,
    pub(super) kept: u64,
    pub(super) mistakes: u64,
    pub(super) blunders: u64,
    pub(super) unknown: u64,
}

/// Writes the groups as pairs, because keys of JSON are texts.
fn to_pairs<S: Serializer>(groups: &BTreeMap<Group, GroupSums>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(groups)
}

fn from_pairs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<Group, GroupSums>, D::Error> {
    Ok(Vec::<(Group, GroupSums)>::deserialize(deserializer)?.into_iter().collect())
}

fn variant<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static str, D::Error> {
    let id = String::deserialize(deserializer)?;
    games::named(&id).ok_or_else(|| serde::de::Error::custom(format!("there is no game `{id}`")))
}

impl GroupSums {
    fn add(&mut self, other: GroupSums) {
        let GroupSums { games, moves, kept, mistakes, blunders } = other;
        self.games += games;
        self.moves += moves;
        self.kept += kept;
        self.mistakes += mistakes;
        self.blunders += blunders;
    }

    fn of_move<G: Messages>(mv: &ValuedMove<'_, G>) -> GroupSums {
        let is_kept = match mv.value.mark {
            Some(MoveMark::Mistake | MoveMark::Blunder) => false,
            Some(MoveMark::OnlyMove) => true,
            None => mv.value.keeping_moves.is_some(),
        };
        let has = |mark| u64::from(mv.value.mark == Some(mark));
        let (mistakes, blunders) = (has(MoveMark::Mistake), has(MoveMark::Blunder));
        GroupSums { games: 0, moves: 1, kept: is_kept.into(), mistakes, blunders }
    }
}

impl AnnotationSums {
    /// Adds a game, and its moves from positions in the tables, to the sums.
    pub fn add_game<G: Messages>(&mut self, game: &G, record: &Record, verdict: &Verdict<G>) {
        let mut of_game: BTreeMap<Group, GroupSums> = BTreeMap::new();
        for mv in valued(verdict) {
            self.moves += 1;
            let player = mv.player(game, record);
            let band = player.rating.map(|rating| rating / BAND * BAND);
            let band = band.map_or_else(String::new, |first| format!("{first}-{}", first + BAND - 1));
            let names = [slice(game, mv.before), player.name.to_owned(), band, year(record).to_owned()];
            for (grouping, name) in names.into_iter().enumerate().filter(|(_, name)| !name.is_empty()) {
                let group = of_game.entry(Group { variant: game.id(), grouping, name }).or_default();
                group.add(GroupSums::of_move(&mv));
                group.games = 1;
            }
        }
        self.add_groups(of_game);
    }

    /// Adds a position of a list, as a game without moves.
    pub fn add_position<G: Messages>(&mut self, game: &G, position: &G::Position) {
        let group = Group { variant: game.id(), grouping: 0, name: slice(game, position) };
        self.add_groups([(group, GroupSums { games: 1, ..GroupSums::default() })]);
    }

    /// Adds the sums over other games to these sums.
    pub fn merge(&mut self, other: AnnotationSums) {
        self.games += other.games;
        self.faults += other.faults;
        self.moves += other.moves;
        self.add_groups(other.groups);
    }

    fn add_groups(&mut self, groups: impl IntoIterator<Item = (Group, GroupSums)>) {
        groups.into_iter().for_each(|(group, sums)| self.groups.entry(group).or_default().add(sums));
    }

    /// Returns a row for each group of the first `groupings` kinds in `GROUPINGS`. With 1, these
    /// are the slices only. Within a kind and a variant, groups with the most moves come first.
    pub fn rows(&self, groupings: usize) -> Vec<GroupRow> {
        let row = |(group, &sums): (&Group, &GroupSums)| {
            let GroupSums { games, moves, kept, mistakes, blunders } = sums;
            let unknown = moves - kept - mistakes - blunders;
            let Group { variant, grouping, ref name } = *group;
            let (by, name) = (GROUPINGS[grouping], name.clone());
            GroupRow { by, variant, name, games, moves, kept, mistakes, blunders, unknown }
        };
        let mut groups: Vec<_> = self.groups.iter().filter(|(group, _)| group.grouping < groupings).collect();
        groups.sort_by_key(|(group, sums)| (group.grouping, group.variant, Reverse(sums.moves)));
        groups.into_iter().map(row).collect()
    }
}
