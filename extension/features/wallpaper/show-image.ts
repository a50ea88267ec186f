import { whenParsed } from '../../platform/browser/page-start.ts'
import { type Current, toBundledFile } from './deck.ts'

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
  element.style.objectPosition = wallpaper.focal ?? ''
  element.dataset.terms = wallpaper.terms ?? ''
  const stored = image ? URL.createObjectURL(image) : ''
  // The script in the head does not contain the light maps of the built-in pictures, because the first frame would wait for
  // them.
  const light =
    kind === 'bundled'
      ? fetch(`wallpapers/${wallpaper.id}.txt`).then(
          (answer) => answer.text(),
          () => '',
        )
      : wallpaper.light
  try {
    await loadFrom(element, kind === 'bundled' ? toBundledFile(wallpaper) : stored)
    if (!element.isConnected) await element.decode()
  } catch (error) {
    release(element)
    throw error
  }
  // The description is set after the picture is loaded, because browsers show it while a picture loads.
  element.alt = wallpaper.description
  // With this attribute the picture is visible. `legible.ts` reads from it how light the picture is.
  element.dataset.light = (await light) ?? ''
}

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
