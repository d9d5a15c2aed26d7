//! `--svg`: positions as pictures, in the look of the page.

use std::path::Path;
use std::process::{Command, Output};

use crate::common::{PEATEE, fresh_directory, tables};
use crate::program::{run, text};

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

#[test]
fn pictures_have_the_colours_of_the_page() {
    let page = include_str!("../page/style/tokens.css");
    let first = page.split_once(":root {").expect("the light style stands first").1.split('}').next();
    let colours = first.expect("it ends").lines().filter_map(|line| {
        let (name, colour) = line.trim().strip_prefix("--")?.strip_suffix(';')?.split_once(": ")?;
        ["board-", "white-", "black-"].iter().any(|of_board| name.starts_with(of_board)).then_some((name, colour))
    });
    // Between them these boards have numbers, edges, lines and squares of both shades.
    let boards = ["international", "russian", "alquerque", "turkish"].map(|id| {
        let game = peatee_rules::Game::new(peatee_rules::Variant::named(id).expect("a variant"));
        game.svg(&game.start())
    });
    let game = peatee_rules::Game::new(peatee_rules::VARIANTS[0]);
    let kings = game.svg(&game.parse_fen("W:WK1:BK50").expect("kings"));
    let boards = [&boards[..], &[kings]].concat();
    let mut count = 0;
    for (name, colour) in colours {
        assert!(boards.iter().any(|board| board.contains(colour)), "{name} of the page, {colour}, is in no picture");
        count += 1;
    }
    assert_eq!(count, 15, "board and pieces");
}
