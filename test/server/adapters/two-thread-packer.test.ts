import { describe, expect, it } from 'vitest'
import { prepareAnswer } from '../../../server/adapters/prepare-answer.ts'
import { createTwoThreadPacker } from '../../../server/adapters/two-thread-packer.ts'
import { createCataloguePacker } from '../../../server/catalogue/pack-catalogue.ts'
import { makeDocument, makeIndexRow, makeIndexRows } from '../../builders.ts'
import sampleRows from '../../data/index.rows.json' with { type: 'json' }

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

/** In pieces that end anywhere. */
const toPieces = (text: string, length: number) => {
  const bytes = new TextEncoder().encode(text)
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) =>
    bytes.slice(at * length, (at + 1) * length),
  )
}

const toOptions = (index: readonly Uint8Array[]) => {
  const { index: _, ...document } = makeDocument()
  const indexBytes = index.reduce((sum, { length }) => sum + length, 0)
  return { indexBytes, document, prepareAnswer }
}

const packByTwo = (index: readonly Uint8Array[]) => {
  const packer = createTwoThreadPacker(toOptions(index))
  for (const piece of index) packer.write(piece)
  return packer.pack()
}

describe('createTwoThreadPacker', () => {
  it('packs what one thread packs, in the same order', async () => {
    const index = toPieces(JSON.stringify([...sampleRows, ...many, ...odd], null, 1), 10_000)
    const packer = createCataloguePacker(toOptions(index))
    for (const piece of index) packer.write(piece)
    expect(await packByTwo(index)).toEqual(packer.pack())
  })

  it('says what is wrong with rows that either thread reads', async () => {
    const texts = many.map((row) => JSON.stringify(row))
    for (const at of [0, 2_999]) {
      const index = toPieces(`[${texts.with(at, '{"a":}').join()}]`, 10_000)
      const failure = await Promise.try(packByTwo, index).catch((error) => error)
      expect(failure).toMatchObject({
        code: 'CATALOGUE_UNAVAILABLE',
        message: "The catalogue's index.json is no valid JSON",
      })
    }
  })
})
