/**
 * Emulates Cloudinary's Admin API and Upload API over HTTP, including failures.
 * @see https://cloudinary.com/documentation/admin_api#get_resources
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceType } from '../../shared/wallpaper.ts'
import { closeServer, listenLocally } from '../tools/servers/sockets.ts'
import { type CloudinaryFault, sendCloudinaryFault } from './cloudinary-faults.ts'
import { idOf, receiveUpload } from './cloudinary-uploads.ts'

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

interface CloudinaryBehaviour {
  latencyMs?: number
  fault?: CloudinaryFault | undefined
  uploadFault?: CloudinaryFault | undefined
}

export interface CloudinaryEmulator {
  url: string
  cloudinaryUrl: string
  /** The API secret of the Cloudinary account. Tests assert that it never appears in answers or logs. */
  secret: string
  /** All image records, the newest first. Tests may change or replace the array. */
  resources: unknown[]
  calls: Record<Variant, number>
  uploads: readonly string[]
  files: ReadonlyMap<string, Buffer>
  lastQuery: () => URLSearchParams
  behave(behaviour?: CloudinaryBehaviour): void
  stop(): Promise<void>
}

const key = '482715936104827'
const secret = 'emul4ted-SECRET_of-cloudinary'
const cloud = 'emulated'

export const startCloudinary = async (): Promise<CloudinaryEmulator> => {
  const calls: Record<Variant, number> = { all: 0, desktop: 0, mobile: 0 }
  let behaviour: CloudinaryBehaviour = {}
  const uploads: string[] = []
  const files = new Map<string, Buffer>()
  let lastQuery = new URLSearchParams()
  const takeUpload = async (request: IncomingMessage, response: ServerResponse) => {
    const { uploadFault, ...others } = behaviour
    behaviour = others
    if (uploadFault !== undefined) return sendCloudinaryFault(response, uploadFault, [])
    const account = { key, secret, cloud }
    const { status, body, bytes } = await receiveUpload(request, account, emulator.resources)
    if (bytes !== undefined) {
      uploads.push(idOf(body))
      files.set(idOf(body), bytes)
    }
    return send(response, status, body)
  }
  const server = createServer(async (request, response) => {
    await sleep(behaviour.latencyMs)
    if (request.method === 'POST' && request.url === `/v1_1/${cloud}/image/upload`) {
      // Ignores the error of an unfinished upload, because a client may disconnect at any time.
      return takeUpload(request, response).catch(() => response.destroy())
    }
    const { variant, query } = toCall(request)
    lastQuery = query
    if (variant !== undefined) calls[variant] += 1
    if (variant === undefined) return send(response, 404, { error: { message: 'Not found' } })
    const { fault } = behaviour
    if (fault !== undefined)
      return sendCloudinaryFault(response, fault, list(emulator.resources, variant))
    if (request.headers.authorization !== `Basic ${btoa(`${key}:${secret}`)}`)
      return send(response, 401, { error: { message: 'Invalid credentials' } })
    return sendPage(response, list(emulator.resources, variant), query)
  })
  const url = `http://127.0.0.1:${await listenLocally(server)}`
  const emulator: CloudinaryEmulator = {
    url,
    cloudinaryUrl: `cloudinary://${key}:${secret}@${cloud}?upload_prefix=${encodeURIComponent(url)}`,
    secret,
    resources: [],
    calls,
    uploads,
    files,
    lastQuery: () => lastQuery,
    behave: (next = {}) => {
      behaviour = next
    },
    stop: () => closeServer(server),
  }
  return emulator
}

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
  const known = { upload: 'all', 'tags/desktop': 'desktop', 'tags/mobile': 'mobile' } as const
  return {
    variant: method === 'GET' ? known[rest as keyof typeof known] : undefined,
    query: searchParams,
  }
}

const hasTag = (resource: unknown, tag: string) => {
  const { tags } = (resource ?? {}) as { tags?: unknown }
  // Malformed records appear in every list, because tests add them on purpose.
  return !Array.isArray(tags) || tags.includes(tag)
}

const list = (resources: readonly unknown[], variant: Variant) =>
  variant === 'all' ? resources : resources.filter((resource) => hasTag(resource, variant))

const sendPage = (
  response: ServerResponse,
  resources: readonly unknown[],
  query: URLSearchParams,
) => {
  const size = Math.min(Number(query.get('max_results') ?? 10), 500)
  const from = Number(query.get('next_cursor') ?? 0)
  const prefix = query.get('prefix') ?? ''
  const asked =
    prefix === '' ? resources : resources.filter((each) => idOf(each).startsWith(prefix))
  const page = asked.slice(from, from + size).map((each) => withDetail(each, query))
  const more = from + size < asked.length
  const cursor = more && { next_cursor: String(from + size) }
  return send(response, 200, { resources: page, ...cursor })
}

/** Removes tags and context from a record unless the request asks for them, as Cloudinary does. */
const withDetail = (resource: unknown, query: URLSearchParams) => {
  if (typeof resource !== 'object' || resource === null) return resource
  const { tags, context, ...others } = resource as Partial<CloudinaryResource>
  return {
    ...others,
    ...(query.get('tags') === 'true' && { tags }),
    ...(query.get('context') === 'true' && { context }),
  }
}

const send = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'X-FeatureRateLimit-Limit': '500',
    'X-FeatureRateLimit-Remaining': '497',
    'X-FeatureRateLimit-Reset': new Date(Date.now() + 1_800_000).toUTCString(),
  })
  return response.end(JSON.stringify(body))
}
