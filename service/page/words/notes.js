// Notes on a game: what was read and not used, and where the verdict departs from what the text says.

import { has, t } from "../app/language.js";

const gameOf = (id) => (has(`game/${id}`) ? t(`game/${id}`) : id);

/** What stands in a place of a note: games are called by their names. */
const PLACES = {
    __proto__: null,
    piece: (name) => t(`chess-piece.${name}`),
    game: gameOf,
    tagged: gameOf,
    games: (ids) => ids.split(", ").map(gameOf).join(", "),
};

/** A note: `{text, isEnglish}`, in English where the catalogue does not know it. */
export function noteText({ key, places = [], text }) {
    const name = `note.${key}`;
    if (!has(name)) {
        return { text, isEnglish: true };
    }
    const told = places.map((place) => [place.name, (PLACES[place.name] ?? String)(place.value)]);
    return { text: t(name, Object.fromEntries(told)), isEnglish: false };
}
