// Answers where the page comes from a server of files alone: the JavaScript package asks the tables beside the page,
// in the folder that `peatee-gen publish` made.

import { Refusal } from "./refusal.js";

/** Tables of a game of at most so many bytes are read as a whole: they then need no network. */
const WHOLE_BYTES = 32 * 2 ** 20;

const beside = (path) => new URL(`../${path}`, import.meta.url);

/** The games of the site, what answers, and the games whose tables are opened. */
async function openSite() {
    const [{ games }, { RequestError, openServer }] = await Promise.all([
        fetch(beside("index.json")).then((response) => response.json()),
        import(beside("library/index.js")),
    ]);
    return { games, RequestError, library: await openServer(), opened: new Map() };
}

/** Opens the tables of a game once. What failed is tried again. */
function open({ library, opened }, id) {
    if (!opened.has(id)) {
        const adding = library.add(beside(`${id}/`), { wholeBytes: WHOLE_BYTES });
        adding.catch(() => opened.delete(id));
        opened.set(id, adding);
    }
    return opened.get(id);
}

/** Opens small tables of all games, one after the other, so that the network may fail later. */
async function openSmall(site) {
    for (const [id] of Object.entries(site.games).filter(([, { bytes }]) => bytes <= WHOLE_BYTES)) {
        await open(site, id).catch(() => null);
    }
}

let known = null;

async function site() {
    if (!known) {
        known = await openSite();
        openSmall(known);
    }
    return known;
}

/** The answer to a question for a server. */
export async function answer(path, request) {
    const here = await site();
    const [name, query] = path.split("?");
    const asked = request ?? Object.fromEntries(new URLSearchParams(query));
    try {
        if (Object.hasOwn(here.games, asked.variant ?? "")) {
            await open(here, asked.variant);
        } else if (!asked.variant && name !== "variants") {
            // The games are named in the text.
            await Promise.allSettled(Object.keys(here.games).map((id) => open(here, id)));
        }
        const found = await here.library.request(`/v1/${name}`, asked);
        found.variants?.forEach((variant) => { variant.hasTables = Object.hasOwn(here.games, variant.id); });
        return found;
    } catch (error) {
        const isRefused = error instanceof here.RequestError;
        throw isRefused ? new Refusal(400, error.status) : new Refusal(0, { message: error.message, details: [{ reason: "UNREACHABLE" }] });
    }
}
