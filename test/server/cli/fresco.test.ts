import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../../server/cli/commands.ts'
import { program } from '../../../server/cli/program.ts'
import { bundleServer } from '../../../tools/build-package.ts'
import { collectOutput, dieWithParent, stopChild, waitForOutput } from '../../tools/child.ts'
import { inheritedEnv } from '../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { runAdmin, runHere } from './admin-harness.ts'

const root = resolve(import.meta.dirname, '../../..')

let dir: string
let file: string
let env: Record<string, string>
beforeAll(async () => {
  dir = await makeTempDir('package')
  file = join(dir, 'server/js/fresco.js')
  env = { ...inheritedEnv(), XDG_DATA_HOME: join(dir, 'share'), HOME: dir }
  await bundleServer(join(dir, 'server/js'))
  await writeFile(join(dir, 'package.json'), '{"name":"@ada/fresco","type":"module"}')
  await symlink(join(root, 'node_modules'), join(dir, 'node_modules'))
  await mkdir(join(dir, 'pictures'))
  await copyFile(join(root, 'server/sample/main/alpine-dawn.jpg'), join(dir, 'pictures/dawn.jpg'))
})
afterAll(() => removeDir(dir))

const run = (...args: string[]) => runAdmin(args, { env, cwd: dir, file })
const runInClone = (...args: string[]) => runHere(args, { env, cwd: dir })

const start = async (args: string[], more: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [file, ...args, '--port', '0'], {
    cwd: dir,
    env: { ...env, ...more },
  })
  dieWithParent(child)
  const log = collectOutput(child)
  const closed = once(child, 'close')
  const url = await waitForOutput(child, /ready at (\S+)/, log)
  const stop = async () => {
    await stopChild(child)
    await closed
  }
  return { url, log, stop }
}

