import { describe, expect, it } from 'vitest'
import { createCountingFetch } from '../../../extension/remote/http.ts'

const countOf = (body: BodyInit | null, init?: ResponseInit) => {
  const counts: number[] = []
  const fetch = createCountingFetch(
    (bytes) => counts.push(bytes),
    async () => new Response(body, init),
  )
  return { counts, fetch }
}

describe('createCountingFetch', () => {
  it('counts the bytes of a body once, and hands on status, headers and bytes', async () => {
    const headers = { 'content-type': 'image/jpeg' }
    const { counts, fetch } = countOf('twelve bytes', { status: 201, headers })
    const response = await fetch('http://server.test')
    expect(response.status).toBe(201)
    expect(response.ok).toBe(true)
    const blob = await response.blob()
    expect([blob.size, blob.type]).toEqual([12, 'image/jpeg'])
    expect(counts).toEqual([12])
  })

  it('counts what came of a body that broke off, which is still an error', async () => {
    let step = 0
    const broken = new ReadableStream({
      pull: (controller) => {
        if (step++ === 0) controller.enqueue(new Uint8Array(5))
        else controller.error(new Error('cut'))
      },
    })
    const { counts, fetch } = countOf(broken)
    const response = await fetch('http://server.test')
    await expect(response.blob()).rejects.toThrow('cut')
    expect(counts).toEqual([5])
  })

  it('counts nothing of an answer without a body', async () => {
    const { counts, fetch } = countOf(null, { status: 204 })
    expect((await fetch('http://server.test')).status).toBe(204)
    expect(counts).toEqual([])
  })
})
