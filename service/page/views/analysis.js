// For authors of engines and compositions: every legal move with its distances, the only moves, and
// the longest line.

import { sideOf, sliceOf } from "../board/setup.js";
import { byId, el, show } from "../app/html.js";
import { t } from "../app/language.js";
import { line as askLine } from "../app/server.js";
import { redrawing } from "../app/redrawing.js";
import { gameName } from "../words/games.js";
import { pointsFor, worthOf, worthText } from "../words/worth.js";
import { endingAddress } from "./endings.js";
import { refusalBox } from "./input.js";
import { lineBox } from "./line.js";

/** The most plies of a line that the server gives. */
const LINE_PLIES_MAX = 1000;

export function analysisView(session) {
    const card = byId("analysis");
    let longest = null;

    const askLongest = async () => {
        const { variant, game, fen } = session;
        const withoutRules = { variant: variant.id, fen, pliesMax: LINE_PLIES_MAX };
        const answer = await askLine(withoutRules).catch((refusal) => ({ refusal }));
        longest = { game, fen, ...answer };
        draw();
    };

    const shown = ({ game, position, rated, verdict, line, fen }) => [game, position, rated, verdict, line, fen, longest];
    const draw = redrawing(() => shown(session), () => {
        const { rated, game } = session;
        if (longest?.fen !== session.fen && !session.line) {
            longest = null;
        }
        show(
            card,
            el("summary", {}, el("h2", {}, t("analysis.title"))),
            !game ? null : rated?.moves?.length ? table(session) : legalOnly(session),
            // The line beside the verdict of chess is the whole line.
            rated?.moves?.length && rated.value?.wdl !== "WDL_DRAW" && rated.value.dtzPlies === undefined
                ? el("button", { type: "button", onclick: askLongest }, t("analysis.longest")) : null,
            longest?.moves?.length ? lineBox(session, t("analysis.longest-title", { count: longest.moves.length }),
                longest.moves, longest.end) : null,
            refusalBox(longest?.refusal),
            rated?.value && !session.variant.rules?.sameHeading ? endingLink(session) : null,
        );
    });
    return draw;
}

/** The page of the ending that is on the board. */
function endingLink({ variant, verdict }) {
    const slice = sliceOf(verdict.fen);
    return el("p", {}, el("a", { href: endingAddress(variant, slice) }, t("endings.this", { slice })));
}

/** Where the tables say nothing, or were not asked because the game is over: the moves alone. */
function legalOnly({ position, verdict }) {
    const moves = (position?.legalMoves ?? []).map(({ move }) => move.notation).join(", ");
    if (!moves) {
        return el("p", {}, t("analysis.none"));
    }
    const isAsked = verdict?.ruling === "RULING_IN_PROGRESS";
    return el("p", {}, isAsked ? t("analysis.legal", { moves }) : t("verdict.legal", { moves }));
}

/** The number of moves that keep what the position is worth. */
function keepers(rated, side) {
    const points = rated.moves.map((mv) => pointsFor(side, worthOf(mv.value, mv.ruleValue, side)));
    const best = Math.max(...points.filter((value) => value !== null));
    return { best, count: points.includes(null) ? 0 : points.filter((value) => value === best).length };
}

/** The distances that stand beside moves, by the end of the key of their title. */
function distancesOf(rated) {
    const has = (name) => rated.moves.some((mv) => mv.value?.[name] !== undefined);
    const dtw = (mv) => mv.value?.dtwPlies;
    const dtc = has("dtcPlies") ? { dtc: (mv) => mv.value?.dtcPlies } : {};
    if (has("dtzPlies")) {
        return { dtz: (mv) => mv.value?.dtzPlies, ...(has("dtwPlies") ? { dtw } : {}), ...dtc };
    }
    const ruleOf = ({ ruleValue }) => ruleValue?.plies
        ?? (ruleValue?.pliesAtLeast === undefined ? undefined : `≥ ${ruleValue.pliesAtLeast}`);
    const isOther = rated.moves.some((mv) => ruleOf(mv) !== undefined && ruleOf(mv) !== dtw(mv));
    return { dtw, ...(isOther ? { "rule-plies": ruleOf } : {}), ...dtc, needed: (mv) => mv.ruleValue?.neededPlies };
}

/** How many replies to a move that draws or loses are right: "only 1 of 7 replies draws". */
function repliesText({ replies, repliesThatDraw, repliesThatWin }) {
    const count = repliesThatDraw ?? repliesThatWin;
    if (!replies || count === undefined) {
        return "–";
    }
    const key = repliesThatDraw === undefined ? "analysis.replies-win" : "analysis.replies-draw";
    return t(count === replies ? key : `${key}-some`, { count, replies });
}

function table(session) {
    const { rated, variant } = session;
    const side = sideOf(session.verdict.fen);
    const { best, count } = keepers(rated, side);
    const hasOnly = count === 1 && best > 0 && rated.moves.length > 1;
    const distances = distancesOf(rated);
    const hasReplies = rated.moves.some((mv) => mv.replies !== undefined);
    const head = ["move", "value", ...Object.keys(distances), ...(hasReplies ? ["replies"] : [])];
    const row = (mv) => {
        const worth = worthOf(mv.value, mv.ruleValue, side);
        const isOnly = hasOnly && pointsFor(side, worth) === best;
        const plies = (value) => el("td", { class: "figure" }, String(value ?? "–"));
        return el("tr", { class: isOnly ? "only" : "" },
            el("th", { scope: "row" },
                el("button", { type: "button", class: "move", onclick: () => session.play(mv.move.notation) },
                    mv.move.notation), isOnly ? el("strong", { class: "badge" }, t("analysis.only")) : null),
            el("td", { class: `value ${worth.kind}` }, worthText(worth, side).title),
            ...Object.values(distances).map((of) => plies(of(mv))),
            hasReplies ? el("td", {}, repliesText(mv)) : null);
    };
    return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("analysis.title") },
        el("table", { class: "analysis" },
            el("caption", {}, t("analysis.caption", { count: rated.moves.length, game: gameName(variant) })),
            el("thead", {}, el("tr", {}, ...head.map((name) => el("th", { scope: "col" }, t(`analysis.${name}`))))),
            el("tbody", {}, ...rated.moves.map(row))));
}
