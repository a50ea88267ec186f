import type { PackedCatalogue } from '../catalogue/pack-catalogue.ts'
import type { SearchHits, SearchRequest } from '../catalogue/search-index.ts'
import type { CatalogueDocument } from '../catalogue/source.ts'
import { DomainError } from '../domain-error.ts'

/** The first message of all. */
export interface WorkerJob {
  /** The whole index, in memory that threads share. */
  readonly text: Uint8Array
  /** Whether another thread reads a part of the rows. */
  readonly isShared: boolean
  readonly document: Omit<CatalogueDocument, 'index' | 'mainFiles'>
  /** The files of `main/` with `\0` between them: a string is posted quicker than a set of them. */
  readonly mainFiles: string | undefined
}

/** A search: every later message. */
export interface ToWorker {
  readonly number: number
  readonly request: SearchRequest
}

export type FromWorker =
  | { readonly kind: 'packed'; readonly packed: PackedCatalogue }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'searchable' }
  | { readonly kind: 'found'; readonly number: number; readonly hits: SearchHits }
  | { readonly kind: 'notFound'; readonly number: number; readonly failure: Failure }

/** An error in a form that threads can exchange. */
export interface Failure {
  readonly message: string
  readonly stack: string | undefined
  /** The text is for people. */
  readonly isDomainError: boolean
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
