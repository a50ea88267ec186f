import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { defineConfig, type EntrypointGroup } from 'wxt'
import { parseDefaultCatalogue } from './extension/features/sources/web/address.ts'
import type { BundledWallpaper } from './extension/features/wallpaper/deck.ts'
import { parseBundle } from './extension/features/wallpaper/parse-deck.ts'
import { extensionKey } from './shared/extension-id.ts'

const server = process.env.WXT_API_URL?.replace(/\/+$/, '') || undefined
const catalogue = process.env.WXT_DEFAULT_CATALOGUE || undefined
const clerkKey = process.env.WXT_CLERK_PUBLISHABLE_KEY || undefined

export default defineConfig({
  srcDir: 'extension',
  publicDir: 'extension/public',
  outDir: process.env.WXT_OUT_DIR || 'dist',
  manifestVersion: 3,
  imports: false,
  hooks: {
    'entrypoints:grouped': (wxt, groups) => {
      if (wxt.config.command === 'build') buildNewTabAlone(groups)
    },
    // Only pages have chunks. The background and the script in the new tab's head are one file each.
    'vite:build:extendConfig': ([entrypoint], { build }) => {
      // Most licenses of packages ask for their text wherever the code goes.
      if (build) build.license = { fileName: `licenses/${entrypoint?.name}.txt` }
      const output = build?.rolldownOptions?.output
      if (entrypoint?.inputPath.endsWith('.html') && output && !Array.isArray(output))
        output.codeSplitting = { groups: [everyTab] }
    },
  },
  // Reviewers of the browsers' stores get an archive of the sources that build the extension, without the rest.
  zip: {
    includeSources: [
      ...['extension/**', 'shared/**', 'wxt.config.ts', 'tsconfig.json'],
      ...['package.json', 'package-lock.json', 'README.md', 'docs/extension.md', 'LICENSE'],
    ],
    excludeSources: ['shared/dist/**'],
  },
  vite: () => ({
    define: {
      'import.meta.env.WXT_API_URL': JSON.stringify(server),
      'import.meta.env.WXT_DEFAULT_CATALOGUE': JSON.stringify(
        catalogue && parseDefaultCatalogue(catalogue),
      ),
    },
    plugins: [
      bundledWallpapers(),
      clerkIfConfigured(clerkKey),
      smallWrappers(),
      withoutDescriptions(),
      moduleAfterPicture(),
      pageHead(),
    ],
    build: {
      target: ['chrome120', 'firefox142'],
      modulePreload: false,
      rolldownOptions: {
        // Reading a property never has side effects in our code. Without this option, the script in the new tab's
        // head would include unused modules.
        treeshake: { propertyReadSideEffects: false },
      },
    },
  }),
  manifest: ({ browser }) => ({
    default_locale: 'en',
    name: '__MSG_extensionName__',
    description: '__MSG_extensionDescription__',
    // extension/README.md says what each permission is for. `declarativeNetRequest…` removes a header from requests
    // to Clerk.
    permissions: [
      'storage',
      'alarms',
      ...(clerkKey ? ['declarativeNetRequestWithHostAccess'] : []),
    ],
    host_permissions: [
      ...(server ? [server] : []),
      ...(clerkKey ? [toClerkUrl(clerkKey)] : []),
    ].map(toMatchPattern),
    // The pattern covers every server, but the extension asks only for the one whose address a person enters.
    optional_host_permissions: ['*://*/*'],
    // Replaces Firefox's default policy, which would load a local server's http addresses with https.
    content_security_policy: { extension_pages: "script-src 'self'; object-src 'self'" },
    ...(browser === 'firefox' && {
      browser_specific_settings: {
        gecko: {
          // A random UUID belongs to nobody else. It must never change, because Firefox stores the extension's data
          // under it and addons.mozilla.org takes updates for it alone.
          id: '{3c56a264-c8ac-4b9c-9033-f200589bdf5b}',
          strict_min_version: '142.0',
          // Firefox asks for the optional permissions at the first sign-in, because a name and a password leave the
          // browser then.
          data_collection_permissions: {
            required: ['none'],
            optional: ['authenticationInfo', ...(clerkKey ? ['personallyIdentifyingInfo'] : [])],
          },
        },
      },
    }),
    ...(browser !== 'firefox' && {
      minimum_chrome_version: '120',
      // Pages of the server may ask this extension to show their wallpapers.
      ...(server && { externally_connectable: { matches: [toMatchPattern(server)] } }),
      // `wxt zip` makes the file for the stores.
      ...(server && !process.argv.includes('zip') && { key: extensionKey }),
    }),
  }),
})

// WXT builds all pages together. A module that two pages share then contains what either of them uses. The new tab
// is built alone, so that it loads nothing that only the settings need.
const buildNewTabAlone = (groups: EntrypointGroup[]) => {
  const pages = groups.find((group) => Array.isArray(group))
  const newTab = pages?.find(({ type }) => type === 'newtab')
  if (!pages || !newTab)
    throw new Error('WXT found no new-tab page to build: expected entrypoints/newtab')
  pages.splice(pages.indexOf(newTab), 1)
  groups.push([newTab])
}

