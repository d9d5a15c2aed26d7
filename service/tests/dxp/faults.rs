//! What happens when the other side does not keep to the protocol.

use super::client::{Client, Listener, ended};
use crate::common::Random;

/// White man 23 against black men 5 and 6.
fn long_win() -> String {
    format!("BWeeeezz{}w{}", "e".repeat(16), "e".repeat(27))
}

/// What a listener says when a client sends these bytes and then listens until the end.
fn said_to(bytes: &[u8]) -> (Vec<String>, String) {
    let listener = Listener::start(&["--once"]);
    let mut client = Client::connect(&listener);
    client.bytes(bytes);
    let received = std::iter::from_fn(|| client.receive()).collect();
    let (code, said) = listener.end();
    assert_eq!(code, Some(5), "{said}");
    (received, said)
}

fn request(version: &str, position: &str) -> String {
    format!("R{version}{:32}Z010000{position}\0", "Client")
}

#[test]
fn requests_that_cannot_be_met_are_answered_by_their_code() {
    let (received, said) = said_to(request("02", "A").as_bytes());
    assert_eq!(received, [format!("A{:32}1", "Peatee")]);
    assert!(said.contains("version 2 of DXP is not known"), "{said}");
    let (received, said) = said_to(request("01", &format!("BW{}", "e".repeat(50))).as_bytes());
    assert_eq!(received, [format!("A{:32}2", "Peatee")]);
    assert!(said.contains("no pieces on the board"), "{said}");
}

#[test]
fn wrong_messages_end_the_connection_with_their_reason() {
    let name = " ".repeat(32);
    for (message, reason) in [
        ("\0".to_owned(), "it is empty"),
        ("X\0".to_owned(), "it begins with none of"),
        (format!("R01{name}Z0100\0"), "it is too short"),
        (format!("R01{name}Z010000AA\0"), "it is too long"),
        ("M0000322800\0".to_owned(), "cannot come before a game"),
        ("E01\0".to_owned(), "cannot come before a game"),
        ("C".repeat(128) + "\0", "a message has more than 127 characters"),
        ("C".repeat(1 << 20), "a message has more than 127 characters"),
    ] {
        let (_, said) = said_to(message.as_bytes());
        assert!(said.contains(reason), "{message:.40}: {said}");
    }
    assert!(said_to(b"C\xff\0").1.contains("not ASCII"));
}

#[test]
fn wrong_moves_end_the_game_with_a_chat() {
    // From an empty square, a capture of nothing, too few squares, and one piece captured twice.
    for message in ["M0000010600", "M000005100123", "M000005510023", "M00000510022323"] {
        let listener = Listener::start(&["--once"]);
        let mut client = Client::connect(&listener);
        // The engine is White and moves first.
        client.request('W', 0, &long_win());
        assert!(client.receive().is_some_and(|mv| mv.starts_with('M')));
        client.send(message);
        let answers: Vec<String> = std::iter::from_fn(|| client.receive()).collect();
        assert!(answers.iter().all(|answer| answer.starts_with("Cwrong move: ")), "{message}: {answers:?}");
        let (code, said) = listener.end();
        assert!(code == Some(5), "{message}: {said}");
        let is_message = message != "M000005510023";
        assert_eq!(said.contains("the other side played a wrong move: "), is_message, "{message}: {said}");
    }
}

#[test]
fn a_silent_or_slow_client_is_left_after_a_while() {
    let listener = Listener::start(&["--once", "--wait-seconds", "1"]);
    let mut client = Client::connect(&listener);
    client.bytes(b"R01");
    assert_eq!(client.receive(), None);
    let (code, said) = listener.end();
    assert!(code == Some(5) && said.contains("no message came for 1 s; --wait-seconds sets"), "{said}");
    // Chats do not make it wait longer.
    let listener = Listener::start(&["--once", "--wait-seconds", "1"]);
    let mut client = Client::connect(&listener);
    let mut chatting = client.stream.try_clone().expect("it can be used twice");
    let chats = std::thread::spawn(move || {
        use std::io::Write as _;
        while chatting.write_all(b"Chello\0").is_ok() {
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    });
    assert_eq!(client.receive(), None);
    chats.join().expect("it ends when the connection does");
}

#[test]
fn ten_thousand_random_messages_leave_the_listener_alive() {
    let mut listener = Listener::start(&["--wait-seconds", "5"]);
    let mut random = Random::from_clock();
    let right =
        [request("01", "A"), request("01", &long_win()), "M0000051000\0".into(), "E00\0".into(), "B001W\0".into()];
    for _ in 0..500 {
        let mut client = Client::connect(&listener);
        for _ in 0..20 {
            let mut message = right[random.below(right.len())].clone().into_bytes();
            if random.below(4) > 0 {
                let at = random.below(message.len());
                message[at] = random.u8(..);
            }
            client.bytes(&message);
        }
    }
    // It still plays, once it has seen that the others are gone.
    let mut client = loop {
        let mut client = Client::connect(&listener);
        client.bytes(request("01", &long_win()).replace("Z010000", "W010000").as_bytes());
        if client.receive() == Some(format!("A{:32}0", "Peatee")) {
            break client;
        }
    };
    assert!(client.receive().is_some_and(|mv| mv.starts_with('M')));
    client.send("E00");
    assert_eq!(client.receive().as_deref(), Some("E00"));
    loop {
        let line = listener.line();
        assert!(!line.is_empty(), "the listener has ended");
        if line.ends_with("White, 1 plies, no result") {
            break;
        }
    }
}

#[test]
fn wrong_arguments_are_named() {
    for (arguments, said) in [
        (&["--listen", "127.0.0.1:0", "--connect", "127.0.0.1:1"][..], "cannot be used with"),
        (&[], "required"),
        (&["--listen", "127.0.0.1:0", "--variant", "russian"], "DXP is made for boards of 50 squares; russian has 32"),
        (&["--listen", "127.0.0.1:0", "--variant", "frisian"], "no tables of frisian"),
        (&["--listen", "127.0.0.1:0", "--rules", "FMJD"], "--rules: "),
        (&["--connect", "127.0.0.1:1", "--fen", "W:W31"], "FEN must read"),
        (&["--connect", "127.0.0.1:1"], "cannot connect to 127.0.0.1:1: "),
        (&["--listen", "nonsense"], "cannot listen on nonsense: "),
    ] {
        let output = ended(arguments);
        assert!(!output.status.success());
        assert!(String::from_utf8_lossy(&output.stderr).contains(said), "{arguments:?}: {output:?}");
    }
}
