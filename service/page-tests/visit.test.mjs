// An arbiter's visit: a tournament's PDN is pasted, a game stepped through, a verdict read, a
// protocol printed. What the page should say is known of the sample games, not asked of the page.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { REPETITION, SAMPLE, closeBrowser, judge, piecesOf, settled, textOf, visiting } from "./harness.mjs";

after(closeBrowser);

const openGame = async (page, number) => {
    await page.locator(`#input tbody tr:nth-child(${number}) button`).click();
    await settled(page);
};

test("the games of a text are listed with their verdicts", () => visiting({}, async (page) => {
    await judge(page, SAMPLE);
    const rows = await page.locator("#input tbody tr").allInnerTexts();
    assert.equal(rows.length, 4);
    assert.match(rows[0], /1-1\s+Drawn\s+The written result 1-1 is what the rules give/);
    assert.match(rows[1], /2-0\s+White has won/);
    assert.match(rows[2], /1-1\s+White wins in 1 move\s+.*would bring another result/);
    assert.match(rows[3], /2-0\s+Illegal move: 1\.\.\. 11-16/);
    assert.match(await textOf(page, "#input .games > p"), /4 games\. 1 needs the arbiter\./);
}));

test("Back and Undo lead through what was opened, with the list of games", () => visiting({}, async (page) => {
    await judge(page, SAMPLE);
    await openGame(page, 2);
    const games = () => page.locator("#input tbody tr").count();
    assert.match(await textOf(page, "#input tr.open"), /^2 /);
    await page.goBack();
    await settled(page);
    assert.match(await textOf(page, "#input tr.open"), /^1 /);
    assert.equal(await games(), 4);
    assert.equal(await textOf(page, "#verdict .says"), "Drawn");
    await page.goForward();
    await settled(page);
    assert.match(await textOf(page, "#input tr.open"), /^2 /);
    // A position takes the place of the games, and Undo brings them back.
    await judge(page, "W:W23:B5,6");
    assert.equal(await games(), 0);
    await page.locator('#board [data-square="23"]').click();
    await page.locator('#board [data-square="18"]').click();
    await settled(page);
    assert.deepEqual(await piecesOf(page), { 18: "Wman", 5: "Bman", 6: "Bman" });
    await page.locator("#back").click();
    await settled(page);
    await page.locator("#undo").click();
    await settled(page);
    assert.deepEqual(await piecesOf(page), { 23: "Wman", 5: "Bman", 6: "Bman" });
    assert.equal(await page.locator("#moves").isVisible(), false);
    await page.locator("#undo").click();
    await settled(page);
    assert.equal(await games(), 4);
    assert.match(await textOf(page, "#input tr.open"), /^2 /);
    // The report is a place of its own.
    await page.locator("#open-protocol").click();
    await page.goBack();
    await settled(page);
    assert.equal(await page.locator("#protocol").isVisible(), false);
    assert.equal(await games(), 4);
}));

const LINES = "/#variant=russian&fen=W:WKc1,Ke1,Kh4:BKb8&moves=c1-d2+b8-a7+d2-c1&ply=2";

test("a line that is left for another move is kept, and leads back", () => visiting({ path: LINES }, async (page) => {
    const moves = () => textOf(page, "#moves .game-moves");
    const lines = page.locator("#moves .line");
    const play = async (from, to) => {
        await page.locator(`#board [data-square="${from}"]`).click();
        await page.locator(`#board [data-square="${to}"]`).click();
        await settled(page);
    };
    // The move that was played is no other line.
    await play("d2", "c1");
    assert.equal(await lines.count(), 0);
    await page.locator("#back").click();
    await settled(page);
    await play("d2", "e3");
    assert.match(await moves(), /1\. c1-d2.*b8-a7.*2\. d2-e3/);
    assert.doesNotMatch(await moves(), /d2-c1/);
    assert.equal((await lines.innerText()).replace(/\s+/g, " "), "Another line 2. d2-c1");
    await page.locator("#back").click();
    await settled(page);
    await play("d2", "c3");
    assert.equal(await lines.count(), 2);
    // A click goes back; the line that was shown is kept in its turn.
    await lines.first().getByRole("button").click();
    await settled(page);
    assert.equal(await textOf(page, "#place"), "2. d2-c1");
    assert.deepEqual((await lines.allInnerTexts()).map((text) => text.replace(/\s+/g, " ")),
        ["Another line 2. d2-e3", "Another line 2. d2-c3"]);
    // So does the move itself.
    await page.locator("#back").click();
    await settled(page);
    await play("d2", "e3");
    assert.equal(await lines.count(), 2);
    await page.locator("#undo").click();
    await settled(page);
    assert.match(await moves(), /d2-c1/);
    await judge(page, "W:WKa3:BKh8");
    await page.locator('#board [data-square="a3"]').click();
    await page.locator('#board [data-square="b4"]').click();
    await settled(page);
    assert.equal(await lines.count(), 0);
}));

