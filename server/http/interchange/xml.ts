type Attributes = Readonly<Record<string, string | number | undefined>>

/** Escapes a text for XML and HTML. Characters that XML 1.0 forbids or that feed validators refuse are left out. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(refused, '')
    .replace(/[&<>"']/g, (char) => `&${entities[char]};`)

// Control characters other than tab and line break, and U+FFFD to U+FFFF.
const refused = /[^\P{Cc}\t\n\r]|[\uFFFD-\uFFFF]/gu

const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
}

/** Writes an element around other elements. Attributes that are `undefined` are left out. */
export const xmlParent = (name: string, children: readonly string[], attributes?: Attributes) =>
  `<${name}${writeAttributes(attributes)}>\n${children.join('')}</${name}>\n`

export const xmlText = (name: string, text: string | undefined, attributes?: Attributes) =>
  text ? `<${name}${writeAttributes(attributes)}>${escapeXml(text)}</${name}>\n` : ''

export const xmlEmpty = (name: string, attributes: Attributes) =>
  `<${name}${writeAttributes(attributes)}/>\n`

const writeAttributes = (attributes: Attributes = {}) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')
