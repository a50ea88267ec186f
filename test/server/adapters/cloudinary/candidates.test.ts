import { describe, expect, it } from 'vitest'
import {
  createCloudinaryUrls,
  toCandidates,
} from '../../../../server/adapters/cloudinary/candidates.ts'
import { hostedWallpaperSchema } from '../../../../shared/hosted-api.ts'
import { makeResource } from '../../../emulators/cloudinary.ts'

const uploads = 'https://res.cloudinary.com/demo/image/upload'
const urls = createCloudinaryUrls({ cloudName: 'demo', imagesDomain: undefined })
const read = (...records: unknown[]) => toCandidates(records, urls)
const readOne = async (values: object) => (await read({ ...makeResource(), ...values })).images[0]

describe('toCandidates', () => {
  it('makes a hosted record from a record of the list call', async () => {
    const secure_url = `${uploads}/v1700000123/walls/lake-view.jpg`
    const context = { custom: { colors: '#112233,#aabbcc', alt: 'A lake' } }
    const { images, skipped } = await read(makeResource({ context, secure_url }))
    expect(skipped).toBe(0)
    expect(images).toEqual([
      {
        public_id: 'walls/lake-view',
        name: 'lake-view',
        width: 3840,
        height: 2160,
        format: 'jpg',
        created_at: '2026-03-01T09:30:00Z',
        tags: ['desktop', 'nature'],
        colors: ['#112233', '#AABBCC'],
        preview_url: `${uploads}/c_fill,f_auto,h_400,q_auto,w_600/v1700000123/walls/lake-view`,
        download_url: secure_url,
      },
    ])
    expect(hostedWallpaperSchema.parse(images[0])).toEqual(images[0])
  })

  it.each([
    ['#112233FF, #AABBCC80', ['#112233', '#AABBCC']],
    ['red,#12345,#1234567,112233,#GGGGGG,#000000', ['#000000']],
    ['#112233,#112233ff,#112233', ['#112233']],
    [['#112233'], []],
    [undefined, []],
  ])('reads the colors %j as %j', async (colors, expected) => {
    const image = await readOne({ context: { custom: { colors } } })
    expect(image?.colors).toEqual(expected)
  })

  it('keeps names in any script, and spaces inside them', async () => {
    for (const public_id of ['壁紙/日本語の海', 'Ägäis bei Nacht', "l'été", 'a+b,c=d']) {
      const image = await readOne({ public_id, secure_url: undefined })
      expect(image?.public_id).toBe(public_id)
      expect(decodeURIComponent(image?.download_url ?? '')).toContain(
        `/v1700000123/${public_id}.jpg`,
      )
    }
  })

  // Cloudinary's SDK would take such an id for a URL or for a part of one.
  const wrongIds = ['', 'a%20b', 'a?b', '../secret', 'a//b', '/a', 'a\nb', '\ud800']
  it.each([
    ...[...wrongIds, 'https://evil.example/a', 'image/upload/v7/x', undefined].map((public_id) => ({
      public_id,
    })),
    { width: 0 },
    { version: 'v1' },
    { format: 'jpg/../x' },
    { created_at: 'yesterday' },
    { tags: 'desktop' },
  ])('leaves out a record with %j alone', async (wrong) => {
    const { images, skipped } = await read(null, makeResource(), { ...makeResource(), ...wrong })
    expect([images.length, skipped]).toEqual([1, 2])
  })
})
