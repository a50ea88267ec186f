import { type ComponentChildren, render } from 'preact'
import { useState } from 'preact/hooks'
import { accountStateItem } from '../../features/account/account-messages.ts'
import { AccountPanel, useAccount } from '../../features/account/account-panel.tsx'
import { BackupFields, SyncHint } from '../../features/backup/backup.tsx'
import {
  FavoritesList,
  ShareLink,
  SiteShareLinks,
  useDetails,
  useWaitingFavorites,
} from '../../features/favorites/favorites-list.tsx'
import { favoritesStore } from '../../features/favorites/favorites-store.ts'
import { StorageFields } from '../../features/favorites/storage-fields.tsx'
import { SyncReport, syncView, useSyncView } from '../../features/favorites/sync-report.tsx'
import { type UseFavorites, useFavorites, useSync } from '../../features/favorites/use-favorites.ts'
import { SearchField } from '../../features/search/search-field.tsx'
import { createSearch } from '../../features/search/search-wallpapers.ts'
import { BlockedList } from '../../features/settings/blocked-list.tsx'
import { ReportLine, toBad } from '../../features/settings/report.tsx'
import {
  ClockFields,
  DarkerField,
  FilterFields,
  RotationField,
  VeilFields,
} from '../../features/settings/setting-fields.tsx'
import { settingsItem } from '../../features/settings/settings.ts'
import { useSettings } from '../../features/settings/use-settings.ts'
import { asksAny, daySourceIn, serverIn } from '../../features/sources/chosen.ts'
import { ListChoice } from '../../features/sources/list-field.tsx'
import { forgetPreloaded } from '../../features/wallpaper/hint.ts'
import { applyTexts, t } from '../../platform/browser/texts.ts'
import { problemOf, toHost } from '../../remote/problem.ts'
import { Cards, open, useSourceChoices } from './page-sources.tsx'

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
const remember = async (name: string, id: string) => (await open(name)).remember?.(name, id)

const sections = [
  ...(['sources', 'wallpapers', 'clock', 'look'] as const),
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
  const settings = useSettings(storedSettings)
  const choices = useSourceChoices(settings)
  const hearts = useFavorites(favoritesStore, storedShelf)
  const [isUnsaved, setUnsaved] = useState(false)
  const changeHeart: UseFavorites['change'] = async (wanted, favorite) => {
    const { id, catalogue } = favorite
    if (wanted && catalogue) await remember(catalogue, id).catch(problemOf)
    const isSaved = await hearts.change(wanted, favorite)
    setUnsaved(!isSaved)
    return isSaved
  }
  const account = useAccount(storedState)
  const view = useSyncView(storedView)
  const server = serverIn(settings.settings)
  const waiting = useWaitingFavorites()
  const { state } = account
  useSync({ details: true })
  useDetails(hearts.favorites)
  return (
    <main>
      <header>
        <img src="/icon/128.png" alt="" width="44" height="44" />
        <h1>{t('settingsTitle')}</h1>
        <p class="saved" role="status" data-shown={settings.isSaved}>
          {settings.isSaved && t('saved')}
        </p>
      </header>
      <nav class="sections" aria-label={t('onThisPage')}>
        {sections.map((name) => (
          <a key={name} href={`#${name}`} hidden={name === 'account' && !server}>
            {t(name)}
          </a>
        ))}
      </nav>
      <section id="sources">
        <Cards
          {...settings}
          heartsAtServer={hearts.favorites.filter(({ catalogue }) => !catalogue).length}
        />
        <SearchField
          sources={settings.settings.sources}
          hearts={{ ...hearts, change: changeHeart }}
          search={search}
          open={open}
        />
      </section>
      <Section name="wallpapers">
        <ListChoice {...settings} hasFavorites={hearts.favorites.length > 0} />
        <RotationField {...settings} hasDays={daySourceIn(settings.settings) !== undefined} />
        <DarkerField {...settings} />
        {asksAny(settings.settings) && <FilterFields {...settings} choices={choices} />}
        <BlockedList {...settings} />
      </Section>
      <Section name="clock">
        <ClockFields {...settings} />
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
              change={changeHeart}
            />
            {state.kind === 'signed-in' && (
              <ShareLink server={server} username={state.person.username} />
            )}
          </AccountPanel>
        </Section>
      )}
      <Section name="favorites">
        <FavoritesList {...hearts} change={changeHeart} waiting={!server && waiting} open={open} />
        <SiteShareLinks favorites={hearts.favorites} sources={settings.settings.sources} />
        <ReportLine report={isUnsaved ? toBad(t('heartUnsaved')) : undefined} />
      </Section>
      <Section name="storage">
        <StorageFields {...settings} />
      </Section>
      <Section name="backup">
        <BackupFields {...settings} />
        <SyncHint />
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

const root = document.querySelector('#page')
if (root) render(<OptionsPage />, root)