// The build puts all modules for the controls of a new tab into one chunk. With the default chunks, a new tab
// would load 0.9 kB (4 %) more.
const everyTab = {
  debugName: 'tab',
  priority: 1,
  name: (id: string, graph: ModuleGraph) => {
    // The new tab's first module needs Vite's preload helper. The helper gets its own chunk, because the chunk of
    // the controls must not load before the picture.
    if (/preload-helper|wxt-html-plugins/.test(id)) return 'start'
    // The other pages contain no controls.
    if (!graph.getModuleInfo(controls)) return null
    const isOfTab = id === controls || listStaticImports(controls, graph).has(id)
    return isOfTab && !id.endsWith('.css') ? 'tab' : null
  },
}

const controls = fileURLToPath(
  new URL('extension/entrypoints/newtab/controls.tsx', import.meta.url),
)

export interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

export const listStaticImports = (id: string, graph: ModuleGraph, found = new Set<string>()) => {
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
    if (found.has(imported)) continue
    found.add(imported)
    listStaticImports(imported, graph, found)
  }
  return found
}

// Replaces Vite's preload helper and WXT's script wrapper with smaller ones that do only what a new tab needs.
// This saves 0.8 kB (18 %) of what a new tab loads before its picture.
const smallWrappers = (): Plugin => ({
  name: 'fresco:small-wrappers',
  enforce: 'pre',
  load(id) {
    if (id === '\0vite/preload-helper.js') return preload
    const [, script] = id.split('\0virtual:wxt-unlisted-script-entrypoint?')
    return script && `import script from ${JSON.stringify(script)}\nexport default script.main()`
  },
})

const preload = `
const loading = {}
const load = (file) => loading[file] ??= new Promise((done) => {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', href: '/' + file, onload: done, onerror: done })
  document.head.append(link)
})
export const __vitePreload = (work, files = []) => Promise.all(files.map(load)).then(work)`

// Leaves out what only the server needs of the shared schemas: the texts of its API description, and zod's code for JSON
// Schema. That is a tenth of the background.
const withoutDescriptions = (): Plugin => ({
  name: 'fresco:without-descriptions',
  enforce: 'pre',
  transform(code, id) {
    if (/\/shared\/[^/]+\.ts$/.test(id)) return code.replace(description, '')
    if (!/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/.test(id)) return
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)]
    return names.map(([, name]) => `export const ${name} = () => undefined`).join('\n')
  },
})

const description =
  /\.describe\(\s*(?:(?:'(?:[^'\\]|\\.)*'|`[^`$]*`)[\s+,]*)+\)|\.meta\(\{[^{}]*\}\)/g

// Puts the new tab's module script into a `<template>`, because loading its files at once would delay the
// picture. `platform/browser/page-start.ts` starts the module when the picture is shown.
const moduleAfterPicture = (): Plugin => ({
  name: 'fresco:module-after-picture',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.includes('/first-paint.js')
        ? html.replace(/<script type="module".*?<\/script>/, '<template>$&</template>')
        : html,
  },
})

// What the heads of all pages have in common. The new tab has a head of its own, because its first frame waits for nothing.
const pageHead = (): Plugin => ({
  name: 'fresco:page-head',
  transformIndexHtml: (html) =>
    html.includes('charset') ? html : html.replace('<title>', `${commonHead}<title>`),
})

const commonHead = `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="/icon/48.png" />
    `

// The match pattern has no port, because Firefox allows none. A pattern without a port covers all ports.
const toMatchPattern = (server: string): string => {
  const { protocol, hostname } = new URL(server)
  return `${protocol}//${hostname}/*`
}

// Clerk's publishable key is a prefix, then base64 text. The base64 text decodes to the host of Clerk's API and
// a `$`.
const toClerkUrl = (publishableKey: string): string =>
  `https://${atob(publishableKey.replace(/^pk_(live|test)_/, '')).replace(/\$$/, '')}`

// With a publishable key, the module `virtual:clerk` connects to Clerk, the account service. Without one, the
// build contains no Clerk code. An empty module replaces Clerk's user interface, which the extension does not use.
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

// Copies the list of built-in wallpapers into the scripts. A new tab whose database fails can then show one
// without waiting for a list. The list is made by `tools/bundle.ts`.
const bundledWallpapers = (): Plugin => ({
  name: 'fresco:bundled-wallpapers',
  resolveId: (id) => (id === 'virtual:bundled-wallpapers' ? `\0${id}` : undefined),
  load(id) {
    if (id !== '\0virtual:bundled-wallpapers') return
    this.addWatchFile(bundleList)
    return `export default ${JSON.stringify(listBundled())}`
  },
})

const bundleList = fileURLToPath(new URL('extension/public/wallpapers/index.json', import.meta.url))

export const listBundled = (): BundledWallpaper[] =>
  parseBundle(JSON.parse(readFileSync(bundleList, 'utf8')))
