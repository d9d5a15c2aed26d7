// The verdict in the arbiter's words. Every function gives plain data, texts in the language of the
// page; views put them on the screen and on paper.

import { t } from "../app/language.js";
import { sideOf } from "../board/setup.js";
import { unclearText } from "./laws.js";
import { noteText } from "./notes.js";
import { moveNumber, numberText, numbered } from "./numbers.js";
import { articleText, readingsOf } from "./rules.js";
import { worthOf } from "./worth.js";

const SIDES = { __proto__: null, SIDE_WHITE: "W", SIDE_BLACK: "B", CLAIMANT_WHITE: "W", CLAIMANT_BLACK: "B" };
const opponent = (side) => (side === "W" ? "B" : "W");

/** A side in words: `White`. */
export const sideText = (side) => t(side === "W" ? "side.white" : "side.black");

/** A text that has forms for the two sides: `key.white`, `key.black`. */
export function ofSide(key, side, places = {}) {
    return t(`${key}.${side === "W" ? "white" : "black"}`, places);
}

/**
 * What stands on the board, in a headline.
 *
 * @returns {{tone: "win"|"draw"|"claim"|"fault"|"open", title: string, detail: string}}
 */
export function headline(game, variant, verdict) {
    switch (verdict.ruling) {
        case "RULING_ILLEGAL_MOVE":
            return { tone: "fault", title: faultyMove(game, verdict, variant), detail: offence(verdict.illegalMove) };
        case "RULING_UNCLEAR_MOVE":
            return {
                tone: "fault",
                title: faultyMove(game, verdict, variant),
                detail: unclearText(verdict.unclearMove),
            };
        case "RULING_NOT_DECIDED":
            return { tone: "open", title: t("verdict.not-decided"), detail: noteText(verdict.methodNote).text };
        case "RULING_LOST": {
            const loser = SIDES[verdict.loss.loser];
            const cause = verdict.loss.cause.replace("LOSS_CAUSE_", "").toLowerCase();
            return {
                tone: "win",
                title: ofSide("verdict.won", opponent(loser)),
                detail: ofSide(`loss.${cause}`, loser),
            };
        }
        case "RULING_DRAWN":
            return { tone: "draw", title: t("verdict.drawn"), detail: drawCause(verdict.draw) };
        default:
            return inProgress(verdict);
    }
}

/** The move of a game that is illegal or not clear, with its number; "" where there is none. */
export function faultyMove(game, verdict, variant) {
    const { illegalMove, unclearMove } = verdict;
    const faulty = illegalMove ?? unclearMove;
    if (!faulty) {
        return "";
    }
    const move = `${numberText(moveNumber(variant, game.startFen, faulty.ply - 1))} ${faulty.text}`;
    if (unclearMove) {
        return t("verdict.unclear", { move });
    }
    return t(illegalMove.messageNote ? "verdict.illegal-in-chess" : "verdict.illegal", { move });
}

/** What is wrong with an illegal move. */
function offence({ offence: name, messageNote }) {
    return messageNote ? noteText(messageNote).text : t(`offence.${name.replace("OFFENCE_", "").toLowerCase()}`);
}

function inProgress(verdict) {
    if (verdict.claims.length > 0) {
        return { tone: "claim", title: t("verdict.claimable"), detail: claimTexts(verdict.claims) };
    }
    const tones = { __proto__: null, win: "win", draw: "draw", cursed: "draw" };
    const { kind, title, detail } = bestPlay(verdict);
    return { tone: tones[kind] ?? "open", title, detail };
}

/** What best play gives in a game in progress. */
export function bestPlay(verdict) {
    const side = sideOf(verdict.fen);
    const worth = worthOf(verdict.assessment?.value, verdict.assessment?.ruleValue, side);
    return { kind: worth.kind, ...worthText(worth, side) };
}

/** The articles that a verdict rests on: `{article, text}`, the server's text in short. */
export function articlesOf(verdict) {
    if (verdict.article) {
        return [{ article: verdict.article, text: verdict.draw?.text ?? verdict.articleText ?? "" }];
    }
    const isFirst = ({ article }, index, all) => all.findIndex((other) => other.article === article) === index;
    return verdict.claims.filter(isFirst);
}

