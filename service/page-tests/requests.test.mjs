// How many files the page asks the server for.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { SAMPLE, SERVER, closeBrowser, judge, visiting } from "./harness.mjs";

after(closeBrowser);

for (const [path, scripts] of [["/", ["/app/main.js", "/app/worker.js"]], ["/endings.html", ["/app/endings.js"]]]) {
    test(`the code of ${path} takes ${scripts.length} requests`, () => visiting({ path }, async (page) => {
        const asked = [];
        page.on("request", (request) => asked.push(new URL(request.url())));
        await page.reload({ waitUntil: "networkidle" });
        if (path === "/") {
            await judge(page, SAMPLE);
        }
        const names = asked.filter(({ origin }) => origin === SERVER).map(({ pathname }) => pathname);
        assert.deepEqual(names.filter((name) => name.endsWith(".js")).sort(), scripts);
    }));
}
