import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCatalogueBranch } from '../../../../server/cli/publish/catalogue-branch.ts'
import { createCloudPictures } from '../../../../server/cli/publish/cloud-pictures.ts'
import { type PublishOptions, publish } from '../../../../server/cli/publish/publish.ts'
import { parseConfig } from '../../../../server/config/config.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { firstHalf, noise } from '../../adapters/sample-pictures.ts'
import { openPublishing, type Publishing } from './publish-harness.ts'

/**
 * A folder for cached measurements. All tests share it, so that each picture is measured only once.
 */
let measures: string
beforeAll(async () => {
  measures = await makeTempDir('measures')
})
afterAll(() => removeDir(measures))

let publishing: Publishing
let lines: string[]
let pauses: number[]
beforeEach(async () => {
  publishing = await openPublishing()
  await publishing.putPictures(6)
  lines = []
  pauses = []
})
afterEach(() => publishing.close())

const run = (options: Partial<PublishOptions> = {}, settings: Record<string, string> = {}) => {
  const { cloudinary, github } = parseConfig({ ...publishing.env, ...settings })
  return publish({
    folder: publishing.folder,
    cacheDir: measures,
    dryRun: false,
    deleteMissing: false,
    readsEmbeddedFacts: false,
    stripsMetadata: true,
    confirm: async () => true,
    pictures: createCloudPictures(expectDefined(cloudinary).account),
    branch: createCatalogueBranch(expectDefined(github)),
    print: (line) => lines.push(line),
    signal: new AbortController().signal,
    pause: async (ms) => pauses.push(ms),
    ...options,
  })
}

const row = (name: string) => publishing.rows().find(({ file_name }) => file_name === name)
const resource = (name: string) =>
  publishing.cloudinary.resources
    .map((each) => Object(each))
    .find(({ public_id }) => public_id === `main/${name}`)

const pixelsOf = (file: Buffer) => sharp(file).raw().toBuffer()

