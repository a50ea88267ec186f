import { giveWayToTabs } from '../../platform/browser/give-way.ts'
import type { ScreenSize } from '../../platform/browser/screen.ts'
import { estimateRoom } from '../../platform/storage/room.ts'
import type { FolderStore } from './folder-store.ts'
import { createFollowFolder } from './follow-folder.ts'
import { createImportPicture } from './import-picture.ts'
import { hasRoom, toCopySize } from './import-pictures.ts'
import type { OwnStore } from './own-store.ts'

interface BackgroundDeps {
  folders: FolderStore
  store: OwnStore
  readScreen: () => Promise<ScreenSize | undefined>
  remove: (ids: readonly string[]) => Promise<void>
  now?: () => number
}

const pauseMs = 60_000
// The browser may end the background half a minute after the tab that woke it. Other files wait for the next look.
const mostAtOnce = 10

/** Returns a function that follows the connected folder when a tab asks for wallpapers, once a minute at most. */
export const createBackgroundFollower = ({
  folders,
  store,
  readScreen,
  remove,
  now = Date.now,
}: BackgroundDeps) => {
  let lookedAt = 0
  const importPicture = createImportPicture(store)
  const follow = createFollowFolder({
    folders,
    remove,
    importFiles: async (files, onOutcome) => {
      const seen = await readScreen()
      const screen = toCopySize(seen ? [seen] : [])
      const stopGivingWay = giveWayToTabs()
      try {
        if (!(await store.reserve())) return
        for (const picked of files.slice(0, mostAtOnce)) {
          if (!hasRoom(await estimateRoom(), screen)) return
          const outcome = await importPicture({ ...picked, screen })
          await onOutcome(picked, outcome)
          if (outcome.kind === 'disk-full') return
        }
      } finally {
        stopGivingWay()
        await store.release().catch(() => undefined)
      }
    },
  })
  return async (): Promise<void> => {
    if (now() - lookedAt < pauseMs) return
    lookedAt = now()
    // The next tab tries again.
    await follow().catch(() => undefined)
  }
}
