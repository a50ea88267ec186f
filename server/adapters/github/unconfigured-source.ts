import type { CatalogueSource } from '../../catalogue/source.ts'
import { DomainError } from '../../domain-error.ts'

/** Stands for a catalogue at GitHub that cannot be read, because settings are missing. */
export const createUnconfiguredSource = (missing: readonly string[]): CatalogueSource => {
  const text = `GitHub configuration missing: set ${missing.join(' and ')}`
  return {
    name: 'GitHub',
    read: () =>
      Promise.reject(
        // Settings are read at the start only: asking again does not help.
        new DomainError('CONFIGURATION_MISSING', text, { retryAfterSeconds: 86_400 }),
      ),
  }
}
