import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGithubSource } from '../../../../server/adapters/github/source.ts'
import { DomainError } from '../../../../server/domain-error.ts'
import { makeIndexRow, makeIndexRows, toPlainDocument } from '../../../builders.ts'
import { type GithubEmulator, startGithub } from '../../../emulators/github.ts'
import { type GithubFault, githubFaults } from '../../../emulators/github-faults.ts'
import { closeServer, listenLocally } from '../../../tools/servers/sockets.ts'

describe('createGithubSource', () => {
  let github: GithubEmulator
  beforeEach(async () => {
    github = await startGithub()
    github.push([makeIndexRow()], [{ colors: ['teal'] }])
  })
  afterEach(() => github.stop())

  const open = (options: Partial<Parameters<typeof createGithubSource>[0]> = {}) => {
    const source = createGithubSource({
      owner: 'octo',
      repo: 'wallpapers',
      token: github.token,
      ref: 'HEAD',
      apiUrl: github.url,
      filesUrl: 'https://files.example',
      ...options,
    })
    return async (version?: string, signal = AbortSignal.timeout(20_000)) => {
      const document = await source.read(version, signal)
      return document && toPlainDocument(document)
    }
  }
  const failure = async (read: ReturnType<typeof open>, signal?: AbortSignal) => {
    const error = await read(undefined, signal).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(DomainError)
    return error as DomainError
  }

  it('reads both files of the newest commit', async () => {
    const commit = github.push([makeIndexRow({ file_name: 'dune' })], [{ colors: ['gold'] }])
    expect(await open()()).toMatchObject({
      version: commit,
      index: [{ file_name: 'dune' }],
      tags: [{ colors: ['gold'] }],
      filesUrl: 'https://files.example',
    })
  })

  it('checks for changes with a request that does not count', async () => {
    const read = open()
    const document = await read()
    const { counted } = github.calls
    for (let n = 0; n < 5; n++) expect(await read(document?.version)).toBeUndefined()
    expect(github.calls).toMatchObject({ counted, all: counted + 5 })
  })

  it('reads every character, wherever the answer is split', async () => {
    const rows = makeIndexRows(4_000, (n) => ({ category: `#${'日本🌸é'.repeat(40)}${n}` }))
    github.push(rows)
    expect((await open()())?.index).toEqual(rows)
  })

  it('follows a repository that was renamed', async () => {
    github.behave({ renamed: true })
    const read = open()
    const document = await read()
    expect(document?.index).toHaveLength(1)
    expect(await read(document?.version)).toBeUndefined()
  })

  it.each<[GithubFault, RegExp, number | undefined]>([
    ['500', /^GitHub has an internal problem \(500\)$/, undefined],
    ['HTML 502', /^GitHub has an internal problem \(502\)$/, undefined],
    ['401', /^GitHub refused GITHUB_TOKEN \(401\): the token is wrong or has expired$/, 300],
    [
      '403',
      /^GitHub has no octo\/wallpapers at HEAD for this token \(403\): check GITHUB_OWNER/,
      300,
    ],
    ['redirect', /^GitHub could not be reached \(a redirect to another server\)$/, undefined],
    [
      '404',
      /^GitHub has no octo\/wallpapers at HEAD for this token \(404\): check GITHUB_OWNER/,
      300,
    ],
    ['secondary limit', /^GitHub has received too many requests \(403\)$/, 60],
    ['429', /^GitHub has received too many requests \(429\)$/, 90],
    ['refused', /^GitHub could not be reached \(\w+\)$/, undefined],
    ['cut body', /^GitHub could not be reached \(\w+\)$/, undefined],
    ['JSON null', /^GitHub answered with something that is not a commit$/, undefined],
  ])('reports %s and when to retry', async (fail, text, seconds) => {
    github.behave({ fail })
    const error = await failure(open())
    expect(error).toMatchObject({ code: 'CATALOGUE_UNAVAILABLE', retryAfterSeconds: seconds })
    expect(error.message).toMatch(text)
  })

  it('follows no redirect to another server, with or without its token', async () => {
    let asked = 0
    const elsewhere = createServer((_, response) => {
      asked += 1
      response.end('a'.repeat(40))
    })
    const port = await listenLocally(elsewhere)
    for (const failOn of [['commit'], ['file']] as const) {
      github.behave({ redirectsTo: `http://127.0.0.1:${port}/`, failOn })
      expect((await failure(open())).message).toContain('a redirect to another server')
    }
    expect(asked).toBe(0)
    await closeServer(elsewhere)
  })

  it('waits until the hourly limit is reset', async () => {
    github.behave({ fail: 'primary limit' })
    const { retryAfterSeconds } = await failure(open())
    expect(retryAfterSeconds).toBeGreaterThan(1_700)
    expect(retryAfterSeconds).toBeLessThan(1_900)
  })

  it('puts the token into no error', async () => {
    for (const token of [github.token, `${github.token}\nX`, `${github.token}é🌸`]) {
      for (const fail of githubFaults.filter((fault) => !/hang|stalled/.test(fault))) {
        github.behave({ fail })
        const error = await failure(open({ token }))
        const { stack, message, cause } = error
        const text = `${stack} ${message} ${String(cause)} ${JSON.stringify(error)}`
        expect(text).not.toContain(github.token)
      }
    }
  })

  it.each<GithubFault>(['hang', 'stalled body'])(
    'stops at its signal during a %s',
    async (fail) => {
      for (const failOn of [['commit'], ['file']] as const) {
        github.behave({ fail, failOn })
        await expect(open()(undefined, AbortSignal.timeout(200))).rejects.toThrow()
      }
    },
  )
})
