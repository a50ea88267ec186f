import bundle from 'virtual:bundled-wallpapers'
import { render } from 'preact'
import { toOwnChoices } from '../../features/own-pictures/own-picture.ts'
import { createOwnStore } from '../../features/own-pictures/own-store.ts'
import { listPictures, useOwnCard } from '../../features/own-pictures/use-own-pictures.tsx'
import { CatalogueCards } from '../../features/settings/catalogue-cards.tsx'
import { listAsked } from '../../features/settings/catalogues.ts'
import { fetchChoices, useChoices } from '../../features/settings/filter-choices.ts'
import { settingsItem } from '../../features/settings/settings.ts'
import { useSettings } from '../../features/settings/use-settings.ts'
import { CategoryField } from '../../features/settings/wallpaper-fields.tsx'
import { toBundledFile } from '../../features/wallpaper/deck.ts'
import { forgetPreloaded } from '../../features/wallpaper/hint.ts'
import { createWebCatalogueOfPage, WebField } from '../../features/web-catalogue/web-field.tsx'
import { openTab } from '../../platform/browser/page.ts'
import { applyTextLocale, t } from '../../platform/browser/texts.ts'

applyTextLocale(document)
settingsItem.onChange(forgetPreloaded)
document.title = t('welcomeTitle')
const ownStore = createOwnStore()
const [storedSettings, storedPictures] = await Promise.all([
  settingsItem.read(),
  listPictures(ownStore),
])
const web = createWebCatalogueOfPage()

const WelcomePage = () => {
  const settings = useSettings(storedSettings)
  const ownCard = useOwnCard(ownStore, storedPictures)
  const choices = useChoices(settings.settings, {
    own: async () => toOwnChoices(storedPictures),
    server: fetchChoices,
    web: web.listChoices,
  })
  const [front] = bundle
  return (
    <main class="welcome">
      {front && <img class="front" src={toBundledFile(front)} alt={front.title} />}
      <div class="words">
        <img src="/icon/128.png" alt="" width="56" height="56" />
        <h1>{t('welcomeTitle')}</h1>
        <ul>
          <li>{t('welcomeFresh')}</li>
          <li>{t('welcomeHeart')}</li>
          <li>{t('welcomeQuiet')}</li>
        </ul>
        <CatalogueCards
          {...settings}
          own={ownCard}
          webField={<WebField {...settings} preview={web.preview} />}
          pictures={bundle.map(toBundledFile)}
          isBrief
        />
        {listAsked(settings.settings).length > 0 && (
          <CategoryField {...settings} choices={choices} legend={t('welcomeCategory')} />
        )}
        <button type="button" class="primary" onClick={() => openTab()}>
          {t('welcomeStart')}
        </button>
      </div>
    </main>
  )
}

const root = document.querySelector('#page')
if (root) render(<WelcomePage />, root)
