// What leaves the page as files: PDN and JSON.

import { isChess } from "../board/chess.js";
import { numbered } from "../words/numbers.js";
import { remarkWith } from "../words/sentences.js";

const quoted = (text) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/** The tags that say which game it is and where it starts; they are written anew. */
const OWN_TAGS = ["GameType", "Variant", "SetUp", "FEN", "Result"];

/** How long a line of moves may be. */
const LINE_CHARS_MAX = 80;

/** A game as PDN, in chess as PGN. */
export function gameAsPdn(variant, { startFen, moves, tags, writtenResult, paragraphs = [] }) {
    const lines = tags.filter((tag) => !OWN_TAGS.includes(tag.name)).map((tag) => `[${tag.name} ${quoted(tag.value)}]`);
    const result = writtenResult || tags.find((tag) => tag.name === "Result")?.value || "*";
    lines.push(`[Result ${quoted(result)}]`);
    if (variant.pdnGameType) {
        lines.push(`[GameType ${quoted(variant.pdnGameType)}]`);
    }
    if (!isChess(variant)) {
        lines.push(`[Variant ${quoted(variant.id)}]`);
    }
    if (startFen !== variant.startFen) {
        lines.push('[SetUp "1"]', `[FEN ${quoted(startFen)}]`);
    }
    // Moves after the end do not count, and one that was announced was not made: a comment has them.
    const remark = ["verdict.after-end", "claim.right", "claim.wrong"]
        .map((key) => remarkWith({ paragraphs }, key)).find(Boolean);
    const after = remark ? ` {${remark}}` : "";
    const body = `${numbered(variant, startFen, 0, moves)}${after} ${result}`.trim();
    return `${lines.join("\n")}\n\n${wrap(body)}\n`;
}

function wrap(text) {
    const lines = [""];
    for (const word of text.split(" ")) {
        const last = lines[lines.length - 1];
        if (last && last.length + 1 + word.length > LINE_CHARS_MAX) {
            lines.push(word);
        } else {
            lines[lines.length - 1] = last ? `${last} ${word}` : word;
        }
    }
    return lines.join("\n");
}

/** Gives a text to the visitor as a file. */
export function download(name, type, text) {
    const url = URL.createObjectURL(new Blob([text], { type }));
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    URL.revokeObjectURL(url);
}
