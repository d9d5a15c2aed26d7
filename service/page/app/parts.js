// Long texts of games, in parts that the server takes.

/** The longest text that the server takes. */
const TEXT_BYTES_MAX = 1024 * 1024;

/** The most characters of a part: in UTF-8 none takes more than three bytes. */
const PART_CHARACTERS_MAX = TEXT_BYTES_MAX / 4;

/** Parts of a text, each of whole games: a game begins with tags after an empty line. */
export function* parts(text) {
    if (new Blob([text]).size <= TEXT_BYTES_MAX) {
        yield text;
        return;
    }
    let [first, end] = [0, 0];
    for (const { index } of text.matchAll(/(?<=\n\r?\n)\[/g)) {
        if (index - first > PART_CHARACTERS_MAX && end > first) {
            yield text.slice(first, end);
            first = end;
        }
        end = index;
    }
    if (text.length - first > PART_CHARACTERS_MAX && end > first) {
        yield text.slice(first, end);
        first = end;
    }
    yield text.slice(first);
}
