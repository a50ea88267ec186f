/**
 * A suffix of the names of everything that is stored in the browser. In the web page of the new tab, it is the path of
 * the site, because sites below different paths of one origin share the browser's storage. In the extension, it is empty.
 */
export const scope: string = import.meta.env.WXT_WEB ? new URL('..', document.baseURI).pathname : ''

/** The words of `/tab/` that say how it shows its pictures. All others say which pictures. */
const ways = ['every', 'off', 'clock', 'caption', 'key']

const readDeckName = () => {
  if (top !== self) return framedDeck
  const words = new URLSearchParams(location.search)
  for (const way of ways) words.delete(way)
  words.sort()
  return words.size > 0 ? `?${words}` : ''
}

/** The name of the deck of all pages that are shown inside another page. They show an address that a person is still choosing. */
export const framedDeck = '?'

/** Names the deck, because the web page has one for each choice of pictures in its address. In the extension, it is empty. */
export const deckName: string = import.meta.env.WXT_WEB ? readDeckName() : ''
