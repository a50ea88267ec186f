import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { canBeUsername, isWallpaperId } from '../../shared/ids.ts'
import { wallpaperIdSchema } from '../../shared/wallpaper.ts'

const valid = [
  ...['a', 'alpine-dawn', 'Été 2024', 'nature/lake view/pine', '山.水', "it's", 'a:b', '🏔'],
  ...['a\u2028b', 'x'.repeat(255), '🏔'.repeat(255), `${'a/'.repeat(127)}a`],
]
const invalid = [
  ...['', ' ', ' a', 'a ', '\u00a0a', 'a\ufeff', '/a', 'a/', 'a//b', '/'],
  ...['a%20b', 'a?b', 'a#b', 'a&b'],
  ...['a\\b', '<a', 'a>', 'a\u0000b', 'a\nb', 'a\u007fb', 'a\u0085b', 'a\u009fb', '\n', 'a\n'],
  ...['x'.repeat(256), '🏔'.repeat(256)],
]
/** A pattern of JSON Schema cannot say this, so the server alone refuses these ids. */
const invalidOnServer = ['.', '..', 'a/../b', './a', '\ud800', 'a\udfff']

describe('isWallpaperId', () => {
  it.each(valid)('accepts %j', (id) => expect(isWallpaperId(id)).toBe(true))
  it.each([...invalid, ...invalidOnServer])('refuses %j', (id) =>
    expect(isWallpaperId(id)).toBe(false),
  )
})

describe('the published schema of an id', () => {
  const schema = z.toJSONSchema(wallpaperIdSchema)
  const validators = [true, false].map((unicodeRegExp) =>
    new Ajv({ strict: false, unicodeRegExp, validateSchema: false }).compile(schema),
  )

  it.each(['with', 'without'])('accepts the same ids as the server, %s the flag u', (flag) => {
    const validate = validators[flag === 'with' ? 0 : 1]
    expect(valid.filter((id) => !validate?.(id))).toEqual([])
    expect(invalid.filter((id) => validate?.(id))).toEqual([])
  })
})

describe('canBeUsername', () => {
  it.each(['ada', 'Ada.1', 'ada_l', 'ada-l', 'été', 'a'.repeat(128)])('takes %s', (text) => {
    expect(canBeUsername(text)).toBe(true)
  })

  it.each(['', ' ', 'a b', '@ada', 'a/b', '100%', 'a\u0000', '\ud800', 'a'.repeat(129)])(
    'refuses %j',
    (text) => expect(canBeUsername(text)).toBe(false),
  )
})
