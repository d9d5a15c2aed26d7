import { answers } from './answers.js'

const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
const ofWorker = new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data)
  worker.onerror = ({ message }) => reject(new Error(message))
})
globalThis.answers = Promise.all([answers(), ofWorker])
