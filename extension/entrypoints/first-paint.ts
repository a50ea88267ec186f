import bundle from 'virtual:bundled-wallpapers'
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { paintFirst } from '../features/wallpaper/first-paint.ts'
import { handOver } from '../features/wallpaper/handover.ts'

/** Runs in the head of the new tab, before its first frame: nothing slow may be added here. */
export default defineUnlistedScript(() => handOver({ shown: paintFirst(bundle), bundle }))
