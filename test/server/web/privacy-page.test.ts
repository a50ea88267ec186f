import { describe, expect, it } from 'vitest'
import { createSite } from '../../../server/http/site.ts'
import { createTestApp, publicUrl } from '../../test-app.ts'

const open = async () => (await createTestApp()).request(`${publicUrl}/privacy`)

describe('the privacy page', () => {
  it('says what is in the browser and what a server sees', async () => {
    const response = await open()
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).toContain('<h2>In your browser</h2>')
    expect(text).toContain('<h2>When a wallpaper is fetched</h2>')
    expect(text).not.toMatch(/undefined|\[object/)
  })

  it('does not mention accounts on a server without them, and sets no cookie', async () => {
    const response = await open()
    expect(await response.text()).not.toContain('With an account')
    expect(response.headers.get('Set-Cookie')).toBeNull()
  })

  it('says whether the server logs who asked for what', async () => {
    expect(await (await open()).text()).toContain('keeps no record of who asked for what')
    const app = await createTestApp({ logsRequests: true })
    const text = await (await app.request(`${publicUrl}/privacy`)).text()
    expect(text).not.toContain('keeps no record')
    expect(text).toContain('writes the time, your IP address')
  })

  it('says who sees what people look for on a site of plain files', async () => {
    const app = await createTestApp({ site: createSite(publicUrl, { script: '/browse.js' }) })
    const text = await (await app.request(`${publicUrl}/privacy`)).text()
    expect(text).toContain('the company does not see what you look for')
  })
})
