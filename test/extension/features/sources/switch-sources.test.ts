import { describe, expect, it } from 'vitest'
import {
  switchedOffItem,
  switchSources,
} from '../../../../extension/features/sources/switch-sources.ts'

const repository = 'https://github.com/ada/walls'
const server = 'https://walls.example/fresco'
const other = 'https://other.example'
const hasDays = (name: string) => name === server || name === other
const plain = { sources: [repository, server], list: 'favorites', rotation: 'tab' } as const
const change = { ...plain, sources: [...plain.sources] }

describe('switchSources', () => {
  it('remembers each address that is off until it is on again', async () => {
    const options = { isOn: false, hasDays }
    expect(await switchSources(change, [server], options)).toEqual({ sources: [repository] })
    expect(await switchSources(change, [repository], options)).toEqual({ sources: [server] })
    expect(await switchedOffItem.read()).toEqual([server, repository])
    await switchSources({ ...change, sources: [] }, [repository], { isOn: true, hasDays })
    expect(await switchedOffItem.read()).toEqual([server])
    await switchSources(change, ['built-in'], { isOn: false, hasDays })
    expect(await switchedOffItem.read()).toEqual([server])
  })

  it('puts a server in the place of another', async () => {
    const sources = await switchSources(change, [other], { isOn: true, hasDays })
    expect(sources).toEqual({ sources: [repository, other] })
  })

  it('ends what only the source had that is off', async () => {
    const chosen = { ...change, rotation: 'today' } as const
    expect(await switchSources(chosen, [server], { isOn: false, hasDays })).toEqual({
      ...{ sources: [repository], rotation: 'day' },
    })
    expect(await switchSources(chosen, [repository], { isOn: false, hasDays })).toEqual({
      sources: [server],
    })
  })
})
