/**
 * Emulates Cloudinary's image delivery over HTTPS, with original and resized images.
 * @see https://cloudinary.com/documentation/transformation_reference
 */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import sharp from 'sharp'
import { makeSelfSigned } from '../../test/emulators/tls.ts'
import { closeServer, listenLocally } from '../../test/tools/servers/sockets.ts'

const address = /^\/image\/upload\/(?:((?:[a-z]+_[^/,]+,?)+)\/)?v\d+\/(.+?)(?:\.[a-z]+)?$/

/** @param find returns the path of the file for a public id */
export const startCloudinaryDelivery = async (find: (publicId: string) => string | undefined) => {
  const app = new Hono().get('*', async (c) => {
    const [, transformation = '', id = ''] = address.exec(c.req.path) ?? []
    const file = find(decodeURIComponent(id))
    if (file === undefined) return c.body(null, 404, { 'X-Cld-Error': 'Resource not found' })
    const original = await readFile(file)
    const side = (name: string) =>
      Number(new RegExp(`${name}_(\\d+)`).exec(transformation)?.[1]) || undefined
    const [width, height] = [side('w'), side('h')]
    const isCut = width !== undefined || height !== undefined
    const bytes = isCut
      ? await sharp(original).resize({ width, height, fit: 'cover' }).webp().toBuffer()
      : original
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': isCut ? 'image/webp' : 'image/jpeg',
      'Cache-Control': 'public, no-transform, immutable, max-age=2592000',
      'Access-Control-Allow-Origin': '*',
    })
  })
  const { key, cert } = makeSelfSigned('res.localhost')
  const server = createServer({ key, cert }, getRequestListener(app.fetch))
  return {
    host: `127.0.0.1:${await listenLocally(server)}`,
    stop: () => closeServer(server),
  }
}
