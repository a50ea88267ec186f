import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import preact from '@preact/preset-vite'
import sharp from 'sharp'
import { minify } from 'terser'
import type { Plugin } from 'vite'
import { defineConfig } from 'wxt'
import { toBundledFile } from './extension/features/wallpaper/deck.ts'
import { parseBundle } from './extension/features/wallpaper/parse-deck.ts'
import { mapped, toLightMap } from './extension/platform/browser/light-map.ts'

const defaultServer = process.env.WXT_API_URL || 'http://127.0.0.1:8787'
const clerkKey = process.env.WXT_CLERK_PUBLISHABLE_KEY || undefined

export default defineConfig({
  srcDir: 'extension',
  publicDir: 'extension/public',
  outDir: process.env.WXT_OUT_DIR || 'dist',
  manifestVersion: 3,
  imports: false,
  // What a reviewer needs to build the extension, and no more.
  zip: { excludeSources: ['server/**', 'test/**', 'docs/**'] },
  vite: () => ({
    plugins: [
      preact(),
      bundledWallpapers(),
      clerkIfConfigured(clerkKey),
      smallWrappers(),
      moduleAfterPicture(),
      packedTab(),
    ],
    build: {
      target: ['chrome120', 'firefox142'],
      modulePreload: false,
      rolldownOptions: { output: { codeSplitting: { groups: [everyTab, shared] } } },
    },
  }),
  manifest: ({ browser }) => ({
    default_locale: 'en',
    name: '__MSG_extensionName__',
    description: '__MSG_extensionDescription__',
    // The settings, the favorites and what is known of the server; images are in IndexedDB.
    // With accounts at Clerk: to change what it is sent by this extension alone.
    // To send hearts later when the server cannot be reached now: an alarm.
    permissions: [
      'storage',
      'alarms',
      ...(clerkKey ? ['declarativeNetRequestWithHostAccess'] : []),
    ],
    host_permissions: [defaultServer, ...(clerkKey ? [toClerkUrl(clerkKey)] : [])].map(
      toMatchPattern,
    ),
    // Asked for one by one, when a person enters the address of another server.
    optional_host_permissions: ['*://*/*'],
    // Firefox's own default would turn the address of a local server, http, into https.
    content_security_policy: { extension_pages: "script-src 'self'; object-src 'self'" },
    ...(browser === 'firefox' && {
      browser_specific_settings: {
        gecko: {
          id: 'fresco@fresco.invalid',
          strict_min_version: '142.0',
          // Asked for at the first sign-in, which is when a name and a password leave the browser.
          data_collection_permissions: {
            required: ['none'],
            optional: ['authenticationInfo', ...(clerkKey ? ['personallyIdentifyingInfo'] : [])],
          },
        },
      },
    }),
    ...(browser !== 'firefox' && { minimum_chrome_version: '120' }),
  }),
})

/**
 * What every new tab loads is one file, which packs better than many. Other pages take from it what
 * they have in common with the tab; what only they need, or what waits for a click, is not in it.
 */
const everyTab = {
  priority: 1,
  name: (id: string, graph: ModuleGraph) => {
    // The first script has these too, and must not bring along the rest before the picture is there.
    if (/preload-helper|wxt-html-plugins/.test(id)) return 'start'
    // The background and the first script are one file each, as they are.
    if (!graph.getModuleInfo(controls)) return null
    const isOfTab = id === controls || listStaticImports(controls, graph).has(id)
    return isOfTab && !id.endsWith('.css') ? 'tab' : null
  },
}

/** What the settings have in common with what comes later in a tab is small: it packs better as one. */
const shared = {
  name: (id: string, graph: ModuleGraph) =>
    graph.getModuleInfo(controls) && /(http|save-file|lay-veil|filter-labels)\.ts$/.test(id)
      ? 'shared'
      : null,
}

const controls = fileURLToPath(
  new URL('extension/entrypoints/newtab/controls.tsx', import.meta.url),
)

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** All that a module cannot start without. */
const listStaticImports = (id: string, graph: ModuleGraph, found = new Set<string>()) => {
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
    if (found.has(imported)) continue
    found.add(imported)
    listStaticImports(imported, graph, found)
  }
  return found
}

/**
 * Vite's own loader of styles is 0.9 kB, and WXT's shell around a script of a page 0.4 kB: every new tab
 * would pay for cases that it never has.
 */
