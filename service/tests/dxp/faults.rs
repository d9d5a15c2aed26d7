//! Tests of peers that violate the DXP protocol.

use std::time::{Duration, Instant};

use super::client::{Client, Listener, answer, ended};
use crate::common::Random;

/// Returns the position of the white man 23 against the black men 5 and 6.
fn long_win() -> String {
    format!("BWeeeezz{}w{}", "e".repeat(16), "e".repeat(27))
}

fn request(version: &str, name: &str, times: &str, position: &str) -> String {
    format!("R{version}{name:32}W{times}{position}\0")
}

/// Sends bytes to a listener. Checks that the listener still accepts a game afterwards. Returns its
/// answers to the bytes and its standard error.
fn answers_to(bytes: &[u8]) -> (Vec<String>, String) {
    let listener = Listener::start(&["--once", "--pause-millis", "0"]);
    let mut client = Client::connect(&listener);
    client.bytes(bytes);
    client.bytes(request("01", "Client", "010000", &long_win()).as_bytes());
    let answers = std::iter::from_fn(|| client.receive().filter(|message| *message != answer('0'))).collect();
    assert!(client.receive().is_some_and(|mv| mv.starts_with('M')));
    client.send("E01");
    assert_eq!((client.receive().as_deref(), client.receive()), (Some("E00"), None));
    let (code, said) = listener.end();
    assert_eq!(code, Some(0), "{said}");
    (answers, said)
}

#[test]
fn requests_that_cannot_be_met_are_answered_by_their_code() {
    let start = |version, times| request(version, "Client", times, "A");
    for (message, code, reason) in [
        (start("02", "010000"), '1', "version `02` of DXP is not known"),
        (start("1 ", "010000"), '1', "version `1 ` of DXP is not known"),
        (start("01", "1h0000"), '2', "a number has other characters than digits"),
        (start("01", "-10000"), '2', "a number has other characters than digits"),
        (start("01", "090.60"), '2', "a number has other characters than digits"),
        (start("01", "010"), '2', "it is too short"),
        (start("01", "010000").replace('\0', "A\0"), '2', "it is too long"),
        (format!("R01{:32}Z0100\0", ""), '2', "it is too short"),
        (format!("R01{:32}B010000A\0", ""), '2', "a letter or code is none of those"),
        (request("01", "Client", "010000", &format!("BW{}", "e".repeat(50))), '2', "no pieces on the board"),
        (request("01", "Client", "010000", &format!("BW{}", "k".repeat(50))), '2', "a letter or code is none of those"),
    ] {
        let (answers, said) = answers_to(message.as_bytes());
        assert_eq!(answers, [answer(code)], "{message}");
        assert!(said.contains(reason), "{message}: {said}");
    }
}

#[test]
fn names_in_latin_1_and_times_with_blanks_are_accepted() {
    let mut listener = Listener::start(&["--pause-millis", "0"]);
    for (name, times) in [(b"J\xfcrgen K\xf5iv".as_slice(), "010000"), ("Jürgen Kõiv".as_bytes(), "  5  0")] {
        let mut client = Client::connect(&listener);
        let chars = 32 - "Jürgen Kõiv".chars().count();
        let rest = format!("{}W{times}{}\0", " ".repeat(chars), long_win());
        client.bytes(&[b"R01", name, rest.as_bytes()].concat());
        assert_eq!(client.receive(), Some(answer('0')));
        assert!(client.receive().is_some_and(|mv| mv.starts_with('M')));
        client.send("E21");
        assert_eq!(client.receive().as_deref(), Some("E00"));
        assert_eq!(listener.line(), "game 1 against Jürgen Kõiv: White, 1 plies, draw");
    }
}

#[test]
fn messages_that_cannot_come_before_a_game_are_answered_by_a_chat() {
    for (message, reason) in [
        (b"\0".to_vec(), "is no message of DXP: it is empty"),
        (b"X\0".to_vec(), "it begins with none of"),
        (b"\xff\xfe\0".to_vec(), "it begins with none of"),
        (b"M0000322800\0".to_vec(), "no game is being played"),
        (b"M00\0".to_vec(), "no game is being played"),
        (b"E00\0".to_vec(), "no game is being played"),
        (b"E\0".to_vec(), "no game is being played"),
        (format!("{}\0", answer('0')).into_bytes(), "no game is being played"),
        (b"A too short\0".to_vec(), "it is too short"),
        (("C".repeat(128) + "\0").into_bytes(), "it has more than 127 characters"),
    ] {
        let (answers, said) = answers_to(&message);
        let [chat] = answers.as_slice() else { panic!("{answers:?}") };
        assert!(chat.starts_with('C') && said.contains(reason), "{chat}: {said}");
    }
    // The first messages need no answer, the others get specific answers.
    assert_eq!(answers_to(b"Chi\0C\xff\0K1\0").0, [""; 0]);
    assert_eq!(answers_to(b"B001W\0B\0").0, ["K1", "K1"]);
}

