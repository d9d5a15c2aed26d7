/**
 * Endgame tables of draughts, checkers and chess: exact values in a browser or in Node.
 *
 * `open` answers from files that are somewhere else, range by range; `openFiles` from files in
 * memory, at once; `openServer` answers from the tables of several games, as `peatee serve` does.
 */
import start, { Files, Ranges, Tables as Core } from './peatee_wasm.js'
import { sourceOf } from './sources.js'

export { HttpSource, PickedFiles } from './sources.js'

const DEFAULT_MEMORY_BYTES = 64 * 2 ** 20
/** Ranges that are asked for at the same time: browsers refuse thousands. */
const REQUESTS_MAX = 32
const PLIES_MAX = 2 ** 32 - 1

let started

/** Loads the program: from beside this file, or from where a bundler has put it. */
export function init (program) {
  started ??= start(program === undefined ? undefined : { module_or_path: program })
  return started
}

function checkedFen (fen) {
  if (typeof fen !== 'string') throw new TypeError(`a position is a FEN text, not ${typeof fen}`)
  return fen
}

function checkedPlies (maxPlies) {
  if (!(maxPlies >= 0)) throw new RangeError(`maxPlies is a number from 0 on, not ${maxPlies}`)
  return Math.min(Math.floor(maxPlies), PLIES_MAX)
}

function checkedBytes (memoryBytes) {
  if (!(memoryBytes >= 0)) throw new RangeError(`memoryBytes is a number from 0 on, not ${memoryBytes}`)
  return memoryBytes
}

/** A request that a server would refuse: `status` is its `google.rpc.Status`. */
export class RequestError extends Error {
  constructor (status) {
    super(status.message)
    this.name = 'RequestError'
    this.status = status
  }
}

/** Answers a request to a JSON path of a server. */
function requested (core, path, request) {
  if (core.request === undefined) throw new Error("verdicts are in the larger program: import 'peatee/server'")
  try {
    return JSON.parse(core.request(path, JSON.stringify(request)))
  } catch (error) {
    throw typeof error === 'string' ? new RequestError(JSON.parse(error)) : error
  }
}

const adjudicated = (core, request) => requested(core, '/v1/adjudicate', { variant: core.game, ...request })

/** Values of positions, from files in memory. */
class LocalTables {
  #core

  constructor (core) {
    this.#core = core
  }

  get game () {
    return this.#core.game
  }

  get mostPieces () {
    return this.#core.mostPieces
  }

  probeWdl (fen) {
    return this.#core.probeWdl(checkedFen(fen))
  }

