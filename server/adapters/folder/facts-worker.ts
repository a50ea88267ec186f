import { answerMessages } from '../threads/thread.ts'
import { parseEmbedded, parseJson, parseXmp } from './parse-facts.ts'

const handlers = { start: () => undefined, parseEmbedded, parseJson, parseXmp }

export type FactsHandlers = typeof handlers

answerMessages(handlers)
