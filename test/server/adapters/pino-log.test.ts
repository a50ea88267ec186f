import { describe, expect, it } from 'vitest'
import { createPinoLog } from '../../../server/adapters/pino-log.ts'

const createLog = (isForPeople = false) => {
  let written = ''
  const write = (text: string) => {
    written += text
  }
  const fields = () => ({ requestId: 'r1' })
  const log = createPinoLog({ level: 'info', fields, isForPeople, destination: { write } })
  return { log, written: () => written }
}

/** Characters that could manipulate a terminal or log viewer when they are printed. */
const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => String.fromCodePoint(from + at))
const odd = [...range(0, 0x20), ...range(0x7f, 0xa1), ...range(0x2000, 0x2070), '\ufeff']
const acted = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

describe('createPinoLog', () => {
  it.each([
    ['a program', false],
    ['people', true],
  ])(
    'writes one line of plain text for each event, for %s, whatever is in it',
    (_, isForPeople) => {
      const { log, written } = createLog(isForPeople)
      const texts = [...odd.map((char) => `a${char}b`), '\r\n{"level":60}\n', '\u001b[2J\u009b31m']
      for (const text of texts) {
        const err = Object.assign(new Error(text), {
          cause: new Error(text),
          path: text,
          code: text,
        })
        log.warn({ err, title: text, [`${text}`]: [text] }, text)
      }
      const lines = written().split('\n')
      expect(lines.pop()).toBe('')
      expect(lines).toHaveLength(texts.length)
      for (const line of lines) expect(line).not.toMatch(acted)
    },
  )

  it('never writes a key or a password that is in an address', () => {
    const { log, written } = createLog()
    const key = `fresco_${'k'.repeat(32)}`
    const url = `https://ada:s3cret@a.example/list?page=1&api_key=s3cret&w=5`
    log.warn({ err: new Error(`GET ${url} failed`), path: `/random?key=${key}` }, `${key} ${url}`)
    expect(written()).not.toMatch(/s3cret|kkk/)
    expect(written()).toContain('https://…@a.example/list?page=1&api_key=…&w=5')
  })

  it('loses nothing of what it was told', () => {
    const { log, written } = createLog()
    const text = `日本🌸é ${odd.join('')}`
    log.info({ title: text }, text)
    expect(JSON.parse(written())).toMatchObject({ title: text, msg: text, requestId: 'r1' })
  })

  it('writes sentences for people, with what the message does not mention', () => {
    const { log, written } = createLog(true)
    const away = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    log.info({ total: 500, unmeasured: { size: 0 } }, 'Measured 3 of 500 pictures')
    log.info({ signal: 'SIGINT' }, 'Stopping')
    log.warn({ err: away }, 'A connection was lost')
    log.error({ err: new TypeError('x is undefined') }, 'A request failed')
    const [first, second, third, fourth, stack] = written().split('\n')
    expect(first).toMatch(/^\d\d:\d\d:\d\d Measured 3 of 500 pictures$/)
    expect([second, third, fourth].map((line) => line?.slice(9))).toEqual([
      'Stopping (signal SIGINT)',
      'Warning: A connection was lost: read ECONNRESET',
      'Error: A request failed: x is undefined',
    ])
    expect(stack).toMatch(/^ {4}at .+pino-log\.test\.ts/)
  })
})
