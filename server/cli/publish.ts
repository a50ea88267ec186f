import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { inParallel } from '../../shared/async.ts'
import { toDeviceType, toFileFormat } from '../../shared/catalogue/shape-and-format.ts'
import { toPictureType } from '../../shared/pictures/picture-type.ts'
import { type CloudinaryAccount, createCloudinaryCall } from '../adapters/cloudinary/api.ts'
import { hashFile } from '../adapters/folder/file-versions.ts'
import { createOctokit } from '../adapters/github/client.ts'
import { toGithubError } from '../adapters/github/problem.ts'
import { limitSharp, openWallpapersOnly } from '../adapters/sharp/open-picture.ts'
import {
  areMissing,
  type Config,
  ConfigError,
  type GithubConfig,
  parseConfig,
} from '../config/config.ts'
import { createPictureBytes } from '../metadata/picture-bytes.ts'
import { findPublicPicture } from '../metadata/public-parts.ts'
import { folderOptionsOf, readFolder, toJsonFile } from './export/read-folder.ts'
import {
  type CommandBody,
  CommandError,
  countOf,
  exitCodes,
  print,
  toLine,
  toLineLog,
} from './program.ts'

export const command: CommandBody = {
  help: [
    'Uploads the pictures of a folder to Cloudinary, and commits index.json and tags.json to GitHub.',
    'CLOUDINARY_URL, GITHUB_OWNER, GITHUB_REPO and GITHUB_TOKEN say where (docs/publishing.md).',
  ],
  options: {
    'dry-run': { type: 'boolean', help: 'shows what it would do and stops' },
  },
  exits:
    '0 done, 1 nothing was committed, 2 wrong usage, 3 done but a picture was left out, 130 interrupted',
  stopped: 'Stopped. Nothing was committed. Run the command again to continue.',
  run: async ({ options, arguments: [folder = ''] }, env, signal) => {
    const config = parseConfig(env)
    const { account, github } = readServices(config)
    limitSharp()
    openWallpapersOnly()
    let skipped = 0
    const onSkipped = (file: string, reason: string) => {
      skipped += 1
      print([`Left out ${file}: ${reason}`])
    }
    const branch = await openBranch(github, signal)
    const read = await readPictures(resolve(folder), config, { onSkipped, signal })
    // A disk that is not mounted leaves an empty folder.
    if (read.pictures.length === 0)
      throw new CommandError(`The folder ${folder} has no pictures. Is its disk mounted?`)
    const published = await listPublished(account, signal)
    // Favorites and links would show this picture instead of the one that they name.
    const pictures = read.pictures.filter(({ id, content, wallpaper: { mainFile } }) => {
      const { path = mainFile, content: before } = published.get(id) ?? {}
      const isSame = path === mainFile || content === before
      if (!isSame)
        onSkipped(
          mainFile,
          `its id ${id} belongs to ${path}, which was published before. Rename it`,
        )
      return isSame
    })
    const changed = pictures.filter(({ id, digest }) => published.get(id)?.digest !== digest)
    const ids = new Set(pictures.map(({ id }) => id))
    const gone = [...published.keys()].filter((id) => !ids.has(id))
    print([
      `${countOf(pictures.length, 'picture')}: ${changed.length} to upload, ${pictures.length - changed.length} unchanged`,
      ...(gone.length > 0 ? [`At Cloudinary, but not in the folder: ${gone.join(', ')}`] : []),
    ])
    if (options['dry-run']) return exitCodes.done
    const refused = await uploadAll(changed, account, { onSkipped, signal })
    const rows = pictures.filter((picture) => !refused.has(picture)).map(({ row }) => row)
    if (rows.length === 0) throw new CommandError('No picture could be published')
    const message = `Publish ${countOf(rows.length, 'picture')}`
    print([
      await branch.commit({ 'index.json': toJsonFile(rows), 'tags.json': read.tags }, message),
      `To show these pictures, start the server with WALLPAPERS_BASE_URL=${toFilesUrl(account)}`,
    ])
    return skipped > 0 ? exitCodes.partly : exitCodes.done
  },
}

