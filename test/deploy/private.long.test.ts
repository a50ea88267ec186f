import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openService, type Service, signUp } from '../server/cli/admin-harness.ts'
import { findProxy, startProxyProgram, writeNginxConfig } from '../tools/servers/proxy-programs.ts'
import { findFreePort } from '../tools/servers/sockets.ts'
import type { RunningServer } from '../tools/servers/start-server.ts'
import { makeTempDir } from '../tools/temp-dir.ts'

/** A cache that stores whatever an answer allows, for every client together. */
const cachingSite = (dir: string, port: number, server: string) => `
  proxy_cache_path ${dir}/cache keys_zone=all:1m;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${server};
      proxy_cache all;
      proxy_cache_key $request_uri;
      proxy_cache_valid any 10m;
      add_header X-Cache $upstream_cache_status always;
    }
  }`

describe.skipIf(!findProxy('nginx'))('a private server behind the cache of nginx', () => {
  let service: Service
  let server: RunningServer
  let proxy: { stop(): Promise<void> }
  let url: string
  let key: string
  beforeAll(async () => {
    service = await openService('SQLite')
    const port = await findFreePort()
    url = `http://127.0.0.1:${port}`
    const env = {
      ACCESS: 'private',
      LOG_LEVEL: 'debug',
      PUBLIC_URL: url,
      TRUSTED_PROXIES: '127.0.0.1',
    }
    const own = await findFreePort()
    server = await service.start({ ...env, PORT: String(own) })
    const dir = await makeTempDir('nginx')
    const site = cachingSite(dir, port, `http://127.0.0.1:${own}`)
    proxy = await startProxyProgram('nginx', dir, port, () => writeNginxConfig(dir, site))
    const { stdout } = await service.admin(['invite', '--json'], { env })
    const invite = new URL(JSON.parse(stdout).link).searchParams.get('invite')
    await signUp({ url }, 'ada', { invite })
    key = (await service.admin(['key', 'ada'])).output.trim()
  })
  afterAll(async () => {
    await proxy?.stop()
    await service.close()
  })

  const bearer = () => ({ Authorization: `Bearer ${key}` })
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, { headers, redirect: 'manual' })
    const text = await answer.text()
    return { status: answer.status, cache: answer.headers.get('X-Cache'), text }
  }

  it('is not stored by the cache, whatever was asked before and however', async () => {
    const { wallpapers } = JSON.parse((await ask('/api/wallpapers', bearer())).text)
    const picture = new URL(wallpapers[0]).pathname
    const paths = [
      ...[
        '/api/wallpapers/index',
        '/index.json',
        '/api/categories',
        '/random',
        '/today',
        '/feed.rss',
      ],
      ...[
        picture,
        picture.replace('/main/', '/images/').replace(/\.\w+$/, '?w=64'),
        '/openapi.json',
      ],
    ]
    for (const path of paths) {
      const keyed = `${path}${path.includes('?') ? '&' : '?'}key=${key}`
      for (const admitted of [await ask(path, bearer()), await ask(keyed), await ask(keyed)])
        expect([admitted.status, admitted.cache], path).toEqual([200, 'MISS'])
      for (const stranger of [await ask(path), await ask(path, { Accept: 'text/html' })])
        expect([401, 303], path).toContain(stranger.status)
    }
    await ask('/site.css')
    expect((await ask('/site.css')).cache).toBe('HIT')
  })

  it('closes an address with a key as soon as the key has ended', async () => {
    const { output } = await service.admin(['key', 'ada', '--for', 'frame'])
    const path = `/today?key=${output.trim()}`
    expect((await ask(path)).status).toBe(200)
    const { stdout } = await service.admin(['keys', 'ada', '--json'])
    const { id } = JSON.parse(stdout).find(({ name = '' }) => name === 'frame')
    await service.admin(['keys', 'ada', '--end', id])
    expect((await ask(path)).status).toBe(401)
  })

  it('never writes a key to its log', async () => {
    await ask(`/api/wallpapers?count=x&key=${key}`)
    await ask(`/no/such/path/${key}?key=${key}`)
    await ask(`/images/nowhere?key=${key}`)
    await expect.poll(server.log).toContain('/images/nowhere')
    expect(server.log()).toContain('This server is private')
    expect(server.log()).not.toContain(key)
  })
})
