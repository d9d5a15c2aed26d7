// A position as the board holds it: the side to move, and a piece on some squares. Read and written
// as the FEN that the server writes; the FEN of other programs is the server's business.

import { isChessFen, readChessFen, writeChessFen } from "./chess.js";

const KINDS = { __proto__: null, M: "man", K: "king", P: "parachutist" };
const LETTERS = { __proto__: null, man: "", king: "K", parachutist: "P" };

/** The side to move in a FEN: its first letter, in chess its second field. */
export const sideOf = (fen) => (fen.split(" ")[1] ?? fen).charAt(0).toUpperCase();

/** An empty board, White to move. */
export const emptySetup = () => ({ side: "W", pieces: new Map() });

/**
 * Reads a FEN of the server.
 *
 * @param {string} fen such as `W:W31-50:BK1,12`
 * @returns {{side: string, pieces: Map<string, {side: string, kind: string}>}} of chess also what `readChessFen` adds
 */
export function readFen(fen) {
    if (isChessFen(fen)) {
        return readChessFen(fen);
    }
    const [side, ...lists] = fen.split(":");
    const setup = { side, pieces: new Map() };
    for (const list of lists) {
        const owner = list[0];
        for (const item of list.slice(1).split(",").filter(Boolean)) {
            // A capital letter is a kind; a small one is the file of a square.
            const kind = KINDS[item[0]] ?? "man";
            const squares = KINDS[item[0]] ? item.slice(1) : item;
            for (const square of range(squares)) {
                setup.pieces.set(square, { side: owner, kind });
            }
        }
    }
    return setup;
}

function range(text) {
    const [first, last] = text.split("-");
    if (last === undefined) {
        return [first];
    }
    const [from, to] = [Number(first), Number(last)];
    return Array.from({ length: to - from + 1 }, (_, step) => String(from + step));
}

/** The letters of pieces in the names of slices, in their order. */
const SLICE_LETTERS = {
    __proto__: null, "chess-king": "K", "chess-queen": "Q", "chess-rook": "R", "chess-bishop": "B", "chess-knight": "N",
    "chess-pawn": "P", king: "K", man: "M", parachutist: "P",
};

/** The name of the slice of a position: `KMvK`, the side to move first. */
export function sliceOf(fen) {
    const { side, pieces } = readFen(fen);
    const kinds = (isOwn) => [...pieces.values()].filter((piece) => (piece.side === side) === isOwn)
        .map(({ kind }) => kind);
    const name = (isOwn) => Object.keys(SLICE_LETTERS)
        .flatMap((kind) => kinds(isOwn).filter((other) => other === kind).map(() => SLICE_LETTERS[kind])).join("");
    return `${name(true)}v${name(false)}`;
}

/** Writes a FEN that the server reads. */
export function writeFen(setup, geometry) {
    if (setup.chess) {
        return writeChessFen(setup);
    }
    const list = (owner) => geometry.cells
        .map((cell) => [cell.name, setup.pieces.get(cell.name)])
        .filter(([, piece]) => piece?.side === owner)
        .map(([name, piece]) => LETTERS[piece.kind] + name)
        .join(",");
    return `${setup.side}:W${list("W")}:B${list("B")}`;
}
