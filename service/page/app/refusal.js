// An error of the server, or of what answers in its place.

/** What the server refused, in its own words. */
export class Refusal extends Error {
    constructor(status, body) {
        super(body?.message ?? `HTTP ${status}`);
        this.status = status;
        const details = body?.details ?? [];
        const info = details.find((detail) => detail.reason);
        this.reason = info?.reason ?? "";
        /** What is wrong, as a sentence of the catalogues; absent where they have none. */
        this.sentence = details.find((detail) => detail["@type"]?.endsWith("/peatee.v1.Sentence"));
        /** The field of the request that is at fault, without the message around it: `fen`; "": none. */
        const violation = details.find((detail) => detail.fieldViolations)?.fieldViolations[0];
        this.field = (violation?.field ?? "").split(".").at(-1);
        this.retryDelay = details.find((detail) => detail.retryDelay)?.retryDelay ?? "";
    }
}
