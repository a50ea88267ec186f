import { isRowId, routeNames } from '../ids.ts'
import { hash53 } from './hash.ts'

/**
 * Gives each picture of a tree of files an id that depends on nothing but the paths, so that everyone who reads the
 * tree finds the same ids. The id is the file's name without its extension. If several files have the same name, the name
 * of the folder is put before it. If the id is still not unique, a digest of the path is put after the name.
 */
export const toTreeIds = (paths: readonly string[]): ReadonlyMap<string, string> => {
  const candidates = paths.map((path) => [path, namesOf(path)] as const)
  const taken = countAll(candidates.flatMap(([, names]) => [...new Set(names)]))
  return new Map(
    candidates.map(([path, names]) => {
      const free = names.find(
        (name) => isRowId(name) && !routeNames.has(fold(name)) && taken.get(fold(name)) === 1,
      )
      return [path, free ?? withDigest(path, names[0])]
    }),
  )
}

/** Returns the name of a picture's file as an id, and then that name after the name of its folder. */
export const namesOf = (path: string): [name: string, ...others: string[]] => {
  const parts = path.split('/').slice(-2).map(toIdPart)
  const name = parts.pop()?.replace(/\.[^.]*$/, '') || 'picture'
  const folder = parts.pop()
  return folder ? [name, `${folder}-${name}`] : [name]
}

// A comma separates ids in queries such as `?exclude=a,b`.
const toIdPart = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\s\p{Cc}/%?#&\\<>,]+/gu, '-')
    .replace(/^-+|(?<!-)-+(?=\.|$)/g, '')

const countAll = (names: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(fold(name), (counts.get(fold(name)) ?? 0) + 1)
  return counts
}

const fold = (name: string) => name.toLowerCase()

const longest = 100

const withDigest = (path: string, name = '') =>
  `${[...name].slice(0, longest).join('')}-${hash53(path.normalize('NFC'), 0).toString(16).padStart(14, '0')}`
