import { globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const builds = [
  { of: 'a server', folder: 'tab' },
  { of: 'an exported site', folder: 'tab-export' },
]

describe.each(builds)('the new tab as a web page of $of', ({ folder }) => {
  const dist = resolve(import.meta.dirname, '../../dist', folder)
  const scripts = globSync('**/*.js', { cwd: dist })
  const weigh = (files: string[]) =>
    files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0)

  it('loads at most 24 kB of scripts, gzipped, with its clock and service worker', () => {
    const isLater = /^(control|days|license|pairs|supply|words)-/
    const loaded = scripts.filter((file) => !isLater.test(basename(file)))
    expect(loaded.some((file) => basename(file) === 'service-worker.js')).toBe(true)
    expect(weigh(loaded), loaded.join()).toBeLessThanOrEqual(24 * 1024)
  })

  it.each([
    ['supply-', 10, 'when the picture is shown, to fill its deck'],
    ['control-', 3.25, 'at the first use of a key or a panel'],
    ['license-', 2, 'for the first picture with a license'],
    ['words-', 1, 'if the address has words'],
    ['days-', 1.25, 'for the picture of the day'],
    ['pairs-', 1.25, 'for the first picture that is shown whole'],
  ])('loads in %s at most %f kB more, %s', (start, limit) => {
    const later = scripts.filter((file) => basename(file).startsWith(start))
    expect(later).toHaveLength(1)
    expect(weigh(later)).toBeLessThanOrEqual(limit * 1024)
  })

  it('refers to nothing outside its own folder', () => {
    const page = readFileSync(join(dist, 'index.html'), 'utf8')
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address)
    expect(addresses.length).toBeGreaterThan(4)
    expect(addresses.filter((address) => !address?.startsWith('./'))).toEqual([])
    expect(page).not.toMatch(/<style|<script(?![^>]*(?:src|application\/json))|\son\w+=/)
  })

  it('stores for offline use exactly the files that the build made, without the licenses', () => {
    const worker = readFileSync(join(dist, 'service-worker.js'), 'utf8')
    const files: string[] = JSON.parse(/const files = (\[.*\])/.exec(worker)?.[1] ?? '')
    const others = ['service-worker.js', 'licenses.txt']
    const built = globSync('**/*.*', { cwd: dist }).filter((file) => !others.includes(file))
    const named = built.map((file) => (file === 'index.html' ? './' : file))
    expect(files.toSorted()).toEqual(named.toSorted())
  })
})
