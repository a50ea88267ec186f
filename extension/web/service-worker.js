/**
 * Lets the page open without the network. The build writes `version`, `files` and `isExport` above these lines. The wallpapers
 * themselves are in the page's database.
 */

const folder = new URL('./', self.location).href
const prefix = `fresco-tab-${folder}-`
const own = prefix + version

const install = async () => {
  const cache = await caches.open(own)
  await cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache' })))
  await self.skipWaiting()
}

// A page that was opened before an update may still load parts of its own version, so that version stays.
const activate = async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix))
  await Promise.all(names.slice(0, -2).map((name) => caches.delete(name)))
  await self.clients.claim()
}

const answer = async (request) => {
  const wanted = request.mode === 'navigate' ? './' : request
  const find = (options) => caches.match(wanted, { ignoreVary: true, ...options })
  // A page that was opened before an update asks for files of the older version, which have other names.
  return (await find({ cacheName: own })) ?? (await find()) ?? fetch(request)
}

self.oninstall = (event) => event.waitUntil(install())
self.onactivate = (event) => event.waitUntil(activate())
self.onfetch = (event) => {
  const { method, url } = event.request
  // The page's address may lack its last slash, except on a host of plain files, which does not send the header for that.
  if (!isExport && `${url.split(/[?#]/)[0]}/` === folder)
    event.respondWith(Response.redirect(`./${url.slice(folder.length - 1)}`))
  else if (method === 'GET' && url.startsWith(folder)) event.respondWith(answer(event.request))
}