test("best moves are arrows, and a key that is held plays best play", () =>
    visiting({ path: "/#variant=russian&fen=W:WKc1,Kh4:Bh8" }, async (page) => {
        const arrows = page.locator("#board .arrow");
        assert.ok(await arrows.count() > 0);
        const line = await page.locator("#verdict .line button").allInnerTexts();
        assert.ok(line.length > 2, String(line));
        await page.locator("#arrows").click();
        assert.equal(await arrows.count(), 0);
        await page.reload();
        await settled(page);
        assert.equal(await arrows.count(), 0);
        await page.locator("#arrows").click();
        assert.ok(await arrows.count() > 0);
        await page.locator("body").evaluate(() => document.activeElement.blur());
        const place = () => textOf(page, "#place");
        await page.keyboard.down("ArrowRight");
        assert.equal(await place(), `Best play: 1. ${line[0]}`);
        await page.waitForFunction((last) => {
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", repeat: true, bubbles: true }));
            return document.querySelector("#place").textContent.endsWith(last);
        }, line.at(-1), { polling: 50 });
        await page.keyboard.up("ArrowRight");
        assert.equal(await page.locator("#ahead").getAttribute("aria-disabled"), "true");
        assert.equal(await arrows.count(), 0);
        await page.locator("#first").click();
        await settled(page);
        assert.equal(await place(), "Position");
    }));

test("what is at fault is said: the input, not the server", () => visiting({ allowed: [/400/] }, async (page) => {
    for (const [text, title] of [["W:W99:B1", "This position cannot be read."],
        ['[Variant "halma"]\n\n1. 32-28 *', "This record cannot be read."]]) {
        await judge(page, text);
        assert.equal(await textOf(page, "#refusal strong"), title);
    }
}));

test("what is wrong with a position or a record is said in the language of the page", () =>
    visiting({ path: "/#lang=ru", allowed: [/400/] }, async (page) => {
        for (const [text, says] of [
            ["W:W31:B1:Q", "FEN пишется как"],
            ["W:W1:B20", "Невозможная позиция: Белые, простая: на поле 1"],
            ["8/8/8/8/8/2k5/7q/7Q w - - 0 1", "Белые: королей 0"],
            ['[GameType "77"]\n\n1. 32-28 *', "Партия 1, строка 1, столбец 1: Игры с GameType"],
        ]) {
            await judge(page, text);
            assert.ok((await textOf(page, "#refusal p")).startsWith(says), await textOf(page, "#refusal p"));
            assert.equal(await page.locator('#refusal [lang="en"]').count(), 0);
        }
    }));

test("what the server cannot do is said in the language of the page", () =>
    // Opened as a new page: in an open one the address becomes that of the game on the board again.
    visiting({ path: "/#variant=international&rules=none-such&lang=ru", allowed: [/400/] }, async (page) => {
        assert.equal(await textOf(page, "#refusal p"), "Эти правила ничьей здесь неизвестны.");
        assert.equal(await page.locator('#refusal [lang="en"]').count(), 0);
    }));

test("a tournament that is sent in parts, as long as the server takes", () => visiting({}, async (page) => {
    const text = SAMPLE.replaceAll("[Result", `[Annotator "${"x".repeat(3000)}"]\n[Result`).repeat(100);
    assert.ok(text.length > 1024 * 1024);
    await judge(page, text);
    assert.match(await textOf(page, "#input .games > p"), /400 games\. 100 need the arbiter\./);
    const rows = page.locator("#input tbody tr");
    assert.equal(await rows.count(), 400);
    assert.match(await rows.last().textContent(), /^400.*2-0Illegal move: 1\.\.\. 11-16/s);
    await rows.nth(397).locator("button").click();
    await settled(page);
    assert.equal(await page.locator("#input tr.open").count(), 1);
    assert.match(await rows.nth(397).getAttribute("class"), /open/);
    assert.equal(await textOf(page, "#verdict .says"), "White has won");
}));

