import type { Catalogue } from './catalogue.ts'
import { openCatalogue } from './open-catalogue.ts'
import { createCataloguePacker, type Findings } from './pack-catalogue.ts'
import type { PrepareAnswer } from './prepared-answer.ts'
import type { CatalogueDocument } from './source.ts'

export interface CreatedCatalogue {
  readonly catalogue: Catalogue
  readonly findings: Findings
}

/**
 * Reads a document as a catalogue at once, which takes about 20 µs per row.
 * @throws DomainError `CATALOGUE_UNAVAILABLE` when the index is no JSON array
 */
export const createCatalogue = (
  document: CatalogueDocument,
  prepareAnswer: PrepareAnswer,
): CreatedCatalogue => {
  const { index, ...others } = document
  const packer = createCataloguePacker({
    indexBytes: countBytes(index),
    document: others,
    prepareAnswer,
  })
  for (const piece of index) packer.write(piece)
  const packed = packer.pack()
  return { catalogue: openCatalogue(packed, document), findings: packed.findings }
}

/** Of all pieces together. */
export const countBytes = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0)
