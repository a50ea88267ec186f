import { get } from '../../platform/http.ts'
import type { Current } from '../wallpaper/deck.ts'
import { toFileName } from './file-name.ts'

const DEADLINE_MS = 120_000

/**
 * Hands the picture to the browser's downloads, in full resolution; resolves with its file name.
 * A link alone could not name the file: browsers ignore `download` for another site.
 */
export const download = async (shown: Current): Promise<string> => {
  const address = shown.source === 'bundled' ? `/${shown.wallpaper.file}` : shown.wallpaper.url
  const response = await get(address, { deadlineMs: DEADLINE_MS })
  const blob = await response.blob()
  if (!response.ok || !blob.type.startsWith('image/')) throw new Error(`${address} is no picture`)
  const name = toFileName(shown, blob.type)
  offer(blob, name)
  return name
}

const offer = (blob: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has taken the bytes over by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
