import { type DestinationStream, type Logger, pino } from 'pino'

interface PinoLogOptions {
  level: string
  fields: () => object
  destination?: DestinationStream
}

// Characters that JSON does not escape but that a terminal obeys: control codes, line separators and text direction
// marks. The log escapes them.
const unsafe = /[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const toEscape = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A log that writes one JSON object per line. Logged values cannot forge a log line or control a terminal. */
export const createPinoLog = ({ level, fields, destination }: PinoLogOptions): Logger =>
  pino(
    {
      level,
      mixin: fields,
      hooks: { streamWrite: (line) => line.replace(unsafe, toEscape) },
    },
    destination ?? pino.destination(),
  )
