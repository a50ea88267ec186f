import bundle from 'virtual:bundled-wallpapers'
import { render } from 'preact'
import { useState } from 'preact/hooks'
import { CategoryField } from '../../features/settings/setting-fields.tsx'
import { settingsItem } from '../../features/settings/settings.ts'
import { useSettings } from '../../features/settings/use-settings.ts'
import { builtInName } from '../../features/sources/built-in.ts'
import { asksAny, withSource } from '../../features/sources/chosen.ts'
import { commonsName } from '../../features/sources/commons.ts'
import { toBundledFile } from '../../features/wallpaper/deck.ts'
import { forgetPreloaded } from '../../features/wallpaper/hint.ts'
import { waitForWallpaper } from '../../features/wallpaper/use-wallpaper.ts'
import { openTab } from '../../platform/browser/page.ts'
import { applyTexts, t } from '../../platform/browser/texts.ts'
import { Cards, useSourceChoices } from '../options/page-sources.tsx'

applyTexts(document, t('welcomeTitle'))
settingsItem.onChange(forgetPreloaded)
const storedSettings = await settingsItem.read()

const WelcomePage = () => {
  const settings = useSettings(storedSettings)
  const choices = useSourceChoices(settings)
  const [isFetching, setFetching] = useState(false)
  const [front] = bundle
  const showPhotographs = async () => {
    setFetching(true)
    await settings.change({ sources: withSource(settings.settings, commonsName, true) })
    await waitForWallpaper()
    setFetching(false)
    await openTab()
  }
  const showBuiltIn = async () => {
    await settings.change({ sources: [builtInName] })
    await openTab()
  }
  return (
    <main class="welcome">
      {front && <img class="front" src={toBundledFile(front)} alt="" />}
      <div class="words">
        <img src="/icon/128.png" alt="" width="56" height="56" />
        <h1>{t('welcomeTitle')}</h1>
        <p>{t('welcomeFresh')}</p>
        <div class="choice">
          <button type="button" class="primary" disabled={isFetching} onClick={showPhotographs}>
            {t(isFetching ? 'welcomeFetching' : 'welcomePhotographs')}
          </button>
          <p class="hint">{t('sourceHint_commons')}</p>
          <button type="button" class="quiet" onClick={showBuiltIn}>
            {t('welcomeBuiltIn')}
          </button>
        </div>
        {asksAny(settings.settings) && (
          <CategoryField {...settings} choices={choices} legend={t('welcomeCategory')} />
        )}
        <details>
          <summary>{t('welcomeMore')}</summary>
          <Cards {...settings} isBrief />
          <button type="button" onClick={() => openTab()}>
            {t('welcomeStart')}
          </button>
        </details>
        <ul>
          <li>{t('welcomeHeart')}</li>
          <li>{t('welcomeQuiet')}</li>
        </ul>
      </div>
    </main>
  )
}

render(<WelcomePage />, document.body)
