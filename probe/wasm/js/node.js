/** The same package in Node, where the program is a file beside this one. */
import { readFileSync } from 'node:fs'
import { initSync } from './peatee_wasm.js'

initSync({ module: readFileSync(new URL('peatee_wasm_bg.wasm', import.meta.url)) })

export * from './index.js'
