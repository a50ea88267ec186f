/**
 * Emulates Cloudinary's Admin and Upload APIs over HTTP, and their failures.
 * @see https://cloudinary.com/documentation/admin_api#get_resources
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DeviceType } from '../../shared/wallpaper.ts'
import { closeServer } from '../tools/servers/sockets.ts'
import { type CloudinaryFault, sendCloudinaryFault } from './cloudinary-faults.ts'
import { idOf, receiveUpload, removeResources } from './cloudinary-uploads.ts'

export interface CloudinaryResource {
  public_id: string
  version: number
  format: string
  width: number
  height: number
  created_at: string
  tags: string[]
  secure_url: string
  context?: { custom: Record<string, string> } | undefined
}

type Variant = 'all' | DeviceType

export interface CloudinaryBehaviour {
  /** Delays every answer. */
  latencyMs: number
  fault: CloudinaryFault | undefined
  /** The lists that fail. All lists by default. */
  faultOn: readonly Variant[]
  /** The next `left` uploads fail with this fault. */
  failingUploads: { fault: CloudinaryFault; left: number } | undefined
  /** Splits every body into two pieces after this many bytes. */
  pieceBytes: number | undefined
}

const normal: CloudinaryBehaviour = {
  latencyMs: 0,
  fault: undefined,
  faultOn: ['all', 'desktop', 'mobile'],
  failingUploads: undefined,
  pieceBytes: undefined,
}

export interface CloudinaryEmulator {
  url: string
  /** The `CLOUDINARY_URL` from the dashboard, with this emulator's address in it. */
  cloudinaryUrl: string
  /** Must never appear in answers or logs. */
  secret: string
  /** The newest first. Tests change or replace this list. */
  resources: unknown[]
  /** The number of requests for each list. */
  calls: Record<Variant, number>
  /** Public ids of accepted uploads, oldest first. */
  uploads: readonly string[]
  lastQuery: () => URLSearchParams
  /** The number of open connections. */
  connections(): Promise<number>
  /** Sets the behavior. Omitted fields return to normal. */
  behave(behaviour?: Partial<CloudinaryBehaviour>): void
  stop(): Promise<void>
}

const key = '482715936104827'
const secret = 'emul4ted-SECRET_of-cloudinary'
const cloud = 'emulated'

