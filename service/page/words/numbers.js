// Numbers of moves as players write them: `1. 23-18 5-10`, and `1... 5-10` where the side begins
// that moves second in the game.

import { sideOf } from "../board/setup.js";

/** How many moves of each side were made before a position: a FEN of chess has the number of the next one. */
const movesBefore = (fen) => Number(fen.split(" ")[5] ?? 1) - 1;

/** The number of the move after so many plies: `{number, isFirst}`. */
export function moveNumber(variant, startFen, plies) {
    const isShifted = sideOf(startFen) !== sideOf(variant.startFen);
    const halfMoves = plies + (isShifted ? 1 : 0);
    return { number: Math.floor(halfMoves / 2) + 1 + movesBefore(startFen), isFirst: halfMoves % 2 === 0 };
}

/** The number before a move: `3.`, or `3...` for the side that moves second. */
export function numberText({ number, isFirst }) {
    return isFirst ? `${number}.` : `${number}...`;
}

/** Moves in a row with their numbers. */
export function numbered(variant, startFen, plies, moves) {
    return moves.map((text, index) => {
        const number = moveNumber(variant, startFen, plies + index);
        return index === 0 || number.isFirst ? `${numberText(number)} ${text}` : text;
    }).join(" ");
}
