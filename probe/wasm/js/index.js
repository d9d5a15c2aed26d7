/**
 * Endgame tables of draughts, checkers and chess: exact values in a browser or in Node.
 *
 * `open` answers from files that are somewhere else, range by range; `openFiles` from files in
 * memory, at once.
 */
import init, { Files, NeededRange, Ranges, Tables as Core } from './peatee_wasm.js'
import { sourceOf } from './sources.js'

export { HttpSource, PickedFiles } from './sources.js'

const DEFAULT_MEMORY_BYTES = 64 * 2 ** 20

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
    return this.#core.probeWdl(fen)
  }

  probe (fen) {
    return JSON.parse(this.#core.probe(fen))
  }

  moves (fen) {
    return JSON.parse(this.#core.moves(fen))
  }

  line (fen, maxPlies = 200) {
    return JSON.parse(this.#core.line(fen, maxPlies))
  }

  probeWdlMany (numbers) {
    return this.#core.probeWdlMany(numbers)
  }
}

/** Values of positions, from files that arrive in ranges. */
class RangedTables {
  #core
  #ranges
  #source
  #questions = 0

  constructor (core, ranges, source) {
    this.#core = core
    this.#ranges = ranges
    this.#source = source
  }

  get game () {
    return this.#core.game
  }

  get mostPieces () {
    return this.#core.mostPieces
  }

  probeWdl (fen) {
    return this.#ask(() => this.#core.probeWdl(fen))
  }

  async probe (fen) {
    return JSON.parse(await this.#ask(() => this.#core.probe(fen)))
  }

  async moves (fen) {
    return JSON.parse(await this.#ask(() => this.#core.moves(fen), () => this.#core.needed(fen)))
  }

  async line (fen, maxPlies = 200) {
    return JSON.parse(await this.#ask(() => this.#core.line(fen, maxPlies), () => this.#core.needed(fen)))
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
          await fetchInto(this.#ranges, this.#source, together.length > 0 ? together : [error])
        }
      }
    } finally {
      this.#questions--
      // What a question that still runs has fetched must stay.
      if (this.#questions === 0) this.#ranges.clear()
    }
  }
}

async function fetchInto (ranges, source, needed) {
  await Promise.all(needed.map(async range => {
    ranges.insert(range, await source.read(range.file, range.offset, range.length))
  }))
}

export async function open (from, { memoryBytes = DEFAULT_MEMORY_BYTES } = {}) {
  const source = sourceOf(from)
  const [manifest] = await Promise.all([source.manifest(), init()])
  const ranges = new Ranges(source.name ?? 'tables', manifest)
  await fetchInto(ranges, source, ranges.headers())
  const core = ranges.open(memoryBytes)
  ranges.clear()
  return new RangedTables(core, ranges, source)
}

export async function openFiles (files, { memoryBytes = DEFAULT_MEMORY_BYTES, name = 'tables' } = {}) {
  await init()
  const folder = new Files()
  for (const [file, bytes] of Object.entries(files)) folder.insert(file, bytes)
  return new LocalTables(Core.fromFiles(name, folder, memoryBytes))
}
