import { render } from 'preact'
import { favoritesStore } from '../../features/favorites/favorites-store.ts'
import { settingsItem } from '../../features/settings/settings-item.ts'
import { OptionsPage } from './options-page.tsx'

const [settings, favorites] = await Promise.all([settingsItem.read(), favoritesStore.list()])
const root = document.querySelector('#page')
if (root) render(<OptionsPage settings={settings} favorites={favorites} />, root)
