//! Tests of probes of tables on a web server, without any cache: they must give the same answers as
//! tables on the disk, within limited numbers of requests and bytes.

use std::path::Path;

use peatee_generator::NoProgress;
use peatee_probe::any::Tables;
use peatee_probe::chess::Chess;
use peatee_probe::{Draughts, Game as _, Metric, OpenOptions, ProbeError, Probed};

use crate::common::{Random, fresh_directory, make_tables};
use crate::random_positions::RandomPositions;
use crate::web_server::WebServer;

/// Sorted numbers of requests and of bytes, with one number for each probe.
#[derive(Debug, Default)]
struct Taken {
    requests: Vec<u64>,
    bytes: Vec<u64>,
}

impl Taken {
    fn percentile(sorted: &[u64], percent: usize) -> u64 {
        sorted[(sorted.len() * percent).div_ceil(100).max(1) - 1]
    }

    fn print(&self, what: &str) {
        let of = |sorted: &[u64]| [50, 99, 100].map(|percent| Taken::percentile(sorted, percent));
        println!(
            "{what}: {} probes, p50, p99 and most: requests {:?}, bytes {:?}",
            self.requests.len(),
            of(&self.requests),
            of(&self.bytes)
        );
    }
}

/// Probes each position in the tables on the web server and in those on the disk, and compares the
/// answers. Returns the requests and bytes that each probe needed.
fn taken<G: Probed, T: PartialEq + std::fmt::Debug>(
    server: &WebServer,
    [remote, disk]: [&Tables<G>; 2],
    positions: &[G::Position],
    ask: impl Fn(&Tables<G>, &G::Position) -> Result<T, ProbeError>,
) -> Taken {
    // The first probe of a slice loads the coding and the list of pages, which then stay in memory.
    positions.iter().for_each(|position| drop(ask(remote, position)));
    let mut taken = Taken::default();
    for position in positions {
        let before = server.counts();
        let found = ask(remote, position).expect("an answer");
        let after = server.counts();
        assert_eq!(found, ask(disk, position).expect("an answer"), "{position:?}");
        taken.requests.push(after.requests - before.requests);
        taken.bytes.push(after.body_bytes - before.body_bytes);
    }
    taken.requests.sort_unstable();
    taken.bytes.sort_unstable();
    taken
}

/// Publishes the tables of a game on a web server. Returns the server, and the tables opened from
/// the server and from the disk.
fn published<G: peatee_probe::Tabled>(root: &Path, game: &str) -> (WebServer, [Tables<G>; 2]) {
    let site = root.join("site");
    peatee_generator::publish(&[root.join(game)], None, &site, &NoProgress).expect("the tables are whole");
    let server = WebServer::start(&site);
    let open = |folder: String| OpenOptions::new().memory_bytes(0).open_game(folder).expect("the tables open");
    let remote = open(format!("{}/{game}", server.url));
    assert_eq!(server.counts().requests, 1, "opening takes one request");
    let disk = open(root.join(game).to_str().expect("UTF-8").to_owned());
    (server, [remote, disk])
}

fn compare_draughts(variant: &str, pieces: u8, count: usize) {
    let root = fresh_directory(&format!("{variant}-{pieces}"));
    make_tables(&root, variant, pieces, &[Metric::Wdl, Metric::Dtw]);
    let (server, [remote, disk]) = published::<Draughts>(&root, variant);
    let mut random = RandomPositions::new(disk.game(), disk.slices().into_iter().map(|info| info.slice));
    let positions: Vec<_> = (0..count).map(|_| random.position()).collect();
    let (captures, quiet): (Vec<_>, Vec<_>) =
        positions.into_iter().partition(|position| disk.game().must_capture(position));
    for (kind, positions) in [("without captures", &quiet), ("with captures", &captures)] {
        let wdl = taken(&server, [&remote, &disk], positions, |tables, position| tables.probe_wdl(position));
        wdl.print(&format!("{variant} {pieces}, WDL, {kind}"));
        let dtw = taken(&server, [&remote, &disk], positions, |tables, position| tables.probe(position));
        dtw.print(&format!("{variant} {pieces}, DTW, {kind}"));
        if kind == "without captures" {
            // Few blocks of distances are longer than that.
            for (taken, percent) in [(wdl, 100), (dtw, 99)] {
                assert!(taken.requests.last() <= Some(&1), "{variant}");
                assert!(Taken::percentile(&taken.bytes, percent) <= 8192, "{variant}");
            }
        }
    }
}

fn compare_chess(count: usize) {
    let root = fresh_directory("chess");
    crate::chess::make_chess(&root, 3, vec![Metric::Wdl, Metric::named("dtr-FIDE-50").expect("a metric")]);
    let (server, [remote, disk]) = published::<Chess>(&root, "chess");
    let mut random = Random::new(48);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut squares = [' '; 64];
        for piece in ['K', 'k', ['Q', 'R', 'B', 'N', 'P', 'q', 'r', 'p'][random.below(8)]] {
            squares[random.below(64)] = piece;
        }
        let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.iter().collect()).collect();
        let mut board = ranks.join("/");
        for empty in (1..=8).rev() {
            board = board.replace(&" ".repeat(empty), &empty.to_string());
        }
        let fen = format!("{board} {} - -", ["w", "b"][random.below(2)]);
        let position = peatee_probe::peatee_chess::Position::parse_fen(&fen).ok();
        positions.extend(position.filter(|position| disk.probe_wdl(position).is_ok()));
    }
    let wdl = taken(&server, [&remote, &disk], &positions, |tables, position| tables.probe_wdl(position));
    wdl.print("chess 3, WDL");
    let rules = Chess::fifty_moves();
    let dtz = taken(&server, [&remote, &disk], &positions, |tables, position| {
        let value = tables.rule_value(position, &rules, &Chess.counters(&rules, position))?;
        Ok(value.needed_plies)
    });
    dtz.print("chess 3, DTZ");
}

#[test]
fn cold_probes_agree_with_the_disk() {
    compare_draughts("english", 3, 300);
}

#[test]
#[ignore = "a CPU-minute; scripts/check --full runs it"]
fn cold_probes_agree_with_the_disk_in_full() {
    for (variant, pieces) in [("english", 4), ("russian", 4), ("turkish", 3), ("international", 3)] {
        compare_draughts(variant, pieces, 10_000);
    }
    compare_chess(10_000);
}
