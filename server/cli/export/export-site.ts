import { hash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Hono } from 'hono'
import packageJson from '../../../package.json' with { type: 'json' }
import { createRowCatalogue } from '../../../shared/catalogue/row-catalogue.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { type FolderLimitsOptions, isInside } from '../../adapters/folder/files.ts'
import { createPublicPictures } from '../../adapters/folder/public-pictures.ts'
import type { FolderSource } from '../../adapters/folder/source.ts'
import { prepareAnswer } from '../../adapters/prepare-answer.ts'
import type { PictureWork } from '../../adapters/sharp/picture-work.ts'
import { createSharpRenditions } from '../../adapters/sharp/renditions.ts'
import { createApp } from '../../app.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { CatalogueSnapshot } from '../../catalogue/catalogue-store.ts'
import { toJsonText } from '../../catalogue/json-text.ts'
import { createCatalogue } from '../../catalogue/packed/create-catalogue.ts'
import { readTags } from '../../catalogue/packed/pack-catalogue.ts'
import { toPortableNames } from '../../catalogue/portable-names.ts'
import { createStaticUrls } from '../../catalogue/static-urls.ts'
import { createWallpaperUrls } from '../../catalogue/wallpaper-urls.ts'
import { mostInSitemap } from '../../http/interchange/sitemap-routes.ts'
import { createSite, type PlainFiles } from '../../http/site.ts'
import type { Log } from '../../ports.ts'
import type { ExtensionUrls } from '../../web/home/guide.ts'
import { CommandError } from '../program.ts'
import { exportPages, exportTab, toHeadersFile } from './export-pages.ts'
import { exportPictures } from './export-pictures.ts'
import { openOutputFolder } from './output-folder.ts'
import { readFolder, toJsonFile } from './read-folder.ts'

export interface ExportOptions extends Pick<FolderLimitsOptions, 'folder' | 'linkFolders'> {
  out: string
  publicUrl: string
  /** Holds measurements of pictures, which the next run uses again. */
  cacheDir: string
  work: PictureWork
  readsEmbeddedFacts: boolean
  /** Leaves out the metadata of originals, such as where a photograph was taken. */
  stripsMetadata: boolean
  extensionUrls?: ExtensionUrls | undefined
  /** Made by `npm run build`: the script of the pages with its licenses (`site/`), and the new tab (`tab-export/`). */
  distDir: string
  log: Log
  onProgress: (done: number, total: number) => void
  onSkipped: (file: string, reason: string) => void
  signal: AbortSignal
}

/**
 * Exports a folder of pictures as a site of plain files. Files of an earlier run that have not changed stay, and a run
 * that was interrupted is continued.
 * @throws CommandError or DomainError when the site cannot be exported
 */
export const exportSite = async (options: ExportOptions) => {
  let skipped = 0
  const onSkipped = (file: string, reason: string) => {
    skipped += 1
    options.onSkipped(file, reason)
  }
  const folder = await realpath(options.folder)
  await requireApart(folder, options.out)
  // Links into the folder of the export are not followed.
  const reading = { ...options, folder, dataDir: options.out, onSkipped }
  const { source, rows, tags } = await readFolder(reading)
  if (rows.length > mostInSitemap)
    throw new CommandError(
      `The folder has ${rows.length} wallpapers, but an export holds up to ${mostInSitemap}`,
    )
  const output = await openOutputFolder(options.out)
  const found = openCatalogue(rows.map(({ row }) => row))
  const urls = createWallpaperUrls(options.publicUrl, found)
  const pictures = await exportPictures(rows, {
    ...options,
    app: createExportApp({ ...options, catalogue: found, urls, files: source }),
    source,
    output,
    onDone: options.onProgress,
    onSkipped,
  })

  const siteDir = join(options.distDir, 'site')
  const exportedTabDir = join(options.distDir, 'tab-export')
  const script = await readFile(join(siteDir, 'browse.js'))
  const index = pictures.map(({ row }) => row)
  const cards = new Map(pictures.map(({ id, card }) => [id, card]))
  const shown = openPages(options.publicUrl, index, { tags, cards })
  const app = createExportApp({
    ...options,
    ...shown,
    files: { find: async () => undefined },
    tabDir: exportedTabDir,
    plainFiles: { script: `/browse.js?v=${hash('sha256', script).slice(0, 10)}` },
  })
  await exportPages({ ...options, ...shown, app, output })
  await exportTab({ ...options, ...shown, exportedTabDir, output })
  await output.write('browse.js', script)
  await output.write('licenses.txt', await readFile(join(siteDir, 'licenses.txt')))
  await output.write('index.json', toJsonFile(index))
  await output.write('tags.json', toJsonFile(readTags(tags).entries))
  await output.write('_headers', toHeadersFile(options.publicUrl))
  await output.write('.nojekyll', '\n')
  return { wallpapers: pictures.length, skipped, ...(await output.finish()) }
}

