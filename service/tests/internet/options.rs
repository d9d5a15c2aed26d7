//! Tests of server options from the file, the environment and the command line.

use std::process::Command;

use crate::common::{PEATEE, fresh_directory, tables};

#[test]
fn options_come_from_the_file_the_environment_and_flags() {
    let directory = fresh_directory("options");
    let file = directory.join("peatee.toml");
    let check = |text: &str, environment: &[(&str, &str)], args: &[&str]| {
        std::fs::write(&file, text).expect("writable");
        let mut command = Command::new(PEATEE);
        command.args(["serve", "--check-config", "--config"]).arg(&file).args(args).env_remove("PEATEE_TABLES");
        let output = command.envs(environment.iter().copied()).output().expect("it runs");
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&said).into_owned())
    };
    let good = format!(
        "tables = \"{}\"\nin-flight-max = 7\nmmap = true\ntrusted_proxy = [\"::1\", \"127.0.0.1\"]\n",
        tables().display()
    );
    let (code, said) = check(&good, &[], &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("the configuration is valid"), "{said}");
    // If several sources have wrong values, the error is about the source with the highest
    // precedence.
    let (file_wrong, env_wrong, flag_wrong) =
        ("in-flight-max = 0", ("PEATEE_IN_FLIGHT_MAX", "-1"), ["--in-flight-max", "x"]);
    let tables_line = format!("tables = \"{}\"\n", tables().display());
    let in_file = format!("{}, line 2: in-flight-max: '0'", file.display());
    let cases = [
        (check(&format!("{tables_line}{file_wrong}"), &[], &[]), in_file.as_str()),
        (
            check(&format!("{tables_line}{file_wrong}"), &[env_wrong], &[]),
            "PEATEE_IN_FLIGHT_MAX (--in-flight-max): '-1'",
        ),
        (check(&format!("{tables_line}{file_wrong}"), &[], &flag_wrong), "'x' for '--in-flight-max <N>'"),
    ];
    for ((code, said), wrong) in cases {
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(wrong), "{wrong}: {said}");
    }
    let right = [("PEATEE_IN_FLIGHT_MAX", "9")];
    assert_eq!(check(&format!("{tables_line}{file_wrong}"), &right, &[]).0, Some(0), "the environment is stronger");
    let (code, said) = check(&format!("{tables_line}{file_wrong}"), &[env_wrong], &["--in-flight-max", "8"]);
    assert_eq!(code, Some(0), "flags are the strongest: {said}");

    for (text, reason) in [
        ("colour = 1", "there is no option `colour`"),
        ("trusted-proxies = \"::1\"", "`trusted-proxies`; the nearest is trusted-proxy, and"),
        ("peer_inflight_max = 3", "`peer_inflight_max`; the nearest is peer-in-flight-max, and"),
        ("config = \"x\"", "there is no option `config`"),
        ("\nlisten = 1.5", "line 2: `listen` must be a text"),
        ("threads = [1, 2]", "line 1: `threads` takes one value"),
        ("listen", "--config"),
    ] {
        let (code, said) = check(text, &[], &[]);
        assert_eq!(code, Some(2), "{text}: {said}");
        assert!(said.contains(reason), "{text}: {said}");
    }
    assert_eq!(check("tables = \"/nowhere\"", &[], &[]).0, Some(3));
    // Kubernetes sets variables such as the last one.
    let close = [("PEATEE_CACHE_SECOND", "9"), ("PEATEE_PORT_50051_TCP_ADDR", "192.0.2.1")];
    let (code, said) = check(&good, &close, &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("PEATEE_CACHE_SECOND: there is no such option; the nearest is PEATEE_CACHE_SECONDS,"),
        "{said}"
    );
    assert_eq!(said.matches("no such option").count(), 1, "{said}");
}

