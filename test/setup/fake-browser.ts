import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeEach } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'

interface Message {
  message: string
  placeholders?: Record<string, { content: string }>
}

const createFakeI18n = (locale: string) => {
  const file = new URL(`../../extension/public/_locales/${locale}/messages.json`, import.meta.url)
  const messages: Record<string, Message> = JSON.parse(readFileSync(fileURLToPath(file), 'utf8'))
  const getMessage = (key: string, values: readonly string[] = []): string => {
    const { message = '', placeholders = {} } = messages[key] ?? {}
    return message.replace(/\$(\w+)\$/g, (_, name: string) => {
      const place = placeholders[name.toLowerCase()]?.content.slice(1)
      return values[Number(place) - 1] ?? ''
    })
  }
  return { getMessage, getUILanguage: () => locale.replace('_', '-') }
}

const english = createFakeI18n('en')

beforeEach(() => {
  fakeBrowser.reset()
  Object.assign(fakeBrowser.i18n, english)
})
