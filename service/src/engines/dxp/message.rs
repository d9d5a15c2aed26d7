//! The messages of the protocol DXP: each is a letter followed by fields of fixed width.

use peatee_rules::Side;
use peatee_rules::notation::shortened;

use crate::engines::engine::{decode, latin_1};

const VERSION: &str = "01";
const MESSAGE_CHARS_MAX: usize = 127;
/// Number of playable squares of the boards that the protocol supports.
pub const SQUARES: u8 = 50;

const NAME_CHARS: usize = 32;
const CHAT_CHARS_MAX: usize = MESSAGE_CHARS_MAX - 1;
/// Largest number of seconds that a message can state, in four digits.
const SECONDS_MAX: u32 = 9999;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// GAMEREQ: request for a game.
    Request(Request),
    /// GAMEREQ of another version of the protocol, whose fields are unknown.
    OtherVersion(String),
    /// GAMEACC: answer to a request for a game.
    Answer {
        name: String,
        code: AnswerCode,
    },
    Move(MoveMessage),
    /// MOVE message whose fields cannot be read, with the reason.
    UnreadableMove(MessageError),
    /// GAMEEND: the game has ended.
    End {
        /// Result from the point of view of the sender.
        result: GameResult,
        /// True if the sender wants no further game.
        stops: bool,
    },
    Chat(String),
    /// BACKREQ: request to take back moves.
    BackRequest,
    /// BACKACC: answer to a request to take back moves.
    BackAnswer(BackCode),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Name of the initiator, the program that sends the request.
    pub name: String,
    /// Colour of the follower, the program that answers the request.
    pub follower: Side,
    /// Thinking time for a game, in minutes.
    pub minutes: u16,
    /// Number of moves of each side after which the game ends; 0 for no limit.
    pub moves: u16,
    /// Start position in the notation of the Hub protocol; `None` for the start position of the
    /// game.
    pub position: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum AnswerCode {
    Accepted,
    VersionNotKnown,
    GameNotWanted,
    NoGames,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveMessage {
    /// Thinking time that the sender has used for the move, in seconds.
    pub seconds: u32,
    /// Origin square, as a number from 1 to 50.
    pub from: u8,
    pub to: u8,
    pub captured: Vec<u8>,
}

/// Result of a game from the point of view of the side that states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameResult {
    /// The result is unknown, or the game is not finished.
    Unknown,
    Loss,
    Draw,
    Win,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum BackCode {
    Agreed,
    NotSupported,
    Refused,
}

const ANSWERS: [(char, AnswerCode); 4] = [
    ('0', AnswerCode::Accepted),
    ('1', AnswerCode::VersionNotKnown),
    ('2', AnswerCode::GameNotWanted),
    ('3', AnswerCode::NoGames),
];
const RESULTS: [(char, GameResult); 4] =
    [('0', GameResult::Unknown), ('1', GameResult::Loss), ('2', GameResult::Draw), ('3', GameResult::Win)];
const BACKS: [(char, BackCode); 3] = [('0', BackCode::Agreed), ('1', BackCode::NotSupported), ('2', BackCode::Refused)];
const STOPS: [(char, bool); 2] = [('0', false), ('1', true)];
const SIDES: [(char, Side); 2] = [('W', Side::White), ('Z', Side::Black)];
/// Letters for the content of a square: the letter in DXP, and the letter in the Hub protocol.
const PIECES: [(char, char); 5] = [('w', 'w'), ('W', 'W'), ('z', 'b'), ('Z', 'B'), ('e', 'e')];

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no message of DXP: {reason}")]
pub struct MessageError {
    text: String,
    reason: &'static str,
}

impl MessageError {
    /// Returns true if the faulty message begins like a request for a game, which has to be
    /// answered.
    pub fn is_of_request(&self) -> bool {
        self.text.starts_with('R')
    }
}

impl Message {
    /// Parses a message without the NUL that ends it. The protocol allows only ASCII, but names and
    /// chats are accepted in UTF-8 and in Latin-1 too. The width of a field may be counted in
    /// characters or in bytes.
    ///
    /// # Errors
    /// The reason why the text is not a message.
    pub fn parse(bytes: &[u8]) -> Result<Message, MessageError> {
        read(&decode(bytes.to_vec())).or_else(|error| read(&latin_1(bytes)).map_err(|_| error))
    }

    pub fn text(&self) -> String {
        match self {
            Message::Request(request) => request.text(),
            Message::OtherVersion(version) => format!("R{version}"),
            Message::Answer { name, code } => format!("A{}{}", padded(name), letter(&ANSWERS, *code)),
            Message::Move(MoveMessage { seconds, from, to, captured }) => {
                let squares: String = captured.iter().map(|square| format!("{square:02}")).collect();
                format!("M{:04}{from:02}{to:02}{:02}{squares}", (*seconds).min(SECONDS_MAX), captured.len())
            }
            Message::UnreadableMove(error) => error.text.clone(),
            Message::End { result, stops } => format!("E{}{}", letter(&RESULTS, *result), u8::from(*stops)),
            Message::Chat(text) => {
                let plain = text.chars().map(|c| if c.is_ascii() && !c.is_ascii_control() { c } else { '?' });
                format!("C{}", plain.take(CHAT_CHARS_MAX).collect::<String>())
            }
            Message::BackRequest => "B001W".to_owned(),
            Message::BackAnswer(code) => format!("K{}", letter(&BACKS, *code)),
        }
    }
}

impl Request {
    fn text(&self) -> String {
        let Request { name, follower, minutes, moves, position } = self;
        let follower = letter(&SIDES, *follower);
        let start = format!("R{VERSION}{}{follower}{:03}{:03}", padded(name), minutes.min(&999), moves.min(&999));
        let Some(position) = position else { return start + "A" };
        let mut pieces = position.chars();
        let side = if pieces.next() == Some('B') { 'Z' } else { 'W' };
        let board: String =
            pieces.map(|piece| PIECES.iter().find(|(_, hub)| *hub == piece).map_or('e', |p| p.0)).collect();
        format!("{start}B{side}{board}")
    }
}

struct Fields<'a>(&'a str);

