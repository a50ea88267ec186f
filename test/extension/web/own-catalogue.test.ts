import { afterEach, describe, expect, it } from 'vitest'
import { defaultSettings, toFilters } from '../../../extension/features/settings/settings.ts'
import { createOwnCatalogue } from '../../../extension/web/own-catalogue.ts'
import { type FakeCatalogue, startFakeCatalogue } from '../../e2e/support/fake-catalogue.ts'

let server: FakeCatalogue | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
})

const find = (url: string, exclude: string[] = []) => {
  const filters = toFilters(defaultSettings, { width: 1920, height: 1080 }, url)
  return createOwnCatalogue().find(filters, exclude)
}

describe('createOwnCatalogue', () => {
  it('finds wallpapers with the details that a page shows', async () => {
    server = await startFakeCatalogue()
    const [first, ...others] = await find(server.url)
    expect(others.length).toBeGreaterThan(0)
    expect(first?.title).toMatch(/^Fake/)
    expect(first?.image_url).toContain(server.url)
  })

  it('leaves out what the deck has already', async () => {
    server = await startFakeCatalogue()
    const [first] = await find(server.url)
    const found = await find(server.url, [first?.id ?? ''])
    expect(found.length).toBeGreaterThan(0)
    expect(found.map(({ id }) => id)).not.toContain(first?.id)
  })

  it('passes on for how long a busy server asks it to wait', async () => {
    server = await startFakeCatalogue()
    server.behave({ status: 503, retryAfter: 7 })
    await expect(find(server.url)).rejects.toMatchObject({
      problem: { kind: 'refused', status: 503 },
      retryAfterMs: 7000,
    })
  })

  it('reports a server that does not answer', async () => {
    await expect(find('http://127.0.0.1:9')).rejects.toMatchObject({
      problem: { kind: 'unreachable' },
    })
  })
})
