/** Returns the address of the tables of a game, `russian` for example, for `open` of the package peatee in Node. */
export function tablesOf(game: string): URL
