import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLongRun } from '../../long-run.ts'
import { type Generator, generateClient } from '../../tools/generated-clients/generate.ts'
import { type RunningServer, startServer } from '../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

let server: RunningServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const read = async (path: string) => (await fetch(server.url + path)).json()

const generators: Generator[] = ['openapi-typescript', 'openapi-zod-client']

describe('the OpenAPI document', () => {
  it.each(isLongRun ? generators : generators.slice(0, 1))(
    'becomes a client that compiles and works, with %s',
    async (generator) => {
      const dir = await makeTempDir(generator)
      try {
        const calls = await generateClient(generator, await read('/openapi.json'), dir)
        const { callAll } = await import(pathToFileURL(calls).href)
        expect(await callAll(server.url)).toEqual({
          left: (await read('/api/wallpapers?limit=100')).wallpapers.length - 2,
          found: (await read('/api/wallpapers/search?q=lake')).results[0].name,
          counted: 2,
          title: 'Alpine Dawn',
          today: (await read('/api/wallpapers/today?tz=Asia/Tokyo')).wallpaper.title,
          hasBytes: true,
          feed: (await read('/feed.json?category=nature,city')).items.length,
          isRss: true,
          username: generator === 'openapi-typescript' ? 'ada_types' : 'ada_zod',
          favorites: ['alpine-dawn'],
        })
      } finally {
        await removeDir(dir)
      }
    },
  )
})
