import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseJwtKey } from '../../../../server/adapters/clerk/identity.ts'
import { makeClerkKeys } from '../../../emulators/clerk-tokens.ts'

const { jwtKey } = makeClerkKeys()
const base64 = jwtKey.replace(/-----.*-----|\s/g, '')

describe('parseJwtKey', () => {
  it.each([
    ['PEM', jwtKey],
    ['PEM on one line', jwtKey.replaceAll('\n', ' ')],
    ['PEM with \\n written out', jwtKey.replaceAll('\n', String.raw`\n`)],
    ['PEM in quotes', `"${jwtKey}"`],
    ['only its base64', base64],
  ])('reads %s', (_, text) => {
    expect(parseJwtKey(text)).toBe(jwtKey)
  })

  it.each([
    ['a secret key', 'sk_live_abc'],
    ['a key that was cut', base64.slice(0, -20)],
    ['nothing', ''],
    [
      'a key of another kind',
      generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ],
  ])('refuses %s', (_, text) => {
    expect(parseJwtKey(text)).toBeUndefined()
  })
})
