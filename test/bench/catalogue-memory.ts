import { setTimeout as sleep } from 'node:timers/promises'
import { prepareAnswer } from '../../server/adapters/prepare-answer.ts'
import { countBytes, joinJsonText } from '../../server/catalogue/json-text.ts'
import { openCatalogue } from '../../server/catalogue/packed/create-catalogue.ts'
import { packCatalogue } from '../../server/catalogue/packed/pack-catalogue.ts'
import type { CatalogueDocument } from '../../server/catalogue/source.ts'

const memory = async () => {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await sleep(50)
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  return heapUsed + Math.max(external, arrayBuffers)
}

/** Node counts shared memory only in the thread that allocated it, so this adds it up. */
const sharedBytesOf = (value: unknown): number => {
  const buffers = new Set<ArrayBufferLike>()
  const visit = (each: unknown) => {
    if (ArrayBuffer.isView(each)) buffers.add(each.buffer)
    else if (typeof each === 'object' && each !== null) Object.values(each).forEach(visit)
  }
  visit(value)
  return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0)
}

/**
 * Bytes per row that a catalogue needs beyond its index. It is built on this thread, where all
 * memory can be counted.
 */
export const measureMemory = async ({ index, ...document }: CatalogueDocument, rows: number) => {
  const indexBytes = countBytes(index)
  const before = await memory()
  const packed = packCatalogue({ text: joinJsonText(index), document, prepareAnswer })
  const catalogue = openCatalogue(packed, document)
  catalogue.poolByName({ category: 'frozen', color: 'blue' })
  const shared = sharedBytesOf(packed)
  const others = Math.max(0, (await memory()) - before - shared)
  return (shared + others - indexBytes) / rows
}
