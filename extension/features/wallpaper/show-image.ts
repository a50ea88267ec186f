import { type Current, toBundledFile } from './deck.ts'

const fadeMs = 280

/** Where the wallpaper is in the page: `#wallpaper`, an `<img>` that covers it. */
const findImage = (): HTMLImageElement | null => document.querySelector('#wallpaper')

/** Paints the page with the wallpaper's color, so that no frame is white. */
export const paintColor = (color: string): void => {
  document.documentElement.style.backgroundColor = color
}

/**
 * Shows the wallpaper in a page that has none yet; `image` is its stored picture, a built-in
 * wallpaper has its own. Resolves when it is there, rejects when the picture is broken.
 */
export const showWallpaper = async (current: Current, image: Blob | undefined): Promise<void> => {
  const { color, description } = current.wallpaper
  if (color) paintColor(color)
  const element = findImage() ?? (await whenParsed().then(findImage))
  if (!element) return
  await load(element, current, image)
  // Only now: a description before the picture would be painted as text.
  element.alt = description
  tellLight(element, current)
}

/**
 * Shows another wallpaper in place of the present one, which fades away over it. Resolves when the
 * new one is there; when its picture is broken it rejects, and the old one stays.
 */
export const swapWallpaper = async (current: Current, image: Blob | undefined): Promise<void> => {
  const old = findImage()
  if (!old) return
  // Not a clone: in Firefox the old picture, loaded again, would be taken for the new one.
  const next = new Image()
  next.id = old.id
  next.decoding = 'sync'
  await load(next, current, image)
  next.alt = current.wallpaper.description
  tellLight(next, current)
  old.alt = ''
  old.removeAttribute('id')
  old.before(next)
  if (current.wallpaper.color) paintColor(current.wallpaper.color)
  void fadeAway(old)
}

/** For what is written on it: see `legible.ts`. */
const tellLight = ({ dataset }: HTMLImageElement, { wallpaper }: Current): void => {
  dataset.light = wallpaper.light ?? ''
}

const fadeAway = async (old: HTMLImageElement): Promise<void> => {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const fade = old.animate({ opacity: 0 }, { duration: isCalm ? 0 : fadeMs, easing: 'ease-out' })
  await fade.finished.catch(() => undefined)
  old.remove()
  release(old)
}

const toAddress = ({ source, wallpaper }: Current, image: Blob | undefined): string => {
  if (source === 'bundled') return toBundledFile(wallpaper)
  return image ? URL.createObjectURL(image) : ''
}

/** A picture that cannot be shown must not hold on to its bytes either. */
const load = async (
  element: HTMLImageElement,
  current: Current,
  image: Blob | undefined,
): Promise<void> => {
  element.style.objectPosition = current.wallpaper.focal ?? ''
  try {
    await loadFrom(element, toAddress(current, image))
    if (!element.isConnected) await element.decode()
  } catch (error) {
    release(element)
    throw error
  }
}

const release = ({ src }: HTMLImageElement): void => {
  if (src.startsWith('blob:')) URL.revokeObjectURL(src)
}

const loadFrom = (element: HTMLImageElement, address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    element.onload = () => resolve()
    element.onerror = () => reject(new Error('The picture cannot be decoded'))
    element.src = address
  })

const whenParsed = () =>
  new Promise<void>((resolve) =>
    document.addEventListener('DOMContentLoaded', () => resolve(), { once: true }),
  )
