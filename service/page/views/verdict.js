// The verdict on the position that the board shows.

import { sideOf } from "../board/setup.js";
import { byId, el, show } from "../app/html.js";
import { language, t } from "../app/language.js";
import { noteText } from "../words/notes.js";
import { articleQuote, articleText, codeOf, codeTitle, sourceText } from "../words/rules.js";
import { afterEnd, agreementWords, articlesOf, bestPlay, countWords, headline, movesAfterEnd, noArticleText, ofSide,
    repetitionText, shownWin } from "../words/verdict.js";
import { lawTexts, shownCounts } from "../words/laws.js";
import { lineView } from "./line.js";

export function verdictView(session) {
    const card = byId("verdict");
    return () => {
        const { game, verdict, variant } = session;
        const title = el("h2", { id: "verdict-title", tabindex: "-1" }, t("verdict.title"));
        if (!game || !verdict) {
            show(card, title, el("p", { class: "soft" }, t(session.isBusy ? "page.busy" : "verdict.none")));
            return;
        }
        const { tone, title: says, detail } = headline(game, variant, verdict);
        show(
            card,
            title,
            el("div", { class: `headline tone-${tone}` },
                el("p", { class: "says" }, says),
                detail ? el("p", { class: "why" }, detail) : null),
            el("p", { class: "soft" }, standing(session)),
            ...articleTexts(session),
            verdict.claims.length ? el("p", {}, sentences(bestPlay(verdict))) : null,
            ...remarks(session),
            counts(session),
            ...illegalHelp(verdict),
            written(session),
            lineView(session),
            notes(session),
            el("p", { class: "soft code" }, codeText(variant, game)),
        );
    };
}

/** Whose move it is and how far the game is. */
function standing({ verdict, ply }) {
    const after = ply > 0 ? t("verdict.after", { count: ply }) : "";
    const toMove = verdict.ruling === "RULING_IN_PROGRESS" ? ofSide("verdict.to-move", sideOf(verdict.fen)) : "";
    return [toMove, after].filter(Boolean).join(", ");
}

export const sentences = ({ title, detail }) => [`${title}.`, detail].filter(Boolean).join(" ");

/** The articles that a verdict rests on: the number, what it says, and where it was read. */
export function articleTexts({ verdict, game, variant }) {
    const { rules } = game;
    return articlesOf(verdict).map(({ article, text }) => {
        const says = articleText(rules, article, text);
        const quote = articleQuote(rules, article);
        return el("div", { class: "article" },
            el("p", {}, el("strong", {}, t("verdict.article", { article })), says ? ` ${says}` : ""),
            quote ? el("blockquote", { lang: language() }, quote, el("cite", {}, t("rules.quoted"))) : null,
            el("p", { class: "soft" }, sourceText(variant, rules)));
    });
}

/** What the arbiter may have to decide, and what does not count. */
export function remarks({ verdict, game, variant }) {
    const after = afterEnd(verdict);
    const texts = [
        ...lawTexts(game, variant, verdict),
        noArticleText(verdict, codeOf(variant, game.rules)),
        repetitionText(verdict),
        shownWin(verdict)?.text,
        after && `${after} ${movesAfterEnd(game, variant)}`,
    ];
    return texts.filter(Boolean).map((text) => el("p", { class: "remark" }, text));
}

function counts({ verdict, game, variant }) {
    const shown = shownCounts(variant, verdict);
    if (shown.length === 0) {
        return null;
    }
    const rows = shown.map((count) => {
        const words = countWords(game.rules, count, sideOf(verdict.fen));
        const label = t("verdict.article", { article: words.article });
        return el("li", {},
            el("div", { class: "count-line" }, el("strong", {}, label), el("span", {}, words.progress)),
            el("progress", { max: "1", value: String(words.share), "aria-label": `${label} ${words.progress}` }),
            el("p", {}, count.leftPlies ? t("count.left", { left: words.left }) : words.left),
            el("p", { class: "soft" }, words.says));
    });
    return el("div", { class: "counts" }, el("h3", {}, t("count.title")), el("ul", {}, ...rows));
}

function illegalHelp(verdict) {
    const illegal = verdict.illegalMove ?? verdict.unclearMove;
    if (!illegal) {
        return [];
    }
    const place = illegal.line ? t("verdict.place", { line: illegal.line, column: illegal.column }) : "";
    return [el("p", {}, place, " ", t("verdict.legal", { moves: illegal.legalMoves.join(", ") }))];
}

function written({ game, ply }) {
    const words = ply === game.moves.length ? agreementWords(game) : null;
    return words ? el("p", { class: `agreement tone-${words.tone}` }, words.text) : null;
}

function notes({ game, verdict, ply }) {
    const told = ply === game.moves.length ? (game.structuredNotes ?? []).map(noteText) : [];
    if (verdict.assessment?.unknownNote) {
        told.push(noteText(verdict.assessment.unknownNote));
    }
    if (told.length === 0) {
        return null;
    }
    return el("div", { class: "notes" }, el("h3", {}, t("verdict.notes")),
        el("ul", {}, ...told.map(({ text, isEnglish }) => el("li", { lang: isEnglish ? "en" : null }, text))));
}

/** The code and its standing. */
export function codeText(variant, game) {
    return t("rules.applied", { code: game.rules, title: codeTitle(variant, game.rules) });
}
