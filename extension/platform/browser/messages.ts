import { browser } from 'wxt/browser'
import { toRecord, toText } from '../unknown.ts'
import { parseScreenSize, readScreenSize, type ScreenSize } from './screen.ts'

export const sendRequest = (request: { type: string }): Promise<unknown> =>
  browser.runtime.sendMessage(request)

/**
 * Calls back for each message of a page. `handle` returns `undefined` to leave the message to another
 * listener.
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

/** A page asks the background to remove stored pictures that are not needed. */
export const roomRequest = { type: 'room' }

export const requestTopUp = async (asked: boolean): Promise<void> => {
  const request = { type: 'top-up', screen: readScreenSize(), asked }
  // The browser may stop the background halfway; the second message starts it again.
  await sendRequest(request).catch(() => sendRequest(request).catch(() => undefined))
}

export const onTopUpRequest = (
  handle: (request: { screen: ScreenSize; asked: boolean }) => Promise<void>,
): void =>
  onRequest((message) => {
    const { type, screen, asked } = toRecord(message)
    const size = parseScreenSize(screen)
    if (type !== 'top-up' || !size) return
    return handle({ screen: size, asked: asked === true }).then(() => true)
  })

/**
 * Asks the background to download a picture again. `key` is the `toKey` of a wallpaper of the history. True
 * when the picture is stored now.
 */
export const requestPicture = async (key: string): Promise<boolean> => {
  const request = { type: 'picture', key, screen: readScreenSize() }
  return (await sendRequest(request).catch(() => false)) === true
}

export const onPictureRequest = (
  handle: (request: { key: string; screen: ScreenSize }) => Promise<boolean>,
): void =>
  onRequest((message) => {
    const { type, key, screen } = toRecord(message)
    const size = parseScreenSize(screen)
    return type === 'picture' && size ? handle({ key: toText(key), screen: size }) : undefined
  })

const deckChannel = 'fresco:deck'

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
