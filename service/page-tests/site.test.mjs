// The page from a server of files alone, without a network once it is loaded; scripts/check wasm runs this.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { CHESS_GAMES, SAMPLE, closeBrowser, judge, piecesOf, settled, textOf, visiting } from "./harness.mjs";

after(closeBrowser);

/** Cuts the network once the tables of all games are loaded. Returns what is asked of it afterwards. */
const cutOff = async (page) => {
    await page.waitForLoadState("networkidle");
    const asked = [];
    await page.context().setOffline(true);
    await page.context().route("**", (route) => {
        // The browser asks for the icon whenever the address changes.
        if (!route.request().url().endsWith("/icon.png")) {
            asked.push(route.request().url());
        }
        return route.abort();
    });
    return asked;
};

test("positions, games, verdicts, lines and reports need no network", () => visiting({ allowed: [/net::ERR_FAILED/] }, async (page) => {
    const asked = await cutOff(page);
    await judge(page, "W:W23:B5,6");
    assert.equal(await textOf(page, "#verdict .says"), "White wins in 15 moves");
    await page.locator('#board [data-square="23"]').click();
    await page.locator('#board [data-square="18"]').click();
    await settled(page);
    assert.deepEqual(await piecesOf(page), { 18: "Wman", 5: "Bman", 6: "Bman" });
    await page.locator("#analysis summary").first().click();
    await settled(page);
    assert.ok(await page.locator("#analysis tbody tr").count() >= 2);
    const pictures = process.env.PEATEE_PAGE_PICTURES;
    if (pictures) {
        await page.screenshot({ path: join(pictures, "site.png"), fullPage: true });
    }

    await judge(page, SAMPLE);
    const rows = await page.locator("#input tbody tr").allInnerTexts();
    assert.equal(rows.length, 4);
    assert.match(rows[0], /1-1\s+Drawn\s+The written result 1-1 is what the rules give/);
    assert.match(rows[2], /1-1\s+White wins in 1 move\s+.*would bring another result/);

    // A second text, and another game.
    await judge(page, CHESS_GAMES);
    assert.match((await page.locator("#input tbody tr").allInnerTexts())[0], /0-1\s+Black has won/);
    await page.locator("#open-protocol").click();
    await settled(page);
    assert.ok((await textOf(page, "#protocol")).length > 200);
    assert.deepEqual(asked, []);
}));
