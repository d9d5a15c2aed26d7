// Sentences of verdicts in the language of the page. The server decides what is said; here it is put
// into words.

import { t } from "../app/language.js";

/** A sentence. */
export function sentenceText({ key, places = [], text }) {
    return key ? t(key, Object.fromEntries(places.map((place) => [place.name, placeText(place)]))) : text;
}

/** What stands in a place of a sentence. */
function placeText({ name, value, sentences = [] }) {
    const between = name === "sources" || name === "readings" ? "; " : ", ";
    return sentences.length ? sentences.map(sentenceText).join(between) : value;
}

/** The paragraphs of an answer that are about one thing: `TITLE`, `REMARK`. */
export const told = ({ paragraphs = [] }, part) =>
    paragraphs.filter((paragraph) => paragraph.part === `VERDICT_PART_${part}`);

/** The sentences of a paragraph in words. */
export const sentencesOf = ({ sentences }) => sentences.map(sentenceText);

/** The paragraphs of an answer about one thing, in words. */
export const texts = (answer, part, between = " ") =>
    told(answer, part).map((paragraph) => sentencesOf(paragraph).join(between));

/** The remark that has a sentence of that key, in words; "" where there is none. */
export function remarkWith(answer, key) {
    const found = told(answer, "REMARK").find(({ sentences }) => sentences.some((sentence) => sentence.key === key));
    return found ? sentencesOf(found).join(" ") : "";
}

/** How serious a paragraph is. */
const toneOf = ({ tone }) => (tone === "TONE_UNSPECIFIED" ? "open" : tone.replace("TONE_", "").toLowerCase());

/**
 * What stands on the board, in a headline.
 *
 * @returns {{tone: "win"|"draw"|"claim"|"fault"|"open", title: string, detail: string}}
 */
export function headline(answer) {
    const [title] = told(answer, "TITLE");
    return { tone: toneOf(title), title: sentencesOf(title).join(" "), detail: texts(answer, "DETAIL").join(" ") };
}

/** How a written result and the verdict fit: `{tone, text}`; `null` where nothing was written. */
export function agreementWords(answer) {
    const [found] = told(answer, "AGREEMENT");
    return found ? { tone: toneOf(found), text: sentencesOf(found).join(" ") } : null;
}

/** What best play gives in a game in which a draw may be claimed; "" elsewhere. */
export function bestPlayText(answer) {
    const [found] = told(answer, "BEST_PLAY");
    const [title, ...detail] = found ? sentencesOf(found) : [];
    return title ? [`${title}.`, ...detail].join(" ") : "";
}

/** The draw rules that were applied, and where they were read. */
export function rulesTexts(answer) {
    const [found] = told(answer, "RULES");
    const [applied = "", source = ""] = found ? sentencesOf(found) : [];
    return { applied, source };
}

const articleOf = ({ sentences: [title] }) => title.places.find(({ name }) => name === "article").value;

/** The articles that a verdict rests on: the number, a title, and what the article says. */
export const articlesOf = (answer) => told(answer, "ARTICLE").map((paragraph) => {
    const [title, ...says] = sentencesOf(paragraph);
    return { article: articleOf(paragraph), title, says: says.join(" ") };
});

/**
 * The counts that are worth showing, as an arbiter reads them.
 *
 * @returns {{article: string, title: string, share: number, progress: string, left: string, says: string}[]} the
 *     share of the count that is used; how far it is, what is left, and what the article says
 */
export const countsOf = (verdict) => told(verdict, "COUNT").map((paragraph) => {
    const [title, progress, left, ...says] = sentencesOf(paragraph);
    const article = articleOf(paragraph);
    const count = verdict.counts.find((other) => other.article === article);
    const share = Math.min(1, count.usedPlies / count.limitPlies);
    return { article, title, share, progress, left, says: says.join(" ") };
});
