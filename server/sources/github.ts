import { join, resolve } from 'node:path'
import { dayMs } from '../../shared/days.ts'
import { toRecord } from '../../shared/unknown.ts'
import { createFetchedFiles } from '../adapters/disk/fetched-files.ts'
import { createStoredJson } from '../adapters/disk/snapshots.ts'
import { createFolderFiles } from '../adapters/folder/files.ts'
import type { GithubPrivatePictures } from '../adapters/github/private-pictures.ts'
import type { CatalogueSource } from '../catalogue/source.ts'
import type { Config, GithubConfig } from '../config/config.ts'
import { DomainError } from '../domain-error.ts'
import type { OpenedSource, SourceDeps, SourceKind } from './opened-source.ts'

const githubFiles = 'https://raw.githubusercontent.com'

/**
 * A repository at GitHub. Its pictures are at WALLPAPERS_BASE_URL, or in the folder WALLPAPERS_DIR, or in the repository.
 * This server sends those of the folder and those of a private repository.
 */
export const github: SourceKind = {
  name: 'github',
  choose: (config) => {
    const { github, values } = config
    if (github === undefined) return undefined
    return async (deps) => ({
      isRemote: true,
      refreshMs: values.GITHUB_REFRESH_SECONDS * 1000,
      ...(github.missing.length > 0
        ? { source: createUnconfiguredSource(github.missing) }
        : await openRepository(config, github, deps)),
    })
  },
}

const openRepository = async (
  { values }: Config,
  github: GithubConfig,
  { dataDir, log }: SourceDeps,
): Promise<Pick<OpenedSource, 'source' | 'files' | 'filesUrl' | 'settings'>> => {
  const [{ createGithubPrivatePictures }, { createGithubSource }] = await Promise.all([
    import('../adapters/github/private-pictures.ts'),
    import('../adapters/github/source.ts'),
  ])
  const { WALLPAPERS_BASE_URL: ownFilesUrl, WALLPAPERS_DIR: path } = values
  const { apiUrl, owner, repo, ref } = github
  const isFolder = ownFilesUrl === undefined && path !== undefined
  const filesUrl = isFolder ? undefined : (ownFilesUrl ?? toFilesUrl(github))
  const settings = [apiUrl, owner, repo, ref, filesUrl]
  const open = (pictures?: GithubPrivatePictures) => ({
    filesUrl,
    settings,
    source: createGithubSource({ ...github, filesUrl, pictures }),
  })
  if (ownFilesUrl !== undefined) return open()
  if (path !== undefined)
    return {
      ...open(),
      files: createFolderFiles({
        folder: resolve(path),
        linkFolders: values.WALLPAPERS_LINKS,
        dataDir,
      }),
    }
  const shelf = createStoredJson({ folder: join(dataDir, 'snapshots'), name: 'files', settings })
  const pictures = createGithubPrivatePictures({ ...github, shelf })
  await pictures.restore()
  return {
    ...open(pictures),
    files: createFetchedFiles({
      pictures,
      dir: join(dataDir, 'originals'),
      maxBytes: values.ORIGINALS_MAX_MB * 1e6,
      log,
    }),
  }
}

const visibilityTimeoutMs = 5_000

/**
 * Asks GitHub whether the repository of the settings is private. While GitHub does not answer, its last answer counts.
 * Without one, the repository counts as private.
 */
export const isPrivateRepository = async ({ github, dataDir }: Config): Promise<boolean> => {
  if (github === undefined || github.missing.length > 0) return false
  const { createGithubPrivatePictures } = await import('../adapters/github/private-pictures.ts')
  const settings = [github.apiUrl, github.owner, github.repo]
  const folder = join(resolve(dataDir), 'snapshots')
  const shelf = createStoredJson({ folder, name: 'visibility', settings })
  try {
    const signal = AbortSignal.timeout(visibilityTimeoutMs)
    const isPrivate = await createGithubPrivatePictures(github).isPrivate('', signal)
    await shelf.keep({ isPrivate }).catch(() => undefined)
    return isPrivate
  } catch {
    const stored = toRecord(await shelf.restore().catch(() => undefined))
    return stored.isPrivate !== false
  }
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

const toFilesUrl = ({ owner, repo, ref }: GithubConfig) =>
  `${githubFiles}/${owner}/${repo}/${ref.split('/').map(encodeURIComponent).join('/')}`
