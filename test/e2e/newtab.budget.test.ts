import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const BUDGET = 20 * 1024

/** Addresses of scripts and styles in a page, and of what a script or style refers to. */
const REFERENCE = /(?:src|href)="([^"]+\.(?:js|css))"|["'`]([\w./-]+\.(?:js|css))["'`]/g

/** All scripts and styles that a page loads, also later on, as paths in the built extension. */
const listCode = (dist: string, file: string, found = new Set<string>()): Set<string> => {
  for (const [, attribute, text] of readFileSync(join(dist, file), 'utf8').matchAll(REFERENCE)) {
    const name = attribute ?? text ?? ''
    const candidates = [join(dirname(file), name), name.replace(/^\//, '')]
    const path = candidates.find((candidate) => existsSync(join(dist, candidate)))
    if (!path || found.has(path)) continue
    found.add(path)
    listCode(dist, path, found)
  }
  return found
}

describe.each(['chrome', 'firefox'])('the new tab for %s', (target) => {
  const dist = resolve(import.meta.dirname, `../../dist/${target}-mv3`)
  const files = [...listCode(dist, 'newtab.html')]
  const sizes = files.map(
    (file) => [file, gzipSync(readFileSync(join(dist, file))).length] as const,
  )

  it('has at most 20 kB of scripts and styles, gzipped', () => {
    const total = sizes.reduce((sum, [, size]) => sum + size, 0)
    expect(files).toContain('first-paint.js')
    expect(files.some((file) => file.endsWith('.css'))).toBe(true)
    expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(BUDGET)
  })

  it('paints with at most 5 kB of it', () => {
    expect(gzipSync(readFileSync(join(dist, 'first-paint.js'))).length).toBeLessThanOrEqual(
      5 * 1024,
    )
  })

  it('loads nothing from elsewhere', () => {
    const page = readFileSync(join(dist, 'newtab.html'), 'utf8')
    const code = files.map((file) => readFileSync(join(dist, file), 'utf8')).join('')
    expect(page).not.toMatch(/https?:\/\//)
    const addresses = new Set(code.match(/https?:\/\/[\w.-]+/g))
    // The default server is fetched by the background only, and the others are names of namespaces.
    expect([...addresses].filter((address) => !/127\.0\.0\.1|www\.w3\.org/.test(address))).toEqual(
      [],
    )
  })

  it('asks for no more permissions than are explained in the README', () => {
    const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))
    const readme = readFileSync(join(dist, '../../README.md'), 'utf8')
    const [, table = ''] = readme.split('| permission | what for |')
    const rows = table.slice(0, table.indexOf('\n\n'))
    const explained = [...rows.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
    expect(explained.toSorted()).toEqual(manifest.permissions.toSorted())
    expect(manifest.optional_host_permissions).toEqual(['*://*/*'])
    expect(manifest.host_permissions).toHaveLength(1)
  })
})