// If one folder contained the other, the next run would export its own output or delete pictures.
const requireApart = async (folder: string, out: string) => {
  const other = await resolveLinks(out)
  if (isInside(other, folder) || isInside(folder, other))
    throw new CommandError(
      `The site cannot be written to ${other} because the pictures are in ${folder}: neither folder may contain the other`,
    )
}

// Resolves the links of a path whose last folders need not exist yet.
const resolveLinks = (path: string): Promise<string> =>
  realpath(path).catch(async (error) => {
    if (dirname(path) === path) throw error
    return join(await resolveLinks(dirname(path)), basename(path))
  })

const openCatalogue = (rows: readonly unknown[], tags = toJsonText([])): Catalogue => {
  const document = { version: 'export', index: toJsonText(rows), tags, filesUrl: undefined }
  return createCatalogue(document, prepareAnswer).catalogue
}

const openPages = (
  publicUrl: string,
  rows: readonly unknown[],
  { tags, cards }: { tags: Uint8Array; cards: ReadonlyMap<string, string> },
) => {
  const catalogue = openCatalogue(rows, tags)
  const all = Array.from({ length: catalogue.size }, (_, row): Wallpaper => catalogue.at(row))
  const pageNames = toPortableNames(all.map(({ id }) => id))
  const urls = createStaticUrls({ publicUrl, pageNames, cards })
  return {
    // The script of `/browse/` uses `createRowCatalogue`, so the exported pages take their order from it, too.
    catalogue: { ...catalogue, ...createRowCatalogue(all) },
    urls,
    wallpapers: all.map(({ id }) => ({ id, url: urls.page({ id }) })),
  }
}

interface AppOptions
  extends Pick<CatalogueSnapshot, 'catalogue' | 'urls'>,
    Pick<
      ExportOptions,
      'publicUrl' | 'cacheDir' | 'work' | 'stripsMetadata' | 'extensionUrls' | 'log'
    > {
  files: Pick<FolderSource, 'find'>
  plainFiles?: PlainFiles
  tabDir?: string
}

const noSearch = {
  search: () => Promise.reject(new Error('An export does not search')),
  isUsable: () => false,
  close: () => undefined,
  isSearched: () => false,
}

// The size of the cache that holds resized pictures until they are copied into the export.
const waitingMaxBytes = 50_000_000

const createExportApp = ({ catalogue, urls, files, log, ...options }: AppOptions): Hono => {
  const { publicUrl, plainFiles, extensionUrls, tabDir } = options
  const snapshot = async () => ({ catalogue, urls, search: noSearch, isPartial: false })
  return createApp({
    snapshot,
    pictures: {
      files,
      renditions: createSharpRenditions({
        log,
        work: options.work,
        dir: join(options.cacheDir, 'renditions'),
        maxBytes: waitingMaxBytes,
      }),
      publicPictures: options.stripsMetadata ? createPublicPictures() : undefined,
    },
    site: createSite(publicUrl, plainFiles),
    instance: { name: 'Fresco', version: packageJson.version, identity: 'none' },
    health: { sources: () => ({}) },
    settings: { extensionUrls, tabDir },
    random: () => 0,
    // A fixed time, so that an export on another day writes the same bytes. Feeds leave out later dates, so it is the
    // latest time that JavaScript can represent.
    clock: () => 8.64e15,
    log,
  })
}
