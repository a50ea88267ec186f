import { withoutPictureExtension } from './file-names.ts'
import { toWord } from './text.ts'

/**
 * Makes a title from a picture's path. The names that cameras, phones and programs give say nothing, so such a picture is
 * named after its folder and the month in its name: `italy/IMG_20190513_142233.jpg` becomes `Italy, May 2019`. Returns an
 * empty text if neither is known.
 */
export const toTitle = (path: string): string => {
  const folders = path.split('/')
  const name = withoutPictureExtension(folders.pop() ?? '').slice(0, longest)
  const plain = name.replace(copyMark, '').trim()
  if (!machineNames.some((pattern) => pattern.test(plain))) return cleanTitle(toWords(plain))
  return [toLabel(folders.at(-1) ?? ''), findMonth(plain)].filter((part) => part !== '').join(', ')
}

/** Writes the name of a folder as people read it: `old-cars` becomes `Old cars`, and `Sea & sand` stays. */
export const toLabel = (folder: string): string => capitalize(toWords(folder.normalize('NFC')))

interface Filed {
  category: string
  mainFile: string
}

/** Returns the name of the folder from which a picture has its category: `Sea & sand` for `sea-&-sand`. */
export const findLabel = ({ category, mainFile }: Filed): string | undefined => {
  const end = mainFile.indexOf('/')
  const folder = mainFile.slice(0, Math.max(end, 0)).normalize('NFC')
  const isOwn = end > 0 && folder !== category && toWord(folder) === category
  return isOwn && capitalize(category) !== folder ? folder : undefined
}

/** Maps categories to the names of their folders, where they differ by more than the first letter. */
export const listLabels = (pictures: Iterable<Filed | undefined>): Map<string, string> => {
  const labels = new Map<string, string>()
  for (const picture of pictures) {
    const label = picture && !labels.has(picture.category) ? findLabel(picture) : undefined
    if (picture && label !== undefined) labels.set(picture.category, label)
  }
  return labels
}

/** Cuts what photographers add to the names of their files: dates, numbers of files, `HDR`, `PAN`, `cropped`. */
export const cleanTitle = (title: string): string => {
  const start = title.slice(0, longest).replace(leadingDate, '')
  const short = tailEnd.test(start)
    ? tails.reduce((text, tail) => text.replace(tail, ''), start)
    : start
  return capitalize(/\p{L}/u.test(short) ? short.trim() : title.trim())
}

// For a longer text, some of the expressions below take very long.
const longest = 300

// A name with spaces is written by a person, whose hyphens belong to words.
const toWords = (name: string) =>
  name.replace(/\s/.test(name.trim()) ? /[_\s]+|(?<!\s)--+(?!\s)/g : /[-_]+/g, ' ').trim()

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

// `lake (1)`, `IMG_0231~2` and `IMG_0231-edited` are copies.
const copyMark = /(?:\s*\(\d{1,3}\)|~\d+|[-_ ](?:copy|kopie|edit(?:ed)?|bearbeitet))+$/i

const machineNames = [
  // Cameras and phones, also with `_HDR`, `-WA0001` or `.MP` behind the number.
  /^_?(?:img|_?mg|dsc[a-z]?|dcim|pxl|mvimg|pano|vid|dji|gopr|gx|imgp|sam|cimg|hpim|pict|image|photo|picture|foto|bild|fb_img|received|snapchat|signal|frame|p|r)[-_ ]?(?:\d{3,}|\d{4}-\d\d-\d\d)(?:[-_. ~]+(?:(?=[a-f]*\d)[\da-f]+|wa\d+|hdr|pano?|mp|night|portrait|burst|cover|raw|top|main|rgb|iphone|ios|android))*$/i,
  // Screenshots and messengers write a date or a number.
  /^(?:screen ?-?_?shot|screen ?-?_?capture|bildschirmfoto|capture d.écran|captura de pantalla|whatsapp image|telegram)(?:$|\b.*\d|_.*\d)/i,
  // Only dates and numbers. Up to four digits may be a title: `1984`.
  /^(?!\D*[1-9]\d{0,3}$)[\d\s._-]*(?:at )?[\d\s._-]*$/,
  // Digests, UUIDs, and what stock sites add.
  /^(?=.*\d)[\da-f]{16,}$/i,
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  /^wallhaven-[\da-z]{6}$/i,
  /-[\w-]{11}-unsplash$/i,
  /^pexels-.*\d{4,}$/i,
  // Random letters and digits, such as `aB3xK92Lm0Qz4TyU`.
  /^(?=[a-z\d]{12,}$)\d*(?:[a-z]+\d+){3,}[a-z]*$/i,
]

const day = String.raw`(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`
const compactDay = String.raw`(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`

const months =
  'January February March April May June July August September October November December'

const anyDay = /* @__PURE__ */ new RegExp(`(?<!\\d)(?:${day}|${compactDay})(?!\\d)`)

const findMonth = (name: string) => {
  const found = anyDay.exec(name)?.[0].replaceAll('-', '')
  return found ? `${months.split(' ')[Number(found.slice(4, 6)) - 1]} ${found.slice(0, 4)}` : ''
}

const leadingDate = /* @__PURE__ */ new RegExp(
  `^(?:${day}|${compactDay})[\\s,_-]+(?=.*\\p{L})`,
  'u',
)

// `DD 15-23` stands for a photographer and the numbers of the files.
const fileNumbers = String.raw`[A-Z]{2} \d{1,4}(?:-\d{1,4})?`
const marks = 'HDR|PAN|cropped|retouched|edited'

// All tails end like this. Most titles end with a letter, and looking for each tail takes as long as reading a row.
const tailEnd = /[\s\d)-]$|HDR$|PAN$/

// They are cut one after another from the end.
const tails = [
  // Numbers of Flickr, and marks in parentheses.
  /* @__PURE__ */ new RegExp(`(?:\\s*\\((?:\\d{5,}|${marks}|crop|\\d)\\))+$`, 'i'),
  /(?:[\s,-]+(?:HDR|PAN))+$/,
  // `Weg -- 2021 -- 5173-9`
  /\s+--\s+[\d\s-]+$/,
  /* @__PURE__ */ new RegExp(`[\\s,]+(?:${day}|${compactDay})(?:,? ${fileNumbers})?$`),
  /* @__PURE__ */ new RegExp(`,? \\(?${day}\\)?$`),
  /[\s,]+(?:DSC[FN]?|IMG|MG|DJI|PXL)[\s_-]?\d{3,}(?:[-\s]\d+)*$/,
  /(?:[\s,-]+(?:\d{3,5}x\d{3,5}|\d{6,}))+$/,
]
