// A server that answers with a token only: the page says so, asks for one, and keeps it.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, judge, required, settled, visiting } from "./harness.mjs";

after(closeBrowser);

const SERVER = required("PEATEE_PAGE_GUARDED");
const TOKEN = required("PEATEE_PAGE_TOKEN");

/** What the browser itself says of answers that are refused. */
const allowed = [/status of 401/];

async function enter(page, token) {
    await page.locator("#token").fill(token);
    await Promise.all([page.waitForEvent("load"), page.locator("#token").press("Enter")]);
    await settled(page);
}

test("a token is asked for, refused, taken and kept", () => visiting({ server: SERVER, allowed }, async (page) => {
    const refusal = page.locator("#refusal");
    assert.match(await refusal.textContent(), /This server needs a token/);
    await enter(page, "wrong");
    assert.match(await refusal.textContent(), /does not know this token/);
    await enter(page, TOKEN);
    assert.equal(await refusal.textContent(), "");
    await judge(page, "W:W23:B5,6");
    assert.match(await page.locator("#verdict").textContent(), /White wins/);
    await page.reload();
    await settled(page);
    assert.equal(await refusal.textContent(), "");
    assert.equal(await page.locator("#token").inputValue(), TOKEN);
}));

test("where no token is asked for there is no field", () => visiting({}, async (page) => {
    assert.equal(await page.locator("#token").isVisible(), false);
}));
