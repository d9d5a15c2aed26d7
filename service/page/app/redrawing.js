// Parts of the page that are drawn again when what they show has changed, and only then.

import { language } from "./language.js";

/** A function that calls `draw` when the language, or something of what `shown` lists, differs from the last call. */
export function redrawing(shown, draw) {
    let before = [];
    return () => {
        const now = [language(), ...shown()];
        if (now.length !== before.length || now.some((part, index) => part !== before[index])) {
            before = now;
            draw();
        }
    };
}
