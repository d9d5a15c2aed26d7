// Setting up a position: a box of pieces, the side to move, the counts that run, and the FEN.

import { CHESS_KINDS, isChess, letterOf } from "../board/chess.js";
import { writeFen, emptySetup } from "../board/setup.js";
import { pieceShape, svg } from "../board/pieces.js";
import { byId, el, show } from "../app/html.js";
import { t } from "../app/language.js";
import { ofSide, sideText } from "../words/sides.js";

/** The keys that put pieces on the square with the focus. */
export const PIECE_KEYS = ["1", "2", "3", "4", "5", "6"];
/** The half-move clock at which a game of chess is over. */
const CLOCK_MAX = 150;
const ERASE_KEYS = ["0", "Delete", "Backspace"];

/** The name of a piece: `white king`. */
export const pieceName = ({ side, kind }) => t(`piece.${side === "W" ? "white" : "black"}.${kind}`);

export function setupView(session) {
    const [card, board] = [byId("setup"), byId("board")];
    const state = { isOpen: false, brush: { side: "W", kind: "man" }, counters: new Map(), openedPieces: "" };

    const playsChess = () => isChess(session.variant);
    const kinds = () => (playsChess() ? CHESS_KINDS : session.variant.pieces.map((piece) => piece.kind));
    const box = () => ["W", "B"].flatMap((side) => kinds().map((kind) => ({ side, kind })));
    // In chess the key is the letter of FEN.
    const keyOf = (piece) => (playsChess() ? letterOf(piece)
        : PIECE_KEYS[box().findIndex((other) => isSame(other, piece))]);

    /** Puts a piece on a square, or takes off what is there. */
    const put = (square, piece) => {
        const pieces = new Map(board.setup.pieces);
        if (piece) {
            pieces.set(square, piece);
        } else {
            pieces.delete(square);
        }
        board.setup = { ...board.setup, pieces };
        drawFen();
    };

    const toggle = (square) => put(square, isSame(board.setup.pieces.get(square), state.brush) ? null : state.brush);

    const piecesText = () => writeFen(board.setup, board.geometry).slice(1);

    /** True while the pieces are those of the position that was judged, whose counts are known. */
    const hasCounts = () => piecesText() === state.openedPieces;

    const countersText = () => (hasCounts() ? [...state.counters] : []).filter(([, plies]) => plies > 0)
        .map(([article, plies]) => `${article.replaceAll(" ", "")}=${plies}`).join(",");

    const done = async () => {
        // A FEN of any program may stand in the field.
        await session.openPosition(byId("setup-fen").value.trim(), countersText());
        if (!session.refusal) {
            open(false);
        }
        byId("edit").focus();
    };

    const open = (isOpen) => {
        state.isOpen = isOpen;
        state.counters.clear();
        state.openedPieces = piecesText();
        if (isOpen && !box().some((piece) => isSame(piece, state.brush))) {
            [state.brush] = box();
        }
        board.marks = { from: "", to: "", captured: [], chosen: "", targets: [], sources: [] };
        draw();
        session.changed();
        // On a phone the buttons below the board give way to the box of pieces.
        if (isOpen && !byId("edit").checkVisibility()) {
            card.querySelector('[aria-pressed="true"]').focus({ preventScroll: true });
            board.scrollIntoView();
        }
    };

    const drawFen = () => {
        const field = byId("setup-fen");
        if (field) {
            field.value = writeFen(board.setup, board.geometry);
        }
        if (byId("setup-counts")) {
            byId("setup-counts").hidden = !hasCounts();
            byId("setup-counts-later").hidden = hasCounts();
        }
    };

    const pieceButton = (piece) => {
        const shape = svg("svg", { viewBox: "-50 -50 100 100", width: 38, height: 38, "aria-hidden": "true" });
        shape.append(pieceShape(piece));
        const choose = () => { state.brush = piece; draw(); };
        return el("button", {
            type: "button", class: "piece-choice", "aria-pressed": String(isSame(piece, state.brush)),
            "aria-label": `${pieceName(piece)} (${keyOf(piece)})`, title: `${pieceName(piece)} (${keyOf(piece)})`,
            onclick: choose,
            onpointerdown: (event) => board.take(piece, event, (square, hasMoved) =>
                (square ? put(square, piece) : !hasMoved && choose())),
            // After a drag that ends in motion browsers give no click for the next tap anywhere.
            ontouchstart: (event) => event.preventDefault(),
        }, shape);
    };

    const sideChoice = (side) => el("label", {},
        withChecked(el("input", { type: "radio", name: "side-to-move", value: side,
            onchange: () => { board.setup = { ...board.setup, side }; drawFen(); } }), board.setup.side === side),
        ofSide("verdict.to-move", side));

    const countField = (count) => el("label", {}, t("setup.used", { article: count.article, count: count.limitPlies }),
        withValue(el("input", {
            type: "number", min: "0", max: String(count.limitPlies), inputmode: "numeric",
            onchange: (event) => state.counters.set(count.article, Number(event.target.value)),
        }), String(count.usedPlies)));

    /** Sets what a FEN of chess holds beside the board. */
    const setOfChess = (change) => {
        board.setup = { ...board.setup, chess: { ...board.setup.chess, ...change } };
        drawFen();
    };

    const castlingChoice = (right) => {
        const side = right === right.toUpperCase() ? "W" : "B";
        const text = `${sideText(side)} ${right.toUpperCase() === "K" ? "O-O" : "O-O-O"}`;
        const { castling } = board.setup.chess;
        return el("label", {},
            withChecked(el("input", { type: "checkbox", value: right, onchange: (event) => setOfChess({
                castling: board.setup.chess.castling.replace(right, "") + (event.target.checked ? right : ""),
            }) }), castling.includes(right)),
            text);
    };

    const clockField = () => el("label", {}, t("setup.clock"),
        withValue(el("input", {
            type: "number", min: "0", max: String(CLOCK_MAX), inputmode: "numeric",
            onchange: (event) => setOfChess({ clock: Number(event.target.value) }),
        }), String(board.setup.chess.clock)));

    const draw = () => {
        card.hidden = !state.isOpen;
        byId("work").classList.toggle("sets-up", state.isOpen);
        byId("edit").setAttribute("aria-pressed", String(state.isOpen));
        if (!state.isOpen) {
            card.replaceChildren();
            return;
        }
        const counts = playsChess() ? [] : session.verdict?.counts ?? [];
        show(
            card,
            el("h2", {}, t("setup.title")),
            el("p", { class: "soft" }, t(playsChess() ? "setup.help-chess" : "setup.help")),
            el("div", { class: "box-of-pieces", role: "group", "aria-label": t("setup.pieces") },
                ...box().map(pieceButton)),
            el("fieldset", {}, el("legend", {}, t("setup.side")), sideChoice("W"), sideChoice("B")),
            playsChess() ? el("fieldset", {}, el("legend", {}, t("setup.castling")),
                ...["K", "Q", "k", "q"].map(castlingChoice)) : null,
            playsChess() ? el("fieldset", {}, el("legend", {}, t("setup.counts")), clockField()) : null,
            ...counts.length ? [
                el("fieldset", { id: "setup-counts" }, el("legend", {}, t("setup.counts")), ...counts.map(countField)),
                el("p", { id: "setup-counts-later", class: "soft" }, t("setup.counts-later")),
            ] : [],
            el("label", { for: "setup-fen" }, "FEN"),
            el("input", { id: "setup-fen", type: "text", spellcheck: "false", autocomplete: "off",
                onkeydown: (event) => event.key === "Enter" && done() }),
            el("div", { class: "actions" },
                el("button", { type: "button", class: "main", onclick: done }, t("setup.done")),
                el("button", { type: "button", onclick: () => {
                    board.setup = { ...board.setup, pieces: emptySetup().pieces };
                    drawFen();
                } }, t("setup.clear")),
                el("button", { type: "button", onclick: () => open(false) }, t("setup.cancel"))),
        );
        drawFen();
    };

    board.addEventListener("square-key", (event) => {
        if (!state.isOpen) {
            return;
        }
        const { square, key } = event.detail;
        const piece = box().find((known) => keyOf(known) === key);
        if (piece || ERASE_KEYS.includes(key)) {
            put(square, piece ?? null);
            event.preventDefault();
        }
    });
    byId("edit").addEventListener("click", () => session.game && open(!state.isOpen));
    return {
        draw,
        get isOpen() {
            return state.isOpen;
        },
        close: () => state.isOpen && open(false),
        choose: toggle,
        drag: (from, to) => {
            const piece = board.setup.pieces.get(from);
            put(from, null);
            if (to) {
                put(to, piece);
            }
        },
    };
}

const isSame = (one, other) => one?.side === other?.side && one?.kind === other?.kind;

function withChecked(input, isChecked) {
    input.checked = isChecked;
    return input;
}

function withValue(input, value) {
    input.value = value;
    return input;
}
