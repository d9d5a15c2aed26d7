// What a visitor chooses for all pages: language, style, token.

import { byId, el, show } from "./html.js";
import { LANGUAGES, language, setLanguage } from "./language.js";
import { chooseStyle, chosenStyle } from "./style.js";
import { keepToken, token } from "./token.js";

/** Fills the choices at the top of the page. `translated` hears of another language. */
export function choices(translated) {
    show(byId("language"), Object.entries(LANGUAGES).map(([id, name]) => el("option", { value: id, lang: id }, name)));
    byId("language").value = language();
    byId("language").addEventListener("change", async (event) => {
        await setLanguage(event.target.value, true);
        translated();
    });
    byId("style").value = chosenStyle();
    byId("style").addEventListener("change", (event) => chooseStyle(event.target.value));
    byId("token").value = token();
    byId("token").addEventListener("change", (event) => {
        keepToken(event.target.value);
        location.reload();
    });
}
