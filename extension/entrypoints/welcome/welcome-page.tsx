import bundle from 'virtual:bundled-wallpapers'
import { useChoices } from '../../features/settings/filter-choices.ts'
import type { Settings } from '../../features/settings/settings.ts'
import { useSettings } from '../../features/settings/use-settings.ts'
import { CategoryField } from '../../features/settings/wallpaper-fields.tsx'
import { toBundledFile } from '../../features/wallpaper/deck.ts'
import { openNewTab } from '../../platform/browser/tabs.ts'
import { t } from '../../platform/browser/texts.ts'

export const WelcomePage = (initial: { settings: Settings }) => {
  const settings = useSettings(initial.settings)
  const choices = useChoices(settings.settings.server)
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
        <CategoryField {...settings} choices={choices} legend={t('welcomeCategory')} />
        <button type="button" class="primary" onClick={openNewTab}>
          {t('welcomeStart')}
        </button>
      </div>
    </main>
  )
}
