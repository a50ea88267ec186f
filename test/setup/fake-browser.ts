import { beforeEach } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { createFakeI18n } from './fake-texts.ts'

const english = createFakeI18n('en')

/** Every test of the extension starts with an empty browser, in English: no storage, no tabs. */
beforeEach(() => {
  fakeBrowser.reset()
  Object.assign(fakeBrowser.i18n, english)
})
