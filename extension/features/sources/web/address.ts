import { decodePart, encodePath } from '../../../../shared/ids.ts'
import { quoted } from '../../../../shared/text.ts'
import { parseServer } from '../../settings/server-address.ts'

export interface CataloguePlace {
  /** Names the source in the settings and in the keys of favorites. */
  name: string
  index: string
  /** Set for a repository at GitHub, whose files are the catalogue if it has no index. */
  github?: GithubFolder
  /** Converts JSON in another layout than Fresco's to rows of Fresco's layout that have a `url`. */
  convert?(list: unknown): readonly unknown[]
}

export interface GithubFolder {
  owner: string
  repo: string
  /** A branch, a tag or a commit. `undefined` means the default branch. */
  ref: string | undefined
  dir: string
  file: string
}

/**
 * Returns the place that an address means, without asking the network. A person has typed or pasted the address, or it is the
 * name of a stored catalogue. The place of a name has the same name. Returns `undefined` if the text is not a web address.
 */
export const parseCatalogueAddress = (text: string): CataloguePlace | undefined => {
  const address = parseServer(text.trim().replace(/[?#].*$/s, ''))
  if (address === undefined) return
  const { hostname, pathname } = new URL(address)
  const parts = pathname.split('/').filter(Boolean).map(decodePart)
  switch (hostname.replace(/^www\./, '')) {
    case 'github.com':
      return findAtGithub(parts)
    case 'raw.githubusercontent.com':
      return findAtGithub(parts.toSpliced(2, 0, 'raw'))
  }
  return toFile(address)
}

/**
 * Reads the setting `WXT_DEFAULT_CATALOGUE` of a build. Returns the name of the catalogue.
 * @throws Error if the setting is not the address of a catalogue
 */
export const parseDefaultCatalogue = (address: string): string => {
  const place = parseCatalogueAddress(address)
  // A text such as `ada/walls` would otherwise mean a host with the name `ada`.
  const isComplete = place && /[.:]|^localhost$/.test(new URL(place.index).hostname)
  if (isComplete) return place.name
  throw new Error(
    `WXT_DEFAULT_CATALOGUE is ${quoted(address)}. It must be an address, such as https://github.com/user/repo, https://user.github.io/walls or https://walls.example/index.json`,
  )
}

export const toTreeUrl = ({ owner, repo, ref = 'HEAD' }: GithubFolder): string =>
  `https://api.github.com/repos/${owner}/${repo}/git/trees/${encodeURIComponent(ref)}?recursive=1`

const indexName = 'index.json'
const isJson = (name = '') => name.endsWith('.json')

const toFile = (address: string): CataloguePlace => {
  const index = isJson(address) ? address : `${address.replace(/\/index\.html$/, '')}/${indexName}`
  return { name: index, index }
}

const views = ['tree', 'blob', 'raw']

const findAtGithub = (parts: readonly string[]): CataloguePlace | undefined => {
  const [owner = '', name = '', ...path] = parts
  const repo = name.replace(/\.git$/, '')
  if (![owner, repo].every((part) => /^[\w.-]+$/.test(part))) return
  const [view = '', ...rest] = path
  if (!views.includes(view)) return toGithub({ owner, repo, ref: undefined, ...toFolder(path) })
  const [refs, heads, ...named] = rest
  const isLong = refs === 'refs' && /^(?:heads|tags)$/.test(heads ?? '')
  const [ref, ...folder] = isLong ? named : rest
  const branch = ref === 'HEAD' ? undefined : ref
  return ref ? toGithub({ owner, repo, ref: branch, ...toFolder(folder) }) : undefined
}

const toFolder = (path: readonly string[]) =>
  isJson(path.at(-1))
    ? { dir: path.slice(0, -1).join('/'), file: path.at(-1) ?? indexName }
    : { dir: path.join('/'), file: indexName }

const toGithub = (github: GithubFolder): CataloguePlace => {
  const { dir, file } = github
  const path = [...(dir ? [dir] : []), file].join('/')
  return { name: nameOf(github), index: rawUrl(github) + encodePath(path), github }
}

export const rawUrl = ({ owner, repo, ref = 'HEAD' }: GithubFolder) =>
  `https://raw.githubusercontent.com/${owner}/${repo}/${encodePath(ref)}/`

const nameOf = ({ owner, repo, ref, dir, file }: GithubFolder): string => {
  const path = [...(dir ? [dir] : []), ...(file === indexName ? [] : [file])].join('/')
  const isPlain = ref === undefined && !views.includes(dir.split('/')[0] ?? '')
  const view = isPlain ? '' : `/tree/${encodeURIComponent(ref ?? 'HEAD')}`
  return `https://github.com/${owner}/${repo}${view}${path && `/${encodePath(path)}`}`
}
