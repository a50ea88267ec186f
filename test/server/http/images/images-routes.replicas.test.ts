import { chmod, cp, mkdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeIndexRow } from '../../../builders.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { landscape } from '../../adapters/sample-pictures.ts'
import { openFolder } from '../random/random-server.ts'

describe('two replicas with copies of the same pictures', () => {
  let dir: string
  let one: Awaited<ReturnType<typeof openFolder>>['app']
  let two: typeof one
  beforeAll(async () => {
    dir = await makeTempDir('replicas')
    const main = join(dir, 'one/catalogue/main')
    await mkdir(main, { recursive: true })
    await landscape().jpeg().toFile(join(main, 'lake.jpg'))
    const row = makeIndexRow({
      file_name: 'lake',
      file_main_name: 'lake.jpg',
      file_cache_name: 'lake.webp',
    })
    await writeFile(join(dir, 'one/catalogue/index.json'), JSON.stringify([row]))
    await cp(join(dir, 'one'), join(dir, 'two'), { recursive: true })
    await utimes(join(dir, 'two/catalogue/main/lake.jpg'), 1, 1)
    ;({ app: one } = await openFolder(join(dir, 'one/catalogue'), join(dir, 'one')))
    ;({ app: two } = await openFolder(join(dir, 'two/catalogue'), join(dir, 'two')))
  })
  afterAll(() => removeDir(dir))

  it.each(['/main/lake.jpg', '/images/lake', '/images/lake?w=100', '/cache/lake.webp'])(
    'know what the other has sent of %s, the second time too',
    async (path) => {
      const first = await one.request(path)
      expect(first.status).toBe(200)
      const etag = first.headers.get('ETag') ?? ''
      for (const replica of [two, one, two]) {
        const again = await replica.request(path, { headers: { 'If-None-Match': etag } })
        expect([again.status, again.headers.get('ETag')]).toEqual([304, etag])
      }
    },
  )

  it('know what the other has sent where no picture can be stored', async () => {
    await writeFile(join(dir, 'full'), '')
    const { app: full } = await openFolder(join(dir, 'two/catalogue'), join(dir, 'full'))
    const [kept, made] = await Promise.all(
      [one, full].map((replica) => replica.request('/images/lake?w=200')),
    )
    expect(made?.status).toBe(200)
    expect(made?.headers.get('ETag')).toBe(kept?.headers.get('ETag'))
  })

  it('notice that a picture was written again with its old size and time, and not that its rights changed', async () => {
    const file = join(dir, 'two/catalogue/main/lake.jpg')
    const known = await two.request('/main/lake.jpg')
    const ask = (headers: Record<string, string>) => two.request('/main/lake.jpg', { headers })
    const etag = known.headers.get('ETag') ?? ''
    const rendition = (await two.request('/images/lake?w=90')).headers.get('ETag')
    await chmod(file, 0o600)
    expect((await ask({ 'If-None-Match': etag })).status).toBe(304)
    const { size, atime, mtime } = await stat(file)
    const other = await landscape().negate({ alpha: false }).jpeg({ quality: 60 }).toBuffer()
    await writeFile(file, Buffer.concat([other, Buffer.alloc(size - other.length)]))
    await utimes(file, atime, mtime)
    for (const headers of [{ 'If-None-Match': etag }, { 'If-Modified-Since': mtime.toUTCString() }])
      expect((await ask(headers as Record<string, string>)).status).toBe(200)
    expect((await two.request('/images/lake?w=90')).headers.get('ETag')).not.toBe(rendition)
  })
})
