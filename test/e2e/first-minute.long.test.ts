import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wallpapersResponseSchema } from '../../shared/wallpapers-api.ts'
import { closeServer, listenLocally } from '../tools/servers/sockets.ts'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import { launchSiteBrowser } from './support/site.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

let server: RunningServer
let dir: string
beforeAll(async () => {
  server = await startServer()
  dir = await makeTempDir('first-minute')
})
afterAll(async () => {
  await server?.stop()
  await removeDir(dir)
})

/** Reads the first example in `language` of docs/api.md, with the address of the test server. */
const readExample = async (language: string) => {
  const document = await readFile(join(root, 'docs/api.md'), 'utf8')
  const [, example] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(document) ?? []
  if (example === undefined) throw new Error(`docs/api.md calls the API with no ${language}`)
  expect(example).toContain('http://127.0.0.1:8787')
  return example.replaceAll('http://127.0.0.1:8787', server.url)
}

const installClient = async () => {
  const installed = join(dir, 'node_modules/fresco-client')
  await mkdir(installed, { recursive: true })
  await cp(join(root, 'shared/package.json'), join(installed, 'package.json'))
  await symlink(join(root, 'node_modules/zod'), join(dir, 'node_modules/zod'))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [
    tsc,
    '-p',
    join(root, 'shared'),
    '--outDir',
    join(installed, 'dist'),
  ])
}

describe('the first minute with docs/api.md', () => {
  it('calls the API with curl', async () => {
    const { stdout } = await run('sh', ['-c', `${(await readExample('sh')).trim()} --silent`])
    const { wallpapers, ...filters } = wallpapersResponseSchema.parse(JSON.parse(stdout))
    expect(wallpapers).toHaveLength(1)
    expect(filters).toMatchObject({ category: 'nature', type: 'desktop', color: 'blue' })
  })

  it('calls the API with the typed client, from a separate project', async () => {
    await installClient()
    await writeFile(join(dir, 'first.mjs'), await readExample('js'))
    const { stdout } = await run(process.execPath, [join(dir, 'first.mjs')])
    expect(stdout).toMatch(new RegExp(`^[\\w-]+ ${server.url}/main/[\\w-]+\\.jpg$`, 'm'))
  })

  it('shows a wallpaper on a web page of another origin', async () => {
    const example = await readExample('html')
    const elsewhere = createServer((_, response) =>
      response.setHeader('Content-Type', 'text/html').end(example),
    )
    const port = await listenLocally(elsewhere)
    const browser = await launchSiteBrowser()
    const page = await browser.newPage()
    await page.goto(`http://localhost:${port}/`)
    await page.waitForFunction(() => document.querySelector('img')?.naturalWidth)
    expect(await page.locator('img').getAttribute('src')).toContain(`${server.url}/main/`)
    await browser.close()
    await closeServer(elsewhere)
  })
})
