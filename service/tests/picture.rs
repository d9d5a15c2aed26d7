//! Tests of the option `--svg`, which draws positions in the style of the web page.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use crate::chess;
use crate::common::{PEATEE, fresh_directory, tables};
use crate::program::{run, text};
use peatee_probe::peatee_chess::Position;

fn draw(command: &str, file: &Path, fens: &[&str]) -> Output {
    let mut drawing = Command::new(PEATEE);
    drawing.arg(command).arg("--svg").arg(file).args(fens).arg("--tables").arg(tables());
    run(&mut drawing, "")
}

#[test]
fn commands_draw_the_position_that_they_answer() {
    let file = fresh_directory("pictures").join("board.svg");
    for command in ["probe", "moves", "line"] {
        let output = draw(command, &file, &["W:W23:B5,6"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stdout).starts_with("W:W23:B5,6  win in 29 plies"));
        let picture = std::fs::read_to_string(&file).expect("it is drawn");
        assert!(picture.starts_with("<svg ") && picture.contains("<title>W:W23:B5,6</title>"), "{picture}");
        assert_eq!(picture.matches("class=\"piece\"").count(), 3);
        std::fs::remove_file(&file).expect("it is there");
    }
    for fens in [&[][..], &["-"], &["W:W23:B5,6", "W:WK1:BK2"]] {
        let output = draw("probe", &file, fens);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("--svg: draws one position"), "{}", text(&output.stderr));
        assert!(!file.exists());
    }
    let output = draw("probe", &file, &["nonsense"]);
    assert_eq!((output.status.code(), file.exists()), (Some(1), false));
    let output = draw("probe", Path::new("/nowhere/board.svg"), &["W:W23:B5,6"]);
    assert_eq!(output.status.code(), Some(5), "{}", text(&output.stderr));
}

fn draw_chess(command: &str, file: &Path, fens: &[&str]) -> Output {
    let mut drawing = Command::new(PEATEE);
    drawing.args([command, "--variant", "chess", "--svg"]).arg(file).args(fens).arg("--tables").arg(chess::tables());
    run(&mut drawing, "")
}

#[test]
fn commands_draw_positions_of_chess() {
    let file = fresh_directory("pictures-of-chess").join("board.svg");
    let fen = "8/8/8/8/8/2k5/8/K6R w - - 80 90";
    for command in ["probe", "moves", "line"] {
        let output = draw_chess(command, &file, &[fen]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stdout).starts_with(fen), "{}", text(&output.stdout));
        let picture = std::fs::read_to_string(&file).expect("it is drawn");
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
        assert!(picture.contains("<title>8/8/8/8/8/2k5/8/K6R w - - 80 90</title>"), "{picture}");
        for (man, place) in [("white king", "50 750"), ("white rook", "750 750"), ("black king", "250 550")] {
            assert!(picture.contains(&format!(r#"class="piece {man}" transform="translate({place})""#)), "{picture}");
        }
        assert_eq!(picture.matches("class=\"piece").count(), 3);
        std::fs::remove_file(&file).expect("it is there");
    }
    // The picture is drawn although the tables do not hold the position.
    let output = draw_chess("probe", &file, &["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let picture = std::fs::read_to_string(&file).expect("it is drawn");
    assert_eq!(picture.matches("class=\"piece").count(), 32);
    std::fs::remove_file(&file).expect("it is there");
    for fens in [&[][..], &["-"], &[fen, fen]] {
        let output = draw_chess("probe", &file, fens);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("--svg: draws one position"), "{}", text(&output.stderr));
        assert!(!file.exists());
    }
    for command in ["probe", "moves", "line"] {
        let output = draw_chess(command, &file, &["8/8/8/8/8/2k5/1q7/K7 w - -"]);
        assert_eq!((output.status.code(), file.exists()), (Some(1), false));
        assert!(text(&output.stderr).contains("rank 2 has 9 squares"), "{}", text(&output.stderr));
    }
    let output = draw_chess("probe", Path::new("/nowhere/board.svg"), &[fen]);
    assert_eq!(output.status.code(), Some(5), "{}", text(&output.stderr));
}

/// Returns two parts of a picture: its text without title and pieces, and the colours of the
/// pieces.
fn board_and_paint(picture: &str) -> (String, BTreeSet<&str>) {
    let (head, rest) = picture.split_once("<title>").expect("a title");
    let (_, rest) = rest.split_once("</title>").expect("it ends");
    let mut board = head.to_owned();
    let mut paint = BTreeSet::new();
    let mut pieces = rest.split("<g ");
    board += pieces.next().expect("the ground stands first");
    for piece in pieces {
        let (piece, after) = piece.split_once("</g>").expect("it ends");
        board += after;
        let attributes = piece.split('"').skip(1).step_by(2);
        paint.extend(attributes.filter(|value| value.starts_with('#') && *value != "#000"));
    }
    (board, paint)
}

#[test]
fn boards_of_chess_look_like_boards_of_draughts() {
    let game = peatee_rules::Draughts::new(peatee_rules::Variant::named("russian").expect("a variant"));
    let draughts = game.svg(&game.parse_fen("W:WKa1:BKh8").expect("kings"));
    let chess = peatee_probe::peatee_chess::Position::start().svg();
    let ((draughts, paint_of_kings), (chess, paint_of_men)) = (board_and_paint(&draughts), board_and_paint(&chess));
    assert_eq!(draughts, chess);
    // The colours are those of disc, rim and emblem of both sides. Men of chess have no groove.
    assert_eq!(paint_of_men.len(), 6, "{paint_of_men:?}");
    assert!(paint_of_men.is_subset(&paint_of_kings), "{paint_of_men:?} {paint_of_kings:?}");
}

#[test]
fn pictures_have_the_colours_of_the_page() {
    let page = include_str!("../page/style/tokens.css");
    let first = page.split_once(":root {").expect("the light style stands first").1.split('}').next();
    let colours = first.expect("it ends").lines().filter_map(|line| {
        let (name, colour) = line.trim().strip_prefix("--")?.strip_suffix(';')?.split_once(": ")?;
        ["board-", "white-", "black-"].iter().any(|of_board| name.starts_with(of_board)).then_some((name, colour))
    });
    // Together, these boards have numbers, edges, lines and squares of both shades.
    let boards = ["international", "russian", "alquerque", "turkish"].map(|id| {
        let game = peatee_rules::Draughts::new(peatee_rules::Variant::named(id).expect("a variant"));
        game.svg(&game.start())
    });
    let game = peatee_rules::Draughts::new(peatee_rules::VARIANTS[0]);
    let kings = game.svg(&game.parse_fen("W:WK1:BK50").expect("kings"));
    let boards = [&boards[..], &[kings]].concat();
    let mut count = 0;
    for (name, colour) in colours {
        assert!(boards.iter().any(|board| board.contains(colour)), "{name} of the page, {colour}, is in no picture");
        count += 1;
    }
    assert_eq!(count, 15, "board and pieces");
}

#[test]
fn the_page_draws_the_same_men() {
    // The web page writes long outlines in several parts, which are joined here.
    let page = include_str!("../page/board/chess-shapes.js").replace("\"\n        + \"", "");
    let picture = Position::start().svg();
    let outlines: BTreeSet<&str> =
        picture.split(r#"<path d=""#).skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(outlines.len(), 12, "six bodies, and lines on each");
    for outline in outlines {
        assert!(page.contains(&format!("\"{outline}\"")), "{outline}");
    }
}
