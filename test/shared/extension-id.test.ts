import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { extensionId, extensionKey } from '../../shared/extension-id.ts'

it('the id of the extension follows from its key as in Chromium', () => {
  const hex = createHash('sha256').update(Buffer.from(extensionKey, 'base64')).digest('hex')
  const letters = [...hex.slice(0, 32)].map(
    (digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)],
  )
  expect(extensionId).toBe(letters.join(''))
})
