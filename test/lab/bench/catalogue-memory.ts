import { setTimeout as sleep } from 'node:timers/promises'
import { prepareAnswer } from '../../../server/adapters/prepare-answer.ts'
import { openCatalogue } from '../../../server/catalogue/packed/create-catalogue.ts'
import { packCatalogue } from '../../../server/catalogue/packed/pack-catalogue.ts'
import type { CatalogueDocument } from '../../../server/catalogue/source.ts'

const memory = async () => {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await sleep(50)
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  return heapUsed + Math.max(external, arrayBuffers)
}

/**
 * Adds up the size of all shared buffers in a value. Node reports shared memory only in the thread
 * that allocated it.
 */
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
 * Measures the bytes per row that a catalogue needs in addition to its index. The catalogue is
 * built on the calling thread, because Node cannot count the memory of other threads.
 */
export const measureMemory = async ({ index, ...document }: CatalogueDocument, rows: number) => {
  const before = await memory()
  const packed = packCatalogue({ text: index, document, prepareAnswer })
  const catalogue = openCatalogue(packed, document)
  catalogue.poolByName({ category: ['frozen'], color: ['blue'] })
  const shared = sharedBytesOf(packed)
  const others = Math.max(0, (await memory()) - before - shared)
  return (shared + others - index.length) / rows
}
