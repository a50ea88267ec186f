import { chmod, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium, findFirefox } from './find-browser.ts'
import { makeTempDir, removeDir } from './temp-dir.ts'

let dir = ''
let path = ''

beforeAll(async () => {
  dir = await makeTempDir('path')
  path = ['/nowhere', dir].join(delimiter)
  for (const name of ['chromium', 'firefox', 'firefox-esr', 'other']) {
    await writeFile(join(dir, name), '#!/bin/sh\n')
    await chmod(join(dir, name), 0o755)
  }
  await writeFile(join(dir, 'not-executable'), '')
})

afterAll(() => removeDir(dir))

describe('findChromium', () => {
  test('finds it on the PATH', () => {
    expect(findChromium({ path })).toBe(join(dir, 'chromium'))
  })

  test('prefers CHROMIUM_PATH', () => {
    const chromiumPath = join(dir, 'other')
    expect(findChromium({ path, chromiumPath })).toBe(chromiumPath)
  })

  test('passes over a CHROMIUM_PATH that is not a program', () => {
    const CHROMIUM_PATH = join(dir, 'not-executable')
    expect(findChromium({ path, CHROMIUM_PATH })).toBe(join(dir, 'chromium'))
  })
})

describe('findFirefox', () => {
  test('prefers the extended support release on the PATH', () => {
    expect(findFirefox({ path })).toBe(join(dir, 'firefox-esr'))
  })

  test('prefers FIREFOX_PATH', () => {
    const firefoxPath = join(dir, 'other')
    expect(findFirefox({ path, firefoxPath })).toBe(firefoxPath)
  })

  test.skipIf(process.platform !== 'linux')('finds nothing on an empty PATH', () => {
    expect(findFirefox({ PATH: '' })).toBeUndefined()
  })
})
