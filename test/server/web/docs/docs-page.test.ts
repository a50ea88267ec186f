import { describe, expect, it } from 'vitest'
import { makeIndexRow } from '../../../builders.ts'
import { createTestApp, publicUrl, type TestApp } from '../../../test-app.ts'
import { createWebApp, openPage } from '../web-app.ts'
import { commandsOf } from './commands.ts'

const open = async (deps: TestApp = {}) =>
  openPage(await createTestApp({ rows: [makeIndexRow()], ...deps }), '/docs')

describe('the page at /docs', () => {
  it('shows every route of the document for programs, and how to call it', async () => {
    const { html } = await open()
    for (const path of ['/api/wallpapers', '/api/colors', '/images/{id}', '/readyz'])
      expect(html).toContain(`<code>${path}</code>`)
    expect(html.match(/>[^<]*`[^<]*</g)).toBeNull()
    expect(commandsOf(html)).toContain(`curl '${publicUrl}/api/colors'`)
  })

  it('names a wallpaper that this server has, so that each example works', async () => {
    const { html } = await open()
    expect(html).toContain('href="/images/lake-view"')
    expect((await open({ rows: [] })).html).toContain('href="/images/alpine-dawn"')
  })

  it('runs no code that stands in the page', async () => {
    const { html } = await open()
    expect(html).not.toMatch(/<script(?![^>]*src="\/)|\son\w+=|\sstyle=/)
  })

  it('describes accounts only if the server has them', async () => {
    expect((await open()).html).not.toContain('/api/auth/')
    const web = await createWebApp()
    expect((await web.open('/docs')).html).toContain('/api/auth/sign-in/username')
    await web.close()
  })

  it('says how this server limits requests', async () => {
    expect((await open()).html).toContain('This server does not limit how many requests')
    const limit = { allowance: { requests: 600, windowSeconds: 60 } }
    const take = async () => ({ isAllowed: true, remaining: 1, resetSeconds: 1 })
    const rateLimit = { limit: { ...limit, take }, clientAddress: () => ({ exact: 'a', key: 'a' }) }
    expect((await open({ rateLimit })).html).toContain('answers 600 requests of one client in 60')
  })

  it('links to the response of each public GET route, with only the parameters that it needs', async () => {
    const { html } = await open()
    expect(html).toContain('href="/api/wallpapers" target="_blank"')
    expect(html).toContain('href="/api/wallpapers/search?q=mountain+lake" target="_blank"')
  })

  it('explains the API even without a catalogue', async () => {
    const snapshot = () => Promise.reject(new Error('nothing yet'))
    expect(await open({ snapshot })).toMatchObject({ status: 200 })
  })
})
