import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGithubPrivatePictures } from '../../../../server/adapters/github/private-pictures.ts'
import { createGithubSource } from '../../../../server/adapters/github/source.ts'
import { makeIndexRow } from '../../../builders.ts'
import { type GithubEmulator, startGithub } from '../../../emulators/github.ts'

const bytes = Buffer.from('a picture')

describe('createGithubPrivatePictures', () => {
  let github: GithubEmulator
  let now = 0
  let kept: unknown
  beforeEach(async () => {
    now = 0
    kept = undefined
    github = await startGithub()
    github.push([makeIndexRow()], [], {
      'main/lake-view.png': bytes,
      'main/ku\u0308ste.png': bytes,
    })
  })
  afterEach(() => github.stop())

  const open = () => {
    const repository = {
      owner: 'octo',
      repo: 'wallpapers',
      token: github.token,
      ref: 'HEAD',
      apiUrl: github.url,
      clock: () => now,
    }
    const pictures = createGithubPrivatePictures({
      ...repository,
      shelf: {
        restore: async () => kept && JSON.parse(JSON.stringify(kept)),
        keep: async (tree) => {
          kept = tree
        },
      },
    })
    const source = createGithubSource({ ...repository, filesUrl: 'https://raw.example', pictures })
    const read = (version?: string) => source.read(version, AbortSignal.timeout(20_000))
    return { pictures, read }
  }

  it.each(['JSON null', 'malformed JSON'] as const)(
    'says that GitHub has answered with %s',
    async (fail) => {
      github.behave({ private: true, fail, failOn: ['git'] })
      await expect(open().read()).rejects.toThrow('GitHub answered with something that is not')
    },
  )

  it('asks once an hour or commit whether the repository is private, and notices a change', async () => {
    const { read } = open()
    const first = await read()
    expect(first).toMatchObject({ filesUrl: 'https://raw.example' })
    github.behave({ private: true })
    for (let n = 0; n < 5; n += 1) expect(await read(first?.version)).toBeUndefined()
    expect(github.calls.paths.get('/')).toBe(1)
    now += 3_600_000
    const closed = await read(first?.version)
    expect(closed).toMatchObject({ filesUrl: undefined, version: `${first?.version}-private` })
    expect(closed?.mainFiles).toEqual(new Set(['lake-view.png', 'küste.png']))
    expect(await read(closed?.version)).toBeUndefined()
    expect(github.calls.paths.get('/')).toBe(2)
    github.behave({ private: false })
    now += 3_600_000
    expect(await read(closed?.version)).toMatchObject({ version: first?.version })
  })

  it('names the content of each file, and only of files that exist', async () => {
    github.behave({ private: true })
    const { pictures, read } = open()
    expect(pictures.contentOf('main', 'lake-view.png')).toBeUndefined()
    await read()
    expect(pictures.contentOf('main', 'lake-view.png')).toMatch(/^[0-9a-f]{40}$/)
    expect(pictures.contentOf('main', 'küste.png')).toMatch(/^[0-9a-f]{40}$/)
    expect(pictures.contentOf('cache', 'lake-view.png')).toBeUndefined()
    expect(Buffer.concat(await pictures.read('main', 'küste.png'))).toEqual(bytes)
  })

  it('knows the files from before a restart while GitHub is down', async () => {
    github.behave({ private: true })
    await open().read()
    github.behave({ fail: 'refused' })
    const { pictures } = open()
    await pictures.restore()
    expect(pictures.contentOf('main', 'lake-view.png')).toMatch(/^[0-9a-f]{40}$/)
    kept = { files: 'broken' }
    const other = open().pictures
    await other.restore()
    expect(other.contentOf('main', 'lake-view.png')).toBeUndefined()
  })

  it.each([
    ['404', 'NOT_FOUND'],
    ['401', 'CATALOGUE_UNAVAILABLE'],
    ['primary limit', 'CATALOGUE_UNAVAILABLE'],
    ['cut body', 'CATALOGUE_UNAVAILABLE'],
  ] as const)('tells a missing file from GitHub failing with %s', async (fail, code) => {
    github.behave({ private: true })
    const { pictures, read } = open()
    await read()
    github.behave({ private: true, fail })
    const error = await pictures.read('main', 'lake-view.png').catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code })
    expect(String(error)).not.toContain(github.token)
  })
})
