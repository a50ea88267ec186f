/** A page with the web catalogues of the extension, for tests in real browsers. It has no permission for any host. */
import {
  createWebCatalogue,
  type WebCatalogue,
} from '../../../extension/features/web-catalogue/web-catalogue.ts'

declare global {
  /** How much later than now it is, in milliseconds. */
  var later: number
  var catalogue: WebCatalogue
}

globalThis.later = 0
globalThis.catalogue = createWebCatalogue({
  fetch: (input, init) => fetch(input, init),
  readScreen: async () => ({ width: 1920, height: 1080 }),
  isSaving: async () => false,
  now: () => Date.now() + globalThis.later,
})
