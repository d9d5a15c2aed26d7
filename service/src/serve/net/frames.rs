//! Reading of the heads of incoming HTTP/2 frames, to distinguish parts of requests from idle
//! frames. An idle frame, such as a ping, carries no part of a request.

/// First bytes of an HTTP/2 connection.
const PREFACE: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Length of the head of a frame in bytes: three for the length, one for the kind, one for the
/// flags, four for the stream.
const HEAD_BYTES: usize = 9;

const DATA: u8 = 0;
const HEADERS: u8 = 1;

const END_STREAM: u8 = 1;

/// Minimum length of the data in a frame that counts as a part of a request, in bytes. It is the
/// length of the head of a gRPC message.
const DATA_BYTES_MIN: usize = 5;

/// Number of idle frames that a client is allowed to send for each request. Idle frames, such as a
/// ping, carry no part of a request. Clients need idle frames to allow the server to send more of
/// an answer, or to cancel a request.
///
/// For each part of a request, [`PER_DATA`] more are allowed. For each [`ANSWER_BYTES`] bytes of an
/// answer, one more is allowed.
const PER_REQUEST: usize = 4;
const PER_DATA: usize = 2;
const ANSWER_BYTES: usize = 512;

/// Maximum number of idle frames that a client can be allowed at any moment. Idle frames, such as a
/// ping, carry no part of a request.
const ALLOWED_MAX: usize = 512;
/// Number of idle frames that a client is allowed to send on a new connection. Idle frames, such as
/// a ping, carry no part of a request.
const ALLOWED_AT_START: usize = 64;

#[derive(Debug)]
pub struct Frames {
    state: ReaderState,
    allowed: usize,
    sent_bytes: usize,
}

/// Position of the reader in the incoming bytes of a connection.
#[derive(Debug)]
enum ReaderState {
    /// The reader is in the preface, the first bytes of a connection. The value is the number of
    /// bytes of the preface received so far.
    Preface(usize),
    /// The reader is in the head of a frame. The values are the bytes of the head received so far,
    /// and their number.
    Head([u8; HEAD_BYTES], usize),
    /// The reader is in the content of a frame. The value is the number of bytes that are still to
    /// come.
    Payload(usize),
    /// The connection does not use HTTP/2.
    Other,
}

impl Default for Frames {
    fn default() -> Self {
        Frames { state: ReaderState::Preface(0), allowed: ALLOWED_AT_START, sent_bytes: 0 }
    }
}

impl Frames {
    /// Reads the next received bytes. Returns how many idle frames in these bytes exceed the
    /// allowed number. Idle frames, such as a ping, carry no part of a request.
    pub fn read(&mut self, mut bytes: &[u8]) -> u32 {
        let mut idle = 0;
        while !bytes.is_empty() {
            let taken = match &mut self.state {
                ReaderState::Other => break,
                ReaderState::Preface(come) => {
                    let taken = bytes.len().min(PREFACE.len() - *come);
                    let is_preface = bytes[..taken] == PREFACE[*come..*come + taken];
                    self.state = match *come + taken {
                        _ if !is_preface => ReaderState::Other,
                        whole if whole == PREFACE.len() => ReaderState::Head([0; HEAD_BYTES], 0),
                        come => ReaderState::Preface(come),
                    };
                    taken
                }
                ReaderState::Head(head, come) => {
                    let taken = bytes.len().min(HEAD_BYTES - *come);
                    head[*come..*come + taken].copy_from_slice(&bytes[..taken]);
                    *come += taken;
                    if *come == HEAD_BYTES {
                        let head = *head;
                        idle += u32::from(self.begin(head));
                    }
                    taken
                }
                ReaderState::Payload(left) => {
                    let taken = bytes.len().min(*left);
                    *left -= taken;
                    if *left == 0 {
                        self.state = ReaderState::Head([0; HEAD_BYTES], 0);
                    }
                    taken
                }
            };
            bytes = &bytes[taken..];
        }
        idle
    }

    /// Begins to read a frame with this head. Returns true if it is an idle frame (one that carries
    /// no part of a request, such as a ping) beyond the allowed number.
    fn begin(&mut self, head: [u8; HEAD_BYTES]) -> bool {
        let [first, second, third, kind, flags, ..] = head;
        let bytes = usize::from(first) << 16 | usize::from(second) << 8 | usize::from(third);
        self.state = if bytes == 0 { ReaderState::Head([0; HEAD_BYTES], 0) } else { ReaderState::Payload(bytes) };
        match kind {
            HEADERS => self.allow(PER_REQUEST),
            DATA if bytes >= DATA_BYTES_MIN => self.allow(PER_DATA),
            DATA if flags & END_STREAM != 0 => {}
            _ if self.allowed == 0 => return true,
            _ => self.allowed -= 1,
        }
        false
    }

    /// Counts sent bytes of an answer. The client is allowed further idle frames for them.
    pub fn send(&mut self, bytes: usize) {
        self.sent_bytes += bytes;
        self.allow(self.sent_bytes / ANSWER_BYTES);
        self.sent_bytes %= ANSWER_BYTES;
    }

    fn allow(&mut self, frames: usize) {
        self.allowed = (self.allowed + frames).min(ALLOWED_MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PING: u8 = 6;
    const WINDOW_UPDATE: u8 = 8;

    fn frame(kind: u8, flags: u8, payload: &[u8]) -> Vec<u8> {
        [&(payload.len() as u32).to_be_bytes()[1..], &[kind, flags, 0, 0, 0, 1], payload].concat()
    }

    fn begun() -> Frames {
        let mut frames = Frames::default();
        assert_eq!(frames.read(PREFACE), 0);
        frames
    }

    #[test]
    fn idle_frames_are_counted_however_they_are_cut() {
        for idle in [frame(PING, 0, &[0; 8]), frame(4, 0, &[0; 6]), frame(2, 0, &[0; 5]), frame(DATA, 0, b"tiny")] {
            let whole = [&PREFACE[..], &idle.repeat(1000)].concat();
            for part in [1, 7, 1000, whole.len()] {
                let mut frames = Frames::default();
                let counted: u32 = whole.chunks(part).map(|part| frames.read(part)).sum();
                assert_eq!(counted, 1000 - ALLOWED_AT_START as u32, "in parts of {part}");
            }
        }
    }

    #[test]
    fn requests_and_answers_allow_for_frames_beside_them() {
        let mut frames = begun();
        let request =
            [frame(WINDOW_UPDATE, 0, &[0; 4]), frame(HEADERS, 4, b"headers"), frame(PING, 0, &[0; 8])].concat();
        let streamed = [frame(DATA, 0, b"position"), frame(WINDOW_UPDATE, 0, &[0; 4])].concat();
        let last = frame(DATA, END_STREAM, b"");
        assert_eq!((0..1000).map(|_| frames.read(&[&request[..], &streamed, &last].concat())).sum::<u32>(), 0);
        let update = frame(WINDOW_UPDATE, 0, &[0; 4]);
        assert_eq!(
            (0..10_000)
                .map(|_| {
                    frames.send(600);
                    frames.read(&update)
                })
                .sum::<u32>(),
            0
        );
        assert!(frames.read(&update.repeat(10_000)) > 9000);
    }

    #[test]
    fn other_protocols_have_no_frames() {
        let mut frames = Frames::default();
        assert_eq!(frames.read(b"PRI * HTTP/1.1\r\n\r\n"), 0);
        assert_eq!(frames.read(&frame(PING, 0, &[0; 8]).repeat(1000)), 0);
    }
}
