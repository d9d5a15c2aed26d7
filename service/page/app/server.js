// The questions that the page asks its own server, or, where a server of files alone gave the page, the tables beside it.

import { parts } from "./parts.js";
import { Refusal } from "./refusal.js";
import { authorization } from "./token.js";

/** How long a line of best play may be in a verdict: an ending to its end, as a rule. */
const LINE_PLIES = 100;

const API = new URL("../v1/", import.meta.url);

let hasServer = true;

/** False where the page comes from a server of files alone. */
export const servesApi = () => hasServer;

/** The answer where there is no server: of the JavaScript package, in the worker. */
async function answerWithoutServer(path, request) {
    if ("document" in globalThis) {
        const { inWorker } = await import("./in-worker.js");
        return inWorker({ asked: "ask", path, request });
    }
    const { answer } = await import("./site.js");
    return answer(path, request);
}

/** The answer to a request to a path of the server. */
export async function ask(path, request) {
    if (!hasServer) {
        return answerWithoutServer(path, request);
    }
    let response;
    try {
        const asked = request && { method: "POST", body: JSON.stringify(request) };
        const kind = request && { "content-type": "application/json" };
        response = await fetch(new URL(path, API), { ...asked, headers: { ...kind, ...authorization() } });
    } catch {
        throw new Refusal(0, { message: "", details: [{ reason: "UNREACHABLE" }] });
    }
    const body = await response.json().catch(() => null);
    if (body === null) {
        // No server of ours answers like this.
        const answer = await answerWithoutServer(path, request)
            .catch((error) => Promise.reject(error instanceof Refusal ? error : new Refusal(response.status, body)));
        hasServer = false;
        return answer;
    }
    if (!response.ok) {
        throw new Refusal(response.status, body);
    }
    return body;
}

export const variants = async () => (await ask("variants")).variants;
export const tables = (variant) => ask("tables?" + new URLSearchParams({ variant }));
export const position = (request) => ask("position", request);
export const moves = (request) => ask("moves", request);
export const line = (request) => ask("line", request);
export const adjudicate = (request) => ask("adjudicate", { linePliesMax: LINE_PLIES, ...request });

/** How many games the server gives in one answer. */
const GAMES_PER_ANSWER = 200;

/** Gives the games of a text, as many at a time as an answer holds. */
export async function* adjudicateText(text, request) {
    let [firstNumber, firstLine] = [1, 1];
    for (const pdn of parts(text)) {
        const asked = { linePliesMax: LINE_PLIES, pageSize: GAMES_PER_ANSWER, pdn, firstNumber, firstLine, ...request };
        let pageToken = "";
        do {
            const page = await ask("adjudicate-games", { ...asked, pageToken });
            yield page.games;
            firstNumber += page.games.length;
            pageToken = page.nextPageToken;
        } while (pageToken);
        firstLine += pdn.split("\n").length - 1;
    }
}

/** Bytes as JSON holds them. */
const base64 = (blob) => new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
});

/** The encoding of a text of games whose bytes are no UTF-8, by its name in the Encoding Standard. */
export const encodingOf = async (blob) =>
    (await ask("adjudicate-games", { pdnBytes: await base64(blob), pageSize: 1 })).encoding;

/** How many positions one request may hold. */
const BATCH = 500;

/** The values of any number of positions, each under its counters. */
export async function probeAll({ variant, rules, fens, counters }) {
    const items = [];
    for (let first = 0; first < fens.length; first += BATCH) {
        const part = (list) => list.slice(first, first + BATCH);
        const request = { variant, rules, fens: part(fens), counters: part(counters) };
        items.push(...(await ask("probe-batch", request)).items);
    }
    return items;
}

const FILES = new URL("../endings/", import.meta.url);

/** A file about the endings of a game; `null` where there is none. */
async function file(variant, name) {
    const response = await fetch(new URL(`${variant}/${name}`, FILES), { headers: authorization() }).catch(() => null);
    return response?.ok ? response.text() : null;
}

const piecesIn = (slice) => slice.replace(/-.*/, "").length;

/** The slices of a game: their names, their files, and their counts where they were made; few pieces first. */
export async function endings(variant) {
    const [manifest, stats] = await Promise.all(["manifest.json", "stats.json"].map((name) => file(variant, name)));
    const counts = new Map(JSON.parse(stats ?? "[]").map((row) => [row.slice, row]));
    const slices = new Map();
    for (const { slice: name, metric, bytes } of Object.values(JSON.parse(manifest)?.tables ?? {})) {
        const slice = slices.get(name) ?? { name, counts: counts.get(name), files: [] };
        slice.files.push({ metric, bytes });
        slices.set(name, slice);
    }
    return { slices: [...slices.values()].sort((one, other) => piecesIn(one.name) - piecesIn(other.name)) };
}

/** Positions of a slice that `peatee-gen mine` found, by their type: `[type, positions]`. */
export async function ending(variant, { name, counts }) {
    const types = new Map();
    for (const line of (counts && await file(variant, `${name}.jsonl`) || "").split("\n").filter(Boolean)) {
        const found = JSON.parse(line);
        types.set(found.type, [...types.get(found.type) ?? [], found]);
    }
    return [...types];
}

/** The address of the picture of a slice's distances; "" where there is none. */
export async function histogram(variant, { name, counts = {} }) {
    const isDrawn = counts.longest_win || counts.longest_loss;
    const isDrawnOfChess = counts.longest_win_plies || counts.longest_loss_plies;
    const picture = (isDrawn || isDrawnOfChess) && await file(variant, `${name}.${isDrawn ? "dtw" : "dtz"}.svg`);
    return picture ? URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" })) : "";
}