const readServices = ({ values: { CLOUDINARY_URL: account }, github }: Config) => {
  const missing = [
    ...(account === undefined ? ['CLOUDINARY_URL'] : []),
    ...(github?.missing ?? ['GITHUB_OWNER', 'GITHUB_REPO', 'GITHUB_TOKEN']),
  ]
  if (account !== undefined && github !== undefined && missing.length === 0)
    return { account, github }
  throw new ConfigError(
    `${areMissing(missing)}. This command uploads pictures to Cloudinary and commits their index to GitHub. To serve a folder from this computer, set WALLPAPERS_DIR and start the server instead`,
  )
}

const toFilesUrl = ({ cloudName, imagesDomain }: CloudinaryAccount) =>
  imagesDomain === undefined
    ? `https://res.cloudinary.com/${cloudName}/image/upload`
    : `https://${imagesDomain}/image/upload`

interface Run {
  onSkipped: (file: string, reason: string) => void
  signal: AbortSignal
}

type Picture = Awaited<ReturnType<typeof readPictures>>['pictures'][number]

const atOnce = 3

const readPictures = async (folder: string, config: Config, { onSkipped, signal }: Run) => {
  const { source, rows, tags } = await readFolder({
    folder,
    ...folderOptionsOf(config),
    log: { ...toLineLog((line) => print([line])), info: () => undefined },
    onSkipped,
    signal,
  })
  const strips = config.values.PICTURE_METADATA === 'strip'
  const pictures = []
  for (const { row, wallpaper } of rows) {
    signal.throwIfAborted()
    const { id, mainFile } = wallpaper
    const file = await source.find('main', mainFile)
    if (file === undefined) {
      onSkipped(mainFile, 'the file is missing')
      continue
    }
    const { file_cache_name: _, timestamp: __, ...said } = row
    const published = { ...said, file_main_name: `${id}.${toFileFormat(mainFile)}` }
    const content = source.hashOf(file.path, file) ?? (await hashFile(file.path))
    // Names everything that is published about the picture. The same is not uploaded again.
    const digest = hash('sha256', JSON.stringify([content, published, strips]))
    const open = () => (strips ? readPublic(file.path) : readFile(file.path))
    pictures.push({ id, row: published, wallpaper, content, digest, open })
  }
  return { pictures, tags: new TextDecoder().decode(tags) }
}

const readPublic = async (path: string): Promise<Uint8Array> => {
  const bytes = await readFile(path)
  const read = async (at: number, length: number) => bytes.subarray(at, at + length)
  const found = await findPublicPicture(
    toPictureType(bytes) ?? '',
    createPictureBytes(bytes.length, read),
  )
  if (found === undefined) return bytes
  return Buffer.concat(
    found.parts.map((part) => ('from' in part ? bytes.subarray(part.from, part.to) : part)),
  )
}

const folderName = 'main/'
const timeoutMs = 300_000

const text = z.string().optional()
const publishedSchema = z.object({ digest: text, content: text, path: text })
const pageSchema = z.object({
  resources: z.array(
    z.object({
      public_id: z.string().startsWith(folderName),
      context: z.object({ custom: publishedSchema }).optional().catch(undefined),
    }),
  ),
  next_cursor: z.string().optional(),
})

const listPublished = async (account: CloudinaryAccount, signal: AbortSignal) => {
  const call = createCloudinaryCall({ account, timeoutMs: 30_000, maxBytes: 16_000_000 })
  const found = new Map<string, z.infer<typeof publishedSchema>>()
  let cursor: string | undefined = ''
  while (cursor !== undefined) {
    const query = { prefix: folderName, max_results: '500', context: 'true' }
    const page = new URLSearchParams({ ...query, ...(cursor && { next_cursor: cursor }) })
    const { data } = pageSchema.safeParse(await call(`/resources/image/upload?${page}`, { signal }))
    if (data === undefined)
      throw new CommandError('Cloudinary did not answer with a list of images')
    for (const { public_id, context } of data.resources)
      found.set(public_id.slice(folderName.length), context?.custom ?? {})
    cursor = data.next_cursor
  }
  return found
}

