// The board with its surroundings: the game and its draw code, who plays, steps, and tools.

import { isChess } from "../board/chess.js";
import { readFen } from "../board/setup.js";
import { mirrored, swapped } from "../board/symmetry.js";
import { byId, el, show } from "../app/html.js";
import { keep, kept } from "../app/keeping.js";
import { language, t } from "../app/language.js";
import { redrawing } from "../app/redrawing.js";
import { gameName } from "../words/games.js";
import { moveNumber, numberText } from "../words/numbers.js";
import { positionText } from "../words/position.js";
import { codeOf, readingText, yearText } from "../words/rules.js";
import { players, tagOf } from "./games.js";
import { pieceName } from "./setup.js";

/** Where the browser keeps that no arrows are wanted. */
const ARROWS = "peatee-arrows";

export function boardView(session, setup, play) {
    const board = byId("board");
    let layout = null;

    board.describe = (square, piece) => (piece ? t("square.piece", { square, piece: pieceName(piece) })
        : t("square.empty", { square }));

    byId("variant").addEventListener("change", (event) => {
        setup.close();
        session.chooseVariant(event.target.value);
    });
    byId("rules").addEventListener("change", (event) => session.chooseRules(event.target.value));
    byId("flag").addEventListener("change", (event) => session.chooseFlag(event.target.value));
    byId("announced").addEventListener("change", (event) => session.chooseAnnounced(event.target.checked));
    const steps = { first: () => session.goTo(0), back: () => session.step(-1), ahead: () => session.step(1),
        last: () => session.goTo(session.game?.moves.length ?? 0) };
    for (const [id, step] of Object.entries(steps)) {
        byId(id).addEventListener("click", step);
    }
    byId("turn").addEventListener("click", () => {
        board.turned = !board.turned;
        session.changed();
    });
    const showArrows = (areShown) => {
        keep(ARROWS, areShown ? "" : "none");
        byId("arrows").setAttribute("aria-pressed", String(areShown));
        session.changed();
    };
    byId("arrows").addEventListener("click", () => showArrows(kept(ARROWS) === "none"));
    byId("arrows").setAttribute("aria-pressed", String(kept(ARROWS) !== "none"));
    const symmetries = { mirror: mirrored, swap: swapped };
    const mappedBy = (map) => (session.game && session.game.variant === session.variant.id && !setup.isOpen
        ? map(session.variant, board.geometry, session.fen) : "");
    for (const [id, map] of Object.entries(symmetries)) {
        byId(id).addEventListener("click", () => session.openPosition(mappedBy(map), session.counters));
    }
    byId("numbers").addEventListener("click", () => {
        board.numbers = !board.numbers;
        byId("numbers").setAttribute("aria-pressed", String(board.numbers));
    });

    const drawChoices = redrawing(() => choicesOf(session), () => {
        const { variant, game } = session;
        fillChoices(session, (rules) => session.chooseRules(rules));
        // A text of several games has a flag for each, which its tags tell.
        byId("flag-place").hidden = !isChess(variant) || session.games.length > 1;
        byId("flag").value = session.flag;
        const isWritten = session.isAnnounced || game?.moves.length > 0;
        byId("announced-place").hidden = byId("flag-place").hidden || !isWritten;
        byId("announced").checked = session.isAnnounced;
    });
    const drawLabels = redrawing(() => [session.variant], () => {
        board.label = t("board.label", { game: session.variant ? gameName(session.variant) : "" });
        board.relabel();
    });
    const drawPosition = redrawing(() => [session.variant, session.game, session.fen, setup.isOpen], () => {
        const { variant, game } = session;
        if (variant && layout !== variant.board) {
            layout = variant.board;
            board.layout = layout;
        }
        board.classList.toggle("editing", setup.isOpen);
        if (game && !setup.isOpen) {
            board.setup = readFen(session.fen);
            byId("board-text").textContent = positionText(session.fen);
        }
        for (const [id, map] of Object.entries(symmetries)) {
            byId(id).hidden = !mappedBy(map);
        }
        byId("reference").textContent = game ? reference(game.tags) : "";
    });
    const drawMoves = redrawing(() => [...marksOf(session), setup.isOpen, kept(ARROWS)], () => {
        const { variant, game } = session;
        if (game && !setup.isOpen) {
            play.mark();
        }
        const areShown = game?.variant === variant?.id && !setup.isOpen && kept(ARROWS) !== "none";
        board.arrows = areShown ? bestPaths(session) : [];
        drawSteps(session, setup);
    });
    return () => {
        drawChoices();
        drawPosition();
        drawLabels();
        drawMoves();
    };
}