type Field<T> = Result<T, &'static str>;

impl<'a> Fields<'a> {
    fn take(&mut self, width: usize) -> Field<&'a str> {
        let mut ends = self.0.char_indices().map(|(at, _)| at).chain([self.0.len()]);
        let (field, rest) = self.0.split_at(ends.nth(width).ok_or("it is too short")?);
        self.0 = rest;
        Ok(field)
    }

    /// Reads a number that is padded to `width` characters with zeros or blanks.
    fn number(&mut self, width: usize) -> Field<u16> {
        let digits = self.take(width)?.trim_start_matches(' ');
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse().ok().filter(|_| is_number).ok_or("a number has other characters than digits")
    }

    fn square(&mut self) -> Field<u8> {
        let number = self.number(2)?;
        let square = u8::try_from(number).ok().filter(|number| (1..=SQUARES).contains(number));
        square.ok_or("a square is not one of 01 to 50")
    }

    fn code<T: Copy>(&mut self, codes: &[(char, T)]) -> Field<T> {
        let field = self.take(1)?;
        let found = codes.iter().find(|(letter, _)| field.starts_with(*letter));
        found.map(|&(_, meaning)| meaning).ok_or("a letter or code is none of those that can stand there")
    }

    fn name(&mut self) -> Field<String> {
        Ok(self.take(NAME_CHARS)?.trim().to_owned())
    }

    fn end<T>(&self, message: T) -> Field<T> {
        if self.0.is_empty() { Ok(message) } else { Err("it is too long") }
    }
}

