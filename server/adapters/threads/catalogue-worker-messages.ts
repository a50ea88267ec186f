import type { PackedCatalogue } from '../../catalogue/packed/pack-catalogue.ts'
import type { SearchHits, SearchRequest } from '../../catalogue/search-index.ts'
import type { CatalogueDocument } from '../../catalogue/source.ts'
import { DomainError } from '../../domain-error.ts'

/** The first message of all. */
export interface WorkerJob {
  /** The whole index, in memory that threads share. */
  text: Uint8Array
  /** Whether another thread reads a part of the rows. */
  isShared: boolean
  document: Omit<CatalogueDocument, 'index' | 'mainFiles'>
  /** The files of `main/` with `\0` between them: a string is posted quicker than a set of them. */
  mainFiles: string | undefined
}

/** A search: every later message. */
export interface ToWorker {
  number: number
  request: SearchRequest
}

export type FromWorker =
  | { kind: 'packed'; packed: PackedCatalogue }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'searchable' }
  | { kind: 'found'; number: number; hits: SearchHits }
  | { kind: 'notFound'; number: number; failure: Failure }

/** An error in a form that threads can exchange. */
export interface Failure {
  message: string
  stack: string | undefined
  /** The text is for people. */
  isDomainError: boolean
}

export const toFailure = (error: unknown): Failure => ({
  message: error instanceof Error ? error.message : String(error),
  stack: error instanceof Error ? error.stack : undefined,
  isDomainError: error instanceof DomainError,
})

export const toError = ({ message, stack, isDomainError }: Failure): Error => {
  if (isDomainError) return new DomainError('CATALOGUE_UNAVAILABLE', message)
  return Object.assign(new Error(message), { stack: stack ?? message })
}
