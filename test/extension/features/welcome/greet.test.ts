import { expect, it } from 'vitest'
import { createGreet, greetedItem } from '../../../../extension/features/welcome/greet.ts'

it('opens the welcome at the first installation, and never again', async () => {
  let opened = 0
  const greet = createGreet({ greeted: greetedItem, open: async () => void opened++ })
  await greet()
  await greet()
  expect(opened).toBe(1)
})