test("a drawn game: article, source, counts, and no moves left", () => visiting({}, async (page) => {
    await judge(page, SAMPLE);
    await openGame(page, 1);
    assert.equal(await textOf(page, "#verdict .says"), "Drawn");
    const verdict = await textOf(page, "#verdict");
    assert.match(verdict, /Article 6\.3 With three pieces, a king among them, against a lone king, the game is drawn after 16 moves by each side/);
    assert.match(verdict, /Source: FMJD rules.*articles 6 and 7\. Edition: before 2024\./);
    assert.match(verdict, /Article 6\.3 16 of 16 moves by each side The count has run out\./);
    assert.match(verdict, /Article 6\.2 14 of 25 moves by each side Left: White 11 moves, Black 11 moves\./);
    assert.deepEqual(await piecesOf(page), { 8: "Wking", 31: "Wking", 29: "Bking" });
}));

test("a game called a draw too early: what best play gives, and the line on the board", () =>
    visiting({}, async (page) => {
        await judge(page, SAMPLE);
        await openGame(page, 3);
        assert.equal(await textOf(page, "#verdict .says"), "White wins in 1 move");
        assert.match(await textOf(page, "#verdict .why"),
            /White needs 1 move to end .* article 6\.3.* White has 1 move left of 16 by article 6\.3\./);
        assert.match(await textOf(page, "#verdict .line"), /16\. 35x2/);
        await page.locator("#verdict .line button").first().click();
        assert.deepEqual(await piecesOf(page), { 2: "Wking" });
        assert.equal(await textOf(page, "#place"), "Best play: 16. 35x2");
        await page.locator("#back").click();
        assert.deepEqual(await piecesOf(page), { 30: "Bking", 35: "Wking" });
    }));

test("stepping shows the value that every move led to", () => visiting({}, async (page) => {
    await judge(page, SAMPLE);
    await openGame(page, 2);
    assert.match(await textOf(page, "#moves"), /32 positions of 32 are in the tables\. 0 blunders\./);
    await page.locator("#first").click();
    await settled(page);
    assert.deepEqual(await piecesOf(page), { 12: "Wking", 40: "Wking", 50: "Wman", 11: "Bking" });
    assert.equal(await textOf(page, "#verdict .says"), "White wins in 16 moves");
    await page.locator("#ahead").click();
    await settled(page);
    assert.equal(await textOf(page, "#place"), "1. 12-1");
    // 31 plies from the start: the 16th move of White wins, 30 plies are left after the first.
    assert.match(await textOf(page, "#moves .half.now"), /12-1 ○ 15/);
    await page.locator("#verdict-title").click();
    await page.keyboard.press("ArrowRight");
    await settled(page);
    assert.equal(await textOf(page, "#place"), "1... 11-16");
}));

test("a blunder is marked with what it gave away", () => visiting({}, async (page) => {
    // Of the two moves of White one wins; the other one draws.
    await judge(page, '[GameType "20"]\n[SetUp "1"]\n[FEN "W:W23:B5,6"]\n\n1. 23-19 5-10 *\n');
    assert.match(await textOf(page, "#moves"),
        /2 blunders\. 1\. 23-19\?\? = gave the win away 5-10\?\? ○ 14 gave the draw away/);
    const values = await page.locator("#moves .chip").evaluateAll((chips) => chips.map(({ ariaLabel }) => ariaLabel));
    assert.match(values.join(), /^Drawn with best play.*White wins in 14 moves\.$/);
}));

test("an illegal move: where it stands, why, and what is legal", () => visiting({}, async (page) => {
    await judge(page, SAMPLE);
    await openGame(page, 4);
    const verdict = await textOf(page, "#verdict");
    assert.match(verdict, /Illegal move: 1\.\.\. 11-16 A capture had to be made\./);
    assert.match(verdict, /Article 5\.4\.6 A player who can capture must capture\./);
    assert.match(verdict, /Line 49, column 34 of the text\./);
    assert.match(verdict, /Legal moves: 11x/);
}));

test("a draw that may be claimed: by whom, and by which article", () => visiting({}, async (page) => {
    await judge(page, REPETITION);
    assert.equal(await textOf(page, "#verdict .says"), "Drawn");
    await page.locator("#rules").selectOption("USSR-1953-64");
    await settled(page);
    const verdict = await textOf(page, "#verdict");
    assert.match(verdict, /A draw may be claimed White may claim a draw by article 16 d\. .* 3 times/);
    assert.match(verdict, /Article 16 d A draw may be claimed when the same position/);
    assert.match(verdict, /Article 16 c 4 of 18 moves of White Left: White 14 moves, Black 13 moves\./);
    await page.locator("#first").click();
    await settled(page);
    assert.doesNotMatch(await textOf(page, "#verdict .says"), /claimed/);
}));

