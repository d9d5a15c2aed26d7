// Chess beside the family of draughts: its FEN, and how texts of it are told from others.

/** The id of the game. */
export const CHESS = "chess";

/** True for chess, as a game of the server's list. */
export const isChess = (variant) => variant?.id === CHESS;

const LETTERS = {
    __proto__: null,
    K: "chess-king", Q: "chess-queen", R: "chess-rook", B: "chess-bishop", N: "chess-knight", P: "chess-pawn",
};

/** The pieces, in the order of FEN. */
export const CHESS_KINDS = Object.values(LETTERS);

const FILES = "abcdefgh";

/** Where king and rook stand at home, by the letter of the right to castle. */
const HOMES = { __proto__: null, K: ["e1", "h1"], Q: ["e1", "a1"], k: ["e8", "h8"], q: ["e8", "a8"] };

/** The letter of a piece in FEN: a capital for White. */
export function letterOf({ side, kind }) {
    const letter = Object.keys(LETTERS).find((known) => LETTERS[known] === kind) ?? "";
    return side === "W" ? letter : letter.toLowerCase();
}

/** True for one line that begins as a FEN of chess does. */
export const isChessFen = (text) => /^[1-8KQRBNP]+(\/[1-8KQRBNP]+){2,}(\s|$)/i.test(text) && !text.includes("\n");

/** True for a PGN text: its FEN or its moves are of chess. Games that name their kind of draughts are not. */
export function looksLikeChess(text) {
    if (/\[\s*FEN\s+"[^"]*\/[^"]*\//i.test(text)) {
        return true;
    }
    const moves = text.replace(/\{[^}]*\}/g, " ").replace(/^\s*\[.*\]\s*$/gm, " ");
    const hasPieces = /(?:^|[\s.])(?:O-O|[QRBN][a-h1-8]?x?[a-h][1-8])/.test(moves);
    // A move of draughts names two squares.
    return hasPieces || /(?:^|\s)\d+\.+\s*[a-h][1-8](?:\s|$)/.test(moves);
}

/** Reads a FEN of the server. Castling rights, the half-move clock and the number of the move are in `chess`. */
export function readChessFen(fen) {
    const [board, side, castling = "-", , clock = "0", number = "1"] = fen.split(" ");
    const pieces = new Map();
    board.split("/").forEach((row, index) => {
        let file = 0;
        for (const letter of row) {
            const kind = LETTERS[letter.toUpperCase()];
            if (kind) {
                pieces.set(`${FILES[file]}${8 - index}`, { side: letter === letter.toUpperCase() ? "W" : "B", kind });
            }
            file += kind ? 1 : Number(letter);
        }
    });
    return {
        side: side === "b" ? "B" : "W", pieces,
        chess: { castling: castling === "-" ? "" : castling, clock: Number(clock), number: Number(number) },
    };
}

/** Writes a FEN. Nobody can castle whose king or rook is not at home, and no pawn has just passed a square. */
export function writeChessFen({ side, pieces, chess }) {
    const rows = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => {
        const signs = [...FILES].map((file) => {
            const piece = pieces.get(`${file}${rank}`);
            return piece ? letterOf(piece) : "1";
        });
        return signs.join("").replace(/1+/g, (empty) => String(empty.length));
    });
    const castling = Object.keys(HOMES).filter((right) => chess.castling.includes(right) && canStand(pieces, right));
    return `${rows.join("/")} ${side.toLowerCase()} ${castling.join("") || "-"} - ${chess.clock} ${chess.number}`;
}

/** A FEN with left and right exchanged, or as the other side sees it, with the other side to move. */
export function mapChessFen(fen, { isMirrored = false, isSwapped = false }) {
    const [board, side, castling, passed, ...counts] = fen.split(" ");
    const swapCase = (text) => text.replace(/[a-z]/gi, (letter) =>
        (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()));
    const rows = board.split("/").map((row) => (isMirrored ? [...row].reverse().join("") : row));
    const file = isMirrored ? FILES[7 - FILES.indexOf(passed[0])] : passed[0];
    const mapped = passed === "-" ? "-" : `${file}${isSwapped ? 9 - Number(passed[1]) : passed[1]}`;
    if (!isSwapped) {
        return [rows.join("/"), side, castling, mapped, ...counts].join(" ");
    }
    const rights = [...swapCase(castling)].sort().join("");
    return [swapCase(rows.reverse().join("/")), side === "w" ? "b" : "w", rights, mapped, ...counts].join(" ");
}

function canStand(pieces, right) {
    const side = right === right.toUpperCase() ? "W" : "B";
    const [king, rook] = HOMES[right].map((square) => pieces.get(square));
    return king?.side === side && king.kind === "chess-king" && rook?.side === side && rook.kind === "chess-rook";
}
