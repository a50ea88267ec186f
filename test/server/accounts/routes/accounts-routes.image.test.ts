import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccountsApp, createAccountsApp, send, signUp } from '../../../accounts-app.ts'

describe('the picture of a user', () => {
  let accounts: AccountsApp
  beforeAll(async () => {
    accounts = await createAccountsApp()
  })
  afterAll(() => accounts.close())
  const picture = (name: string) => send(accounts, 'GET', `/api/users/${name}/image`)

  it('is the initial on a color, always the same', async () => {
    await signUp(accounts, { username: 'ada', name: 'élodie' })
    const first = await picture('ada')
    expect(first.headers.get('Content-Type')).toBe('image/svg+xml')
    expect(first.headers.get('Content-Security-Policy')).toBe("default-src 'none'")
    const svg = await first.text()
    expect(svg).toMatch(/^<svg .*>É<\/text>\n<\/svg>\n$/s)
    expect(await (await picture('ADA')).text()).toBe(svg)
  })

  it('escapes what people call themselves', async () => {
    await signUp(accounts, { username: 'sneaky', name: '<script>alert(1)</script>' })
    expect(await (await picture('sneaky')).text()).toContain('>&lt;</text>')
  })

  it('shows one whole emoji', async () => {
    await signUp(accounts, { username: 'family', name: '👩‍👧 us' })
    expect(await (await picture('family')).text()).toContain('>👩‍👧</text>')
  })

  it('is missing for an unknown user', async () => {
    const response = await picture('nobody')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ error: 'User not found' })
  })
})
