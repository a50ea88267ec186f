import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import packageJson from '../../package.json' with { type: 'json' }
import { type Site, startSite } from '../emulators/site.ts'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'deploy/home-assistant')
const read = (file: string) => readFile(join(folder, file), 'utf8')
const ingress = '/api/hassio_ingress/Ab-12_x'

/** What the image of the add-on has in /app. Its program is that of this clone. */
const makeImage = async (app: string) => {
  await mkdir(join(app, 'server/js'), { recursive: true })
  await writeFile(join(app, 'package.json'), '{"type":"module"}')
  await copyFile(join(root, 'deploy/container.js'), join(app, 'container.js'))
  await copyFile(join(folder, 'start.js'), join(app, 'start.js'))
  const program = JSON.stringify(join(root, 'server/cli/fresco.js'))
  await writeFile(join(app, 'server/js/fresco.js'), `await import(${program})`)
  return join(app, 'start.js')
}

describe('the add-on of Home Assistant', () => {
  let dir: string
  let supervisor: Site
  let server: RunningServer
  beforeAll(async () => {
    dir = await makeTempDir('add-on')
    supervisor = await startSite()
    supervisor.put('/addons/self/info', JSON.stringify({ data: { ingress_entry: ingress } }))
    const { options } = parse(await read('config.yaml'))
    const [pictures, secret] = [join(dir, 'media'), join(dir, 'webdav')]
    await mkdir(pictures)
    await mkdir(join(dir, 'data'))
    await copyFile(
      join(root, 'server/sample/main/alpine-dawn.jpg'),
      join(pictures, 'alpine-dawn.jpg'),
    )
    await writeFile(secret, `walls=${supervisor.url.replace('//', '//ada:correct-horse@')}/dav\n`)
    const settings = [...options.settings, `WEBDAV_FOLDERS_FILE=${secret}`]
    await writeFile(join(dir, 'data/options.json'), JSON.stringify({ pictures, settings }))
    server = await startServer({
      program: await makeImage(join(dir, 'app')),
      env: {
        DATA_DIR: join(dir, 'data'),
        SUPERVISOR_URL: supervisor.url,
        SUPERVISOR_TOKEN: 'token',
        PUBLIC_URL: 'http://is-replaced',
      },
    })
  })
  afterAll(async () => {
    await server.stop()
    await supervisor.stop()
    await removeDir(dir)
  })
  /** Asks as the Supervisor does, which cuts the path off. */
  const open = (path: string) =>
    fetch(server.url + path.replace(ingress, ''), { headers: { 'X-Ingress-Path': ingress } })

  it('is shown in a frame, and all its links lead below the path of Home Assistant', async () => {
    const [asked] = supervisor.requests
    expect(asked?.headers.authorization).toBe('Bearer token')
    const home = await open(`${ingress}/`)
    expect(home.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'self'")
    const html = await home.text()
    const links = [...html.matchAll(/ (?:href|src|action)="(\/[^"#]*)/g)].map(([, to = '']) => to)
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter((to) => !to.startsWith(`${ingress}/`))).toEqual([])
    for (const to of new Set(links)) expect([to, (await open(to)).status]).toEqual([to, 200])
    expect(html).toContain('alpine-dawn')
  })

  it('reads a secret from a file, and never says it', async () => {
    await expect.poll(async () => supervisor.requests.map(({ path }) => path)).toContain('/dav/')
    const login = supervisor.requests.find(({ path }) => path === '/dav/')?.headers.authorization
    expect(login).toBe(`Basic ${btoa('ada:correct-horse')}`)
    expect(server.log()).not.toContain('correct-horse')
  })

  it('has the version of Fresco, and copies what it starts', async () => {
    const { version, ingress_port } = parse(await read('config.yaml'))
    const dockerfile = await read('Dockerfile')
    expect(version).toBe(packageJson.version)
    expect(dockerfile).toMatch(new RegExp(`^FROM \\S+:${version}$`, 'm'))
    expect(dockerfile).toMatch(/^COPY start\.js \/app\/$/m)
    const image = await readFile(join(dirname(folder), '../Dockerfile'), 'utf8')
    expect(image).toContain(`PORT=${ingress_port}`)
  })
})
