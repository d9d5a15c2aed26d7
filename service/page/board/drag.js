// A piece that follows the pointer.

import { pieceShape, svg } from "./pieces.js";

/** How far the pointer goes, in pixels, before a press is a drag and no click. */
const SLACK_PIXELS = 6;

export class Drag {
    #board;

    constructor(board) {
        this.#board = board;
    }

    /**
     * Follows the pointer from a press to its release.
     *
     * @param {PointerEvent} event the press
     * @param {?{side: string, kind: string}} piece what is shown under the pointer
     * @param {(square: ?string, hasMoved: boolean) => void} dropped called once, at the release
     */
    begin(event, piece, dropped) {
        const start = { x: event.clientX, y: event.clientY };
        const pointer = event.pointerId;
        let ghost = null;
        const isOurs = (other) => other.pointerId === pointer;
        const move = (now) => {
            if (!isOurs(now)) {
                return;
            }
            if (!ghost && piece && Math.hypot(now.clientX - start.x, now.clientY - start.y) > SLACK_PIXELS) {
                ghost = this.#ghost(piece);
            }
            if (ghost) {
                ghost.style.transform = `translate(${now.clientX}px, ${now.clientY}px) translate(-50%, -50%)`;
            }
        };
        const end = (now) => {
            if (!isOurs(now)) {
                return;
            }
            document.removeEventListener("pointermove", move);
            document.removeEventListener("pointerup", end);
            document.removeEventListener("pointercancel", end);
            ghost?.remove();
            if (now.type === "pointerup") {
                dropped(this.#board.squareAt(now.clientX, now.clientY), ghost !== null);
            }
        };
        document.addEventListener("pointermove", move);
        document.addEventListener("pointerup", end);
        document.addEventListener("pointercancel", end);
    }

    #ghost(piece) {
        const size = this.#board.querySelector("[data-square] .square").getBoundingClientRect().width;
        const ghost = svg("svg", { class: "dragged-piece", viewBox: "-50 -50 100 100", width: size, height: size,
            "aria-hidden": "true" });
        ghost.append(pieceShape(piece));
        document.body.append(ghost);
        return ghost;
    }
}
