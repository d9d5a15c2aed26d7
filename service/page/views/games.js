// The games of a PDN text, each with its verdict: what an arbiter looks through after a round.

import { el } from "../app/html.js";
import { t } from "../app/language.js";
import { agreementWords, headline, remarkWith } from "../words/sentences.js";

/** The value of a tag, without the question mark that stands for nothing. */
export const tagOf = (tags, name) => {
    const value = tags.find((tag) => tag.name === name)?.value ?? "";
    return /^[?*.\s]*$/.test(value) ? "" : value;
};

/** Who played: `A – B`. */
export function players(tags) {
    const [white, black] = [tagOf(tags, "White"), tagOf(tags, "Black")];
    return white || black ? `${white || "?"} – ${black || "?"}` : "";
}

export function gamesTable(session) {
    const wrong = session.games.filter((game) => game.error || game.verdict.asksArbiter).length;
    const rows = session.games.map((game) => row(session, game));
    return el("div", { class: "games" },
        el("p", {}, `${t("games.count", { count: session.games.length })} ${t("games.wrong", { count: wrong })}`),
        el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("games.title") },
            el("table", {},
                el("caption", { class: "only-heard" }, t("games.title")),
                el("thead", {}, el("tr", {},
                    ...["number", "players", "result", "verdict"].map((name) =>
                        el("th", { scope: "col" }, t(`games.${name}`))))),
                el("tbody", {}, ...rows))));
}

function toneOf({ error, verdict: answer }) {
    const tone = error ? "fault" : headline(answer).tone;
    return tone === "fault" ? tone : agreementWords(answer)?.tone ?? tone;
}

/** What stands below the verdict on a game. */
function notesOf(answer) {
    return [agreementWords(answer)?.text, remarkWith(answer, "draw.shown-win"), remarkWith(answer, "verdict.after-end")]
        .filter(Boolean);
}

function row(session, listed) {
    const { number, tags, verdict: answer, error } = listed;
    const says = error ? t("games.unreadable") : headline(answer).title;
    const notes = answer ? notesOf(answer) : [];
    const isOpen = session.game?.listed === listed;
    return el("tr", { class: isOpen ? "open" : "", "aria-current": isOpen ? "true" : null },
        el("td", {}, String(number)),
        el("td", {}, el("button", { type: "button", class: "link", onclick: () => session.openGame(listed) },
            players(tags) || t("games.nameless", { number }))),
        el("td", { class: "figure" }, answer?.writtenResult || "–"),
        el("td", { class: `tone-${toneOf(listed)}` },
            says, ...notes.map((text) => el("small", {}, text))));
}
