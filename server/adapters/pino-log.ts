import { type DestinationStream, type Logger, pino } from 'pino'
import { escapeUnicode } from '../../shared/query.ts'

interface PinoLogOptions {
  level: string
  fields: () => object
  destination?: DestinationStream
}

// Characters that JSON does not escape but that a terminal obeys: control codes, line separators and text direction
// marks. The log escapes them.
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
