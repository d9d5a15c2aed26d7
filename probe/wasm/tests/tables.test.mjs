/** The package against answers that the tables of the test data must give, from memory and over HTTP. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The built package. */
const { open, openFiles } = await import(process.env.PEATEE_PACKAGE + '/js/node.js')

const FOLDERS = ['v4', 'v4-pages'].map(name => new URL(`../../tests/data/${name}/english/`, import.meta.url))
const START = 'W:WK17,K5:BK31'

const filesOf = folder => Object.fromEntries(readdirSync(folder).map(name => [name, readFileSync(new URL(name, folder))]))

/** FEN, outcome, DTW and DTC of each line. */
const answersOf = folder => readFileSync(new URL('../answers.tsv', folder), 'utf8').split('\n')
  .filter(line => line !== '' && !line.startsWith('#')).map(line => line.split('\t'))

function expected ([, wdl, dtw, dtc]) {
  const plies = {}
  if (dtw !== '-') plies.dtw = Number(dtw)
  if (dtc !== '-') plies.dtc = Number(dtc)
  return { wdl, plies }
}

/** Serves files in ranges; `faults` may change an answer before it is sent. */
function serve (files) {
  const server = createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url, 'http://x').pathname.slice(1))
    const bytes = files[name]
    server.requests.push(name)
    const fault = server.fault?.(name, server.requests.filter(other => other === name).length)
    if (fault === 'busy') return response.writeHead(503).end()
    if (fault === 'drop') return request.socket.destroy()
    if (bytes === undefined) return response.writeHead(404).end()
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (first === undefined || fault === 'whole') return response.writeHead(200).end(bytes)
    let body = bytes.subarray(Number(first), Number(last) + 1)
    if (fault === 'short') body = body.subarray(1)
    if (fault === 'damage') body = Buffer.from(body).fill(0x5a, body.length >> 1, (body.length >> 1) + 1)
    const etag = fault === 'changed' ? '"2"' : '"1"'
    const place = fault === 'shifted' ? Number(first) + 1 : first
    response.writeHead(206, { etag, 'content-range': `bytes ${place}-${last}/${bytes.length}` }).end(body)
  })
  server.requests = []
  return server
}

let server, address
before(() => new Promise(resolve => {
  server = serve(filesOf(FOLDERS[1]))
  server.listen(0, '127.0.0.1', () => {
    address = `http://127.0.0.1:${server.address().port}`
    resolve()
  })
}))
after(() => server.close())

for (const folder of FOLDERS) {
  const name = folder.pathname.split('/').at(-3)

  test(`files in memory: ${name}`, async () => {
    const tables = await openFiles(filesOf(folder))
    assert.deepEqual([tables.game, tables.mostPieces], ['english', 3])
    for (const line of answersOf(folder)) assert.deepEqual(tables.probe(line[0]), expected(line), line[0])
  })

  test(`the same values in ranges: ${name}`, async () => {
    const files = filesOf(folder)
    const source = {
      manifest: async () => files['manifest.json'].toString(),
      read: async (file, offset, length) => files[file].subarray(offset, offset + length),
    }
    const [ranged, local] = await Promise.all([open(source, { memoryBytes: 0 }), openFiles(files)])
    // All at once: no question takes what another has fetched.
    await Promise.all(answersOf(folder).map(async line => {
      assert.deepEqual(await ranged.probe(line[0]), expected(line), line[0])
      assert.deepEqual(await ranged.moves(line[0]), local.moves(line[0]), line[0])
    }))
  })
}

test('a directory, by its path and by its address', async () => {
  const folder = FOLDERS[1]
  for (const from of [fileURLToPath(folder), relative(process.cwd(), fileURLToPath(folder)), folder, folder.href.slice(0, -1)]) {
    const tables = await open(from)
    assert.deepEqual(await tables.probe(START), { wdl: 'win', plies: { dtw: 31, dtc: 31 } })
  }
  await assert.rejects(open('no-such-folder'), /there are no tables of a game in .*no-such-folder/)
})

test('moves and a line', async () => {
  const tables = await openFiles(filesOf(FOLDERS[0]))
  const moves = tables.moves(START)
  assert.deepEqual(moves[0].value, { wdl: 'win', plies: { dtw: 31, dtc: 31 } })
  const line = tables.line(START)
  assert.deepEqual([line.moves.length, line.end], [31, 'game-over'])
  assert.equal(line.moves[0].fen, moves[0].fen)
  assert.equal(tables.line(START, 3).end, 'cut')
})

test('many positions as numbers', async () => {
  const tables = await openFiles(filesOf(FOLDERS[0]))
  const kings = squares => squares.reduce((word, square) => word | 1n << BigInt(square - 1), 0n)
  const words = [[[17, 5], [31]], [[1], [32]]].flatMap(([white, black]) => [0n, kings(white), 0n, kings(black), 0n])
  assert.deepEqual([...tables.probeWdlMany(BigUint64Array.from(words))], [2, 1])
  assert.throws(() => tables.probeWdlMany(BigUint64Array.of(1n)), /five numbers/)
  assert.deepEqual([...tables.probeWdlMany(BigUint64Array.of(1n, 1n, 1n, 1n, 0n))], [255])
})

