import { render } from 'preact'
import { settingsItem } from '../../features/settings/settings.ts'
import { applyTextLocale, t } from '../../platform/browser/texts.ts'
import { WelcomePage } from './welcome-page.tsx'

applyTextLocale(document)
document.title = t('welcomeTitle')
const settings = await settingsItem.read()
const root = document.querySelector('#page')
if (root) render(<WelcomePage settings={settings} />, root)
