/** Where the new tabs of benchmarks get their wallpapers from. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ScreenSize } from '../../../extension/platform/browser/screen.ts'
import { closeServer } from '../../tools/servers/sockets.ts'
import type { BareChromium } from './bare-chromium.ts'
import { makeLargeIndex } from './large-index.ts'

const settleMs = 1_500

/** Stores the settings that choose where wallpapers come from, and waits until some are stored for the next tabs. */
export const supply = async (browser: BareChromium, settings?: object): Promise<void> => {
  const tab = await browser.openNewTab()
  await sleep(settleMs)
  if (settings)
    await browser.evaluate(
      tab,
      `chrome.storage.local.set({ settings: ${JSON.stringify(settings)} })`,
    )
  const isReady = `/^(blob|data):/.test(document.querySelector('#wallpaper').src)`
  // `closeAll` would end the background, and with it the download of a large index.
  for (let tries = 0; settings && tries < 30; tries++) {
    const next = await browser.openNewTab()
    await sleep(settleMs)
    if (!(await browser.evaluate<boolean>(next, isReady))) continue
    return sleep(4_000)
  }
  if (settings)
    throw new Error(`No wallpaper of the chosen source was shown: ${JSON.stringify(settings)}`)
}

/** Imports a picture often enough for all tabs, each time as another file. */
export const importPictures = async (
  browser: BareChromium,
  { picture, screen, count }: { picture: string; screen: ScreenSize; count: number },
): Promise<object> => {
  const tab = await browser.openNewTab()
  await sleep(settleMs)
  await browser.evaluate(
    tab,
    `(async () => {
      const bytes = await (await fetch(${JSON.stringify(picture)})).arrayBuffer()
      const worker = new Worker('/own-pictures-worker.js')
      for (let count = 0; count < ${count}; count++) {
        const file = new File([bytes, String(count)], count + '.jpg', { type: 'image/jpeg' })
        const outcome = await new Promise((resolve) => {
          worker.onmessage = ({ data }) => resolve(data)
          worker.postMessage({ file, folder: '', screen: ${JSON.stringify(screen)} })
        })
        if (outcome.done?.kind !== 'added') throw new Error(JSON.stringify(outcome))
      }
      worker.terminate()
    })()`,
  )
  await browser.closeAll()
  return { sources: ['own'] }
}

/** Serves a catalogue of plain files, in which every picture looks the same. */
export const startSite = async (picture: Buffer, rows: number) => {
  const index = Buffer.concat(await makeLargeIndex(rows))
  const server = createServer(({ url }, response) => {
    const isIndex = url === '/index.json'
    response.writeHead(isIndex || url?.startsWith('/main/') ? 200 : 404, {
      'Content-Type': isIndex ? 'application/json' : 'image/jpeg',
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'max-age=600',
    })
    // The added address makes each file another one.
    response.end(isIndex ? index : Buffer.concat([picture, Buffer.from(url ?? '')]))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => closeServer(server) }
}
