// A visit without a mouse: everything is reached by Tab and done with keys.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, piecesOf, settled, textOf, visiting } from "./harness.mjs";

after(closeBrowser);

/** Presses Tab until an element of that selector has the focus. */
async function tabTo(page, selector) {
    for (let presses = 0; presses < 120; presses += 1) {
        if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) {
            return;
        }
        await page.keyboard.press("Tab");
    }
    assert.fail(`Tab does not reach ${selector}`);
}

/** The square that has the focus. */
const focused = (page) => page.evaluate(() => document.activeElement.dataset.square);

async function goTo(page, keys) {
    for (const key of keys) {
        await page.keyboard.press(key);
    }
}

test("a position is set up, judged, played and printed by keys alone", () => visiting({}, async (page) => {
    await tabTo(page, "#edit");
    await page.keyboard.press("Enter");
    await tabTo(page, "#setup .actions button:nth-child(2)");
    await page.keyboard.press("Enter");
    // Backwards to the board, which is one stop.
    await page.locator("body").evaluate(() => document.activeElement.blur());
    await tabTo(page, "#board [data-square]");
    assert.equal(await focused(page), "1");
    await goTo(page, ["ArrowDown", "ArrowLeft", "2"]);
    assert.equal(await focused(page), "6");
    await goTo(page, ["End", "4", "ArrowUp", "3", "Delete"]);
    assert.deepEqual(await piecesOf(page), { 6: "Wking", 10: "Bking" });
    await tabTo(page, "#setup .main");
    await page.keyboard.press("Enter");
    await settled(page);
    assert.equal(await textOf(page, "#verdict .says"), "Drawn with best play");

    await tabTo(page, "#board [data-square]");
    await goTo(page, ["ArrowDown", "Home"]);
    assert.equal(await focused(page), "6");
    await page.keyboard.press("Enter");
    assert.match(await textOf(page, "#status"), /^6 chosen; it can go to /);
    await goTo(page, ["ArrowUp", "Enter"]);
    await settled(page);
    assert.deepEqual(await piecesOf(page), { 1: "Wking", 10: "Bking" });
    assert.equal(await textOf(page, "#place"), "1. 6-1");

    await tabTo(page, "#open-protocol");
    await page.keyboard.press("Enter");
    assert.match(await textOf(page, "#protocol"), /Report of a verdict/);
    await tabTo(page, "#close-protocol");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#work").isVisible(), true);
}));

test("a screen reader hears the squares and the position", () => visiting({ path: "/#variant=russian&fen=W:WKa1:Bh8" },
    async (page) => {
        const label = (square) => page.locator(`#board [data-square="${square}"]`).getAttribute("aria-label");
        assert.equal(await label("a1"), "a1, white king");
        assert.equal(await label("h8"), "h8, black man");
        assert.equal(await label("c3"), "c3, empty");
        assert.equal(await textOf(page, "#board-text"), "White: king a1. Black: man h8. White to move.");
    }));