describe('fresco', () => {
  it('lists its commands, each with what it does', async () => {
    const { code, stdout } = await run('-h')
    expect(code).toBe(0)
    for (const name of Object.keys(commands))
      expect(stdout).toMatch(new RegExp(`^ {2}${name} .* {2}[a-z].+`, 'm'))
    expect(stdout).toContain(join(dir, 'share/fresco'))
  })

  const explained = [...Object.keys(commands), 'admin block', 'catalogue check']

  it.each(explained)('explains the command "%s" and does nothing', async (words) => {
    const command = words.split(' ')
    const { takes = [] } = commands[words] ?? {}
    const { code, stdout, output } = await runInClone(...command, '--help')
    expect(output).toBe(stdout)
    expect(stdout.split('\n')[0]).toContain([`Usage: ${program}`, words, ...takes].join(' '))
    expect(stdout).toContain('\n\n  ')
    expect(stdout).toMatch(/\n\nExit codes: 0 .+ 2 wrong usage[^\n]+\n$/)
    expect(code).toBe(0)
  })

  it.each([
    [['nope'], "'nope' is neither a command nor a folder. The commands are start, doctor, export,"],
    [['--nope'], "Unknown option '--nope'. Usage: fresco start [folder]"],
    [['start', 'a', 'b'], 'Usage: fresco start [folder]'],
    [['extension'], 'Usage: fresco extension <folder>'],
    [['catalogue', 'bogus', 'x'], 'Usage: fresco catalogue check <folder>'],
    [['export'], 'Usage: fresco export <folder> <out> --url ADDRESS'],
    [['publish', '--nope'], "Unknown option '--nope'. Usage: fresco publish <folder>"],
  ])('refuses %j in one line', async (args, problem) => {
    const { code, output } = await runInClone(...args)
    expect(output).toContain(problem.replace('fresco ', `${program} `))
    expect(output.trim()).not.toContain('\n')
    expect(code).toBe(2)
  })

  it('prints its version', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    expect((await runInClone('--version')).stdout).toBe(`${version}\n`)
  })

  it('has the data and settings of `npm start` in a clone', async () => {
    const clone = join(dir, 'clone')
    await mkdir(clone)
    const file = join(root, 'server/cli/fresco.js')
    const list = () => runAdmin(['admin', 'list'], { env, cwd: clone, file })
    expect((await list()).output).toContain(join(clone, 'data'))
    await writeFile(join(clone, '.env'), 'DATA_DIR=./elsewhere')
    expect((await list()).output).toContain(join(clone, 'elsewhere'))
  })

  it('serves a folder of pictures, with data outside the current folder', async () => {
    await writeFile(join(dir, '.env'), 'PUBLIC_URL=https://of.another.program')
    const server = await start(['pictures'])
    const answer = await (await fetch(`${server.url}/api/wallpapers`)).json()
    expect(answer).toMatchObject({ wallpapers: [`${server.url}/main/dawn.jpg`] })
    const picture = await fetch(`${server.url}/random?w=64`)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    for (const path of ['/', '/site.css', '/docs', '/connect', '/account'])
      expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200])
    await server.stop()
    expect(server.log()).toContain(`Data:      ${join(dir, 'share/fresco')}`)
    expect(await readdir(join(dir, 'share/fresco'))).toContain('session-secret')
    expect(await readdir(dir)).not.toContain('data')
  })

  it('says what to do next, and names the commands as it was called', async () => {
    const called = 'npx --package ./fresco-1.0.0.tgz fresco'
    const more = { npm_command: 'exec', npm_config_package: './fresco-1.0.0.tgz' }
    const server = await start(['pictures'], more)
    await server.stop()
    expect(server.log()).toContain(`  1. Look at your wallpapers: ${server.url}\n`)
    expect(server.log()).toContain(`"${called} extension <folder>" writes`)
    expect(server.log()).toContain(`"${called} doctor" says`)
  })

  it('reads settings from the file .env in the folder for data', async () => {
    await mkdir(join(dir, 'share/fresco'), { recursive: true })
    await writeFile(join(dir, 'share/fresco/.env'), 'PORT=eighty')
    const { code, output } = await run('pictures')
    expect(output.trim()).toMatch(/^Fresco cannot start: PORT is 'eighty'/)
    expect(code).toBe(1)
    await writeFile(join(dir, 'share/fresco/.env'), '')
  })

  it('says with its exit code that an export left a picture out, and not that it failed', async () => {
    const scripts = [
      'site/browse.js',
      'site/licenses.txt',
      'tab-export/index.html',
      'tab-export/service-worker.js',
    ]
    for (const script of scripts) {
      const path = join(dir, 'dist', script)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, `const version = 'a1'\nconst files = ["./"]\n`)
    }
    await cp(join(dir, 'pictures'), join(dir, 'torn'), { recursive: true })
    await writeFile(join(dir, 'torn/half.jpg'), 'not a picture')
    const exportFrom = (folder: string) =>
      run('export', folder, `${folder}-site`, '--url', 'https://ada.example')
    const { code, output } = await exportFrom('torn')
    expect(output).toContain('Left out half.jpg')
    expect(code).toBe(3)
    expect(await exportFrom('missing')).toMatchObject({ code: 1 })
  })

  it('signs people up, for which it needs its threads', async () => {
    const server = await start(['pictures'])
    const { status } = await fetch(`${server.url}/api/auth/sign-up/username`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'ada', password: 'correct horse' }),
    })
    await server.stop()
    expect(status).toBe(200)
    const backup = await run('backup', 'accounts.backup')
    expect(backup.stdout).toContain('1 user')
    expect((await run('admin', 'list')).stdout).toContain('ada')
  })

  it('writes the extension, and leaves other folders alone', async () => {
    for (const name of ['chrome-mv3', 'firefox-mv3']) {
      await mkdir(join(dir, 'dist', name), { recursive: true })
      await writeFile(join(dir, 'dist', name, 'manifest.json'), '{}')
    }
    const first = await run('extension', 'mine')
    expect(first.stdout).toContain(`choose ${join(dir, 'mine/chrome-mv3')}\n`)
    expect(first.stdout).toContain(`choose ${join(dir, 'mine/firefox-mv3/manifest.json')}\n`)
    await writeFile(join(dir, 'mine/chrome-mv3/old.js'), '')
    expect((await run('extension', 'mine')).code).toBe(0)
    expect(await readdir(join(dir, 'mine/chrome-mv3'))).toEqual(['manifest.json'])

    await mkdir(join(dir, 'other/chrome-mv3'), { recursive: true })
    await writeFile(join(dir, 'other/chrome-mv3/letter.txt'), '')
    const refused = await run('extension', 'other')
    expect(refused.output).toMatch(/has other files: choose another folder/)
    expect(refused.code).toBe(1)
    expect(await readdir(join(dir, 'other/chrome-mv3'))).toEqual(['letter.txt'])
  })
})
