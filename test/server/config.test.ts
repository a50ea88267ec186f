import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ConfigError, parseConfig } from '../../server/config.ts'

describe('parseConfig', () => {
  it('needs no setting at all', () => {
    expect(parseConfig({})).toMatchObject({
      listen: { host: '127.0.0.1', port: 8787 },
      publicUrl: undefined,
      dataDir: './data',
      folder: { path: undefined, refreshSeconds: 2 },
      development: false,
    })
  })

  it('counts an empty value as not set', () => {
    expect(parseConfig({ PORT: '', PUBLIC_URL: ' ' }).listen.port).toBe(8787)
  })

  it('cuts the slash at the end of PUBLIC_URL, since paths begin with one', () => {
    expect(parseConfig({ PUBLIC_URL: 'https://w.example/' }).publicUrl).toBe('https://w.example')
  })

  it.each([
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'w.example'],
    ['PUBLIC_URL', 'ftp://w.example'],
    ['FOLDER_REFRESH_SECONDS', 'soon'],
    ['LOG_LEVEL', 'loud'],
  ])('names %s, its value %j and what it accepts, on one line', (key, value) => {
    const start = () => parseConfig({ [key]: value })
    expect(start).toThrow(ConfigError)
    expect(start).toThrow(new RegExp(`^${key} is '${value}': it accepts .+$`))
  })

  it('is documented setting by setting in .env.example', () => {
    const documented = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
    const source = readFileSync(new URL('../../server/config.ts', import.meta.url), 'utf8')
    const settings = [...source.matchAll(/^ {2}([A-Z][A-Z_]+): \{/gm)].map(([, name]) => name)
    expect(settings.length).toBeGreaterThan(5)
    expect(settings.filter((name) => !documented.includes(`#${name}=`))).toEqual([])
  })
})
