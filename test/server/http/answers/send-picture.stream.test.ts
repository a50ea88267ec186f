import { open, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { streamFile } from '../../../../server/http/answers/send-picture.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'

/** Content of several chunks with different bytes, so that a wrong order would be noticed. */
const content = Uint8Array.from({ length: 300_000 }, (_, at) => (at * at) % 251)

describe('streamFile', () => {
  let dir: string
  let file: string
  beforeAll(async () => {
    dir = await makeTempDir('stream-file')
    file = join(dir, 'picture.jpg')
  })
  beforeEach(() => writeFile(file, content))
  afterAll(() => removeDir(dir))

  const begin = async (start = 0, end = content.length - 1) => {
    const handle = await open(file)
    return { handle, stream: streamFile(handle, [{ from: start, to: end + 1 }]) }
  }
  const read = async (stream: ReadableStream<Uint8Array>) =>
    Buffer.concat(await Array.fromAsync(stream))

  it.each([
    [0, 299_999],
    [0, 0],
    [65_535, 65_536],
    [123_456, 299_999],
  ])('gives the bytes %i to %i, and closes the file', async (start, end) => {
    const { handle, stream } = await begin(start, end)
    expect((await read(stream)).equals(content.subarray(start, end + 1))).toBe(true)
    expect(handle.fd).toBe(-1)
  })

  it('sends bytes that replace a part of the file in their place', async () => {
    const handle = await open(file)
    const parts = [
      { from: 10, to: 100_000 },
      Uint8Array.of(1, 2, 3),
      { from: 200_000, to: 200_001 },
    ]
    const expected = [content.subarray(10, 100_000), [1, 2, 3], content.subarray(200_000, 200_001)]
    const sent = await read(streamFile(handle, parts))
    expect(sent.equals(Buffer.concat(expected.map((part) => Uint8Array.from(part))))).toBe(true)
    expect(handle.fd).toBe(-1)
  })

  it('fails when the file becomes shorter meanwhile, and closes it', async () => {
    const { handle, stream } = await begin()
    await truncate(file, 100_000)
    await expect(read(stream)).rejects.toThrow('shorter')
    expect(handle.fd).toBe(-1)
  })

  it('closes the file when the reader cancels', async () => {
    const { handle, stream } = await begin()
    const reader = stream.getReader()
    await reader.read()
    await reader.cancel()
    expect(handle.fd).toBe(-1)
  })
})
