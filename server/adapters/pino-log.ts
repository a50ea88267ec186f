import { type DestinationStream, type Logger, pino } from 'pino'

interface PinoLogOptions {
  level: string
  /** What every line has besides, at the moment it is written. */
  fields: () => object
  /** By default the standard output. */
  destination?: DestinationStream
}

/** What JSON leaves as it is, and a terminal or a viewer acts upon: controls, ends of lines, directions. */
const acted = /[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const toEscape = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** One JSON object for each event, on a line that is plain text whatever is written about. */
export const createPinoLog = ({ level, fields, destination }: PinoLogOptions): Logger =>
  pino(
    {
      level,
      mixin: fields,
      hooks: { streamWrite: (line) => line.replace(acted, toEscape) },
    },
    destination ?? pino.destination(),
  )
