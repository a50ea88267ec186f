import { whenParsed } from '../../platform/browser/page-start.ts'
import { type BundledWallpaper, type Current, toBundledFile } from './deck.ts'
import { noteShown } from './own-order.ts'

const findImage = (): HTMLImageElement | null => document.querySelector('#wallpaper')

export const paintColor = (color: string): void => {
  document.documentElement.style.backgroundColor = color
}

/** `image` is a stored picture. Built-in wallpapers need none. */
export const showWallpaper = async (current: Current, image: Blob | undefined): Promise<void> => {
  if (current.wallpaper.color) paintColor(current.wallpaper.color)
  await whenParsed()
  const element = findImage()
  if (element) await loadPicture(element, current, image)
}

/**
 * @param load the `loadPicture` of the script in the head
 * @param fadeMs how long the old picture fades away
 */
export const swapWallpaper = async (
  { current, image }: { current: Current; image: Blob | undefined },
  load: LoadPicture,
  fadeMs: number,
): Promise<void> => {
  const old = findImage()
  if (!old) return
  // A new image element, because Firefox would show the old picture in a clone until the new picture is loaded.
  const next = new Image()
  next.id = old.id
  next.decoding = 'sync'
  await load(next, current, image)
  old.alt = ''
  old.removeAttribute('id')
  old.before(next)
  if (current.wallpaper.color) paintColor(current.wallpaper.color)
  void fadeAway(old, fadeMs)
}

const fadeAway = async (old: HTMLImageElement, fadeMs: number): Promise<void> => {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const fade = old.animate({ opacity: 0 }, { duration: isCalm ? 0 : fadeMs })
  await fade.finished.catch(() => undefined)
  old.remove()
  release(old)
}

export const loadPicture = async (
  element: HTMLImageElement,
  { kind, wallpaper }: Current,
  image: Blob | undefined,
): Promise<void> => {
  const details = kind === 'bundled' && readBundledDetails(wallpaper.id)
  element.dataset.terms = wallpaper.terms ?? ''
  const stored = image ? URL.createObjectURL(image) : ''
  try {
    await loadFrom(element, details ? toBundledFile(wallpaper) : stored)
    if (!element.isConnected) await element.decode()
  } catch (error) {
    release(element)
    throw error
  }
  if (details) {
    Object.assign(wallpaper, await details)
    if (!import.meta.env.WXT_WEB) noteShown(wallpaper.id)
  }
  element.style.objectPosition = wallpaper.focal ?? ''
  // The description is set after the picture is loaded, because browsers show it while a picture loads.
  element.alt = wallpaper.description
  // With this attribute the picture is visible. `legible.ts` reads from it how light the picture is.
  element.dataset.light = wallpaper.light ?? ''
}

/** Reads what the script in the head does not contain, because the first frame would wait for it. */
export const readBundledDetails = (id: string): Promise<Partial<BundledWallpaper>> =>
  fetch(`wallpapers/${id}.json`)
    .then((answer) => answer.json())
    .catch(() => ({}))

export type LoadPicture = typeof loadPicture

const release = ({ src }: HTMLImageElement): void => {
  if (src.startsWith('blob:')) URL.revokeObjectURL(src)
}

const loadFrom = (element: HTMLImageElement, address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    element.onload = () => resolve()
    element.onerror = reject
    element.src = address
  })
