import { RequestError } from '@octokit/request-error'
import type { CatalogueDocument, CatalogueSource } from '../../catalogue/source.ts'
import { DomainError } from '../../domain-error.ts'
import {
  createGithubClient,
  emptyIfMissing,
  type GithubRepository,
  readGithubFile,
} from './client.ts'
import type { GithubPrivatePictures } from './private-pictures.ts'
import { toGithubError } from './problem.ts'

interface GithubSourceOptions extends GithubRepository {
  filesUrl: string | undefined
  /** With `pictures`, the files of a private repository come from this server instead of `filesUrl`. */
  pictures?: Pick<GithubPrivatePictures, 'isPrivate' | 'follow'> | undefined
}

/**
 * A catalogue source that reads a GitHub repository. While there is no new commit, a read is one conditional
 * request, which does not count against GitHub's rate limit.
 */
export const createGithubSource = ({
  filesUrl,
  pictures,
  ...repository
}: GithubSourceOptions): CatalogueSource => {
  const get = createGithubClient(repository)
  let newest: { commit: string; etag: string | undefined } | undefined

  const findNewest = async (signal: AbortSignal) => {
    const known = newest
    const request = { params: { ref: repository.ref }, media: 'sha', signal } as const
    try {
      const { pieces, etag } = await get('/commits/{ref}', { ...request, etag: known?.etag })
      return { commit: toCommit(pieces), etag }
    } catch (error) {
      if (known && error instanceof RequestError && error.status === 304) return known
      throw error
    }
  }
  const readFiles = async (commit: string, signal: AbortSignal): Promise<CatalogueDocument> => {
    const [index, tags] = await Promise.all([
      readGithubFile(get, { path: 'index.json', commit, signal }),
      readGithubFile(get, { path: 'tags.json', commit, signal }).catch(emptyIfMissing),
    ])
    return { version: commit, index: Buffer.concat(index), tags: Buffer.concat(tags), filesUrl }
  }
  const readPrivate = async (commit: string, known: string | undefined, signal: AbortSignal) => {
    const mainFiles = await pictures?.follow(commit, signal)
    // A repository that becomes private or public is another version, because its pictures get other addresses.
    const version = `${commit}-private`
    if (version === known) return undefined
    return { ...(await readFiles(commit, signal)), version, mainFiles, filesUrl: undefined }
  }

  return {
    name: 'GitHub',
    read: async (version, signal) => {
      try {
        newest = await findNewest(signal)
        const { commit } = newest
        if (await pictures?.isPrivate(commit, signal))
          return await readPrivate(commit, version, signal)
        return commit === version ? undefined : await readFiles(commit, signal)
      } catch (error) {
        signal.throwIfAborted()
        throw toGithubError(error, repository)
      }
    },
  }
}

const commitPattern = /^[0-9a-f]{40,64}$/

const toCommit = (pieces: readonly Uint8Array[]): string => {
  const text = Buffer.concat(pieces).toString().trim()
  if (commitPattern.test(text)) return text
  throw new DomainError(
    'CATALOGUE_UNAVAILABLE',
    'GitHub answered with something that is not a commit',
  )
}
