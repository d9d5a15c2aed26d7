// Where a position or games are pasted, typed or dropped.

import { isChessFen } from "../board/chess.js";
import { byId, el, show } from "../app/html.js";
import { t } from "../app/language.js";
import { encodingOf } from "../app/server.js";
import { redrawing } from "../app/redrawing.js";
import { sentenceText } from "../words/sentences.js";
import { gamesView } from "./games.js";
import { showShortVerdict } from "./verdict.js";

/** One line without blanks that begins as a FEN does, or a position of the Hub protocol. */
const looksLikePosition = (text) => /^[WB?]:?\S*$/i.test(text) && !text.includes("\n") || isChessFen(text);

/** As much of a file as shows its encoding. */
const ENCODING_BYTES = 256 * 1024;

/** The longest text that stays in its field: a longer one would be laid out with each step on the board. */
const SHOWN_CHARACTERS_MAX = 50_000;

/** The text of a file and the name of its encoding, "" for UTF-8; the server finds others. */
async function decoded(file) {
    const bytes = await file.arrayBuffer();
    try {
        const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        if (!text.includes("\0")) {
            return { text, encoding: "" };
        }
    } catch {
        // Bytes of an older program.
    }
    const encoding = await encodingOf(file.slice(0, ENCODING_BYTES)).catch(() => "") || "windows-1252";
    return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

export function inputView(session) {
    const [panel, field] = [byId("input"), byId("text")];
    const drawGames = gamesView(session);
    const tellEncoding = (encoding) =>
        show(byId("encoding"), [encoding ? el("p", { role: "status" }, t("note.encoding", { encoding })) : null]);

    const read = async (text = field.value) => {
        const given = text.trim();
        if (!given) {
            field.focus();
            return;
        }
        field.value = given.length > SHOWN_CHARACTERS_MAX ? "" : text;
        await (looksLikePosition(given) ? session.openPosition(given) : session.openText(given));
        if (session.refusal) {
            field.value = text;
        }
        if (!session.refusal && session.games.length <= 1) {
            panel.open = false;
            if (!showShortVerdict()) {
                byId("verdict-title").focus();
            }
        }
    };

    const take = async (file) => {
        const { text, encoding } = await decoded(file);
        tellEncoding(encoding);
        panel.open = true;
        await read(text);
    };

    byId("read").addEventListener("click", () => read());
    field.addEventListener("input", () => tellEncoding(""));
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

    const drawRefusal = redrawing(() => [session.refusal], () => {
        if (session.refusal) {
            panel.open = true;
        }
        show(byId("refusal"), [refusalBox(session.refusal)]);
        if (session.refusal) {
            byId("refusal").scrollIntoView({ block: "nearest" });
        }
    });
    return () => {
        drawRefusal();
        drawGames();
    };
}

/** The key of the text that says whether the input is at fault, or the server. */
function faultOf({ field, retryDelay }) {
    const inputs = { __proto__: null, fen: "refusal.position", pdn: "refusal.record" };
    return field ? inputs[field] ?? "refusal.input" : retryDelay ? "refusal.busy" : "refusal.title";
}

/** What went wrong, in the language of the page; in the server's words where it has none. */
export function refusalBox(refusal) {
    if (!refusal) {
        return null;
    }
    const known = {
        __proto__: null,
        UNREACHABLE: "refusal.unreachable", NO_GAME: "refusal.no-game",
        NO_TOKEN: "refusal.no-token", BAD_TOKEN: "refusal.bad-token",
    };
    const title = t(known[refusal.reason] ?? faultOf(refusal));
    const says = refusal.sentence ? sentenceText(refusal.sentence) : "";
    // That the server is busy is all that there is to say.
    const isSaid = says || known[refusal.reason] || refusal.retryDelay || !refusal.message;
    return el("div", { class: "refusal", role: "alert" },
        el("strong", {}, title), says ? el("p", {}, says) : isSaid ? null : el("p", { lang: "en" }, refusal.message));
}
