// The games of a text. A worker asks for them and keeps them, so that the page goes on meanwhile.

import { Refusal } from "./server.js";
import { token } from "./token.js";

export class TextGames {
    #worker = new Worker(new URL("./text-games-worker.js", import.meta.url), { type: "module" });

    constructor(text, request) {
        this.#worker.postMessage({ text, request, token: token() });
    }

    /** Gives what the list shows of the games, as many at a time as an answer of the server holds. */
    async *lists() {
        for (let games; (games = await this.#ask({ asked: "next" }));) {
            yield games;
        }
    }

    /** A game of the list: its tags and its verdict. */
    game(index) {
        return this.#ask({ asked: "game", index });
    }

    #ask(question) {
        return new Promise((resolve, reject) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = ({ data: { answer, refusal } }) => {
                port1.close();
                return refusal ? reject(Object.assign(new Refusal(refusal.status), refusal)) : resolve(answer);
            };
            // A worker that could not be loaded.
            this.#worker.onerror = () => reject(new Refusal(0, { message: "", details: [{ reason: "UNREACHABLE" }] }));
            this.#worker.postMessage(question, [port2]);
        });
    }
}
