import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { giveWayToTabs, whenNoTabOpens } from '../../../../extension/platform/browser/give-way.ts'

const second = 1_000

const wait = () => {
  const state = { isOver: false, promise: Promise.resolve() }
  state.promise = whenNoTabOpens().then(() => {
    state.isOver = true
  })
  return state
}

describe('giveWayToTabs', () => {
  let stop: () => void

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    stop = giveWayToTabs()
  })
  afterEach(() => {
    stop()
    vi.useRealTimers()
  })

  it('delays other work until the last of several tabs has had a second', async () => {
    await fakeBrowser.tabs.create({})
    const work = wait()
    await vi.advanceTimersByTimeAsync(second - 100)
    await fakeBrowser.tabs.create({})
    await vi.advanceTimersByTimeAsync(second - 100)
    expect(work.isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(100)
    await work.promise
    await whenNoTabOpens()
  })

  it('delays nothing any more when it ends', async () => {
    await fakeBrowser.tabs.create({})
    const work = wait()
    stop()
    await work.promise
    await fakeBrowser.tabs.create({})
    await whenNoTabOpens()
  })
})
