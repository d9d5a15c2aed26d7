// What only verdicts by the Laws of Chess say: proofs, fallen flags, claims with a move that is announced.

import { t } from "../app/language.js";
import { noteText } from "./notes.js";
import { numbered } from "./numbers.js";

/** A text that has forms for the two sides, for a side of the server. */
const ofSide = (key, side, places = {}) => t(`${key}.${side === "SIDE_WHITE" ? "white" : "black"}`, places);

/** Why a move is not clear, and that it is no offence. */
export function unclearText({ cause, candidates, lettersNote }) {
    const why = cause === "UNCLEAR_CAUSE_AMBIGUOUS" ? t("unclear.ambiguous", { moves: candidates.join(", ") })
        : t("unclear.unreadable");
    return [why, lettersNote && noteText(lettersNote).text, t("unclear.no-offence")].filter(Boolean).join(" ");
}

/** Sentences that stand below the verdict; none in draughts. */
export function lawTexts(game, variant, verdict) {
    return [proofText(verdict), flagText(verdict), mateText(game, variant, verdict), announcedText(verdict)];
}

/**
 * The counts that are worth showing. Those of chess run in every position: shown from half of the limit on. No claim and no
 * end by a count comes before that.
 */
export const shownCounts = (variant, { counts }) =>
    (variant.id === "chess" ? counts.filter(({ usedPlies, limitPlies }) => 2 * usedPlies >= limitPlies) : counts);

const proofText = ({ ruling, methodNote }) =>
    (ruling === "RULING_DRAWN" && methodNote ? noteText(methodNote).text : "");

const SOURCES = {
    __proto__: null,
    FLAG_SOURCE_TERMINATION: "flag.termination",
    FLAG_SOURCE_TERMINATION_SIDE_TO_MOVE: "flag.termination-side-to-move",
};

const hasFallen = ({ flagFallen: side }) => side === "SIDE_WHITE" || side === "SIDE_BLACK";

/** Whose flag has fallen, and who says so. */
function flagText(verdict) {
    const source = SOURCES[verdict.flagSource];
    return hasFallen(verdict) ? [ofSide("flag.fallen", verdict.flagFallen), source && t(source)].filter(Boolean).join(" ")
        : "";
}

/** How the opponent of the side whose flag has fallen can still mate. */
function mateText(game, variant, verdict) {
    if (!hasFallen(verdict) || verdict.ruling !== "RULING_LOST") {
        return "";
    }
    const winner = verdict.flagFallen === "SIDE_WHITE" ? "SIDE_BLACK" : "SIDE_WHITE";
    const moves = numbered(variant, game.startFen, verdict.plies, verdict.matingLine ?? []);
    return moves ? ofSide("flag.mate-line", winner, { moves }) : ofSide("flag.mate-by-tables", winner);
}

/** What became of a claim with a move that was announced. */
export function announcedText({ announcedClaim: claim }) {
    if (!claim) {
        return "";
    }
    const places = { move: claim.move, count: claim.occurrences, plies: claim.usedPlies };
    return t(claim.isCorrect ? "claim.right" : "claim.wrong", places);
}
