//! The messages of DXP: a letter, then fields of fixed width.

use peatee_rules::Side;
use peatee_rules::notation::shortened;

/// The version of the protocol.
pub const VERSION: u8 = 1;
/// The most characters of a message.
pub const MESSAGE_BYTES_MAX: usize = 127;
/// The squares of the board that the protocol is made for.
pub const SQUARES: u8 = 50;

const NAME_CHARS: usize = 32;
const CHAT_CHARS_MAX: usize = MESSAGE_BYTES_MAX - 1;
/// The highest number of four digits.
const SECONDS_MAX: u32 = 9999;

/// A message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// GAMEREQ: asks for a game.
    Request(Request),
    /// GAMEACC: answers that.
    Answer {
        /// The name of the follower.
        name: String,
        /// Whether the game is wanted.
        code: AnswerCode,
    },
    /// MOVE.
    Move(MoveMessage),
    /// GAMEEND.
    End {
        /// The result for the sender.
        result: Claimed,
        /// True when the sender wants no further game.
        stops: bool,
    },
    /// CHAT.
    Chat(String),
    /// BACKREQ: asks to take moves back.
    BackRequest,
    /// BACKACC: answers that.
    BackAnswer(BackCode),
}

/// Asks for a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The version of the protocol.
    pub version: u8,
    /// The name of the initiator.
    pub name: String,
    /// The colour of the follower.
    pub follower: Side,
    /// The time for a game, in minutes.
    pub minutes: u16,
    /// The moves of each side after which the game ends; 0: no limit.
    pub moves: u16,
    /// The position as a Hub text; `None` for the start position.
    pub position: Option<String>,
}

/// The answer to a request for a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum AnswerCode {
    Accepted,
    VersionNotKnown,
    GameNotWanted,
    NoGames,
}

/// A move with the time that it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveMessage {
    /// The time that the sender used, in seconds.
    pub seconds: u32,
    /// The number of the square of origin.
    pub from: u8,
    /// The number of the square that the move ends on.
    pub to: u8,
    /// The numbers of the squares of captured pieces.
    pub captured: Vec<u8>,
}

/// The result of a game for the side that states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claimed {
    /// Not known, or not finished.
    Unknown,
    /// The sender loses.
    Loss,
    /// A draw.
    Draw,
    /// The sender wins.
    Win,
}

/// The answer to a request to take moves back.
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
const RESULTS: [(char, Claimed); 4] =
    [('0', Claimed::Unknown), ('1', Claimed::Loss), ('2', Claimed::Draw), ('3', Claimed::Win)];
const BACKS: [(char, BackCode); 3] = [('0', BackCode::Agreed), ('1', BackCode::NotSupported), ('2', BackCode::Refused)];
const SIDES: [(char, Side); 2] = [('W', Side::White), ('Z', Side::Black)];
/// The letters of pieces, and those of the Hub protocol.
const PIECES: [(char, char); 5] = [('w', 'w'), ('W', 'W'), ('z', 'b'), ('Z', 'B'), ('e', 'e')];

/// Why a text is no message.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no message of DXP: {reason}")]
pub struct MessageError {
    text: String,
    reason: &'static str,
}

impl Message {
    /// Reads a message without the NUL that ends it.
    ///
    /// # Errors
    /// [`MessageError`].
    pub fn parse(text: &str) -> Result<Message, MessageError> {
        read(text).map_err(|reason| MessageError { text: shortened(text), reason })
    }

    /// Writes the message without the NUL that ends it.
    pub fn text(&self) -> String {
        match self {
            Message::Request(request) => request.text(),
            Message::Answer { name, code } => format!("A{}{}", padded(name), letter(&ANSWERS, *code)),
            Message::Move(MoveMessage { seconds, from, to, captured }) => {
                let squares: String = captured.iter().map(|square| format!("{square:02}")).collect();
                format!("M{:04}{from:02}{to:02}{:02}{squares}", (*seconds).min(SECONDS_MAX), captured.len())
            }
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
        let Request { version, name, follower, minutes, moves, position } = self;
        let follower = letter(&SIDES, *follower);
        let start = format!("R{version:02}{}{follower}{:03}{:03}", padded(name), minutes.min(&999), moves.min(&999));
        let Some(position) = position else { return start + "A" };
        let mut pieces = position.chars();
        let side = if pieces.next() == Some('B') { 'Z' } else { 'W' };
        let board: String =
            pieces.map(|piece| PIECES.iter().find(|(_, hub)| *hub == piece).map_or('e', |p| p.0)).collect();
        format!("{start}B{side}{board}")
    }
}

/// What is still to be read of a message.
struct Fields<'a>(&'a str);

