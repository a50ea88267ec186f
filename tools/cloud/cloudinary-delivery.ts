/**
 * Emulates Cloudinary's image delivery over HTTPS, with original and resized images.
 * @see https://cloudinary.com/documentation/transformation_reference
 */
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { makeSelfSigned, type SelfSigned } from '../../test/emulators/tls.ts'
import { closeServer } from '../../test/tools/servers/sockets.ts'

export interface CloudinaryDelivery {
  host: string
  tls: SelfSigned
  stop(): Promise<void>
}

export const startCloudinaryDelivery = async (
  find: (publicId: string) => string | undefined,
): Promise<CloudinaryDelivery> => {
  const tls = makeSelfSigned('res.localhost')
  const server = createServer({ key: tls.key, cert: tls.cert }, (request, response) => {
    const asked = toAsked(request.url ?? '')
    const file = asked && find(asked.publicId)
    if (!file) return response.writeHead(404, { 'X-Cld-Error': 'Resource not found' }).end()
    return sendImage(response, file, asked).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    tls,
    stop: () => closeServer(server),
  }
}

interface Asked {
  publicId: string
  width: number | undefined
  height: number | undefined
}

const path = /^\/image\/upload\/(?:((?:[a-z]+_[^/,]+,?)+)\/)?v\d+\/(.+?)(?:\.[a-z]+)?$/

const toAsked = (url: string): Asked | undefined => {
  const [, transformation = '', id] = path.exec(url) ?? []
  if (id === undefined) return undefined
  const side = (name: string) => Number(new RegExp(`${name}_(\\d+)`).exec(transformation)?.[1])
  return {
    publicId: decodeURIComponent(id),
    width: side('w') || undefined,
    height: side('h') || undefined,
  }
}

const sendImage = async (response: ServerResponse, file: string, { width, height }: Asked) => {
  const original = await readFile(file)
  const isCut = width !== undefined || height !== undefined
  const bytes = isCut
    ? await sharp(original).resize({ width, height, fit: 'cover' }).webp().toBuffer()
    : original
  response.writeHead(200, {
    'Content-Type': isCut ? 'image/webp' : 'image/jpeg',
    'Content-Length': bytes.length,
    'Cache-Control': 'public, no-transform, immutable, max-age=2592000',
    'Access-Control-Allow-Origin': '*',
  })
  response.end(bytes)
}
