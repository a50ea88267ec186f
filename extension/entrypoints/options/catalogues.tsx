import bundle from 'virtual:bundled-wallpapers'
import { toOwnChoices } from '../../features/own-pictures/own-picture.ts'
import { listPictures, useOwnCard } from '../../features/own-pictures/use-own-pictures.tsx'
import { type CardProps, CatalogueCards } from '../../features/settings/catalogue-cards.tsx'
import { commons } from '../../features/settings/catalogues.ts'
import { fetchChoices, useChoices } from '../../features/settings/filter-choices.ts'
import type { UseSettings } from '../../features/settings/use-settings.ts'
import { toBundledFile } from '../../features/wallpaper/deck.ts'
import { commonsChoices } from '../../features/web-catalogue/commons-catalogue.ts'
import {
  CommonsNote,
  createWebCatalogueOfPage,
  WebField,
} from '../../features/web-catalogue/web-field.tsx'

const storedPictures = await listPictures()
export const web = createWebCatalogueOfPage()

/** The cards with which a person chooses catalogues, on the settings page and on the welcome page. */
export const Catalogues = (props: UseSettings & Pick<CardProps, 'isBrief' | 'heartsAtServer'>) => {
  const own = useOwnCard(storedPictures)
  return (
    <CatalogueCards
      {...props}
      own={own}
      webField={<WebField {...props} preview={web.preview} />}
      commonsNote={<CommonsNote />}
      pictures={bundle.map(toBundledFile)}
    />
  )
}

export const useCatalogueChoices = ({ settings }: UseSettings) =>
  useChoices(settings, {
    own: async () => toOwnChoices(storedPictures),
    server: fetchChoices,
    web: web.listChoices,
    [commons]: async () => commonsChoices,
  })