export const startCloudinary = async (port = 0): Promise<CloudinaryEmulator> => {
  const calls: Record<Variant, number> = { all: 0, desktop: 0, mobile: 0 }
  let behaviour = normal
  const uploads: string[] = []
  let lastQuery = new URLSearchParams()
  const takeUpload = async (request: IncomingMessage, response: ServerResponse) => {
    const failing = behaviour.failingUploads
    if (failing !== undefined && failing.left > 0) {
      failing.left -= 1
      return sendCloudinaryFault(response, failing.fault, [])
    }
    const answer = await receiveUpload(request, { key, secret, cloud }, emulator.resources)
    if (answer.publicId !== undefined) uploads.push(answer.publicId)
    return send(response, answer.status, answer.body)
  }
  const server = createServer(async (request, response) => {
    if (request.method === 'POST' && request.url === `/v1_1/${cloud}/image/upload`) {
      if (behaviour.latencyMs > 0)
        await new Promise((done) => setTimeout(done, behaviour.latencyMs))
      // The client may disconnect before the upload is complete.
      return takeUpload(request, response).catch(() => response.destroy())
    }
    const { variant, query } = toCall(request)
    lastQuery = query
    if (variant !== undefined) calls[variant] += 1
    if (behaviour.latencyMs > 0) await new Promise((done) => setTimeout(done, behaviour.latencyMs))
    if (variant === undefined) return send(response, 404, { error: { message: 'Not found' } })
    const { fault, faultOn } = behaviour
    if (fault !== undefined && faultOn.includes(variant))
      return sendCloudinaryFault(response, fault, list(emulator.resources, variant))
    if (request.headers.authorization !== `Basic ${btoa(`${key}:${secret}`)}`)
      return send(response, 401, { error: { message: 'Invalid credentials' } })
    if (request.method === 'DELETE') {
      const { status, body } = removeResources(query, emulator.resources)
      return send(response, status, body)
    }
    return sendPage(response, list(emulator.resources, variant), query, behaviour.pieceBytes)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const emulator: CloudinaryEmulator = {
    url,
    cloudinaryUrl: `cloudinary://${key}:${secret}@${cloud}?upload_prefix=${encodeURIComponent(url)}`,
    secret,
    resources: [],
    calls,
    uploads,
    lastQuery: () => lastQuery,
    connections: () =>
      new Promise((resolve) => server.getConnections((_, count) => resolve(count))),
    behave: (next = {}) => {
      behaviour = { ...normal, ...next }
    },
    stop: () => closeServer(server),
  }
  return emulator
}

/** A record as the list calls return it. */
export const makeResource = (fields: Partial<CloudinaryResource> = {}): CloudinaryResource => {
  const { public_id = 'walls/lake-view', version = 1_700_000_123, format = 'jpg' } = fields
  const id = encodeURI(public_id)
  return {
    public_id,
    version,
    format,
    width: 3840,
    height: 2160,
    created_at: '2026-03-01T09:30:00Z',
    tags: ['desktop', 'nature'],
    secure_url: `https://res.cloudinary.com/${cloud}/image/upload/v${version}/${id}.${format}`,
    ...fields,
  }
}

/** Records that alternate between desktop, mobile and square. */
export const makeResources = (count: number, name = 'walls/picture'): CloudinaryResource[] => {
  const shapes = [
    { width: 3840, height: 2160, tags: ['desktop'] },
    { width: 2160, height: 3840, tags: ['mobile'] },
    { width: 2000, height: 2000, tags: [] },
  ]
  return Array.from({ length: count }, (_, at) =>
    makeResource({ public_id: `${name}-${at}`, ...shapes[at % shapes.length] }),
  )
}

const toCall = ({ url = '', method }: IncomingMessage) => {
  const { pathname, searchParams } = new URL(url, 'http://emulator')
  const base = `/v1_1/${cloud}/resources/image/`
  const rest = pathname.startsWith(base) ? pathname.slice(base.length) : undefined
  const known: Record<string, Variant> = {
    upload: 'all',
    'tags/desktop': 'desktop',
    'tags/mobile': 'mobile',
  }
  const isKnown = method === 'GET' || (method === 'DELETE' && rest === 'upload')
  const variant = isKnown ? known[rest ?? ''] : undefined
  return { variant, query: searchParams }
}

const hasTag = (resource: unknown, tag: string) => {
  const { tags } = (resource ?? {}) as { tags?: unknown }
  // Deliberately malformed records appear in every list.
  return !Array.isArray(tags) || tags.includes(tag)
}

const list = (resources: readonly unknown[], variant: Variant) =>
  variant === 'all' ? resources : resources.filter((resource) => hasTag(resource, variant))

const sendPage = (
  response: ServerResponse,
  resources: readonly unknown[],
  query: URLSearchParams,
  pieceBytes: number | undefined,
) => {
  const size = Math.min(Number(query.get('max_results') ?? 10), 500)
  const from = Number(query.get('next_cursor') ?? 0)
  const prefix = query.get('prefix') ?? ''
  const asked =
    prefix === '' ? resources : resources.filter((each) => idOf(each).startsWith(prefix))
  const page = asked.slice(from, from + size).map((each) => withDetail(each, query))
  const more = from + size < asked.length
  return send(
    response,
    200,
    { resources: page, ...(more && { next_cursor: String(from + size) }) },
    pieceBytes,
  )
}

/** Cloudinary returns tags and context only on request. */
const withDetail = (resource: unknown, query: URLSearchParams) => {
  if (typeof resource !== 'object' || resource === null) return resource
  const { tags, context, ...others } = resource as Partial<CloudinaryResource>
  return {
    ...others,
    ...(query.get('tags') === 'true' && { tags }),
    ...(query.get('context') === 'true' && { context }),
  }
}

const send = (response: ServerResponse, status: number, body: unknown, pieceBytes?: number) => {
  const bytes = Buffer.from(JSON.stringify(body))
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'X-FeatureRateLimit-Limit': '500',
    'X-FeatureRateLimit-Remaining': '497',
    'X-FeatureRateLimit-Reset': new Date(Date.now() + 1_800_000).toUTCString(),
  })
  if (pieceBytes === undefined) return response.end(bytes)
  response.write(bytes.subarray(0, pieceBytes))
  // The pause makes the first piece arrive separately.
  setTimeout(() => response.end(bytes.subarray(pieceBytes)), 20)
}
