import {
  findRows as findIndexRows,
  IndexTextError,
  parseRows as parseIndexRows,
  type RowsText,
} from '../../../shared/catalogue/json-rows.ts'
import { DomainError } from '../../domain-error.ts'

/** @throws DomainError `CATALOGUE_UNAVAILABLE` when the text is not an array */
export function* findRows(text: Uint8Array): Generator<RowsText> {
  try {
    yield* findIndexRows(text)
  } catch (error) {
    throw toDomainError(error)
  }
}

/** @throws DomainError `CATALOGUE_UNAVAILABLE` when the rows are not JSON */
export const parseRows = (rows: RowsText): readonly unknown[] => {
  try {
    return parseIndexRows(rows)
  } catch (error) {
    throw toDomainError(error)
  }
}

const toDomainError = (cause: unknown) =>
  cause instanceof IndexTextError
    ? new DomainError('CATALOGUE_UNAVAILABLE', `The catalogue's index.json ${cause.message}`, {
        cause,
      })
    : cause
