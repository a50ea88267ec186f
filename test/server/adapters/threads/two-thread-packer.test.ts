import { describe, expect, it } from 'vitest'
import { prepareAnswer } from '../../../../server/adapters/prepare-answer.ts'
import { packInTwoThreads } from '../../../../server/adapters/threads/two-thread-packer.ts'
import { packCatalogue } from '../../../../server/catalogue/packed/pack-catalogue.ts'
import { toSharedBytes } from '../../../../server/catalogue/packed/shared-arrays.ts'
import { makeDocument, makeIndexRow, makeIndexRows } from '../../../builders.ts'
import sampleRows from '../../../data/index.rows.json' with { type: 'json' }

const odd = [
  null,
  7,
  makeIndexRow(),
  makeIndexRow({ file_name: 'a b' }),
  { file_main_name: '../x' },
]
const many = makeIndexRows(3_000, (at) => ({
  category: ['#art', '', '#Space'][at % 3],
  orientation: ['Desktop', 'Mobile', ''][at % 3],
  width: at % 5 === 0 ? null : 2000 + at,
  height: at % 7 === 0 ? 2000 + at : 1200,
  data: { primary_colors: ['red', 'green'].slice(at % 3), secondary_colors: `tan c${at % 9}` },
}))

const toOptions = (text: string) => {
  const { index: _, ...document } = makeDocument()
  return { text: toSharedBytes(new TextEncoder().encode(text)), document, prepareAnswer }
}

describe('packInTwoThreads', () => {
  it('packs what one thread packs, in the same order', async () => {
    const options = toOptions(JSON.stringify([...sampleRows, ...many, ...odd], null, 1))
    expect(await packInTwoThreads(options)).toEqual(packCatalogue(options))
  })

  it('says what is wrong with rows that either thread reads', async () => {
    const texts = many.map((row) => JSON.stringify(row))
    for (const at of [0, 2_999]) {
      const options = toOptions(`[${texts.with(at, '{"a":}').join()}]`)
      const failure = await packInTwoThreads(options).catch((error) => error)
      expect(failure).toMatchObject({
        code: 'CATALOGUE_UNAVAILABLE',
        message: "The catalogue's index.json is not valid JSON",
      })
    }
  })
})
