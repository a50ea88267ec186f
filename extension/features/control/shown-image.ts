import type { Shown } from '../wallpaper/first-paint.ts'

/** The bytes of the picture on the page, which the store may not have any more. */
export const readShownImage = async (shown: Shown): Promise<Blob | undefined> => {
  const address = document.querySelector<HTMLImageElement>('#wallpaper')?.src ?? ''
  if (shown?.source !== 'catalogue' || !address.startsWith('blob:')) return
  try {
    const blob = await (await fetch(address)).blob()
    // Its bytes: in Firefox a blob of the store is lost with its place there.
    return new Blob([await blob.arrayBuffer()], { type: blob.type })
  } catch {
    return
  }
}