test("a repetition that is claimed too early shows its count", () => visiting({}, async (page) => {
    await judge(page, REPETITION.replace("3. c1-d2 b8-a7 4. d2-c1 a7-b8 *", "1-1"));
    assert.match(await textOf(page, "#verdict"),
        /This position has occurred 2 times so far; article 7\.2\.3 requires 3\./);
}));

test("moves behind the end are shown, and kept in the PDN", () => visiting({}, async (page) => {
    await judge(page, REPETITION.replace("*", "5. c1-d2 b8-a7 *"));
    assert.equal(await textOf(page, "#verdict .says"), "Drawn");
    assert.match(await textOf(page, "#verdict"), /2 plies were written after the end .* 5\. c1-d2 b8-a7/);
    assert.match(await textOf(page, "#moves .after-end"), /After the end of the game: 5\. c1-d2 b8-a7/);
}));

test("time decides a game that the rules do not", () => visiting({}, async (page) => {
    const tags = '[GameType "20"]\n[SetUp "1"]\n[Termination "time forfeit"]\n[FEN "W:W23:B5,6"]\n\n';
    await judge(page, `${tags}1. 23-18 0-2\n`);
    assert.match(await textOf(page, "#verdict .agreement"), /Its tags say that time decided it: 0-2\./);
    assert.equal(await page.locator("#verdict .agreement.tone-fault").count(), 0);
}));

test("a loss for which the code has no number says so", () => visiting({}, async (page) => {
    await judge(page, '[GameType "25"]\n[SetUp "1"]\n[FEN "W:WKc1:Bb2"]\n\n1. c1xa3 2-0\n');
    assert.equal(await textOf(page, "#verdict .says"), "White has won");
    assert.match(await textOf(page, "#verdict"), /source of FMJD-64-Russian .* no number for the article on lost games/);
}));

test("rules of another game are named as such", () => visiting({
    path: "/#variant=russian&rules=FMJD-64&fen=W:WKc1,Ke1,Kh4:BKb8",
}, async (page) => {
    assert.match(await textOf(page, "#verdict .notes"),
        /FMJD-64 were not written for this game \(Russian draughts\)\. Written for it: FMJD-64-Russian/);
}));

test("articles can be read otherwise", () => visiting({}, async (page) => {
    await judge(page, REPETITION.replace("3. c1-d2 b8-a7 4. d2-c1 a7-b8 *", "*"));
    assert.match(await textOf(page, "#verdict .counts"), /Article 7\.2\.4 2 of 15 moves of White/);
    await page.locator("#readings summary").click();
    await page.getByLabel("the strong side's own moves are counted as moves by each side").check();
    await settled(page);
    assert.equal(await page.evaluate(() => document.activeElement.id), "reading-each-side");
    assert.match(await textOf(page, "#verdict .counts"), /Article 7\.2\.4 .*\(reading: .*moves by each side.*\)/);
    assert.match(await textOf(page, "#verdict .code"), /FMJD-64-Russian\+each-side/);
    assert.equal(await page.locator("#rules").inputValue(), "FMJD-64-Russian");
    assert.match(page.url(), /rules=FMJD-64-Russian%2Beach-side/);
}));

test("positions of other programs are read, and faults named", () => visiting({
    allowed: [/status of 400/],
}, async (page) => {
    await judge(page, "W:W23:B5,6:H0:F1");
    assert.equal(await textOf(page, "#verdict .says"), "White wins in 15 moves");
    await judge(page, "W:W23:B5,60");
    assert.match(await textOf(page, "#input .refusal"), /This position cannot be read\..*60/);
}));

test("a file is read, also one in the encoding of older programs", () => visiting({}, async (page) => {
    const pdn = '[White "Müller"]\n[Black "Ä"]\n[GameType "20"]\n[SetUp "1"]\n[FEN "W:W23:B5,6"]\n\n1. 23-18 ½-½\n';
    for (const encoding of ["utf8", "latin1"]) {
        await page.locator("#file").setInputFiles({ name: "g.pdn", mimeType: "text/plain",
            buffer: Buffer.from(pdn, encoding) });
        await page.locator("#verdict .agreement").waitFor();
        await settled(page);
        assert.equal(await textOf(page, "#reference"), "Müller – Ä", encoding);
        assert.match(await textOf(page, "#verdict .agreement"), /Best play would bring another result\./);
        await page.locator("#input summary").click();
        await page.locator("#start").click();
        await settled(page);
    }
}));

