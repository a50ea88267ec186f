import { answerMessages } from '../threads/thread.ts'
import { describeSample } from './describe-sample.ts'

const handlers = { describeSample }

export type SampleHandlers = typeof handlers

answerMessages(handlers)