fn read(text: &str) -> Result<Message, MessageError> {
    let wrong = |reason| MessageError { text: shortened(text), reason };
    if text.chars().count() > MESSAGE_CHARS_MAX {
        return Err(wrong("it has more than 127 characters"));
    }
    let mut fields = Fields(text);
    let message = match fields.take(1).map_err(|_| wrong("it is empty"))? {
        "R" => read_request(&mut fields),
        "A" => read_answer(&mut fields),
        "M" => return Ok(read_move(&mut fields).unwrap_or_else(|reason| Message::UnreadableMove(wrong(reason)))),
        // The end of a game cannot be refused, so unknown codes are accepted.
        "E" => {
            let result = fields.code(&RESULTS).unwrap_or(GameResult::Unknown);
            return Ok(Message::End { result, stops: fields.code(&STOPS).unwrap_or(false) });
        }
        "C" => return Ok(Message::Chat(fields.0.to_owned())),
        "B" => return Ok(Message::BackRequest),
        "K" => fields.code(&BACKS).map(Message::BackAnswer),
        _ => Err("it begins with none of R, A, M, E, C, B and K"),
    };
    message.and_then(|message| fields.end(message)).map_err(wrong)
}

fn read_answer(fields: &mut Fields) -> Field<Message> {
    Ok(Message::Answer { name: fields.name()?, code: fields.code(&ANSWERS)? })
}

fn read_move(fields: &mut Fields) -> Field<Message> {
    let seconds = fields.number(4)?.into();
    let (from, to) = (fields.square()?, fields.square()?);
    let captured = (0..fields.number(2)?).map(|_| fields.square()).collect::<Field<_>>()?;
    fields.end(Message::Move(MoveMessage { seconds, from, to, captured }))
}

fn read_request(fields: &mut Fields) -> Field<Message> {
    let version = fields.take(2)?;
    if version != VERSION {
        let version = version.to_owned();
        fields.0 = "";
        return Ok(Message::OtherVersion(version));
    }
    let (name, follower) = (fields.name()?, fields.code(&SIDES)?);
    let (minutes, moves) = (fields.number(3)?, fields.number(3)?);
    let position = match fields.code(&[('A', false), ('B', true)])? {
        false => None,
        true => {
            let mut text = fields.code(&SIDES)?.letter().to_string();
            for _ in 0..SQUARES {
                text.push(fields.code(&PIECES)?);
            }
            Some(text)
        }
    };
    Ok(Message::Request(Request { name, follower, minutes, moves, position }))
}

fn letter<T: Copy + PartialEq>(codes: &[(char, T)], meaning: T) -> char {
    codes.iter().find(|(_, other)| *other == meaning).map_or('0', |&(letter, _)| letter)
}