/** Returns the pictures that Cloudinary refuses. Any other failure ends the command. */
const uploadAll = async (pictures: readonly Picture[], account: CloudinaryAccount, run: Run) => {
  // The SDK reads environment variables while it loads.
  const { v2: cloudinary } = await import('cloudinary')
  const { cloudName: cloud_name, apiKey: api_key, apiSecret: api_secret, apiUrl } = account
  const access = { cloud_name, api_key, api_secret, upload_prefix: apiUrl, timeout: timeoutMs }
  const refused = new Set<Picture>()
  let done = 0
  let failure: CommandError | undefined
  const upload = async (picture: Picture) => {
    const refuse = (reason: string) => {
      refused.add(picture)
      run.onSkipped(picture.wallpaper.mainFile, reason)
    }
    const bytes = await picture
      .open()
      .catch((error) => refuse(`it cannot be read (${toLine(error)})`))
    done += 1
    if (!bytes) return
    const error = await new Promise<{ message: string; http_code?: number } | undefined>((settle) =>
      cloudinary.uploader
        .upload_stream({ ...access, ...toUpload(picture), disable_promises: true }, settle)
        .end(bytes),
    )
    if (error === undefined) return print([`[${done}/${pictures.length}] ${picture.id}`])
    if (error.http_code === 400) return refuse(`Cloudinary refuses it (${error.message})`)
    failure ??= new CommandError(
      `Cloudinary could not take ${picture.id} (${error.http_code ?? error.message}). Nothing was committed. Run the command again to continue`,
    )
  }
  const isEnough = () => failure !== undefined || run.signal.aborted
  await inParallel(pictures, upload, { width: atOnce, isEnough })
  run.signal.throwIfAborted()
  if (failure !== undefined) throw failure
  return refused
}

// The most characters that Cloudinary accepts in one value of a picture's `context`.
const longestValue = 1000

const toUpload = ({ id, content, digest, wallpaper }: Picture) => {
  const { mainFile, orientation, category, tags, palette, title, credit, license } = wallpaper
  const device = toDeviceType(orientation)
  // Servers take the tags `desktop` and `mobile` for the shape of a picture.
  const others = [category.replace(/^#/, ''), ...tags].filter(
    (tag) => !/^(desktop|mobile)$/.test(tag),
  )
  return {
    public_id: folderName + id,
    overwrite: true,
    invalidate: true,
    tags: [...(device ? [device] : []), ...others].map((tag) => tag.replaceAll(',', ' ')),
    context: {
      digest,
      content,
      ...(mainFile.length <= longestValue && { path: mainFile }),
      ...(palette.length > 0 && { colors: palette.join(',') }),
      ...(title !== '' && { caption: title.slice(0, longestValue) }),
      ...(credit && { credit: credit.slice(0, longestValue) }),
      ...(license && { license: license.name }),
    },
  }
}

/** The branch that holds the catalogue. Commits are never forced. */
const openBranch = async (github: GithubConfig, signal: AbortSignal) => {
  const { owner, repo } = github
  const here = { owner, repo, request: { signal } }
  const { repos, git } = createOctokit(github, 60_000).rest
  const asking = <T>(answer: Promise<T>) =>
    answer.catch((error) => {
      throw error instanceof CommandError ? error : toGithubError(error, github)
    })
  const { data: repository } = await asking(repos.get(here))
  if (repository.permissions?.push === false)
    throw new CommandError(`GITHUB_TOKEN may not write to ${owner}/${repo}`)
  const name = github.ref === 'HEAD' ? repository.default_branch : github.ref
  const ref = `heads/${name.replace(/^refs\/heads\//, '')}`
  await asking(git.getRef({ ...here, ref }))
  const commit = async (files: Readonly<Record<string, string>>, message: string) => {
    const head = (await git.getRef({ ...here, ref })).data.object.sha
    const old = (await git.getCommit({ ...here, commit_sha: head })).data.tree.sha
    const tree = []
    // GitHub refuses a tree with the texts of large files in it.
    for (const [path, content] of Object.entries(files)) {
      const { sha } = (await git.createBlob({ ...here, content, encoding: 'utf-8' })).data
      tree.push({ path, mode: '100644', type: 'blob', sha } as const)
    }
    const made = (await git.createTree({ ...here, base_tree: old, tree })).data.sha
    if (made === old)
      return 'index.json and tags.json are up to date, so there was nothing to commit'
    const parents = [head]
    const { sha } = (await git.createCommit({ ...here, message, tree: made, parents })).data
    await git.updateRef({ ...here, ref, sha, force: false }).catch((error) => {
      if (error.status !== 422) throw error
      throw new CommandError('Somebody else pushed at the same time. Run the command again')
    })
    return `Committed index.json and tags.json as ${sha.slice(0, 7)}`
  }
  return { commit: (...args: Parameters<typeof commit>) => asking(commit(...args)) }
}
