import bundle from 'virtual:bundled-wallpapers'
import { paintFirst } from '../features/wallpaper/first-paint.ts'
import { startModule } from '../platform/browser/page-start.ts'

/** This script runs in the head of the new tab and delays the first frame, so it must not do anything slow. */
export default {
  main: () => {
    const shown = paintFirst(bundle)
    window.fresco = { shown, bundle }
    void shown.then(startModule)
  },
}
