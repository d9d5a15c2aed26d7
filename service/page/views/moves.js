// The moves of the game, each with the value that it led to and what it gave away.

import { sideOf } from "../board/setup.js";
import { byId, changes, el, show } from "../app/html.js";
import { language, t } from "../app/language.js";
import { moveNumber, numbered, numberText } from "../words/numbers.js";
import { headline } from "../words/sentences.js";
import { costOf, worthOf } from "../words/worth.js";
import { chip } from "./chips.js";

export function movesView(session) {
    const card = byId("moves");
    const isNew = changes();
    return () => {
        const { game, values, ply } = session;
        if (!isNew(game, values, ply, language())) {
            return;
        }
        card.hidden = !game || game.moves.length === 0 && !game.movesAfterEnd?.length
            && !faultyMove(game);
        if (card.hidden) {
            return;
        }
        const worths = gameWorths(session);
        const blunders = game.moves.filter((_, index) => markOf(game, worths, index)).length;
        show(
            card,
            el("h2", { id: "moves-title" }, t("moves.title")),
            session.values ? el("p", { class: "soft" }, summary(worths, blunders)) : null,
            el("ol", { class: "game-moves" }, ...rows(session, worths)),
            ...session.lines.map((left) => leftLine(session, left)),
            el("p", { class: "soft legend" }, t("moves.legend")),
        );
        const [current] = card.getElementsByClassName("now");
        const list = card.querySelector("ol");
        if (current) {
            list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
        }
    };
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
    const none = { moves: null, plies: null, count: null, neededPlies: null, lacking: "" };
    switch (verdict.ruling) {
        case "RULING_DRAWN":
            return { ...none, kind: "draw", winner: null };
        case "RULING_LOST":
            return { ...none, kind: "win", winner: winnerOf(verdict.loss), moves: 0, plies: 0 };
        default:
            return null;
    }
}

const winnerOf = (loss) => (loss.loser === "SIDE_WHITE" ? "B" : "W");

function summary(worths, blunders) {
    const known = worths.filter((worth) => worth.kind !== "unknown").length;
    return known === 0 ? t("moves.no-values")
        : `${t("moves.known", { count: known, all: worths.length })} ${t("moves.blunders", { count: blunders })}`;
}

const sideBefore = (game, index) => sideOf(index === 0 ? game.startFen : game.moves[index - 1].fenAfter);

/** `??` on a move that gave away half a point or more. */
export function markOf(game, worths, index) {
    const { points } = costOf(sideBefore(game, index), worths[index], worths[index + 1]);
    return points > 0 ? "??" : "";
}

/** The move of a game that is illegal or not clear, with its number; "" where there is none. */
const faultyMove = ({ verdict }) => (verdict.illegalMove || verdict.unclearMove ? headline(verdict).title : "");

function rows(session, worths) {
    const { game, variant, ply } = session;
    const items = [];
    game.moves.forEach((played, index) => {
        const number = moveNumber(variant, game.startFen, index);
        if (index === 0 || number.isFirst) {
            items.push(el("li", { class: "pair" }, el("span", { class: "number" }, numberText(number))));
        }
        items[items.length - 1].append(move(session, worths, index, ply === index + 1));
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

function move(session, worths, index, isNow) {
    const { game } = session;
    const side = sideBefore(game, index);
    const { points, moves } = costOf(side, worths[index], worths[index + 1]);
    const mark = points > 0 ? "??" : "";
    const gave = points > 0 ? t(points === 2 ? "moves.gave-all" : worths[index].kind === "win" ? "moves.gave-win"
        : "moves.gave-draw") : "";
    const slower = moves > 0 ? t("moves.slower", { count: moves }) : "";
    const comments = game.moves[index].comments ?? [];
    return el("span", { class: `half${isNow ? " now" : ""}${mark ? " blunder" : ""}` },
        el("button", { type: "button", class: "move", "aria-current": isNow ? "step" : null,
            onclick: () => session.goTo(index + 1) }, game.moves[index].move.notation,
        mark ? el("span", { class: "mark-of-move", "aria-hidden": "true" }, mark) : null),
        chip(worths[index + 1], side === "W" ? "B" : "W"),
        slower ? el("small", { class: "soft", title: slower }, `+${moves}`) : null,
        gave ? el("small", { class: "gave" }, gave) : null,
        comments.length ? el("small", { class: "comment" }, comments.join(" ")) : null);
}
