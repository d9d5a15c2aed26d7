// Asks the worker of the page, which is there from the beginning: it may have to answer without a network.

import { Refusal } from "./refusal.js";

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });

const unloaded = new Promise((_, reject) => {
    worker.onerror = () => reject(new Refusal(0, { message: "", details: [{ reason: "UNREACHABLE" }] }));
});
unloaded.catch(() => {});

/** The answer of the worker to what is `asked`. */
export function inWorker(question) {
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise((resolve, reject) => {
        port1.onmessage = ({ data: { answer, refusal } }) => {
            port1.close();
            return refusal ? reject(Object.assign(new Refusal(refusal.status), refusal)) : resolve(answer);
        };
    });
    worker.postMessage(question, [port2]);
    return Promise.race([answered, unloaded]);
}
