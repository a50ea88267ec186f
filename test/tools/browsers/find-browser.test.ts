import { chmod, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test as it } from 'vitest'
import { makeTempDir, removeDir } from '../temp-dir.ts'
import { findChromium, findFirefox } from './find-browser.ts'

let dir = ''
let searchPath = ''

beforeAll(async () => {
  dir = await makeTempDir('path')
  searchPath = ['/nowhere', dir].join(delimiter)
  for (const name of ['chromium', 'firefox', 'firefox-esr', 'other']) {
    await writeFile(join(dir, name), '#!/bin/sh\n')
    await chmod(join(dir, name), 0o755)
  }
  await writeFile(join(dir, 'not-executable'), '')
})

afterAll(() => removeDir(dir))

describe('findChromium', () => {
  it('finds it on the PATH', () => {
    expect(findChromium({ PATH: searchPath })).toBe(join(dir, 'chromium'))
  })

  it('prefers CHROMIUM_PATH', () => {
    const CHROMIUM_PATH = join(dir, 'other')
    expect(findChromium({ PATH: searchPath, CHROMIUM_PATH })).toBe(CHROMIUM_PATH)
  })

  it('passes over a CHROMIUM_PATH that is not a program', () => {
    const CHROMIUM_PATH = join(dir, 'not-executable')
    expect(findChromium({ PATH: searchPath, CHROMIUM_PATH })).toBe(join(dir, 'chromium'))
  })
})

describe('findFirefox', () => {
  it('prefers the extended support release on the PATH', () => {
    expect(findFirefox({ PATH: searchPath })).toBe(join(dir, 'firefox-esr'))
  })

  it('prefers FIREFOX_PATH', () => {
    const FIREFOX_PATH = join(dir, 'other')
    expect(findFirefox({ PATH: searchPath, FIREFOX_PATH })).toBe(FIREFOX_PATH)
  })

  it.skipIf(process.platform !== 'linux')('finds nothing on an empty PATH', () => {
    expect(findFirefox({ PATH: '' })).toBeUndefined()
  })
})