/** What best play gives: a title, and what the count that decides has to do with it. */
export function worthText(worth, side) {
    const { kind, winner, moves, count } = worth;
    switch (kind) {
        case "win": {
            const title = moves === null ? ofSide("worth.wins", winner)
                : moves === 0 ? ofSide("verdict.won", winner)
                    : ofSide("worth.wins-in", winner, { count: moves });
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

/** What brings a draw about. */
export function drawCause(draw) {
    const places = { ply: draw.sincePly, count: draw.occurrences, move: draw.byMove };
    switch (draw.cause) {
        case "DRAW_CAUSE_REPETITION":
            return t("draw.repetition", places);
        case "DRAW_CAUSE_REPETITION_BY_MOVE":
            return t("draw.repetition-by-move", places);
        case "DRAW_CAUSE_COUNT_BY_MOVE":
            return t("draw.count-by-move", places);
        case "DRAW_CAUSE_STALEMATE":
            return t("draw.stalemate");
        case "DRAW_CAUSE_DEAD_POSITION":
            return t("draw.dead-position");
        case "DRAW_CAUSE_FLAG_FALL":
            return t("draw.flag-fall");
        default:
            return t("draw.count");
    }
}

/**
 * What follows where the code lets a draw by a count not stand: without the counts somebody would win.
 *
 * @returns {{isOpen: boolean, text: string}|null} whether the tables show that the arbiter has to
 *     decide; `null`: the code has no such article
 */
export function shownWin(verdict) {
    const { demonstrationArticle: article, valueWithoutCounts: value } = verdict;
    if (!article) {
        return null;
    }
    const { kind, winner, moves } = worthOf(value, null, sideOf(verdict.fen));
    if (kind === "unknown") {
        return { isOpen: false, text: t("draw.win-not-known", { article }) };
    }
    if (kind === "draw") {
        return { isOpen: false, text: t("draw.no-win-to-show", { article }) };
    }
    return { isOpen: true, text: `${withoutRules(winner, moves)} ${t("draw.shown-win", { article })}` };
}

/** What a text says about plies that it has after the end of the game; "" where there are none. */
export const afterEnd = ({ pliesAfterEnd: count }) => (count ? t("verdict.after-end", { count }) : "");

/** The moves that were written after the end, with their numbers; "" where there are none. */
export const movesAfterEnd = (game, variant) =>
    numbered(variant, game.startFen, game.verdict.plies, game.movesAfterEnd ?? []);

/** How often the position of a game in progress has come; "" where it is new, or no article asks. */
export function repetitionText({ ruling, occurrences, occurrencesLimit: limit, repetitionArticle: article }) {
    const isShown = ruling === "RULING_IN_PROGRESS" && occurrences > 1 && occurrences < limit;
    return isShown ? t("verdict.occurrences", { count: occurrences, limit, article }) : "";
}

/** Why no article stands beside a game that is lost; "" where one does. */
export function noArticleText({ ruling, article }, code) {
    const isSilent = ruling === "RULING_LOST" && !article && code.sources.length > 0;
    return isSilent ? t("verdict.no-article", { code: code.id }) : "";
}

/** Whether an arbiter must look at the answer of a game. */
export const needsArbiter = (game) =>
    agreementWords(game)?.tone === "fault"
    || ["RULING_ILLEGAL_MOVE", "RULING_UNCLEAR_MOVE", "RULING_NOT_DECIDED"].includes(game.verdict.ruling)
    || Boolean(shownWin(game.verdict)?.isOpen) || game.verdict.pliesAfterEnd > 0;

/** Who may claim draws, by which articles and why. Those by one article with several moves are said once. */
function claimTexts(claims) {
    const groups = [];
    for (const claim of claims) {
        const group = groups.at(-1);
        if (claim.byMove && group?.[0].byMove && group[0].article === claim.article
            && group[0].claimant === claim.claimant) {
            group.push(claim);
        } else {
            groups.push([claim]);
        }
    }
    return groups.map(([first, ...others]) => {
        const side = SIDES[first.claimant];
        const places = { article: first.article };
        const who = side ? ofSide("claim.side", side, places) : t("claim.either", places);
        const moves = [first, ...others].map((claim) => claim.byMove).join(", ");
        return `${who} ${others.length ? t("claim.by-moves", { moves }) : drawCause(first)}`;
    }).join(" ");
}

/**
 * A count as an arbiter reads it.
 *
 * @returns {{article: string, share: number, progress: string, left: string, says: string}} the share of
 *     the count that is used; how far it is, how many moves each side has left, and what the article says
 */
export function countWords(rules, count, side) {
    const places = { used: count.usedMoves, count: count.limitMoves };
    const progress = {
        __proto__: null,
        COUNTED_MOVES_STRONG_SIDE: () => ofSide("count.own", SIDES[count.strongSide], places),
        COUNTED_MOVES_BOTH_TOGETHER: () => t("count.together", places),
        COUNTED_MOVES_EACH_SIDE: () => t("count.each", places),
    }[count.counted]();
    const [mine, theirs] = [Math.ceil(count.leftPlies / 2), Math.floor(count.leftPlies / 2)];
    const [white, black] = side === "W" ? [mine, theirs] : [theirs, mine];
    return {
        article: count.article,
        share: Math.min(1, count.usedPlies / count.limitPlies),
        progress,
        left: count.leftPlies === 0 ? t("count.over")
            : ["W", "B"].map((of) => ofSide("count.left", of, { count: of === "W" ? white : black })).join(", "),
        says: [articleText(rules, count.article, count.text), readingsOf(count)].filter(Boolean).join(" "),
    };
}

/** How a written result and the verdict fit: `{tone, text}`; `null` where nothing was written. */
export function agreementWords(game) {
    const name = game.agreement.replace("AGREEMENT_", "").toLowerCase().replaceAll("_", "-");
    if (name === "no-result" || !game.writtenResult) {
        return null;
    }
    const tones = { __proto__: null, confirmed: "win", plausible: "win", "by-time": "win", contradicted: "fault",
        "against-value": "fault", "illegal-move": "fault" };
    return { tone: tones[name] ?? "open", text: t(`agreement.${name}`, { result: game.writtenResult }) };
}