  probe (fen) {
    return JSON.parse(this.#core.probe(checkedFen(fen)))
  }

  moves (fen) {
    return JSON.parse(this.#core.moves(checkedFen(fen)))
  }

  line (fen, maxPlies = 200) {
    return JSON.parse(this.#core.line(checkedFen(fen), checkedPlies(maxPlies)))
  }

  adjudicate (request) {
    return adjudicated(this.#core, request)
  }

  free () {
    this.#core.free()
  }

  probeWdlMany (numbers) {
    return this.#core.probeWdlMany(numbers)
  }
}

/** Values of positions, from files that arrive in ranges. */
class RangedTables {
  #core
  #folders

  constructor (core, folders) {
    this.#core = core
    this.#folders = folders
  }

  get game () {
    return this.#core.game
  }

  get mostPieces () {
    return this.#core.mostPieces
  }

  async probeWdl (fen) {
    checkedFen(fen)
    return this.#folders.ask(() => this.#core.probeWdl(fen))
  }

  async probe (fen) {
    checkedFen(fen)
    return JSON.parse(await this.#folders.ask(() => this.#core.probe(fen)))
  }

  async moves (fen) {
    checkedFen(fen)
    return JSON.parse(await this.#folders.ask(() => this.#core.moves(fen), () => this.#core.touch(fen)))
  }

  async line (fen, maxPlies = 200) {
    const plies = checkedPlies(maxPlies)
    checkedFen(fen)
    return JSON.parse(await this.#folders.ask(() => this.#core.line(fen, plies), () => this.#core.touch(fen)))
  }

  async adjudicate (request) {
    return this.#folders.ask(() => adjudicated(this.#core, request))
  }

  free () {
    this.#core.free()
    this.#folders.free()
  }
}

/** Folders whose files arrive in ranges. */
class Folders {
  #folders = []
  #questions = 0

  /** Adds to `core` the tables of a folder. Those of at most `wholeBytes` stay in memory. */
  async add (core, from, { wholeBytes = 0, signal }) {
    const source = sourceOf(from)
    const name = source.name ?? 'tables'
    const list = await source.headerList?.(signal)
    const ranges = list ? Ranges.ofHeaderList(name, list) : new Ranges(name, await source.manifest(signal))
    const fetcher = new Fetcher(ranges, source, signal)
    const whole = ranges.wholeFiles()
    const isWhole = whole.reduce((bytes, { length }) => bytes + length, 0) <= wholeBytes
    await fetcher.fetch(isWhole ? whole : ranges.headers())
    core.addRanges(ranges)
    const folder = { ranges, fetcher, isWhole }
    this.#folders.push(folder)
    this.#clear(folder)
  }

  #clear ({ ranges, isWhole }) {
    if (!isWhole) ranges.clear()
  }

  /**
   * Asks again and again, each time with the ranges that the last answer lacked. `touch` reads what
   * will be needed beside the first of them, to fetch it at the same time.
   */
  async ask (question, touch = () => {}) {
    this.#questions++
    try {
      for (let tried = 0; ; tried++) {
        let answer, fault
        try {
          answer = question()
        } catch (error) {
          fault = error
        }
        const lacking = this.#takeLacking()
        if (lacking.length === 0) {
          if (fault !== undefined) throw fault
          return answer
        }
        if (tried === 0) {
          touch()
          lacking.push(...this.#takeLacking())
        }
        await Promise.all(lacking.map(([fetcher, needed]) => fetcher.fetch(needed)))
      }
    } finally {
      this.#questions--
      // What a question that still runs has fetched must stay.
      if (this.#questions === 0) this.#folders.forEach(folder => this.#clear(folder))
    }
  }

  #takeLacking () {
    const lacking = this.#folders.map(({ ranges, fetcher }) => [fetcher, ranges.takeLacking()])
    return lacking.filter(([, needed]) => needed.length > 0)
  }

  free () {
    this.#folders.forEach(({ ranges }) => ranges.free())
  }
}

/** Fetches ranges of a source, each once at a time, however many ask for it. */
class Fetcher {
  #ranges
  #source
  #signal
  #running = new Map()
  #waiting = []

  constructor (ranges, source, signal) {
    this.#ranges = ranges
    this.#source = source
    this.#signal = signal
  }

  async fetch (needed) {
    await Promise.all(needed.map(range => {
      const key = `${range.offset} ${range.length} ${range.file}`
      const running = this.#running.get(key)
      if (running !== undefined) return running
      const fetched = this.#fetchOne(range).finally(() => {
        this.#running.delete(key)
        this.#waiting.shift()?.()
      })
      this.#running.set(key, fetched)
      return fetched
    }))
  }

  async #fetchOne (range) {
    const { file, offset, length } = range
    if (this.#running.size >= REQUESTS_MAX) await new Promise(resolve => this.#waiting.push(resolve))
    const bytes = new Uint8Array(await this.#source.read(file, offset, length, this.#signal))
    if (bytes.length !== length) throw new Error(`${file}: ${bytes.length} bytes came in place of ${length}`)
    this.#ranges.insert(range, bytes)
  }
}

export async function open (from, { memoryBytes = DEFAULT_MEMORY_BYTES, signal } = {}) {
  checkedBytes(memoryBytes)
  await init()
  const core = new Core(memoryBytes)
  const folders = new Folders()
  await folders.add(core, from, { signal })
  return new RangedTables(core, folders)
}

export async function openFiles (files, { memoryBytes = DEFAULT_MEMORY_BYTES, name = 'tables' } = {}) {
  checkedBytes(memoryBytes)
  await init()
  const folder = new Files()
  const encoder = new TextEncoder()
  for (const [file, content] of files instanceof Map ? files : Object.entries(files)) {
    folder.insert(file, typeof content === 'string' ? encoder.encode(content) : new Uint8Array(content))
  }
  const core = new Core(memoryBytes)
  core.addFiles(name, folder)
  return new LocalTables(core)
}

/** Answers the requests of the JSON paths of a server, from the tables of any number of games. */
class LocalServer {
  #core
  #folders = new Folders()

  constructor (core) {
    this.#core = core
  }

  /** Adds the tables of a game. Those of at most `wholeBytes` are read into memory at once. */
  add (from, options = {}) {
    return this.#folders.add(this.#core, from, options)
  }

  async request (path, request) {
    return this.#folders.ask(() => requested(this.#core, path, request))
  }

  free () {
    this.#core.free()
    this.#folders.free()
  }
}

export async function openServer ({ memoryBytes = DEFAULT_MEMORY_BYTES } = {}) {
  checkedBytes(memoryBytes)
  await init()
  return new LocalServer(new Core(memoryBytes))
}
