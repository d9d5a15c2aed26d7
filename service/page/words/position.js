// A position in words: for screen readers, and for paper.

import { t } from "../app/language.js";
import { readFen, sideOf } from "../board/setup.js";
import { ofSide, sideText } from "./sides.js";

/** The squares of one side by kind: `man 5, 6; king 40`. */
export function piecesText(fen, side) {
    const kinds = new Map();
    for (const [square, piece] of readFen(fen).pieces) {
        if (piece.side === side) {
            kinds.set(piece.kind, [...(kinds.get(piece.kind) ?? []), square]);
        }
    }
    const lists = [...kinds].map(([kind, squares]) =>
        t(`position.${kind}`, { count: squares.length, squares: squares.join(", ") }));
    return lists.join("; ") || t("position.nothing");
}

/** The whole position in one sentence. */
export function positionText(fen) {
    const side = (name) => t("position.side", { side: sideText(name), pieces: piecesText(fen, name) });
    return `${side("W")} ${side("B")} ${ofSide("verdict.to-move", sideOf(fen))}.`;
}
