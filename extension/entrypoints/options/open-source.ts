import bundle from 'virtual:bundled-wallpapers'
import { fetchThroughBackground } from '../../features/account/signed-in-fetch.ts'
import { settingsItem } from '../../features/settings/settings.ts'
import { createOpener } from '../../features/sources/all.ts'
import { createImageClient } from '../../features/sources/image-client.ts'
import { isSaving } from '../../features/supply/saving.ts'
import { prepareImage } from '../../platform/browser/picture-worker.ts'
import { readScreenSize } from '../../platform/browser/screen.ts'

export const open = createOpener({
  fetch: fetchThroughBackground,
  connectImages: (fetch) => createImageClient({ prepare: prepareImage, fetch }),
  bundle,
  readSizing: async () => ({
    screen: readScreenSize(),
    saves: isSaving(await settingsItem.read()),
  }),
})
