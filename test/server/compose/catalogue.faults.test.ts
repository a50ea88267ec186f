import { globSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeIndexRow, makeIndexRows } from '../../builders.ts'
import { type GithubBehaviour, type GithubEmulator, startGithub } from '../../emulators/github.ts'
import { type GithubFault, githubFaults } from '../../emulators/github-faults.ts'
import { isLongRun } from '../../long-run.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import {
  type GithubApp,
  startGithubApp,
  turnClock,
  turnToAttempts,
  useTurnableClock,
  waitFor,
} from '../github-app.ts'

const inFiles: readonly GithubFault[] = [
  'cut body',
  'stalled body',
  'malformed JSON',
  'JSON null',
  'empty file',
]
const everywhere = githubFaults.map((fail): [string, GithubBehaviour] => [fail, { fail }])
const inFilesOnly = inFiles.map((fail): [string, GithubBehaviour] => [
  `${fail} of a file`,
  { fail, failOn: ['file', 'blob'] },
])
const faults = [...everywhere, ...inFilesOnly]

const minute = 60_000
/** The longest time that the catalogue may need to recover from a failure of GitHub. The hourly rate limit causes the longest wait. */
const longest = 40 * minute
const documented = 5_000

describe('a catalogue at GitHub', () => {
  let github: GithubEmulator
  let dir: string
  let apps: GithubApp[]
  beforeEach(async () => {
    useTurnableClock()
    github = await startGithub()
    github.push([makeIndexRow({ file_name: 'first' })], [{ colors: ['teal'] }])
    dir = await makeTempDir('github')
    apps = []
  })
  afterEach(async () => {
    for (const app of apps) app.stop()
    vi.useRealTimers()
    await github.stop()
    await removeDir(dir)
  })

  const start = async () => {
    const app = await startGithubApp(github.env, dir)
    apps.push(app)
    return app
  }
  const ready = (app: GithubApp) => waitFor(() => app.catalogue.state().ready)
  const shown = async (app: GithubApp) =>
    (await app.get('/api/wallpapers')).body.wallpapers.map((url: string) => url.split('/').at(-1))
  /** Advances the fake clock from one refresh attempt to the next, until `forMs` has passed. */
  const passAttempts = async (app: GithubApp, forMs: number, before = (_: number) => {}) => {
    const end = Date.now() + forMs
    const waiting = () => app.catalogue.state().nextAttemptSeconds
    for (let n = 0; Date.now() < end; n++) {
      await waitFor(() => waiting() > 0)
      before(n)
      await vi.advanceTimersByTimeAsync(waiting() * 1000 + 1)
    }
    await waitFor(() => waiting() > 0)
  }
  const expectNoSecret = ({ lines, bodies }: GithubApp) => {
    expect(lines.length).toBeGreaterThan(0)
    expect([...lines, ...bodies].join('\n')).not.toContain(github.token)
  }

  it.each(faults)('answers 500 in time before the first good list: %s', async (_, behaviour) => {
    github.behave(behaviour)
    const app = await start()
    let settled = false
    const asked = Promise.all([app.get('/api/wallpapers'), app.get('/api/colors')])
    const answers = asked.finally(() => {
      settled = true
    })
    await turnClock(documented, () => settled)
    for (const { status, body } of await answers) {
      expect(status).toBe(500)
      expect(body.error).toBe('Internal server error')
      expect(body.debug).toMatch(/GitHub|index\.json/)
    }
    expect((await app.get('/readyz')).status).toBe(503)
    expect(app.lines.filter((line) => line.includes('A request failed'))).toEqual([])

    github.behave()
    await turnToAttempts(app, longest, () => app.catalogue.state().ready)
    expect(await shown(app)).toEqual(['first.png'])
    // After an invalid tags.json, the server tries to read the file again within a few minutes.
    const firstColor = async () => (await app.get('/api/colors')).body[0].name
    await turnClock(5 * minute, async () => (await firstColor()) === 'teal')
    expectNoSecret(app)
  })

  it.each(faults)('goes on with the last good list in the meantime: %s', async (_, behaviour) => {
    const app = await start()
    await ready(app)
    github.push([makeIndexRow({ file_name: 'second' })])
    github.behave(behaviour)
    await turnClock(10 * minute, () => app.catalogue.state().failing)
    // The fake clock stands still here, so a request that waited for a timer would never finish.
    expect(await shown(app)).toEqual(['first.png'])
    expect((await app.get('/api/colors')).body).toMatchObject([{ name: 'teal' }])
    const { status, body } = await app.get('/readyz')
    expect(status).toBe(200)
    expect(body.sources.catalogue).toMatchObject({ ready: true, failing: true })
    expect(body.sources.catalogue.problem).toBe('It could not be read')
    expect(app.catalogue.state().problem).toMatch(/GitHub|index\.json/)

    github.behave()
    await turnToAttempts(app, longest, async () => (await shown(app))[0] === 'second.png')
    expect(app.catalogue.state()).toMatchObject({ failing: false, failures: 0 })
    const failures = app.lines.filter((line) => JSON.parse(line).level >= 50)
    expect(failures).toHaveLength(1)
    expectNoSecret(app)
  })

  it.each([3, 0])('doubts a list that falls from 2,000 rows to %i for an hour', async (rows) => {
    github.push(makeIndexRows(2_000))
    const app = await start()
    await ready(app)
    github.push(makeIndexRows(rows))
    const size = async () => (await app.get('/api/wallpapers/index')).body.length
    await passAttempts(app, 2 * minute)
    expect(await size()).toBe(2_000)
    expect(app.catalogue.state().problem).toContain(`shrank from 2000 to ${rows}`)
    await passAttempts(app, 45 * minute)
    expect(await size()).toBe(2_000)
    await passAttempts(app, 30 * minute)
    expect(await size()).toBe(rows)
    expect(app.catalogue.state().failing).toBe(false)
    expect(app.lines.filter((line) => line.includes('; the last good copy stays'))).toHaveLength(1)
  })

  it('serves what it kept when GitHub is away at the start', async () => {
    const before = await start()
    await ready(before)
    await waitFor(() => globSync(`${dir}/snapshots/*.snapshot`).length === 1)
    before.stop()
    github.behave({ fail: 'hang' })
    const after = await start()
    await ready(after)
    expect(await shown(after)).toEqual(['first.png'])
  })

  it('loses one row of 2,000 that is malformed, and an empty list is an empty catalogue', async () => {
    const withOneBad = [...makeIndexRows(1_999), { file_main_name: 7 }]
    github.push(withOneBad)
    const app = await start()
    await ready(app)
    expect((await app.get('/api/wallpapers/index')).body).toHaveLength(1_999)
    github.push([makeIndexRow({ file_name: 'new' }), ...withOneBad])
    const size = async () => (await app.get('/api/wallpapers/index')).body.length
    await turnClock(10 * minute, async () => (await size()) === 2_000)
    expect(app.catalogue.state().failing).toBe(false)

    const empty = await startGithub()
    empty.push([], [{ colors: ['teal'] }])
    const other = await startGithubApp(empty.env, `${dir}/other`)
    apps.push(other)
    await ready(other)
    expect((await other.get('/api/wallpapers')).status).toBe(404)
    expect((await other.get('/api/colors')).status).toBe(200)
    await empty.stop()
  })

  it('fetches each file once for 1,000 requests at once', async () => {
    github.behave({ latencyMs: 500 })
    const app = await start()
    expect(app.catalogue.state().ready).toBe(false)
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => app.get('/api/colors')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(Object.fromEntries(github.calls.paths)).toEqual({
      HEAD: 1,
      '/': 1,
      'index.json': 1,
      'tags.json': 1,
    })
  })

  it('costs fewer than 1,000 counted requests and a few connections in a day', async () => {
    const hours = isLongRun ? 24 : 6
    const app = await start()
    await ready(app)
    let last = 'first'
    await passAttempts(app, hours * 60 * minute, (n) => {
      if (n % 60 !== 30) return
      last = `change-${n}`
      github.push([makeIndexRow({ file_name: last })])
    })
    expect(await shown(app)).toEqual([`${last}.png`])
    expect((github.calls.all / hours) * 24).toBeGreaterThan(1_300)
    expect((github.calls.counted / hours) * 24).toBeLessThan(1_000)
    expect(await github.connections()).toBeLessThan(5)
    expectNoSecret(app)
  })
})
