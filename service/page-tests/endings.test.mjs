// The pages of endings, from the server and from files alone. What they say is compared with the
// files and with the command line.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import { SERVER, closeBrowser, piecesOf, required, settled, textOf, visiting } from "./harness.mjs";

after(closeBrowser);

const TABLES = required("PEATEE_TABLES");
const PAGE = fileURLToPath(new URL("../page/", import.meta.url));
const made = async (variant, name) => readFile(join(TABLES, variant, "endings", name), "utf8");

const barriers = async (page) => (await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id);

test("an ending: counts, distances, longest wins and zugzwangs, files", async () => {
    const counts = JSON.parse(await made("international", "stats.json")).find(({ slice }) => slice === "MvM");
    const lines = (await made("international", "MvM.jsonl")).trim().split("\n").map((line) => JSON.parse(line));
    const wins = lines.filter(({ type }) => type === "win");
    await visiting({ path: "/endings.html#variant=international" }, async (page) => {
        await page.getByRole("link", { name: "MvM", exact: true }).click();
        await page.getByRole("heading", { name: "International draughts: MvM" }).waitFor();
        const text = await textOf(page, "#endings");
        const figures = { Wins: counts.wins, Draws: counts.draws, Losses: counts.losses, All: counts.positions };
        for (const [name, count] of Object.entries(figures)) {
            assert.ok(text.includes(`${name} ${count.toLocaleString("en")}`), `${name} ${count}: ${text}`);
        }
        assert.ok(text.includes(`Longest win, plies ${counts.longest_win.plies}`), text);
        assert.equal(await page.locator("#endings img").evaluate((img) => img.decode().then(() => img.naturalWidth)), 800);
        const longest = page.locator(".positions").first();
        assert.match(await longest.innerText(), /Longest wins[^]*1 of 14[^]*White wins in 9 moves/);
        await longest.getByRole("button", { name: "Previous position" }).click();
        assert.match(await longest.innerText(), /14 of 14/);
        await longest.getByRole("button", { name: "Next position" }).click();
        await longest.getByRole("button", { name: "Next position" }).click();
        assert.match(await longest.innerText(), /2 of 14/);
        const zugzwang = await page.locator(".positions").nth(1).innerText();
        assert.match(zugzwang, /Mutual zugzwang[^]*1 of 100[^]*Black wins in 5 moves\. With the other side to move: White wins/);
        assert.match(text, /Metric Bytes dtc [\d,]+ dtr-FMJD-100 [\d,]+ dtw [\d,]+ wdl [\d,]+/);
        assert.deepEqual(await barriers(page), []);
        // On the board the server says the same.
        await longest.getByRole("link").click();
        await page.waitForURL(/\/#variant/);
        await settled(page);
        assert.equal(await textOf(page, "#verdict .says"), "White wins in 9 moves");
        assert.equal(Object.keys(await piecesOf(page)).length, 2);
        const fen = wins[1].fen;
        const asked = execFileSync(required("PEATEE_PROGRAM"), ["probe", "--tables", TABLES, "--variant", "international", fen]);
        assert.match(String(asked), /17/);
        // And leads back to its ending.
        await page.locator("#analysis summary").click();
        await page.getByRole("link", { name: "All about MvM" }).click();
        await page.getByRole("heading", { name: "International draughts: MvM" }).waitFor();
    });
});

test("all endings of a game, in every language and on a phone", async () => {
    for (const [language, heading] of [["et", "Lõppmängud: Male"], ["fr", "Finales: Échecs"], ["nl", "Eindspelen: Schaken"],
        ["ru", "Окончания: Шахматы"]]) {
        const context = { path: `/endings.html#variant=chess&lang=${language}`, viewport: { width: 360, height: 740 },
            colorScheme: "dark" };
        await visiting(context, async (page) => {
            assert.equal(await textOf(page, "#endings h2"), heading);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
            assert.deepEqual(await barriers(page), []);
        });
    }
});

test("files that are not of endings are not given", async () => {
    for (const path of ["international/KKvK.wdl", "international/..%2Fmanifest.json", "international/%2E%2E%2F%2E%2E%2Fx.json",
        "international/.json", "international/none.json", "halma/manifest.json", "english/manifest.json"]) {
        const { status } = await fetch(`${SERVER}/endings/${path}`);
        assert.ok([400, 404].includes(status), `${path}: ${status}`);
    }
    const guarded = required("PEATEE_PAGE_GUARDED");
    assert.equal((await fetch(`${guarded}/endings/international/manifest.json`)).status, 401);
});

test("the pages stand on any server of files", async () => {
    const variants = await (await fetch(`${SERVER}/v1/variants`)).text();
    const types = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml" };
    const files = createServer(async ({ url }, answer) => {
        const path = new URL(url, "http://files").pathname;
        const [, , variant, name] = path.split("/");
        const place = !path.startsWith("/endings/") ? join(PAGE, path)
            : join(TABLES, variant, name === "manifest.json" ? "" : "endings", name);
        const content = path === "/v1/variants" ? variants : await readFile(place).catch(() => null);
        answer.writeHead(content === null ? 404 : 200, { "content-type": types[path.split(".").at(-1)] ?? "text/plain" });
        answer.end(content ?? "");
    });
    await new Promise((resolve) => files.listen(0, "127.0.0.1", resolve));
    const server = `http://127.0.0.1:${files.address().port}`;
    try {
        await visiting({ server, path: "/endings.html#variant=chess&slice=KRvK" }, async (page) => {
            assert.match(await textOf(page, "#endings"), /Wins 21,959 100%.*Longest win, plies \(DTZ\) 31/);
            assert.match(await textOf(page, ".positions"), /White wins\. DTZ 31\./);
        });
    } finally {
        files.close();
    }
});
