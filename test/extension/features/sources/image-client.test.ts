import { describe, expect, it } from 'vitest'
import {
  createImageClient,
  inScreenSize,
  toScreenUrl,
} from '../../../../extension/features/sources/image-client.ts'
import { makeWallpaper } from '../../fakes/make-wallpaper.ts'

const screen = { width: 2560, height: 1440 }
const jpeg = () => new Response('jpeg', { headers: { 'Content-Type': 'image/jpeg' } })
/** Like the real one, refuses what is not a picture, whatever type the server gives it. */
const prepare = async (blob: Blob) => {
  if (!(await blob.text()).startsWith('jpeg')) throw new Error('not a picture')
  return { blob, color: null, light: null, luminance: null }
}

/**
 * A fake image client that answers requests for the resized picture and for the full file
 * differently.
 */
const clientOf = (sized: () => Response, full: () => Response, asked: string[] = []) =>
  createImageClient({
    prepare,
    fetch: async (input) => {
      asked.push(String(input))
      return String(input).includes('/images/') ? sized() : full()
    },
  })

describe('toScreenUrl', () => {
  it('asks for a JPEG that covers the screen, and keeps what the address has already', () => {
    const url = toScreenUrl('http://server.test/images/lake?v=7', screen)
    expect(url).toBe('http://server.test/images/lake?v=7&w=2560&h=1440&fit=cover&format=jpeg')
  })
})

describe('createImageClient', () => {
  it('appends nothing to the address of a file', async () => {
    const asked: string[] = []
    const wallpaper = makeWallpaper({ catalogue: 'https://github.com/u/r' })
    await clientOf(jpeg, jpeg, asked).load(wallpaper, screen)
    expect(asked).toEqual([wallpaper.image_url])
  })

  it('appends the size of the screen for a server', async () => {
    const asked: string[] = []
    await inScreenSize(clientOf(jpeg, jpeg, asked).load)(makeWallpaper(), screen)
    expect(asked[0]).toContain('w=2560')
  })

  it('tries no address twice', async () => {
    const asked: string[] = []
    const url = 'https://walls.test/main/lake.jpg'
    const wallpaper = makeWallpaper({ catalogue: 'https://github.com/u/r', url, image_url: url })
    const broken = () => new Response('broken')
    await expect(clientOf(broken, broken, asked).load(wallpaper, screen)).rejects.toThrow()
    expect(asked).toEqual([url])
  })

  it('tries no larger file while saving data', async () => {
    const asked: string[] = []
    const { url, ...wallpaper } = makeWallpaper()
    const gone = () => new Response('', { status: 404 })
    await expect(clientOf(gone, jpeg, asked).load(wallpaper, screen)).rejects.toThrow()
    expect(asked).toHaveLength(1)
  })

  it('does not insist on the type that a host gives to a picture', async () => {
    const headers = { 'Content-Type': 'application/octet-stream' }
    const bytes = () => new Response('jpeg', { headers })
    const { blob } = await clientOf(bytes, bytes).load(makeWallpaper(), screen)
    expect(await blob.text()).toBe('jpeg')
  })

  it('says when a host refuses, and how long it asks to wait', async () => {
    const refused = () => new Response('', { status: 429, headers: { 'Retry-After': '60' } })
    await expect(clientOf(refused, refused).load(makeWallpaper(), screen)).rejects.toMatchObject({
      problem: { kind: 'refused', status: 429 },
      retryAfterMs: 60_000,
    })
  })

  it.each([
    ['fails', () => new Response('', { status: 502 })],
    ['is no picture', () => new Response('<h1>')],
    ['is empty', () => new Response('')],
    ['is huge', () => new Response('x', { headers: { 'Content-Length': '99999999' } })],
  ])('falls back to the full file when the sized one %s', async (_what, sized) => {
    const asked: string[] = []
    await clientOf(sized, jpeg, asked).load(makeWallpaper(), screen)
    expect(asked.at(-1)).toBe('http://server.test/main/lake.jpg')
  })
})
