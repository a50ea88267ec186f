import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createTestApp } from '../../test-app.ts'

it('serves the icon of the extension at /favicon.ico, in three sizes', async () => {
  const response = await (await createTestApp()).request('/favicon.ico')
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('image/x-icon')
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=86400')
  const icon = Buffer.from(await response.arrayBuffer())
  expect([icon.readUInt16LE(2), icon.readUInt16LE(4)]).toEqual([1, 3])
  for (const [at, size] of [16, 32, 48].entries()) {
    const entry = icon.subarray(6 + 16 * at)
    const [bytes, start] = [entry.readUInt32LE(8), entry.readUInt32LE(12)]
    const url = new URL(`../../../extension/public/icon/${size}.png`, import.meta.url)
    expect(entry[0]).toBe(size)
    expect(icon.subarray(start, start + bytes).equals(await readFile(url))).toBe(true)
  }
})
