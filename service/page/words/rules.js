// Draw codes and their articles: what they say in the language of the page, and where that was read.

import { has, t } from "../app/language.js";

/** The description of a code, which a name with readings begins with: `FMJD-100+together`. */
export function codeOf(variant, rules) {
    const id = rules.split("+")[0];
    return variant.codes.find((code) => code.id === id) ?? { id, title: t("rules.none"), year: "", sources: [] };
}

/** The article as its source prints it, where the catalogue of the language has it for this edition. */
export function articleQuote(rules, article) {
    const key = `quote/${rules.split("+")[0]}/${article}`;
    return has(key) ? t(key) : "";
}

/** A reading of an article in words. */
export const readingText = (name) => (has(`reading/${name}`) ? t(`reading/${name}`) : name);

/** The year of a code, or how old it is. */
export function yearText(year) {
    const key = `year/${year}`;
    return has(key) ? t(key) : year;
}
