import bundle from 'virtual:bundled-wallpapers'
import { listPictures, useOwnCard } from '../../features/own-pictures/use-own-pictures.tsx'
import { settingsItem } from '../../features/settings/settings.ts'
import type { UseSettings } from '../../features/settings/use-settings.ts'
import { createOpener } from '../../features/sources/all.ts'
import { type CardProps, SourceCards } from '../../features/sources/cards.tsx'
import { useChoices } from '../../features/sources/choices.ts'
import { createImageClient } from '../../features/sources/image-client.ts'
import { fetchStatusItem } from '../../features/supply/fetch-status.ts'
import { isSaving } from '../../features/supply/saving.ts'
import { toBundledFile } from '../../features/wallpaper/deck.ts'
import { prepareImage } from '../../platform/browser/picture-worker.ts'
import { readScreenSize } from '../../platform/browser/screen.ts'
import { useLoaded } from '../../ui/use-loaded.ts'

const storedPictures = await listPictures()

export const open = createOpener({
  fetch: globalThis.fetch,
  connectImages: (fetch) => createImageClient({ prepare: prepareImage, ...(fetch && { fetch }) }),
  bundle,
  readSizing: async () => ({
    screen: readScreenSize(),
    saves: isSaving(await settingsItem.read()),
  }),
})

/** The cards with which a person chooses sources, on the settings page and on the welcome page. */
export const Cards = (props: UseSettings & Pick<CardProps, 'isBrief' | 'heartsAtServer'>) => (
  <SourceCards
    {...props}
    own={useOwnCard(storedPictures)}
    pictures={bundle.map(toBundledFile)}
    open={open}
    failing={useLoaded(fetchStatusItem.read, [], fetchStatusItem.onChange)?.failing ?? []}
  />
)

export const useSourceChoices = ({ settings }: UseSettings) => useChoices(settings, open)
