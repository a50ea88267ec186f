import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toInput } from '../../server/adapters/sharp/open-picture.ts'
import { DomainError } from '../../server/domain-error.ts'
import type { RenditionRequest, Renditions } from '../../server/pictures/renditions.ts'
import { pictureAt } from '../server/adapters/sample-pictures.ts'

export interface RenditionsHarness {
  renditions: Renditions
  picture: string
  noPicture: string
  close: () => Promise<void>
}

export const testRenditions = (name: string, open: () => Promise<RenditionsHarness>) => {
  describe(`${name} as Renditions`, () => {
    let harness: RenditionsHarness
    beforeEach(async () => {
      harness = await open()
    })
    afterEach(() => harness.close())

    const render = async (file: string, request: RenditionRequest) =>
      harness.renditions.render(await pictureAt(file), request)
    const sizeOf = async (request: Partial<RenditionRequest>) => {
      const whole = { fit: 'cover', format: 'webp', ...request } as const
      const { picture } = await render(harness.picture, whole)
      const { width, height } = await sharp(toInput(picture)).metadata()
      return `${width}×${height}`
    }

    it.each([
      ['covers a box', { width: 300, height: 300 }, '300×300'],
      ['fits inside a box', { width: 300, height: 300, fit: 'contain' }, '300×188'],
      ['keeps the size when none is asked for', {}, '640×400'],
    ] as const)('%s', async (_what, request, size) => {
      expect(await sizeOf(request)).toBe(size)
    })

    it.each([
      ['jpeg', 'image/jpeg'],
      ['webp', 'image/webp'],
    ] as const)('makes a %s', async (format, contentType) => {
      const request = { width: 100, fit: 'cover', format } as const
      const made = await render(harness.picture, request)
      expect(made.contentType).toBe(contentType)
      expect((await sharp(toInput(made.picture)).metadata()).format).toBe(format)
    })

    it('gives simultaneous requests for the same rendition the same file', async () => {
      const request = { width: 123, fit: 'cover', format: 'jpeg' } as const
      const asked = Array.from({ length: 20 }, () => render(harness.picture, request))
      const pictures = new Set((await Promise.all(asked)).map(({ picture }) => toInput(picture)))
      expect(pictures.size).toBe(1)
    })

    it.each(['noPicture', 'absent'] as const)('reports NOT_FOUND for %s', async (which) => {
      const file = which === 'absent' ? `${harness.picture}.gone` : harness.noPicture
      const request = { width: 100, fit: 'cover', format: 'jpeg' } as const
      const failure = await render(file, request).catch((error) => error)
      expect(failure).toBeInstanceOf(DomainError)
      expect(failure.code).toBe('NOT_FOUND')
    })
  })
}
