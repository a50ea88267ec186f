import { giveWayToTabs } from '../../platform/browser/give-way.ts'
import type { ScreenSize } from '../../platform/browser/screen.ts'
import type { FolderStore } from './folder-store.ts'
import { createFollowFolder } from './follow-folder.ts'
import { createImportPicture, type ImportOutcome } from './import-picture.ts'
import { toCopySize } from './import-pictures.ts'
import type { OwnStore } from './own-store.ts'

interface BackgroundDeps {
  folders: FolderStore
  store: OwnStore
  readScreen: () => Promise<ScreenSize | undefined>
  remove: (ids: readonly string[]) => Promise<void>
  /** Is called after the first picture was added, so that new tabs show it. */
  switchOn: () => Promise<unknown>
  importPicture?: ReturnType<typeof createImportPicture>
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
  switchOn,
  importPicture = createImportPicture(store),
  now = Date.now,
}: BackgroundDeps) => {
  let lookedAt = 0
  const follow = createFollowFolder({
    folders,
    remove,
    importFiles: async (files, onOutcome) => {
      const seen = await readScreen()
      const screen = toCopySize(seen ? [seen] : [])
      const stopGivingWay = giveWayToTabs()
      try {
        if (!(await store.reserve())) return
        let isEmpty = (await store.list()).length === 0
        for (const picked of files.slice(0, mostAtOnce)) {
          // A file that cannot be read must not keep those after it out.
          const outcome = await importPicture({ ...picked, screen }).catch(
            (): ImportOutcome => ({ kind: 'skipped', reason: 'damaged' }),
          )
          await onOutcome(picked, outcome)
          if (outcome.kind === 'disk-full') return
          if (outcome.kind !== 'added') continue
          if (isEmpty) await switchOn()
          isEmpty = false
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
