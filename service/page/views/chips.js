// A value in a few signs: ○ 5 (White wins in 5 moves), ● 5 (Black does), =. The text for screen
// readers and as a hint says it in full.

import { el } from "../app/html.js";
import { worthText } from "../words/worth.js";

const DISCS = { __proto__: null, W: "○", B: "●" };

export function chip(worth, side) {
    const { title, detail } = worthText(worth, side);
    const says = worth.kind === "unknown" ? "" : `${title}. ${detail}`.trim();
    return el("span", { class: `chip ${worth.kind}`, title: says || null },
        el("span", { "aria-hidden": "true" }, signs(worth)), el("span", { class: "only-heard" }, says));
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
        default:
            return "";
    }
}
