import bundle from 'virtual:bundled-wallpapers'
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { paintFirst } from '../features/wallpaper/first-paint.ts'
import { handOver } from '../features/wallpaper/handover.ts'
import { startLater } from '../platform/browser/page-start.ts'

/** Runs in the head of the new tab, before its first frame: nothing slow may be added here. */
export default defineUnlistedScript(() => {
  const shown = paintFirst(bundle)
  handOver({ shown, bundle })
  void shown.then(startLater)
})
