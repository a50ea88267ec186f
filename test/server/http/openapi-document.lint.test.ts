import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { describeServer } from './openapi/servers.ts'

const kinds = ['none', 'local', 'clerk'] as const

describe.each(kinds)(
  'the OpenAPI document of a server with accounts of the kind %s',
  (identity) => {
    it('is valid and passes the recommended rules of Redocly, and every operation has a description', async () => {
      const document = await describeServer(identity)
      const config = await createConfig({
        extends: ['recommended'],
        rules: { 'operation-description': 'error' },
      })
      const problems = await lintFromString({
        source: JSON.stringify(document),
        absoluteRef: 'openapi.json',
        config,
      })
      expect(
        problems.map(({ ruleId, message, location }) =>
          [ruleId, location[0]?.pointer, message].join(' '),
        ),
      ).toEqual([])
    })
  },
)
