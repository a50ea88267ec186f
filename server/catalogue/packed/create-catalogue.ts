import type { Catalogue } from '../catalogue.ts'
import { joinJsonText } from '../json-text.ts'
import type { PrepareAnswer } from '../prepared-answer.ts'
import type { CatalogueDocument } from '../source.ts'
import { openCatalogue } from './open-catalogue.ts'
import { type Findings, packCatalogue } from './pack-catalogue.ts'

export interface CreatedCatalogue {
  catalogue: Catalogue
  findings: Findings
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
  const packed = packCatalogue({ text: joinJsonText(index), document: others, prepareAnswer })
  return { catalogue: openCatalogue(packed, document), findings: packed.findings }
}
