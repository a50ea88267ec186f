import { browser } from 'wxt/browser'
import { toRecord, toText } from '../../../shared/unknown.ts'
import { deckName } from '../storage/scope.ts'
import { ignoreStorageError } from '../storage/storage-error.ts'
import { parseScreenSize, readScreenSize, type ScreenSize } from './screen.ts'

const failed = 'failed'

/** Rejects if the background could not do what it was asked for. The background has logged a bug. */
export const sendRequest = async (request: { type: string }): Promise<unknown> => {
  const answer: unknown = await browser.runtime.sendMessage(request)
  if (answer === failed) throw new Error(`The background could not answer "${request.type}"`)
  return answer
}

/** Calls `handle` for each message from a page. It returns `undefined` for a message to another listener. */
export const onRequest = (handle: (message: unknown) => Promise<unknown> | undefined): void =>
  browser.runtime.onMessage.addListener(
    (message: unknown, _sender: unknown, respond: (answer: unknown) => void) => {
      const answer = handle(message)
      if (!answer) return
      void answer.then(respond, (error) => {
        ignoreStorageError(error)
        respond(failed)
      })
      // Returning true tells the browser that `respond` is called later.
      return true
    },
  )

/** With this message, a page asks the background to delete stored pictures that are not needed. */
export const roomRequest = { type: 'room' }

export const requestTopUp = async (asked: boolean): Promise<void> => {
  const request = { type: 'top-up', screen: readScreenSize(), asked }
  // The browser may stop the background before it answers. A second message starts the background again.
  await sendRequest(request).catch(() => sendRequest(request).catch(() => undefined))
}

export const onTopUpRequest = (
  handle: (request: { screen: ScreenSize; asked: boolean }) => Promise<void>,
): void =>
  onRequest((message) => {
    const { type, screen, asked } = toRecord(message)
    const size = parseScreenSize(screen)
    if (type === 'top-up' && size) return handle({ screen: size, asked: asked === true })
  })

interface SyncOptions {
  /** True when a person is waiting or the network came back, so that a planned wait may be cut short. */
  asked: boolean
  details: boolean
}

/** Asks for a sync of the favorites. If the request is lost, the background still syncs later. */
export const requestSync = async (options: SyncOptions): Promise<void> => {
  await sendRequest({ type: 'sync', ...options }).catch(() => undefined)
}

export const onSyncRequest = (handle: (options: SyncOptions) => Promise<void>): void =>
  onRequest((message) => {
    const { type, asked, details } = toRecord(message)
    if (type === 'sync') return handle({ asked: asked === true, details: details === true })
  })

/**
 * Asks the background to store the picture of a wallpaper, and perhaps to show it in the next tab or in all. It then takes the
 * place of a pinned one. `key` is the wallpaper's `toKey`. Resolves with true if the picture is stored now.
 */
export const requestPicture = async (key: string, use?: 'show' | 'pin'): Promise<boolean> => {
  const request = { type: 'picture', key, use, screen: readScreenSize() }
  return (await sendRequest(request).catch(() => false)) === true
}

export const onPictureRequest = (
  handle: (request: { key: string; use: string; screen: ScreenSize }) => Promise<boolean>,
): void =>
  onRequest((message) => {
    const { type, key, use, screen } = toRecord(message)
    const size = parseScreenSize(screen)
    if (type === 'picture' && size)
      return handle({ key: toText(key), use: toText(use), screen: size })
  })

type Sender = chrome.runtime.MessageSender
type Respond = (answer: boolean) => void

/**
 * Replaces a page of the server that sends a link after a click by the page that asks the person about it. Only Chromium lets
 * pages send messages, and only those of the host in the manifest, whatever their port.
 */
export const onPageLink = (server: string): void =>
  browser.runtime.onMessageExternal.addListener(
    (message: unknown, sender: Sender, respond: Respond) => {
      const { tab, frameId, url } = sender
      const link = toText(toRecord(message).link)
      const isOfServer = (address = '') => `${address}/`.startsWith(`${server}/`)
      if (frameId !== 0 || tab?.id === undefined || ![url, link].every(isOfServer)) return
      respond(true)
      const ask = browser.runtime.getURL(`/show.html#${encodeURIComponent(link)}`)
      void browser.tabs.update(tab.id, { url: ask })
    },
  )

const deckChannel = `fresco:deck${deckName}`

export const announceDeck = (): void => {
  const channel = new BroadcastChannel(deckChannel)
  channel.postMessage(null)
  channel.close()
}

export const onDeckAnnounced = (listener: () => void): (() => void) => {
  const channel = new BroadcastChannel(deckChannel)
  channel.onmessage = () => listener()
  return () => channel.close()
}
