import { beforeEach } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'

/** Every test of the extension starts with an empty browser: no storage, no listeners, no tabs. */
beforeEach(() => fakeBrowser.reset())
