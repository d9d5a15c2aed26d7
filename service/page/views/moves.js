// The moves of the game, each with the value that it led to and what it gave away.

import { sideOf } from "../board/setup.js";
import { byId, el, show } from "../app/html.js";
import { t } from "../app/language.js";
import { redrawing } from "../app/redrawing.js";
import { moveNumber, numbered, numberText } from "../words/numbers.js";
import { headline } from "../words/sentences.js";
import { costOf, UNKNOWN, worthOf } from "../words/worth.js";
import { chip } from "./chips.js";

export function movesView(session) {
    const card = byId("moves");
    const summary = el("p", { class: "soft" });
    /** The elements of the moves of the game, first to last. */
    let halves = [];
    let scrolling = 0;

    const drawGame = redrawing(() => [session.game], () => {
        const { game } = session;
        card.hidden = !game || game.moves.length === 0 && !game.movesAfterEnd?.length
            && !faultyMove(game);
        halves = card.hidden ? [] : game.moves.map((played, index) => halfOf(session, played, index));
        show(card, card.hidden ? [] : [
            el("h2", { id: "moves-title" }, t("moves.title")),
            summary,
            el("ol", { class: "game-moves" }, ...rows(session, halves)),
            ...session.lines.map((left) => leftLine(session, left)),
            el("p", { class: "soft legend" }, t("moves.legend")),
        ]);
    });
    const drawValues = redrawing(() => [session.game, session.values], () => {
        if (card.hidden) {
            return;
        }
        const worths = gameWorths(session);
        const isKnown = (index) => worths[index].kind !== "unknown";
        halves.forEach((half, index) => {
            if (half.childNodes.length === 1 || isKnown(index) || isKnown(index + 1)) {
                tellValue(session.game, half, worths, index);
            }
        });
        summary.textContent = session.values ? summaryOf(session.game, worths) : "";
    });
    const drawPlace = redrawing(() => [session.game, session.values, session.ply], () => {
        const current = halves[session.ply - 1];
        for (const half of halves) {
            half.classList.toggle("now", half === current);
            half.firstChild.removeAttribute("aria-current");
        }
        current?.firstChild.setAttribute("aria-current", "step");
        cancelAnimationFrame(scrolling);
        // In the frame all places are known; before it, the whole page would be laid out for this one.
        scrolling = requestAnimationFrame(() => current && scrollTo(current));
    });
    return () => {
        drawGame();
        drawValues();
        drawPlace();
    };
}

/** Scrolls the list of moves, and not the page, to a move. */
function scrollTo(half) {
    const list = half.closest("ol");
    list.scrollTop = half.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** A line that was left: its moves from where it leaves the game on, each of which leads back to it. */
function leftLine(session, left) {
    const { game, variant } = session;
    const moves = left.shown.game.moves.map(({ move }) => move.notation);
    const parting = moves.findIndex((move, index) => game.moves[index]?.move.notation !== move);
    const first = parting < 0 ? moves.length - 1 : parting;
    const items = moves.slice(first).map((text, index) => {
        const number = moveNumber(variant, game.startFen, first + index);
        return el("li", {}, index === 0 || number.isFirst ? el("span", { class: "number" }, numberText(number)) : null,
            el("button", { type: "button", class: "move",
                onclick: () => session.openLine(left, first + index + 1) }, text));
    });
    return el("div", { class: "line" }, el("h3", {}, t("moves.left")), el("ol", { class: "moves-in-row" }, ...items));
}

/** What each position of the game is worth, first to last; the end of the game counts as it ended. */
export function gameWorths({ game, values }) {
    const plies = Array.from({ length: game.moves.length + 1 }, (_, ply) => ply);
    return plies.map((ply) => {
        const side = sideOf(ply === 0 ? game.startFen : game.moves[ply - 1].fenAfter);
        const isLast = ply === game.moves.length;
        return (isLast && endWorth(game.verdict)) || worthOf(values?.[ply]?.value, values?.[ply]?.ruleValue, side);
    });
}

function endWorth(verdict) {
    switch (verdict.ruling) {
        case "RULING_DRAWN":
            return { ...UNKNOWN, kind: "draw" };
        case "RULING_LOST":
            return { ...UNKNOWN, kind: "win", winner: winnerOf(verdict.loss), moves: 0, plies: 0 };
        default:
            return null;
    }
}

const winnerOf = (loss) => (loss.loser === "SIDE_WHITE" ? "B" : "W");

function summaryOf(game, worths) {
    const known = worths.filter((worth) => worth.kind !== "unknown").length;
    const count = game.moves.filter((_, index) => cost(game, worths, index).points > 0).length;
    return known === 0 ? t("moves.no-values")
        : `${t("moves.known", { count: known, all: worths.length })} ${t("moves.blunders", { count })}`;
}

const sideBefore = (game, index) => sideOf(index === 0 ? game.startFen : game.moves[index - 1].fenAfter);

const cost = (game, worths, index) => costOf(sideBefore(game, index), worths[index], worths[index + 1]);

/** The move of a game that is illegal or not clear, with its number; "" where there is none. */
const faultyMove = ({ verdict }) => (verdict.illegalMove || verdict.unclearMove ? headline(verdict).title : "");

function rows({ game, variant }, halves) {
    const items = [];
    halves.forEach((half, index) => {
        const number = moveNumber(variant, game.startFen, index);
        if (index === 0 || number.isFirst) {
            items.push(el("li", { class: "pair" }, el("span", { class: "number" }, numberText(number))));
        }
        items[items.length - 1].append(half);
    });
    const faulty = faultyMove(game);
    if (faulty) {
        items.push(el("li", { class: "illegal" }, faulty));
    }
    const after = numbered(variant, game.startFen, game.verdict.plies, game.movesAfterEnd ?? []);
    if (after) {
        items.push(el("li", { class: "after-end soft" }, `${t("moves.after-end")} `, el("del", {}, after)));
    }
    return items;
}

const halfOf = (session, { move }, index) => el("span", { class: "half" },
    el("button", { type: "button", class: "move", onclick: () => session.goTo(index + 1) }, move.notation));

/** Shows behind a move what it led to; the move itself stays, with the focus that it may have. */
function tellValue(game, half, worths, index) {
    const { points, moves } = cost(game, worths, index);
    const gave = points > 0 ? t(points === 2 ? "moves.gave-all" : worths[index].kind === "win" ? "moves.gave-win"
        : "moves.gave-draw") : "";
    const slower = moves > 0 ? t("moves.slower", { count: moves }) : "";
    const comments = game.moves[index].comments ?? [];
    const [button, ...told] = half.children;
    told.forEach((element) => element.remove());
    half.classList.toggle("blunder", points > 0);
    if (points > 0 && !button.firstElementChild) {
        button.append(el("span", { class: "mark-of-move", "aria-hidden": "true" }, "??"));
    }
    half.append(...[
        chip(worths[index + 1], sideOf(game.moves[index].fenAfter)),
        slower ? el("small", { class: "soft", title: slower }, `+${moves}`) : null,
        gave ? el("small", { class: "gave" }, gave) : null,
        comments.length ? el("small", { class: "comment" }, comments.join(" ")) : null,
    ].filter(Boolean));
}
