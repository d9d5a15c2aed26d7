//! Tests of `peatee annotate`: marks in records, rows, faults and threads.

mod folder;
mod positions;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::common::{PEATEE, fresh_directory};
use crate::program::{run, text};

/// Game in which White lets the king take its rook. The capture is the only move that draws.
const ROOK: &str = "[White \"A, \\\"B\\\"\"]\n[FEN \"8/8/8/8/8/2k5/8/K6R w - - 0 1\"]\n\n1. Rc1+! (1. Rh3+ Kc4) Kd2 {here; } \
                    2.Ka2?  Kxc1\n1/2-1/2\n\n";

fn annotate(tables: &Path, args: &[&str], stdin: &str) -> Output {
    run(Command::new(PEATEE).arg("annotate").args(args).env("PEATEE_TABLES", tables), stdin)
}

#[test]
fn records_stay_as_they_were_written() {
    let output = annotate(crate::chess::tables(), &["-"], ROOK);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let expected = ROOK
        .replace("Rc1+!", "Rc1+! {win}")
        .replace("Kd2", "Kd2 {loss}")
        .replace("Ka2?", "Ka2? {win -> draw; best Rc4; 11 of 16 moves keep the value}")
        .replace("Kxc1", "Kxc1 $1 {draw; only move of 4}");
    assert_eq!(text(&output.stdout), expected);
    let sums = "\
        | by    | variant | name | games | moves | kept | mistakes | blunders | unknown |\n\
        | ----- | ------- | ---- | ----- | ----- | ---- | -------- | -------- | ------- |\n\
        | slice | chess   | KRvK | 1     | 2     | 1    | 1        | 0        | 0       |\n\
        | slice | chess   | KvKR | 1     | 2     | 2    | 0        | 0        | 0       |\n\
        peatee: 1 games, 4 moves that start in the tables, 0 faults\n";
    assert_eq!(text(&output.stderr), sums);
}

#[test]
fn a_faulty_game_stops_nothing_and_threads_change_nothing() {
    let root = fresh_directory("folder");
    let long = ROOK.replace("here;", &"long; ".repeat(200));
    let faulty = "[FEN \"nonsense\"]\n\n1. e4 *\n\n";
    // The text is longer than two chunks.
    let many = [&long, faulty, "[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n\n"].concat().repeat(200);
    std::fs::write(root.join("b.pgn"), &many).expect("writable");
    std::fs::write(root.join("a.pgn"), ROOK).expect("writable");
    std::fs::write(root.join("cut.pgn.gz"), [0x1f, 0x8b, 8]).expect("writable");
    std::fs::write(root.join("notes.txt"), "no games").expect("writable");
    let folder = root.to_str().expect("a path");
    let with = |threads: &str| annotate(crate::chess::tables(), &[folder, "--threads", threads], "");
    let (one, three) = (with("1"), with("3"));
    assert_eq!((one.status.code(), &one.stdout, &one.stderr), (Some(5), &three.stdout, &three.stderr));
    let told = text(&one.stderr);
    assert!(told.contains("b.pgn, line 7, game 2: ") && told.contains("b.pgn, line 11, game 3: "), "{told:.500}");
    assert!(told.contains("b.pgn, line 2797, game 600: illegal move at ply 3"), "{told:.500}");
    assert!(told.contains("cut.pgn.gz: the file cannot be read"), "{told:.500}");
    assert!(told.ends_with("peatee: 601 games, 804 moves that start in the tables, 401 faults\n"), "{told:.500}");
    assert_eq!(text(&one.stdout).matches("only move").count(), 201);
}