type Field<T> = Result<T, &'static str>;

impl<'a> Fields<'a> {
    fn take(&mut self, width: usize) -> Field<&'a str> {
        let (field, rest) = self.0.split_at_checked(width).ok_or("it is too short")?;
        self.0 = rest;
        Ok(field)
    }

    fn number(&mut self, width: usize) -> Field<u16> {
        let digits = self.take(width)?;
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

    fn end<T>(self, message: T) -> Field<T> {
        if self.0.is_empty() { Ok(message) } else { Err("it is too long") }
    }
}

fn read(text: &str) -> Field<Message> {
    let mut fields = Fields(text);
    let message = match fields.take(1).map_err(|_| "it is empty")? {
        "R" => Message::Request(read_request(&mut fields)?),
        "A" => Message::Answer { name: fields.name()?, code: fields.code(&ANSWERS)? },
        "M" => {
            let seconds = fields.number(4)?.into();
            let (from, to) = (fields.square()?, fields.square()?);
            let captured = (0..fields.number(2)?).map(|_| fields.square()).collect::<Field<_>>()?;
            Message::Move(MoveMessage { seconds, from, to, captured })
        }
        "E" => Message::End { result: fields.code(&RESULTS)?, stops: fields.code(&[('0', false), ('1', true)])? },
        "C" => Message::Chat(std::mem::take(&mut fields.0).to_owned()),
        "B" => {
            fields.number(3)?;
            fields.code(&SIDES)?;
            Message::BackRequest
        }
        "K" => Message::BackAnswer(fields.code(&BACKS)?),
        _ => return Err("it begins with none of R, A, M, E, C, B and K"),
    };
    fields.end(message)
}

fn read_request(fields: &mut Fields) -> Field<Request> {
    let version = fields.number(2)? as u8;
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
    Ok(Request { version, name, follower, minutes, moves, position })
}

fn letter<T: Copy + PartialEq>(codes: &[(char, T)], meaning: T) -> char {
    codes.iter().find(|(_, other)| *other == meaning).map_or('0', |&(letter, _)| letter)
}

/// A name in its field: plain characters, blanks behind it.
fn padded(name: &str) -> String {
    let plain: String = name.trim().chars().filter(char::is_ascii_graphic).take(NAME_CHARS).collect();
    format!("{plain:<NAME_CHARS$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_written_as_the_protocol_says_and_read_back() {
        let board = format!("Bw{}B{}", "e".repeat(24), "e".repeat(24));
        let request = Request {
            version: VERSION,
            name: "Peatee".into(),
            follower: Side::Black,
            minutes: 75,
            moves: 0,
            position: None,
        };
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
            (Message::End { result: Claimed::Win, stops: true }, "E31".into()),
            (Message::Chat("well played".into()), "Cwell played".into()),
            (Message::BackRequest, "B001W".into()),
            (Message::BackAnswer(BackCode::NotSupported), "K1".into()),
        ] {
            assert_eq!(message.text(), text);
            assert_eq!(Message::parse(&text).as_ref(), Ok(&message), "{text}");
            assert!(text.len() <= MESSAGE_BYTES_MAX);
        }
    }

    #[test]
    fn other_texts_are_no_messages() {
        let name = " ".repeat(NAME_CHARS);
        for text in [
            "",
            "X",
            "M",
            "M0007322",
            "M00073228000",
            "M+007322800",
            "M0007512800",
            "M0007002800",
            "M000732280123x",
            "M0007322802231",
            "E",
            "E4",
            "E40",
            "E02",
            "E000",
            "K3",
            "K",
            "B01W",
            "B001B",
            "Bx01W",
            "ü",
            "M0007ü22800",
        ] {
            assert!(Message::parse(text).is_err(), "{text}");
        }
        for text in [
            format!("A{name}4"),
            format!("R01{name}B000000A"),
            format!("R01{name}W000000BWee"),
            format!("R0x{name}W000000A"),
        ] {
            assert!(Message::parse(&text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_sent_has_its_width_and_plain_characters() {
        assert_eq!(Message::Chat(format!("ü\n{}", "x".repeat(200))).text().len(), MESSAGE_BYTES_MAX);
        assert_eq!(Message::Chat("ü\0".into()).text(), "C??");
        let name = "Ä name of more than thirty-two characters".to_owned();
        assert_eq!(Message::Answer { name, code: AnswerCode::Accepted }.text().len(), 34);
        let mv = MoveMessage { seconds: 1_000_000, from: 1, to: 7, captured: Vec::new() };
        assert_eq!(Message::Move(mv).text(), "M9999010700");
    }
}
