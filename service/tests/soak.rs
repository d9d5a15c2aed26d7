//! Tests the watchdog of the soak test (`benches/soak`): a soak test that hangs is ended, together
//! with its server.

#[path = "../benches/soak/watchdog.rs"]
mod watchdog;

use std::process::Command;
use std::time::Duration;

/// Environment variable for the second process of this test. It contains the id of the server
/// process that the watchdog must end.
const SERVER: &str = "PEATEE_TEST_SOAK_SERVER";

#[test]
fn a_soak_that_hangs_is_ended_with_its_server() {
    let mut server = Command::new("sleep").arg("60").spawn().expect("a process");
    let mut soak = Command::new(std::env::current_exe().expect("this program"));
    soak.args(["--exact", "soak::hangs", "--ignored", "--nocapture"]).env(SERVER, server.id().to_string());
    let output = soak.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("soak: not over after 1 s"), "{said}");
    let ended = server.wait().expect("it is ours");
    assert!(!ended.success(), "it was ended: {ended:?}");
}

#[test]
#[ignore = "hangs, for the test above"]
fn hangs() {
    let Ok(server) = std::env::var(SERVER) else { return };
    let kill = move || drop(Command::new("kill").args(["-KILL", &server]).status());
    watchdog::end_within(Duration::from_secs(1), kill);
    std::thread::sleep(Duration::from_secs(600));
}
