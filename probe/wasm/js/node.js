/** The same package in Node, where the program is a file beside this one, and tables may be on the disk. */
import { readFileSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { initSync } from './peatee_wasm.js'
import { openDirectoriesBy } from './sources.js'

initSync({ module: readFileSync(new URL('peatee_wasm_bg.wasm', import.meta.url)) })

/** A directory of tables on the disk. */
class Directory {
  #url

  constructor (url) {
    this.#url = url
    this.name = fileURLToPath(url)
  }

  async manifest (signal) {
    try {
      return await readFile(new URL('manifest.json', this.#url), { encoding: 'utf8', signal })
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
      throw new Error(`there are no tables of a game in ${this.name}: no manifest.json`, { cause: error })
    }
  }

  async read (file, offset, length) {
    const opened = await open(new URL(encodeURIComponent(file), this.#url))
    try {
      const { buffer, bytesRead } = await opened.read(new Uint8Array(length), 0, length, offset)
      return buffer.subarray(0, bytesRead)
    } finally {
      await opened.close()
    }
  }
}

openDirectoriesBy(from => {
  const isAddress = /^[a-z][a-z0-9+.-]+:/i.test(from)
  const url = isAddress ? new URL(from) : pathToFileURL(from)
  if (url.protocol !== 'file:') return undefined
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return new Directory(url)
})

export * from './index.js'
