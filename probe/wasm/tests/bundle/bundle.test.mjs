// A page built by Vite answers on its main thread and in a worker, from tables on a server of files.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { chromium } from "playwright-core";

const browser = await chromium.launch({ executablePath: process.env.PEATEE_CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
after(() => browser.close());

test("main thread and worker give the same answers", async () => {
    const page = await browser.newPage();
    const faults = [];
    page.on("pageerror", (error) => faults.push(error.stack));
    await page.goto(`${process.env.PEATEE_PAGE_SERVER}/bundle/`);
    const [main, worker] = await page.evaluate(() => globalThis.answers);
    assert.deepEqual(main, [{ wdl: "win", plies: { dtw: 31 } }, 31, "White wins in 16 moves"]);
    assert.deepEqual(worker, main);
    assert.deepEqual(faults, []);
});
