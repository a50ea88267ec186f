import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isLongRun } from '../../long-run.ts'
import { openPublishing, type Publishing } from './publish/publish-harness.ts'

const count = isLongRun ? 174 : 12

let publishing: Publishing
beforeEach(async () => {
  publishing = await openPublishing()
})
afterEach(() => publishing.close())

const waitForUploads = async ({ cloudinary }: Publishing, number: number) => {
  while (cloudinary.uploads.length < number) await sleep(5)
}

const idsAt = ({ cloudinary }: Publishing) =>
  cloudinary.resources.map((each) => String(Object(each).public_id)).sort()

describe('npm run fresco -- publish', () => {
  it('publishes every picture once, in one commit, after it was killed and run again', async () => {
    await publishing.putPictures(count)
    publishing.cloudinary.behave({ latencyMs: 20 })
    const first = publishing.begin()
    await waitForUploads(publishing, count / 2)
    first.child.kill('SIGKILL')
    await first.ended
    expect(publishing.github.made).toEqual([])
    publishing.cloudinary.behave()
    const before = publishing.cloudinary.uploads.length
    expect(before).toBeLessThan(count)

    const second = await publishing.run()

    expect(second).toMatchObject({ code: 0 })
    expect(publishing.github.made).toHaveLength(1)
    expect(publishing.rows()).toHaveLength(count)
    expect(publishing.rows('tags.json')).toHaveLength(count)
    expect(idsAt(publishing)).toEqual(
      publishing
        .rows()
        .map(({ file_name }) => `main/${file_name}`)
        .sort(),
    )
    // Up to three uploads were in progress when the process was killed. They may have succeeded
    // without being recorded.
    expect(publishing.cloudinary.uploads.length).toBeLessThanOrEqual(count + 3)
  })

  it('stops cleanly on Ctrl-C and says what is left', async () => {
    await publishing.putPictures(9)
    publishing.cloudinary.behave({ latencyMs: 50 })
    const { child, ended, output } = publishing.begin()
    await waitForUploads(publishing, 3)
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    expect(output()).toMatch(/Stopped: \d pictures uploaded, \d left, nothing committed/)
    expect(publishing.github.made).toEqual([])
  })

  it('lets --yes delete some pictures, but not more than half of them', async () => {
    await publishing.putPictures(6)
    await publishing.run()
    await rm(join(publishing.folder, 'art'), { recursive: true })
    const { code } = await publishing.run(['--delete-missing', '--yes'])
    expect(code).toBe(0)
    expect(publishing.cloudinary.resources).toHaveLength(4)

    await rm(join(publishing.folder, 'nature'), { recursive: true })
    await rm(join(publishing.folder, 'tech/picture-2.jpg'))
    const { code: refused, output } = await publishing.run(['--delete-missing', '--yes'])
    expect(refused).toBe(130)
    expect(output).toContain('Delete 3 of 4 published pictures permanently? --yes does not')
    expect(publishing.cloudinary.resources).toHaveLength(4)
  })

  it('names missing settings, and says that a local folder needs no publishing', async () => {
    const { code, output } = await publishing.run([], { CLOUDINARY_URL: '', GITHUB_TOKEN: '' })
    expect(code).toBe(1)
    expect(output).toContain('CLOUDINARY_URL and GITHUB_TOKEN are missing')
    expect(output).toContain('WALLPAPERS_DIR')
  })
})
