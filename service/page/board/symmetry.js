// Symmetries of a game: positions that are mapped to each other have the same value.

import { isChess, mapChessFen } from "./chess.js";
import { readFen, writeFen } from "./setup.js";

const OTHERS = { __proto__: null, W: "B", B: "W", EAST: "WEST", WEST: "EAST" };

const mirroredDirection = (direction) => direction.replace(/EAST|WEST/, (side) => OTHERS[side]);

/** True when as much is allowed to the left as to the right. */
function isAlike({ quietDirections, firstJumpDirections, nextJumpDirections }) {
    return [quietDirections, firstJumpDirections, nextJumpDirections]
        .every((list) => list.every((direction) => list.includes(mirroredDirection(direction))));
}

/** True for a piece that stands on one shade of squares only. */
const hasShade = ({ region }) => region === "REGION_OWN_SHADE";

/** The position with left and right exchanged; "" where its value may be another one. */
export function mirrored(variant, geometry, fen) {
    if (isChess(variant)) {
        return fen.split(" ")[2] === "-" ? mapChessFen(fen, { isMirrored: true }) : "";
    }
    const at = ({ column, row }) => geometry.at(geometry.columns - 1 - column, row);
    const isSame = geometry.cells.every(at) && variant.pieces.every((piece) => isAlike(piece) && !hasShade(piece));
    return isSame ? mapped(geometry, fen, at, (side) => side) : "";
}

/** The position as the other side sees it, with the other side to move; "" where its value may be another one. */
export function swapped(variant, geometry, fen) {
    if (isChess(variant)) {
        return mapChessFen(fen, { isSwapped: true });
    }
    // Which side takes off a piece first is a rule of the first two moves.
    const isOpening = variant.rules.opensWithRemovals && readFen(fen).pieces.size > geometry.cells.length - 2;
    const turnsRows = !variant.pieces.some(hasShade);
    const at = ({ column, row }) =>
        geometry.at(geometry.columns - 1 - column, turnsRows ? geometry.rows - 1 - row : row);
    return variant.rules.sameHeading || isOpening ? "" : mapped(geometry, fen, at, (side) => OTHERS[side]);
}

function mapped(geometry, fen, at, sideOf) {
    const { side, pieces } = readFen(fen);
    const placed = [...pieces].map(([square, piece]) =>
        [at(geometry.byName.get(square)).name, { ...piece, side: sideOf(piece.side) }]);
    return writeFen({ side: sideOf(side), pieces: new Map(placed) }, geometry);
}
