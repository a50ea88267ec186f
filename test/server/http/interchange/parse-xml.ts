import { DOMParser, type Element, onErrorStopParsing } from '@xmldom/xmldom'

/** Parses XML. Throws if the text is not well-formed or has a character that feed validators refuse. */
export const parseXml = (text: string): Element => {
  // The parser accepts these two.
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.test(text)) throw new Error('A bare &')
  if (/[^\P{Cc}\t\n\r]|[\uFFFD-\uFFFF]/u.test(text)) throw new Error('A control character')
  const document = new DOMParser({ onError: onErrorStopParsing }).parseFromString(
    text,
    'application/xml',
  )
  if (document.documentElement === null) throw new Error('The document is empty')
  return document.documentElement
}

export const allOf = (parent: Element, name: string): Element[] => [
  ...parent.getElementsByTagName(name),
]

export const textOf = (parent: Element, name: string): string | undefined =>
  allOf(parent, name)[0]?.textContent ?? undefined

export const attributesOf = (element: Element | undefined): Record<string, string> =>
  Object.fromEntries([...(element?.attributes ?? [])].map(({ name, value }) => [name, value]))
