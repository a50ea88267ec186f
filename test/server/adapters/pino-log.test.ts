import { describe, expect, it } from 'vitest'
import { createPinoLog } from '../../../server/adapters/pino-log.ts'

const createLog = (level = 'info') => {
  let written = ''
  const write = (text: string) => {
    written += text
  }
  const log = createPinoLog({ level, fields: () => ({ requestId: 'r1' }), destination: { write } })
  return { log, written: () => written }
}

/** Characters that could manipulate a terminal or log viewer when they are printed. */
const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => String.fromCodePoint(from + at))
const odd = [...range(0, 0x20), ...range(0x7f, 0xa1), ...range(0x2000, 0x2070), '\ufeff']
const acted = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

describe('createPinoLog', () => {
  it('writes one line of plain text for each event, whatever is in it', () => {
    const { log, written } = createLog()
    const texts = [...odd.map((char) => `a${char}b`), '\r\n{"level":60}\n', '\u001b[2J\u009b31m']
    for (const text of texts) {
      const err = Object.assign(new Error(text), { cause: new Error(text), path: text })
      log.warn({ err, title: text, [`${text}`]: [text] }, text)
    }
    const lines = written().split('\n')
    expect(lines.pop()).toBe('')
    expect(lines).toHaveLength(texts.length)
    for (const line of lines) expect(line).not.toMatch(acted)
  })

  it('loses nothing of what it was told', () => {
    const { log, written } = createLog()
    const text = `日本🌸é ${odd.join('')}`
    log.info({ title: text }, text)
    expect(JSON.parse(written())).toMatchObject({ title: text, msg: text, requestId: 'r1' })
  })

  it('writes nothing below its level', () => {
    const { log, written } = createLog('warn')
    log.info({}, 'Measured a picture')
    expect(written()).toBe('')
  })
})
