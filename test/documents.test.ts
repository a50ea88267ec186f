import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const exclude = ['**/node_modules', '**/dist']
const documents = [
  ...globSync('*.md', { cwd: root }),
  ...globSync('{docs,server,extension,shared,test,tools}/**/*.md', { cwd: root, exclude }),
].sort()
const files = [
  ...globSync('*.{ts,json,yaml}', { cwd: root }),
  ...globSync('{docs,server,extension,shared,test,tools,deploy}/**/*.*', { cwd: root, exclude }),
]
const records = globSync('docs/decisions/00*.md', { cwd: root })
  .map((file) => file.slice(15))
  .sort()
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/**
 * Reads a document without the lines of its fenced code blocks, because they may be of any length and name files of
 * other projects.
 */
const readProse = (document: string) =>
  read(document).replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/.+/g, ''))

const fromRoot = /^(docs|server|extension|shared|test|tools|deploy|\.github|\.ci)\//
const sourceFile = /\w\.(ts|tsx|css|js|cfg|yaml)$/
const nestedFolder = /^(?!dist\/).+\/.+\/$/

const findPaths = (document: string) =>
  [...readProse(document).matchAll(/`([\w.*/-]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => [fromRoot, sourceFile, nestedFolder].some((kind) => kind.test(path)))

/** The path starts at the root or the document's folder, or ends a longer path. */
const exists = (document: string, path: string) => {
  const starts = [path, join(dirname(document), path)]
  if (starts.some((start) => existsSync(join(root, start)))) return true
  if (fromRoot.test(path)) return false
  const pattern = path.replaceAll('.', '\\.').replaceAll('*', '[^/]*')
  const part = new RegExp(`(^|/)${pattern}${path.endsWith('/') ? '' : '$'}`)
  return files.some((file) => part.test(file))
}

const findLinks = (document: string) =>
  [...readProse(document).matchAll(/\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))

describe('the documents', () => {
  it('link only to files that exist', () => {
    expect(documents.length).toBeGreaterThan(30)
    const dead = documents.flatMap((document) =>
      findLinks(document)
        .filter((target) => !existsSync(join(root, dirname(document), target)))
        .map((target) => `${document} links to ${target}: correct the link`),
    )
    expect(dead).toEqual([])
  })

  it('name only files and folders that exist', () => {
    const named = documents.flatMap((document) =>
      findPaths(document).map((path) => ({ document, path })),
    )
    expect(named.length).toBeGreaterThan(100)
    const missing = named.filter(({ document, path }) => !exists(document, path))
    expect(
      missing.map(({ document, path }) => `${document} names ${path}: write its new path`),
    ).toEqual([])
  })

  it('and the programs name only scripts of package.json', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const texts = [
      ...documents,
      ...files.filter((file) => /\.(ts|tsx|js|yml|yaml)$/.test(file)),
      ...globSync('{Dockerfile,.github/workflows/*.yml}', { cwd: root }),
    ]
    const named = texts.flatMap((file) =>
      [...read(file).matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, script = '']) => ({
        file,
        script,
      })),
    )
    expect(named.length).toBeGreaterThan(50)
    const missing = named.filter(({ script }) => !(script in scripts))
    expect(missing.map(({ file, script }) => `${file} names ${script}: correct the name`)).toEqual(
      [],
    )
  })

  it('have no line over 160 characters', () => {
    const long = documents.flatMap((document) =>
      readProse(document)
        .split('\n')
        .flatMap((line, index) => ([...line].length > 160 ? [`${document}:${index + 1}`] : [])),
    )
    expect(long.map((place) => `${place}: wrap the line, or shorten the table cell`)).toEqual([])
  })
})

describe('the decision records', () => {
  it('exist when a file cites them', () => {
    const cited = /\bdecisions?[ /]\[?(00\d\d)\b/g
    const sources = files.filter((file) => /\.(ts|tsx|css|md|yaml|cfg)$/.test(file))
    const dead = sources.flatMap((file) =>
      [...read(file).matchAll(cited)]
        .filter(([, number]) => !records.some((record) => record.startsWith(`${number}-`)))
        .map(([text]) => `${file} cites ${text}: docs/decisions/README.md lists the records`),
    )
    expect(dead).toEqual([])
  })

  it('are listed in their index', () => {
    const index = read('docs/decisions/README.md')
    const unlisted = records.filter((record) => !index.includes(`](${record})`))
    expect(records.length).toBeGreaterThan(10)
    expect(unlisted.map((record) => `${record}: add it to docs/decisions/README.md`)).toEqual([])
  })

  it('are numbered without gaps', () => {
    const numbers = records.map((_, index) => String(index + 1).padStart(4, '0'))
    expect(records.map((record) => record.slice(0, 4))).toEqual(numbers)
  })
})