const smallWrappers = (): Plugin => {
  return {
    name: 'fresco:small-wrappers',
    enforce: 'pre',
    load(id) {
      if (id === '\0vite/preload-helper.js') return preload
      const [, script] = id.split('\0virtual:wxt-unlisted-script-entrypoint?')
      return script && `import script from ${JSON.stringify(script)}\nexport default script.main()`
    },
  }
}

const preload = `
const load = (file) => new Promise((done) => {
  if (document.querySelector('link[href="/' + file + '"]')) return done()
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', href: '/' + file, onload: done, onerror: done })
  document.head.append(link)
})
export const __vitePreload = (work, files = []) => Promise.all(files.map(load)).then(work)`

/**
 * Where a script paints the picture, the page's module waits in a template until that is done: see
 * `platform/browser/page-start.ts`.
 */
const moduleAfterPicture = (): Plugin => {
  return {
    name: 'fresco:module-after-picture',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.includes('/first-paint.js')
          ? html.replace(/<script type="module".*?<\/script>/, '<template>$&</template>')
          : html,
    },
  }
}

/**
 * A second look at what a new tab loads makes it 2 % smaller. The rest of the extension would take ten
 * seconds of it.
 */
const packedTab = (): Plugin => {
  return {
    name: 'fresco:packed-tab',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler: async (_options, bundle) => {
        for (const chunk of Object.values(bundle)) {
          if (
            chunk.type !== 'chunk' ||
            !/(^|\/)(first-paint|tab|control|late)[.-]/.test(chunk.fileName)
          )
            continue
          const { code } = await minify(chunk.code, { module: true, compress: { passes: 2 } })
          if (code) chunk.code = code
        }
      },
    },
  }
}

/** Match patterns have no port in Firefox; without one they mean all ports. */
const toMatchPattern = (server: string): string => {
  const { protocol, hostname } = new URL(server)
  return `${protocol}//${hostname}/*`
}

/** A publishable key is a prefix and the base64 of the host of Clerk's Frontend API and a `$`. */
const toClerkUrl = (publishableKey: string): string => {
  return `https://${atob(publishableKey.replace(/^pk_(live|test)_/, '')).replace(/\$$/, '')}`
}

/**
 * `virtual:clerk` connects to Clerk in a build with a publishable key; in any other there is nothing
 * of Clerk. The user interface that its client could load stays out of both: it is not used.
 */
const clerkIfConfigured = (publishableKey: string | undefined): Plugin => {
  const client = fileURLToPath(new URL('extension/platform/clerk/clerk-client.ts', import.meta.url))
  const modules: Record<string, string> = {
    'virtual:clerk': publishableKey
      ? `import { createClerkConnector } from ${JSON.stringify(client)}
         export const connectClerk = () => createClerkConnector(${JSON.stringify(publishableKey)})`
      : 'export const connectClerk = undefined',
    '@clerk/ui/no-rhc': 'export const ui = undefined',
  }
  return {
    name: 'fresco:clerk',
    enforce: 'pre',
    resolveId: (id) => (id in modules ? `\0${id}` : undefined),
    load: (id) => (id.startsWith('\0') ? modules[id.slice(1)] : undefined),
  }
}

/**
 * Builds the list of packaged wallpapers into the scripts: a new tab that has nothing else to show
 * must not wait for a file. Without the list (it is painted, see README) there are none.
 */
const bundledWallpapers = (): Plugin => {
  const publicDir = fileURLToPath(new URL('extension/public/', import.meta.url))
  const list = join(publicDir, 'wallpapers/index.json')
  return {
    name: 'fresco:bundled-wallpapers',
    resolveId: (id) => (id === 'virtual:bundled-wallpapers' ? `\0${id}` : undefined),
    async load(id) {
      if (id !== '\0virtual:bundled-wallpapers') return
      this.addWatchFile(list)
      const wallpapers = existsSync(list) ? parseBundle(JSON.parse(readFileSync(list, 'utf8'))) : []
      const measured = wallpapers.map(async (wallpaper) => ({
        ...wallpaper,
        light: await mapLight(join(publicDir, toBundledFile(wallpaper))),
      }))
      return `export default ${JSON.stringify(await Promise.all(measured))}`
    },
  }
}

/** Where a picture is dark and where it is light, for what the new tab writes on it. */
const mapLight = async (file: string): Promise<string> => {
  const scaled = sharp(file)
    .resize({ ...mapped, fit: 'fill' })
    .removeAlpha()
  return toLightMap({ data: await scaled.raw().toBuffer(), channels: 3 })
}
