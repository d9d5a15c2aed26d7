/**
 * Endgame tables of draughts, checkers and chess: exact values in a browser or in Node.
 *
 * `open` answers from files that are somewhere else, range by range; `openFiles` from files in
 * memory, at once.
 */
import start, { Files, NeededRange, Ranges, Tables as Core } from './peatee_wasm.js'
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
  #ranges
  #fetcher
  #questions = 0

  constructor (core, ranges, fetcher) {
    this.#core = core
    this.#ranges = ranges
    this.#fetcher = fetcher
  }

  get game () {
    return this.#core.game
  }

  get mostPieces () {
    return this.#core.mostPieces
  }

  async probeWdl (fen) {
    checkedFen(fen)
    return this.#ask(() => this.#core.probeWdl(fen))
  }

  async probe (fen) {
    checkedFen(fen)
    return JSON.parse(await this.#ask(() => this.#core.probe(fen)))
  }

  async moves (fen) {
    checkedFen(fen)
    return JSON.parse(await this.#ask(() => this.#core.moves(fen), () => this.#core.needed(fen)))
  }

  async line (fen, maxPlies = 200) {
    const plies = checkedPlies(maxPlies)
    checkedFen(fen)
    return JSON.parse(await this.#ask(() => this.#core.line(fen, plies), () => this.#core.needed(fen)))
  }

  free () {
    this.#core.free()
    this.#ranges.free()
  }

  /**
   * Asks again and again, each time with the range that the last answer lacked. `lacking` lists
   * ranges that will be needed beside the first, to fetch them at the same time.
   */
  async #ask (question, lacking = () => []) {
    this.#questions++
    try {
      for (let tried = 0; ; tried++) {
        try {
          return question()
        } catch (error) {
          if (!(error instanceof NeededRange)) throw error
          const together = tried === 0 ? lacking() : []
          await this.#fetcher.fetch(together.length > 0 ? together : [error])
        }
      }
    } finally {
      this.#questions--
      // What a question that still runs has fetched must stay.
      if (this.#questions === 0) this.#ranges.clear()
    }
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
  const source = sourceOf(from)
  const [manifest] = await Promise.all([source.manifest(signal), init()])
  const ranges = new Ranges(source.name ?? 'tables', manifest)
  const fetcher = new Fetcher(ranges, source, signal)
  await fetcher.fetch(ranges.headers())
  const core = ranges.open(memoryBytes)
  ranges.clear()
  return new RangedTables(core, ranges, fetcher)
}

export async function openFiles (files, { memoryBytes = DEFAULT_MEMORY_BYTES, name = 'tables' } = {}) {
  checkedBytes(memoryBytes)
  await init()
  const folder = new Files()
  const encoder = new TextEncoder()
  for (const [file, content] of files instanceof Map ? files : Object.entries(files)) {
    folder.insert(file, typeof content === 'string' ? encoder.encode(content) : new Uint8Array(content))
  }
  return new LocalTables(Core.fromFiles(name, folder, memoryBytes))
}
