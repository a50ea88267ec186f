import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test-app.ts'
import { createWebApp } from '../../web/web-app.ts'

const textOf = async (answer: Response | Promise<Response>) => (await answer).text()

describe('the account page', () => {
  it('says when the server has no accounts', async () => {
    const html = await textOf((await createTestApp()).request('/account'))
    expect(html).toContain('No accounts here')
    expect(html).not.toContain('<form')
  })

  it('leads to the extension when Clerk manages the accounts', async () => {
    const { identity, favorites, close } = await createWebApp()
    const publicFavorites = async () => undefined
    const accounts = { identity, favorites, publicFavorites, local: undefined }
    const app = await createTestApp({ accounts })
    const html = await textOf(app.request('/account'))
    expect(html).toContain('This server uses Clerk for accounts')
    expect(html).not.toContain('<form')
    await close()
  })
})
