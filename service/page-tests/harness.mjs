// What the tests share: the server that scripts/check page started, and a browser.

import { readFile } from "node:fs/promises";
import { chromium } from "playwright-core";

/** Where the server listens; scripts/check page sets it, and scripts/check wasm that of a server of files alone. */
export const SERVER = required("PEATEE_PAGE_SERVER");
/** What a browser says where the page finds no server of ours, and asks the files. */
const WITHOUT_SERVER = process.env.PEATEE_PAGE_IS_SITE ? [/status of 404 \(Not Found\)/] : [];
const CHROMIUM = required("PEATEE_CHROMIUM");

/** A setting of scripts/check page. */
export function required(name) {
    const value = process.env[name];
    if (!value) {
        throw new Error(`${name} is not set: run scripts/check page, which starts what the tests need`);
    }
    return value;
}

if (!process.env.PEATEE_PAGE_IS_SITE) {
    const { sets } = await (await fetch(new URL("/v1/tables", SERVER))).json();
    if (!sets.some(({ variant, piecesMax }) => variant === "international" && piecesMax >= 4)) {
        throw new Error("the server has no tables of international draughts with four pieces: run scripts/check page");
    }
}

/** Nothing that the browser itself would send to other hosts; the sandbox needs rights that root lacks. */
const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });

/** Closes the browser; to be called once, after all tests of a file. */
export const closeBrowser = () => browser.close();

/** The games that the pages for users show. */
export const SAMPLE = await readFile(new URL("../samples/three-against-one.pdn", import.meta.url), "utf8");

/** A game of Russian draughts in which a position comes for the third time. */
export const REPETITION = `[GameType "25"]
[SetUp "1"]
[FEN "W:WKc1,Ke1,Kh4:BKb8"]

1. c1-d2 b8-a7 2. d2-c1 a7-b8 3. c1-d2 b8-a7 4. d2-c1 a7-b8 *
`;

/** Games of chess: a mate, a move that is illegal, one that is not clear, a win on time, claims, a value. */
export const CHESS_GAMES = `[White "Kask"]
[Black "Tamm"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

1. e4 e5 2. Ke3 *

1. Nf3 Nf6 2. d4 d5 3. Nd2 1-0

[FEN "8/8/4k3/8/8/4K3/8/7R w - - 30 80"]
[Termination "time forfeit"]

1-0

[FEN "7k/8/8/8/8/8/R7/K7 w - - 98 90"]

1. Ra3 1-0

[FEN "8/8/8/8/8/2k5/7q/K7 b - - 10 90"]

1-0

[FEN "8/8/4k3/8/8/4K3/8/7R w - - 0 1"]
[Termination "time forfeit"]

0-1
`;

/**
 * Opens the page as a visitor does, and gives it to `visit`. Fails when the page writes an error,
 * throws, or asks another host.
 */
export async function visiting(options, visit) {
    const { path = "/", allowed = [], server = SERVER, ...context } = options;
    const visitor = await browser.newContext({ locale: "en", viewport: { width: 1280, height: 900 }, ...context });
    const faults = [];
    try {
        const page = await visitor.newPage();
        page.setDefaultTimeout(120_000);
        page.on("pageerror", (error) => faults.push(`thrown: ${error.stack}`));
        page.on("console", (message) => message.type() === "error" && faults.push(`console: ${message.text()}`));
        page.on("request", (request) => {
            const { origin, protocol } = new URL(request.url());
            if (origin !== server && !["blob:", "data:"].includes(protocol)) {
                faults.push(`asked another host: ${request.url()}`);
            }
        });
        await page.goto(server + path);
        await settled(page);
        await visit(page);
    } finally {
        await visitor.close();
    }
    const unexpected = faults.filter((fault) => ![...allowed, ...WITHOUT_SERVER].some((pattern) => pattern.test(fault)));
    if (unexpected.length > 0) {
        throw new Error(`the page is not clean:\n${unexpected.join("\n")}`);
    }
}

/** Waits until the page has all answers that it asked for. */
export async function settled(page) {
    await page.waitForFunction(() => document.body.getAttribute("aria-busy") === "false");
}

/** Pastes a text into the field for positions and games, and has it judged. */
export async function judge(page, text) {
    const panel = page.locator("#input");
    if ((await panel.getAttribute("open")) === null) {
        await panel.locator("summary").click();
    }
    // Long texts take too long to type.
    await page.locator("#text").evaluate((field, pasted) => { field.value = pasted; }, text);
    await page.locator("#read").click();
    await settled(page);
}

/** The text of an element, blanks made single. */
export const textOf = async (page, selector) =>
    (await page.locator(selector).innerText()).replace(/\s+/g, " ").trim();

/** The pieces on the board as `square: look`, in no order that matters. */
export const piecesOf = (page) => page.locator("#board [data-square]").evaluateAll((squares) =>
    Object.fromEntries(squares.filter((square) => square.dataset.look)
        .map((square) => [square.dataset.square, square.dataset.look])));
