// A value in a few signs: ○ 5 (White wins in 5 moves), ● 5 (Black does), =. The text for screen
// readers and as a hint says it in full.

import { el } from "../app/html.js";
import { worthText } from "../words/worth.js";

const DISCS = { __proto__: null, W: "○", B: "●" };

/** The value; `null` where it is not known. */
export function chip(worth, side) {
    if (worth.kind === "unknown") {
        return null;
    }
    const { title, detail } = worthText(worth, side);
    const says = `${title}. ${detail}`.trim();
    return el("span", { class: `chip ${worth.kind}`, role: "img", title: says, "aria-label": says }, signs(worth));
}

function signs({ kind, winner, moves, isLeast }) {
    switch (kind) {
        case "win":
            return `${DISCS[winner]} ${moves ?? ""}${isLeast ? "+" : ""}`;
        case "cursed":
            return `= (${DISCS[winner]})`;
        case "maybe":
            return `${DISCS[winner]} ?`;
        case "draw":
            return "=";
    }
}
