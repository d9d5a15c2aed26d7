//! Encodings of PDN and PGN files.

use chardetng::EncodingDetector;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use oem_cp::code_table::DECODING_TABLE_CP437;
use oem_cp::decode_string_complete_table;

/// Maximum length of the beginning of a file from which the encoding is guessed, in bytes. The
/// guess depends on the frequencies of letters.
const GUESS_BYTES: usize = 1 << 20;

/// Number of bytes at the beginning of a file that are searched for the zeros of UTF-16.
const UTF_16_BYTES: usize = 64;

/// Names of code page 437 of DOS, in lower case. The Encoding Standard lacks this encoding.
const CP437: [&str; 4] = ["cp437", "ibm437", "437", "oem-us"];

/// Byte that stands for ½ in `windows-1252`. It is often the only byte of a file that is not ASCII.
const HALF: u8 = 0xbd;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedEncoding {
    Standard(&'static Encoding),
    Cp437,
}

/// Parses the name of an encoding, such as `windows-1251`, `koi8-r`, `cp866` or `cp437`.
///
/// # Errors
/// The name is unknown. The error is a sentence that lists known names.
pub fn parse(name: &str) -> Result<NamedEncoding, String> {
    let lower = name.trim().to_lowercase();
    if CP437.contains(&lower.as_str()) {
        return Ok(NamedEncoding::Cp437);
    }
    Encoding::for_label(lower.as_bytes()).map(NamedEncoding::Standard).ok_or_else(|| {
        "not known; name one such as utf-8, utf-16le, windows-1251, windows-1252, windows-1257, koi8-r, cp866, cp437"
            .to_owned()
    })
}

/// Decodes the bytes of a file. Also returns the name of the encoding; `None` for UTF-8. If `named`
/// is `None`, takes the first of these that fits the bytes:
///
/// - the encoding that a byte order mark states
/// - UTF-16, if the zero bytes are as in UTF-16
/// - UTF-8
/// - the encoding that the frequencies of letters suggest
pub fn decode(bytes: Vec<u8>, named: Option<NamedEncoding>) -> (String, Option<&'static str>) {
    let encoding = match named {
        Some(NamedEncoding::Cp437) => {
            return (decode_string_complete_table(&bytes, &DECODING_TABLE_CP437), Some("cp437"));
        }
        Some(NamedEncoding::Standard(encoding)) => encoding,
        None => match String::from_utf8(bytes) {
            Ok(text) if utf_16(text.as_bytes()).is_none() => return (text, None),
            Ok(text) => return decode_as(text.as_bytes(), utf_16(text.as_bytes()).unwrap_or(UTF_8)),
            Err(error) => return decode_as(error.as_bytes(), guess(error.as_bytes())),
        },
    };
    decode_as(&bytes, encoding)
}

fn decode_as(bytes: &[u8], encoding: &'static Encoding) -> (String, Option<&'static str>) {
    // A byte order mark overrides the named encoding.
    let (text, encoding, _) = encoding.decode(bytes);
    (text.into_owned(), (encoding != UTF_8).then(|| encoding.name()))
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding;
    }
    if let Some(encoding) = utf_16(bytes) {
        return encoding;
    }
    if bytes.iter().all(|&byte| byte.is_ascii() || byte == HALF) {
        return WINDOWS_1252;
    }
    let mut detector = EncodingDetector::new();
    detector.feed(&bytes[..bytes.len().min(GUESS_BYTES)], true);
    detector.guess(None, false)
}

/// Returns the encoding of UTF-16 text without a byte order mark, or `None` if the bytes are not
/// such text. UTF-16 is recognized by its zero bytes: in ASCII text, every second byte is zero.
fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = &bytes[..bytes.len().min(UTF_16_BYTES)];
    let zeros = |parity| start.iter().skip(parity).step_by(2).filter(|&&byte| byte == 0).count();
    let most = start.len() / 2;
    match (zeros(0), zeros(1)) {
        (0, odd) if most > 0 && 2 * odd > most => Some(UTF_16LE),
        (even, 0) if most > 0 && 2 * even > most => Some(UTF_16BE),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{IBM866, KOI8_U, WINDOWS_1251, WINDOWS_1257};

    use super::*;

    #[test]
    fn files_of_old_computers_are_read_as_they_were_written() {
        let russian = "[White \"Сидоров\"]\n[Black \"Кузнецов\"]\n[Event \"Первенство города\"]\n\n1. c3-d4 d6-c5 *\n";
        let baltic = "[White \"Jõgi Ülo\"]\n[Black \"Šmits Žanis\"]\n\n1. 32-28 19-23 1-1\n";
        for (text, encoding, name) in [
            (russian, WINDOWS_1251, "windows-1251"),
            (russian, KOI8_U, "KOI8-U"),
            (russian, IBM866, "IBM866"),
            (baltic, WINDOWS_1257, "windows-1257"),
            ("[White \"Müller\"]\n\n1. 32-28 ½-½\n", WINDOWS_1252, "windows-1252"),
            ("1. 32-28 19-23 ½-½\n", WINDOWS_1252, "windows-1252"),
        ] {
            let (bytes, _, _) = encoding.encode(text);
            assert_eq!(decode(bytes.into_owned(), None), (text.to_owned(), Some(name)), "{name}");
        }
        let wide = |unit: fn(u16) -> [u8; 2], mark: &str| -> Vec<u8> {
            format!("{mark}{russian}").encode_utf16().flat_map(unit).collect()
        };
        for mark in ["", "\u{feff}"] {
            assert_eq!(decode(wide(u16::to_le_bytes, mark), None), (russian.to_owned(), Some("UTF-16LE")));
            assert_eq!(decode(wide(u16::to_be_bytes, mark), None), (russian.to_owned(), Some("UTF-16BE")));
        }
        assert_eq!(decode(russian.into(), None), (russian.to_owned(), None));
        assert_eq!(decode(Vec::new(), None), (String::new(), None));
    }

    #[test]
    fn the_user_may_name_the_encoding() {
        assert_eq!(decode(b"\xab-\xab".to_vec(), Some(parse("CP437").unwrap())), ("½-½".to_owned(), Some("cp437")));
        let koi = parse("koi8-r").unwrap();
        assert_eq!(decode(b"\xe9".to_vec(), Some(koi)), ("И".to_owned(), Some("KOI8-R")));
        assert!(parse("klingon").unwrap_err().contains("windows-1251"));
    }
}