#[test]
fn what_is_found_wrong_later_is_named_by_its_place_too() {
    let directory = fresh_directory("places");
    let file = directory.join("peatee.toml");
    let path = file.display();
    let check = |text: &str, environment: &[(&str, &str)], args: &[&str]| {
        std::fs::write(&file, text).expect("writable");
        let mut command = Command::new(PEATEE);
        command.args(["serve", "--config"]).arg(&file).args(args).env_remove("PEATEE_TABLES");
        let output = command.envs(environment.iter().copied()).output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let good = format!("tables = \"{}\"", tables().display());
    let only_check = ["--check-config"];
    let cases = [
        ("log-format = \"xml\"", 2, "log-format: 'xml' is wrong: it may be text, json"),
        ("mmap = 3", 2, "mmap: '3' is wrong"),
        ("log = \"a=b=c\"", 2, "log: "),
        ("token-file = \"/nowhere\"", 2, "token-file: /nowhere"),
        ("tls-certificate = \"/nowhere\"\ntls-key = \"/nowhere\"", 2, "tls-certificate: /nowhere"),
        ("tls-certificate = \"/nowhere\"", 2, "tls-certificate: needs its key"),
    ];
    for (text, expected, wrong) in cases {
        let (code, said) = check(&format!("{good}\n{text}\n"), &[], &only_check);
        assert_eq!(code, Some(expected), "{text}: {said}");
        assert!(said.contains(&format!("{path}, line 2: {wrong}")), "{text}: {said}");
    }
    let (code, said) = check("\n\ntables = \"/nowhere\"", &[], &only_check);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains(&format!("{path}, line 3: tables: there is no directory /nowhere")), "{said}");
    for option in ["listen", "admin-listen"] {
        let (code, said) = check(&format!("{good}\n{option} = \"nowhere.invalid:1\""), &[], &[]);
        assert_eq!(code, Some(5), "{said}");
        assert!(said.contains(&format!("{path}, line 2: {option}: cannot listen on nowhere.invalid:1")), "{said}");
    }
    let (_, said) = check("", &[("PEATEE_TABLES", "/nowhere")], &only_check);
    assert!(said.contains("PEATEE_TABLES (--tables): there is no directory /nowhere"), "{said}");
    let (_, said) = check(&good, &[("PEATEE_LOG_FORMAT", "xml")], &only_check);
    assert!(said.contains("PEATEE_LOG_FORMAT (--log-format): 'xml' is wrong: it may be text, json"), "{said}");
    let (_, said) = check(&good, &[], &["--check-config", "--token-file", "/nowhere"]);
    assert!(said.contains("peatee: --token-file: /nowhere"), "{said}");
}

#[test]
fn options_say_which_numbers_they_take() {
    let file = fresh_directory("numbers").join("peatee.toml");
    let run = |command: &str, environment: Option<(&str, &str)>, args: &[&str]| {
        let mut program = Command::new(PEATEE);
        program.arg(command).args(args).envs(environment);
        let output = program.output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    std::fs::write(&file, "peer-in-flight-max = \"many\"\n").expect("writable");
    let path = file.to_str().expect("a plain path");
    let cases = [
        (run("serve", None, &["--config", path]), "'many' is wrong: expected a whole number in 1..=65536"),
        (run("serve", Some(("PEATEE_ANONYMOUS_PER_MINUTE", "none")), &[]), "a whole number in 0..=4294967295"),
        (
            run("serve", None, &["--memory-mib", "2G"]),
            "for '--memory-mib <MIB>': expected a whole number in 0..=1048576",
        ),
        (run("serve", None, &["--drain-seconds", "99999999999999999999"]), "expected a whole number in 0..=86400"),
        (run("serve", None, &["--threads", "all"]), "expected a number of threads, at most "),
        (run("perft", None, &["--depth", "ten"]), "for '--depth <PLIES>': expected a whole number in 0..=4294967295"),
    ];
    for ((code, said), wrong) in cases {
        assert_eq!(code, Some(2), "{wrong}: {said}");
        assert!(said.contains(wrong) && !said.contains("digit"), "{wrong}: {said}");
    }
}
