// The worker of the page: keeps the games of texts, and answers where there is no server.

import { Refusal } from "./refusal.js";
import { adjudicateText, ask } from "./server.js";
import { keepToken } from "./token.js";

/** The games of each text that were judged, and the lists of those that are to come. */
const texts = new Map();

const answers = {
    __proto__: null,
    ask: ({ path, request }) => ask(path, request),
    read({ id, text, request, token }) {
        keepToken(token);
        texts.set(id, { games: [], lists: adjudicateText(text, request) });
    },
    async next({ id }) {
        const { games, lists } = texts.get(id);
        const { value: found = [], done } = await lists.next();
        games.push(...found);
        return done ? null : found.map(listed);
    },
    game({ id, index }) {
        const { tags, verdict } = texts.get(id).games[index];
        return { tags, verdict };
    },
};

const LISTED_TAGS = ["White", "Black"];
const LISTED_PARTS = ["TITLE", "DETAIL", "AGREEMENT", "REMARK"].map((part) => `VERDICT_PART_${part}`);

/** What the list shows of a game. */
function listed({ number, tags, verdict, error }) {
    return { number, error, tags: tags.filter(({ name }) => LISTED_TAGS.includes(name)), verdict: verdict && {
        writtenResult: verdict.writtenResult,
        asksArbiter: verdict.asksArbiter,
        paragraphs: verdict.paragraphs.filter(({ part }) => LISTED_PARTS.includes(part)),
    } };
}

addEventListener("message", async ({ data: { asked, ...question }, ports: [port] }) => {
    try {
        port.postMessage({ answer: await answers[asked](question) });
    } catch (error) {
        if (!(error instanceof Refusal)) {
            throw error;
        }
        port.postMessage({ refusal: { ...error, message: error.message } });
    }
});