/** What the choices above the board show. */
const choicesOf = ({ variants, variant, game, games, flag, isAnnounced }) =>
    [variants, variant, game, games.length > 1, flag, isAnnounced];

/** What is pointed out on the board and told below it. */
const marksOf = ({ variant, game, ply, line, position, rated, bestLine }) =>
    [variant, game, ply, line, position, rated, bestLine];

/** More arrows than these tell nothing. */
const ARROWS_MAX = 4;

/** The squares of the best moves in the position of the game; none where most moves are as good. */
function bestPaths({ rated, line }) {
    const moves = line ? [] : rated?.moves ?? [];
    const worth = ({ value, ruleValue, repliesThatDraw, chance }) =>
        [value?.wdl, value?.dtwPlies, value?.dtzPlies, ruleValue?.outcome, ruleValue?.neededPlies,
            repliesThatDraw === undefined ? null : chance].join();
    const best = moves.filter((move) => move.value?.wdl && worth(move) === worth(moves[0]));
    return best.length <= ARROWS_MAX ? best.map(({ move }) => move.pathSquares) : [];
}

/** Event, round and players. */
export function reference(tags) {
    const round = tagOf(tags, "Round");
    return [tagOf(tags, "Event"), round && t("game.round", { round }), players(tags), tagOf(tags, "Date")]
        .filter(Boolean).join(" · ");
}

function fillChoices({ variants, variant, game }, choose) {
    const option = (value, text, isChosen) => {
        const choice = el("option", { value }, text);
        choice.selected = isChosen;
        return choice;
    };
    const key = [language(), variants.length, variant?.id, game?.rules].join();
    if (byId("variant").dataset.shown === key) {
        return; // A list that is filled anew closes under the hand of who chooses from it.
    }
    byId("variant").dataset.shown = key;
    fillReadings({ variant, game }, choose);
    show(byId("variant"), variants.map((known) => {
        const note = known.hasTables ? "" : ` ${t("page.without-tables")}`;
        return option(known.id, gameName(known) + note, known.id === variant?.id);
    }));
    const [code] = (game?.rules ?? "").split("+");
    const codes = variant?.ruleCodes ?? [];
    const all = code && !codes.includes(code) ? [...codes, code] : codes;
    show(byId("rules"), all.map((id) => option(id, codeName(variant, id), id === code)));
}

/** The points that the articles leave open, to be read otherwise. */
function fillReadings({ variant, game }, choose) {
    const [code, ...read] = (game?.rules ?? "").split("+");
    const known = variant?.codes.find(({ id }) => id === code)?.readings ?? read;
    const box = (name) => {
        const input = el("input", { type: "checkbox", id: `reading-${name}` });
        input.checked = read.includes(name);
        input.addEventListener("change", () => {
            const chosen = known.filter((other) => (other === name ? input.checked : read.includes(other)));
            choose([code, ...chosen].join("+"));
        });
        return el("li", {}, el("label", {}, input, " ", readingText(name)));
    };
    const focused = document.activeElement?.id;
    byId("readings").hidden = known.length === 0;
    show(byId("reading-list"), known.map(box));
    if (focused?.startsWith("reading-")) {
        byId(focused)?.focus();
    }
}

function codeName(variant, id) {
    const { year } = codeOf(variant, id);
    return id === "none" ? t("rules.none") : year ? `${id} (${yearText(year)})` : id;
}

function drawSteps(session, setup) {
    const { game, ply, line, variant } = session;
    const count = game?.moves.length ?? 0;
    const [isFirst, isLast] = line ? [false, line.at === line.moves.length] : [ply === 0, ply === count && !session.bestLine];
    const disabled = { first: ply === 0 && !line, back: isFirst, ahead: isLast, last: ply === count && !line };
    for (const [id, isOff] of Object.entries(disabled)) {
        // A button that had the focus keeps it: screen readers lose their place otherwise.
        byId(id).setAttribute("aria-disabled", String(isOff || setup.isOpen));
    }
    byId("place").textContent = !game ? "" : line ? lineText(session) : placeText(variant, game, ply, count);
}

function placeText(variant, game, ply, count) {
    if (ply === 0) {
        return count ? t("steps.start", { count }) : t("steps.position");
    }
    const number = numberText(moveNumber(variant, game.startFen, ply - 1));
    return `${number} ${game.moves[ply - 1].move.notation}`;
}

function lineText({ line, variant, game, ply }) {
    const number = numberText(moveNumber(variant, game.startFen, ply + line.at - 1));
    return t("steps.line", { move: `${number} ${line.moves[line.at - 1].move.notation}` });
}
