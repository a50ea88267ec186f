import { writeFilters } from '../../../shared/filter-values.ts'
import type { WallpaperFilters } from '../../../shared/wallpaper-filters.ts'
import { isLoopback } from '../../http/site.ts'

export interface Wish {
  publicUrl: string
  /** `random` is another picture for each request, and `today` is the picture of the day. */
  picture: 'random' | 'today'
  filters: WallpaperFilters
  width?: number | undefined
  height?: number | undefined
  format: 'jpeg' | 'webp'
  /** The tones of the wallpapers that match the other filters. */
  tones: readonly Tone[]
}

type Tone = NonNullable<WallpaperFilters['tone']>

export interface Step {
  where: string
  /** The language of the text. `shell` is a script for a terminal. */
  kind: 'address' | 'addresses' | 'shell' | 'powershell' | 'yaml' | 'text'
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
const toAddress = (path: string, parameters: Parameters): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query.toString().replaceAll('%2C', ',')}`
}

const filtersOf = (filters: WallpaperFilters): Parameters => {
  const { color, ...others } = writeFilters(filters)
  // Programs that encode an address twice break a `#`. The filter accepts colors without it.
  return { ...others, color: color?.replaceAll('#', '') }
}

/** Returns the address of the picture. `changes` adds or replaces parameters. */
export const pictureAddress = (wish: Wish, changes: Parameters = {}): string => {
  const { publicUrl, picture, filters, width: w, height: h, format } = wish
  const asked = { w, h, format: format === 'webp' ? format : undefined }
  return toAddress(`${publicUrl}/${picture}`, { ...filtersOf(filters), ...asked, ...changes })
}

const jpegAddress = (wish: Wish, changes: Parameters = {}) =>
  pictureAddress({ ...wish, format: 'jpeg' }, changes)

export const listRecipes = (wish: Wish): RecipeGroup[] => [
  {
    title: 'On your desktop',
    lead: 'A new wallpaper every hour, from a small script.',
    recipes: [gnome(wish), plasma(wish), sway(wish), windows(wish), macos(wish)],
  },
  {
    title: 'In a wallpaper changer',
    lead: 'Programs that already change your wallpaper. They only need the address.',
    recipes: [variety(wish), randomWallpaper(wish)],
  },
  {
    title: 'Around the house',
    lead: 'Dashboards, photo frames and small displays.',
    recipes: [homeAssistant(wish), dashboards(wish), display(wish)],
  },
  {
    title: 'In the browser and on air',
    lead: 'Other new-tab extensions, and live streams.',
    recipes: [newTabs(wish), obs(wish)],
  },
]

const inTerminal = 'Paste this into a terminal:'
const everyHour = 'To change it every hour, paste this too:'

const script = '~/.local/bin/fresco-wallpaper'

// Each picture gets a new file name, because desktops do not load the same file again.
const withNewPicture = (wish: Wish, ...commands: readonly string[]) =>
  [
    'dir=~/.cache/fresco-wallpaper',
    'new=$dir/$(date +%s).jpg',
    'mkdir -p "$dir"',
    `curl -fsSL --retry 3 -o "$new" '${jpegAddress(wish)}' || exit`,
    ...commands,
    'find "$dir" -type f ! -path "$new" -delete',
  ].join('\n')

const saveScript = (text: string) =>
  `mkdir -p ~/.local/bin
cat > ${script} <<'END'
#!/bin/bash
${text}
END
chmod +x ${script}`

const changeNow = (wish: Wish, ...commands: readonly string[]): Step => ({
  where: inTerminal,
  kind: 'shell',
  text: `${saveScript(withNewPicture(wish, ...commands))}\n${script}`,
})

// The random delay spreads the requests of all computers, so that they do not come at the full hour together.
const systemdTimer: Step = {
  where: everyHour,
  kind: 'shell',
  text: `mkdir -p ~/.config/systemd/user
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
systemctl --user enable --now fresco-wallpaper.timer`,
}

const gnome = (wish: Wish): Recipe => ({
  id: 'gnome',
  title: 'GNOME',
  steps: [
    changeNow(
      wish,
      'gsettings set org.gnome.desktop.background picture-uri "file://$new"',
      'gsettings set org.gnome.desktop.background picture-uri-dark "file://$new"',
    ),
    systemdTimer,
  ],
  notes: [],
})

const plasma = (wish: Wish): Recipe => ({
  id: 'plasma',
  title: 'KDE Plasma',
  steps: [changeNow(wish, 'plasma-apply-wallpaperimage "$new"'), systemdTimer],
  notes: [],
})

