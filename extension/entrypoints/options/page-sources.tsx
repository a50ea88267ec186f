import bundle from 'virtual:bundled-wallpapers'
import { listPictures, useOwnCard } from '../../features/own-pictures/use-own-pictures.tsx'
import type { UseSettings } from '../../features/settings/use-settings.ts'
import { type CardProps, SourceCards } from '../../features/sources/cards.tsx'
import { listChoices } from '../../features/sources/choices.ts'
import { usualChoices } from '../../features/sources/server-catalogue.ts'
import { fetchStatusItem } from '../../features/supply/fetch-status.ts'
import { toBundledFile } from '../../features/wallpaper/deck.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { open } from './open-source.ts'

const storedPictures = await listPictures()

export const Cards = (props: UseSettings & Pick<CardProps, 'isBrief'>) => (
  <SourceCards
    {...props}
    own={useOwnCard(storedPictures)}
    pictures={bundle.map(toBundledFile)}
    open={open}
    failing={useLoaded(fetchStatusItem.read, [], fetchStatusItem.onChange)?.failing ?? []}
  />
)

export const useSourceChoices = ({ settings }: UseSettings) =>
  useLoaded(() => listChoices(settings, open), [settings.sources.join(' ')]) ?? usualChoices
