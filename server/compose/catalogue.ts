import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { dayMs } from '../../shared/days.ts'
import { contentOfFetched, createFetchedFiles } from '../adapters/disk/fetched-files.ts'
import { createStoredDocuments, createStoredJson } from '../adapters/disk/snapshots.ts'
import { createWebPictures } from '../adapters/fetch/web-pictures.ts'
import { createFileVersions } from '../adapters/folder/file-versions.ts'
import { createFolderFiles } from '../adapters/folder/files.ts'
import { createFolderSource } from '../adapters/folder/source.ts'
import type { PictureWork } from '../adapters/sharp/picture-work.ts'
import { systemTiming } from '../adapters/system-timing.ts'
import { createCatalogueBuilder } from '../adapters/threads/catalogue-builder.ts'
import { createCatalogueStore } from '../catalogue/catalogue-store.ts'
import type { CatalogueFiles, CatalogueSource } from '../catalogue/source.ts'
import { createVersionNews } from '../catalogue/version-news.ts'
import type { Config, GithubConfig } from '../config/config.ts'
import { DomainError } from '../domain-error.ts'
import type { Announcements, Log } from '../ports.ts'

interface CatalogueDeps {
  dataDir: string
  publicUrl: string
  work?: PictureWork | undefined
  announcements?: Announcements | undefined
  log: Log
}

const sampleFolder = fileURLToPath(new URL('../sample', import.meta.url))
const githubFiles = 'https://raw.githubusercontent.com'
const startPatienceMs = 5_000

export const composeCatalogue = async (config: Config, deps: CatalogueDeps) =>
  config.github === undefined
    ? composeFolder(config, deps)
    : composeGithub(config, config.github, deps)

const composeFolder = (
  { folder, readsEmbeddedFacts }: Config,
  { dataDir, publicUrl, work, log }: CatalogueDeps,
) => {
  const isSample = folder.path === undefined
  const path = isSample ? sampleFolder : resolve(folder.path ?? '')
  const files = createFolderSource({
    folder: path,
    linkFolders: folder.links,
    dataDir,
    cacheDir: join(dataDir, 'pictures'),
    work,
    readsEmbeddedFacts,
    log,
  })
  // The pictures that come with Fresco hold no metadata.
  const source: CatalogueSource = { ...files, hasPublicPictures: isSample }
  const versions = createFileVersions({ files, hashOf: files.hashOf })
  const refreshMs = folder.refreshSeconds * 1000
  const catalogue = createCatalogueStore({
    source,
    build: createCatalogueBuilder(),
    ...systemTiming,
    publicUrl,
    versionOf: versions.known,
    refreshMs,
    // A missing wallpaper folder is checked as often as a present one, because reading a folder is cheap.
    longestBackOffMs: refreshMs,
    shelf: createStoredDocuments({
      folder: join(dataDir, 'snapshots'),
      name: 'folder',
      settings: [path],
    }),
    readsFirst: true,
    log,
  })
  return { catalogue, source, files, remoteFiles: undefined, versions, start: catalogue.start }
}

const composeGithub = async (
  { folder, filesUrl: ownFilesUrl, originalsMaxMb }: Config,
  github: GithubConfig,
  { dataDir, publicUrl, announcements, log }: CatalogueDeps,
) => {
  const [{ createGithubPrivatePictures }, { createGithubSource }] = await Promise.all([
    import('../adapters/github/private-pictures.ts'),
    import('../adapters/github/source.ts'),
  ])
  const { owner, repo, ref, apiUrl, refreshSeconds, missing } = github
  const isFolder = ownFilesUrl === undefined && folder.path !== undefined
  const filesUrl = isFolder ? undefined : (ownFilesUrl ?? toFilesUrl(github))
  const isComplete = missing.length === 0
  const settings = [apiUrl, owner, repo, ref, filesUrl]
  const snapshots = join(dataDir, 'snapshots')
  const maxBytes = originalsMaxMb * 1e6
  const pictures =
    isComplete && ownFilesUrl === undefined && !isFolder
      ? createGithubPrivatePictures({
          ...github,
          shelf: createStoredJson({ folder: snapshots, name: 'files', settings }),
        })
      : undefined
  const originals = join(dataDir, 'originals')
  const files = isFolder
    ? createFolderFiles({ folder: resolve(folder.path ?? ''), linkFolders: folder.links, dataDir })
    : pictures
      ? createFetchedFiles({ pictures, dir: originals, maxBytes, log })
      : noFiles
  const versions = createFileVersions({
    files,
    // The file name of a fetched original names its content. The file names of resized pictures do not, and they differ
    // between replicas.
    hashOf: (path) => (pictures && path.startsWith(originals) ? contentOfFetched(path) : undefined),
    contentOf: pictures && ((file) => pictures.contentOf('main', file)),
  })
  const remoteFiles =
    filesUrl === undefined
      ? undefined
      : createFetchedFiles({
          pictures: createWebPictures(filesUrl),
          dir: join(dataDir, 'fetched'),
          maxBytes,
          log,
        })
  const topic = `catalogue:${owner}/${repo}@${ref}`
  const news = announcements && createVersionNews(announcements, topic)
  const source = isComplete
    ? createGithubSource({ ...github, filesUrl, pictures })
    : createUnconfiguredSource(missing)
  const catalogue = createCatalogueStore({
    source,
    build: createCatalogueBuilder(),
    ...systemTiming,
    publicUrl,
    versionOf: versions.known,
    refreshMs: refreshSeconds * 1000,
    shelf: isComplete
      ? createStoredDocuments({ folder: snapshots, name: 'github', settings })
      : undefined,
    onRead: news?.tell,
    log,
  })
  news?.listen(catalogue.refresh)
  const patience = () => sleep(startPatienceMs, undefined, { ref: false })
  const start = async () => {
    await pictures?.restore()
    await Promise.race([catalogue.start(), patience()])
  }
  return { catalogue, source, files, remoteFiles, versions, start }
}

const createUnconfiguredSource = (missing: readonly string[]): CatalogueSource => {
  const text = `GitHub configuration missing: set ${missing.join(' and ')}`
  return {
    name: 'GitHub',
    read: () =>
      Promise.reject(
        // Missing settings are checked again after a day, because they are read only when the server starts.
        new DomainError('CONFIGURATION_MISSING', text, { retryAfterSeconds: dayMs / 1000 }),
      ),
  }
}

const noFiles: CatalogueFiles = { find: async () => undefined }

const toFilesUrl = ({ owner, repo, ref }: GithubConfig) =>
  `${githubFiles}/${owner}/${repo}/${ref.split('/').map(encodeURIComponent).join('/')}`
