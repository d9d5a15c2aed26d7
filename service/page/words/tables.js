// Which tables an answer rests on.

import { t } from "../app/language.js";

/** How much of a digest is printed: enough to tell sets apart, short enough to be read out. */
const DIGEST_DIGITS = 16;

/** The tables of a game, from `GET /v1/tables`: how large, which metrics, and how to tell them again. */
export function tablesText(variant, answer) {
    const set = answer?.sets.find((found) => found.variant === variant);
    if (!set) {
        return "";
    }
    const metrics = [...new Set(answer.tables.flatMap((table) => table.metrics))].sort();
    return [
        t("tables.text", { count: set.piecesMax, metrics: metrics.join(", ") }),
        t("tables.digest", { digest: set.manifestDigest.slice(0, DIGEST_DIGITS) }),
        versionText(answer),
    ].join("; ");
}

/** The version of the server that gave an answer of `GET /v1/tables`. */
export const versionText = (answer) => (answer ? `Peatee ${answer.serverVersion}` : "");
