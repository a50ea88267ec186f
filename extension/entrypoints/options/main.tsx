import { type ComponentChildren, render } from 'preact'
import { accountStateItem } from '../../features/account/account-messages.ts'
import { AccountPanel, useAccount } from '../../features/account/account-panel.tsx'
import { BackupFields } from '../../features/backup/backup.tsx'
import { PictureTile, Toast, useTiles } from '../../features/control/picture-tile.tsx'
import { ShareLink } from '../../features/control/share-link.tsx'
import { serverOf, toFavorite } from '../../features/favorites/favorites.ts'
import { favoritesStore } from '../../features/favorites/favorites-store.ts'
import { StorageFields } from '../../features/favorites/storage-fields.tsx'
import { SyncReport, syncView, useSyncView } from '../../features/favorites/sync-report.tsx'
import { useFavorites, useSync } from '../../features/favorites/use-favorites.ts'
import { useWaitingFavorites } from '../../features/favorites/waiting-favorites.ts'
import { LinksField } from '../../features/links/links-field.tsx'
import { SearchField } from '../../features/search/search-field.tsx'
import { createSearch } from '../../features/search/search-wallpapers.ts'
import { BlockedList } from '../../features/settings/blocked-list.tsx'
import {
  ClockFields,
  DarkerField,
  FilterFields,
  RotationField,
  VeilFields,
} from '../../features/settings/setting-fields.tsx'
import { settingsItem } from '../../features/settings/settings.ts'
import { type UseSettings, useSettings } from '../../features/settings/use-settings.ts'
import { asksAny, daySourceIn, serverIn } from '../../features/sources/chosen.ts'
import { ListField } from '../../features/sources/list-field.tsx'
import { toKey } from '../../features/wallpaper/deck.ts'
import { createDeckStore } from '../../features/wallpaper/deck-store.ts'
import { forgetPreloaded } from '../../features/wallpaper/hint.ts'
import { applyTexts, t } from '../../platform/browser/texts.ts'
import { toHost } from '../../remote/problem.ts'
import { open } from './open-source.ts'
import { Cards, useSourceChoices } from './page-sources.tsx'

applyTexts(document, t('settingsTitle'))
settingsItem.onChange(forgetPreloaded)
const [storedSettings, storedShelf, storedState, storedView] = await Promise.all([
  settingsItem.read(),
  favoritesStore.read(),
  accountStateItem.read(),
  syncView.read(),
])
void favoritesStore.recover()
const search = createSearch(open)
const deckStore = createDeckStore()

const sections = [
  ...(['sources', 'wallpapers', 'clock', 'links', 'look'] as const),
  ...(['account', 'favorites', 'storage', 'backup', 'privacy'] as const),
]

interface SectionProps {
  name: (typeof sections)[number]
  children: ComponentChildren
}

const Section = ({ name, children }: SectionProps) => (
  <section aria-labelledby={name}>
    <h2 id={name}>{t(name)}</h2>
    {children}
  </section>
)

const OptionsPage = () => {
  const stored = useSettings(storedSettings)
  const hearts = useFavorites(favoritesStore, storedShelf)
  const tiles = useTiles({ hearts, open, deckStore })
  const change: UseSettings['change'] = async (part) => {
    await stored.change(part)
    tiles.say(t('saved'))
  }
  const settings = { ...stored, change }
  const choices = useSourceChoices(settings)
  const account = useAccount(storedState)
  const view = useSyncView(storedView)
  const server = serverIn(settings.settings)
  const waiting = useWaitingFavorites(!server)
  const { state } = account
  useSync({ details: true })
  return (
    <main>
      <header>
        <img src="/icon/128.png" alt="" width="44" height="44" />
        <h1>{t('settingsTitle')}</h1>
      </header>
      <Toast said={tiles.said} />
      <nav class="sections" aria-label={t('onThisPage')}>
        {sections.map((name) => (
          <a key={name} href={`#${name}`} hidden={name === 'account' && !server}>
            {t(name)}
          </a>
        ))}
      </nav>
      <section id="sources">
        <Cards {...settings} />
        <SearchField
          sources={settings.settings.sources}
          search={search}
          toTile={(found) => (
            <PictureTile
              key={toKey(found)}
              favorite={toFavorite(found, serverOf(hearts.owner))}
              tiles={tiles}
            />
          )}
        />
      </section>
      <Section name="wallpapers">
        <div class="group">
          <ListField
            {...settings}
            hint={t(hearts.favorites.length > 0 ? 'listFavoritesHint' : 'listFavoritesNone')}
          />
        </div>
        <RotationField {...settings} hasDays={daySourceIn(settings.settings) !== undefined} />
        <DarkerField {...settings} />
        {asksAny(settings.settings) && <FilterFields {...settings} choices={choices} />}
        <BlockedList {...settings} />
      </Section>
      <Section name="clock">
        <ClockFields {...settings} />
      </Section>
      <Section name="links">
        <LinksField {...settings} />
      </Section>
      <Section name="look">
        <VeilFields {...settings} />
      </Section>
      {server && (
        <Section name="account">
          <AccountPanel key={state.kind} {...account} server={server}>
            <SyncReport
              account={state.kind}
              view={view}
              host={toHost(server)}
              change={tiles.change}
            />
            {state.kind === 'signed-in' && (
              <ShareLink server={server} username={state.person.username} say={tiles.say} />
            )}
          </AccountPanel>
        </Section>
      )}
      <Section name="favorites">
        <p class="hint">
          <a href="/favorites.html">{t('favoritesOpen')}</a> {waiting}
        </p>
      </Section>
      <Section name="storage">
        <StorageFields {...settings} />
      </Section>
      <Section name="backup">
        <BackupFields {...settings} />
      </Section>
      <Section name="privacy">
        <p class="hint">
          {t('privacyHint')}{' '}
          {server && (
            <a href={`${server}/privacy`} target="_blank" rel="noreferrer">
              {t('privacyLink')}
            </a>
          )}
        </p>
      </Section>
    </main>
  )
}

render(<OptionsPage />, document.body)
