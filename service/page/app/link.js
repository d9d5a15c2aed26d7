// Permanent links: what the page shows, in the fragment of its address.

const TAGS = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/** Reads a fragment. */
export function readLink(fragment) {
    const fields = new URLSearchParams(fragment.replace(/^#/, ""));
    const text = (name) => fields.get(name) ?? "";
    return {
        variant: text("variant"),
        rules: text("rules"),
        fen: text("fen"),
        counters: text("counters"),
        flag: text("flag") && `SIDE_${text("flag").toUpperCase()}`,
        isAnnounced: fields.has("announced"),
        moves: text("moves").split(" ").filter(Boolean),
        ply: fields.has("ply") ? Number(text("ply")) : null,
        view: text("view"),
        language: text("lang"),
        isTurned: fields.has("turned"),
        tags: TAGS.filter((name) => fields.has(name)).map((name) => ({ name, value: text(name) })),
    };
}

/** Writes a fragment. */
export function writeLink(shown) {
    const { variant, rules, fen, counters, flag, isAnnounced, moves, ply, view, language, isTurned, tags } = shown;
    const fields = new URLSearchParams({ variant, rules, fen });
    const put = (name, value) => value && fields.set(name, value);
    put("counters", counters);
    put("flag", flag.replace("SIDE_", "").toLowerCase());
    put("moves", moves.join(" "));
    put("announced", isAnnounced ? "1" : "");
    if (ply !== moves.length) {
        fields.set("ply", String(ply));
    }
    put("view", view === "board" ? "" : view);
    put("turned", isTurned ? "1" : "");
    tags.filter((tag) => TAGS.includes(tag.name)).forEach((tag) => put(tag.name, tag.value));
    put("lang", language);
    // The usual characters of positions and moves stay readable.
    return `#${fields.toString().replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%2F", "/")}`;
}