const sway = (wish: Wish): Recipe => {
  const change = withNewPicture(
    wish,
    'swaybg -m fill -i "$new" &',
    'sleep 1',
    '[ -z "$old" ] || kill "$old"',
    'old=$!',
  )
  const loop = `change() {
${change.replace(' || exit', ' || return')}
}
change
while sleep 3600; do
change
done`
  return {
    id: 'sway',
    title: 'Sway and Hyprland',
    steps: [
      { where: inTerminal, kind: 'shell', text: saveScript(loop) },
      { where: 'In ~/.config/sway/config:', kind: 'text', text: `exec ${script}` },
      { where: 'Or in ~/.config/hypr/hyprland.conf:', kind: 'text', text: `exec-once = ${script}` },
    ],
    notes: ['Install swaybg first. After your next sign-in, the wallpaper changes every hour.'],
  }
}

const windows = (wish: Wish): Recipe => ({
  id: 'windows',
  title: 'Windows',
  steps: [
    {
      where: 'Paste this into PowerShell:',
      kind: 'powershell',
      text: `@'
$ErrorActionPreference = 'Stop'
$folder = "$env:LOCALAPPDATA\\Fresco"
$new = "$folder\\$(Get-Date -Format yyyyMMddHHmmss).jpg"
Invoke-WebRequest -UseBasicParsing '${jpegAddress(wish)}' -OutFile $new
Add-Type 'using System.Runtime.InteropServices; public static class Desktop { [DllImport("user32.dll", CharSet = CharSet.Unicode)] public static extern bool SystemParametersInfo(uint action, uint number, string text, uint flags); }'
[Desktop]::SystemParametersInfo(20, 0, $new, 3) | Out-Null
Get-ChildItem $folder -Filter *.jpg | Where-Object FullName -ne $new | Remove-Item
'@ | Set-Content (New-Item -Force "$env:LOCALAPPDATA\\Fresco\\wallpaper.ps1")
powershell -ExecutionPolicy Bypass -File "$env:LOCALAPPDATA\\Fresco\\wallpaper.ps1"`,
    },
    {
      where: everyHour,
      kind: 'powershell',
      text: `$action = New-ScheduledTaskAction -Execute powershell -Argument "-WindowStyle Hidden -ExecutionPolicy Bypass -File \`"$env:LOCALAPPDATA\\Fresco\\wallpaper.ps1\`""
$trigger = New-ScheduledTaskTrigger -Once -At 00:07 -RepetitionInterval (New-TimeSpan -Hours 1)
Register-ScheduledTask 'Fresco wallpaper' -Action $action -Trigger $trigger`,
    },
  ],
  notes: [],
})

const macos = (wish: Wish): Recipe => ({
  id: 'macos',
  title: 'macOS',
  steps: [
    changeNow(
      wish,
      'osascript -e "tell application \\"System Events\\" to tell every desktop to set picture to POSIX file \\"$new\\""',
    ),
    {
      where: everyHour,
      kind: 'shell',
      text: `mkdir -p ~/Library/LaunchAgents
cat > ~/Library/LaunchAgents/fresco.wallpaper.plist <<END
<plist version="1.0">
<dict>
<key>Label</key><string>fresco.wallpaper</string>
<key>ProgramArguments</key><array><string>$HOME/.local/bin/fresco-wallpaper</string></array>
<key>StartInterval</key><integer>3600</integer>
</dict>
</plist>
END
launchctl load -w ~/Library/LaunchAgents/fresco.wallpaper.plist`,
    },
  ],
  notes: ['The first time, macOS asks whether the terminal may control System Events. Allow it.'],
})

const variety = ({ publicUrl, filters }: Wish): Recipe => ({
  id: 'variety',
  title: 'Variety',
  steps: [
    {
      where: 'Preferences → Wallpaper → Add → Media RSS:',
      kind: 'address',
      text: toAddress(`${publicUrl}/feed.rss`, filtersOf({ type: 'desktop', ...filters })),
    },
  ],
  notes: ['This feed lists the newest wallpapers. Variety skips portrait pictures.'],
})

const randomWallpaper = (wish: Wish): Recipe => ({
  id: 'random-wallpaper',
  title: 'Random Wallpaper for GNOME',
  steps: [
    {
      where: 'Add a source of the type Static URL, with this as its image URL:',
      kind: 'address',
      text: jpegAddress(wish),
    },
  ],
  notes:
    wish.picture === 'random'
      ? ['Turn on “different images” to get another wallpaper on each monitor.']
      : [],
})

