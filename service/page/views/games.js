// The games of a PDN text, each with its verdict: what an arbiter looks through after a round.

import { byId, el, show } from "../app/html.js";
import { language, t } from "../app/language.js";
import { agreementWords, headline, remarkWith } from "../words/sentences.js";
import { showShortVerdict } from "./verdict.js";

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

/** Rows that the browser lays out together when one of them comes in sight; the style sheet knows their height. */
const ROWS_IN_GROUP = 20;

/** The list of the games. A row is made once. */
export function gamesView(session) {
    const place = byId("games");
    let drawn = { key: "", games: null };
    /** The game that was chosen from the list and is not shown yet. */
    let awaited = null;
    const openGame = (listed) => {
        awaited = listed.error ? null : listed;
        session.openGame(listed);
    };
    return () => {
        const { games } = session;
        if (games.length <= 1) {
            drawn = { key: "", games: null };
            show(place);
            return;
        }
        if (drawn.games !== games || drawn.key !== language()) {
            drawn = { key: language(), games, rows: [], wrong: 0, open: null, ...emptyTable() };
            show(place, drawn.box);
        }
        const more = games.slice(drawn.rows.length);
        for (const game of more) {
            const made = row(game, openGame);
            if (drawn.rows.length % ROWS_IN_GROUP === 0) {
                drawn.table.append(el("tbody", { role: "rowgroup" }));
            }
            drawn.table.lastElementChild.append(made);
            drawn.rows.push(made);
            drawn.wrong += game.error || game.verdict.asksArbiter ? 1 : 0;
        }
        if (more.length > 0) {
            drawn.summary.textContent =
                `${t("games.count", { count: games.length })} ${t("games.wrong", { count: drawn.wrong })}`;
        }
        markOpen(drawn, drawn.rows[games.indexOf(session.game?.listed)] ?? null);
        const isShown = awaited && awaited === session.game?.listed;
        if (isShown) {
            // In the frame all parts are drawn; before it, the page would be laid out once more.
            requestAnimationFrame(showShortVerdict);
        }
        if (isShown || !session.isBusy) {
            awaited = null;
        }
    };
}

function markOpen(drawn, row) {
    if (drawn.open === row) {
        return;
    }
    drawn.open?.classList.remove("open");
    drawn.open?.removeAttribute("aria-current");
    row?.classList.add("open");
    row?.setAttribute("aria-current", "true");
    drawn.open = row;
}

// To the style sheet these are no parts of a table; their roles say what they are.
function emptyTable() {
    const summary = el("p");
    const head = ["number", "players", "result", "verdict"].map((name) =>
        el("th", { role: "columnheader", scope: "col" }, t(`games.${name}`)));
    const table = el("table", { role: "table", "aria-label": t("games.title") },
        el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, ...head)));
    const scroll = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("games.title") }, table);
    return { box: el("div", { class: "games" }, summary, scroll), summary, table };
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

function row(listed, openGame) {
    const { number, tags, verdict: answer, error } = listed;
    const says = error ? t("games.unreadable") : headline(answer).title;
    const notes = answer ? notesOf(answer) : [];
    const open = el("button", { type: "button", class: "link", onclick: () => openGame(listed) },
        players(tags) || t("games.nameless", { number }));
    const cells = [
        el("td", {}, String(number)),
        el("td", {}, open),
        el("td", { class: "figure" }, answer?.writtenResult || "–"),
        el("td", { class: `tone-${toneOf(listed)}` }, says, ...notes.map((text) => el("small", {}, text))),
    ];
    cells.forEach((cell) => cell.setAttribute("role", "cell"));
    return el("tr", { role: "row" }, ...cells);
}
