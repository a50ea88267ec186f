import { type WallpaperFilters, writeFilters } from '../../../shared/filters.ts'
import { isLoopback } from '../../http/site.ts'
import { readText } from '../assets.ts'

export interface Wish {
  publicUrl: string
  /** `random` is another picture for each request, and `today` is the picture of the day. */
  picture: 'random' | 'today'
  filters: WallpaperFilters
  width?: number | undefined
  height?: number | undefined
  /** The read key of a private server. */
  key?: string | undefined
}

export interface Step {
  where: string
  /** The language of the text, such as `yaml`. */
  kind: string
  text: string
}

export interface Recipe {
  id: string
  title: string
  steps: readonly Step[]
  notes: readonly string[]
}

export interface RecipeGroup {
  title: string
  lead: string
  recipes: readonly Recipe[]
}

type Parameters = Readonly<Record<string, string | number | undefined>>

// Some programs write an address into CSS without quotes, so no address has quotes, brackets or spaces.
export const toAddress = (path: string, parameters: Parameters): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) query.set(name, String(value))
  return query.size === 0
    ? path
    : `${path}?${query.toString().replace(/%(?:2C|3A|40)/g, decodeURIComponent)}`
}

export const filtersOf = (filters: WallpaperFilters): Parameters => {
  const { color, ...others } = writeFilters(filters)
  // Programs that encode an address twice break a `#`. The filter accepts colors without it.
  return { ...others, color: color?.replaceAll('#', '') }
}

/** Returns the address of the picture. `changes` adds or replaces parameters. */
export const pictureAddress = (wish: Wish, changes: Parameters = {}): string => {
  const { publicUrl, picture, filters, width: w, height: h, key } = wish
  return toAddress(`${publicUrl}/${picture}`, { ...filtersOf(filters), w, h, ...changes, key })
}

let markdown: string | undefined

/** Fills in the recipes of `recipes.md`, whose beginning explains its format. */
export const listRecipes = (wish: Wish): RecipeGroup[] => {
  const values = toValues(wish)
  const cases = toCases(wish)
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: keyof typeof values) => {
      if (!(name in values))
        throw new Error(`recipes.ts does not fill in {{${name}}} of recipes.md`)
      return String(values[name])
    })
  const toRecipe = (text: string): Recipe => {
    const [, title = '', id = '', rest = ''] = /^(.+) \{#(.+)\}\n([\s\S]*)/.exec(text) ?? []
    const recipe = { id, title, steps: [] as Step[], notes: [] as string[] }
    for (const [, shownIf, line = '', kind, code = ''] of rest.matchAll(paragraph)) {
      if (kind) recipe.steps.push({ where: fill(line), kind, text: fill(code) })
      else if (shownIf === undefined || cases.has(shownIf)) recipe.notes.push(fill(line))
    }
    return recipe
  }
  markdown ??= readText('connect/recipes.md')
  return markdown
    .split(/^# /m)
    .slice(1)
    .map((group) => {
      const [head = '', ...recipes] = group.split(/^## /m)
      const [title = '', , lead = ''] = head.split('\n')
      return { title, lead, recipes: recipes.map(toRecipe) }
    })
}

const paragraph = /^(?:<!-- (.+) -->\n)?(.+)\n(?:\n```(\w+)\n([\s\S]*?)\n```\n)?/gm

const toCases = ({ publicUrl, picture }: Wish): ReadonlySet<string> => {
  const { hostname, protocol } = new URL(publicUrl)
  const isSafe = protocol === 'https:' || isLoopback(hostname)
  return new Set([
    picture,
    ...(hostname.includes('.') ? [] : ['no-dot']),
    ...(isSafe ? [] : ['no-https']),
  ])
}

// Desktops do not reload a file whose name is unchanged, so each picture gets a new file name.
const scriptWith = (address: string) => `mkdir -p ~/.local/bin
cat > ~/.local/bin/fresco-wallpaper <<'END'
#!/bin/bash
dir=~/.cache/fresco-wallpaper
new=$dir/$(date +%s).jpg
mkdir -p "$dir"
curl -fsSL --retry 3 -o "$new" '${address}' || exit`

const endOfScript = `find "$dir" -type f ! -path "$new" -delete
END
chmod +x ~/.local/bin/fresco-wallpaper
~/.local/bin/fresco-wallpaper`

// Without the random delay, all computers would send their requests exactly on the hour.
const timer = `mkdir -p ~/.config/systemd/user
cat > ~/.config/systemd/user/fresco-wallpaper.service <<'END'
[Service]
Type=oneshot
ExecStart=%h/.local/bin/fresco-wallpaper
END
cat > ~/.config/systemd/user/fresco-wallpaper.timer <<'END'
[Timer]
OnCalendar=hourly
RandomizedDelaySec=10min
Persistent=true
[Install]
WantedBy=timers.target
END
systemctl --user enable --now fresco-wallpaper.timer`

// Small displays do not have enough memory for a larger picture.
const longestOnDisplay = 1280

const toValues = (wish: Wish) => {
  const { publicUrl, picture, filters, width, height, key } = wish
  const host = new URL(publicUrl).hostname
  const address = pictureAddress(wish)
  const isSmall = Math.max(width ?? Infinity, height ?? Infinity) <= longestOnDisplay
  const [w, h] = isSmall ? [width, height] : [800, 480]
  const displayed = (changes: Parameters) =>
    toAddress(`${publicUrl}/${picture}.jpg`, { ...filtersOf(filters), w, h, key, ...changes })
  const [streamWidth, streamHeight] = [width ?? 1920, height ?? 1080]
  return {
    address,
    script: scriptWith(address),
    endOfScript,
    timer,
    feed: toAddress(`${publicUrl}/feed.rss`, { ...filtersOf(filters), key }),
    // Home Assistant loads the picture again when the text of the template changes.
    hourly: `${address}${address.includes('?') ? '&' : '?'}t={{ now().strftime('%Y%m%d%H') }}`,
    display: displayed({}),
    // Inkplate takes what follows the last dot of the address as the format.
    frame: displayed({ x: '.jpg' }),
    w,
    h,
    // A browser requests the same address only once for one page, so each address needs its own `n`.
    several:
      picture === 'today' ? address : [1, 2, 3].map((n) => pictureAddress(wish, { n })).join('\n'),
    host,
    otherHost: host === 'localhost' ? '127.0.0.1' : 'its IP address, or with a name that has a dot',
    stream: pictureAddress(wish, { w: streamWidth, h: streamHeight }),
    streamWidth,
    streamHeight,
  }
}
