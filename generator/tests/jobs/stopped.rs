//! Tests that runs that were killed or interrupted can be resumed.

use std::collections::BTreeMap;
use std::process::Command;
use std::time::Duration;

use super::{assert_same_directory, finished, temporary};
use crate::common::Random;
use crate::common::program::{program, succeed};

#[test]
fn twenty_kills_lose_nothing_and_change_nothing() {
    // The solved part of a slice is saved after every layer, so that most kills leave some of it.
    const METRICS: &str = "wdl,dtw,dtr-WCDF";
    const GENERATE: [&str; 9] =
        ["generate", "--variant", "english", "--pieces", "4", "--metric", METRICS, "--save-every", "0"];
    let (whole, killed) = (temporary(), temporary());
    succeed(&GENERATE, whole.path());
    let directory = killed.path().join("english");
    let mut random = Random::from_clock();
    let mut kept = BTreeMap::new();
    let mut kills = 0;
    while kills < 20 {
        let mut child = program(&GENERATE, killed.path()).spawn().expect("the program starts");
        std::thread::sleep(Duration::from_micros(random.u64(..400_000)));
        if child.try_wait().expect("it can be asked").is_some() {
            // The run ended before it was killed, so the directory is removed and the run starts
            // again.
            std::fs::remove_dir_all(&directory).expect("removable");
            kept.clear();
            continue;
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        kills += 1;
        let now = if directory.exists() { finished(&directory) } else { BTreeMap::new() };
        for (name, mark) in &kept {
            assert_eq!(now.get(name), Some(mark), "{name} was finished before kill {kills}");
        }
        kept = now;
    }
    succeed(&GENERATE, killed.path());
    let now = finished(&directory);
    kept.iter().for_each(|(name, mark)| assert_eq!(now.get(name), Some(mark), "{name} was finished before the end"));
    assert_same_directory(&directory, &whole.path().join("english"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_saves_what_is_solved() {
    const GENERATE: [&str; 5] = ["generate", "--variant", "russian", "--pieces", "4"];
    let (whole, stopped) = (temporary(), temporary());
    succeed(&GENERATE, whole.path());
    let mut stops = 0;
    for wait_ms in (0..60).map(|i| 50 + 25 * i) {
        let child = program(&GENERATE, stopped.path()).spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(wait_ms));
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.is_ok(), "there is a command to send signals with");
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        match output.status.code() {
            Some(6) => {
                assert!(said.contains("run the same command again to continue"), "{said}");
                stops += 1;
            }
            // The interrupt came before the program could handle it.
            None => {}
            code => {
                assert_eq!(code, Some(0), "{said}");
                break;
            }
        }
    }
    assert!(stops > 0, "it was stopped at least once");
    succeed(&GENERATE, stopped.path());
    assert_same_directory(&stopped.path().join("russian"), &whole.path().join("russian"));
}

#[test]
fn another_generator_takes_over_what_a_killed_one_had() {
    kill_one_of_two(1);
}

#[test]
#[ignore = "9 CPU-seconds; scripts/check --full runs it"]
fn another_generator_takes_over_what_a_killed_one_had_in_full() {
    kill_one_of_two(5);
}

fn kill_one_of_two(kills: usize) {
    const GENERATE: [&str; 9] =
        ["generate", "--variant", "english", "--pieces", "4", "--threads", "1", "--save-every", "0"];
    let (alone, shared) = (temporary(), temporary());
    succeed(&GENERATE, alone.path());
    let start = || program(&GENERATE, shared.path()).spawn().expect("the program starts");
    let mut random = Random::from_clock();
    for _ in 0..kills {
        let (mut killed, survivor) = (start(), start());
        std::thread::sleep(Duration::from_micros(random.u64(..400_000)));
        killed.kill().expect("it can be killed");
        killed.wait().expect("it ends");
        let output = survivor.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_same_directory(&shared.path().join("english"), &alone.path().join("english"));
        std::fs::remove_dir_all(shared.path().join("english")).expect("removable");
    }
}
