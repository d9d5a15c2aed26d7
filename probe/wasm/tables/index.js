/** Tables of each game in a folder of its id, as `open` of the package peatee takes them, in Node. */
import { open, readFile } from 'node:fs/promises'

export function tablesOf (game) {
  const folder = new URL(`${encodeURIComponent(game)}/`, import.meta.url)
  return {
    name: `peatee-tables/${game}`,
    manifest: signal => readFile(new URL('manifest.json', folder), { encoding: 'utf8', signal }),
    async read (file, offset, length) {
      const opened = await open(new URL(file, folder))
      try {
        const { buffer, bytesRead } = await opened.read(new Uint8Array(length), 0, length, offset)
        return buffer.subarray(0, bytesRead)
      } finally {
        await opened.close()
      }
    },
  }
}
