import { SaxesParser } from 'saxes'
import { isPictureName, isSystemFolder } from '../../../shared/file-names.ts'
import { decodePart } from '../../../shared/ids.ts'
import { pickFacts } from '../../adapters/folder/parse-facts.ts'
import type { NamedAddress } from '../../config/settings.ts'
import { DomainError } from '../../domain-error.ts'
import { type Ask, type ListedPicture, type Lister, type ListerKind, nameOf } from './lister.ts'

/** Folders of WebDAV and Nextcloud with their subfolders, and what Nextcloud shares by a link. */
export const webdav: ListerKind = ({ values }) => values.WEBDAV_FOLDERS.map(createFolder)

// A server could invent folders without end.
const mostFolders = 10_000

const createFolder = (named: NamedAddress): Lister => {
  const { username, password, origin, pathname } = named.url
  const share = /^(.*?)(?:\/index\.php)?\/s\/(\w+)\/?$/.exec(pathname)
  const path = share ? `${share[1]}/public.php/dav/files/${share[2]}` : pathname
  const user = username || (share && password ? 'anonymous' : '')
  const login = Buffer.from(`${decodePart(user)}:${decodePart(password)}`).toString('base64')
  const root = toSegments(path)
  return {
    name: nameOf(named),
    setting: 'WEBDAV_FOLDERS',
    origin,
    ...(user && { headers: { Authorization: `Basic ${login}` } }),
    list: async (ask, signal) => {
      const pictures: ListedPicture[] = []
      const folders: (readonly string[])[] = [root]
      for (const folder of folders) {
        if (folders.length > mostFolders) throw unusable(`There are over ${mostFolders} subfolders`)
        for (const entry of await readFolder(ask, origin, folder, signal)) {
          const name = entry.segments.at(-1) ?? ''
          if (name.startsWith('.') || isSystemFolder(name)) continue
          if (entry.isFolder) folders.push(entry.segments)
          else if (isPictureName(name)) pictures.push(toPicture(entry, origin, root.length))
        }
      }
      return pictures
    },
  }
}

interface Entry {
  segments: readonly string[]
  isFolder: boolean
  properties: Readonly<Record<string, string>>
}

const toPicture = (
  { segments, properties }: Entry,
  origin: string,
  depth: number,
): ListedPicture => {
  const { fileid, getetag, getlastmodified, getcontentlength } = properties
  const [category, ...tags] = segments.slice(depth, -1)
  return {
    // An id of Nextcloud survives moves.
    key: fileid || segments.slice(depth).join('/'),
    version: getetag || `${getlastmodified} ${getcontentlength}`,
    address: toAddress(origin, segments),
    name: segments.at(-1),
    facts: pickFacts({ category: [category], tags: [tags] }),
  }
}

const unusable = (text: string) => new DomainError('CATALOGUE_UNAVAILABLE', text)

const toSegments = (path: string) => path.split('/').filter(Boolean).map(decodePart)
const toAddress = (origin: string, segments: readonly string[]) =>
  [origin, ...segments.map(encodeURIComponent)].join('/')

const properties = ['getcontentlength', 'getetag', 'getlastmodified']
const question = `<?xml version="1.0" encoding="utf-8"?>
<d:propfind xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:prop><d:resourcetype/>${properties
  .map((name) => `<d:${name}/>`)
  .join('')}<oc:fileid/></d:prop></d:propfind>`

/** Lists a folder with PROPFIND (RFC 4918). Some servers refuse an address without the slash at its end, or an XML without type. */
const readFolder = async (
  ask: Ask,
  origin: string,
  folder: readonly string[],
  signal: AbortSignal,
): Promise<Entry[]> => {
  const headers = { Depth: '1', 'Content-Type': 'application/xml; charset=utf-8' }
  const request = { method: 'PROPFIND', headers, body: question, signal }
  const answer = await ask(`${toAddress(origin, folder)}/`, request)
  if (answer.status !== 207) throw unusable('The server lists no such folder: check its address')
  return parseResponses(await answer.text()).flatMap(({ href = '', collection, ...properties }) => {
    // Some servers do not encode these characters.
    const url = URL.parse(href.replace(/[#?]/g, encodeURIComponent), answer.url || `${origin}/`)
    const segments = url?.origin === origin ? toSegments(url.pathname) : []
    const isInside =
      segments.length === folder.length + 1 && folder.every((part, at) => part === segments[at])
    const isPlain = !segments.some((part) => /[/\0]/.test(part))
    return isInside && isPlain ? [{ segments, isFolder: collection !== undefined, properties }] : []
  })
}

/** Reads the properties of each response by their names. */
const parseResponses = (xml: string): Record<string, string>[] => {
  const wanted = new Set(['href', 'fileid', ...properties])
  const found: Record<string, string>[] = []
  let current: Record<string, string> = {}
  let text = ''
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', ({ local }) => {
    text = ''
    if (local === 'response') current = {}
    if (local === 'collection') current.collection = local
  })
  parser.on('text', (part) => {
    text += part
  })
  parser.on('closetag', ({ local }) => {
    // If a server does not know a property, its answer may have the property twice, once without a value.
    if (wanted.has(local)) current[local] ||= text.trim()
    if (local === 'response') found.push(current)
  })
  const refuse = () => {
    throw unusable('The WebDAV server sends a damaged list')
  }
  parser.on('doctype', refuse)
  parser.on('error', refuse)
  parser.write(xml).close()
  return found
}