#[test]
fn the_first_games_of_a_file_decide_the_variant_of_those_in_later_chunks() {
    // Russian and pool draughts allow these moves, and Russian draughts names squares by letters.
    let first = "[FEN \"W:Wc3,f2,h2:Bb4,d4,f6,a7,h8\"]\n\n1. c3:a5 d4-c3 2. f2-e3 f6-g5 3. e3-d4 c3:e5 *\n\n".repeat(2);
    let chunks = format!("[GameType \"20\"]\n\n{{{}}} 1. 32-28 *\n\n", "long ".repeat(200)).repeat(400);
    let several_fit = "[Event \"x\"]\n\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 *\n";
    for (games, games_and_faults) in [
        (several_fit.to_owned(), "1 games, 0 moves that start in the tables, 1 faults"),
        ([&*first, &chunks, several_fit].concat(), "403 games, 0 moves that start in the tables, 0 faults"),
    ] {
        let output = annotate(crate::common::tables(), &["-"], &games);
        let told = text(&output.stderr);
        assert!(told.contains(games_and_faults), "{told:.500}");
    }
}

#[test]
fn compressed_files_are_read_as_plain_ones() {
    let root = fresh_directory("compressed");
    let plain = annotate(crate::chess::tables(), &["-"], &ROOK.repeat(3)).stdout;
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(ROOK.repeat(3).as_bytes()).expect("memory takes it");
    std::fs::write(root.join("games.pgn.gz"), gzip.finish().expect("memory takes it")).expect("writable");
    // A Zstandard frame without data, and two frames of one uncompressed block each.
    let mut frames = vec![0x53, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7];
    for text in [ROOK.repeat(2), ROOK.to_owned()] {
        let length = text.len() as u32;
        frames.extend([0x28, 0xb5, 0x2f, 0xfd, 0b1010_0000]);
        frames.extend(length.to_le_bytes());
        frames.extend(&(length << 3 | 1).to_le_bytes()[..3]);
        frames.extend(text.as_bytes());
    }
    std::fs::write(root.join("games.pgn.zst"), frames).expect("writable");
    for name in ["games.pgn.gz", "games.pgn.zst"] {
        let output = annotate(crate::chess::tables(), &[root.join(name).to_str().expect("a path")], "");
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), text(&plain)), "{name}");
    }
}

#[test]
fn sums_and_faults_go_to_files() {
    let root = fresh_directory("files");
    let path = |name: &str| root.join(name).to_str().expect("a path").to_owned();
    let tags = "[Date \"1987.??.??\"]\n[WhiteElo \"2310\"]\n";
    let games = [&ROOK.replace("[FEN", &format!("{tags}[FEN")), "[FEN \"nonsense\"]\n\n1. e4 *\n\n"].concat();
    let run = |sums: &str| {
        let output = annotate(crate::chess::tables(), &["-", "--sums", sums, "--faults", &path("faults.csv")], &games);
        let told = "peatee: 2 games, 4 moves that start in the tables, 1 faults\n";
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(1), told));
        std::fs::read_to_string(sums).expect("it is written")
    };
    let sums: Value = serde_json::from_str(&run(&path("sums.json"))).expect("JSON");
    assert_eq!(sums["moves"], 4);
    let table = "by,variant,name,games,moves,kept,mistakes,blunders,unknown\n\
                 slice,chess,KRvK,1,2,1,1,0,0\n\
                 slice,chess,KvKR,1,2,2,0,0,0\n\
                 player,chess,\"A, \"\"B\"\"\",1,2,1,1,0,0\n\
                 rating,chess,2200-2399,1,2,1,1,0,0\n\
                 year,chess,1987,1,4,3,1,0,0\n";
    assert_eq!(run(&path("sums.csv")), table);
    let beside = std::fs::read_to_string(path("sums.csv-metadata.json")).expect("it is beside the sums");
    assert!(beside.contains("\"peatee.rules\": \"of each game\""), "{beside}");
    assert!(run(&path("sums.md")).contains("| player | chess   | A, \"B\"    | 1 "));
    let svg = run(&path("sums.svg"));
    assert!(svg.contains(">2 games, 4 moves that start in the tables, 1 faults</text>"), "{svg}");
    // Fill and width of each bar with this text for the mouse.
    let bars = |told: &str| -> Vec<(String, f64)> {
        let told = format!("><title>{told}</title></rect>");
        let bars = svg.split("<rect ").filter(|rest| rest.contains(&told));
        let attribute = |bar: &str, name: &str| {
            let (_, rest) = bar.split_once(&format!(" {name}=\"")).expect("it has one");
            rest.split('"').next().expect("it ends").to_owned()
        };
        bars.map(|bar| (attribute(bar, "fill"), attribute(bar, "width").parse().expect("a number"))).collect()
    };
    let half = bars("KRvK: 50.0 % of 2 kept; half points lost: 1, points: 0; open: 0");
    let whole = bars("KvKR: 100.0 % of 2 kept; half points lost: 0, points: 0; open: 0");
    let [(kept, first), (lost, second)] = &half[..] else { panic!("{half:?}") };
    assert_eq!((&**lost, first), ("url(#peatee-plot-orange)", second));
    assert_eq!(whole, [(kept.clone(), 2.0 * first)], "{svg}");
    assert!(svg.contains("prefers-color-scheme:dark") && svg.contains(">half a point lost</text>"), "{svg}");
    let faults = std::fs::read_to_string(path("faults.csv")).expect("it is written");
    assert!(faults.starts_with("file,game,line,ply,error\n-,2,9,,"), "{faults}");
}

