// Draw codes and their articles: what they say in the language of the page, and where that was read.

import { has, t } from "../app/language.js";

/** The description of a code, which a name with readings begins with: `FMJD-100+together`. */
export function codeOf(variant, rules) {
    const id = rules.split("+")[0];
    return variant.codes.find((code) => code.id === id) ?? { id, title: t("rules.none"), year: "", sources: [] };
}

/** The code whose articles say the same, where a code has none of its own of that number. */
const SAME_AS = { __proto__: null, "FMJD-100-2024": "FMJD-100", "FMJD-64": "FMJD-100", "USSR-1953-100": "USSR-1953-64" };

/** What an article says: our own sentence, or the server's where a catalogue has none. */
export function articleText(rules, article, fallback = "") {
    const code = rules.split("+")[0];
    const key = [code, SAME_AS[code]].map((id) => `article/${id}/${article}`).find(has);
    return key ? t(key) : fallback;
}

/** The article as its source prints it, where the catalogue of the language has it for this edition. */
export function articleQuote(rules, article) {
    const key = `quote/${rules.split("+")[0]}/${article}`;
    return has(key) ? t(key) : "";
}

/** The name of a code for people. */
export function codeTitle(variant, rules) {
    const { id, title } = codeOf(variant, rules);
    return has(`code/${id}`) ? t(`code/${id}`) : title;
}

/** A reading of an article in words. */
export const readingText = (name) => (has(`reading/${name}`) ? t(`reading/${name}`) : name);

/** How the article of a count is read, in brackets; "" where its text leaves nothing open. */
export function readingsOf(count) {
    const readings = (count.readingKeys ?? []).map(readingText).join("; ");
    return readings ? `(${t("rules.read-so", { readings })})` : "";
}

/** Where a code was read, and the edition. */
export function sourceText(variant, rules) {
    const code = codeOf(variant, rules);
    const sourceAt = (text, place) => {
        const key = `source/${code.id}/${place + 1}`;
        return has(key) ? t(key) : text;
    };
    const sources = code.sources.map(sourceAt).join("; ");
    return sources ? t("rules.source", { sources, year: yearText(code.year) }) : "";
}

/** The year of a code, or how old it is. */
export function yearText(year) {
    const key = `year/${year}`;
    return has(key) ? t(key) : year;
}
