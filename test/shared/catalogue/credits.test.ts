import { describe, expect, it } from 'vitest'
import { parseCreditedRow } from '../../../shared/catalogue/credits.ts'
import { parseRow } from '../../../shared/catalogue/parse-row.ts'
import { makeIndexRow } from '../../builders.ts'

describe('parseCreditedRow', () => {
  it('reads the author, the license, the source and the size of a picture, and takes only addresses of the web', () => {
    const row = makeIndexRow({
      file_size: '7 MB',
      credit_url: 'HTTPS://ada.example',
      data: {
        file_size: 7_000_000,
        credit: 'Ada',
        license: 'CC BY 4.0',
        license_url: 'javascript:alert(1)',
        source_url: 'https://photos.example/lake',
      },
    })
    expect(parseCreditedRow(row)).toMatchObject({
      ...parseRow(row),
      fileSize: 7_000_000,
      credit: 'Ada',
      creditUrl: 'https://ada.example/',
      license: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
      sourceUrl: 'https://photos.example/lake',
    })
  })

  it('reads the author and the license as one line of at most 200 characters', () => {
    const long = 'x'.repeat(300)
    const row = parseCreditedRow(
      makeIndexRow({
        credit: `Ada\n\nLicense:\u0085\t ${long}`,
        license: `Ask\n me ${long} no derivatives`,
      }),
    )
    expect(row).toMatchObject({
      credit: `Ada License: ${'x'.repeat(187)}`,
      license: { name: `Ask me ${'x'.repeat(193)}`, forbidsChanges: true },
    })
  })

  it('knows nothing of the license of a row that names none', () => {
    expect(parseCreditedRow(makeIndexRow())?.license).toBeUndefined()
    expect(parseCreditedRow({ file_main_name: '' })).toBeUndefined()
  })
})
