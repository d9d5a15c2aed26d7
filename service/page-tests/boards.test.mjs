// The board draws every game as the server describes it: the server names the squares of each board
// itself, and reads back what the board writes.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Geometry } from "../page/board/geometry.js";
import { readFen, writeFen } from "../page/board/setup.js";
import { mirrored, swapped } from "../page/board/symmetry.js";
import { SERVER, closeBrowser, piecesOf, settled, visiting } from "./harness.mjs";

after(closeBrowser);

const ask = async (path) => {
    const response = await fetch(`${SERVER}/v1/${path}`);
    assert.equal(response.status, 200, path);
    return response.json();
};
const { variants } = await ask("variants");
/** A kind as the server names it: that of chess has no other game before it. */
const kindOf = (kind) => kind.replace("chess-", "");

test("squares are called as the server calls them", () => {
    assert.ok(variants.length >= 32);
    for (const { id, board } of variants) {
        const geometry = new Geometry(board);
        const names = [];
        for (let row = 0; row < board.rankCount; row += 1) {
            for (let column = 0; column < board.fileCount; column += 1) {
                names.push(geometry.at(column, row)?.name ?? "");
            }
        }
        assert.deepEqual(names, board.squares, id);
    }
});

test("positions are read and written as the server does", async () => {
    for (const { id, startFen, board } of variants) {
        const query = new URLSearchParams({ variant: id });
        const { fen, pieces, sideToMove } = await ask(`position?${query}`);
        const setup = readFen(fen);
        assert.equal(fen, (await ask(`position?${new URLSearchParams({ variant: id, fen: startFen })}`)).fen, id);
        assert.equal(setup.side, sideToMove === "SIDE_WHITE" ? "W" : "B", id);
        const theirs = pieces.map(({ square, side, kind }) => [square, side === "SIDE_WHITE" ? "W" : "B", kind]).sort();
        const ours = [...setup.pieces].map(([square, { side, kind }]) => [square, side, kindOf(kind)]).sort();
        assert.deepEqual(ours, theirs, id);
        const written = new URLSearchParams({ variant: id, fen: writeFen(setup, new Geometry(board)) });
        assert.equal((await ask(`position?${written}`)).fen, fen, id);
    }
});

/** Positions beside the start positions: of chess with rights to castle, a passed pawn, and neither. */
const MORE = {
    __proto__: null,
    chess: ["r3k2r/8/8/8/8/8/6P1/R3K2R w Kq - 3 12", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", "8/8/8/8/2k5/8/1q6/3K1N2 b - - 5 60"],
    international: ["B:W28,33,K46:B5,19,K22"],
    turkish: ["W:Wb3,Kg2:Ba5,c6,Kh8"],
    konane: ["W:Wa1,c1,b2,d4:Bd1,a2,e2,c4"],
};

test("mirrored and swapped positions have the legal moves of the first, mirrored and swapped", async () => {
    const described = (variant, fen) => ask(`position?${new URLSearchParams({ variant, fen })}`);
    const counts = { mirrored: 0, swapped: 0 };
    for (const variant of variants) {
        const { id, board, startFen } = variant;
        const geometry = new Geometry(board);
        for (const fen of [startFen, ...MORE[id] ?? []]) {
            const first = await described(id, fen);
            for (const map of [mirrored, swapped]) {
                const image = map(variant, geometry, first.fen);
                if (!image) {
                    continue;
                }
                counts[map.name] += 1;
                const answer = await described(id, image);
                assert.deepEqual(readFen(answer.fen), readFen(image), id);
                assert.deepEqual(readFen(map(variant, geometry, image)), readFen(first.fen), id);
                const mirror = (square) => {
                    const { column, row } = geometry.byName.get(square);
                    const files = [column, geometry.columns - 1 - column];
                    const isTurned = map === mirrored || id !== "chess";
                    const rows = map === mirrored || id === "konane" ? row : geometry.rows - 1 - row;
                    return geometry.at(files[Number(isTurned)], rows).name;
                };
                const paths = ({ legalMoves }, at) => legalMoves
                    .map(({ move }) => [...move.pathSquares.map(at), move.uci?.[4] ?? ""].join()).sort();
                assert.deepEqual(paths(answer, (square) => square), paths(first, mirror), `${map.name} ${id} ${fen}`);
            }
        }
    }
    assert.deepEqual(counts, { mirrored: 10, swapped: 36 });
    const oneway = variants.find(({ id }) => id === "oneway");
    assert.equal(swapped(oneway, new Geometry(oneway.board), oneway.startFen), "");
});

test("a position is mirrored and swapped on the page, with the counts that run", () => visiting({}, async (page) => {
    const says = () => page.locator("#verdict .says").innerText();
    await page.goto(`${SERVER}/#variant=international&rules=FMJD-100&fen=W:WK8,K31,K42:BK29&counters=6.3=20`);
    await page.reload();
    await settled(page);
    const [before, counts] = [await says(), await page.locator("#verdict .counts").innerText()];
    assert.equal(before.startsWith("White wins"), true);
    assert.equal(await page.locator("#mirror").isVisible(), false);
    await page.locator("#swap").click();
    await settled(page);
    assert.deepEqual(await piecesOf(page), { 43: "Bking", 20: "Bking", 9: "Bking", 22: "Wking" });
    assert.equal(await says(), before.replace("White", "Black"));
    assert.equal((await page.locator("#verdict .counts").innerText()).replace(/Left: .*/, ""), counts.replace(/Left: .*/, ""));
    await page.locator("#undo").click();
    await settled(page);
    assert.equal(await says(), before);
    // Chess is mirrored where nobody may castle.
    await page.locator("#variant").selectOption("chess");
    await settled(page);
    assert.equal(await page.locator("#mirror").isVisible(), false);
    await page.goto(`${SERVER}/#variant=chess&fen=8/8/8/8/8/1k6/7q/K7%20b%20-%20-%2010%2090`);
    await page.reload();
    await settled(page);
    await page.locator("#mirror").click();
    await settled(page);
    assert.deepEqual(await piecesOf(page), { g3: "Bchess-king", a2: "Bchess-queen", h1: "Wchess-king" });
}));

test("every game stands on the board, either way round", () => visiting({}, async (page) => {
    for (const { id, startFen, board } of variants) {
        await page.locator("#variant").selectOption(id);
        await settled(page);
        const there = await piecesOf(page);
        const wanted = Object.fromEntries([...readFen(startFen).pieces]
            .map(([square, { side, kind }]) => [square, side + kind]));
        assert.deepEqual(there, wanted, id);
        assert.equal(await page.locator("#board [data-square]").count(), board.squareCount, id);
    }
    const place = async (square) => {
        const box = await page.locator(`#board [data-square="${square}"] .square`).boundingBox();
        return [box.x, box.y];
    };
    await page.locator("#variant").selectOption("international");
    await settled(page);
    const [[x1, y1], [x50, y50]] = [await place(1), await place(50)];
    assert.ok(x1 < x50 && y1 < y50);
    await page.locator("#turn").click();
    const [turned1, turned50] = [await place(1), await place(50)];
    assert.deepEqual([turned1, turned50].map((at) => at.map(Math.round)), [[x50, y50], [x1, y1]].map((at) =>
        at.map(Math.round)));
}));
