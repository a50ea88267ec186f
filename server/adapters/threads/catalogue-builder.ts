import type { BuildCatalogue } from '../../catalogue/build-catalogue.ts'
import { countBytes } from '../../catalogue/json-text.ts'
import { createInProcessBuilder } from './in-process-builder.ts'
import { createWorkerBuilder } from './worker-builder.ts'

interface CatalogueBuilderOptions {
  /** Indexes of so many bytes and more are built in a thread of their own. */
  workerFromBytes?: number
}

/** Chooses by the size of the index where it is built. */
export const createCatalogueBuilder = ({
  workerFromBytes = 64_000,
}: CatalogueBuilderOptions = {}): BuildCatalogue => {
  const inProcess = createInProcessBuilder()
  const inWorker = createWorkerBuilder()
  return (document, signal) =>
    countBytes(document.index) < workerFromBytes
      ? inProcess(document, signal)
      : inWorker(document, signal)
}
