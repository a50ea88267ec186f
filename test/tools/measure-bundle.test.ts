import { readFileSync } from 'node:fs'
import { expect, test as it } from 'vitest'
import { measureBundle } from './measure-bundle.ts'

it('the list of the built-in wallpapers says how light each picture is', async () => {
  const list = new URL('../../extension/public/wallpapers/index.json', import.meta.url)
  expect(readFileSync(list, 'utf8')).toBe(await measureBundle())
})
