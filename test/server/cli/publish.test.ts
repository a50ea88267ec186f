import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startCloudinary } from '../../emulators/cloudinary.ts'
import { startGithub } from '../../emulators/github.ts'
import { expectDefined } from '../../expect-defined.ts'
import { collectOutput, dieWithParent } from '../../tools/child.ts'
import { toCommand } from '../../tools/servers/programs.ts'
import { inheritedEnv } from '../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { firstHalf, noise, plain } from '../adapters/sample-pictures.ts'
import { runAdmin } from './admin-harness.ts'

const command = resolve(import.meta.dirname, '../../../server/cli/publish.ts')

/** A modification time in the past. The command waits with newer files, because somebody may still be copying them. */
const long = new Date(Date.now() - 60_000)

/** Runs the command on a folder of six small pictures with emulated services. */
const openPublishing = async () => {
  const base = await makeTempDir('publish')
  const folder = join(base, 'pictures')
  const [github, cloudinary] = await Promise.all([startGithub(), startCloudinary()])
  github.push([{ file_name: 'old', file_main_name: 'old.jpg' }], [])
  const put = async (path: string, content: string | Buffer) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
    await utimes(join(folder, path), long, long)
  }
  for (let at = 0; at < 6; at += 1) {
    const [width, height] = at % 3 === 0 ? [40, 60] : [60, 40]
    const bytes = await plain(`#${at}a7c3e`, width, height).jpeg().toBuffer()
    await put(`${['nature', 'art', 'tech'][at % 3]}/picture-${at}.jpg`, bytes)
  }
  const toEnv = (settings: Record<string, string> = {}) => ({
    ...github.env,
    CLOUDINARY_URL: cloudinary.cloudinaryUrl,
    DATA_DIR: join(base, 'data'),
    ...settings,
  })
  /** Starts the command in a process, which a test can interrupt. */
  const begin = () => {
    const [node, ...first] = toCommand(command)
    const child = spawn(node, [...first, folder], {
      cwd: base,
      env: { ...inheritedEnv(), ...toEnv() },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    dieWithParent(child)
    const output = collectOutput(child)
    return { child, output, ended: once(child, 'close').then(([code]) => Number(code)) }
  }
  const rows = (): Record<string, unknown>[] => JSON.parse(github.read('index.json') ?? '[]')
  return {
    folder,
    github,
    cloudinary,
    put,
    begin,
    run: (args: readonly string[] = [], settings: Record<string, string> = {}) =>
      runAdmin([folder, ...args], { env: toEnv(settings), cwd: base, file: command }),
    names: () => rows().map(({ file_name }) => file_name),
    row: (name: string) => rows().find(({ file_name }) => file_name === name),
    resource: (name: string) =>
      cloudinary.resources.map(Object).find(({ public_id }) => public_id === `main/${name}`),
    waitForUploads: async (count: number) => {
      while (cloudinary.uploads.length < count) await sleep(5)
    },
    close: async () => {
      await Promise.all([github.stop(), cloudinary.stop()])
      await removeDir(base)
    },
  }
}

let publishing: Awaited<ReturnType<typeof openPublishing>>
beforeEach(async () => {
  publishing = await openPublishing()
})
afterEach(() => publishing.close())

const all = ['1', '4', '0', '3', '2', '5'].map((number) => `picture-${number}`)

describe('publish', () => {
  it('uploads pictures and replaces the index in one commit, and then has nothing to do', async () => {
    const { run, github, cloudinary, names, row, resource } = publishing
    const facts = { title: 'Lake | at = dawn', tags: 'calm, mobile', credit: 'Ada', license: 'CC0' }
    await publishing.put('art/picture-1.json', JSON.stringify(facts))
    expect((await run(['--dry-run'])).output).toContain('6 pictures: 6 to upload, 0 unchanged')
    expect([cloudinary.uploads, github.made]).toEqual([[], []])

    expect(await run()).toMatchObject({ code: 0 })
    expect(names()).toEqual(all)
    expect(row('picture-1')).toMatchObject({
      ...{ width: 60, height: 40, category: '#art', file_main_name: 'picture-1.jpg' },
      data: {
        title: facts.title,
        credit: 'Ada',
        palette: [expect.stringMatching(/^#[0-9A-F]{6}$/)],
      },
    })
    expect(resource('picture-0').tags).toEqual(['mobile', 'nature'])
    expect(resource('picture-1').tags).toEqual(['desktop', 'art', 'calm'])
    expect(resource('picture-1').context.custom).toMatchObject({
      ...{ caption: facts.title, credit: 'Ada', license: 'CC0 1.0' },
      colors: expect.stringMatching(/^#[0-9A-F]{6}/),
    })
    expect(github.made).toMatchObject([{ message: 'Publish 6 pictures' }])

    const elsewhere = { DATA_DIR: join(publishing.folder, '../elsewhere') }
    expect((await run([], elsewhere)).output).toContain('there was nothing to commit')
    expect(cloudinary.uploads).toHaveLength(6)
    expect(github.made).toHaveLength(1)
  })

  it('uploads what changed, leaves deleted pictures at Cloudinary, and says so', async () => {
    const { run, cloudinary, names } = publishing
    await run()
    await rm(join(publishing.folder, 'art/picture-1.jpg'))
    await publishing.put('art/picture-4.json', '{"title":"Dawn"}')
    await publishing.put('tech/picture-2.jpg', await noise(40).jpeg().toBuffer())
    expect((await run()).output).toContain('At Cloudinary, but not in the folder: picture-1')
    expect(cloudinary.uploads.slice(6).sort()).toEqual(['main/picture-2', 'main/picture-4'])
    expect(names()).toEqual(all.slice(1))
  })

  it('never gives the id of a published picture to another one, and follows a moved picture', async () => {
    const { run, cloudinary, names, folder, put } = publishing
    await run()
    const before = cloudinary.files.get('main/picture-1')
    await rm(join(folder, 'art/picture-1.jpg'))
    await put('cats/picture-1.jpg', await noise(40).jpeg().toBuffer())
    await mkdir(join(folder, 'moved'))
    await rename(join(folder, 'tech/picture-2.jpg'), join(folder, 'moved/picture-2.jpg'))
    const { code, output } = await run()
    expect(output).toContain('its id picture-1 belongs to art/picture-1.jpg')
    expect(code).toBe(3)
    expect(cloudinary.files.get('main/picture-1')).toBe(before)
    expect(names()).toEqual(expect.arrayContaining(['picture-2']))
    expect(names()).not.toContain('picture-1')
  })

  it('uploads pictures without their metadata, unless told to keep it', async () => {
    const { run, cloudinary } = publishing
    const file = await noise(40)
      .withExif({ IFD0: { Artist: 'Ada' }, IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer()
    await publishing.put('art/signed.jpg', file)
    const uploaded = () => expectDefined(cloudinary.files.get('main/signed'))
    await run([], { PICTURE_METADATA: 'keep' })
    expect(uploaded().equals(file)).toBe(true)
    await run()
    expect(await sharp(uploaded()).metadata()).not.toHaveProperty('exif')
    expect(await sharp(uploaded()).raw().toBuffer()).toEqual(await sharp(file).raw().toBuffer())
  })

  it('leaves out broken pictures, and those that Cloudinary refuses', async () => {
    await publishing.put('art/torn.jpg', firstHalf(await noise(60).jpeg().toBuffer()))
    publishing.cloudinary.behave({ uploadFault: '400' })
    const { code, output } = await publishing.run()
    expect(code).toBe(3)
    expect(output).toMatch(/Left out art\/torn\.jpg: /)
    expect(output).toMatch(/Left out .+: Cloudinary refuses it/)
    expect(publishing.names()).toHaveLength(5)
  })

  it('commits nothing after a failure, and continues when it is run again', async () => {
    const { run, begin, cloudinary, github, names } = publishing
    cloudinary.behave({ uploadFault: '420' })
    const failed = await run()
    expect(failed.output).toMatch(/could not take .+ \(420\)\. Nothing was committed/)
    expect(failed.code).toBe(1)
    const before = cloudinary.uploads.length

    cloudinary.behave({ latencyMs: 50 })
    const stopped = begin()
    await publishing.waitForUploads(before + 1)
    stopped.child.kill('SIGINT')
    expect(await stopped.ended).toBe(130)
    expect(stopped.output()).toContain('Stopped. Nothing was committed')
    expect(github.made).toEqual([])

    cloudinary.behave()
    expect(await run()).toMatchObject({ code: 0 })
    expect(names()).toEqual(all)
    expect(new Set(cloudinary.uploads).size).toBe(6)
  })

  it('checks before the first upload what it needs', async () => {
    const { run, github, cloudinary } = publishing
    const missing = await run([], { CLOUDINARY_URL: '', GITHUB_TOKEN: '' })
    expect(missing.output).toMatch(/^CLOUDINARY_URL and GITHUB_TOKEN are missing/)
    const nowhere = await run([], { GITHUB_REF: 'nowhere' })
    expect(nowhere.output).toContain('GitHub has no octo/wallpapers at nowhere')
    const CLOUDINARY_URL = cloudinary.cloudinaryUrl.replace(cloudinary.secret, 'wrong-SECRET')
    const refused = await run([], { CLOUDINARY_URL })
    expect(refused.output).toContain('Cloudinary refuses the API key (401): check CLOUDINARY_URL')
    expect(refused.output).not.toContain('wrong-SECRET')
    github.behave({ readOnly: true })
    expect((await run()).output).toContain('GITHUB_TOKEN may not write to octo/wallpapers')
    await rm(publishing.folder, { recursive: true })
    await mkdir(publishing.folder)
    github.behave({ readOnly: false })
    expect((await run()).output).toContain('has no pictures. Is its disk mounted?')
    expect(cloudinary.uploads).toEqual([])
  })

  it('does not overwrite what somebody else pushes at the same time', async () => {
    const { run, github } = publishing
    github.behave({ beforeUpdate: () => github.push([{ file_name: 'other' }], []) })
    expect((await run()).output).toContain('Somebody else pushed at the same time')
    expect(publishing.names()).toEqual(['other'])
    expect(await run()).toMatchObject({ code: 0 })
    expect(publishing.names()).toEqual(all)
  })
})
