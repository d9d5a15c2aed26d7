//! `peatee dxp`: games against other programs over TCP, in the DamExchange protocol (DXP).

mod game;
mod message;
mod session;
mod wire;

use std::net::{TcpListener, TcpStream, ToSocketAddrs as _};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use peatee_rules::{Side, Variant};

use super::engine::{Beyond, Draws, Engine};
use super::hub_names::{RULES_DEFAULT, rules_named, variant_named};
use crate::answer::output::Output;
use crate::ask::faults;
use crate::ask::tables::TableArgs;
use crate::errors::Error;
use message::SQUARES;
use session::{Player, Proposal};
use wire::{Timing, Wire};

const CONNECTIONS_MAX: usize = 16;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// Play games against other programs over TCP, in the DamExchange protocol (DXP).
///
/// With `--listen` it prints `listening on ADDRESS`, waits for programs that connect, and plays the
/// games that they ask for. With `--connect` it connects to a program and asks for games. `--role`
/// reverses who asks. Each game that ends gives one line: `game 1 against NAME: White, 29 plies,
/// win`. Moves are chosen as by `peatee hub`. The protocol is made for boards of 50 squares and
/// does not say which game is played: both sides must know.
#[derive(Debug, clap::Args)]
#[group(id = "side", required = true, multiple = false, args = ["listen", "connect"])]
pub struct Args {
    /// Listen on this address and port. Port 0: any free one; programs mostly use 27531.
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,

    /// Connect to this address and port.
    #[arg(long, value_name = "ADDR")]
    connect: Option<String>,

    /// Who asks for games: we (`initiator`, the default with `--connect`) or the other side
    /// (`follower`, the default with `--listen`).
    #[arg(long, value_enum)]
    role: Option<Role>,

    /// End after the first connection.
    #[arg(long, requires = "listen")]
    once: bool,

    #[command(flatten)]
    tables: TableArgs,

    /// The game that is played: a name of the Hub protocol (`normal`, `killer`, `bt`, `frisian`,
    /// `losing`) or an id that `peatee variants` lists. Its board must have 50 squares.
    #[arg(long, value_name = "ID", default_value = "normal")]
    variant: String,

    /// The draw rules: a code with its readings as for `peatee probe`, `none`, or `default` for the
    /// first of the codes that were written for the game.
    #[arg(long, value_name = "CODE", default_value = RULES_DEFAULT)]
    rules: String,

    /// The answer if the tables do not show the best move. With `error` the game ends without a
    /// result, and a chat message gives the reason.
    #[arg(long, value_enum, default_value_t = Beyond::Move)]
    beyond: Beyond,

    /// The choice among drawn moves.
    #[arg(long, value_enum, default_value_t = Draws::Hard)]
    draws: Draws,

    /// Our name, as sent to the other side.
    #[arg(long, value_name = "NAME", default_value = "Peatee")]
    name: String,

    /// The longest wait for a message of the other side, in seconds.
    #[arg(long, value_name = "S", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=86400))]
    wait_seconds: u64,

