import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { type BuildOptions, defineConfig, minifySync, type Plugin, type UserConfig } from 'vite'
import { toBundledFile } from './extension/features/wallpaper/deck.ts'
import { listBundled, listStaticImports, type ModuleGraph } from './wxt.config.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const read = (path: string) => readFileSync(at(path), 'utf8')

const locales = readdirSync(at('extension/public/_locales'))

/** The modules of the page that `extension/virtual-modules.d.ts` describes. */
const virtualModules = (): Plugin => {
  const modules: Record<string, () => string> = {
    'virtual:locales': () => `export default ${JSON.stringify(locales)}`,
    'virtual:first-frame.css': () => {
      const page = read('extension/entrypoints/newtab/index.html')
      return /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''
    },
  }
  return {
    name: 'fresco:virtual-modules',
    resolveId: (id) => (id in modules ? `\0${id}` : undefined),
    load: (id) => modules[id.slice(1)]?.(),
  }
}

interface Message {
  message: string
  placeholders?: Record<string, { content: string }>
}

/** Turns `$NAME$` into the placeholder's number, such as `$1`. */
const toText = ({ message, placeholders = {} }: Message): string =>
  message.replace(
    /\$(\w+)\$/g,
    (_, name: string) => placeholders[name.toLowerCase()]?.content ?? '',
  )

// A key may be made from parts, as in `problem_…`. Its first part is then in the script.
const isUsed = (key: string, script: string) =>
  script.includes(key) || (key.includes('_') && script.includes(`${key.split('_')[0]}_`))

const readMessages = (locale: string): Record<string, Message> =>
  JSON.parse(read(`extension/public/_locales/${locale}/messages.json`))

/** The texts that the script uses, in one file for each language. */
const listTexts = (script: string): [file: string, source: string][] =>
  locales.map((locale) => {
    // English texts stand in for missing ones, as in the extension.
    const messages = { ...readMessages('en'), ...readMessages(locale) }
    const used = Object.entries(messages).filter(([key]) => isUsed(key, script))
    const texts = Object.fromEntries(used.map(([key, message]) => [key, toText(message)]))
    return [`texts/${locale}.json`, JSON.stringify(texts)]
  })

// Each visitor's browser stores all of these files.
const bundle = listBundled().slice(0, 6)

const listWallpapers = (): [file: string, source: Buffer][] =>
  bundle
    .map(toBundledFile)
    .flatMap((file) => [file, file.replace('.jpg', '.json')])
    .map((file) => [file, readFileSync(at(`extension/public/${file}`))])

/** Writes the list of built-in wallpapers into the page, where it costs no request and no script. */
const bundleInPage = (): Plugin => ({
  name: 'fresco:bundle-in-page',
  transformIndexHtml: () => [
    {
      tag: 'script',
      attrs: { type: 'application/json', id: 'bundle' },
      children: JSON.stringify(bundle).replaceAll('<', '\\u003c'),
      injectTo: 'body',
    },
  ],
})

// The page has one style sheet, so a part of the script needs no other file. Vite's own helper weighs 1.2 kB.
const smallPreload = (): Plugin => ({
  name: 'fresco:small-preload',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
})

const main = at('extension/web/main.ts')
const supply = at('extension/web/start-deck.ts')

// The panels with the rare commands, the reader of licenses, what fills the deck, and what only some words of the address need
// have files of their own. All other modules of the first picture are one file, which compresses best.
const toChunk = (id: string, graph: ModuleGraph) => {
  if (/license/.test(id)) return 'license'
  if (/control\/(control|info-panel|picture)\.|ui\/panel|favorites-link|save-file/.test(id))
    return 'control'
  if (/web\/check-words/.test(id)) return 'words'
  if (/supply\/days/.test(id)) return 'days'
  if (/supply\/whole|compose-pictures/.test(id)) return 'pairs'
  const isOfTab =
    id === main || /clock\.|filter-labels\./.test(id) || listStaticImports(main, graph).has(id)
  if (isOfTab) return 'tab'
  const isOfSupply =
    id === supply ||
    /site-catalogue\.|list-words\./.test(id) ||
    listStaticImports(supply, graph).has(id)
  if (isOfSupply) return 'supply'
  return /\.html|^\0/.test(id) ? null : 'control'
}