#[test]
fn games_of_other_tables_and_unknown_games_are_faults() {
    let refused = |args: &[&str], games: &str| {
        let output = annotate(crate::chess::tables(), args, games);
        (output.status.code(), text(&output.stderr).to_owned())
    };
    let (code, told) = refused(&["-"], "[GameType \"25\"]\n\n1. c3-d4 d6-c5 *\n");
    assert!(code == Some(1) && told.contains("there are no tables of russian here"), "{code:?} {told}");
    let (code, told) = refused(&["-", "--variant", "russian"], "");
    assert!(code == Some(3) && told.contains("peatee-gen generate --variant russian"), "{code:?} {told}");
    let (code, told) = refused(&["-", "--variant", "chess", "--rules", "WCDF"], "");
    assert!(code == Some(2) && told.contains("FIDE-50"), "{code:?} {told}");
    let (code, told) = refused(&["missing.pdn"], "");
    assert!(code == Some(5) && told.contains("missing.pdn"), "{code:?} {told}");
}

#[test]
#[cfg(not(feature = "parquet"))]
fn a_build_without_parquet_says_so() {
    let output = annotate(crate::chess::tables(), &["-", "--format", "parquet"], ROOK);
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    assert!(told.contains("--features parquet") && output.stdout.is_empty(), "{told}");
}

#[test]
#[cfg(feature = "parquet")]
fn parquet_has_the_rows_of_json_lines() {
    use peatee_rows::parquet::file::reader::{FileReader as _, SerializedFileReader};
    let games = ROOK.replace("A, \\\"B\\\"", "Ünal").replace("here;", "[%clk 0:01:30.5]").repeat(3);
    let parquet = annotate(crate::chess::tables(), &["-", "--format", "parquet"], &games);
    assert_eq!(parquet.status.code(), Some(0), "{}", text(&parquet.stderr));
    let rows = crate::program::jsonl(&annotate(crate::chess::tables(), &["-", "--format", "jsonl"], &games));
    let file = SerializedFileReader::new(bytes::Bytes::from(parquet.stdout)).expect("a Parquet file");
    let mut found = file.get_row_iter(None).expect("rows");
    for row in &rows {
        let found = found.next().expect("a row").expect("a row");
        assert_eq!(found.len(), row.as_object().expect("an object").len());
        for (name, value) in found.get_column_iter() {
            assert_eq!(value.to_string(), row[name].to_string(), "{name}");
        }
    }
    assert!(rows.len() == 12 && found.next().is_none());
    let metadata = file.metadata().file_metadata().key_value_metadata().expect("metadata");
    let value = |key: &str| metadata.iter().find(|pair| pair.key == key).and_then(|pair| pair.value.clone());
    assert_eq!(value("peatee.rules").as_deref(), Some("of each game"));
    assert!(value("peatee.manifests").expect("manifests").starts_with("chess "));
}
