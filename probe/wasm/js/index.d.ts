/** Outcome for the side to move. */
export type Wdl = 'win' | 'draw' | 'loss'

/** Value of a position or a move. */
export interface Value {
  wdl: Wdl
  /** Plies by the name of the metric (`dtw`, `dtc`, `dtr-FIDE-50`); empty for a draw. */
  plies: Record<string, number>
}

/** Legal move. */
export interface RatedMove {
  /** Notation of the game: `32-28`, `Qxd8#`. */
  move: string
  /** Position after the move. */
  fen: string
  /** Value for the player who makes the move; plies count from before it. */
  value: Value
}

/** Best play by both sides. */
export interface Line {
  value: Value
  moves: RatedMove[]
  end: 'game-over' | 'repetition' | 'cut' | 'drawn-by-rule'
}

/** Folder of tables that is read in ranges. */
export interface Source {
  /** Name of the folder in errors. */
  name?: string
  /** Returns the text of `manifest.json`. */
  manifest(signal?: AbortSignal): Promise<string>
  /** Returns the content of `headers.bin`, if the folder has it: `manifest` is then not called. */
  headerList?(signal?: AbortSignal): Promise<Uint8Array | undefined>
  /** Returns exactly `length` bytes of a file. */
  read(file: string, offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array | ArrayBuffer>
}

/** Folder of tables on a web server that answers range requests. */
export class HttpSource implements Source {
  constructor(url: string | URL)
  name: string
  headerList(): Promise<Uint8Array | undefined>
  manifest(): Promise<string>
  read(file: string, offset: number, length: number): Promise<Uint8Array>
}

/** Files that a user picked. */
export class PickedFiles implements Source {
  constructor(files: Iterable<File>)
  name: string
  manifest(): Promise<string>
  read(file: string, offset: number, length: number): Promise<Uint8Array>
}

/** Options of opening tables. */
export interface Options {
  /** Budget for decoded values, in bytes; 64 MiB by default. */
  memoryBytes?: number
}

/** Options of opening tables that are somewhere else. */
export interface RangedOptions extends Options {
  /** Ends all reading, of opening and of answers. */
  signal?: AbortSignal
}

/** Question about a game, as the message `AdjudicateRequest` of the server. Give `pdn` or `played`. */
export interface AdjudicateRequest {
  /** Text of one game: PDN, in chess PGN. */
  pdn?: string
  /** Moves from a position; without `fen` from the start. */
  played?: { fen?: string; counters?: string; moves?: string[] }
  /** Draw rules, such as `FMJD-100`; those of the game by default. */
  rules?: string
  /** Side whose time has run out, in chess. */
  flag?: 'SIDE_WHITE' | 'SIDE_BLACK'
  /** Whether the last move was written down with a claim of a draw and not made, in chess. */
  claimAnnounced?: boolean
  /** Most plies of the line of best play, 20 by default. */
  linePliesMax?: number
  /** Whether the moves get their values by the tables, as `value` of each. */
  moveValues?: boolean
}

/** Verdict on a game: the message `AdjudicateResponse` of the server as JSON. Some of its fields. */
export interface AdjudicateResponse {
  variant: string
  /** Draw rules of the verdict. */
  rules: string
  startFen: string
  moves: { move: { notation: string }; fenAfter: string; countersAfter: string }[]
  verdict: { ruling: string; article: string; fen: string; [field: string]: unknown }
  writtenResult: string
  agreement: string
  asksArbiter: boolean
  /** The verdict in English, in order. */
  paragraphs: { part: string; tone: string; text: string; sentences: unknown[] }[]
  [field: string]: unknown
}

/** Thrown for a request that a server would refuse. */
export class RequestError extends Error {
  /** The `google.rpc.Status` as JSON. */
  status: { code: number; message: string; details: { '@type': string; [field: string]: unknown }[] }
}

/** Tables of one game whose files are somewhere else. */
export interface RangedTables {
  /** Id of the game: `english`, `chess`. */
  readonly game: string
  /** Most pieces of any table. */
  readonly mostPieces: number
  probeWdl(fen: string): Promise<Wdl>
  probe(fen: string): Promise<Value>
  /** Lists all legal moves, the best first. */
  moves(fen: string): Promise<RatedMove[]>
  /** Finds a line of best play, 200 plies by default; a decided position needs DTW tables. */
  line(fen: string, maxPlies?: number): Promise<Line>
  /** Judges a game by draw rules. */
  adjudicate(request: AdjudicateRequest): Promise<AdjudicateResponse>
  /** Gives the memory back; the tables cannot be used any more. */
  free(): void
}

/** Tables of one game whose files are in memory. */
export interface LocalTables {
  /** Id of the game: `english`, `chess`. */
  readonly game: string
  /** Most pieces of any table. */
  readonly mostPieces: number
  probeWdl(fen: string): Wdl
  probe(fen: string): Value
  /** Lists all legal moves, the best first. */
  moves(fen: string): RatedMove[]
  /** Finds a line of best play, 200 plies by default; a decided position needs DTW tables. */
  line(fen: string, maxPlies?: number): Line
  /** Judges a game by draw rules. */
  adjudicate(request: AdjudicateRequest): AdjudicateResponse
  /** Gives the memory back; the tables cannot be used any more. */
  free(): void
  /**
   * Probes many positions of draughts, five numbers each: white men, white kings, black men, black
   * kings, side to move (0 White, 1 Black). Returns 0 for a loss, 1 for a draw, 2 for a win, 255
   * where there is no answer.
   */
  probeWdlMany(numbers: BigUint64Array): Uint8Array
}

/**
 * Loads the program from an address, or from bytes. Call it first where a bundler has put
 * `peatee_wasm_bg.wasm` elsewhere than beside the code.
 */
export function init(program?: string | URL | Response | BufferSource | WebAssembly.Module): Promise<unknown>

/**
 * Opens the tables of one game: at an address, among picked files, from a source, or in Node in a
 * directory, given as its path or `file:` address.
 */
export function open(from: string | URL | Iterable<File> | Source, options?: RangedOptions): Promise<RangedTables>

/** Opens the tables of one game from files in memory, by name, `manifest.json` included. */
export function openFiles(
  files: Record<string, Uint8Array | ArrayBuffer | string> | Map<string, Uint8Array | ArrayBuffer | string>,
  options?: Options & { name?: string },
): Promise<LocalTables>

/** Answers the requests of the JSON paths of `peatee serve`, without a server. */
export interface LocalServer {
  /**
   * Adds the tables of a game. Those of at most `wholeBytes` (0 by default) are read into memory at
   * once, and need no network afterwards.
   */
  add(from: string | URL | Iterable<File> | Source, options?: { wholeBytes?: number; signal?: AbortSignal }): Promise<void>
  /** Answers a request, such as `request('/v1/adjudicate', { variant: 'english', pdn })`. */
  request(path: string, request: object): Promise<any>
  /** Gives the memory back; the server cannot be asked any more. */
  free(): void
}

/** Creates a server that has no tables yet. */
export function openServer(options?: Options): Promise<LocalServer>
