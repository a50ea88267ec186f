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
