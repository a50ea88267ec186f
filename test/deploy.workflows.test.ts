import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const workflows = [...globSync('.github/workflows/*.yml', { cwd: root }), 'deploy/github-pages.yml']

describe('the workflows', () => {
  it('pin every action to a commit', () => {
    const used = workflows.flatMap((file) => [...read(file).matchAll(/uses: *(.+)/g)])
    expect(used.length).toBeGreaterThan(20)
    const loose = used.filter(
      ([, action = '']) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d/.test(action),
    )
    expect(loose.map(([, action]) => action)).toEqual([])
  })

  it('run no install scripts of packages where something is published', () => {
    const publishing = ['.github/workflows/release.yml', '.github/workflows/stores.yml']
    for (const file of [...publishing, 'deploy/github-pages.yml'])
      expect(read(file).match(/npm (?:ci|install)(?! --ignore-scripts).*/g), file).toBe(null)
  })

  it('write to the repository in one job of a release only, and submit nothing without the choice', () => {
    const writing = workflows.flatMap((file) => [...read(file).matchAll(/contents: write/g)])
    expect(writing).toHaveLength(1)
    for (const file of workflows.filter((name) => name.startsWith('.github')))
      expect(read(file), file).toContain('\npermissions: {}\n')
    expect(read('.github/workflows/stores.yml')).toMatch(/DRY_RUN: .{3} !inputs\.publish /)
  })

  it('run only scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const run = workflows.flatMap((file) => [...read(file).matchAll(/npm run ([\w:-]+)/g)])
    expect(run.length).toBeGreaterThan(1)
    for (const [, name] of run) expect(Object.keys(scripts)).toContain(name)
  })
})

it('the workflow for the stores names the settings as the program that submits reads them', () => {
  const known = globSync('node_modules/publish-browser-extension/dist/*.mjs', { cwd: root })
    .map(read)
    .join('')
  const names = read('.github/workflows/stores.yml').match(
    /^ +[A-Z_]+(?=: \$\{\{ (?:secrets|vars))|\b[A-Z]+_(?:SOURCES_)?ZIP\b/gm,
  )
  expect(names).toContain('FIREFOX_SOURCES_ZIP')
  expect(names?.filter((name) => !known.includes(`process.env.${name.trim()}`))).toEqual([])
})
