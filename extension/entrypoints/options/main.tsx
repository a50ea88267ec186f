import { render } from 'preact'
import { accountStateItem, createAccountOfPage } from '../../features/account/account-messages.ts'
import { favoritesStore } from '../../features/favorites/favorites-store.ts'
import { syncView } from '../../features/favorites/sync-view.ts'
import { settingsItem } from '../../features/settings/settings.ts'
import { sendRequest } from '../../platform/browser/messages.ts'
import { applyTextLocale, t } from '../../platform/browser/texts.ts'
import { OptionsPage } from './options-page.tsx'

applyTextLocale(document)
document.title = t('settingsTitle')
const [settings, shelf, accountState, view] = await Promise.all([
  settingsItem.read(),
  favoritesStore.read(),
  accountStateItem.read(),
  syncView.read(),
])
void favoritesStore.recover()
const account = createAccountOfPage({ send: sendRequest, state: accountStateItem })
const root = document.querySelector('#page')
if (root) render(<OptionsPage {...{ settings, shelf, account, accountState, view }} />, root)
