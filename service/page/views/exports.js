// Taking the verdict away: the protocol, a link, PDN and JSON.

import { download, gameAsPdn } from "../app/export.js";
import { isChess } from "../board/chess.js";
import { byId, el, show } from "../app/html.js";
import { t } from "../app/language.js";
import { redrawing } from "../app/redrawing.js";

export function exportsView(session, link, openProtocol, say) {
    const card = byId("exports");
    const copy = async () => {
        const address = new URL(link(), location.href).href;
        try {
            await navigator.clipboard.writeText(address);
            say(t("exports.copied"));
            show(byId("link-place"), t("exports.copied"));
        } catch {
            // Without the clipboard the address is shown, to be copied by hand.
            const field = el("input", { type: "text", readonly: true, "aria-label": t("exports.link") });
            field.value = address;
            show(byId("link-place"), field);
            field.select();
        }
    };
    const forgetLink = redrawing(() => [session.game && link()], () => byId("link-place")?.replaceChildren());
    const drawCard = redrawing(() => [session.variant, !session.game], () => {
        const { game, variant } = session;
        card.hidden = !game;
        if (card.hidden) {
            return;
        }
        const isPgn = isChess(variant);
        const pdn = () => download(isPgn ? "game.pgn" : "game.pdn", "text/plain", pdnOf(session));
        const json = () =>
            download("verdict.json", "application/json", `${JSON.stringify(asJson(session), null, 2)}\n`);
        show(
            card,
            el("h2", { id: "exports-title" }, t("exports.title")),
            el("div", { class: "actions" },
                el("button", { type: "button", id: "open-protocol", class: "main", onclick: openProtocol },
                    t("exports.protocol")),
                el("button", { type: "button", id: "copy-link", onclick: copy }, t("exports.link")),
                el("button", { type: "button", onclick: pdn, "aria-label": t(isPgn ? "exports.pgn" : "exports.pdn") },
                    isPgn ? "PGN" : "PDN"),
                el("button", { type: "button", onclick: json, "aria-label": t("exports.json") }, "JSON")),
            el("p", { id: "link-place", class: "soft" }),
            el("p", { class: "soft" }, variant.hasTables ? "" : t("exports.no-tables")),
        );
    });
    return () => {
        forgetLink();
        drawCard();
    };
}

/** The game as PDN, in chess as PGN. */
export function pdnOf({ game, variant }) {
    const moves = game.moves.map(({ move }) => move.notation);
    const { startFen, tags, writtenResult, paragraphs } = game;
    return gameAsPdn(variant, { startFen, moves, tags, writtenResult, paragraphs });
}

/** What the server said, without what only this page needs. */
function asJson({ game, verdict, ply }) {
    const { listed, ...answer } = game;
    return { ...answer, verdict, ply };
}
