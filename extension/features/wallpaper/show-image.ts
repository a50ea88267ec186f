import type { Current } from './deck.ts'

/** Where the wallpaper is in the page: `#wallpaper`, an `<img>` that covers it. */
const findImage = (): HTMLImageElement | null => document.querySelector('#wallpaper')

/** Paints the page with the wallpaper's colour, so that no frame is white. */
export const paintColor = (color: string): void => {
  document.documentElement.style.backgroundColor = color
}

/**
 * Shows the wallpaper in the page, at once; `image` is its stored picture, a built-in wallpaper has
 * its own. Resolves when it is there, rejects when the picture is broken.
 */
export const showWallpaper = async (
  { source, wallpaper }: Current,
  image: Blob | undefined,
): Promise<void> => {
  if (wallpaper.color) paintColor(wallpaper.color)
  const element = findImage() ?? (await whenParsed().then(findImage))
  const picture = source === 'bundled' ? `/${wallpaper.file}` : image
  if (!element || !picture) return
  await setPicture(element, picture)
  // Only now: a description before the picture would be painted as text.
  element.alt = wallpaper.description
}

/** The same for a page that shows a wallpaper already: one turns into the other where that works. */
export const swapWallpaper = async (current: Current, image: Blob | undefined): Promise<void> => {
  const swap = () => showWallpaper(current, image)
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (isCalm || document.hidden || !document.startViewTransition) return swap()
  const transition = document.startViewTransition(swap)
  transition.finished.catch(() => undefined)
  transition.ready.catch(() => undefined)
  await transition.updateCallbackDone
}

/** A Blob's address is given back when the next picture takes its place. */
const setPicture = (image: HTMLImageElement, picture: Blob | string): Promise<void> => {
  const previous = image.src
  const loaded = new Promise<void>((resolve, reject) => {
    image.onload = () => resolve()
    image.onerror = () => reject(new Error('The picture cannot be decoded'))
  })
  image.src = typeof picture === 'string' ? picture : URL.createObjectURL(picture)
  if (previous.startsWith('blob:')) URL.revokeObjectURL(previous)
  return loaded
}

const whenParsed = () =>
  new Promise<void>((resolve) =>
    document.addEventListener('DOMContentLoaded', () => resolve(), { once: true }),
  )
