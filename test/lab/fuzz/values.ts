import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'

/** The few JSON Schema keywords that the generator understands. */
const schemaSchema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  example: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
})

/** Unescaped in a page or a header, they show that the server is open to injection. */
const markup = '"><i id=fuzz>'
const headerLine = 'fuzz\r\nX-Fuzz: yes'

const hostile = [
  ...['', ' ', '0', '-1', '1.5', '1e3', '9007199254740993', 'NaN', 'null', 'undefined', 'true'],
  ...[
    '..',
    '../../package.json',
    '..\\..\\package.json',
    '/etc/passwd',
    './',
    '%2e%2e%2f',
    'a\0.jpg',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '{"__proto__":{"polluted":1}}'],
  ...["' OR 1=1 --", '%', '_', '*', '"', 'NEAR(', 'a AND', '-', '^a', 'name:x', '{{7*7}}', '$(id)'],
  ...[
    markup,
    headerLine,
    '\u001b[31mred',
    '\u202egnp.exe',
    'ﬀ',
    'İ',
    '👩‍👩‍👧',
    '\ufeff',
    'é'.repeat(300),
  ],
  ...['//elsewhere.test', 'https://elsewhere.test/', 'javascript:alert(1)', '@', 'x'.repeat(5000)],
]

export const anyText = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.integer().map(String),
)

/** Values within or just outside the limits. `known` values exist on the server. */
export const valueFor = (schema: unknown, known: readonly string[]): Arbitrary<unknown> => {
  const { type, enum: choices, ...rest } = schemaSchema.parse(schema ?? {})
  if (choices !== undefined) return fc.constantFrom(...choices)
  if (type === 'integer' || type === 'number') return numberOf(rest)
  if (type === 'array') return fc.array(valueFor(rest.items, known), { maxLength: 5 })
  if (type === 'object') return objectOf(rest.properties ?? {}, known)
  const examples = typeof rest.example === 'string' ? [rest.example] : []
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known, ...examples) },
    { weight: 1, arbitrary: fc.string({ maxLength: Math.min(rest.maxLength ?? 30, 200) }) },
  )
}

interface Bounds {
  minimum?: number | undefined
  maximum?: number | undefined
}

const numberOf = ({ minimum = -10, maximum = 10_000 }: Bounds) =>
  fc.oneof(
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 1000) }),
    fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1),
  )

const objectOf = (properties: Record<string, unknown>, known: readonly string[]) =>
  fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        fc.oneof(
          { weight: 18, arbitrary: valueFor(schema, known) },
          { weight: 1, arbitrary: anyText },
          { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
        ),
      ]),
    ),
    { requiredKeys: [] },
  )
