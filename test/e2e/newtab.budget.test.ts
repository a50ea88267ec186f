import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

/**
 * Size limits in bytes. `everyTab` limits the code that a tab loads before its controls, and `withoutClick` all code that an
 * ordinary tab loads without a click or a key. `opened` limits each file that a tab loads for what a person opens or chooses.
 */
const budget = { everyTab: 20 * 1024, withoutClick: 22.25 * 1024, opened: 12 * 1024 }
// Only tabs with another storage than that of the background, in Firefox, load `distant-tab`.
const isOfEveryTab = (file: string) => !/distant-tab/.test(file)
const isOpened = (file: string) =>
  /\/(calm|control|drawer|filter-labels|link-row|links)-/.test(file)

const reference = /(?:src|href)="([^"]+\.(?:js|css))"|["'`]([\w./-]+\.(?:js|css))["'`]/g

const staticReference = /(?:from|import)\s*["'`]([\w./-]+\.js)["'`]/g

/** Code in the page and its main module loads before the controls, an `import()` later. */
const isStart = (file: string) => /(^|\/)newtab[.-]/.test(file)

const listCode = (
  dist: string,
  file: string,
  pattern: (file: string) => RegExp,
  found = new Set<string>(),
): Set<string> => {
  const code = readFileSync(join(dist, file), 'utf8')
  for (const [, attribute, text] of code.matchAll(pattern(file))) {
    const name = attribute ?? text ?? ''
    const candidates = [join(dirname(file), name), name.replace(/^\//, '')]
    const path = candidates.find((candidate) => existsSync(join(dist, candidate)))
    if (!path || found.has(path)) continue
    found.add(path)
    listCode(dist, path, pattern, found)
  }
  return found
}

describe.each(['chrome', 'firefox'])('the new tab for %s', (target) => {
  const dist = resolve(import.meta.dirname, `../../dist/${target}-mv3`)
  const files = [...listCode(dist, 'newtab.html', () => reference)].filter(isOfEveryTab)
  const ofEveryTab = [
    ...listCode(dist, 'newtab.html', (file) => (isStart(file) ? reference : staticReference)),
  ].filter(isOfEveryTab)
  const weigh = (names: string[]) =>
    names.reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, name))).length, 0)

  it('loads at most 20 kB of scripts and styles, gzipped, up to its controls, and 22.25 kB without a click', () => {
    expect(ofEveryTab).toContain('first-paint.js')
    expect(ofEveryTab.some((file) => file.endsWith('.css'))).toBe(true)
    expect(weigh(ofEveryTab), ofEveryTab.join()).toBeLessThanOrEqual(budget.everyTab)
    expect(files.some((file) => /control-.*css$/.test(file))).toBe(true)
    expect(files.some((file) => /clock-.*js$/.test(file))).toBe(true)
    expect(ofEveryTab.filter((file) => /clock-|control-/.test(file))).toEqual([])
    const loaded = files.filter((file) => !isOpened(file))
    expect(weigh(loaded), loaded.join()).toBeLessThanOrEqual(budget.withoutClick)
  })

  it('loads at most 12 kB for each thing that a person opens', () => {
    const opened = files.filter(isOpened)
    expect(opened.length).toBeGreaterThan(2)
    for (const file of opened) expect(weigh([file]), file).toBeLessThanOrEqual(budget.opened)
  })

  it('paints with at most 5 kB of scripts and styles', () => {
    const pattern = (file: string) => (file === 'newtab.html' ? reference : staticReference)
    const first = [...listCode(dist, 'newtab.html', pattern)]
    expect(first).toContain('first-paint.js')
    expect(weigh(first), first.join()).toBeLessThanOrEqual(5 * 1024)
  })

  it('loads nothing from elsewhere', () => {
    const page = readFileSync(join(dist, 'newtab.html'), 'utf8')
    const code = files.map((file) => readFileSync(join(dist, file), 'utf8')).join('')
    expect(page).not.toMatch(/https?:\/\//)
    const addresses = new Set(code.match(/https?:\/\/[\w.-]+/g))
    // The address of the default server, which only the background contacts, and XML namespaces.
    expect([...addresses].filter((address) => !/127\.0\.0\.1|www\.w3\.org/.test(address))).toEqual(
      [],
    )
  })

  it('has a background of at most 96 kB', () => {
    expect(weigh(['background.js'])).toBeLessThanOrEqual(96_000)
  })

  it('fits a package of 2.5 MB', () => {
    const all = globSync('**/*.*', { cwd: dist, withFileTypes: true }).filter((one) => one.isFile())
    const packed = all.map(
      ({ parentPath, name }) => deflateRawSync(readFileSync(join(parentPath, name))).length,
    )
    expect(packed.reduce((sum, bytes) => sum + bytes)).toBeLessThan(2_500_000)
  })

  it('contains no code of Clerk in a build without its key', () => {
    const read = (file: string) => readFileSync(join(dist, file), 'utf8')
    expect(read('background.js')).not.toContain('_clerk_js_version')
    expect(read('manifest.json')).not.toContain('declarativeNetRequest')
  })

  it('requests only permissions that docs/extension.md explains', () => {
    const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))
    const document = readFileSync(join(dist, '../../docs/extension.md'), 'utf8')
    const [, table = ''] = document.split('| permission | what for |')
    const rows = table.slice(0, table.indexOf('\n\n'))
    const explained = [...rows.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
    expect(explained.toSorted()).toEqual(manifest.permissions.toSorted())
    expect(manifest.optional_host_permissions).toEqual(['*://*/*'])
    expect(manifest.host_permissions).toHaveLength(1)
  })
})
