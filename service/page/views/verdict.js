// The verdict on the position that the board shows.

import { byId, el, show } from "../app/html.js";
import { language, t } from "../app/language.js";
import { redrawing } from "../app/redrawing.js";
import { articleQuote } from "../words/rules.js";
import { agreementWords, articlesOf, bestPlayText, countsOf, headline, rulesTexts, texts } from "../words/sentences.js";
import { lineView } from "./line.js";

export function verdictView(session) {
    const [card, short] = [byId("verdict"), byId("verdict-short")];
    short.addEventListener("click", () => byId("verdict-title").focus());
    return redrawing(() => [session.game, session.verdict, session.line, session.isBusy && !session.verdict], () => {
        const { game, verdict } = session;
        const title = el("h2", { id: "verdict-title", tabindex: "-1" }, t("verdict.title"));
        short.hidden = !game || !verdict;
        if (short.hidden) {
            show(card, title, el("p", { class: "soft" }, t(session.isBusy ? "page.busy" : "verdict.none")));
            return;
        }
        const { tone, title: says, detail } = headline(verdict);
        short.className = `headline tone-${tone}`;
        const agreement = agreementWords(verdict);
        const contradicts = agreement?.tone === "fault" && tone !== "fault";
        show(short, el("span", { class: "says" }, says), contradicts ? el("small", {}, agreement.text) : null);
        show(
            card,
            title,
            el("div", { class: `headline tone-${tone}` },
                el("p", { class: "says" }, says),
                detail ? el("p", { class: "why" }, detail) : null),
            el("p", { class: "soft" }, texts(verdict, "STANDING", ", ").join(" ")),
            ...articleTexts(session),
            ...paragraphs([bestPlayText(verdict)]),
            ...remarks(verdict),
            counts(verdict),
            ...paragraphs(texts(verdict, "LEGAL")),
            written(session),
            lineView(session),
            notes(verdict),
            el("p", { class: "soft code" }, rulesTexts(verdict).applied),
        );
    });
}

/**
 * Moves on to the board and the verdict in one line below it. Does nothing, and returns false, where
 * the whole verdict stands beside the board.
 */
export function showShortVerdict() {
    const short = byId("verdict-short");
    if (!short.checkVisibility()) {
        return false;
    }
    short.focus({ preventScroll: true });
    byId("board").scrollIntoView();
    return true;
}

const paragraphs = (all) => all.filter(Boolean).map((text) => el("p", {}, text));

/** The articles that a verdict rests on: the number, what it says, and where it was read. */
export function articleTexts({ verdict, game }) {
    const { source } = rulesTexts(verdict);
    return articlesOf(verdict).map(({ article, title, says }) => {
        const quote = articleQuote(game.rules, article);
        return el("div", { class: "article" },
            el("p", {}, el("strong", {}, title), says ? ` ${says}` : ""),
            quote ? el("blockquote", { lang: language() }, quote, el("cite", {}, t("rules.quoted"))) : null,
            el("p", { class: "soft" }, source));
    });
}

/** What the arbiter may have to decide, and what does not count. */
export const remarks = (verdict) => texts(verdict, "REMARK").map((text) => el("p", { class: "remark" }, text));

function counts(verdict) {
    const shown = countsOf(verdict);
    if (shown.length === 0) {
        return null;
    }
    const rows = shown.map(({ title, share, progress, left, says }) => el("li", {},
        el("div", { class: "count-line" }, el("strong", {}, title), el("span", {}, progress)),
        el("progress", { max: "1", value: String(share), "aria-label": `${title} ${progress}` }),
        el("p", {}, left),
        el("p", { class: "soft" }, says)));
    return el("div", { class: "counts" }, el("h3", {}, t("count.title")), el("ul", {}, ...rows));
}

function written({ verdict }) {
    const words = agreementWords(verdict);
    return words ? el("p", { class: `agreement tone-${words.tone}` }, words.text) : null;
}

function notes(verdict) {
    const all = texts(verdict, "NOTE");
    if (all.length === 0) {
        return null;
    }
    return el("div", { class: "notes" }, el("h3", {}, t("verdict.notes")),
        el("ul", {}, ...all.map((text) => el("li", {}, text))));
}
