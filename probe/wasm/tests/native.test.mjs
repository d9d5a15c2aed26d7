/**
 * The package against the programs of this commit, which scripts/check wasm has built: values of random positions, and
 * the answers of a server.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'

const { openFiles, openServer } = await import(process.env.PEATEE_PACKAGE + '/server/node.js')
const { PEATEE_PROGRAM: PROGRAM, PEATEE_TABLES: TABLES, PEATEE_SERVER: SERVER } = process.env
const POSITIONS = Number(process.env.PEATEE_POSITIONS)

const filesOf = game => Object.fromEntries(
  readdirSync(join(TABLES, game)).filter(name => /\.(json|wdl|dt[\w-]+)$/.test(name)).map(name => [name, readFileSync(join(TABLES, game, name))]))

/** Pseudo-random numbers below `limit`, the same in each run (xorshift32). */
function randomOf (seed) {
  let state = seed
  return limit => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
}

const PIECES_MAX = 3

/** Metrics and the columns in which the program gives them. */
const COLUMNS = { dtw: 'dtw_plies', dtc: 'dtc_plies', 'dtr-FIDE-50': 'dtz_plies' }

/** Different squares for two to three pieces. */
function squares (random, count) {
  const chosen = new Set()
  const pieces = 2 + random(PIECES_MAX - 1)
  while (chosen.size < pieces) chosen.add(random(count))
  return [...chosen]
}

function randomDraughts (random, names) {
  const sides = [[], []]
  squares(random, names.length).forEach((square, index) => {
    sides[index < 2 ? index : random(2)].push((random(2) === 0 ? 'K' : '') + names[square])
  })
  return `${'WB'[random(2)]}:W${sides[0].join()}:B${sides[1].join()}`
}

function randomChess (random) {
  const board = Array(64).fill('1')
  squares(random, 64).forEach((square, index) => {
    board[square] = index < 2 ? 'Kk'[index] : 'PNBRQpnbrq'[random(10)]
  })
  const ranks = Array.from({ length: 8 }, (_, rank) => board.slice(8 * rank, 8 * rank + 8).join('').replace(/1+/g, empty => empty.length))
  return `${ranks.join('/')} ${'wb'[random(2)]} - - 0 1`
}

const numbered = count => Array.from({ length: count }, (_, index) => String(index + 1))
const named = numbered(64).map((_, square) => 'abcdefgh'[square % 8] + (1 + (square >> 3))).filter((_, square) => ((square & 7) + (square >> 3)) % 2 === 0)
const GAMES = {
  international: random => randomDraughts(random, numbered(50)),
  english: random => randomDraughts(random, numbered(32)),
  italian: random => randomDraughts(random, numbered(32)),
  russian: random => randomDraughts(random, named),
  chess: randomChess,
}

/** What the program says of each position: outcome and distances, or an error. */
function nativeValues (game, positions) {
  const program = spawn(PROGRAM, ['probe', '--variant', game, '--format', 'tsv', '--tables', TABLES], { stdio: ['pipe', 'pipe', 'inherit'] })
  program.stdin.end(positions.map(fen => fen + '\n').join(''))
  return createInterface({ input: program.stdout })
}

for (const [game, random] of Object.entries(GAMES)) {
  const count = Math.ceil(POSITIONS / Object.keys(GAMES).length)
  test(`${count} random positions of ${game}`, async () => {
    const tables = await openFiles(filesOf(game))
    const numbers = randomOf(20261126 + game.length)
    const positions = Array.from({ length: count }, () => random(numbers))
    let [columns, at, answered] = [null, 0, 0]
    for await (const line of nativeValues(game, positions)) {
      const cells = line.split('\t')
      if (columns === null) {
        columns = cells
        continue
      }
      const native = Object.fromEntries(columns.map((name, column) => [name, cells[column]]))
      const fen = positions[at++]
      let own = null
      try {
        own = tables.probe(fen)
      } catch (error) {
        assert.ok(error instanceof Error && native.error, `${fen}: ${error.message}, the program: ${line}`)
        continue
      }
      answered++
      assert.equal(own.wdl, native.wdl, fen)
      for (const [metric, column] of Object.entries(COLUMNS)) {
        assert.equal(String(own.plies[metric] ?? ''), native[column] ?? '', `${metric} of ${fen}`)
      }
    }
    assert.equal(at, count)
    assert.ok(answered > count / 3, `${answered} of ${count} are positions`)
  })
}

