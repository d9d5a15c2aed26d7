// Best play from here on, move by move; a click plays it on the board up to there.

import { el } from "../app/html.js";
import { t } from "../app/language.js";
import { moveNumber, numberText } from "../words/numbers.js";

const ENDS = {
    __proto__: null,
    LINE_END_GAME_OVER: "line.game-over",
    LINE_END_REPETITION: "line.repetition",
    LINE_END_CUT: "line.cut",
    LINE_END_DRAWN_BY_RULE: "line.drawn-by-rule",
    LINE_END_DRAW_CLAIMABLE: "line.draw-claimable",
    LINE_END_NOT_KNOWN: "line.not-known",
};

export function lineView(session) {
    const assessment = session.verdict.assessment;
    if (!assessment?.line?.length) {
        return null;
    }
    return lineBox(session, t("line.title"), assessment.line, assessment.lineEnd);
}

/** A line with its title and why it ends. */
export function lineBox(session, title, line, end) {
    return el("div", { class: "line" }, el("h3", {}, title), lineMoves(session, line),
        ENDS[end] ? el("p", { class: "soft" }, t(ENDS[end])) : null);
}

function lineMoves(session, line) {
    const { variant, game, ply } = session;
    const items = [];
    line.forEach((rated, index) => {
        const number = moveNumber(variant, game.startFen, ply + index);
        if (index === 0 || number.isFirst) {
            items.push(el("li", {}, el("span", { class: "number" }, numberText(number))));
        }
        const isShown = session.line?.moves === line && session.line.at === index + 1;
        items[items.length - 1].append(el("button", {
            type: "button", class: "move", "aria-current": isShown ? "step" : null,
            onclick: () => session.showLine(line, index + 1),
        }, rated.move.notation));
    });
    return el("ol", { class: "moves-in-row" }, ...items);
}
