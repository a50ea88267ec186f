import bundle from 'virtual:bundled-wallpapers'
import { render } from 'preact'
import { CategoryField } from '../../features/settings/setting-fields.tsx'
import { settingsItem } from '../../features/settings/settings.ts'
import { useSettings } from '../../features/settings/use-settings.ts'
import { asksAny } from '../../features/sources/chosen.ts'
import { toBundledFile } from '../../features/wallpaper/deck.ts'
import { forgetPreloaded } from '../../features/wallpaper/hint.ts'
import { openTab } from '../../platform/browser/page.ts'
import { applyTexts, t } from '../../platform/browser/texts.ts'
import { Cards, useSourceChoices } from '../options/page-sources.tsx'

applyTexts(document, t('welcomeTitle'))
settingsItem.onChange(forgetPreloaded)
const storedSettings = await settingsItem.read()

const WelcomePage = () => {
  const settings = useSettings(storedSettings)
  const choices = useSourceChoices(settings)
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
        <Cards {...settings} isBrief />
        {asksAny(settings.settings) && (
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
