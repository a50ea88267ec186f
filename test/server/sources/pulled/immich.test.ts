import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseConfig } from '../../../../server/config/config.ts'
import { immich } from '../../../../server/sources/pulled/immich.ts'
import { immichKey, startImmich } from '../../../emulators/immich.ts'
import { askOf, listWith } from './harness.ts'

describe.each([2, 3] as const)('immich of version %i', (version) => {
  let server: Awaited<ReturnType<typeof startImmich>>
  beforeEach(async () => {
    server = await startImmich(version)
    const preview = Buffer.from('preview')
    server.put([
      { id: 'lake', albums: ['Alps'], isFavorite: true, preview },
      { id: 'dune', albums: ['Alps', 'Sahara'], people: ['Ada'], words: 'warm sand', preview },
      { id: 'film', albums: ['Alps'], type: 'VIDEO', preview },
      { id: 'old', albums: ['Alps'], visibility: 'archive', isFavorite: true, preview },
      { id: 'secret', albums: ['Alps'], visibility: 'locked', isFavorite: true, preview },
      { id: 'bin', albums: ['Alps'], isTrashed: true, preview },
    ])
  })
  afterEach(() => server.stop())

  const open = (env: Record<string, string>) =>
    immich(parseConfig({ IMMICH_URL: server.url, IMMICH_API_KEY: immichKey, ...env }))
  const take = async (wanted: string) =>
    (await listWith(open({ IMMICH_TAKE: wanted })[0]))?.map(({ key, facts }) => [
      key,
      facts.category,
    ])

  it.each([
    ['favorites', [['lake', undefined]]],
    [
      'all',
      [
        ['lake', undefined],
        ['dune', undefined],
      ],
    ],
    [
      'album:Alps',
      [
        ['lake', 'Alps'],
        ['dune', 'Alps'],
      ],
    ],
    [
      'album:Sahara,album:Alps',
      [
        ['dune', 'Sahara'],
        ['lake', 'Alps'],
      ],
    ],
    [
      'albums',
      [
        ['lake', 'Alps'],
        ['dune', 'Alps'],
      ],
    ],
    ['person:Ada', [['dune', undefined]]],
    ['search:warm', [['dune', 'warm']]],
  ])('takes %s', async (wanted, expected) => {
    expect(await take(wanted)).toEqual(expected)
  })

  it('reads all pages of a large library, and the previews with the key', async () => {
    const names = Array.from({ length: 2_345 }, (_, at) => `p${at}`)
    server.put(names.map((id) => ({ id, preview: Buffer.from(id) })))
    const [library] = open({ IMMICH_TAKE: 'all' })
    const pictures = (await listWith(library)) ?? []
    expect(pictures.map(({ key }) => key)).toEqual(names)
    const ask = library && askOf(library)
    expect(await (await ask?.(pictures[7]?.address ?? ''))?.text()).toBe('p7')
  })

  it('takes the pictures of shared links without a key', async () => {
    server.share({ k1: { album: 'Alps' }, k2: { ids: ['dune'] } })
    const links = immich(
      parseConfig({ IMMICH_LINKS: `alps=${server.url}/share/k1,${server.url}/share/k2` }),
    )
    const listed = await Promise.all(links.map(listWith))
    expect(listed.map((each) => each?.map(({ key }) => key))).toEqual([['lake', 'dune'], ['dune']])
    const [link] = links
    const ask = link && askOf(link)
    expect(await (await ask?.(listed[0]?.[0]?.address ?? ''))?.text()).toBe('preview')
  })

  it('says what is wrong, and never the key', async () => {
    await expect(take('album:Andes')).rejects.toThrow('immich has no album Andes: correct its name')
    server.lack('asset.read')
    await expect(take('all')).rejects.toThrow(
      'immich refuses access (403, the key lacks the permission asset.read)',
    )
    await expect(listWith(open({ IMMICH_API_KEY: 'other-key' })[0])).rejects.toThrow(
      /^immich refuses the login \(401\): check IMMICH_API_KEY$/,
    )
    expect(() => open({ IMMICH_API_KEY: '' })).toThrow('IMMICH_API_KEY is missing')
  })
})