    /// Milliseconds to wait before a second message in a row, such as the first move after the
    /// answer to the request for the game. Some programs lose the second of two messages that
    /// arrive together.
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u64).range(0..=10000))]
    pause_millis: u64,

    /// The position that the games start from. Only an initiator can choose it; the same holds for
    /// the options below.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// The colour that we play.
    #[arg(long, value_enum, default_value_t = Colour::White)]
    plays: Colour,

    /// The number of games to ask for, one after the other.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    /// The time for each game in minutes, as sent to the other side.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(0..=999))]
    minutes: u16,

    /// The number of moves of each side after which a game ends with the result that the tables
    /// give. 0: no limit.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=999))]
    moves: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Role {
    /// We ask for games.
    Initiator,
    /// The other side asks for games.
    Follower,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
enum Colour {
    White,
    Black,
}

/// Settings that all connections share.
#[derive(Debug)]
struct ConnectionSettings {
    player: Player,
    name: String,
    /// Requests for games that we send; `None` if the other side sends the requests.
    proposal: Option<Proposal>,
    timing: Timing,
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let settings = settings(args)?;
    match (&args.listen, &args.connect) {
        (Some(address), _) => listen(address, args.once, settings),
        (None, Some(address)) => settings.play(connect(address)?, address),
        (None, None) => unreachable!("one of the two is required"),
    }?;
    Ok(ExitCode::SUCCESS)
}

fn settings(args: &Args) -> Result<ConnectionSettings, Error> {
    let variant = variant_of(&args.variant)?;
    let collection = args.tables.open(Some(variant.id))?;
    faults::report(&collection);
    args.tables.of_game(&collection, variant.id)?;
    let rules = rules_named(&args.rules).map_err(|reason| Error::Argument { field: "--rules", reason })?;
    // The protocol cannot transmit a line of best play, so a line of one ply is enough.
    let engine = Engine::new(variant, rules, Ok(collection), args.beyond, args.draws, 1)?;
    if let Some(warning) = engine.rules().foreign_to(variant) {
        crate::stderr::write_line(format_args!("peatee: warning: {warning}"));
    }
    let role = args.role.unwrap_or(if args.connect.is_some() { Role::Initiator } else { Role::Follower });
    let game = engine.game();
    let position = match &args.fen {
        Some(fen) => game.hub_position_text(&game.parse_fen(fen)?),
        None => None,
    };
    let own = match args.plays {
        Colour::White => Side::White,
        Colour::Black => Side::Black,
    };
    let proposal = Proposal { games: args.games, own, position, minutes: args.minutes, moves: args.moves };
    let timing =
        Timing { wait: Duration::from_secs(args.wait_seconds), pause: Duration::from_millis(args.pause_millis) };
    let proposal = (role == Role::Initiator).then_some(proposal);
    Ok(ConnectionSettings { player: Player { engine }, name: args.name.clone(), proposal, timing })
}

fn variant_of(name: &str) -> Result<&'static Variant, Error> {
    let wrong = |reason| Error::Argument { field: "--variant", reason };
    let variant = variant_named(name).map_err(wrong)?;
    match variant.board.square_count() {
        SQUARES => Ok(variant),
        squares => Err(wrong(format!("DXP is made for boards of {SQUARES} squares; {} has {squares}", variant.id))),
    }
}

impl ConnectionSettings {
    fn play(&self, stream: TcpStream, address: &str) -> Result<(), Error> {
        let broken = |reason: String| Error::Opponent { address: address.to_owned(), reason };
        let wire = Wire::new(stream, self.timing, self.name.clone());
        let mut wire = wire.map_err(|error| broken(error.to_string()))?;
        let played = match &self.proposal {
            Some(proposal) => self.player.initiate(&mut wire, proposal),
            None => self.player.follow(&mut wire),
        };
        played.map_err(|error| broken(error.to_string()))
    }
}

fn connect(address: &str) -> Result<TcpStream, Error> {
    let failed = |error| Error::Io { what: format!("cannot connect to {address}"), error };
    let mut last = std::io::Error::other("the name has no address");
    for target in address.to_socket_addrs().map_err(failed)? {
        match TcpStream::connect_timeout(&target, CONNECT_TIMEOUT) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(failed(last))
}

fn listen(address: &str, once: bool, settings: ConnectionSettings) -> Result<(), Error> {
    let failed = |error| Error::Listen { flag: "--listen", address: address.to_owned(), error };
    let listener = TcpListener::bind(address).map_err(failed)?;
    let mut out = Output::new();
    out.line(&format_args!("listening on {}", listener.local_addr().map_err(failed)?))?;
    out.flush()?;
    drop(out);
    if once {
        let (stream, peer) = listener.accept().map_err(failed)?;
        return settings.play(stream, &peer.to_string());
    }
    let settings = Arc::new(settings);
    let connections = Arc::new(AtomicUsize::new(0));
    loop {
        let (stream, peer) = match listener.accept() {
            Ok(accepted) => accepted,
            Err(error) => {
                crate::stderr::write_line(format_args!("peatee: a connection failed: {error}"));
                // If the system lacks some resource, it needs time to recover.
                std::thread::sleep(Duration::from_millis(100));
                continue;
            }
        };
        if connections.fetch_add(1, Ordering::AcqRel) >= CONNECTIONS_MAX {
            connections.fetch_sub(1, Ordering::AcqRel);
            crate::stderr::write_line(format_args!(
                "peatee: {peer} was turned away: there are {CONNECTIONS_MAX} connections already"
            ));
            continue;
        }
        let (settings, connections) = (settings.clone(), connections.clone());
        std::thread::spawn(move || {
            if let Err(error) = settings.play(stream, &peer.to_string()) {
                crate::stderr::write_line(format_args!("peatee: {}", error.text()));
            }
            connections.fetch_sub(1, Ordering::AcqRel);
        });
    }
}