const CHESS = '[FEN "8/8/4k3/8/8/4K3/8/7R w - - 30 80"]\n[Termination "time forfeit"]\n\n1-0\n'
const SAMPLE = readFileSync(new URL('../../../service/samples/three-against-one.pdn', import.meta.url), 'utf8')
const GAMES_OF_CHESS = '1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 2. Ke3 *\n\n[FEN "7k/8/8/8/8/8/R7/K7 w - - 98 90"]\n\n1. Ra3 1-0\n'
const REQUESTS = [
  ['variants', null], ['tables?variant=russian', null],
  ['position', { variant: 'international', fen: 'W:WK28:BK41:H9' }],
  ['moves', { variant: 'english', fen: 'W:WK17,K5:BK31', rules: 'WCDF' }],
  ['moves', { variant: 'chess', fen: '8/8/8/8/8/2k5/7q/K7 b - - 98 90' }],
  ['line', { variant: 'international', fen: 'W:W23:B5,6' }],
  ['probe', { variant: 'russian', fen: 'nonsense' }],
  ['probe', { variant: 'frisian', fen: 'W:W23:B5' }],
  ['probe-batch', { variant: 'russian', fens: ['W:Wa1:Bh8', 'x', 'W:WKa1:BKh8,Kb8'] }],
  ['adjudicate', { variant: 'chess', pdn: CHESS }],
  ['adjudicate', { variant: 'chess', pdn: CHESS, claimAnnounced: true }],
  ['adjudicate', { variant: 'russian', played: { fen: 'W:WKc1,Ke1:BKb8', moves: ['c1-d2', 'b8-a7'] }, rules: 'FMJD-64-Russian' }],
  ['adjudicate-games', { pdn: SAMPLE, linePliesMax: 100 }],
  ['adjudicate-games', { pdn: GAMES_OF_CHESS, variant: 'chess' }],
  ['adjudicate-games', { pdnBytes: Buffer.from('[White "Müller"]\n\n1. 32-28 ½-½\n').toString('base64') }],
]

test('the server gives the same answers', async () => {
  const local = await openServer()
  for (const game of Object.keys(GAMES).sort()) {
    const files = filesOf(game)
    await local.add({
      name: game,
      manifest: async () => files['manifest.json'].toString(),
      read: async (file, offset, length) => files[file].subarray(offset, offset + length),
    })
  }
  for (const [path, request] of REQUESTS) {
    const [name, query] = path.split('?')
    const asked = request === null ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(request) }
    const remote = await (await fetch(`${SERVER}/v1/${path}`, asked)).json()
    const own = await local.request(`/v1/${name}`, request ?? Object.fromEntries(new URLSearchParams(query)))
      .catch(error => error.status ?? Promise.reject(error))
    for (const set of [remote.sets ?? [], own.sets ?? []]) set.sort((one, other) => one.variant < other.variant ? -1 : 1)
    assert.deepEqual(own, remote, `${path} ${JSON.stringify(request)}`)
  }
})

test('the smaller program says where verdicts are', async () => {
  const { openFiles: openSmall } = await import(process.env.PEATEE_PACKAGE + '/js/node.js')
  const tables = await openSmall(filesOf('chess'))
  assert.equal(tables.probe('8/8/8/8/8/2k5/7q/K7 b - - 0 1').wdl, 'win')
  assert.throws(() => tables.adjudicate({ pdn: CHESS }), /peatee\/server/)
})

test('verdicts of one game', async () => {
  const chess = await openFiles(filesOf('chess'))
  const verdict = chess.adjudicate({ pdn: CHESS, linePliesMax: 4 })
  assert.deepEqual([verdict.verdict.ruling, verdict.verdict.article, verdict.agreement], ['RULING_LOST', '6.9', 'AGREEMENT_CONFIRMED'])
  assert.match(verdict.paragraphs[0].text, /White has won/)
  assert.throws(() => chess.adjudicate({}), error => error.status.details[0].reason === 'BAD_ARGUMENT')
})
