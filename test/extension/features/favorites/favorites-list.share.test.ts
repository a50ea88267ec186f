import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  isExported,
  listIndexes,
} from '../../../../extension/features/favorites/favorites-list.tsx'
import { startPlainFileServer } from '../../../tools/servers/plain-file-server.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'

describe('isExported', () => {
  let dir: string
  let site: Awaited<ReturnType<typeof startPlainFileServer>>

  beforeAll(async () => {
    dir = await makeTempDir('site')
    site = await startPlainFileServer(dir, '/walls')
  })
  beforeEach(async () => {
    await mkdir(join(dir, 'api'))
    await writeFile(join(dir, '404.html'), 'Not found')
  })
  afterEach(() => removeDir(join(dir, 'api')))
  afterAll(async () => {
    await site.close()
    await removeDir(dir)
  })

  const ask = async (instance?: string) => {
    if (instance !== undefined) await writeFile(join(dir, 'api/instance.json'), instance)
    return isExported(`${site.url}/index.json`)
  }

  it('knows an exported site by its description', async () => {
    const instance = { name: 'fresco', version: '1.0.0', identity: 'none' }
    expect(await ask(JSON.stringify(instance))).toBe(true)
  })

  it('needs more than an answer, because some hosts answer each address with a page', async () => {
    expect(await ask('<!doctype html><title>An app</title>')).toBe(false)
    expect(await ask('{}')).toBe(false)
  })

  it('finds no exported site without a description', async () => {
    expect(await ask()).toBe(false)
  })
})

describe('listIndexes', () => {
  it('lists the indexes of chosen catalogues that have hearts', () => {
    const [site, removed, walls] = [
      'https://ada.test/index.json',
      'https://grace.test/index.json',
      'https://github.com/ada/walls',
    ]
    const hearts = [site, site, removed, walls, undefined].map((catalogue, at) => ({
      id: `${at}`,
      title: '',
      color: null,
      preview_url: '',
      ...(catalogue && { catalogue }),
    }))
    expect(listIndexes(hearts, [site, walls, 'https://alan.test/index.json'])).toEqual([site])
  })
})
