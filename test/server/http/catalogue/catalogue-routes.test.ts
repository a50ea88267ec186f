import { describe, expect, it } from 'vitest'
import { DomainError } from '../../../../server/domain-error.ts'
import { instanceSchema } from '../../../../shared/service-api.ts'
import { answer } from '../../../accounts-app.ts'
import { makeIndexRow } from '../../../builders.ts'
import { createTestApp, failingSource, memorySource } from '../../../test-app.ts'

type App = Awaited<ReturnType<typeof createTestApp>>

const get = (app: App, path: string) => answer(app.request(path))
const withTags = (...tags: unknown[]) => createTestApp({ source: memorySource([], { tags }) })

describe('GET /api/colors (spec 4.5)', () => {
  it('maps known names to their hex value, and others to #000000', async () => {
    const app = await withTags({ colors: ['darkslategray', 'black', 'teal', 'dragon-scale'] })
    expect((await get(app, '/api/colors')).body).toEqual([
      { name: 'darkslategray', hex: '#2F4F4F' },
      { name: 'black', hex: '#000000' },
      { name: 'teal', hex: '#008080' },
      { name: 'dragon-scale', hex: '#000000' },
    ])
  })

  it('is derived from the file that /tags.json sends', async () => {
    const tags = [{ file_name: 'lake', colors: ['blue'] }, null]
    const sent = await get(await withTags(...tags), '/tags.json')
    expect(sent).toMatchObject({ status: 200, body: tags })
    expect(sent.headers.get('ETag')).toBeTruthy()
    expect(await get(await createTestApp(), '/tags.json')).toMatchObject({ status: 200, body: [] })
  })

  it('is 500 when the configuration is missing, and says which', async () => {
    const missing = new DomainError('CONFIGURATION_MISSING', 'GitHub configuration missing')
    const app = await createTestApp({ source: failingSource(missing) })
    expect(await get(app, '/api/colors')).toMatchObject({
      status: 500,
      body: { error: 'GitHub configuration missing' },
    })
  })
})

describe('GET /api/instance', () => {
  it('says what this server is, also while the catalogue cannot be read', async () => {
    const app = await createTestApp({ source: failingSource(new Error('down')) })
    const { status, body } = await get(app, '/api/instance')
    expect(status).toBe(200)
    expect(instanceSchema.parse(body)).toMatchObject({ name: 'Fresco', version: '1.2.3' })
  })
})

describe('GET /index.json', () => {
  it('is the index as clients of a catalogue folder read it', async () => {
    const app = await createTestApp({ rows: [makeIndexRow()] })
    const response = await app.request('/index.json')
    expect(await response.json()).toEqual([makeIndexRow()])
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  })
})