test("a file is read that is dropped on the page", () => visiting({}, async (page) => {
    const files = await page.evaluateHandle((text) => {
        const dropped = new DataTransfer();
        dropped.items.add(new File([text], "games.pdn", { type: "text/plain" }));
        return dropped;
    }, SAMPLE);
    await page.dispatchEvent("body", "dragover", { dataTransfer: files });
    await page.dispatchEvent("body", "drop", { dataTransfer: files });
    await page.locator("#input tbody tr").first().waitFor();
    await settled(page);
    assert.equal(await page.locator("#input tbody tr").count(), 4);
    assert.equal(await textOf(page, "#verdict .says"), "Drawn");
}));

test("a link that says nonsense is refused in words, and the page goes on", () => visiting({
    path: "/#variant=international&fen=W:W23:B5,60", allowed: [/status of 400/],
}, async (page) => {
    assert.match(await textOf(page, "#input .refusal"), /This position cannot be read/);
    await judge(page, "W:W23:B5,6");
    assert.equal(await textOf(page, "#verdict .says"), "White wins in 15 moves");
    assert.equal(await page.locator("#input .refusal").count(), 0);
}));

test("another draw code judges the same game anew", () => visiting({}, async (page) => {
    await judge(page, SAMPLE);
    await openGame(page, 1);
    await page.locator("#rules").selectOption("none");
    await settled(page);
    assert.match(await textOf(page, "#verdict .code"), /none/);
    assert.equal(await page.locator("#verdict .says").innerText() === "Drawn", false);
    assert.match(await textOf(page, "#reference"), /Drawn at move 16/);
}));

test("the protocol has all that is signed, and fits the print", () => visiting({}, async (page) => {
    await judge(page, SAMPLE);
    await openGame(page, 1);
    await page.locator("#open-protocol").click();
    const sheet = await textOf(page, "#protocol");
    for (const part of [
        /Report of a verdict/, /W:WK8,K31:BK29/, /Drawn/, /Article 6\.3/, /16 of 16 moves by each side/,
        /17\. 48-31 1-29/, /Tables of up to 4 pieces \(.*dtw.*wdl.*\); signature [0-9a-f]{16}/, /Peatee \d+\.\d+/,
        /Link http/,
    ]) {
        assert.match(sheet, part);
    }
    assert.equal(await page.locator('#protocol input[name="Event"]').inputValue(), "Drawn at move 16");
    await page.locator('#protocol input[name="arbiter"]').fill("A. Kask");
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".top").isVisible(), false);
    assert.equal(await page.locator("#print").isVisible(), false);
    assert.equal(await page.locator("#protocol .diagram svg").isVisible(), true);
    const paper = await page.pdf({ format: "A4" });
    assert.equal(paper.subarray(0, 5).toString(), "%PDF-");
    // The number of pages stands in the tree of pages.
    assert.match(paper.toString("latin1"), /\/Type \/Pages\s*\/Count [12]\b|\/Count [12]\b/);
}));

test("a link brings back game, place and language", () => visiting({}, async (page) => {
    await judge(page, SAMPLE);
    await openGame(page, 2);
    await page.locator("#first").click();
    await settled(page);
    const [link, pieces] = [new URL(page.url()), await piecesOf(page)];
    await visiting({ path: `/${link.hash}` }, async (other) => {
        assert.deepEqual(await piecesOf(other), pieces);
        assert.match(await textOf(other, "#reference"), /Won on the 16th move · Three pieces – Lone king/);
        await other.locator("#last").click();
        await settled(other);
        assert.equal(await textOf(other, "#verdict .says"), "White has won");
        assert.match(await textOf(other, "#verdict .agreement"), /2-0 is what the rules give/);
    });
}));

test("PDN and JSON leave the page as files, and PDN comes back the same", () => visiting({}, async (page) => {
    await judge(page, SAMPLE);
    await openGame(page, 2);
    const saved = async (name) => {
        const [download] = await Promise.all([page.waitForEvent("download"),
            page.locator("#exports").getByRole("button", { name }).click()]);
        const parts = [];
        for await (const part of await download.createReadStream()) {
            parts.push(part);
        }
        return Buffer.concat(parts).toString();
    };
    const json = JSON.parse(await saved("JSON"));
    assert.equal(json.verdict.ruling, "RULING_LOST");
    const pdn = await saved("PDN");
    assert.match(pdn, /\[Event "Won on the 16th move"\]/);
    await judge(page, pdn);
    assert.equal(await textOf(page, "#verdict .says"), "White has won");
    assert.equal(await page.locator("#moves .move").count(), 31);
}));

