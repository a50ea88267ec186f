/**
 * Emulates Cloudinary's Admin API and its signed uploads over HTTP, including failures.
 * @see https://cloudinary.com/documentation/admin_api#get_resources
 * @see https://cloudinary.com/documentation/image_upload_api_reference
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { closeServer, listenLocally } from '../tools/servers/sockets.ts'

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

interface CloudinaryBehaviour {
  latencyMs?: number
  fault?: CloudinaryFault | undefined
  /** Only the next upload fails. */
  uploadFault?: CloudinaryFault | undefined
}

export type CloudinaryEmulator = Awaited<ReturnType<typeof startCloudinary>>

const key = '482715936104827'
const secret = 'emul4ted-SECRET_of-cloudinary'
const cloud = 'emulated'
const addressOfList = /^\/v1_1\/emulated\/resources\/image\/(?:upload|tags\/(desktop|mobile))$/

export const startCloudinary = async () => {
  let behaviour: CloudinaryBehaviour = {}
  const asked: string[] = []
  const uploads: string[] = []
  const files = new Map<string, Buffer>()

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const { uploadFault, ...others } = behaviour
    behaviour = others
    if (uploadFault !== undefined) return faults[uploadFault](response)
    const { file, api_key, signature, ...params } = await readForm(request)
    if (!(file instanceof Blob) || api_key !== key || signature !== sign(params))
      return refuse(response, 401, 'Invalid Signature. String to sign - hidden')
    const bytes = Buffer.from(await file.arrayBuffer())
    const resource = await toResource(params, bytes)
    const before = emulator.resources.filter((each) => idOf(each) !== resource.public_id)
    emulator.resources = [resource, ...before]
    uploads.push(resource.public_id)
    files.set(resource.public_id, bytes)
    return send(response, 200, resource)
  }

  const server = createServer(async (request, response) => {
    await sleep(behaviour.latencyMs)
    const { url = '', method, headers } = request
    const { pathname, searchParams } = new URL(url, 'http://emulator')
    if (method === 'POST' && pathname === `/v1_1/${cloud}/image/upload`)
      // A client may disconnect during an upload.
      return receive(request, response).catch(() => response.destroy())
    const [isList, tag] = addressOfList.exec(pathname) ?? []
    if (!isList) return refuse(response, 404, 'Not found')
    asked.push(url)
    if (behaviour.fault !== undefined) return faults[behaviour.fault](response)
    if (headers.authorization !== `Basic ${btoa(`${key}:${secret}`)}`)
      return refuse(response, 401, 'Invalid credentials')
    const listed = emulator.resources.filter((each) => tag === undefined || hasTag(each, tag))
    return send(response, 200, toPage(listed, searchParams))
  })
  const url = `http://127.0.0.1:${await listenLocally(server)}`
  const emulator = {
    url,
    cloudinaryUrl: `cloudinary://${key}:${secret}@${cloud}?upload_prefix=${encodeURIComponent(url)}`,
    /** The API secret of the Cloudinary account. Tests assert that it never appears in answers or logs. */
    secret,
    /** All image records, the newest first. Tests may change or replace the array. */
    resources: [] as unknown[],
    /** The addresses of all lists that were asked for. */
    asked,
    /** The public ids of all uploads, in order. */
    uploads,
    files,
    behave: (next: CloudinaryBehaviour = {}) => {
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

export const makeResources = (count: number): CloudinaryResource[] => {
  const shapes = [
    { width: 3840, height: 2160, tags: ['desktop'] },
    { width: 2160, height: 3840, tags: ['mobile'] },
    { width: 2000, height: 2000, tags: [] },
  ]
  return Array.from({ length: count }, (_, at) =>
    makeResource({ public_id: `walls/picture-${at}`, ...shapes[at % shapes.length] }),
  )
}

const readForm = async (request: IncomingMessage) => {
  const headers = { 'Content-Type': request.headers['content-type'] ?? '' }
  return Object.fromEntries(await new Response(await buffer(request), { headers }).formData())
}

/** Computes Cloudinary's signature: a hash of the sorted parameters, except `file` and `api_key`, and of the secret. */
const sign = (params: object): string => {
  const pairs = Object.entries(params).map((pair) => pair.join('='))
  return createHash('sha1')
    .update(pairs.sort().join('&') + secret)
    .digest('hex')
}

const toResource = async (params: Record<string, unknown>, bytes: Buffer) => {
  const { width, height, format } = await sharp(bytes).metadata()
  // `key=value` pairs are separated by `|`. A backslash escapes the next character of a value.
  const context = String(params.context).matchAll(/([^=|\\]+)=((?:\\.|[^|\\])*)/g)
  const values = [...context].map(([, name, value = '']) => [name, value.replace(/\\(.)/g, '$1')])
  return makeResource({
    public_id: String(params.public_id),
    format: format === 'jpeg' ? 'jpg' : format,
    width,
    height,
    tags: String(params.tags).split(','),
    context: { custom: Object.fromEntries(values) },
  })
}

const idOf = (resource: unknown) => String(Object(resource).public_id)

// Malformed records appear in every list, because tests add them on purpose.
const hasTag = (resource: unknown, tag: string) => Object(resource).tags?.includes?.(tag) ?? true

const toPage = (resources: readonly unknown[], query: URLSearchParams) => {
  const size = Math.min(Number(query.get('max_results') ?? 10), 500)
  const from = Number(query.get('next_cursor') ?? 0)
  const found = resources.filter((each) => idOf(each).startsWith(query.get('prefix') ?? ''))
  // Cloudinary leaves out tags and context unless the request asks for them.
  const hidden = ['tags', 'context'].filter((name) => query.get(name) !== 'true')
  return {
    resources: found.slice(from, from + size).map((each) => omit(each, hidden)),
    ...(from + size < found.length && { next_cursor: String(from + size) }),
  }
}

const omit = (resource: unknown, names: readonly string[]) =>
  Object.fromEntries(Object.entries(Object(resource)).filter(([name]) => !names.includes(name)))

const send = (response: ServerResponse, status: number, body: unknown) =>
  response
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(body))

const refuse = (response: ServerResponse, status: number, message: string) =>
  send(response, status, { error: { message } })

const faults = {
  hang: () => undefined,
  'cut body': (response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('{"resources":[{"public_id":')
    setTimeout(() => response.destroy(), 20)
  },
  'refused connection': (response) => response.socket?.destroy(),
  'malformed JSON': (response) => response.writeHead(200).end('{"resources":['),
  '500': (response) => refuse(response, 500, 'General Error'),
  '400': (response) => refuse(response, 400, 'Invalid image file'),
  '401': (response) => refuse(response, 401, `Unknown API key ${key}`),
  '404': (response) => refuse(response, 404, `Invalid cloud_name ${cloud}`),
  '420': (response) => refuse(response, 420, 'Rate Limit Exceeded. Limit of 500 api operations.'),
  redirect: (response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end(),
} satisfies Record<string, (response: ServerResponse) => unknown>

export type CloudinaryFault = keyof typeof faults

export const cloudinaryFaults = Object.keys(faults) as CloudinaryFault[]
