// The two sides in words.

import { t } from "../app/language.js";

/** A side in words: `White`. */
export const sideText = (side) => t(side === "W" ? "side.white" : "side.black");

/** A text that has forms for the two sides: `key.white`, `key.black`. */
export function ofSide(key, side, places = {}) {
    return t(`${key}.${side === "W" ? "white" : "black"}`, places);
}
