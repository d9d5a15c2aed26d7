import { answers } from './answers.js'

answers().then(postMessage)
