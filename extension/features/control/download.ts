import { saveFile } from '../../platform/browser/save-file.ts'
import { get } from '../../remote/http.ts'
import { toBundledFile } from '../wallpaper/bundled-file.ts'
import type { Current } from '../wallpaper/deck.ts'
import { toFileName } from './file-name.ts'

const deadlineMs = 120_000

/**
 * Hands the picture to the browser's downloads, in full resolution; resolves with its file name.
 * A link alone could not name the file: browsers ignore `download` for another site.
 */
export const download = async (shown: Current): Promise<string> => {
  const address = shown.source === 'bundled' ? toBundledFile(shown.wallpaper) : shown.wallpaper.url
  const response = await get(address, { deadlineMs: deadlineMs })
  const blob = await response.blob()
  if (!response.ok || !blob.type.startsWith('image/')) throw new Error(`${address} is no picture`)
  const name = toFileName(shown, blob.type)
  saveFile(name, blob, blob.type)
  return name
}
