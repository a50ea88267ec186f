import { browser } from 'wxt/browser'
import { toRecord, toText } from '../unknown.ts'
import { parseScreenSize, type ScreenSize } from './screen.ts'

/** A page asks the background to fetch wallpapers for this screen. */
export interface TopUpRequest {
  type: 'top-up'
  screen: ScreenSize
  asked: boolean
}

/** Resolves when the background has done what it could; also when it was stopped meanwhile. */
export const requestTopUp = async (screen: ScreenSize, asked: boolean): Promise<void> => {
  const request: TopUpRequest = { type: 'top-up', screen, asked }
  // A background that is stopped halfway closes the channel: it starts anew for the second message.
  await sendRequest(request).catch(() => sendRequest(request).catch(() => undefined))
}

/** Asks the background; resolves with its answer, rejects when it is stopped before it has one. */
export const sendRequest = (request: { type: string }): Promise<unknown> =>
  browser.runtime.sendMessage(request)

/**
 * Calls back for each message of a page, which gets what the promise resolves with; `undefined` says
 * that the message is for somebody else.
 */
export const onRequest = (handle: (message: unknown) => Promise<unknown> | undefined): void =>
  browser.runtime.onMessage.addListener(
    (message: unknown, _sender: unknown, respond: (answer: unknown) => void) => {
      const answer = handle(message)
      if (!answer) return
      answer.then(respond, () => respond(undefined))
      // Keeps the channel open until `respond` is called.
      return true
    },
  )

/** A page asks the background to remove stored pictures that can be spared. */
export const roomRequest = { type: 'room' }

/** Calls back for each request; the asking page hears of it when the promise settles. */
export const onTopUpRequest = (
  handle: (request: Omit<TopUpRequest, 'type'>) => Promise<void>,
): void =>
  onRequest((message) => {
    const request = parseTopUpRequest(message)
    return request && handle(request).then(() => true)
  })

const parseTopUpRequest = (message: unknown): TopUpRequest | undefined => {
  const { type, screen, asked } = toRecord(message)
  const size = parseScreenSize(screen)
  return type === 'top-up' && size ? { type, screen: size, asked: asked === true } : undefined
}

/** A page asks the background to fetch the picture of a wallpaper of the history again. */
interface PictureRequest {
  type: 'picture'
  key: string
  screen: ScreenSize
}

/** True when the picture is stored now. */
export const requestPicture = async (key: string, screen: ScreenSize): Promise<boolean> => {
  const request: PictureRequest = { type: 'picture', key, screen }
  return (await sendRequest(request).catch(() => false)) === true
}

/** Calls back for each request; `handle` answers whether the picture is stored now. */
export const onPictureRequest = (
  handle: (request: Omit<PictureRequest, 'type'>) => Promise<boolean>,
): void =>
  onRequest((message) => {
    const { type, key, screen } = toRecord(message)
    const size = parseScreenSize(screen)
    return type === 'picture' && size ? handle({ key: toText(key), screen: size }) : undefined
  })

/** Calls back when the extension was installed or the browser started. */
export const onStart = (handle: () => void): void => {
  browser.runtime.onInstalled.addListener(handle)
  browser.runtime.onStartup.addListener(handle)
}

export const openOptionsPage = (): Promise<void> => browser.runtime.openOptionsPage()

const name = 'fresco:deck'

/** Tells all open tabs that the deck has another image. */
export const announceDeck = (): void => {
  const channel = new BroadcastChannel(name)
  channel.postMessage(null)
  channel.close()
}

/** Calls back whenever another page or the background announces; returns the unsubscribe. */
export const onDeckAnnounced = (listener: () => void): (() => void) => {
  const channel = new BroadcastChannel(name)
  channel.onmessage = () => listener()
  return () => channel.close()
}
