import { publicUrl } from '../../test-app.ts'
import {
  type Asked,
  asked,
  makeRenamed,
  type OperationOf,
  type Rest,
  variantsOf,
} from '../http/openapi/requests.ts'
import type { Servers } from '../http/openapi/servers.ts'
import { makePerson, password, type WebApp } from './web-app.ts'

const look = (id: string, status: number, path: string, rest: Rest = {}) =>
  asked(id, status, path, { headers: { Accept: 'text/html' }, ...rest })

export const listPageRequests = async (
  { web, limitedWeb, invitedWeb }: Servers,
  operationOf: OperationOf,
): Promise<Asked[]> => {
  const { username } = await makePerson(web, { ids: ['lake-view', 'pine-wood'] })
  const renamed = await makeRenamed(web)
  const shown = [
    look('getHomePage', 200, '/'),
    look('getPrivacyPage', 200, '/privacy'),
    look('getCreditsPage', 200, '/credits'),
    look('getCreditsPageNumber', 200, '/credits/2', { server: 'remote' }),
    look('getTabPage', 200, '/tab/'),
    look('getTabFile', 200, '/tab/service-worker.js'),
    look('getConnectPage', 200, '/connect?tone=dark&w=800'),
    look('getDocsPage', 200, '/docs'),
    look('getWallpaperPage', 200, '/wallpaper/lake-view'),
    look('getWallpaperBySlug', 302, '/wallpapers/Lake-View.JPG'),
    look('getSharePage', 200, `/share/${username}`),
    look('getSharePreview', 200, `/share/${username}/preview.jpg`),
    look('getAccountPage', 200, '/account'),
    look('getPairingPage', 200, '/account/connect'),
  ]
  return [
    ...shown,
    ...shown.flatMap((request) => variantsOf(request, operationOf(request.id))),
    look('getTabRedirect', 301, '/tab?every=30'),
    look('getCreditsPageNumber', 302, '/credits/999'),
    look('getTabPage', 404, '/tab/', { server: 'remote' }),
    look('getTabFile', 404, '/tab/nowhere.js'),
    look('getWallpaperBySlug', 404, '/wallpapers/nowhere'),
    look('getSharePreview', 302, `/share/${username}/preview.jpg`, { server: 'remote' }),
    look('getSharePage', 308, `/share/${renamed}`),
    look('getSharePreview', 308, `/share/${renamed}/preview.jpg`),
    ...(await formRequests(web)),
    ...(await inviteForms(invitedWeb)),
    ...(await limitedForms(limitedWeb)),
  ]
}

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
  submitKey: '/account/key',
  submitEndKey: '/account/end-key',
  submitReread: '/account/reread',
  submitPassword: '/account/password',
  submitDelete: '/account/delete',
}
type Form = keyof typeof paths

const send = (
  id: Form,
  status: number,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  asked(id, status, paths[id], {
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

const newPassword = `${password}!`

const formRequests = async (web: WebApp) => {
  const { headers, username } = await makePerson(web)
  const full = await makePerson(web, { ids: Array.from({ length: 1_000 }, (_, n) => `id-${n}`) })
  const { userCode } = await web.pairings.begin('a browser')
  const wrong = 'wrong horse'
  return [
    send('submitSignUp', 303, { username: 'from_a_form', password }),
    send('submitSignUp', 400, { username: 'x', password }),
    send('submitSignUp', 409, { username, password }),
    send('submitSignIn', 303, { username, password }),
    send('submitSignIn', 401, { username, password: wrong }),
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
    send('submitName', 403, { password: wrong, name: 'Ada' }, headers),
    send('submitName', 409, { password, username: 'from_a_form' }, headers),
    send('submitEndSession', 303, { id: 'none' }, headers),
    send('submitEndOtherSessions', 303, {}, headers),
    send('submitKey', 200, { name: 'Frame', scope: 'read' }, headers),
    send('submitKey', 400, { name: '' }, headers),
    send('submitKey', 303, { name: 'Frame', scope: 'read' }),
    send('submitEndKey', 303, { id: 'none' }, headers),
    send('submitReread', 303, {}, headers),
    send('submitPassword', 303, { password, newPassword }, headers),
    send('submitPassword', 400, { password: newPassword, newPassword: 'x' }, headers),
    send('submitPassword', 403, { password, newPassword }, headers),
    send('submitDelete', 403, { password }, headers),
    send('submitDelete', 303, { password: newPassword }, headers),
    ...(Object.keys(paths) as Form[]).flatMap((id) => [
      send(id, 403, {}, { Origin: 'https://elsewhere.test' }),
      send(id, 413, { username: 'x'.repeat(20_000) }),
      { ...send(id, 400, {}), body: cutOff() },
    ]),
  ]
}

const inviteForms = async (invited: WebApp) => {
  const { headers, userId } = await makePerson(invited)
  await invited.administration.promote(userId)
  const { id } = await invited.invites.create({ days: 1, uses: 1 })
  return [
    send('submitInvite', 200, { days: '7', uses: '1' }, headers),
    send('submitInvite', 400, { days: 'many', uses: '1' }, headers),
    send('submitInvite', 303, { days: '7', uses: '1' }),
    send('submitRevoke', 303, { id }, headers),
  ].map((request) => ({ ...request, server: 'invited' as const }))
}

const limitedForms = async (limited: WebApp) => {
  const { headers } = await makePerson(limited)
  const form = { username: 'somebody', password, newPassword }
  const limitedIds = ['SignUp', 'SignIn', 'Name', 'Password', 'Delete'] as const
  return limitedIds.map((name) => ({
    ...send(`submit${name}`, 429, form, headers),
    server: 'limited' as const,
  }))
}