describe('publish', () => {
  it('uploads pictures with tags and context, and commits their rows', async () => {
    expect(await run()).toBe('done')
    expect(resource('picture-0').tags).toEqual(['mobile', 'nature'])
    expect(resource('picture-1').context.custom).toMatchObject({
      path: 'art/picture-1.jpg',
      colors: expect.stringMatching(/^#[0-9A-F]{6}/),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(row('picture-1')).toMatchObject({
      ...{ width: 60, height: 40, orientation: 'Desktop', category: '#art' },
      file_main_name: 'picture-1.jpg',
      data: {
        primary_colors: [expect.any(String)],
        luminance: expect.any(Number),
        palette: expect.arrayContaining([expect.stringMatching(/^#[0-9A-F]{6}$/)]),
        placeholder: expect.any(String),
        focal_point: { x: expect.any(Number), y: expect.any(Number) },
      },
    })
    expect(publishing.github.made).toMatchObject([{ message: 'Publish 6 pictures' }])
  })

  it('has nothing to do the second time, even on another machine', async () => {
    await run()
    expect(await run({ cacheDir: join(publishing.folder, '../elsewhere') })).toBe('done')
    expect(publishing.cloudinary.uploads).toHaveLength(6)
    expect(publishing.github.made).toHaveLength(1)
    expect(lines).toContain(
      'index.json and tags.json are up to date, so there was nothing to commit',
    )
  })

  it('shows the plan and changes nothing on a dry run', async () => {
    expect(await run({ dryRun: true })).toBe('done')
    expect(lines.join('\n')).toMatch(/upload +6 +art\/picture-1\.jpg, .* and 1 more/)
    expect(publishing.cloudinary.uploads).toEqual([])
    expect(publishing.github.made).toEqual([])
  })

  it('takes title, tags, category, credit and licence from the file beside a picture', async () => {
    const facts = {
      title: 'Lake | at = dawn',
      tags: 'calm, blue hour',
      category: 'Quiet Places',
      credit: 'Ada L.',
      license: 'CC0',
    }
    await publishing.put('art/picture-1.json', JSON.stringify(facts))
    await run()
    expect(row('picture-1')).toMatchObject({
      category: '#quiet-places',
      data: {
        title: 'Lake | at = dawn',
        tags: ['calm', 'blue hour'],
        credit: 'Ada L.',
        license: 'CC0',
      },
    })
    expect(resource('picture-1').context.custom.caption).toBe('Lake | at = dawn')
    expect(resource('picture-1').tags).toEqual(['desktop', 'quiet-places', 'calm', 'blue hour'])
  })

  it('takes the author from inside a picture only if that is switched on', async () => {
    const signed = noise(40).withExif({ IFD0: { Artist: 'Ada L.' } })
    await publishing.put('art/signed.jpg', await signed.jpeg().toBuffer())
    await run()
    expect(row('signed')?.data).not.toHaveProperty('credit')
    await run({ readsEmbeddedFacts: true })
    expect(row('signed')?.data).toMatchObject({ credit: 'Ada L.' })
    expect(resource('signed').context.custom.credit).toBe('Ada L.')
  })

  it('uploads pictures without their metadata, unless told to keep it', async () => {
    const file = await noise(40)
      .withExif({
        IFD0: { Artist: 'Ada Lovelace' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .jpeg()
      .toBuffer()
    await publishing.put('art/signed.jpg', file)
    const uploaded = () => expectDefined(publishing.cloudinary.files.get('main/signed'))

    await run({ stripsMetadata: false })
    expect(uploaded().equals(file)).toBe(true)

    lines = []
    await run()
    expect(lines).toContainEqual(expect.stringMatching(/replace +7/))
    expect(uploaded().includes('Ada Lovelace')).toBe(false)
    expect(await sharp(uploaded()).metadata()).not.toHaveProperty('exif')
    expect(await pixelsOf(uploaded())).toEqual(await pixelsOf(file))
  })

  it('uploads only pictures that changed or whose metadata changed', async () => {
    await run()
    await publishing.put('art/picture-1.json', '{"title":"Dawn"}')
    await publishing.put('tech/picture-2.jpg', await noise(40).jpeg().toBuffer())
    await run()
    expect(publishing.cloudinary.uploads.slice(6).sort()).toEqual([
      'main/picture-1',
      'main/picture-2',
    ])
    expect(publishing.cloudinary.resources).toHaveLength(6)
    expect(publishing.rows()).toHaveLength(6)
  })

  it('prints one line for each broken picture, and publishes the rest', async () => {
    const torn = firstHalf(await noise(60).jpeg().toBuffer())
    await publishing.put('art/torn.jpg', torn)
    await writeFile(join(publishing.folder, 'art/copying.jpg'), torn)
    await publishing.put('art/picture-1.json', '{"titel":"Dawn"}')
    expect(await run()).toBe('partly')
    expect(lines.filter((line) => line.startsWith('Skipped')).toSorted()).toEqual([
      expect.stringContaining('art/copying.jpg'),
      expect.stringMatching(
        /art\/picture-1\.jpg: picture-1\.json beside it has an unknown field 'titel'/,
      ),
      expect.stringContaining('art/torn.jpg'),
    ])
    expect(publishing.rows()).toHaveLength(5)
  })

  it.each(['420', 'cut body'] as const)('retries failed uploads: %s', async (fault) => {
    publishing.cloudinary.behave({ failingUploads: { fault, left: 4 } })
    expect(await run()).toBe('done')
    expect(pauses).toHaveLength(4)
    expect(publishing.rows()).toHaveLength(6)
  })

  it('stops if the key is refused, commits nothing and shows no secret', async () => {
    const wrong = expectDefined(publishing.env.CLOUDINARY_URL).replace(
      publishing.cloudinary.secret,
      'wrong-SECRET',
    )
    await expect(run({}, { CLOUDINARY_URL: wrong })).rejects.toThrow(
      /Cloudinary refuses the API key \(401\): check CLOUDINARY_URL/,
    )
    expect(publishing.github.made).toEqual([])
    expect(lines.join()).not.toContain('wrong-SECRET')
  })

  it('checks before the first upload that the token may write', async () => {
    publishing.github.behave({ readOnly: true })
    await expect(run()).rejects.toThrow('GITHUB_TOKEN is not allowed to write to octo/wallpapers')
    expect(publishing.cloudinary.uploads).toEqual([])
  })

  it('says before the first upload that the repository does not have the branch', async () => {
    await expect(run({}, { GITHUB_REF: 'nowhere' })).rejects.toThrow(
      'octo/wallpapers has no branch nowhere: set GITHUB_REF to a branch that has a commit',
    )
    expect(publishing.cloudinary.uploads).toEqual([])
  })

  it('keeps commits that others pushed in the meantime, and fields that they added to its rows', async () => {
    const old = {
      file_name: 'picture-1',
      timestamp: '2020-01-01T00:00:00Z',
      mine: 1,
      data: { mood: 'calm' },
    }
    publishing.github.push([old], [])
    const other = { file_name: 'other', file_main_name: 'other.jpg' }
    publishing.github.behave({ beforeUpdate: () => publishing.github.push([other, old], []) })
    expect(await run()).toBe('done')
    expect(publishing.rows().map(({ file_name }) => file_name)).toEqual([
      ...['other', 'picture-1', 'picture-4', 'picture-0', 'picture-3', 'picture-2', 'picture-5'],
    ])
    expect(row('picture-1')).toMatchObject({
      ...{ timestamp: '2020-01-01T00:00:00Z', mine: 1, width: 60 },
      data: { mood: 'calm', primary_colors: [expect.any(String)] },
    })
    expect(publishing.github.made).toHaveLength(1)
  })

  it.each(['HTML 502', 'secondary limit'] as const)(
    'waits until GitHub can be written to: %s',
    async (fail) => {
      publishing.github.behave({ fail, failOn: ['git'] })
      const pause = async (ms: number) => {
        pauses.push(ms)
        publishing.github.behave()
      }
      expect(await run({ pause })).toBe('done')
      expect(pauses).toHaveLength(1)
      expect(publishing.github.made).toHaveLength(1)
    },
  )

  it('makes no second commit when the answer to the first was lost', async () => {
    publishing.github.behave({ losesUpdate: true })
    expect(await run()).toBe('done')
    expect(pauses).toHaveLength(1)
    expect(publishing.github.made).toHaveLength(1)
    expect(publishing.rows()).toHaveLength(6)
  })

  it('does not overwrite an index that it cannot read', async () => {
    publishing.github.push('{"rows":[]}', [])
    await expect(run()).rejects.toThrow('index.json in the repository is not a list of rows')
    expect(publishing.github.made).toEqual([])
  })

  it('keeps pictures that are missing in the folder, and deletes them only with the flag and a yes', async () => {
    await run()
    await rm(join(publishing.folder, 'art/picture-1.jpg'))
    await run()
    expect(publishing.rows()).toHaveLength(6)
    expect(lines.join('\n')).toMatch(/missing +1 +not in the folder, stays published/)
    expect(await run({ deleteMissing: true, confirm: async () => false })).toBe('stopped')
    expect(publishing.rows()).toHaveLength(6)
    await run({ deleteMissing: true })
    expect(row('picture-1')).toBeUndefined()
    expect(resource('picture-1')).toBeUndefined()
    expect(publishing.rows('tags.json')).toHaveLength(5)
    expect(publishing.github.made.at(-1)?.message).toBe('Remove 1 picture')
  })

  it('refuses to delete what is missing in a folder that has no pictures', async () => {
    await run()
    await rm(publishing.folder, { recursive: true })
    await mkdir(publishing.folder)
    await expect(run({ deleteMissing: true })).rejects.toThrow(
      `The folder ${publishing.folder} has no pictures. Is its disk mounted? Nothing was deleted`,
    )
    expect(publishing.rows()).toHaveLength(6)
    expect(publishing.cloudinary.resources).toHaveLength(6)
  })

  it('never reuses the id of another published picture, and keeps the id of a moved one', async () => {
    await run()
    await rm(join(publishing.folder, 'art/picture-1.jpg'))
    await publishing.put('sea/picture-1.jpg', await noise(40).jpeg().toBuffer())
    await rename(join(publishing.folder, 'tech'), join(publishing.folder, 'machines'))
    await run()
    expect(row('picture-1')?.category).toBe('#art')
    expect(row('sea-picture-1')?.category).toBe('#sea')
    expect(row('picture-2')?.category).toBe('#machines')
    expect(publishing.cloudinary.resources).toHaveLength(7)
  })
})