// Home Assistant loads the picture again when the text of the template changes.
const homeAssistant = (wish: Wish): Recipe => {
  const address = pictureAddress(wish)
  const hourly = `${address}${address.includes('?') ? '&' : '?'}t={{ now().strftime('%Y%m%d%H') }}`
  return {
    id: 'home-assistant',
    title: 'Home Assistant',
    steps: [
      {
        where: 'In configuration.yaml:',
        kind: 'yaml',
        text: `template:
  - image:
      - name: Wallpaper
        url: "${hourly}"`,
      },
      {
        where: 'Then in a dashboard, as a card:',
        kind: 'yaml',
        text: `type: picture-entity
entity: image.wallpaper
show_name: false
show_state: false`,
      },
    ],
    notes: ['The picture changes every hour.'],
  }
}

const dashboards = (wish: Wish): Recipe => {
  const { filters, tones } = wish
  const inTone = (tone: Tone) =>
    pictureAddress(wish, filters.tone === undefined && tones.includes(tone) ? { tone } : {})
  return {
    id: 'dashboards',
    title: 'Homer, Dashy or Homarr',
    steps: [
      {
        where: 'Homer, in config.yml:',
        kind: 'yaml',
        text: `colors:
  light:
    background-image: "${inTone('light')}"
  dark:
    background-image: "${inTone('dark')}"`,
      },
      {
        where: 'Dashy, in conf.yml:',
        kind: 'yaml',
        text: `appConfig:\n  backgroundImg: "${pictureAddress(wish)}"`,
      },
      {
        where: 'Homarr, in the settings of a board, as its background image:',
        kind: 'address',
        text: pictureAddress(wish),
      },
    ],
    notes: [],
  }
}

// Small displays do not have enough memory for a larger picture.
const longestOnDisplay = 1280

const display = (wish: Wish): Recipe => {
  const { publicUrl, picture, filters, width, height } = wish
  const isSmall = Math.max(width ?? Infinity, height ?? Infinity) <= longestOnDisplay
  const [w, h] = isSmall ? [width, height] : [800, 480]
  const size = { ...filtersOf(filters), w, h }
  return {
    id: 'display',
    title: 'ESPHome and other displays',
    steps: [
      {
        where: 'In the configuration of an ESPHome device:',
        kind: 'yaml',
        text: `http_request:

online_image:
  - id: wallpaper
    url: "${toAddress(`${publicUrl}/${picture}.jpg`, size)}"
    format: JPEG
    type: RGB565
    resize: ${w}x${h}
    update_interval: 1h`,
      },
      {
        where: 'Inkplate, and photo frames that take an address:',
        kind: 'address',
        text: toAddress(`${publicUrl}/${picture}.jpg`, { ...size, x: '.jpg' }),
      },
    ],
    notes: [
      `If your display is not ${w} × ${h}, replace both numbers. Then the picture fits without scaling.`,
      'In the lambda of an ESPHome display, draw the picture with it.image(0, 0, id(wallpaper)).',
    ],
  }
}

const newTabs = (wish: Wish): Recipe => {
  const { hostname, protocol } = new URL(wish.publicUrl)
  const isHere = isLoopback(hostname)
  const address = pictureAddress(wish)
  // A browser requests the same address only once for one page, so each address needs its own `n`.
  const several = [1, 2, 3].map((n) => pictureAddress(wish, { n })).join('\n')
  return {
    id: 'new-tabs',
    title: 'Bonjourr or Tabliss',
    steps: [
      {
        where: 'Bonjourr: Background → URLs, one in each line:',
        kind: 'addresses',
        text: wish.picture === 'today' ? address : several,
      },
      { where: 'Tabliss: Background → Online image:', kind: 'address', text: address },
    ],
    notes: [
      ...(hostname.includes('.')
        ? []
        : [
            `Mue can show these addresses, too, if the host has a dot. Replace ${hostname} with ${hostname === 'localhost' ? '127.0.0.1' : 'its IP address, or with a name that has a dot'}.`,
          ]),
      ...(protocol === 'https:' || isHere
        ? []
        : ['In Firefox, new-tab extensions load pictures only from addresses with https.']),
    ],
  }
}

const obs = (wish: Wish): Recipe => {
  const { width = 1920, height = 1080 } = wish
  return {
    id: 'obs',
    title: 'OBS',
    steps: [
      {
        where: `Sources → + → Browser, with the width ${width} and the height ${height}:`,
        kind: 'address',
        text: pictureAddress(wish, { w: width, h: height }),
      },
    ],
    notes:
      wish.picture === 'random'
        ? ['Choose “Refresh browser when scene becomes active” to get another picture each time.']
        : [],
  }
}
