// The games of a text. The worker asks for them and keeps them, so that the page goes on meanwhile.

import { inWorker } from "./in-worker.js";
import { token } from "./token.js";

let texts = 0;

export class TextGames {
    #id = ++texts;
    #read;

    constructor(text, request) {
        this.#read = inWorker({ asked: "read", id: this.#id, text, request, token: token() });
    }

    /** Gives what the list shows of the games, as many at a time as an answer of the server holds. */
    async *lists() {
        await this.#read;
        for (let games; (games = await inWorker({ asked: "next", id: this.#id }));) {
            yield games;
        }
    }

    /** A game of the list: its tags and its verdict. */
    game(index) {
        return inWorker({ asked: "game", id: this.#id, index });
    }
}