test('errors say what is wrong', async () => {
  const files = filesOf(FOLDERS[0])
  const tables = await openFiles(files)
  assert.throws(() => tables.probe('W:W99:B1'), /99/)
  assert.throws(() => tables.probe('W:W21,22,23:B10,11'), /5 pieces/)
  await assert.rejects(openFiles({}), /no tables/)
  await assert.rejects(openFiles({ ...files, 'KvK.wdl': new Uint8Array(5) }), /KvK\.wdl/)
  await assert.rejects(openFiles({ 'manifest.json': new TextEncoder().encode('{}') }), /manifest/)
})

test('wrong arguments are refused', async () => {
  const files = filesOf(FOLDERS[0])
  const tables = await openFiles(new Map(Object.entries({ ...files, 'manifest.json': files['manifest.json'].toString() })))
  for (const wrong of [42, {}, undefined, null]) assert.throws(() => tables.probe(wrong), /FEN text/)
  for (const wrong of [NaN, -1, 'x']) assert.throws(() => tables.line(START, wrong), /maxPlies/)
  assert.equal(tables.line(START, Infinity).end, 'game-over')
  await assert.rejects(openFiles(files, { memoryBytes: -1 }), /memoryBytes/)
  await assert.rejects(open({}), /open takes/)
  await assert.rejects(open([new File([], 'a'), new File([], 'a')]), /two files are named a/)
  tables.free()
  assert.throws(() => tables.probe(START))
})

test('many questions at once fetch each range once, 32 at a time', async () => {
  const files = filesOf(FOLDERS[1])
  const asked = new Map()
  let [running, most] = [0, 0]
  const source = {
    manifest: async () => files['manifest.json'].toString(),
    async read (file, offset, length) {
      const key = `${file} ${offset}`
      asked.set(key, (asked.get(key) ?? 0) + 1)
      most = Math.max(most, ++running)
      await new Promise(resolve => setTimeout(resolve, 2))
      running--
      const part = files[file].subarray(offset, offset + length)
      return part.buffer.slice(part.byteOffset, part.byteOffset + length)
    },
  }
  const tables = await open(source)
  assert.equal(most, 32)
  asked.clear()
  const values = await Promise.all(Array.from({ length: 100 }, () => tables.probe(START)))
  assert.ok(values.every(value => value.wdl === 'win'))
  assert.ok([...asked.values()].every(times => times === 1), JSON.stringify([...asked]))
})

test('a signal ends reading', async () => {
  await assert.rejects(open(address, { signal: AbortSignal.abort() }), /abort/i)
  const silent = { manifest: signal => new Promise((resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))), read () {} }
  await assert.rejects(open(silent, { signal: AbortSignal.timeout(10) }), /timeout|abort/i)
})

test('a web server', async t => {
  const check = async () => {
    const tables = await open(address)
    server.requests.length = 0
    return tables
  }
  await t.test('answers in few requests', async () => {
    const tables = await check()
    assert.deepEqual((await tables.probe(START)).wdl, 'win')
    const first = server.requests.length
    assert.deepEqual((await tables.probe(START)).wdl, 'win')
    assert.equal(server.requests.length, first, 'what was read stays in memory')
  })
  await t.test('that is busy or drops a connection is asked again', async () => {
    const tables = await check()
    server.fault = (name, times) => times === 1 ? ['busy', 'drop'][name.length % 2] : null
    assert.equal((await tables.probe('W:WK10:B4,11')).wdl, 'loss')
  })
  for (const [fault, message] of [
    ['whole', /range requests/], ['short', /bytes came in place of/], ['shifted', /the answer is of bytes/],
    ['changed', /has changed/], ['damage', /checksum|damaged/], ['busy', /status 503/],
  ]) {
    await t.test(`that answers wrongly is named: ${fault}`, async () => {
      server.fault = null
      const tables = await check()
      server.fault = () => fault
      await assert.rejects(tables.probe('W:WK1:BK32'), message)
      server.fault = null
      assert.equal((await tables.probe('W:WK1:BK32')).wdl, 'draw', 'nothing wrong was kept')
    })
  }
  await t.test('without tables', async () => {
    await assert.rejects(open(`${address}/nowhere/`), /nowhere\/manifest\.json: status 404/)
  })
})

test('the package of tables opens a game by its id', async context => {
  const folder = mkdtempSync(join(tmpdir(), 'peatee-tables-'))
  context.after(() => rmSync(folder, { recursive: true }))
  cpSync(new URL('../tables/', import.meta.url), folder, { recursive: true })
  cpSync(FOLDERS[0], join(folder, 'english'), { recursive: true })
  const { tablesOf } = await import(pathToFileURL(join(folder, 'index.js')))
  const tables = await open(tablesOf('english'))
  for (const answer of answersOf(FOLDERS[0]).slice(0, 50)) {
    assert.deepEqual(await tables.probe(answer[0]), expected(answer), answer[0])
  }
  tables.free()
  await assert.rejects(open(tablesOf('nonsense')), /nonsense/)
})
