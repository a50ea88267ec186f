import { hash } from 'node:crypto'
import { RequestError } from '@octokit/request-error'
import { z } from 'zod'
import { hourMs } from '../../../shared/days.ts'
import type { FileFolder } from '../../catalogue/catalogue.ts'
import { parseJsonText } from '../../catalogue/json-text.ts'
import type { RemotePictures } from '../../catalogue/source.ts'
import { DomainError } from '../../domain-error.ts'
import { createGithubClient, type GithubRepository, maxBytes, readGithubFile } from './client.ts'
import { toGithubError } from './problem.ts'

/** The files of a repository at one commit, by their path in composed Unicode (NFC). */
const treeSchema = z.object({
  commit: z.string(),
  isTruncated: z.boolean(),
  files: z
    .array(z.tuple([z.string(), z.object({ path: z.string(), sha: z.string() })]))
    .transform((files) => new Map(files)),
})
type Tree = z.infer<typeof treeSchema>

interface TreeShelf {
  restore(): Promise<unknown>
  keep(tree: z.input<typeof treeSchema>): Promise<void>
}

interface PrivatePicturesOptions extends GithubRepository {
  shelf?: TreeShelf | undefined
  clock?: () => number
}

export type GithubPrivatePictures = ReturnType<typeof createGithubPrivatePictures>

// How long to rely on the answer whether a repository is private, if no commit was added meanwhile.
const visibilityMs = hourMs
const timeoutMs = 60_000

const repositorySchema = z.object({ private: z.boolean() })
const entriesSchema = z.object({
  truncated: z.boolean(),
  tree: z.array(
    z.object({
      path: z.string(),
      type: z.string(),
      sha: z.string().regex(/^[0-9a-f]{40,64}$/),
      size: z.number().optional(),
    }),
  ),
})

/**
 * The pictures of a private repository. One list of all files per commit says which pictures exist and which content
 * they have, so that a picture is fetched again only when its content has changed.
 */
export const createGithubPrivatePictures = ({
  shelf,
  clock = Date.now,
  ...repository
}: PrivatePicturesOptions) => {
  const get = createGithubClient(repository, timeoutMs)
  let visibility: { isPrivate: boolean; commit: string; at: number } | undefined
  let tree: Tree | undefined

  const fileAt = (folder: FileFolder, file: string) =>
    tree?.files.get(`${folder}/${file}`.normalize('NFC'))

  const pictures: RemotePictures = {
    contentOf: (folder, file) => {
      if (tree === undefined) return undefined
      const found = fileAt(folder, file)?.sha
      if (found !== undefined || !tree.isTruncated) return found
      return hash('sha256', JSON.stringify([tree.commit, folder, file]))
    },
    read: async (folder, file) => {
      const path = fileAt(folder, file)?.path ?? `${folder}/${file}`
      try {
        const signal = AbortSignal.timeout(timeoutMs)
        return await readGithubFile(get, { path, commit: tree?.commit ?? '', signal })
      } catch (error) {
        if (error instanceof RequestError && error.status === 404 && error.response !== undefined)
          throw new DomainError('NOT_FOUND', `The repository has no ${path}`)
        throw toGithubError(error, repository)
      }
    },
  }

  const readVisibility = async (signal: AbortSignal): Promise<boolean> => {
    const { pieces } = await get('', { media: 'json', signal })
    return repositorySchema.parse(parseJsonText(Buffer.concat(pieces))).private
  }

  return {
    ...pictures,
    /** Continues with the list of files from before a restart. Never throws. */
    restore: async () => {
      const { data } = treeSchema.safeParse(await shelf?.restore().catch(() => undefined))
      tree ??= data
    },
    isPrivate: async (commit: string, signal: AbortSignal): Promise<boolean> => {
      const isKnown = visibility?.commit === commit && clock() - visibility.at < visibilityMs
      if (visibility === undefined || !isKnown)
        visibility = { isPrivate: await readVisibility(signal), commit, at: clock() }
      if (!visibility.isPrivate) tree = undefined
      return visibility.isPrivate
    },
    /** Reads which files a commit has, if they are not known yet. Returns the names of those in `main/`. */
    follow: async (
      commit: string,
      signal: AbortSignal,
    ): Promise<ReadonlySet<string> | undefined> => {
      if (tree?.commit !== commit) {
        const route = '/git/trees/{commit}?recursive=1'
        const { pieces } = await get(route, { params: { commit }, media: 'json', signal })
        tree = toTree(commit, parseJsonText(Buffer.concat(pieces)))
        await shelf?.keep({ ...tree, files: [...tree.files] }).catch(() => undefined)
      }
      return tree && !tree.isTruncated ? namesInMain(tree.files.keys()) : undefined
    },
  }
}

const toTree = (commit: string, answer: unknown): Tree => {
  const { truncated, tree } = entriesSchema.parse(answer)
  const files = tree.filter(
    ({ type, path, size = 0 }) =>
      type === 'blob' && /^(main|cache)\//.test(path) && size <= maxBytes,
  )
  return {
    commit,
    isTruncated: truncated,
    files: new Map(files.map(({ path, sha }) => [path.normalize('NFC'), { path, sha }])),
  }
}

const namesInMain = (paths: Iterable<string>): ReadonlySet<string> =>
  new Set([...paths].filter((path) => path.startsWith('main/')).map((path) => path.slice(5)))
