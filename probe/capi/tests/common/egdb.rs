//! Positions and expected answers for the tests of the `egdb` drop-ins, and their driver programs.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use peatee_probe::peatee_rules::{Kind, Position, Side, Square};
use peatee_probe::{Tables, Wdl};

/// Returns at least 200 legal positions of two and three pieces. At least 100 have a capture and at
/// least 100 have none. Every square is occupied in some position.
pub fn positions(tables: &Tables) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(50);
    let board = tables.game().variant().board.square_count();
    let (mut quiet, mut capturing, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
    while quiet.len() < 100 || capturing.len() < 100 || seen.len() < usize::from(board) {
        let mut squares: Vec<u8> = (0..board).collect();
        random.shuffle(&mut squares);
        let mut position = Position::empty(if random.bool() { Side::White } else { Side::Black });
        let first = random.usize(..2);
        for (number, &square) in squares.iter().take(random.usize(2..=3)).enumerate() {
            let side = Side::BOTH[(number + first) % 2];
            position.setup.put(side, if random.bool() { Kind::Man } else { Kind::King }, Square(square));
        }
        if tables.game().check(&position).is_err() {
            continue;
        }
        let list = if tables.game().must_capture(&position) { &mut capturing } else { &mut quiet };
        list.push(position);
        seen.extend((0..board).filter(|&square| position.setup.at(Square(square)).is_some()));
    }
    quiet.into_iter().chain(capturing).collect()
}

/// Returns a position with White to move and pieces of one kind on `squares`. The pieces belong to
/// White and Black in turn.
pub fn placed(kind: Kind, squares: &[u8]) -> Position {
    let mut position = Position::empty(Side::White);
    for (number, &square) in squares.iter().enumerate() {
        position.setup.put(Side::BOTH[number % 2], kind, Square(square));
    }
    position
}

/// Formats a position as an input line of the driver programs.
fn line(position: &Position, squares: u8) -> String {
    let piece = |square: u8| match position.setup.at(Square(square)) {
        None => '.',
        Some((Side::White, Kind::Man)) => 'w',
        Some((Side::White, _)) => 'W',
        Some((Side::Black, Kind::Man)) => 'b',
        Some((Side::Black, _)) => 'B',
    };
    std::iter::once(position.side.letter()).chain((0..squares).map(piece)).chain(['\n']).collect()
}

/// Returns the answer that a driver should print for a position, according to the library: win,
/// draw or loss, moves to conversion, DTW.
pub fn expected(tables: &Tables, position: &Position) -> [i32; 3] {
    let wld = match tables.probe_wdl(position).expect("an answer") {
        Wdl::Win => 1,
        Wdl::Loss => 2,
        Wdl::Draw => 3,
    };
    let mtc = match tables.probe_dtc(position).expect("an answer").map(|plies| plies.div_ceil(2) * 2) {
        None => 0,
        Some(..10) => 1,
        Some(plies) => plies as i32,
    };
    let dtw = tables.probe(position).expect("an answer").plies.map_or(0, |plies| plies as i32 / 2);
    [wld, mtc, dtw]
}

/// Runs a driver program with the positions as its input, and returns its output.
pub fn run(program: &Path, arguments: &[&Path], positions: &[Position], squares: u8) -> Output {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let text: String = positions.iter().map(|position| line(position, squares)).collect();
    // A program may end before it has read all input. Its exit code then shows the reason.
    let feed = std::thread::spawn(move || drop(input.write_all(text.as_bytes())));
    let output = child.wait_with_output().expect("it ends");
    feed.join().expect("it is fed");
    output
}

/// Parses the numbers of an output line.
pub fn numbers(line: Option<&str>) -> Vec<i32> {
    let words = line.expect("a line for each position").split(' ');
    words.map(|word| word.parse().expect("a number")).collect()
}
