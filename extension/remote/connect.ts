import { createFrescoClient, type FrescoClient } from '../../shared/client/fresco-client.ts'
import { FrescoError } from '../../shared/client/fresco-error.ts'
import type { WallpaperDetail } from '../../shared/wallpaper.ts'
import { type Asked, get } from './http.ts'

interface Connection extends Pick<Asked, 'deadlineMs' | 'fetch'> {
  token?: string | undefined
}

export const connect = (server: string, { token, ...asked }: Connection): FrescoClient =>
  createFrescoClient({
    baseUrl: server,
    token,
    fetch: (input, init) => get(input, { ...init, ...asked }),
  })

export const getInstance = (server: string, fetch?: Asked['fetch']) =>
  connect(server, { fetch, deadlineMs: 8_000 }).getInstance()

/** Resolves with the details of a wallpaper. A server also finds one with a similar name, which does not count here. */
export const getExactly = async (client: FrescoClient, id: string): Promise<WallpaperDetail> => {
  const wallpaper = await client.getWallpaper(id)
  if (wallpaper.id === id.normalize('NFC') || wallpaper.id === id) return wallpaper
  throw new FrescoError('REFUSED', 'Wallpaper not found', { status: 404 })
}

// A proxy or another kind of server also answers 404, but without an error in the API's format.
export const isNotFound = (error: unknown): error is FrescoError =>
  error instanceof FrescoError && error.code === 'REFUSED' && error.status === 404
