import { publicUrl } from '../../test-app.ts'
import { type Asked, asked, makeRenamed, type Rest } from '../http/openapi/requests.ts'
import type { Servers } from '../http/openapi/servers.ts'
import { makePerson, password, type WebApp } from './web-app.ts'

const reader = { headers: { Accept: 'text/html' } }
/** `If-None-Match: *` matches every version of a page, so the server answers 304. */
const known = { headers: { ...reader.headers, 'If-None-Match': '*' } }

export const listPageRequests = async ({
  web,
  limitedWeb,
  invitedWeb,
}: Servers): Promise<Asked[]> => {
  const { username } = await makePerson(web, { ids: ['lake-view', 'pine-wood'] })
  const renamed = await makeRenamed(web)
  const look = (id: string, status: number, path: string, rest: Rest = reader) =>
    asked(id, status, path, rest)
  return [
    look('getHomePage', 200, '/'),
    look('getPrivacyPage', 200, '/privacy'),
    look('getPrivacyPage', 304, '/privacy', known),
    look('getTabRedirect', 301, '/tab?every=30'),
    look('getTabPage', 200, '/tab/'),
    look('getTabPage', 304, '/tab/', known),
    look('getTabPage', 404, '/tab/', { ...reader, server: 'remote' }),
    look('getTabFile', 200, '/tab/service-worker.js'),
    look('getTabFile', 304, '/tab/service-worker.js', known),
    look('getTabFile', 404, '/tab/nowhere.js'),
    look('getConnectPage', 200, '/connect?tone=dark&w=800'),
    look('getConnectPage', 304, '/connect', known),
    look('getDocsPage', 200, '/docs'),
    look('getDocsPage', 304, '/docs', known),
    look('getWallpaperPage', 200, '/wallpaper/lake-view'),
    look('getHomePage', 304, '/', known),
    look('getWallpaperPage', 304, '/wallpaper/lake-view', known),
    look('getSharePage', 304, `/share/${username}`, known),
    look('getWallpaperPage', 404, '/wallpaper/nowhere'),
    look('getWallpaperBySlug', 308, '/wallpapers/Lake-View.JPG'),
    look('getWallpaperBySlug', 404, '/wallpapers/nowhere'),
    look('getSharePage', 200, `/share/${username}`),
    look('getSharePage', 404, '/share/nobody_at_all'),
    look('getSharePreview', 200, `/share/${username}/preview.jpg`),
    look('getSharePreview', 302, `/share/${username}/preview.jpg`, { ...reader, server: 'remote' }),
    look('getSharePreview', 404, '/share/nobody_at_all/preview.jpg'),
    look('getSharePage', 308, `/share/${renamed}`),
    look('getSharePreview', 308, `/share/${renamed}/preview.jpg`),
    look('getAccountPage', 200, '/account'),
    look('getPairingPage', 200, '/account/connect'),
    ...(await formRequests(web)),
    ...(await inviteForms(invitedWeb)),
    ...(await limitedForms(limitedWeb)),
  ]
}

const fill = (form: Record<string, string>, headers: Record<string, string> = {}): Rest => ({
  headers: {
    Accept: 'text/html',
    Origin: publicUrl,
    'Content-Type': 'application/x-www-form-urlencoded',
    ...headers,
  },
  body: new URLSearchParams(form).toString(),
})

/** A request body that breaks off, as when the client disconnects. */
const cutOff = () =>
  new ReadableStream<Uint8Array>({ pull: (body) => body.error(new Error('hung up')) })

const paths = {
  submitSignUp: '/account/sign-up',
  submitSignIn: '/account/sign-in',
  submitSignOut: '/account/sign-out',
  submitPairing: '/account/connect/answer',
  submitRemove: '/account/remove',
  submitHeart: '/heart',
  submitName: '/account/name',
  submitEndSession: '/account/end-session',
  submitEndOtherSessions: '/account/end-other-sessions',
  submitInvite: '/account/invite',
  submitRevoke: '/account/revoke',
  submitPassword: '/account/password',
  submitDelete: '/account/delete',
}
type Form = keyof typeof paths

const send = (id: Form, status: number, ...filled: Parameters<typeof fill>) =>
  asked(id, status, paths[id], fill(...filled))

const newPassword = `${password}!`

const formRequests = async (web: WebApp) => {
  const { headers, username } = await makePerson(web)
  const full = await makePerson(web, { ids: Array.from({ length: 1_000 }, (_, n) => `id-${n}`) })
  const { userCode } = await web.pairings.begin('a browser')
  const everyForm = Object.keys(paths) as Form[]
  return [
    send('submitSignUp', 303, { username: 'from_a_form', password }),
    send('submitSignUp', 400, { username: 'x', password }),
    send('submitSignUp', 409, { username, password }),
    send('submitSignIn', 303, { username, password }),
    send('submitSignIn', 401, { username, password: 'wrong horse' }),
    send('submitSignOut', 303, {}),
    send('submitPairing', 303, { code: 'BCDF-GHJK' }),
    send('submitPairing', 400, { code: 'BCDF-GHJK' }, headers),
    send('submitPairing', 200, { code: userCode }, headers),
    send('submitHeart', 303, { id: 'lake-view', action: 'add' }, headers),
    send('submitHeart', 404, { id: '../x' }, headers),
    send('submitHeart', 409, { id: 'lake-view', action: 'add' }, full.headers),
    send('submitRemove', 303, { id: 'lake-view' }, headers),
    send('submitName', 303, { password, name: 'Ada L.' }, headers),
    send('submitName', 400, { password, username: 'x' }, headers),
    send('submitName', 403, { password: 'wrong horse', name: 'Ada' }, headers),
    send('submitName', 409, { password, username: 'from_a_form' }, headers),
    send('submitEndSession', 303, { id: 'none' }, headers),
    send('submitEndOtherSessions', 303, {}, headers),
    send('submitPassword', 303, { password, newPassword }, headers),
    send('submitPassword', 400, { password: newPassword, newPassword: 'x' }, headers),
    send('submitPassword', 403, { password, newPassword }, headers),
    send('submitDelete', 403, { password }, headers),
    send('submitDelete', 303, { password: newPassword }, headers),
    ...everyForm.flatMap((id) => [
      send(id, 403, {}, { Origin: 'https://elsewhere.test' }),
      send(id, 413, { username: 'x'.repeat(20_000) }),
      asked(id, 400, paths[id], { ...fill({}), body: cutOff() }),
    ]),
  ]
}

const inviteForms = async (invited: WebApp) => {
  const { headers, userId } = await makePerson(invited)
  await invited.administration.promote(userId)
  const { id } = await invited.invites.create({ days: 1, uses: 1 })
  const ask = (form: Form, status: number, ...filled: Parameters<typeof fill>) => ({
    ...send(form, status, ...filled),
    server: 'invited' as const,
  })
  return [
    ask('submitInvite', 200, { days: '7', uses: '1' }, headers),
    ask('submitInvite', 400, { days: 'many', uses: '1' }, headers),
    ask('submitInvite', 303, { days: '7', uses: '1' }),
    ask('submitRevoke', 303, { id }, headers),
  ]
}

const limitedForms = async (limited: WebApp) => {
  const { headers } = await makePerson(limited)
  const forms = [
    'submitSignUp',
    'submitSignIn',
    'submitName',
    'submitPassword',
    'submitDelete',
  ] as const
  const filled = fill({ username: 'somebody', password, newPassword }, headers)
  return forms.map((id) => asked(id, 429, paths[id], { ...filled, server: 'limited' }))
}
