// The command line says what the page says, in every language: the two have the texts in common and
// nothing else.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { SAMPLE, closeBrowser, judge, required, settled, visiting } from "./harness.mjs";

after(closeBrowser);

const PROGRAM = required("PEATEE_PROGRAM");
const TABLES = required("PEATEE_TABLES");
const PDN = fileURLToPath(new URL("../samples/three-against-one.pdn", import.meta.url));

/** What the program says of a game of the sample. Exit code 1 tells of a fault in the game. */
const saidOf = (game, language) => new Promise((resolve, reject) => {
    const args = ["adjudicate", "--pdn", PDN, "--game", String(game), "--lang", language, "--tables", TABLES,
        "--line-plies", "100"];
    execFile(PROGRAM, args, (error, out) => (error && error.code !== 1 ? reject(error) : resolve(out)));
});

/** What the page says in so many words: the verdict, why, the counts, the result. */
const WORDS = ["#verdict .says", "#verdict .why", "#verdict .counts li > p", "#verdict .count-line span",
    "#verdict .agreement", "#verdict .line .soft"];

for (const language of ["en", "et", "fr", "nl", "ru"]) {
    const title = `the command line says the same as the page: ${language}`;
    test(title, () => visiting({ locale: language }, async (page) => {
        await judge(page, SAMPLE);
        for (const game of [1, 2, 3, 4]) {
            await page.locator(`#input tbody tr:nth-child(${game}) button`).click();
            await settled(page);
            const said = (await saidOf(game, language)).replace(/\s+/g, " ");
            const words = await Promise.all(WORDS.map((selector) => page.locator(selector).allTextContents()));
            const texts = words.flat().map((text) => text.replace(/\s+/g, " ").trim()).filter(Boolean);
            assert.ok(texts.length >= 7, `${texts.length} texts`);
            for (const text of texts) {
                assert.ok(said.includes(text), `game ${game}: "${text}" is not in\n${said}`);
            }
        }
    }));
}
