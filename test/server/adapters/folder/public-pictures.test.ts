import { describe, expect, it } from 'vitest'
import { createPublicPictures } from '../../../../server/adapters/folder/public-pictures.ts'

describe('createPublicPictures', () => {
  it.each([
    ['a bug', new TypeError('x is not a function')],
    ['a failure of the disk', Object.assign(new Error('i/o error'), { code: 'EIO' })],
  ])('does not take %s for a damaged picture', async (_, error) => {
    const read = () => Promise.reject(error)
    const state = { size: 100, mtimeMs: 1, ctimeMs: 1 }
    const found = createPublicPictures().find('/a.png', state, { type: 'image/png', read })
    await expect(found).rejects.toBe(error)
  })
})
