// The command line says what the page says, in every language: the two have the texts in common and
// nothing else.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, test } from "node:test";
import { CHESS_GAMES, SAMPLE, closeBrowser, judge, required, settled, visiting } from "./harness.mjs";

after(closeBrowser);

const PROGRAM = required("PEATEE_PROGRAM");
const TABLES = required("PEATEE_TABLES");

/** What the program says of a game of a text. Exit code 1 tells of a fault in the game. */
const saidOf = (text, game, language, more) => new Promise((resolve, reject) => {
    const args = ["adjudicate", "--pdn", "-", "--game", String(game), "--lang", language, "--tables", TABLES,
        "--line-plies", "100", ...more];
    const program = execFile(PROGRAM, args, (error, out) => (error && error.code !== 1 ? reject(error) : resolve(out)));
    program.stdin.end(text);
});

/** What the page says in so many words: the verdict, why, the counts, the result. */
const WORDS = ["#verdict .says", "#verdict .why", "#verdict .counts li > p", "#verdict .count-line span",
    "#verdict .agreement", "#verdict .line .soft", "#verdict .remark", "#verdict .article p.soft",
    "#verdict .notes li"];

/**
 * Texts with how many games they have, the fewest things that the page says of one of them, and what tells the program
 * which game is played.
 */
const TEXTS = [[SAMPLE, 4, 7, []], [CHESS_GAMES, 7, 3, ["--variant", "chess"]]];

for (const language of ["en", "et", "fr", "nl", "ru"]) {
    const title = `the command line says the same as the page: ${language}`;
    test(title, () => visiting({ locale: language }, async (page) => {
        for (const [text, count, fewest, more] of TEXTS) {
            await judge(page, text);
            for (let game = 1; game <= count; game += 1) {
                await page.locator(`#input tbody tr:nth-child(${game}) button`).click();
                await settled(page);
                const said = (await saidOf(text, game, language, more)).replace(/\s+/g, " ");
                const words = await Promise.all(WORDS.map((selector) => page.locator(selector).allTextContents()));
                const texts = words.flat().map((words) => words.replace(/\s+/g, " ").trim()).filter(Boolean);
                assert.ok(texts.length >= fewest, `${texts.length} texts`);
                for (const part of texts) {
                    assert.ok(said.includes(part), `game ${game}: "${part}" is not in\n${said}`);
                }
            }
        }
    }));
}
