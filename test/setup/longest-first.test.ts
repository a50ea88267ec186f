import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { compareLength, longest } from './longest-first.ts'

it('lists only files that exist', () => {
  const root = resolve(import.meta.dirname, '../..')
  expect(longest.filter((path) => !existsSync(resolve(root, path)))).toEqual([])
})

it('puts the slowest files first and keeps the order of the others in their project', () => {
  const [slow = '', slower = ''] = longest.toReversed()
  const files = [
    { project: 'shared', path: 'test/shared/a.test.ts' },
    { project: 'e2e', path: 'test/e2e/b.test.ts' },
    { project: 'e2e', path: 'test/e2e/a.test.ts' },
    { project: 'server', path: slow },
    { project: 'e2e', path: slower },
  ]
  expect(files.toSorted(compareLength).map(({ path }) => path)).toEqual([
    slower,
    slow,
    'test/e2e/b.test.ts',
    'test/e2e/a.test.ts',
    'test/shared/a.test.ts',
  ])
})
