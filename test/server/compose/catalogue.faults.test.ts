import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeIndexRow } from '../../builders.ts'
import { type GithubBehaviour, type GithubEmulator, startGithub } from '../../emulators/github.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import {
  type GithubApp,
  startGithubApp,
  turnClock,
  turnToAttempts,
  useTurnableClock,
  waitFor,
} from '../github-app.ts'

// The tests of createGithubSource have every way in which GitHub can fail.
const faults: [string, GithubBehaviour][] = [
  ['hang', { fail: 'hang' }],
  ['primary limit', { fail: 'primary limit' }],
  ['malformed JSON of a file', { fail: 'malformed JSON', failOn: ['file', 'blob'] }],
]

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
})
