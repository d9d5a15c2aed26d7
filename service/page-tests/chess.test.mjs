// Chess on the page: positions, games, values, verdicts by the Laws, pieces that are set up and moved.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { CHESS_GAMES, REPETITION, closeBrowser, judge, piecesOf, settled, textOf, visiting } from "./harness.mjs";

after(closeBrowser);

/** Black mates in one move. */
const MATE_IN_ONE = "8/8/8/8/8/2k5/7q/K7 b - - 98 90";

const openGame = async (page, number) => {
    await page.locator(`#input tbody tr:nth-child(${number}) button`).click();
    await settled(page);
};

test("a FEN of chess turns the page to chess, with values and the clock", () => visiting({}, async (page) => {
    await judge(page, MATE_IN_ONE);
    assert.equal(await page.locator("#variant").inputValue(), "chess");
    assert.deepEqual(await page.locator("#rules option").allInnerTexts(), ["FIDE-50 (2023)", "FIDE-75 (2023)"]);
    assert.equal(await page.locator("#readings").isVisible(), false);
    assert.deepEqual(await piecesOf(page), { c3: "Bchess-king", h2: "Bchess-queen", a1: "Wchess-king" });
    assert.equal(await page.locator("#board [data-square]").count(), 64);
    assert.equal(await textOf(page, "#verdict .says"), "Black wins");
    assert.match(await textOf(page, "#verdict .why"), /Black needs 1 move to end .* 9\.3\. .*Black has 1 move left of 50/);
    const verdict = await textOf(page, "#verdict");
    assert.match(verdict, /Article 9\.3 49 of 50 moves by each side/);
    assert.match(verdict, /Best play under the rules 90\.\.\. Qb2# The game is over\./);
    assert.match(verdict, /FIDE-50 \(FIDE, chess, 50 moves\)/);
    await page.locator("#analysis summary").click();
    assert.deepEqual(await page.locator("#analysis thead th").allInnerTexts(), ["Move", "Leads to", "DTZ, plies", "Right replies"]);
    assert.match(await textOf(page, "#analysis tbody tr.only"), /^Qb2#\s*only move Black wins 1 –$/);
    assert.match(await textOf(page, "#board-text"), /White: king a1\. Black: king c3; queen h2\. Black to move\./);
    // With one ply more the 50-move rule draws what the mate after it would win; the 75-move rule does not.
    await judge(page, MATE_IN_ONE.replace("98", "100"));
    assert.match(await textOf(page, "#verdict .says"), /A draw may be claimed/);
    await page.locator("#rules").selectOption("FIDE-75");
    await settled(page);
    assert.match(await textOf(page, "#verdict .code"), /FIDE-75/);
    // A count that is far from its limit is not shown.
    const counts = () => page.locator("#verdict .counts .count-line strong").allInnerTexts();
    assert.deepEqual(await counts(), ["Article 9.3", "Article 9.6.2"]);
    await judge(page, MATE_IN_ONE.replace("98", "50"));
    assert.deepEqual(await counts(), ["Article 9.3"]);
    await judge(page, MATE_IN_ONE.replace("98", "49"));
    assert.deepEqual(await counts(), []);
}));

test("a FEN is refused with what is wrong, and draughts come back", () => visiting({
    allowed: [/status of 400/],
}, async (page) => {
    await judge(page, "8/8/8/8/8/2k5/7q/7Q w - - 0 1");
    assert.match(await textOf(page, "#input .refusal"), /white has 0 kings/i);
    await judge(page, REPETITION);
    assert.equal(await page.locator("#variant").inputValue(), "russian");
    assert.equal(await textOf(page, "#verdict .says"), "Drawn");
}));

test("the games of a PGN text are listed with their verdicts", () => visiting({}, async (page) => {
    await judge(page, CHESS_GAMES);
    assert.equal(await page.locator("#variant").inputValue(), "chess");
    const rows = await page.locator("#input tbody tr").allInnerTexts();
    assert.equal(rows.length, 7);
    assert.match(rows[0], /Kask – Tamm\s+0-1\s+Black has won\s+The written result 0-1 is what the rules give/);
    assert.match(rows[1], /Illegal move: 2\. Ke3/);
    assert.match(rows[2], /Unclear move: 3\. Nd2/);
    assert.match(rows[3], /1-0\s+White has won/);
    assert.match(rows[4], /A draw may be claimed/);
    assert.match(rows[5], /Black wins\s+.*would bring another result/);
    assert.match(rows[6], /0-1\s+Drawn\s+.*is not what the rules give/);
    assert.match(await textOf(page, "#input .games > p"), /7 games\. 3 need the arbiter\./);
}));

test("verdicts have articles, reasons and proofs", () => visiting({}, async (page) => {
    await judge(page, CHESS_GAMES);
    await openGame(page, 1);
    assert.equal(await textOf(page, "#verdict .why"), "White is checkmated.");
    const source = /Article 5\.1\.1 A player who checkmates wins.* Source: FIDE, Laws of Chess, .* Edition: 2023\./;
    assert.match(await textOf(page, "#verdict"), source);
    await openGame(page, 2);
    assert.equal(await textOf(page, "#verdict .why"), "The piece cannot move that way: king to e3.");
    assert.match(await textOf(page, "#verdict"), /Article 7\.5\.1 .* Line 7, column 13 of the text\. Legal moves: .*Ke2/);
    await openGame(page, 3);
    assert.match(await textOf(page, "#verdict .why"), /Nbd2, Nfd2\. This is not an offence/);
    assert.match(await textOf(page, "#moves .illegal"), /Unclear move: 3\. Nd2/);
    await openGame(page, 4);
    const flag = /Black’s flag has fallen\. This is what the tag Termination .* White can still checkmate, for example: 80\. /;
    assert.match(await textOf(page, "#verdict"), flag);
    await openGame(page, 5);
    assert.match(await textOf(page, "#verdict .why"), /Black may claim a draw by article 9\.3\.1\./);
    await openGame(page, 7);
    assert.match(await textOf(page, "#verdict"), /cannot checkmate .*The remaining men cannot checkmate\./);
}));

test("a fallen flag is told on the page, for one game, and stands in the link", () => visiting({}, async (page) => {
    await judge(page, "8/8/4k3/8/8/4K3/8/7R w - - 30 80");
    await page.locator("#flag").selectOption("SIDE_BLACK");
    await settled(page);
    assert.equal(await textOf(page, "#verdict .says"), "White has won");
    assert.match(await textOf(page, "#verdict"), /Article 6\.9 .* Black’s flag has fallen\. White can still checkmate/);
    await visiting({ path: `/${new URL(page.url()).hash}` }, async (other) => {
        assert.equal(await textOf(other, "#verdict .says"), "White has won");
        assert.equal(await other.locator("#flag").inputValue(), "SIDE_BLACK");
    });
    await page.locator("#flag").selectOption("SIDE_WHITE");
    await settled(page);
    assert.equal(await textOf(page, "#verdict .says"), "Drawn");
    // Another position has no fallen flag, and draughts have none at all.
    await judge(page, MATE_IN_ONE);
    assert.equal(await page.locator("#flag").inputValue(), "");
    await judge(page, CHESS_GAMES);
    assert.equal(await page.locator("#flag").isVisible(), false);
    await judge(page, REPETITION);
    assert.equal(await page.locator("#flag").isVisible(), false);
}));

test("a claim with a move that was announced is judged, and stands in the link", () => visiting({}, async (page) => {
    const box = page.locator("#announced");
    const announce = async (isAnnounced) => {
        await box.setChecked(isAnnounced);
        await settled(page);
    };
    await judge(page, '[FEN "7k/8/8/8/8/8/R7/K7 w - - 98 90"]\n\n90. Ra3 Kg7 *\n');
    assert.equal(await textOf(page, "#place"), "90... Kg7");
    await announce(true);
    assert.equal(await textOf(page, "#verdict .says"), "Drawn");
    assert.match(await textOf(page, "#verdict"), /Article 9\.3\.1 .*claimed with Kg7, which is not made\. The claim is correct/);
    assert.equal(await textOf(page, "#place"), "90. Ra3");
    const { hash } = new URL(page.url());
    assert.match(hash, /&moves=Ra3\+Kg7&announced=1/);
    await visiting({ path: `/${hash.replace("lang=en", "lang=et")}` }, async (other) => {
        assert.match(await textOf(other, "#verdict"), /9\.3\.1 .* Viiki nõutakse käiguga Kg7, mida ei tehta\. Nõue on õige/);
        assert.equal(await other.locator("#announced").isChecked(), true);
        // By other rules the same is claimed.
        await other.locator("#rules").selectOption("FIDE-75");
        await settled(other);
        assert.match(await textOf(other, "#verdict"), /Viiki nõutakse käiguga Kg7/);
    });
    const [download] = await Promise.all([page.waitForEvent("download"),
        page.locator("#exports").getByRole("button", { name: "Save as PGN" }).click()]);
    const parts = [];
    for await (const part of await download.createReadStream()) {
        parts.push(part);
    }
    assert.match(Buffer.concat(parts).toString(), /90\. Ra3 \{The draw is claimed with\s+Kg7/);
    // A move is made or announced.
    await announce(false);
    assert.equal(await textOf(page, "#place"), "90... Kg7");
    assert.match(await textOf(page, "#verdict .says"), /A draw may be claimed/);
    await announce(true);
    await page.locator("#flag").selectOption("SIDE_WHITE");
    await settled(page);
    assert.equal(await box.isChecked(), false);
    assert.equal(await textOf(page, "#place"), "90... Kg7");
    await announce(true);
    assert.equal(await page.locator("#flag").inputValue(), "");
    // A claim that is not correct.
    await judge(page, '[FEN "7k/8/8/8/8/8/R7/K7 w - - 10 90"]\n\n90. Ra3 *\n');
    assert.equal(await box.isChecked(), false);
    await announce(true);
    assert.match(await textOf(page, "#verdict"), /The claim with Ra3 is not correct.* two minutes, and Ra3 must be made/);
    // A game that was over has none, and neither has a position, a text of several games, or draughts.
    await judge(page, "1. f3 e5 2. g4 Qh4# 3. Nf3 *");
    await announce(true).catch(() => settled(page));
    assert.equal(await box.isChecked(), false);
    assert.equal(await textOf(page, "#verdict .says"), "Black has won");
    for (const text of [MATE_IN_ONE, CHESS_GAMES, REPETITION]) {
        await judge(page, text);
        assert.equal(await box.isVisible(), false);
    }
}));

test("stepping shows the value of every move, and a blunder", () => visiting({}, async (page) => {
    await judge(page, '[FEN "8/8/8/8/8/2k5/7q/K7 b - - 0 90"]\n\n90... Qg1+ 91. Ka2 Qc5 92. Ka1 Qb5 *\n');
    assert.match(await textOf(page, "#moves"), /90\.\.\. Qg1\+ ● 91\. Ka2 ● /);
    await judge(page, '[FEN "8/8/8/8/8/k7/2q5/K7 b - - 0 90"]\n\n90... Qb3 1/2-1/2\n');
    assert.equal(await textOf(page, "#verdict .says"), "Drawn");
    assert.match(await textOf(page, "#verdict"), /stalemate\..* Article 5\.2\.1/);
    assert.match(await textOf(page, "#moves"), /1 blunder\. 90\.\.\. Qb3\?\? = gave the win away/);
    await page.locator("#first").click();
    await settled(page);
    assert.equal(await textOf(page, "#verdict .says"), "Black wins");
}));

test("pieces are moved, pawns become what is chosen, and the link brings it back", () => visiting({}, async (page) => {
    await judge(page, "8/P7/8/8/8/2k5/8/K7 w - - 0 1");
    const square = (name) => page.locator(`#board [data-square="${name}"]`);
    await square("a7").click();
    await square("a8").click();
    assert.match(await textOf(page, "dialog"), /Promote to which piece\?/);
    await page.locator("dialog button", { hasText: "a8=R" }).click();
    await settled(page);
    assert.deepEqual(await piecesOf(page), { a8: "Wchess-rook", c3: "Bchess-king", a1: "Wchess-king" });
    assert.equal(await textOf(page, "#place"), "1. a8=R");
    const { hash } = new URL(page.url());
    assert.match(hash, /fen=8\/P7\/8\/8\/8\/2k5\/8\/K7\+w/);
    await visiting({ path: `/${hash}`, locale: "et" }, async (other) => {
        assert.equal(await other.locator("#variant").inputValue(), "chess");
        assert.deepEqual(await piecesOf(other), await piecesOf(page));
        assert.equal(await textOf(other, "#place"), "1. a8=R");
    });
}));

test("a position is set up with the mouse and by letters, with clock and castling", () => visiting({}, async (page) => {
    await page.locator("#variant").selectOption("chess");
    await settled(page);
    await page.locator("#edit").click();
    const fen = () => page.locator("#setup-fen").inputValue();
    assert.equal(await fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    await page.getByLabel("Black O-O-O").uncheck();
    assert.match(await fen(), / w KQk - 0 1$/);
    await page.getByRole("button", { name: "Empty the board" }).click();
    assert.equal(await fen(), "8/8/8/8/8/8/8/8 w - - 0 1");
    const square = (name) => page.locator(`#board [data-square="${name}"]`);
    await page.getByRole("button", { name: /^white king/ }).click();
    await square("a1").click();
    await page.getByRole("button", { name: /^black king/ }).dragTo(square("c3"));
    await square("h3").click();
    await square("h3").press("q");
    await square("h3").dragTo(square("h2"));
    await page.locator('#setup input[value="B"]').check();
    await page.getByLabel("Half-move clock").fill("98");
    await page.getByLabel("Half-move clock").blur();
    assert.equal(await fen(), "8/8/8/8/8/2k5/7q/K7 b - - 98 1");
    await page.locator("#setup .main").click();
    await settled(page);
    assert.match(await textOf(page, "#verdict .why"), /Black has 1 move left of 50/);
    await page.locator("#edit").click();
    assert.equal(await page.getByLabel("Half-move clock").inputValue(), "98");
}));

test("a game leaves the page as PGN, and the protocol has the Laws", () => visiting({}, async (page) => {
    await judge(page, CHESS_GAMES);
    const [download] = await Promise.all([page.waitForEvent("download"),
        page.locator("#exports").getByRole("button", { name: "Save as PGN" }).click()]);
    assert.equal(download.suggestedFilename(), "game.pgn");
    const parts = [];
    for await (const part of await download.createReadStream()) {
        parts.push(part);
    }
    const pgn = Buffer.concat(parts).toString();
    assert.equal(pgn, '[White "Kask"]\n[Black "Tamm"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n');
    await page.locator("#open-protocol").click();
    const sheet = await textOf(page, "#protocol");
    for (const part of [/Chess/, /FIDE-50/, /Black has won White is checkmated\./, /Article 5\.1\.1/, /2\. g4 Qh4#/]) {
        assert.match(sheet, part);
    }
}));
