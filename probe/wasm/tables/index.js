/** Tables of each game in a folder of its id. */
export function tablesOf (game) {
  return new URL(`${encodeURIComponent(game)}/`, import.meta.url)
}
