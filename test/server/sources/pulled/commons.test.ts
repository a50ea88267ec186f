import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../../../server/config/config.ts'
import { commons } from '../../../../server/sources/pulled/commons.ts'
import { answerCommonsApi, type CommonsData } from '../../../emulators/commons.ts'
import { expectDefined } from '../../../expect-defined.ts'

const list = (subjects: string, data: CommonsData) => {
  const lister = expectDefined(commons(parseConfig({ COMMONS_SUBJECTS: subjects }))[0])
  const ask = async (address: string) => {
    const { status, body, headers } = answerCommonsApi(data, new URL(address).searchParams)
    return new Response(Buffer.from(body), { status, headers })
  }
  return lister.list(ask, new AbortController().signal)
}

describe('commons', () => {
  it('lists featured pictures of each subject, with author and license', async () => {
    const files = Array.from({ length: 120 }, (_, at) => ({ title: `Glacier ${at}.jpg` }))
    const found = expectDefined(
      await list('mountains,owl', {
        files: [{ title: 'Owl.jpg', description: 'An owl' }, ...files],
      }),
    )
    expect(found).toHaveLength(121)
    expect(found.at(-1)).toEqual({
      key: 'M1000',
      version: expect.stringMatching(/\/3840px-Owl\.jpg$/),
      address: expect.stringMatching(/^https:\/\/thumb\.wikimedia\.org\/.*\/3840px-Owl\.jpg$/),
      facts: {
        title: 'Owl',
        description: 'An owl',
        category: 'owl',
        credit: 'Ada',
        credit_url: 'https://commons.wikimedia.org/wiki/User:Ada',
        license: 'CC BY-SA 4.0',
        license_url: 'https://creativecommons.org/licenses/by-sa/4.0',
        source_url: 'https://commons.wikimedia.org/wiki/File:Owl.jpg',
      },
    })
  })

  it('says when Commons refuses', async () => {
    await expect(list('all', { files: [], lags: true })).rejects.toThrow(
      'commons refuses the request (maxlag)',
    )
  })
})
