import type { Source } from 'peatee'

/** Returns the tables of a game, `russian` for example, for `open` of the package peatee. Works in Node. */
export function tablesOf(game: string): Source
