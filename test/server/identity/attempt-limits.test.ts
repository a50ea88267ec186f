import { describe, expect, it } from 'vitest'
import { createAttemptCounter } from '../../../server/adapters/redis/limits.ts'
import { createAttemptLimits } from '../../../server/identity/attempt-limits.ts'

const counter = (name: string, max: number) =>
  createAttemptCounter({ name, max, windowSeconds: 600 })

const createLimits = () =>
  createAttemptLimits({
    allFromAddress: counter('all', 8),
    perAddress: counter('address', 4),
    perName: counter('name', 2),
  })

const tooMany = { code: 'TOO_MANY_ATTEMPTS' }

describe('createAttemptLimits', () => {
  it('limits an address over all names, and a name over all addresses', async () => {
    const limits = createLimits()
    for (let n = 0; n < 4; n += 1) await limits.begin('one', `name_${n}`)
    await expect(limits.begin('one', 'other')).rejects.toMatchObject(tooMany)

    for (let n = 0; n < 2; n += 1) await limits.begin(`far_${n}`, 'victim')
    await expect(limits.begin('far_2', 'victim')).rejects.toMatchObject(tooMany)
  })

  it('counts nothing for a name that an address asks for after it is refused', async () => {
    const limits = createLimits()
    for (let n = 0; n < 4; n += 1) await limits.begin('one', `name_${n}`)
    for (let n = 0; n < 5; n += 1)
      await expect(limits.begin('one', 'victim')).rejects.toMatchObject(tooMany)
    await expect(limits.begin('two', 'victim')).resolves.toBeUndefined()
  })

  it('resets the count of a name after a right attempt, which costs the address nothing', async () => {
    const limits = createLimits()
    for (let n = 0; n < 6; n += 1) {
      await limits.begin('one', 'owner')
      await limits.succeed('one', 'owner')
    }
    await expect(limits.begin('one', 'owner')).resolves.toBeUndefined()
  })

  it('counts right attempts of an address too', async () => {
    const limits = createLimits()
    for (let n = 0; n < 8; n += 1) {
      await limits.begin('one', 'owner')
      await limits.succeed('one', 'owner')
    }
    await expect(limits.begin('one', 'owner')).rejects.toMatchObject(tooMany)
    await expect(limits.begin('two', 'owner')).resolves.toBeUndefined()
  })
})
