import { toTextList } from '../../../shared/unknown.ts'

const serverOfBuild: string | undefined = import.meta.env.WXT_API_URL

export const firstServer = serverOfBuild || 'http://127.0.0.1:8787'

// A source has a name of its own, or the address that `parseServer` returns: no password, no query and no slash at the end.
// A word and `+` before the address say what is there, if the address alone does not. A query and `+`, as in
// `from=ada+https://walls.example`, choose some of its pictures.
const isName = (text: string) =>
  /^([\w.-]+|(\S+=\S+|[a-z+]*)https?:\/\/[^\s?#@/]+(\/[^\s?#]*[^\s?#/])?)$/.test(text) &&
  URL.canParse(text, firstServer)

/** The source that has the pictures of a list. Every other source has its own. */
export const siteOf = (name: string): string => name.replace(/^.*=.*\+(?=http)/, '')

/** Returns the valid names in `stored`, each once. A newer version may know more sources than this one. */
export const parseSourceNames = (stored: unknown): string[] => [
  ...new Set(toTextList(stored).filter(isName)),
]

// The sources that count until a person chooses others. Without these two settings, a build contacts nobody.
const chosenByBuild = parseSourceNames([import.meta.env.WXT_DEFAULT_CATALOGUE, serverOfBuild])

export const readSourceNames = (stored: unknown): string[] =>
  Array.isArray(stored) ? parseSourceNames(stored) : chosenByBuild
