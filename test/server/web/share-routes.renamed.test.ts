import { afterAll, describe, expect, it } from 'vitest'
import { createWebApp, makePerson, password } from './web-app.ts'

const web = await createWebApp()
afterAll(() => web.close())

const makeRenamed = async () => {
  const { username, token } = await makePerson(web, { ids: ['lake-view'] })
  const credentials = { bearer: token, cookie: undefined }
  const now = `${username}_b`
  await web.accounts.changeName(credentials, { password, username: now })
  return { username, now, credentials }
}

describe('links with a former username', () => {
  it.each(['', '?page=2', '/preview.jpg', '/preview.jpg?v=1', '/feed.json', '/feed.json?page=2'])(
    'lead from /share/{username}%s to the same address with the current one',
    async (rest) => {
      const { username, now } = await makeRenamed()
      const { status, location, headers } = await web.open(`/share/${username}${rest}`)
      expect({ status, location }).toEqual({ status: 308, location: `/share/${now}${rest}` })
      expect(headers.get('Cache-Control')).toBe('no-store')
    },
  )

  it('select wallpapers', async () => {
    const { username } = await makeRenamed()
    const selected = await web.open(`/api/wallpapers?from=@${username}&include=details`)
    expect(JSON.parse(selected.html)).toMatchObject({ items: [{ id: 'lake-view' }] })
  })

  it('name the current one to programs that follow the favorites', async () => {
    const { username, now } = await makeRenamed()
    const read = async (name: string) => JSON.parse((await web.open(`/api/favorites/${name}`)).html)
    expect(await read(username)).toMatchObject({ username, renamedTo: now })
    expect(await read(now.toUpperCase())).not.toHaveProperty('renamedTo')
  })

  it('lead back when the owner takes the name back, and nowhere once the account is deleted', async () => {
    const { username, now, credentials } = await makeRenamed()
    await web.accounts.changeName(credentials, { password, username })
    expect((await web.open(`/share/${username}`)).status).toBe(200)
    expect((await web.open(`/share/${now}`)).location).toBe(`/share/${username}`)
    await web.accounts.deleteAccount(credentials, password)
    for (const name of [username, now])
      for (const path of [`/share/${name}`, `/share/${name}/feed.json`, `/api/favorites/${name}`])
        expect((await web.open(path)).status).toBe(404)
  })
})
