// Where a position or games are pasted, typed or dropped.

import { isChessFen } from "../board/chess.js";
import { byId, el, show } from "../app/html.js";
import { t } from "../app/language.js";
import { gamesTable } from "./games.js";

/** One line without blanks that begins as a FEN does, or a position of the Hub protocol. */
const looksLikePosition = (text) => /^[WB?]:?\S*$/i.test(text) && !text.includes("\n") || isChessFen(text);

/** The text of a file: UTF-8, or else the encoding that older programs write. */
function decoded(bytes) {
    try {
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
        return new TextDecoder("windows-1252").decode(bytes);
    }
}

export function inputView(session) {
    const [panel, field] = [byId("input"), byId("text")];

    const read = async () => {
        const given = field.value.trim();
        if (!given) {
            field.focus();
            return;
        }
        await (looksLikePosition(given) ? session.openPosition(given) : session.openText(given));
        if (!session.refusal && session.games.length <= 1) {
            panel.open = false;
            byId("verdict-title")?.focus();
        }
    };

    const take = async (file) => {
        field.value = decoded(await file.arrayBuffer());
        panel.open = true;
        await read();
    };

    byId("read").addEventListener("click", read);
    byId("start").addEventListener("click", () => session.chooseVariant(session.variant.id));
    byId("file").addEventListener("change", (event) => event.target.files[0] && take(event.target.files[0]));
    field.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            read();
        }
    });
    for (const type of ["dragover", "drop"]) {
        document.addEventListener(type, (event) => {
            if (event.dataTransfer?.types.includes("Files")) {
                event.preventDefault();
                const dropped = type === "drop" && event.dataTransfer.files[0];
                if (dropped) {
                    take(dropped);
                }
            }
        });
    }

    return () => {
        if (session.refusal) {
            panel.open = true;
        }
        show(byId("refusal"), [refusalBox(session.refusal)]);
        show(byId("games"), [session.games.length > 1 ? gamesTable(session) : null]);
    };
}

/** What went wrong, in the language of the page and in the server's words. */
export function refusalBox(refusal) {
    if (!refusal) {
        return null;
    }
    const known = {
        __proto__: null,
        UNREACHABLE: "refusal.unreachable", NO_GAME: "refusal.no-game",
        NO_TOKEN: "refusal.no-token", BAD_TOKEN: "refusal.bad-token",
    };
    const title = t(known[refusal.reason] ?? "refusal.title");
    return el("div", { class: "refusal", role: "alert" },
        el("strong", {}, title), refusal.message ? el("p", { lang: "en" }, refusal.message) : null);
}
