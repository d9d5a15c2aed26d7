// An arbiter's visit with a finger and with a mouse, on a phone and on a small laptop: games are read,
// one is opened, stepped through and tried otherwise, a position is set up, a report is opened.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { SAMPLE, closeBrowser, piecesOf, settled, textOf, visiting } from "./harness.mjs";

after(closeBrowser);

const PHONE = { viewport: { width: 360, height: 740 } };
const LAPTOP = { viewport: { width: 1280, height: 720 } };

/** The middle of an element, brought into sight. */
async function middleOf(locator) {
    await locator.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await locator.boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
}

/** Between two places of the screen. */
const between = (from, to) => [1, 2, 3, 4].map((part) =>
    ({ x: from.x + (to.x - from.x) * part / 4, y: from.y + (to.y - from.y) * part / 4 }));

const POINTERS = {
    finger: {
        context: { hasTouch: true, isMobile: true },
        press: (locator) => locator.tap(),
        // As Chromium does it: a drag that scrolls the page is cancelled, and moves no piece.
        async drag(page, from, to) {
            const session = await page.context().newCDPSession(page);
            const touch = (type, ...touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
            await touch("touchStart", from);
            for (const place of between(from, to)) {
                await touch("touchMove", place);
            }
            await touch("touchEnd");
        },
    },
    mouse: {
        context: {},
        press: (locator) => locator.click(),
        async drag({ mouse }, from, to) {
            await mouse.move(from.x, from.y);
            await mouse.down();
            for (const { x, y } of between(from, to)) {
                await mouse.move(x, y);
            }
            await mouse.up();
        },
    },
};

for (const [pointer, { context, press, drag }] of Object.entries(POINTERS)) {
    for (const screen of [PHONE, LAPTOP]) {
        const { width, height } = screen.viewport;
        test(`an arbiter's visit with a ${pointer}, ${width}x${height}`, () =>
            visiting({ ...screen, ...context }, async (page) => {
                const square = (name) => page.locator(`#board [data-square="${name}"]`);
                const dragTo = async (from, to) => {
                    const end = await middleOf(to);
                    await drag(page, await middleOf(from), end);
                };
                await page.locator("#file").setInputFiles({ name: "round.pdn", mimeType: "text/plain",
                    buffer: Buffer.from(SAMPLE) });
                await page.locator("#input tbody tr").last().waitFor();
                await settled(page);
                await press(page.locator("#input tbody tr:nth-child(3) button"));
                await settled(page);
                assert.equal(await textOf(page, "#verdict .says"), "White wins in 1 move");
                const { y, height: boardHeight } = await page.locator("#board").boundingBox();
                assert.ok(y > -1 && y + boardHeight <= height, `the board from ${y}, ${boardHeight} high`);
                await press(page.locator("#back"));
                await press(page.locator("#ahead"));
                await settled(page);
                await dragTo(square(35), square(2));
                await settled(page);
                assert.equal((await piecesOf(page))[2], "Wking");
                await press(page.locator("#edit"));
                await press(page.locator("#setup .actions button").nth(1));
                await dragTo(page.getByRole("button", { name: /^white king/ }), square(12));
                await press(page.getByRole("button", { name: /^black king/ }));
                await press(square(50));
                await dragTo(square(50), square(45));
                assert.equal(await page.locator("#setup-fen").inputValue(), "B:WK12:BK45");
                await press(page.locator("#setup .main"));
                await settled(page);
                assert.equal(await textOf(page, "#verdict .says"), "Black wins in 1 move");
                await press(page.locator("#open-protocol"));
                assert.ok(await page.locator("#protocol-title").isVisible());
            }));
    }
}

test("the verdict below the board of a phone tells a written result that the rules do not give", () =>
    visiting({ ...PHONE, hasTouch: true, isMobile: true }, async (page) => {
        const game = SAMPLE.split(/\n\n(?=\[Event)/)[1];
        const cases = [["2-0", /^White has won$/], ["0-2", /^White has won.*0-2 is not what the rules give\.$/s]];
        for (const [written, says] of cases) {
            await page.locator("#file").setInputFiles({ name: "game.pdn", mimeType: "text/plain",
                buffer: Buffer.from(game.replaceAll("2-0", written)) });
            await page.locator("#verdict-short").waitFor();
            await settled(page);
            assert.match(await textOf(page, "#verdict-short"), says);
        }
    }));

test("the first screen of a phone is the board, with its verdict in one line", () =>
    visiting({ ...PHONE, locale: "ru", hasTouch: true, isMobile: true }, async (page) => {
        await page.locator("#file").setInputFiles({ name: "game.pdn", mimeType: "text/plain",
            buffer: Buffer.from(SAMPLE.split(/\n\n(?=\[Event)/)[0]) });
        await page.locator("#verdict-short").waitFor();
        await settled(page);
        const inSight = async (place, says) => {
            const { y, height } = await page.locator(place).boundingBox();
            assert.ok(y > -1 && y + height <= PHONE.viewport.height, `${says}: ${place} from ${y}, ${height} high`);
        };
        await page.evaluate(() => scrollTo(0, 0));
        await inSight("#board", "first screen");
        await inSight("#verdict-short", "first screen");
        const { height } = await page.locator("#verdict-short").boundingBox();
        assert.ok(height < 50, `${height} is more than a line`);
        // The name of the draw rules is not cut off.
        const [shown, whole] = await page.locator("#rules").evaluate((select) => {
            const { offsetWidth } = select;
            Object.assign(select.style, { width: "max-content", maxWidth: "none" });
            const widths = [offsetWidth, select.offsetWidth];
            select.removeAttribute("style");
            return widths;
        });
        assert.ok(shown >= whole, `${shown} of ${whole} pixels of the draw rules`);
        await page.locator("#edit").tap();
        for (const place of ["#board", "#setup .box-of-pieces"]) {
            await inSight(place, "set up");
        }
    }));
