// The board draws every game as the server describes it: the server names the squares of each board
// itself, and reads back what the board writes.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Geometry } from "../page/board/geometry.js";
import { readFen, writeFen } from "../page/board/setup.js";
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
