export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text or a number as text, else nothing. */
export const readText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** The words that a schema accepts, when it names them. */
export const readChoices = (schema: unknown): readonly string[] | undefined =>
  isRecord(schema) && Array.isArray(schema.enum) ? schema.enum.map(String) : undefined

/** The type of a schema in a few words; `name` is set when it has a table of its own. */
export interface TypeText {
  text: string
  name?: string
}

export const describeType = (schema: unknown): TypeText => {
  if (!isRecord(schema)) return { text: 'anything' }
  if (typeof schema.$ref === 'string') return toNamed(schema.$ref)
  const variants = [schema.anyOf, schema.oneOf].find(Array.isArray)
  if (variants) return joined(variants.map(describeType))
  if (schema.const !== undefined) return { text: JSON.stringify(schema.const) }
  if (Array.isArray(schema.enum)) return { text: schema.enum.join(', ') }
  if (Array.isArray(schema.type)) return { text: schema.type.join(' or ') }
  if (schema.type !== 'array') return { text: readText(schema.type) || 'anything' }
  const { text, ...rest } = describeType(schema.items)
  return { text: `list of ${text}`, ...rest }
}

const toNamed = (reference: string) => {
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  return { text: name, name }
}

const joined = (parts: readonly TypeText[]): TypeText => {
  const name = parts.find((part) => part.name !== undefined)?.name
  const text = parts.map((part) => part.text).join(' or ')
  return name === undefined ? { text } : { text, name }
}

/** What counts when nothing is said; empty when that is nothing. */
export const readDefault = (schema: unknown): string =>
  isRecord(schema) ? readText(schema.default) : ''

/** What a value has to keep to, in words; empty when there is nothing to say. */
export const describeLimits = (schema: unknown): string => {
  if (!isRecord(schema)) return ''
  const { minimum, maximum, maxLength, maxItems } = schema
  const range =
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}`
      : minimum !== undefined
        ? `at least ${minimum}`
        : ''
  return [
    range,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    maxItems === undefined ? '' : `at most ${maxItems}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}
