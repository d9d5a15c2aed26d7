// The page over an encrypted connection, on the port that also answers gRPC and HTTP/1.1.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, judge, required, textOf, visiting } from "./harness.mjs";

after(closeBrowser);

const SERVER = required("PEATEE_PAGE_ENCRYPTED");

test("the browser speaks HTTP/2 over TLS", () => visiting({ server: SERVER, ignoreHTTPSErrors: true }, async (page) => {
    await judge(page, "W:W23:B5,6");
    assert.equal(await textOf(page, "#verdict .says"), "White wins in 15 moves");
    const protocols = await page.evaluate(() =>
        ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
            .map((entry) => entry.nextHopProtocol));
    assert.ok(protocols.length > 10, `${protocols.length} answers`);
    assert.deepEqual([...new Set(protocols)], ["h2"]);
}));
