//! Compares the help texts with snapshots. `INSTA_UPDATE=always cargo test -p peatee-gen` rewrites
//! the snapshots.

use std::process::Command;

use insta::assert_snapshot;

fn help(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_peatee-gen"));
    let output = command.args(arguments).arg("--help").env_remove("PEATEE_LOG").output().expect("the program starts");
    assert!(output.status.success(), "{arguments:?}");
    let text = String::from_utf8(output.stdout).expect("it prints text");
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[test]
fn help_texts() {
    let whole = help(&[]);
    let commands = whole.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a list");
    let commands: Vec<&str> = commands.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 5, "{commands:?}");
    assert_snapshot!("help", whole);
    for name in commands.into_iter().filter(|&name| name != "help") {
        assert_snapshot!(format!("help-{name}"), help(&[name]));
    }
    for kind in ["longest", "only-move", "zugzwang", "cursed", "readings", "fortress"] {
        assert_snapshot!(format!("help-mine-{kind}"), help(&["mine", kind]));
    }
}
