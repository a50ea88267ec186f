import { describe, expect, it } from 'vitest'
import { choosePublicPictures } from '../../../../server/adapters/folder/public-pictures.ts'

describe('choosePublicPictures', () => {
  it('leaves out metadata unless the source or the operator says that whole files may be sent', () => {
    expect(choosePublicPictures({}, 'strip')).toBeDefined()
    expect(choosePublicPictures({ hasPublicPictures: true }, 'strip')).toBeUndefined()
    expect(choosePublicPictures({}, 'keep')).toBeUndefined()
  })
})