const paintIcon = (size: number): Promise<Buffer> =>
  sharp(at('extension/ui/mark/mark.svg'), { density: 72 * 4 })
    .resize(size)
    .png()
    .toBuffer()

// Systems cut a maskable icon into their own shape. Only its middle is sure to stay.
const paintMaskable = async (): Promise<Buffer> =>
  sharp({ create: { width: 512, height: 512, channels: 3, background: '#123844' } })
    .composite([{ input: await paintIcon(400) }])
    .png()
    .toBuffer()

const listIcons = async (): Promise<[file: string, source: Buffer][]> => [
  ['icons/180.png', await paintIcon(180)],
  ['icons/192.png', await paintIcon(192)],
  ['icons/512.png', await paintIcon(512)],
  ['icons/maskable.png', await paintMaskable()],
]

const minify = (script: string) =>
  minifySync('service-worker.js', script, { module: true, compress: true }).code

/** Adds the texts, the pictures and the manifest, and the service worker with the list of all files. */
const otherFiles = (isExport: boolean): Plugin => ({
  name: 'fresco:other-files',
  enforce: 'post',
  async generateBundle(_, bundle) {
    const script = Object.values(bundle)
      .map((file) => (file.type === 'chunk' ? file.code : ''))
      .join('')
    const others = [
      ...listTexts(script),
      ...listWallpapers(),
      ...(await listIcons()),
      ['manifest.webmanifest', read('extension/web/manifest.json')] as const,
    ]
    const hash = createHash('sha256')
    for (const [fileName, source] of others) {
      this.emitFile({ type: 'asset', fileName, source })
      hash.update(source)
    }
    // The page's address is `./`.
    const built = Object.keys(bundle).filter((file) => file !== 'index.html')
    const files = ['./', ...built, ...others.map(([file]) => file)].toSorted()
    const version = hash.update(files.join()).digest('hex').slice(0, 10)
    const head = `const version = '${version}'\nconst files = ${JSON.stringify(files)}\n`
    this.emitFile({
      type: 'asset',
      fileName: 'service-worker.js',
      source:
        head + minify(`const isExport = ${isExport}\n${read('extension/web/service-worker.js')}`),
    })
  },
})

/**
 * Builds everything that WXT does not build:
 * - `--mode tab`: the new tab as a web page, which a server shows at `/tab/`
 * - `--mode tab-export`: the same page for exported sites, which have no server to ask for wallpapers
 * - `--mode site`: the script of exported sites
 */
export default defineConfig(({ mode }) => {
  const build = {
    outDir: at(`dist/${mode}`),
    emptyOutDir: true,
    license: { fileName: 'licenses.txt' },
    target: ['chrome120', 'firefox142', 'safari18'],
    modulePreload: false as const,
  }
  if (mode === 'site') return buildSite(build)
  if (mode === 'tab' || mode === 'tab-export') return buildTab(build, mode === 'tab-export')
  throw new Error(`Unknown mode '${mode}'. Expected tab, tab-export or site`)
})

const buildSite = (build: BuildOptions): UserConfig => ({
  root: at('server/web/plain-files/script'),
  build: {
    ...build,
    rolldownOptions: {
      input: at('server/web/plain-files/script/main.ts'),
      output: { entryFileNames: 'browse.js' },
    },
  },
  logLevel: 'warn',
})

const buildTab = (build: BuildOptions, isExport: boolean): UserConfig => ({
  root: at('extension/web'),
  base: './',
  publicDir: false,
  resolve: { alias: { 'wxt/browser': at('extension/web/browser.ts') } },
  define: {
    'import.meta.env.WXT_API_URL': 'frescoServer',
    'import.meta.env.WXT_WEB': 'true',
    'import.meta.env.WXT_EXPORTED': `${isExport}`,
  },
  plugins: [virtualModules(), bundleInPage(), smallPreload(), otherFiles(isExport)],
  build: {
    ...build,
    // The page has one style sheet, so that nothing moves when a part of the script arrives later.
    cssCodeSplit: false,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: toChunk }] },
      },
    },
  },
})
