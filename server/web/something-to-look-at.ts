import { html } from 'hono/html'
import type { CurrentSnapshot } from '../catalogue/catalogue-store.ts'
import { permutedPage } from '../catalogue/draw.ts'
import type { Html } from './layout.ts'
import { wall } from './picture.ts'

export interface SomethingDeps {
  snapshot: CurrentSnapshot
  /** Without a trailing slash. */
  publicUrl: string
}

const shown = 6

/**
 * A few wallpapers for a page that has nothing else; nothing where there is no catalogue.
 * @param seed another one names others
 */
export const somethingToLookAt = async (
  { snapshot, publicUrl }: SomethingDeps,
  seed: string,
): Promise<Html | ''> => {
  const current = await Promise.resolve()
    .then(snapshot)
    .catch(() => undefined)
  if (current === undefined || current.catalogue.size === 0) return ''
  const { catalogue, urls } = current
  const wallpapers = permutedPage(catalogue.size, seed, 1, shown).map(catalogue.at)
  return html`<section aria-labelledby="meanwhile">
      <h2 id="meanwhile">Something to look at instead</h2>
      ${wall(wallpapers, { urls, publicUrl })}
    </section>`
}
