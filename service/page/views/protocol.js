// A protocol for the files of a tournament: what stood on the board, what was decided, by which
// article, and who signs. It is filled in on the screen and printed, or saved as PDF, by the browser.

import { sideOf } from "../board/setup.js";
import { byId, el, show } from "../app/html.js";
import { t } from "../app/language.js";
import { gameName } from "../words/games.js";
import { numbered } from "../words/numbers.js";
import { piecesText, positionText } from "../words/position.js";
import { agreementWords, articlesOf, bestPlayText, countsOf, headline, rulesTexts } from "../words/sentences.js";
import { ofSide, sideText } from "../words/sides.js";
import { tagOf } from "./games.js";
import { articleTexts, remarks } from "./verdict.js";

const REFERENCE = ["Event", "Site", "Date", "Round", "White", "Black"];

export function protocolView(session, link, tables, close) {
    const page = byId("protocol");
    let shown = null;
    return () => {
        if (!session.game || !session.verdict) {
            return;
        }
        // What was filled in by hand is kept while it belongs to the same game.
        const written = shown === session.game ? filledIn(page) : new Map();
        shown = session.game;
        show(page, toolbar(close), ...sheet(session, link, tables()));
        for (const field of page.querySelectorAll("input")) {
            field.value = written.get(field.name) ?? field.value;
        }
    };
}

const filledIn = (page) => new Map([...page.querySelectorAll("input")].map(({ name, value }) => [name, value]));

function toolbar(close) {
    return el("div", { class: "actions not-printed" },
        el("button", { type: "button", id: "print", class: "main", onclick: () => print() }, t("protocol.print")),
        el("button", { type: "button", id: "close-protocol", onclick: close }, t("protocol.back")));
}

function sheet(session, link, tables) {
    const { game, variant, verdict } = session;
    const { title, detail, tone } = headline(verdict);
    const agreement = agreementWords(verdict);
    const bestPlay = bestPlayText(verdict);
    return [
        el("h1", { id: "protocol-title", tabindex: "-1" }, t("protocol.title")),
        el("div", { class: "protocol-head" },
            el("div", {},
                el("div", { class: "fields" }, ...REFERENCE.map((name) =>
                    field(name, t(`protocol.${name.toLowerCase()}`), tagOf(game.tags, name)))),
                el("h2", {}, t("protocol.position")),
                definitions([
                    [t("page.game"), gameName(variant)],
                    [t("page.rules"), game.rules],
                    [sideText("W"), piecesText(verdict.fen, "W")],
                    [sideText("B"), piecesText(verdict.fen, "B")],
                    [t("protocol.stands"), standing(session)],
                ])),
            el("figure", {}, diagram(session), el("figcaption", {}, verdict.fen))),
        el("section", {},
            el("h2", {}, t("verdict.title")),
            el("p", { class: `says tone-${tone}` }, title),
            detail ? el("p", {}, detail) : null,
            ...articleTexts(session),
            bestPlay ? el("p", {}, bestPlay) : null,
            ...remarks(verdict),
            agreement ? el("p", {}, agreement.text) : null,
            articlesOf(verdict).length ? null : el("p", { class: "soft" }, rulesTexts(verdict).source)),
        counts(verdict),
        moves(session),
        el("section", { class: "grounds" },
            el("h2", {}, t("protocol.grounds")),
            definitions([
                [t("protocol.tables"), tables || t("protocol.no-tables")],
                [t("protocol.link"), el("span", { class: "address" }, new URL(link(), location.href).href)],
            ])),
        el("section", { class: "names" },
            ...["arbiter", "white-player", "black-player", "place-and-date"].map((name) =>
                field(name, t(`protocol.${name}`), ""))),
    ];
}

const standing = ({ verdict, ply }) =>
    `${ofSide("verdict.to-move", sideOf(verdict.fen))}, ${t("verdict.after", { count: ply })}`;

function field(name, label, value) {
    const input = el("input", { type: "text", name, autocomplete: "off" });
    input.value = value;
    return el("label", { class: "field" }, el("span", {}, label), input);
}

const definitions = (pairs) => el("dl", {}, ...pairs.filter(([, value]) => value).flatMap(([name, value]) =>
    [el("dt", {}, name), el("dd", {}, value)]));

/** The board as it stands, as a picture. */
function diagram({ verdict }) {
    const board = byId("board");
    const picture = board.querySelector("svg").cloneNode(true);
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", positionText(verdict.fen));
    for (const part of picture.querySelectorAll("[role], [tabindex], [aria-label]")) {
        ["role", "tabindex", "aria-label", "aria-selected", "data-square"].forEach((name) =>
            part.removeAttribute(name));
    }
    const box = el("div", { class: `diagram ${board.numbers ? "" : "without-names"}` });
    box.append(picture);
    return box;
}

function counts(verdict) {
    const shown = countsOf(verdict);
    if (shown.length === 0) {
        return null;
    }
    const rows = shown.map(({ article, progress, left, says }) => el("tr", {}, el("th", { scope: "row" }, article),
        el("td", {}, progress), el("td", {}, left), el("td", {}, says)));
    const head = ["article", "played", "left", "says"].map((name) =>
        el("th", { scope: "col" }, t(`protocol.count-${name}`)));
    return el("section", {}, el("h2", {}, t("count.title")),
        el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows)));
}

function moves({ game, variant, verdict, ply }) {
    const played = game.moves.slice(0, ply).map(({ move }) => move.notation);
    const line = verdict.assessment?.line?.map(({ move }) => move.notation) ?? [];
    if (played.length + line.length === 0) {
        return null;
    }
    return el("section", {},
        played.length ? el("h2", {}, t("moves.title")) : null,
        played.length ? el("p", {}, numbered(variant, game.startFen, 0, played)) : null,
        line.length ? el("h2", {}, t("line.title")) : null,
        line.length ? el("p", {}, numbered(variant, game.startFen, ply, line)) : null);
}
