import { render } from 'preact'
import { favoritesStore } from '../../features/favorites/favorites-store.ts'
import { settingsItem } from '../../features/settings/settings-item.ts'
import { OptionsPage } from './options-page.tsx'

const [settings, shelf] = await Promise.all([settingsItem.read(), favoritesStore.read()])
const root = document.querySelector('#page')
if (root) render(<OptionsPage settings={settings} shelf={shelf} />, root)
