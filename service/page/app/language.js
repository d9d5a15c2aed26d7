// The language of the page: one catalogue a language, in `lang`. A text may have places, `{name}`,
// and forms for numbers, chosen by the place `{count}`.

import { keep, kept } from "./keeping.js";

/** The languages, by their own names. What is looked up by a text of a user or of the server has no prototype. */
export const LANGUAGES = {
    __proto__: null, en: "English", et: "Eesti", fr: "Français", nl: "Nederlands", ru: "Русский",
};

/** True for the code of a language that the page speaks. */
export const isLanguage = (code) => code in LANGUAGES;

const KEY = "peatee-language";

let catalogue = Object.create(null);
let current = "en";
let plurals = new Intl.PluralRules("en");

/** The language that a visitor wants: chosen here before, or the first known one of the browser. */
export function preferredLanguage() {
    const wanted = [kept(KEY), ...navigator.languages.map((tag) => tag.split("-")[0])];
    return wanted.find(isLanguage) ?? "en";
}

/** Loads the catalogue of a language and writes the page's fixed texts in it. */
export async function setLanguage(language, mustKeep = false) {
    const response = await fetch(`lang/${language}.json`);
    if (!response.ok) {
        throw new Error(`lang/${language}.json: HTTP ${response.status}`);
    }
    catalogue = Object.assign(Object.create(null), await response.json());
    current = language;
    plurals = new Intl.PluralRules(language);
    document.documentElement.lang = language;
    if (mustKeep) {
        keep(KEY, language);
    }
    translatePage();
}

export const language = () => current;

/** True when the catalogue has a text of that key. */
export const has = (key) => key in catalogue;

/** A text of the catalogue with its places filled. */
export function t(key, places = {}) {
    return fill(catalogue[key] ?? key, places, plurals);
}

/** Fills the places of a text; of several forms it takes the one for `places.count`. */
export function fill(text, places, rules) {
    const form = typeof text === "string" ? text : text[rules.select(places.count ?? 0)] ?? text.other;
    return form.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(places, name) ? String(places[name]) : whole));
}

/** Writes all fixed texts below an element: `data-t` is its text, `data-t-NAME` an attribute. */
export function translatePage(root = document) {
    for (const element of root.querySelectorAll("[data-t]")) {
        element.textContent = t(element.dataset.t);
    }
    for (const attribute of ["aria-label", "placeholder", "title"]) {
        for (const element of root.querySelectorAll(`[data-t-${attribute}]`)) {
            element.setAttribute(attribute, t(element.getAttribute(`data-t-${attribute}`)));
        }
    }
}
