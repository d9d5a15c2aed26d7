// The list of the endings of a game, and one ending: counts, distances, positions to look at, files.

import "../board/board.js";
import { isChess } from "../board/chess.js";
import { readFen, sideOf } from "../board/setup.js";
import { el } from "../app/html.js";
import { has, language, t } from "../app/language.js";
import { gameName } from "../words/games.js";
import { positionText } from "../words/position.js";
import { worthOf, worthText } from "../words/worth.js";
import { refusalBox } from "./input.js";

/** The counts of a slice, as `peatee-gen stats` names them. */
const OUTCOMES = ["wins", "cursed_wins", "draws", "blessed_losses", "losses"];

const number = (count) => new Intl.NumberFormat(language()).format(count);
const share = (part) => new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 2 }).format(part);
const outcomesOf = (counts) => OUTCOMES.filter((name) => counts[name] !== undefined);
const sumOf = (counts) => outcomesOf(counts).reduce((sum, name) => sum + counts[name], 0);
const outcomeName = (name) => t(`endings.${name.replace("_", "-")}`);

/** The most plies of a win or a loss, in draughts with a position, in chess alone. */
const longestOf = (counts, kind) => counts[`longest_${kind}`]?.plies ?? counts[`longest_${kind}_plies`] ?? null;

/** The title of the most plies: those of chess are to the next move that resets the count. */
const longestTitle = (variant, key) => t(key) + (isChess(variant) ? " (DTZ)" : "");

const bytesOf = ({ files }) => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** The address of a game's endings, or of one ending. */
export const endingAddress = (variant, slice) =>
    `endings.html#${new URLSearchParams({ variant: variant.id, ...(slice ? { slice } : {}), lang: language() })}`;

const figure = (text) => el("td", { class: "figure" }, text);

function scroll(title, table) {
    return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title }, table);
}

function table(heads, rows) {
    return el("table", {},
        el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))),
        el("tbody", {}, ...rows.map(([first, ...cells]) =>
            el("tr", {}, el("th", { scope: "row" }, first), ...cells.map(figure)))));
}

/** Where nothing can be shown. */
export const noEndings = (refusal) => [refusalBox(refusal) ?? el("p", {}, t("endings.none"))];

/** All endings of a game. */
export function endingsView({ games, variant, set }) {
    const title = `${t("endings.title")}: ${gameName(variant)}`;
    const outcomes = outcomesOf(set.slices.find(({ counts }) => counts)?.counts ?? {});
    const row = (slice) => {
        const { counts } = slice;
        const cells = outcomes.map((name) => (counts ? share(counts[name] / sumOf(counts)) : ""));
        const longest = counts ? [number(sumOf(counts)), ...cells, String(longestOf(counts, "win") ?? "–")] : [];
        return [el("a", { href: endingAddress(variant, slice.name) }, slice.name), ...longest, number(bytesOf(slice))];
    };
    const heads = outcomes.length ? [t("endings.positions"), ...outcomes.map(outcomeName),
        longestTitle(variant, "endings.longest")] : [];
    return [
        games.length > 1 ? el("nav", { "aria-label": t("page.game") }, ...games.map((game) =>
            el("a", { href: endingAddress(game), "aria-current": game === variant ? "page" : null }, gameName(game)))) : null,
        el("h2", {}, title),
        el("p", { class: "soft" }, t(isChess(variant) ? "endings.help-chess" : "endings.help")),
        outcomes.length ? null : el("p", {}, t("endings.no-counts")),
        scroll(title, table([t("endings.slice"), ...heads, t("endings.bytes")], set.slices.map(row))),
    ];
}

/** One ending. */
export function endingView({ variant, set, slice, positions, picture }) {
    const { name, counts, files } = slice;
    const other = name.split("v").reverse().join("v");
    const hasOther = other !== name && set.slices.some((known) => known.name === other);
    const drawn = t("endings.histogram", { slice: name });
    return [
        el("nav", {}, el("a", { href: endingAddress(variant) }, t("endings.all", { game: gameName(variant) })),
            hasOther ? el("a", { href: endingAddress(variant, other) }, t("endings.opposite", { slice: other })) : null),
        el("h2", {}, `${gameName(variant)}: ${name}`),
        counts ? el("section", { class: "card" }, el("h3", {}, t("endings.counts")), countsTable(variant, counts))
            : el("p", {}, t("endings.no-counts")),
        picture ? el("figure", { class: "card" }, el("figcaption", {}, drawn),
            el("img", { src: picture, alt: drawn, width: 800, height: 400 })) : null,
        ...positions.map(([type, found]) => positionsView(variant, type, found)),
        el("section", { class: "card" }, el("h3", {}, t("endings.files")),
            table([t("endings.metric"), t("endings.bytes")], files.map(({ metric, bytes }) => [metric, number(bytes)]))),
    ];
}

function countsTable(variant, counts) {
    const whole = sumOf(counts);
    const rows = outcomesOf(counts).map((name) =>
        [outcomeName(name), number(counts[name]), share(whole ? counts[name] / whole : 0)]);
    const longest = { win: "endings.longest", loss: "endings.longest-loss" };
    return table([t("endings.outcome"), t("endings.positions"), t("endings.share")], [
        ...rows, [t("endings.sum"), number(whole), ""],
        ...Object.entries(longest).filter(([kind]) => longestOf(counts, kind) !== null)
            .map(([kind, key]) => [longestTitle(variant, key), String(longestOf(counts, kind)), ""]),
    ]);
}

const typeTitle = (type) => (has(`endings.type-${type}`) ? t(`endings.type-${type}`) : type);

/** Positions of one type on a board, one at a time. */
function positionsView(variant, type, found) {
    const board = el("draughts-board");
    const [place, says, link] = [el("output"), el("p", { role: "status" }), el("a", {}, t("endings.open"))];
    let shown = 0;
    const step = (by) => {
        shown = (shown + by + found.length) % found.length;
        const { fen } = found[shown];
        board.setup = readFen(fen);
        place.textContent = t("endings.shown", { number: shown + 1, count: found.length });
        says.textContent = `${valueText(found[shown])} ${positionText(fen)}`;
        link.href = `./#${new URLSearchParams({ variant: variant.id, fen, lang: language() })}`;
    };
    const button = (key, sign, by) =>
        el("button", { type: "button", title: t(key), "aria-label": t(key), onclick: () => step(by) }, sign);
    board.layout = variant.board;
    board.label = t("board.label", { game: gameName(variant) });
    step(0);
    return el("section", { class: "card positions" },
        el("h3", {}, typeTitle(type)), board,
        el("div", { class: "steps" }, button("endings.previous", "‹", -1), place, button("endings.next", "›", 1)),
        says, el("p", {}, link));
}

/** What a position is worth, and where passing was better, what it is worth to the other side. */
function valueText(found) {
    const side = sideOf(found.fen);
    const worth = (before, own) => {
        const value = {
            wdl: `WDL_${found[`${before}wdl`].toUpperCase()}`,
            dtwPlies: found[`${before}dtw_plies`] ?? undefined,
            dtzPlies: found[`${before}dtz_plies`] ?? undefined,
        };
        const dtz = value.dtzPlies === undefined ? "" : ` DTZ ${value.dtzPlies}.`;
        return `${worthText(worthOf(value, undefined, own), own).title}.${dtz}`;
    };
    const other = side === "W" ? "B" : "W";
    return found.other_wdl ? `${worth("", side)} ${t("endings.other", { value: worth("other_", other) })}` : worth("", side);
}