/// Formats a name for its field: keeps only printable ASCII characters, then cuts the name or pads
/// it with blanks to the width of the field.
fn padded(name: &str) -> String {
    let plain = name.trim().chars().filter(|&c| c == ' ' || c.is_ascii_graphic());
    let plain: String = plain.take(NAME_CHARS).collect();
    format!("{plain:<NAME_CHARS$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_written_as_the_protocol_says_and_read_back() {
        let board = format!("Bw{}B{}", "e".repeat(24), "e".repeat(24));
        let request = Request { name: "Peatee".into(), follower: Side::Black, minutes: 75, moves: 0, position: None };
        let of_position = Request { position: Some(board), follower: Side::White, ..request.clone() };
        let capture = MoveMessage { seconds: 5, from: 28, to: 19, captured: vec![23] };
        let quiet = MoveMessage { seconds: 7, from: 32, to: 28, captured: Vec::new() };
        let name = format!("Peatee{}", " ".repeat(26));
        for (message, text) in [
            (Message::Request(request), format!("R01{name}Z075000A")),
            (Message::Request(of_position), format!("R01{name}W075000BZw{}Z{}", "e".repeat(24), "e".repeat(24))),
            (Message::Answer { name: "Peatee".into(), code: AnswerCode::GameNotWanted }, format!("A{name}2")),
            (Message::Move(quiet), "M0007322800".into()),
            (Message::Move(capture), "M000528190123".into()),
            (Message::End { result: GameResult::Win, stops: true }, "E31".into()),
            (Message::Chat("well played".into()), "Cwell played".into()),
            (Message::BackRequest, "B001W".into()),
            (Message::BackAnswer(BackCode::NotSupported), "K1".into()),
        ] {
            assert_eq!(message.text(), text);
            assert_eq!(Message::parse(text.as_bytes()).as_ref(), Ok(&message), "{text}");
            assert!(text.len() <= MESSAGE_CHARS_MAX);
        }
    }

    #[test]
    fn other_texts_are_no_messages() {
        let name = " ".repeat(NAME_CHARS);
        for text in ["", "X", "K3", "K", "K11", "ü", "\u{fffd}01"].map(str::to_owned).into_iter().chain([
            format!("A{name}4"),
            format!("A{name}01"),
            "X".repeat(128),
            "R".to_owned(),
            "R0".to_owned(),
            format!("R01{name}B000000A"),
            format!("R01{name}W000000BWee"),
            format!("R01{name}W000000AA"),
            format!("R01{name}W1h0000A"),
            format!("R01{name}W5  000A"),
            format!("R01{name}W-10000A"),
            format!("R01{name}W000   A"),
        ]) {
            let error = Message::parse(text.as_bytes()).expect_err(&text);
            assert_eq!(error.is_of_request(), text.starts_with('R'), "{text}");
        }
    }

    #[test]
    fn moves_that_cannot_be_read_are_moves() {
        for text in [
            "M",
            "M0007322",
            "M00073228000",
            "M+007322800",
            "M0007512800",
            "M0007002800",
            "M000732280123x",
            "M0007322802231",
            "M0007ü22800",
        ] {
            assert!(matches!(Message::parse(text.as_bytes()), Ok(Message::UnreadableMove(_))), "{text}");
        }
    }

    #[test]
    fn who_ends_a_game_or_takes_back_is_understood_however_it_is_written() {
        for (text, result, stops) in [
            ("E", GameResult::Unknown, false),
            ("E4", GameResult::Unknown, false),
            ("E41", GameResult::Unknown, true),
            ("E02", GameResult::Unknown, false),
            ("E3", GameResult::Win, false),
            ("E11 ", GameResult::Loss, true),
        ] {
            assert_eq!(Message::parse(text.as_bytes()), Ok(Message::End { result, stops }), "{text}");
        }
        for text in ["B", "B01W", "B001B", "Bx01W"] {
            assert_eq!(Message::parse(text.as_bytes()), Ok(Message::BackRequest), "{text}");
        }
        for version in ["02", "1 ", "xy"] {
            let request = format!("R{version}and what that version has");
            assert_eq!(Message::parse(request.as_bytes()), Ok(Message::OtherVersion(version.to_owned())));
        }
    }

    #[test]
    fn names_come_in_latin_1_and_utf_8_by_characters_or_bytes() {
        let latin = |name: &str| -> Vec<u8> { name.chars().map(|c| u32::from(c) as u8).collect() };
        for (field, name) in [
            (latin(&format!("{:32}", "Jürgen Õ")), "Jürgen Õ"),
            (format!("{:32}", "Jürgen Õ").into_bytes(), "Jürgen Õ"),
            // The text has 32 bytes, the width of the field, so it is read as Latin-1.
            (format!("{:30}", "Jürgen Õ").into_bytes(), "JÃ¼rgen Ã\u{95}"),
        ] {
            let bytes = [b"R01", field.as_slice(), b"Z  5  0A"].concat();
            let Ok(Message::Request(request)) = Message::parse(&bytes) else { panic!("{name}") };
            assert_eq!((request.name.as_str(), request.minutes, request.moves), (name, 5, 0));
        }
    }

    #[test]
    fn what_is_sent_has_its_width_and_plain_characters() {
        assert_eq!(Message::Chat(format!("ü\n{}", "x".repeat(200))).text().len(), MESSAGE_CHARS_MAX);
        assert_eq!(Message::Chat("ü\0".into()).text(), "C??");
        let name = "Ä name of more than thirty-two characters".to_owned();
        assert_eq!(Message::Answer { name, code: AnswerCode::Accepted }.text().len(), 34);
        let name = " My  engine é 2 ".to_owned();
        let answer = Message::Answer { name, code: AnswerCode::NoGames }.text();
        assert_eq!(answer, format!("A{:32}3", "My  engine  2"));
        let mv = MoveMessage { seconds: 1_000_000, from: 1, to: 7, captured: Vec::new() };
        assert_eq!(Message::Move(mv).text(), "M9999010700");
    }
}