#[test]
fn a_game_goes_on_after_messages_that_cannot_come_in_it() {
    let listener = Listener::start(&["--once", "--pause-millis", "0"]);
    let mut client = Client::connect(&listener);
    client.request('W', 0, &long_win());
    assert_eq!(client.receive().as_deref(), Some("M0000231800"));
    for (message, expected) in [
        ("X".to_owned(), "C"),
        ("nonsense".to_owned(), "C"),
        (answer('0'), "C"),
        ("Bxyz".to_owned(), "K1"),
        (request("01", "Client", "010000", "A").replace('\0', ""), "A"),
        (request("07", "Client", "010000", "A").replace('\0', ""), "A"),
    ] {
        client.send(&message);
        let heard = client.receive().expect("it goes on");
        assert!(heard.starts_with(expected) && heard != answer('0'), "{message}: {heard}");
    }
    client.send("M0000051000");
    assert!(client.receive().is_some_and(|mv| mv.starts_with('M')));
    client.send("E11");
    assert_eq!(client.receive().as_deref(), Some("E00"));
    assert_eq!(listener.end().0, Some(0));
}

#[test]
fn wrong_moves_end_the_game_and_not_the_session() {
    let mut listener = Listener::start(&["--pause-millis", "0"]);
    let mut client = Client::connect(&listener);
    // The faults are: a move from an empty square, a capture of nothing, a short list of squares,
    // one piece captured twice, no destination, and no digits.
    let wrong = ["M0000010600", "M000005100123", "M000005510023", "M00000510022323", "M0000510000", "Mé000051000"];
    for (number, message) in (1..).zip(wrong) {
        // The engine plays White and moves first.
        client.request('W', 0, &long_win());
        assert!(client.receive().is_some_and(|mv| mv.starts_with('M')));
        client.send(message);
        let chat = client.receive().expect("it goes on");
        assert!(chat.starts_with("Cwrong move: "), "{message}: {chat}");
        assert_eq!(client.receive().as_deref(), Some("E00"), "{message}");
        client.send("E00");
        assert_eq!(listener.line(), format!("game {number} against Client: White, 1 plies, no result"));
    }
}

#[test]
fn a_connection_without_an_end_of_faults_or_of_a_message_is_closed() {
    for (bytes, reason) in [
        (b"X\0".repeat(1000), "sent 100 wrong messages; the last: `X` is no message of DXP"),
        (vec![b'C'; 1 << 20], "1024 bytes came without the NUL"),
        (b"E01\0".to_vec(), "wants no game"),
    ] {
        let listener = Listener::start(&["--once", "--pause-millis", "0"]);
        let mut client = Client::connect(&listener);
        client.bytes(&bytes);
        while client.receive().is_some() {}
        let (code, said) = listener.end();
        assert!(code == Some(5) && said.contains(reason), "{said}");
    }
}

#[test]
fn messages_that_follow_each_other_are_apart() {
    let listener = Listener::start(&["--once", "--pause-millis", "400", "--beyond", "error"]);
    let mut client = Client::connect(&listener);
    let asked = Instant::now();
    // The listener sends three messages in a row: it accepts the game, says in a chat why the game
    // cannot be played, and ends it.
    client.request('W', 0, "A");
    assert!(client.receive().is_some_and(|message| message.starts_with('C')));
    assert!(asked.elapsed() >= Duration::from_millis(400));
    assert_eq!(client.receive().as_deref(), Some("E00"));
    assert!(asked.elapsed() >= Duration::from_millis(800));
    client.send("E01");
    assert_eq!(listener.end().0, Some(0));
}

#[test]
fn a_silent_or_slow_client_is_left_after_a_while() {
    let listener = Listener::start(&["--once", "--wait-seconds", "1"]);
    let mut client = Client::connect(&listener);
    client.bytes(b"R01");
    assert_eq!(client.receive(), None);
    let (code, said) = listener.end();
    assert!(code == Some(5) && said.contains("no message came for 1 s; --wait-seconds sets"), "{said}");
    // Chats do not extend the waiting time.
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
    let mut listener = Listener::start(&["--wait-seconds", "5", "--pause-millis", "0"]);
    let mut random = Random::from_clock();
    let of_game = |position: &str| request("01", "Client", "010000", position);
    let right = [of_game("A"), of_game(&long_win()), "M0000051000\0".into(), "E00\0".into(), "B001W\0".into()];
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
    // The listener plays again once it has noticed that the other clients have left.
    let mut client = loop {
        let mut client = Client::connect(&listener);
        client.bytes(of_game(&long_win()).as_bytes());
        if client.receive() == Some(answer('0')) {
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
