/**
 * Lets the page open without the network. The build writes `version` and `files` above these lines. The wallpapers
 * themselves are in the page's database.
 */

const prefix = `fresco-tab-${self.registration.scope}-`
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
  const isPage = request.mode === 'navigate'
  const cache = isPage ? await caches.open(own) : caches
  const found = await cache.match(isPage ? './' : request, { ignoreVary: true })
  return found ?? fetch(request)
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return
  event.respondWith(answer(request))
})
