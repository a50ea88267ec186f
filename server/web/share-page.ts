import { html } from 'hono/html'
import type { Wallpaper } from '../catalogue/wallpaper.ts'
import type { ListPage } from '../http/interchange/list-page.ts'
import type { Profile } from '../identity/identity-provider.ts'
import { type Html, oembedLink, page, type SocialCard } from './layout.ts'
import { pager } from './pager.ts'
import { type PictureUrls, wall, withoutOrigin } from './picture.ts'
import { countOf } from './words.ts'

export interface SharePage extends PictureUrls {
  profile: Profile
  /** Some of those still in the catalogue, newest heart first. */
  shown: ListPage<Wallpaper>
  /** How many are still in the catalogue. */
  count: number
  /** How many hearts are for wallpapers that the catalogue no longer has. */
  gone: number
  card: SocialCard
}

/** One person's favorites, for everyone who has the link. */
export const sharePage = (share: SharePage): Html => {
  const { profile, shown, count, gone, card } = share
  const title = `${ofPerson(profile.displayName)} wallpapers`
  return page({
    title: `${title} · Fresco`,
    alternates: [
      { type: 'application/feed+json', href: `${card.url}/feed.json`, title },
      oembedLink(card.url, share.publicUrl, title),
    ],
    description: describe(share),
    card,
    unlisted: true,
    body: html`<main id="main" class="wide">
      <header class="person">
        <img src="${withoutOrigin(profile.imageUrl, share.publicUrl)}" alt="" width="72" height="72">
        <div>
          <h1>${profile.displayName}</h1>
          <p>${subtitle(share)}</p>
        </div>
      </header>
      ${count === 0 ? nothingYet(share) : html`${wall(shown.items, share)}${pager(shown)}`}
      ${gone === 0 ? '' : html`<p class="note">${goneText(gone)}</p>`}
      ${invitation(count)}
    </main>`,
  })
}

/** `Ada’s`, `Marcus’`. */
const ofPerson = (name: string) => (/s$/i.test(name) ? `${name}’` : `${name}’s`)

const describe = ({ profile: { displayName }, count }: SharePage) =>
  count === 0
    ? `${displayName} has no favorite wallpapers yet.`
    : `${countOf(count, 'wallpaper')} that ${displayName} loves. Look at them, or put them on your own new tabs.`

const subtitle = ({ profile: { username }, count }: SharePage) =>
  count === 0 ? `@${username}` : `@${username} · ${countOf(count, 'wallpaper')}`

const nothingYet = ({ profile, gone }: SharePage) =>
  gone > 0
    ? ''
    : html`<p class="empty">No hearts yet. As soon as ${profile.displayName} gives one to a wallpaper, it hangs here.</p>`

/** `2 wallpapers have left the catalogue.` */
export const goneText = (gone: number): string =>
  `${countOf(gone, 'wallpaper')} ${gone === 1 ? 'has' : 'have'} left the catalogue.`

const invitation = (count: number) => html`<aside class="invitation" aria-labelledby="invitation">
    <h2 id="invitation">${count > 0 ? 'Get these on your new tabs' : 'Wallpapers for your new tabs'}</h2>
    <p>The Fresco extension shows a fresh wallpaper on every new tab. Give a heart to the ones you like, and share them on a page like this.</p>
    <p><a class="button" href="/#new-tabs">Get the extension</a></p>
  </aside>`
