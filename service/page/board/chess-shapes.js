// The outlines of chess pieces: those of pictures that the programs draw, in `svg.rs` of `probe/chess`, which a
// test compares. All lengths are in hundredths of a square.

export const CHESS_SHAPES = {
    __proto__: null,
    "chess-king": {
        body: "M-25 36V29L-20 21C-26 14-36 8-36-6C-36-22-14-24-4-14V-26H-12V-33H-4V-40H4V-33H12V-26H4V-14C14-24 36-"
        + "22 36-6C36 8 26 14 20 21L25 29V36Z",
        lines: "M-16 20Q0 14 16 20M-18 29H18M0-8V11",
    },
    "chess-queen": {
        body: "M-25 36V29L-20 21L-34-16A5 5 0 1 1-29-17L-18-4L-18-26A5 5 0 1 1-13-26L-6-7L-2.5-31A5 5 0 1 1 2.5-31L"
        + "6-7L13-26A5 5 0 1 1 18-26L18-4L29-17A5 5 0 1 1 34-16L20 21L25 29V36Z",
        lines: "M-16 20Q0 14 16 20M-18 29H18",
    },
    "chess-rook": {
        body: "M-28 36V28L-20 22L-17-10L-24-17V-34H-13V-26H-6V-34H6V-26H13V-34H24V-17L17-10L20 22L28 28V36Z",
        lines: "M-13-10H13M-15 22H15",
    },
    "chess-bishop": {
        body: "M-26 36V30Q-13 29-10 21H-17V14H-12Q-24 4-18-9Q-13-18-6-24A7 7 0 1 1 6-24Q13-18 18-9Q24 4 12 14H17V21"
        + "H10Q13 29 26 30V36Z",
        lines: "M8-15L-2-1M-10 17.5H10",
    },
    "chess-knight": {
        body: "M-23 36V30L-17 25C-16 12-4 10-3-2C-9 5-17 4-21 11L-29 9L-33 0C-29-9-25-19-15-26L-14-38L-4-30C16-30 2"
        + "8-10 25 24L27 30V36Z",
        lines: "M-17-14L-12-17M2-22C13-14 17 2 16 20M-15 28H18",
    },
    "chess-pawn": {
        body: "M-24 36V31Q-24 26-17 23Q-8 15-7 0H-14V-6H-9A14 14 0 1 1 9-6H14V0H7Q8 15 17 23Q24 26 24 31V36Z",
        lines: "M-14 27H14",
    },
};
