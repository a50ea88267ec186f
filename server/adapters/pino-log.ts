import { type DestinationStream, type Logger, pino } from 'pino'
import { z } from 'zod'
import { toPrintable } from '../../shared/text.ts'

interface PinoLogOptions {
  level: string
  fields: () => object
  /** Whether a person reads the log on a terminal. Otherwise a program reads it, as JSON. */
  isForPeople?: boolean
  destination?: DestinationStream
}

/** A log that writes one JSON object or one sentence per line. Logged values cannot forge a line or control a terminal. */
export const createPinoLog = (options: PinoLogOptions): Logger => {
  const { level, fields, isForPeople = false, destination = pino.destination() } = options
  const toLines = isForPeople ? toSentence : (json: string) => [json]
  const streamWrite = (line: string) =>
    toLines(line.trimEnd()).map(withoutSecrets).map(toPrintable).join('\n').concat('\n')
  return pino({ level, mixin: fields, hooks: { streamWrite } }, destination)
}

// A text of another program may repeat an address that it was asked for, with a key or a password in it.
const withoutSecrets = (line: string) =>
  line
    .replace(/\bfresco_[\w-]{32}/g, 'fresco_…')
    .replace(/([?&][\w.-]*(?:key|token|secret|password|sig)[\w.-]*=)[^&\s"'\\]+/gi, '$1…')
    .replace(/(\bhttps?:\/\/)[^\s/@"'\\]+@/gi, '$1…@')

const eventSchema = z
  .object({
    ...{
      level: z.number(),
      time: z.number(),
      pid: z.number(),
      hostname: z.string(),
      msg: z.string(),
    },
    requestId: z.string().optional(),
    err: z
      .looseObject({ message: z.string(), stack: z.string(), code: z.unknown().optional() })
      .optional(),
  })
  .loose()

// Fields that the message does not mention follow it. An error without a code is a mistake in Fresco, so its stack follows.
const toSentence = (json: string): string[] => {
  const { level, time, pid, hostname, msg, requestId, err, ...fields } = eventSchema.parse(
    JSON.parse(json),
  )
  const kind = level >= 50 ? 'Error: ' : level >= 40 ? 'Warning: ' : ''
  const reason = err && !msg.includes(err.message) ? `: ${err.message}` : ''
  const details = Object.entries(fields)
    .filter(([, value]) => typeof value !== 'object' && !msg.includes(String(value)))
    .map(([name, value]) => `${name} ${value}`)
  const sentence = `${kind}${msg}${reason}${details.length > 0 ? ` (${details.join(', ')})` : ''}`
  const stack = err && err.code === undefined ? err.stack.split('\n').slice(1) : []
  return [`${new Date(time).toTimeString().slice(0, 8)} ${sentence}`, ...stack]
}
