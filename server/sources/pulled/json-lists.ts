import { toList, toRecord, toText } from '../../../shared/unknown.ts'
import { pickFacts } from '../../adapters/folder/parse-facts.ts'
import type { NamedAddress } from '../../config/settings.ts'
import { DomainError } from '../../domain-error.ts'
import { type Ask, type ListedPicture, type Lister, type ListerKind, nameOf } from './lister.ts'

/** Any answer in JSON that lists pictures: `https://api.example/pictures?page={page}#data.urls.full`. */
export const jsonLists: ListerKind = ({ values }) => values.JSON_LISTS.map(createJsonList)

const mostPages = 100

const createJsonList = (named: NamedAddress): Lister => {
  const { url } = named
  const steps = decodeURIComponent(url.hash.slice(1)).split('.').filter(Boolean)
  const [list = ''] = url.href.split('#')
  const address = (page: number) => list.replace(/\{page\}|%7Bpage%7D/gi, `${page}`)
  const readPage = async (ask: Ask, page: number, signal: AbortSignal) => {
    const answer = await ask(address(page), { signal })
    const json: unknown = await answer.json().catch(() => {
      throw new DomainError('CATALOGUE_UNAVAILABLE', `${url.host} sends no JSON`)
    })
    return findPictures(json, steps, json).flatMap((found) => toPicture(found, url) ?? [])
  }
  return {
    name: nameOf(named),
    setting: 'JSON_LISTS',
    origin: url.origin,
    list: async (ask, signal) => {
      const pictures = new Map<string, ListedPicture>()
      for (let page = 1; page <= mostPages; page++) {
        const before = pictures.size
        const found = await readPage(ask, page, signal).catch((error) => {
          if (page > 1 && error instanceof DomainError && error.code === 'NOT_FOUND') return []
          throw error
        })
        for (const each of found) pictures.set(each.key, each)
        if (address(1) === address(2) || pictures.size === before) break
      }
      return [...pictures.values()]
    },
  }
}

interface Found {
  address: string
  /** The innermost element of a list around the address. */
  item: unknown
}

const findPictures = (value: unknown, steps: readonly string[], item: unknown): Found[] => {
  if (Array.isArray(value)) return value.flatMap((each) => findPictures(each, steps, each))
  const [step, ...rest] = steps
  if (step === undefined) return [{ address: toText(value), item }]
  return findPictures(toRecord(value)[step], rest, item)
}

const toPicture = ({ address, item }: Found, list: URL): ListedPicture | undefined => {
  const url = address === '' ? null : URL.parse(address, list.href)
  if (url === null) return undefined
  const fields = toRecord(item)
  const { user } = fields
  const toName = (by: unknown) => toText(toRecord(by).name) || by
  return {
    key: [fields.id, fields.uuid, url.href].find((each) => each !== undefined)?.toString() ?? '',
    version: url.href,
    address: url.href,
    facts: pickFacts({
      title: [fields.title, fields.name],
      description: [fields.description, fields.alt_description, fields.alt, fields.caption],
      tags: [toList(fields.tags, toName)],
      category: [fields.category],
      credit: [fields.credit, fields.author, fields.photographer, fields.artist, user].map(toName),
      credit_url: [fields.credit_url, fields.author_url, fields.photographer_url],
      license: [fields.license, fields.rights],
      license_url: [fields.license_url],
      source_url: [fields.source_url, fields.html_url, fields.link, fields.url],
    }),
  }
}
