import { toTextList } from '../../../shared/unknown.ts'
import { parseAddress } from '../settings/server-address.ts'

export const mostLinks = 8

/** A link on new tabs is its address, a space and its name. Eight of the longest fit into an entry of the browser's sync. */
export const parseLinks = (value: unknown): string[] =>
  toTextList(value)
    .filter((link) => /^https?:\/\/[!-~]{1,700} \S.{0,39}$/.test(link))
    .slice(0, mostLinks)

/** Makes a link of what a person typed or dropped. Without a name, it has that of the host. Only web addresses become links. */
export const toLink = (address: string, name: string): string | undefined => {
  const url = parseAddress(address)
  const label = name.trim().replace(/\s+/g, ' ').slice(0, 40) || url?.hostname.replace(/^www\./, '')
  return parseLinks([`${url?.href} ${label}`])[0]
}

export const addressOf = (link: string): string => link.slice(0, link.indexOf(' '))
export const nameOf = (link: string): string => link.slice(link.indexOf(' ') + 1)

/** Adds a link at the end, or replaces the one with the same address. */
export const withLink = (links: readonly string[], link: string): string[] => {
  const at = links.findIndex((one) => addressOf(one) === addressOf(link))
  return parseLinks(at < 0 ? [...links, link] : links.with(at, link))
}
