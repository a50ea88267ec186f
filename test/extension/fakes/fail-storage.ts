import { vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'

const names = ['get', 'set', 'remove'] as const

/**
 * Makes one call to the extension's storage fail, counted from 1, and all later ones too. The work that made the call
 * ends there, as if the browser had stopped the background. With `isDone`, the call of that step takes effect first.
 * Returns the number of calls so far and a function that ends the failure.
 */
export const failStorageAt = (step: number, isDone = false) => {
  const { local } = fakeBrowser.storage
  let calls = 0
  const spies = names.map((name) => {
    const call = local[name].bind(local) as (...args: unknown[]) => Promise<unknown>
    return vi.spyOn(local, name).mockImplementation(async (...args: unknown[]) => {
      calls++
      if (calls < step || (calls === step && isDone)) {
        const result = await call(...args)
        if (calls < step) return result
      }
      throw new Error('The storage fails')
    })
  })
  return {
    count: () => calls,
    end: () => {
      for (const spy of spies) spy.mockRestore()
    },
  }
}
