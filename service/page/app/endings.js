// The pages of endings: of each game the list of its slices, and of each slice what is known of it.
// All is read from files, which `peatee serve` gives, or any server of files.

import { byId } from "./html.js";
import { choices } from "./choices.js";
import { isLanguage, preferredLanguage, setLanguage } from "./language.js";
import { Refusal } from "./refusal.js";
import { ending, endings, histogram, variants } from "./server.js";
import { endingView, endingsView, noEndings } from "../views/endings.js";
import { gameName } from "../words/games.js";

const page = byId("endings");

/** What was read of the games by their ids, and of slices by their names. */
const known = new Map();
const once = (key, read) => known.get(key) ?? known.set(key, read()).get(key);

const withTables = async () => (await once("", variants)).filter((variant) => variant.hasTables);

/** Counts up with each address, so that late answers are dropped. */
let turn = 0;

async function draw() {
    turn += 1;
    const own = turn;
    document.body.setAttribute("aria-busy", "true");
    const fields = new URLSearchParams(location.hash.slice(1));
    let view;
    try {
        const games = await withTables();
        const variant = games.find(({ id }) => id === fields.get("variant")) ?? games[0];
        const set = variant && await once(variant.id, () => endings(variant.id));
        const slice = set?.slices.find(({ name }) => name === fields.get("slice"));
        if (slice) {
            const key = `${variant.id}/${slice.name}`;
            const positions = await once(key, () => ending(variant.id, slice));
            const picture = await once(`${key}.svg`, () => histogram(variant.id, slice));
            view = endingView({ variant, set, slice, positions, picture });
        } else {
            view = variant ? endingsView({ games, variant, set }) : noEndings();
        }
        document.title = [slice?.name, variant && gameName(variant), "Peatee"].filter(Boolean).join(" – ");
    } catch (error) {
        if (!(error instanceof Refusal)) {
            throw error;
        }
        known.clear();
        byId("token-place").hidden = !["NO_TOKEN", "BAD_TOKEN"].includes(error.reason);
        view = noEndings(error);
    }
    if (own === turn) {
        page.replaceChildren(...view.filter(Boolean));
        document.body.setAttribute("aria-busy", "false");
    }
}

addEventListener("hashchange", draw);

const wanted = new URLSearchParams(location.hash.slice(1)).get("lang");
await setLanguage(isLanguage(wanted) ? wanted : preferredLanguage());
choices(draw);
await draw();
