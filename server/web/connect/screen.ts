import { html, raw } from 'hono/html'
import { fewestSeconds, mostSeconds } from '../../../shared/days.ts'
import type { Site } from '../../http/site.ts'
import { code, type Html } from '../layout.ts'
import { filtersOf, toAddress, type Wish } from './recipes.ts'

const clockPlaces = {
  '': 'As on the device',
  off: 'No clock',
  top: 'At the top',
  center: 'In the middle',
  corner: 'In a corner',
  calm: 'Where the picture is calmest',
}

/** The words of the page at `/tab/`, beside the filters. The page itself says which of them are wrong. */
export type ScreenWords = ReturnType<typeof readScreen>

export const readScreen = (ask: (name: string) => string | undefined) => {
  const read = (name: string, usual = '') => ask(name)?.trim() ?? usual
  return {
    every: read('every', '60'),
    from: read('from').replace(/^(?=[^@])/, '@'),
    clock: read('clock'),
    off: [read('off'), read('on')].filter(Boolean).join('-'),
    caption: read('caption'),
    pairs: read('pairs'),
  }
}

/** Returns the address of the page that shows the pictures on a whole screen. */
export const screenAddress = (
  { publicUrl, picture, filters, key }: Pick<Wish, 'publicUrl' | 'picture' | 'filters' | 'key'>,
  { every, ...words }: ScreenWords,
): string => {
  const time = picture === 'today' ? { today: 'on' } : { every }
  const asked = Object.entries({ ...time, ...filtersOf(filters), ...words, key })
  const chosen = Object.fromEntries(asked.filter(([, value]) => value))
  return toAddress(`${publicUrl}/tab/`, chosen).replace(/=on\b/g, '')
}

export const screenFields = (words: ScreenWords): Html => {
  const [off = '', on = ''] = words.off.split('-')
  return html`<h2 id="screen">As a full screen</h2>
    <p class="hint">For photo frames, televisions, tablets and phones. They need only a browser.</p>
    <div class="wish-fields" role="group" aria-labelledby="screen">
      ${field('every', 'Seconds for each', `type="number" min="${fewestSeconds}" max="${mostSeconds}"`, words.every)}
      ${field('from', 'Favorites of', 'placeholder="@username" autocomplete="off"', words.from)}
      ${field('off', 'Black from', 'type="time"', off)}
      ${field('on', 'until', 'type="time"', on)}
      ${selectField('clock', 'Clock', Object.entries(clockPlaces), words.clock)}
    </div>
    <div class="pictures">
      ${box('caption', 'Title and author', words.caption)}
      ${box('pairs', 'Tall pictures in pairs', words.pairs)}
    </div>`
}

export const field = (name: string, label: string, attributes: string, value: string) =>
  html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" ${raw(attributes)} value="${value}"></div>`

export const selectField = (
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
) =>
  html`<div class="field">
      <label for="${name}">${label}</label>
      <select id="${name}" name="${name}">${options.map(([value, text]) => html`<option value="${value}" ${value === chosen && 'selected'}>${text}</option>`)}</select>
    </div>`

const box = (name: string, label: string, value: string) =>
  html`<label><input type="checkbox" name="${name}" ${value && 'checked'}> ${label}</label>`

export const screenPreview = (address: string, site: Site): Html => html`<figure class="preview">
    <iframe src="${site.withoutOrigin(address)}" title="The page as a screen shows it" loading="lazy"></iframe>
    <figcaption>${code(address, 'the address of the page')}<p><a class="button quiet" href="${address}">Open it</a></p></figcaption>
  </figure>`
