// Moving pieces on the board: what a chosen square means in the position that is shown. The moves
// are those that the server lists.

import { byId, el, show } from "./html.js";
import { t } from "./language.js";

export function playing(session, setup, say) {
    const board = byId("board");
    let chosen = "";

    const legal = () => (session.line || setup.isOpen ? [] : session.position?.legalMoves ?? [])
        .map((listed) => listed.move);
    const from = (square) => legal().filter((move) => move.fromSquare === square);

    const mark = () => {
        const last = session.lastMove;
        board.marks = {
            from: last?.fromSquare ?? "",
            to: last?.toSquare ?? "",
            captured: last?.capturedSquares ?? [],
            chosen,
            targets: chosen ? from(chosen).map((move) => move.toSquare) : [],
            sources: legal().map((move) => move.fromSquare),
        };
    };

    const pick = (square) => {
        chosen = square;
        mark();
        if (square) {
            const squares = [...new Set(from(square).map((move) => move.toSquare))];
            say(t("board.chosen", { square, squares: squares.join(", ") }));
        }
    };

    const play = (moves) => {
        chosen = "";
        if (moves.length === 1) {
            session.play(moves[0].notation);
        } else {
            ask(moves, (move) => session.play(move.notation));
        }
    };

    const choose = (square) => {
        const fitting = chosen ? from(chosen).filter((move) => move.toSquare === square) : [];
        if (fitting.length > 0) {
            play(fitting);
        } else {
            const isSource = square !== chosen && from(square).length > 0;
            if (!isSource && square !== chosen && !session.line) {
                say(t("board.no-move", { square }));
            }
            pick(isSource ? square : "");
        }
    };

    board.addEventListener("square-choose", (event) => {
        event.preventDefault();
        (setup.isOpen ? setup.choose : choose)(event.detail.square);
    });
    board.addEventListener("square-drag", (event) => {
        event.preventDefault();
        const { from: start, to } = event.detail;
        if (setup.isOpen) {
            setup.drag(start, to);
            return;
        }
        const fitting = from(start).filter((move) => move.toSquare === to);
        if (fitting.length > 0) {
            play(fitting);
        }
    });
    board.addEventListener("square-key", (event) => {
        if (event.detail.key === "Escape" && chosen && !setup.isOpen) {
            event.preventDefault();
            pick("");
        }
    });
    return {
        mark,
        forget: () => {
            if (chosen) {
                chosen = "";
                board.marks = { chosen, targets: [] };
            }
        },
    };
}

/** Asks which of several captures between the same squares is meant, or what a pawn becomes. */
function ask(moves, decide) {
    const dialog = el("dialog", { "aria-labelledby": "which" });
    const decided = (move) => {
        dialog.close();
        decide(move);
    };
    show(
        dialog,
        el("h2", { id: "which" }, t(moves.every((move) => move.promotes && move.uci) ? "board.becomes" : "board.which")),
        el("div", { class: "actions" },
            ...moves.map((move) => el("button", { type: "button", onclick: () => decided(move) },
                `${move.notation} (${move.pathSquares.join("–")})`)),
            el("button", { type: "button", onclick: () => dialog.close() }, t("setup.cancel"))),
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
}
