import bundle from 'virtual:bundled-wallpapers'
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { paintFirst } from '../features/wallpaper/first-paint.ts'
import { startModule } from '../platform/browser/page-start.ts'

/** Runs in the head of the new tab and blocks its first frame, so nothing slow may be added here. */
export default defineUnlistedScript(() => {
  const shown = paintFirst(bundle)
  window.fresco = { shown, bundle }
  void shown.then(startModule)
})
