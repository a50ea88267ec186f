import type { LocalPicture } from './local-pictures.ts'

/** What one value of a context may hold. */
const longestValue = 1000
const mostTags = 100
const deviceTags = { landscape: ['desktop'], portrait: ['mobile'], square: [] } as const

/**
 * Everything of an upload but the file and the signature. The context notes what was published, so that
 * another run, on any machine, finds out what is done by asking.
 */
export const describeUpload = (picture: LocalPicture, publicId: string) => ({
  public_id: publicId,
  overwrite: 'true',
  invalidate: 'true',
  tags: toTags(picture).join(','),
  context: toContext({
    colors: picture.palette.join(','),
    path: picture.path,
    hash: picture.hash,
    digest: picture.digest,
    caption: picture.facts.title,
    credit: picture.facts.credit,
    license: picture.facts.license,
  }),
})

const toTags = ({ orientation, rows: { tags } }: LocalPicture): string[] => {
  const category = String(tags.category).replace(/^#/, '')
  const words = Array.isArray(tags.tags) ? tags.tags.map(String) : []
  const all = [...deviceTags[orientation], category, ...words]
  // The wire separates tags by commas. A word of the picture must not put it among those of a device.
  const clean = all.map((tag) => tag.replaceAll(',', ' ').trim()).filter((tag) => tag !== '')
  return [...new Set(clean)].filter(isOfPicture(orientation)).slice(0, mostTags)
}

const isOfPicture = (orientation: LocalPicture['orientation']) => (tag: string) =>
  !['desktop', 'mobile'].includes(tag) || deviceTags[orientation].some((own) => own === tag)

const toContext = (entries: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(entries)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value = '']) => `${key}=${escapeValue(value.slice(0, longestValue))}`)
    .join('|')

const escapeValue = (value: string) => value.replace(/[=|\\]/g, '\\$&')
