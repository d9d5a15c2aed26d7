// The worker of `text-games.js`.

import { Refusal, adjudicateText } from "./server.js";
import { keepToken } from "./token.js";

const games = [];
let lists = null;

const answers = {
    __proto__: null,
    async next() {
        const { value: found = [], done } = await lists.next();
        games.push(...found);
        return done ? null : found.map(listed);
    },
    game({ index }) {
        const { tags, verdict } = games[index];
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

addEventListener("message", async ({ data: { text, request, token, asked, ...question }, ports: [port] }) => {
    if (!port) {
        keepToken(token);
        lists = adjudicateText(text, request);
        return;
    }
    try {
        port.postMessage({ answer: await answers[asked](question) });
    } catch (error) {
        if (!(error instanceof Refusal)) {
            throw error;
        }
        port.postMessage({ refusal: { ...error, message: error.message } });
    }
});
