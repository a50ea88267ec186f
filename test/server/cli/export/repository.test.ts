import { execFileSync, spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fetchRepository, readRepository } from '../../../../server/cli/export/repository.ts'
import { closeServer } from '../../../tools/servers/sockets.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'

const token = 'ghp_secret'
let dir: string
let server: Server
let asked: string[]
let isPrivate: boolean
beforeEach(async () => {
  dir = await makeTempDir('repository')
  asked = []
  isPrivate = false
  server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const folder = join(dir, 'hosted/ada/walls.git')
  await mkdir(folder, { recursive: true })
  git(folder, 'init', '--quiet', '--initial-branch', 'main')
  await commit({ 'lake.jpg': 'one', 'dune.jpg': 'two' })
})
afterEach(async () => {
  await closeServer(server)
  await removeDir(dir)
})

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' })

const commit = async (files: Record<string, string>) => {
  const folder = join(dir, 'hosted/ada/walls.git')
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  git(folder, 'add', '--all')
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@ada.example']
  git(folder, ...author, 'commit', '--quiet', '--message', 'pictures')
}

/** Serves repositories with Git's own program, as a host does. */
const answer = (request: IncomingMessage, response: ServerResponse) => {
  const { pathname, search } = new URL(request.url ?? '/', 'http://git.test')
  asked.push(`${request.method} ${pathname}${search}`)
  const credentials = `Basic ${btoa(`x-access-token:${token}`)}`
  if (isPrivate && request.headers.authorization !== credentials) {
    response.writeHead(401, { 'WWW-Authenticate': 'Basic' }).end()
    return
  }
  const backend = spawn('git', ['http-backend'], {
    env: {
      ...process.env,
      GIT_PROJECT_ROOT: join(dir, 'hosted'),
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method,
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: request.headers['content-type'],
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
    },
  })
  request.pipe(backend.stdin)
  const pieces: Buffer[] = []
  backend.stdout.on('data', (piece) => pieces.push(piece))
  backend.on('close', () => {
    const all = Buffer.concat(pieces)
    const end = all.indexOf('\r\n\r\n')
    const headers = all.subarray(0, end).toString().split('\r\n')
    let status = 200
    for (const header of headers) {
      const [name = '', value = ''] = header.split(': ')
      if (name === 'Status') status = Number(value.slice(0, 3))
      else response.setHeader(name, value)
    }
    response.writeHead(status).end(all.subarray(end + 4))
  })
}

const fetchAgain = (options: Partial<Parameters<typeof fetchRepository>[0]> = {}) =>
  fetchRepository({
    owner: 'ada',
    repo: 'walls',
    ref: 'HEAD',
    token: '',
    host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dir: join(dir, 'copies'),
    env: process.env,
    signal: new AbortController().signal,
    ...options,
  })

describe('readRepository', () => {
  it.each(['ada/walls', 'github.com/ada/walls', 'https://github.com/ada/walls.git', 'ada/walls/'])(
    'reads %s',
    (text) => expect(readRepository(text)).toEqual({ owner: 'ada', repo: 'walls' }),
  )

  it.each(['walls', 'a/b/c', '../walls', 'ada/..', '-a/b c', 'https://gitlab.com/ada/walls'])(
    'refuses %s',
    (text) => expect(readRepository(text)).toBeUndefined(),
  )
})

describe('fetchRepository', () => {
  it('gets the newest files, and later only what has changed', async () => {
    const folder = await fetchAgain()
    expect(await readFile(join(folder, 'lake.jpg'), 'utf8')).toBe('one')
    await commit({ 'lake.jpg': 'three' })
    await writeFile(join(folder, 'dune.jpg'), 'changed by hand')
    expect(await fetchAgain()).toBe(folder)
    expect(await readFile(join(folder, 'lake.jpg'), 'utf8')).toBe('three')
    expect(await readFile(join(folder, 'dune.jpg'), 'utf8')).toBe('two')
  })

  it('gets a branch or a commit', async () => {
    const first = git(join(dir, 'hosted/ada/walls.git'), 'rev-parse', 'HEAD').trim()
    await commit({ 'lake.jpg': 'three' })
    expect(await readFile(join(await fetchAgain({ ref: 'main' }), 'lake.jpg'), 'utf8')).toBe(
      'three',
    )
    expect(await readFile(join(await fetchAgain({ ref: first }), 'lake.jpg'), 'utf8')).toBe('one')
  })

  it('gets a private repository with a token', async () => {
    isPrivate = true
    await expect(fetchAgain()).rejects.toThrow('The repository ada/walls could not be read: ')
    const folder = await fetchAgain({ token })
    expect(await readFile(join(folder, 'lake.jpg'), 'utf8')).toBe('one')
    expect(await readFile(join(folder, '.git/config'), 'utf8')).not.toContain(token)
  })

  it('goes on after a run that was killed', async () => {
    const folder = await fetchAgain()
    await rm(join(folder, 'lake.jpg'))
    await writeFile(join(folder, '.git/index.lock'), '')
    expect(await readFile(join(await fetchAgain(), 'lake.jpg'), 'utf8')).toBe('one')
  })

  it('says what is wrong', async () => {
    await expect(fetchAgain({ repo: 'nothing' })).rejects.toThrow(
      'The repository ada/nothing could not be read: ',
    )
    await expect(fetchAgain({ ref: 'nothing' })).rejects.toThrow("couldn't find remote ref nothing")
  })
})
