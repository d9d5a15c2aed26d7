// The parts that need no browser: catalogues, numbers of moves, values, links and PDN.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { gameAsPdn } from "../page/app/export.js";
import { LANGUAGES, fill, has, isLanguage, t } from "../page/app/language.js";
import { readLink, writeLink } from "../page/app/link.js";
import { isChessFen, looksLikeChess, readChessFen, writeChessFen } from "../page/board/chess.js";
import { numbered } from "../page/words/numbers.js";
import { yearText } from "../page/words/rules.js";
import { countsOf, headline, sentenceText } from "../page/words/sentences.js";
import { costOf, worthOf } from "../page/words/worth.js";

const PAGE = new URL("../page/", import.meta.url);
const catalogue = async (language) => JSON.parse(await readFile(new URL(`lang/${language}.json`, PAGE), "utf8"));

/** The sources of all sentences of the server and the command line. */
const sayingSources = async () => {
    const convert = new URL("../questions/src/answer/convert/", PAGE);
    const files = (await readdir(convert)).map((name) => new URL(name, convert));
    return Promise.all([...files, new URL("../src/cli/games_out.rs", PAGE)].map((file) => readFile(file, "utf8")));
};

test("every text that page and command line ask for is in the catalogue, and no text is unused", async () => {
    const english = await catalogue("en");
    const said = (await sayingSources()).join("\n");
    const sources = [said];
    for (const folder of ["app/", "board/", "views/", "words/", ""]) {
        for (const name of await readdir(new URL(folder, PAGE))) {
            if (/\.(js|html)$/.test(name)) {
                sources.push(await readFile(new URL(folder + name, PAGE), "utf8"));
            }
        }
    }
    const code = sources.join("\n");
    const asked = [...code.matchAll(/(?:\bt\(|data-t(?:-[a-z-]+)?=)"([a-z][a-z.-]+)"/g)].map(([, key]) => key);
    assert.ok(asked.length > 80);
    const askedInRust = [...said.matchAll(/\b(?:sentence|told)\(\s*"([a-z][a-z.-]+)"/g)].map(([, key]) => key);
    assert.ok(askedInRust.length > 20);
    assert.deepEqual([...asked, ...askedInRust].filter((key) => !(key in english)), []);
    // A key may be put together from its first parts, which stand in the code, and others.
    const stands = (stem) => code.includes(`\`${stem}.$`) || code.includes(`"${stem}.{`)
        || (stem.includes(".") && code.includes(`"${stem}"`));
    const stems = (key) => key.split(".").map((_, end, parts) => parts.slice(0, end).join(".")).slice(1);
    const isUsed = (key) => code.includes(`"${key}"`) || key.includes("/") || stems(key).some(stands);
    assert.deepEqual(Object.keys(english).filter((key) => !isUsed(key)), []);
});

/** Names that every object answers to, unless it has no prototype. */
const INHERITED = ["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty", "__defineGetter__"];

test("no text of a user or of the server is looked up among what objects inherit", async () => {
    for (const name of INHERITED) {
        assert.ok(!isLanguage(readLink(`#lang=${name}`).language), name);
        assert.equal(has(name), false, name);
        assert.equal(t(name), name);
        assert.equal(sentenceText({ key: name, places: [] }), name);
        assert.equal(yearText(name), name);
        assert.equal(fill(`{${name}}`, {}, new Intl.PluralRules("en")), `{${name}}`);
        assert.equal(worthOf({ wdl: "WDL_DRAW" }, { outcome: name }, "W").kind, "draw", name);
    }
    // Every object of the sources that is looked into says that it has none.
    const found = [];
    for (const folder of ["app/", "board/", "views/", "words/"]) {
        for (const name of (await readdir(new URL(folder, PAGE))).filter((name) => name.endsWith(".js"))) {
            const source = await readFile(new URL(folder + name, PAGE), "utf8");
            for (const [, object, first] of source.matchAll(/\bconst (\w+) = \{\s*([^\s,]+)/g)) {
                if (new RegExp(`\\b${object}\\[[a-z(]| in ${object}\\b`).test(source)) {
                    found.push([`${folder}${name}: ${object}`, first]);
                }
            }
        }
    }
    assert.ok(found.length > 10, String(found));
    assert.deepEqual(found.filter(([, first]) => first !== "__proto__:"), []);
});

test("errors that have a text are those of the server", async () => {
    const errors = await readFile(new URL("../questions/src/errors.rs", PAGE), "utf8");
    const reasons = [...errors.matchAll(/"([A-Z_]+)"/g)].map(([, reason]) => `error/${reason}`);
    const told = Object.keys(await catalogue("en")).filter((key) => key.startsWith("error/"));
    assert.ok(told.length > 10);
    assert.deepEqual(told.filter((key) => !reasons.includes(key)), []);
});

test("texts have a form for every number in their language", async () => {
    for (const language of Object.keys(LANGUAGES)) {
        const rules = new Intl.PluralRules(language);
        for (const [key, text] of Object.entries(await catalogue(language))) {
            if (typeof text !== "string") {
                const needed = new Set([...Array(200).keys()].map((count) => rules.select(count)));
                assert.deepEqual([...needed].filter((form) => !(form in text)), [], `${language} ${key}`);
            }
        }
    }
});

test("places are filled, and the form fits the number", () => {
    const rules = new Intl.PluralRules("ru");
    const text = { one: "{count} ход", few: "{count} хода", many: "{count} ходов", other: "?" };
    assert.deepEqual([1, 3, 11, 21].map((count) => fill(text, { count }, rules)),
        ["1 ход", "3 хода", "11 ходов", "21 ход"]);
    assert.equal(fill("{a} {b}", { a: 1 }, rules), "1 {b}");
});

test("sentences stand in the places of others, and what has no key is said as it is", () => {
    const literal = { key: "", places: [], text: "1. a3-b2" };
    assert.equal(sentenceText(literal), "1. a3-b2");
    const inner = { key: "rules.none", places: [] };
    const outer = (name) => ({ key: "{sources} {left}", places: [{ name, value: "", sentences: [inner, literal] }] });
    assert.equal(sentenceText(outer("sources")), "rules.none; 1. a3-b2 {left}");
    assert.equal(sentenceText(outer("left")), "{sources} rules.none, 1. a3-b2");
});

test("a verdict is told by its paragraphs", () => {
    const said = (part, tone, ...keys) =>
        ({ part: `VERDICT_PART_${part}`, tone: `TONE_${tone}`, sentences: keys.map((key) => ({ key, places: [] })) });
    const paragraphs = [said("TITLE", "DRAW", "verdict.drawn"), said("DETAIL", "UNSPECIFIED", "draw.count")];
    assert.deepEqual(headline({ paragraphs }), { tone: "draw", title: "verdict.drawn", detail: "draw.count" });
    const title = { key: "verdict.article", places: [{ name: "article", value: "6.3" }] };
    const count = { part: "VERDICT_PART_COUNT", sentences: [title, ...["count.each", "count.over", "x"].map((key) => ({ key }))] };
    const counts = [{ article: "6.2", usedPlies: 1, limitPlies: 50 }, { article: "6.3", usedPlies: 16, limitPlies: 32 }];
    assert.deepEqual(countsOf({ counts, paragraphs: [count] }), [{ article: "6.3", title: "verdict.article", share: 0.5,
        progress: "count.each", left: "count.over", says: "x" }]);
});

const INTERNATIONAL = { id: "international", startFen: "W:W31-50:B1-20", pdnGameType: "20" };
const RUSSIAN = { id: "russian", startFen: "W:Wa1:Bh8", pdnGameType: "25" };

test("moves are numbered as players do", () => {
    assert.equal(numbered(INTERNATIONAL, "W:W31-50:B1-20", 0, ["32-28", "19-23", "28x19"]),
        "1. 32-28 19-23 2. 28x19");
    assert.equal(numbered(INTERNATIONAL, "B:W41:B1", 0, ["1-6", "41-36"]), "1... 1-6 2. 41-36");
    assert.equal(numbered(INTERNATIONAL, "B:W41:B1", 3, ["1-6", "41-36"]), "3. 1-6 41-36");
});

test("moves of chess go on from the number in the FEN", () => {
    const chess = { id: "chess", startFen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" };
    assert.equal(numbered(chess, chess.startFen, 0, ["e4", "e5", "Nf3"]), "1. e4 e5 2. Nf3");
    assert.equal(numbered(chess, "8/8/8/8/8/2k5/7q/K7 b - - 0 90", 0, ["Qg2", "Kb1"]), "90... Qg2 91. Kb1");
});

test("chess is told from draughts by its FEN and its moves", () => {
    for (const text of ["8/8/8/8/8/2k5/7q/K7 b - - 0 90", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"]) {
        assert.ok(isChessFen(text), text);
    }
    for (const text of ["W:W31-50:B1-20", "B:WKa1,c3:Bh8", "1. e4 e5", "bb/w"]) {
        assert.ok(!isChessFen(text), text);
    }
    for (const text of ["1. e4 e5 *", "1.d4 Nf6", "1. Nf3", "12... O-O", '[FEN "8/8/8/8/8/2k5/7q/K7 b - - 0 90"]\n\n*']) {
        assert.ok(looksLikeChess(text), text);
    }
    const draughts = ["1. 32-28 19-23", "1. c3-d4 b6-a5", "1. cd4 ba5", "1. a3-a4 {Nf3 1. e4} h6-h5",
        "[FEN \"W:WKb2:Bh8\"]\n\n*"];
    for (const text of [...draughts, '[White "Nf3"]\n\n1. 32-28 *']) {
        assert.ok(!looksLikeChess(text), text);
    }
});

test("a FEN of chess is written as it was read, without rights that nobody can have", () => {
    for (const fen of ["8/8/8/8/8/2k5/7q/K7 b - - 98 90", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 12"]) {
        assert.equal(writeChessFen(readChessFen(fen)), fen);
    }
    const moved = readChessFen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 12");
    moved.pieces.delete("a1");
    assert.equal(writeChessFen(moved), "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 3 12");
});

test("values are told of the players, not of the side to move", () => {
    const win = worthOf({ wdl: "WDL_WIN", dtwPlies: 5 }, undefined, "B");
    assert.deepEqual([win.kind, win.winner, win.moves], ["win", "B", 3]);
    const loss = worthOf({ wdl: "WDL_LOSS", dtwPlies: 4 }, { outcome: "RULE_OUTCOME_LOSS" }, "B");
    assert.deepEqual([loss.kind, loss.winner, loss.moves], ["win", "W", 2]);
    const cursed = worthOf({ wdl: "WDL_WIN", dtwPlies: 9 }, { outcome: "RULE_OUTCOME_CURSED_WIN" }, "W");
    assert.deepEqual([cursed.kind, cursed.winner], ["cursed", "W"]);
    const won = { wdl: "WDL_WIN", dtwPlies: 5 };
    const slow = worthOf(won, { outcome: "RULE_OUTCOME_WIN", plies: 9 }, "W");
    assert.deepEqual([slow.moves, slow.isLeast], [5, false]);
    const slower = worthOf(won, { outcome: "RULE_OUTCOME_WIN", pliesAtLeast: 7 }, "W");
    assert.deepEqual([slower.moves, slower.isLeast], [4, true]);
    assert.equal(worthOf(undefined, undefined, "W").kind, "unknown");
});

test("a move costs the points that it gave away, and the moves that it lost", () => {
    const at = (wdl, dtwPlies, side) => worthOf({ wdl, dtwPlies }, undefined, side);
    const winning = at("WDL_WIN", 9, "W");
    assert.deepEqual(costOf("W", winning, at("WDL_LOSS", 8, "B")), { points: 0, moves: 0 });
    assert.deepEqual(costOf("W", winning, at("WDL_LOSS", 12, "B")), { points: 0, moves: 2 });
    assert.deepEqual(costOf("W", winning, at("WDL_DRAW", undefined, "B")), { points: 1, moves: 0 });
    assert.deepEqual(costOf("W", winning, at("WDL_WIN", 3, "B")), { points: 2, moves: 0 });
    assert.deepEqual(costOf("W", winning, worthOf(undefined, undefined, "B")), { points: null, moves: 0 });
    const atLeast = worthOf({ wdl: "WDL_LOSS", dtwPlies: 8 }, { outcome: "RULE_OUTCOME_LOSS", pliesAtLeast: 12 }, "B");
    assert.deepEqual(costOf("W", winning, atLeast), { points: 0, moves: 0 });
    // The loser loses time by a loss that comes sooner.
    assert.deepEqual(costOf("B", at("WDL_LOSS", 8, "B"), at("WDL_WIN", 3, "W")), { points: 0, moves: 2 });
    // What is won without the draw rules and drawn under them is worth a draw.
    const cursed = worthOf({ wdl: "WDL_WIN", dtwPlies: 9 }, { outcome: "RULE_OUTCOME_CURSED_WIN" }, "W");
    assert.deepEqual(costOf("W", cursed, at("WDL_DRAW", undefined, "B")), { points: 0, moves: 0 });
});

test("links are read back as they were written", () => {
    const shown = {
        variant: "russian", rules: "FMJD-64-Russian+each-side", fen: "W:WKa1,c3:Bh8", counters: "7.2.4=3", flag: "",
        isAnnounced: false, moves: ["a1-b2", "h8xa1"], ply: 1, view: "protocol", language: "et", isTurned: true,
        tags: [{ name: "Event", value: "Tallinn & Tartu #1" }, { name: "Round", value: "3" }],
    };
    assert.deepEqual(readLink(writeLink(shown)), shown);
    const flagged = { ...shown, variant: "chess", fen: "8/8/8/8/8/2k5/8/K6R w - - 0 1", flag: "SIDE_BLACK" };
    assert.match(writeLink(flagged), /&fen=8\/8.*&flag=black/);
    assert.deepEqual(readLink(writeLink(flagged)), flagged);
    const claimed = { ...flagged, flag: "", isAnnounced: true };
    assert.deepEqual(readLink(writeLink(claimed)), claimed);
    const plain = writeLink({ ...shown, ply: 2, view: "board", isTurned: false, tags: [], counters: "" });
    assert.equal(plain,
        "#variant=russian&rules=FMJD-64-Russian%2Beach-side&fen=W:WKa1,c3:Bh8&moves=a1-b2+h8xa1&lang=et");
});

test("PDN has the tags of the game, its start and its result", () => {
    const tags = [{ name: "White", value: 'A "B" \\' }, { name: "Result", value: "*" }, { name: "FEN", value: "old" }];
    assert.equal(
        gameAsPdn(INTERNATIONAL, { startFen: "B:W41:BK46", moves: ["46x37"], tags, writtenResult: "0-2" }),
        '[White "A \\"B\\" \\\\"]\n[Result "0-2"]\n[GameType "20"]\n[Variant "international"]\n[SetUp "1"]\n'
        + '[FEN "B:W41:BK46"]\n\n1... 46x37 0-2\n',
    );
    const long = gameAsPdn(RUSSIAN, { startFen: RUSSIAN.startFen, moves: Array(40).fill("a1-b2"), tags: [] });
    assert.ok(long.split("\n").every((line) => line.length <= 80));
});
