//! Functions that damage the bytes of a file.

use peatee_table::format::HEADER_BYTES;

use super::Random;

/// Number of kinds of damage for [`damage`].
pub const DAMAGE_KINDS: usize = 8;
/// Kind of damage after which the header still has a correct checksum.
pub const EDITED_HEADER: usize = 7;

/// Damages the bytes of a file in one way. Returns a description of the damage.
pub fn damage(bytes: &mut Vec<u8>, kind: usize, random: &mut Random) -> String {
    let length = bytes.len();
    let at = random.below(length);
    match kind {
        0 => {
            bytes[at] ^= 1 << random.below(8);
            format!("a bit flipped in byte {at}")
        }
        1 => {
            (0..random.below(20)).for_each(|_| {
                let at = random.below(length);
                bytes[at] = random.below(256) as u8;
            });
            "many bytes changed".to_owned()
        }
        2 => {
            bytes.truncate(at);
            format!("cut to {at} bytes")
        }
        3 => {
            let page = [64, 512, 4096][random.below(3)];
            let start = at / page * page;
            bytes[start..(start + page).min(length)].fill(0);
            format!("zeros from {start}, {page} bytes")
        }
        4 => {
            bytes.extend((0..=random.below(600)).map(|_| random.below(256) as u8).collect::<Vec<_>>());
            "bytes appended".to_owned()
        }
        5 => {
            let count = random.below(64).min(length - at);
            let from = random.below(length - count);
            bytes.copy_within(from..from + count, at);
            format!("{count} bytes copied from {from} to {at}")
        }
        6 => {
            bytes.remove(at);
            format!("byte {at} left out")
        }
        EDITED_HEADER => edit_header(bytes, random),
        _ => unreachable!("there are {DAMAGE_KINDS} kinds of damage"),
    }
}

/// Changes a byte of the header and corrects its checksum.
fn edit_header(bytes: &mut [u8], random: &mut Random) -> String {
    // Half of the changes are to the first byte of a field, and many are small. Such changes often
    // give another possible header.
    const FIELDS: [usize; 22] =
        [8, 10, 11, 12, 13, 16, 24, 32, 40, 48, 56, 64, 96, 136, 176, 224, 240, 256, 260, 264, 268, 272];
    let at = if random.below(2) == 0 { FIELDS[random.below(FIELDS.len())] } else { random.below(HEADER_BYTES - 4) };
    let new = [bytes[at].wrapping_add(1), bytes[at].wrapping_sub(1), random.below(256) as u8][random.below(3)];
    bytes[at] = new;
    let crc = crc32fast::hash(&bytes[..HEADER_BYTES - 4]);
    bytes[HEADER_BYTES - 4..HEADER_BYTES].copy_from_slice(&crc.to_le_bytes());
    format!("byte {at} of the header set to {new}, checksum made right")
}
