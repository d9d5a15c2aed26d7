// Light, dark or high contrast: the choice on the page, or what the system asks for.

import { keep, kept } from "./keeping.js";

const KEY = "peatee-style";
const asksContrast = matchMedia("(prefers-contrast: more), (forced-colors: active)");
const asksDark = matchMedia("(prefers-color-scheme: dark)");

export const STYLES = ["auto", "light", "dark", "contrast"];

/** The choice that was made on this device. */
export function chosenStyle() {
    const choice = kept(KEY);
    return STYLES.includes(choice) ? choice : "auto";
}

/** Makes and keeps a choice. */
export function chooseStyle(style) {
    keep(KEY, style);
    apply();
}

function apply() {
    const choice = chosenStyle();
    const asked = asksContrast.matches ? "contrast" : asksDark.matches ? "dark" : "light";
    document.documentElement.dataset.style = choice === "auto" ? asked : choice;
}

for (const query of [asksContrast, asksDark]) {
    query.addEventListener("change", apply);
}
apply();
