// Puts the page together: one session, and views that redraw when it changes.

import "../board/board.js";
import { analysisView } from "../views/analysis.js";
import { boardView } from "../views/board.js";
import { endingAddress } from "../views/endings.js";
import { exportsView } from "../views/exports.js";
import { inputView } from "../views/input.js";
import { movesView } from "../views/moves.js";
import { protocolView } from "../views/protocol.js";
import { setupView } from "../views/setup.js";
import { verdictView } from "../views/verdict.js";
import { choices } from "./choices.js";
import { gameAsPdn } from "./export.js";
import { byId } from "./html.js";
import { isLanguage, language, preferredLanguage, setLanguage, t } from "./language.js";
import { readLink, writeLink } from "./link.js";
import { playing } from "./play.js";
import { redrawing } from "./redrawing.js";
import { Refusal } from "./refusal.js";
import { servesApi, tables } from "./server.js";
import { Session } from "./session.js";
import { token } from "./token.js";
import { visiting } from "./visits.js";
import { gameName } from "../words/games.js";
import { tablesText, versionText } from "../words/tables.js";
import { headline } from "../words/sentences.js";

const session = new Session();
const board = byId("board");
let view = "board";

/** Says something to who listens instead of looks. */
const say = (text) => {
    byId("status").textContent = text;
};

const link = () => writeLink({
    variant: session.variant.id,
    rules: session.game.rules,
    fen: session.game.startFen,
    counters: withoutZeros(session.game.startCounters),
    flag: session.flag,
    isAnnounced: session.isAnnounced,
    moves: session.writtenMoves,
    ply: session.ply,
    view,
    language: language(),
    isTurned: board.turned,
    tags: session.game.tags,
});

/** Counts that have used no plies need no mention. */
const withoutZeros = (counters) => counters.split(",").filter((count) => !count.endsWith("=0")).join(",");

const showView = (name) => {
    // The protocol is of the position of the game, not of a line or of pieces that are being set up.
    setup.close();
    session.line = null;
    view = name;
    byId("work").hidden = name !== "board";
    byId("protocol").hidden = name !== "protocol";
    draw();
    byId(name === "protocol" ? "protocol-title" : "open-protocol")?.focus();
};

const setup = setupView(session);
const play = playing(session, setup, say);
const protocol = protocolView(session, link, () => tablesText(session.variant.id, known.get(session.variant.id)),
    () => showView("board"));
const views = [
    boardView(session, setup, play),
    inputView(session),
    verdictView(session),
    movesView(session),
    analysisView(session),
    exportsView(session, link, () => showView("protocol"), say),
];

const visits = visiting({
    link,
    snapshot: () => ({ ...session.snapshot(), view, key: [session.game, view] }),
    restore: (visit) => {
        const isRestored = session.restore(visit);
        byId("input").open ||= session.games.length > 1;
        if (visit.view !== view) {
            showView(visit.view);
        }
        return isRestored;
    },
    follow: (fragment) => follow(fragment),
    changed: () => draw(),
});
byId("undo").addEventListener("click", () => visits.canGoBack() && visits.back());

const keepLink = () => {
    if (session.game && !session.isBusy) {
        visits.keep();
    }
    // A button that had the focus keeps it: screen readers lose their place otherwise.
    byId("undo").setAttribute("aria-disabled", String(!visits.canGoBack()));
};

/** Most servers ask for no token. */
const asksToken = () => Boolean(["NO_TOKEN", "BAD_TOKEN"].includes(session.refusal?.reason) || token()
    || document.activeElement === byId("token"));

const frameOf = ({ variant }) => [variant, known.get(variant?.id), servesApi(), asksToken()];

const drawFrame = redrawing(() => frameOf(session), () => {
    const { variant } = session;
    byId("token-place").hidden = !asksToken();
    byId("endings").href = variant?.hasTables ? endingAddress(variant) : "endings.html";
    byId("api").hidden = !servesApi();
    byId("version").textContent = versionText(known.get(variant?.id));
    document.title = variant ? `${gameName(variant)} – Peatee` : "Peatee";
});

function draw() {
    for (const drawView of views) {
        drawView();
    }
    if (view === "protocol") {
        protocol();
    }
    drawFrame();
    document.body.setAttribute("aria-busy", String(session.isBusy));
    keepLink();
}

/** Shows what a link names. */
async function follow(fragment) {
    const wanted = readLink(fragment);
    session.variant = session.named(wanted.variant) ?? session.named("international") ?? session.variants[0];
    session.rules = wanted.rules;
    board.turned = wanted.isTurned;
    const { fen, counters, flag, isAnnounced, moves, tags, ply } = wanted;
    if (tags.length > 0 && !counters) {
        const writtenResult = tags.find((tag) => tag.name === "Result")?.value;
        const startFen = fen || session.variant.startFen;
        const pdn = gameAsPdn(session.variant, { startFen, moves, tags, writtenResult });
        await session.openText(pdn, { ply, flag, isAnnounced });
    } else {
        await session.openPlayed({ fen, counters, flag, isAnnounced, moves, tags, ply });
    }
    const wantedView = wanted.view === "protocol" && session.verdict ? "protocol" : "board";
    if (wantedView !== view) {
        showView(wantedView);
    }
}

/** The tables of a game, asked for once each, for the protocol. */
const known = new Map();
async function askTables() {
    const { id, hasTables } = session.variant ?? {};
    if (hasTables && !known.has(id)) {
        known.set(id, null);
        known.set(id, await tables(id).catch((error) => (error instanceof Refusal ? null : Promise.reject(error))));
        draw();
    }
}

/** The least time between two steps while a key is held down. */
const HELD_MILLIS = 250;
let steppedAt = 0;

/** The arrows step through the game and best play behind it, where they mean nothing else. */
document.addEventListener("keydown", (event) => {
    const takesArrows = event.target.closest("input, textarea, select, draughts-board, .scroll, dialog, #protocol");
    if (takesArrows || event.ctrlKey || event.metaKey || event.altKey || !session.game || setup.isOpen) {
        return;
    }
    const steps = { __proto__: null, ArrowLeft: -1, ArrowRight: 1 };
    if (event.key in steps) {
        event.preventDefault();
        if (!event.repeat || !session.isBusy && event.timeStamp - steppedAt > HELD_MILLIS) {
            steppedAt = event.timeStamp;
            session.step(steps[event.key]);
        }
    }
});

byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    board.querySelector('[tabindex="0"]')?.focus();
});

/** The verdict that was said last: it is said once, when all is known. */
let said = null;
function sayVerdict() {
    const { verdict, isBusy } = session;
    if (!isBusy && verdict && verdict !== said) {
        said = verdict;
        const { title, detail } = headline(verdict);
        say(`${title}. ${detail}`);
    }
}

session.addEventListener("change", async () => {
    play.forget();
    draw();
    sayVerdict();
    await askTables();
});

async function start() {
    const wanted = readLink(location.hash).language;
    await setLanguage(isLanguage(wanted) ? wanted : preferredLanguage());
    choices(() => {
        setup.draw();
        draw();
    });
    draw();
    try {
        await session.start();
        byId("work").inert = false;
        await visits.arrive();
    } catch (error) {
        if (!(error instanceof Refusal)) {
            throw error;
        }
        Object.assign(session, { refusal: error, isBusy: false });
        draw();
    }
}

start();
