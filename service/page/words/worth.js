// What a position or a move is worth, read from the messages `Value` and `RuleValue` and told from
// the view of the players White and Black instead of the side to move.

import { t } from "../app/language.js";
import { ofSide } from "./sides.js";

const other = (side) => (side === "W" ? "B" : "W");

/**
 * @typedef {object} Worth
 * @property {"win"|"cursed"|"maybe"|"draw"|"unknown"} kind `cursed`: won without the draw rules, a
 *     draw under them; `maybe`: won without them, and the tables do not say whether in time
 * @property {?string} winner "W" or "B": who wins, or would win without the draw rules
 * @property {?number} moves how many moves of the winner the win takes: under the draw rules with their
 *     running counts where the server tells, else without them
 * @property {?number} plies the same in plies of both; of chess without tables of plies to mate only that of
 *     a mate is known
 * @property {boolean} isLeast whether `moves` and `plies` are only lower bounds
 * @property {?object} count the count that decides whether the win comes in time
 * @property {?number} neededPlies plies of it that the winner needs
 * @property {string} lacking the table that is not there
 */

export const UNKNOWN = {
    kind: "unknown",
    winner: null,
    moves: null,
    plies: null,
    isLeast: false,
    count: null,
    neededPlies: null,
    lacking: "",
};

/** @returns {Worth} */
export function worthOf(value, ruleValue, side) {
    if (!value?.wdl) {
        return UNKNOWN;
    }
    const isWon = value.wdl === "WDL_WIN";
    const winner = value.wdl === "WDL_DRAW" ? null : isWon ? side : other(side);
    const plies = ruleValue?.plies ?? ruleValue?.pliesAtLeast ?? value.dtwPlies
        ?? (value.dtzPlies === 0 && value.wdl === "WDL_LOSS" ? 0 : null);
    // The side to move makes the odd plies, the other side the even ones.
    const moves = plies === null ? null : isWon ? Math.ceil(plies / 2) : Math.floor(plies / 2);
    return {
        kind: kindOf(value, ruleValue),
        winner,
        moves,
        plies,
        isLeast: ruleValue?.pliesAtLeast !== undefined,
        count: ruleValue?.bindingCount ?? null,
        neededPlies: ruleValue?.neededPlies ?? null,
        lacking: ruleValue?.lackingTable ?? "",
    };
}

const KINDS = {
    __proto__: null,
    RULE_OUTCOME_WIN: "win",
    RULE_OUTCOME_LOSS: "win",
    RULE_OUTCOME_CURSED_WIN: "cursed",
    RULE_OUTCOME_BLESSED_LOSS: "cursed",
    RULE_OUTCOME_MAYBE_WIN: "maybe",
    RULE_OUTCOME_MAYBE_LOSS: "maybe",
    RULE_OUTCOME_DRAW: "draw",
};

function kindOf(value, ruleValue) {
    return KINDS[ruleValue?.outcome] ?? (value.wdl === "WDL_DRAW" ? "draw" : "win");
}

/** What best play gives: a title, and what the count that decides has to do with it. */
export function worthText(worth, side) {
    const { kind, winner, moves, count } = worth;
    switch (kind) {
        case "win": {
            const title = moves === null ? ofSide("worth.wins", winner)
                : moves === 0 ? ofSide("verdict.won", winner)
                    : ofSide(worth.isLeast ? "worth.wins-in-least" : "worth.wins-in", winner, { count: moves });
            // A count that has only begun is far from over, but where nothing else says how long the win takes.
            const isTold = count?.usedPlies > 0 || count && moves === null && worth.neededPlies !== null;
            return { title, detail: isTold ? inTime(worth, side) : "" };
        }
        case "cursed":
            return { title: t("worth.cursed"), detail: tooLate(worth, side) };
        case "maybe":
            return { title: ofSide("worth.maybe", winner), detail: t("worth.maybe-detail") };
        case "draw":
            return { title: t("worth.draw"), detail: t("worth.draw-detail") };
        default:
            return { title: t("verdict.in-progress"), detail: t("worth.unknown") };
    }
}

/** How many moves of the side that wins are in so many plies from here on. */
const movesOf = (winner, side, plies) => (winner === side ? Math.ceil(plies / 2) : Math.floor(plies / 2));

function inTime({ winner, count, neededPlies }, side) {
    const places = {
        article: count.article,
        count: movesOf(winner, side, count.leftPlies),
        limit: count.limitMoves,
    };
    if (neededPlies === null) {
        return ofSide("worth.left", winner, places);
    }
    const needed = ofSide("worth.needs", winner, { count: movesOf(winner, side, neededPlies), article: count.article });
    return `${needed} ${ofSide("worth.left", winner, places)}`;
}

const withoutRules = (winner, moves) => (moves === null ? ofSide("worth.without-rules", winner)
    : ofSide("worth.without-rules-in", winner, { count: moves }));

function tooLate({ winner, moves, count }, side) {
    const without = withoutRules(winner, moves);
    if (!count) {
        return without;
    }
    const places = { article: count.article, count: movesOf(winner, side, count.leftPlies), limit: count.limitMoves };
    return `${without} ${ofSide("worth.left", winner, places)}`;
}

/** Half points for a side, as far as they are known: 2, 1 or 0; `null` where they are not. */
export function pointsFor(side, worth) {
    switch (worth.kind) {
        case "win":
            return worth.winner === side ? 2 : 0;
        case "draw":
        case "cursed":
            return 1;
        default:
            return null;
    }
}

/**
 * What a move did: the points that the player who made it gave away, and the moves by which a win
 * became longer or a loss shorter than it had to.
 */
export function costOf(side, before, after) {
    const [had, has] = [pointsFor(side, before), pointsFor(side, after)];
    const points = had === null || has === null ? null : had - has;
    const isSame = points === 0 && before.kind === "win" && after.kind === "win";
    const isExact = ({ plies, isLeast }) => plies !== null && !isLeast;
    const isKnown = isSame && isExact(before) && isExact(after);
    // A best move brings the end one ply nearer.
    const lost = isKnown ? (before.plies - 1 - after.plies) * (before.winner === side ? -1 : 1) : 0;
    return { points, moves: Math.max(0, Math.ceil(lost / 2)) };
}
