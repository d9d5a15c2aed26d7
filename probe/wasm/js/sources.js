/** Sources of bytes: a web server, files that a user picked, or what a program makes of its own. */

const TRIES = 3
const FIRST_PAUSE_MILLIS = 200
const ANSWER_MILLIS = 30_000
const MANIFEST = 'manifest.json'
const HEADER_LIST = 'headers.bin'

let directoryOf = () => undefined

/** In Node, `find` makes sources of directories: of paths, and of addresses that begin with `file:`. */
export function openDirectoriesBy (find) {
  directoryOf = find
}

/** Returns the source that `open` was given: an address, picked files, or a source. */
export function sourceOf (from) {
  if (typeof from === 'string' || from instanceof URL) return directoryOf(from) ?? new HttpSource(from)
  if (typeof from?.read === 'function') return from
  if (typeof from?.[Symbol.iterator] === 'function') return new PickedFiles(from)
  throw new TypeError('open takes an address, picked files, or a source with manifest() and read()')
}

/** A folder of tables on any web server that answers range requests; whole files need none. */
export class HttpSource {
  #base
  /** The version of each file that was read first. */
  #tags = new Map()

  constructor (url) {
    const base = new URL(url, globalThis.location?.href)
    if (!base.pathname.endsWith('/')) base.pathname += '/'
    this.#base = base
    this.name = base.href
  }

  async manifest (signal) {
    const response = await this.#fetch(MANIFEST, {}, [200], signal)
    return response.text()
  }

  /** Reads the manifest and all headers in one request, if `peatee-gen publish` made the folder. */
  async headerList (signal) {
    const response = await this.#fetch(HEADER_LIST, {}, [200, 403, 404], signal)
    if (response.status === 200) return new Uint8Array(await response.arrayBuffer())
    await response.body?.cancel()
    return undefined
  }

  async read (file, offset, length, signal) {
    const last = offset + length - 1
    const wrong = what => new Error(`${this.#base.href}${file}, bytes ${offset} to ${last}: ${what}`)
    for (let tried = 1; ; tried++) {
      const response = await this.#fetch(file, { Range: `bytes=${offset}-${last}` }, [200, 206], signal)
      const sent = Number(response.headers.get('content-length'))
      const isWhole = response.status === 200 && offset === 0 && sent === length
      if (response.status === 200 && !isWhole) {
        await response.body?.cancel()
        throw wrong('the server sends the whole file; it must answer range requests (status 206)')
      }
      // Both headers may be hidden where the server is at another origin.
      const range = response.headers.get('content-range')
      if (range !== null && !range.startsWith(`bytes ${offset}-${last}/`)) throw wrong(`the answer is of ${range}`)
      // Servers that compress mark the same version as weak.
      const tag = response.headers.get('etag')?.replace(/^W\//, '') ?? null
      if (tag !== null) {
        const first = this.#tags.get(file) ?? tag
        if (tag !== first) throw wrong('the file has changed since the tables were opened; open them again')
        this.#tags.set(file, first)
      }
      const bytes = await response.arrayBuffer().then(buffer => new Uint8Array(buffer), () => new Uint8Array())
      if (bytes.length === length) return bytes
      if (tried === TRIES) throw wrong(`${bytes.length} bytes came in place of ${length}`)
    }
  }

  /** Asks a few times, where the network fails or the server is busy. */
  async #fetch (file, headers, statuses, signal) {
    const url = new URL(file, this.#base)
    url.search = this.#base.search
    for (let tried = 1; ; tried++) {
      let fault
      try {
        const patience = AbortSignal.timeout(ANSWER_MILLIS)
        const either = signal === undefined ? patience : AbortSignal.any([signal, patience])
        const response = await fetch(url, { headers, signal: either })
        if (statuses.includes(response.status)) return response
        await response.body?.cancel()
        fault = new Error(`${url}: status ${response.status}`)
        if (response.status < 500 && response.status !== 429) throw fault
      } catch (error) {
        if (error === fault || signal?.aborted) throw error
        fault = new Error(`${url}: ${error.message}`, { cause: error })
      }
      if (tried === TRIES) throw fault
      await new Promise(resolve => setTimeout(resolve, FIRST_PAUSE_MILLIS * 4 ** (tried - 1)))
    }
  }
}

/** Files that a user picked, as `<input type="file" multiple>` gives them. */
export class PickedFiles {
  #files

  constructor (files) {
    this.#files = new Map()
    for (const file of files) {
      if (this.#files.has(file.name)) throw new Error(`two files are named ${file.name}; pick the folder of one game`)
      this.#files.set(file.name, file)
    }
    this.name = 'picked files'
  }

  manifest () {
    return this.#file(MANIFEST).text()
  }

  async read (file, offset, length) {
    const part = this.#file(file).slice(offset, offset + length)
    return new Uint8Array(await part.arrayBuffer())
  }

  #file (name) {
    const file = this.#files.get(name)
    if (file === undefined) throw new Error(`${name} is not among the picked files; pick the whole folder of tables`)
    return file
  }
}