test("the analysis shows distances, the only move, and the longest line", () => visiting({}, async (page) => {
    await judge(page, "W:W23:B5,6");
    await page.locator("#analysis summary").click();
    const rows = await page.locator("#analysis tbody tr").allInnerTexts();
    assert.equal(rows.length, 2);
    assert.match(rows[0], /23-1[89]\s*only move\s+White wins in 15 moves\s+29/);
    await page.locator("#analysis > button").click();
    await settled(page);
    assert.match(await textOf(page, "#analysis .line"), /Longest defence without draw rules, 29 plies/);
    assert.equal(await page.locator("#analysis .line .move").count(), 29);
}));

// Only a server finds the encoding.
const skip = Boolean(process.env.PEATEE_PAGE_IS_SITE);
test("a file of an old program is read in its encoding", { skip }, () => visiting({}, async (page) => {
    // "Комов" in windows-1251, KOI8-R and code page 866.
    const names = [[0xca, 0xee, 0xec, 0xee, 0xe2], [0xeb, 0xcf, 0xcd, 0xcf, 0xd7], [0x8a, 0xae, 0xac, 0xae, 0xa2]];
    for (const [at, name] of names.entries()) {
        const buffer = Buffer.concat([Buffer.from('[GameType "25"]\n[White "'), Buffer.from(name),
            Buffer.from('"]\n\n1. c3-d4 d6-c5 *\n')]);
        await page.locator("#file").setInputFiles({ name: `old${at}.pdn`, mimeType: "text/plain", buffer });
        await page.waitForFunction(() => /Комов/.test(document.querySelector("#text").value));
        await settled(page);
        assert.match(await textOf(page, "#encoding"), /read as (windows-1251|KOI8-U|IBM866)/);
        assert.equal(await page.locator("#moves .move").count(), 2);
        await page.locator("#input summary").click();
        await page.locator("#text").fill("");
        assert.equal(await textOf(page, "#encoding"), "");
    }
}));

test("pieces are moved and positions set up with the mouse", () => visiting({}, async (page) => {
    await judge(page, "W:W23:B5,6");
    const square = (name) => page.locator(`#board [data-square="${name}"]`);
    await square(23).click();
    await square(18).click();
    await settled(page);
    assert.deepEqual(await piecesOf(page), { 18: "Wman", 5: "Bman", 6: "Bman" });
    await page.locator("#edit").click();
    // The counts on record are those of the position that was judged.
    await page.locator("#setup-counts").waitFor();
    await page.locator("#setup .actions button").nth(1).click();
    assert.deepEqual([await page.locator("#setup-counts").isVisible(),
        await page.locator("#setup-counts-later").isVisible()], [false, true]);
    await page.getByRole("button", { name: /^white king/ }).click();
    await square(1).click();
    await page.getByRole("button", { name: /^black king/ }).dragTo(square(50));
    await square(1).dragTo(square(2));
    assert.equal(await page.locator("#setup-fen").inputValue(), "B:WK2:BK50");
    await page.locator('#setup input[value="W"]').check();
    await page.locator("#setup .main").click();
    await settled(page);
    assert.match(await textOf(page, "#verdict .says"), /Drawn with best play/);
    assert.deepEqual(await piecesOf(page), { 2: "Wking", 50: "Bking" });
}));

test("a position is set up in sight of the board, also by a FEN that is pasted", () =>
    visiting({ viewport: { width: 1280, height: 720 } }, async (page) => {
        await page.locator("#edit").click();
        for (const part of ["#board", "#setup .box-of-pieces", "#setup-fen", "#setup .main"]) {
            const { y, height } = await page.locator(part).boundingBox();
            assert.ok(y >= 0 && y + height <= 720, `${part} from ${y}, ${height} high`);
        }
        await page.locator("#setup-fen").fill("W:WK3,40:BK11:H0:F1");
        await page.keyboard.press("Enter");
        await settled(page);
        assert.deepEqual(await piecesOf(page), { 3: "Wking", 40: "Wman", 11: "Bking" });
        assert.ok(await page.locator("#setup").isHidden());
    }));
