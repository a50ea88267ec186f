import { type DestinationStream, type Logger, pino } from 'pino'
import { escapeUnicode } from '../../shared/text.ts'

interface PinoLogOptions {
  level: string
  fields: () => object
  destination?: DestinationStream
}

// The log escapes what JSON leaves but a terminal obeys: control codes, line separators, text direction marks.
const unsafe = /[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** A log that writes one JSON object per line. Logged values cannot forge a log line or control a terminal. */
export const createPinoLog = ({ level, fields, destination }: PinoLogOptions): Logger =>
  pino(
    {
      level,
      mixin: fields,
      hooks: { streamWrite: (line) => escapeUnicode(line, unsafe) },
    },
    destination ?? pino.destination(),
  )
