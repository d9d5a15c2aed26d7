// axe finds nothing, in any view and style; nothing is wider than the screen.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { CHESS_GAMES, REPETITION, SAMPLE, SERVER, closeBrowser, judge, settled, visiting } from "./harness.mjs";

after(closeBrowser);

/** Every view: how a visitor comes to it. */
const VIEWS = {
    start: async () => {},
    games: (page) => judge(page, SAMPLE),
    illegal: async (page) => {
        await judge(page, SAMPLE);
        await page.locator("#input tbody tr:nth-child(4) button").click();
        await settled(page);
    },
    claim: async (page) => {
        await judge(page, REPETITION);
        await page.locator("#rules").selectOption("USSR-1953-64");
        await settled(page);
    },
    analysis: async (page) => {
        await judge(page, "W:W23:B5,6");
        await page.locator("#analysis summary").click();
        await page.locator("#analysis > button").click();
        await settled(page);
    },
    line: async (page) => {
        await judge(page, "W:W23:B5,6");
        await page.locator("#verdict .line button").nth(2).click();
    },
    "other line": async (page) => {
        await page.goto(`${SERVER}/#variant=international&fen=W:W23:B5,6&moves=23-18&ply=0`);
        await page.reload();
        await settled(page);
        await page.locator('#board [data-square="23"]').click();
        await page.locator('#board [data-square="19"]').click();
        await settled(page);
    },
    setup: (page) => page.locator("#edit").click(),
    lettered: async (page) => {
        await page.locator("#variant").selectOption("turkish");
        await settled(page);
    },
    chess: (page) => judge(page, CHESS_GAMES),
    "chess setup": async (page) => {
        await judge(page, "8/8/8/8/8/2k5/7q/K7 b - - 10 90");
        await page.locator("#edit").click();
        await page.locator("#analysis summary").click();
    },
    protocol: async (page) => {
        await judge(page, SAMPLE);
        await page.locator("#open-protocol").click();
    },
};

/** How wide the page is, and how wide the screen. */
const widths = (page) => page.evaluate(() =>
    [document.documentElement.scrollWidth, document.documentElement.clientWidth]);

const STYLES = ["light", "dark", "contrast"];
const WIDTHS = [360, 1280, 1920];

for (const [name, come] of Object.entries(VIEWS)) {
    test(`axe finds nothing: ${name}`, async () => {
        for (const style of STYLES) {
            await visiting({}, async (page) => {
                await page.locator("#style").selectOption(style);
                await come(page);
                const { violations } = await new AxeBuilder({ page }).analyze();
                const found = violations.map(({ id, nodes }) =>
                    `${id}: ${nodes.map((node) => node.html).join("\n  ")}`);
                assert.deepEqual(found, [], `${name}, ${style}`);
            });
        }
    });

    test(`nothing is wider than the screen: ${name}`, async () => {
        for (const width of WIDTHS) {
            await visiting({ viewport: { width, height: 740 } }, async (page) => {
                await come(page);
                const [wide, has] = await widths(page);
                assert.ok(wide <= has, `${name} at ${width} px: ${wide} px wide`);
                await keepPicture(page, `${name}-${width}`);
            });
        }
    });
}

test("no language needs more room than a phone has", async () => {
    for (const locale of ["et", "fr", "nl", "ru"]) {
        for (const name of ["illegal", "analysis", "setup", "protocol"]) {
            await visiting({ locale, viewport: { width: 360, height: 740 } }, async (page) => {
                await VIEWS[name](page);
                const [wide, has] = await widths(page);
                assert.ok(wide <= has, `${name} in ${locale}: ${wide} px wide`);
                await keepPicture(page, `${name}-360-${locale}`);
            });
        }
    }
});

/** Keeps a picture of the view where PEATEE_PAGE_PICTURES names a folder, for people to look at. */
async function keepPicture(page, name) {
    const folder = process.env.PEATEE_PAGE_PICTURES;
    if (folder) {
        await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
    }
}

test("the system's wishes choose the style", async () => {
    const styleOf = (page) => page.locator("html").getAttribute("data-style");
    await visiting({ colorScheme: "dark" }, async (page) => assert.equal(await styleOf(page), "dark"));
    await visiting({ colorScheme: "light" }, async (page) => assert.equal(await styleOf(page), "light"));
    await visiting({ contrast: "more" }, async (page) => assert.equal(await styleOf(page), "contrast"));
});
