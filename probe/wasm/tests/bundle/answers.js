import { open } from 'peatee/server'

/** Values and a verdict, from the tables beside the bundle. */
export async function answers () {
  const tables = await open(new URL('/english/', globalThis.location.origin))
  const { paragraphs } = await tables.adjudicate({ played: { fen: 'W:WK17,K5:BK31' } })
  return [await tables.probe('W:WK17,K5:BK31'), (await tables.line('W:WK17,K5:BK31')).moves.length, paragraphs[0].text]
}
