import type { z } from 'zod'
import { readRetryAfter } from '../retry-after.ts'
import { apiErrorSchema } from '../service-api.ts'
import { fromJson } from '../unknown.ts'
import { FrescoError } from './fresco-error.ts'

export interface FrescoClientOptions {
  baseUrl: string
  fetch?: typeof fetch | undefined
  token?: string | (() => string | undefined | Promise<string | undefined>) | undefined
}

export interface CallOptions {
  signal?: AbortSignal | undefined
}

type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>

interface RequestOptions extends CallOptions {
  method?: 'GET' | 'POST' | 'PATCH'
  query?: Query
  body?: unknown
  own?: boolean
}

export const toUrl = (baseUrl: string, path: string, query: Query = {}): string => {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}${path}`)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value.toString() !== '') url.searchParams.set(name, String(value))
  return url.href
}

export const createRequest = ({ baseUrl, fetch, token }: FrescoClientOptions) => {
  const exchange = async <T>(
    path: string,
    { query, own = false, method = 'GET', body, signal }: RequestOptions,
    read: (response: Response) => Promise<T>,
  ) => {
    const headers = new Headers()
    if (body !== undefined) headers.set('Content-Type', 'application/json')
    const known = own && typeof token === 'function' ? await token() : token
    if (own && typeof known === 'string') headers.set('Authorization', `Bearer ${known}`)
    const sent = body !== undefined && { body: JSON.stringify(body) }
    // `fetch` is copied to a variable before the call, because a browser's `fetch` fails when it is called as a
    // method of an object other than `window`.
    const call = fetch ?? globalThis.fetch
    try {
      const url = toUrl(baseUrl, path, query)
      const response = await call(url, { method, headers, ...sent, ...(signal && { signal }) })
      return { response, content: await read(response) }
    } catch (cause) {
      if (signal?.aborted) throw cause
      throw new FrescoError('UNREACHABLE', `No answer from ${baseUrl}`, { cause })
    }
  }

  return {
    json: async <T extends z.ZodType>(
      schema: T,
      path: string,
      options: RequestOptions = {},
    ): Promise<z.output<T>> => {
      const { response, content } = await exchange(path, options, readJson)
      if (!response.ok) throw toRefusal(response, content)
      const { success, data, error } = schema.safeParse(content)
      if (success) return data
      throw unexpected(response, error)
    },
    blob: async (path: string, options: RequestOptions = {}): Promise<Blob> => {
      const { response, content } = await exchange(path, options, async (answer) =>
        answer.ok ? answer.blob() : readJson(answer),
      )
      if (content instanceof Blob) return content
      throw toRefusal(response, content)
    },
  }
}

const readJson = async (response: Response): Promise<unknown> => fromJson(await response.text())

const toRefusal = (response: Response, content: unknown) => {
  const { success, data } = apiErrorSchema.safeParse(content)
  if (!success) return unexpected(response)
  const { status } = response
  return new FrescoError('REFUSED', data.error, { status, retryAfterMs: readRetryAfter(response) })
}

const unexpected = (response: Response, cause?: unknown) =>
  new FrescoError(
    'UNEXPECTED_ANSWER',
    `The server answered with status ${response.status}, but not as a Fresco server does`,
    { status: response.status, retryAfterMs: readRetryAfter(response), cause },
  )
