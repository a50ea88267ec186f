import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shrinkToScreen } from '../../../../server/adapters/sharp/shrink.ts'
import { systemTiming } from '../../../../server/adapters/system-timing.ts'
import { createAsk, createHostTurns } from '../../../../server/sources/pulled/ask.ts'
import type { ListedPicture, Lister } from '../../../../server/sources/pulled/lister.ts'
import { createPuller, createRoom } from '../../../../server/sources/pulled/puller.ts'
import { startSite } from '../../../emulators/site.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { createMemoryLog } from '../../adapters/folder/harness.ts'
import { plain } from '../../adapters/sample-pictures.ts'

export const makePicture = (color: string, width?: number) => plain(color, width).png().toBuffer()

export const askOf = (lister: Omit<Lister, 'list'>) =>
  createAsk(lister, { inTurn: createHostTurns(), userAgent: 'Fresco/test' })

/** Lists what a lister finds, with its own way to ask. */
export const listWith = (lister: Lister | undefined) => {
  if (lister === undefined) throw new Error('There is no lister')
  return lister.list(askOf(lister), new AbortController().signal)
}

/** A site with pictures, and a puller that gets told what the site has. */
export const openPuller = async () => {
  const site = await startSite()
  const base = await makeTempDir('puller')
  const dir = join(base, 'sources', 'walls')
  const { lines, log } = createMemoryLog()
  let list: () => Promise<readonly ListedPicture[]> = async () => []
  let now = Date.now()
  let shrunk = 0
  const start = (options: Partial<Lister> & { maxBytes?: number } = {}) => {
    const { maxBytes = 1e9, ...more } = options
    const origin = new URL(site.url).origin
    const lister = { name: 'walls', setting: 'FEEDS', origin, list: () => list(), ...more }
    const store = createPuller({
      lister,
      ask: askOf(lister),
      shrink: shrinkToScreen,
      dir,
      room: createRoom(maxBytes),
      refreshMs: 1e9,
      onChange: () => undefined,
      onShrunk: () => {
        shrunk += 1
      },
      // A look happens only when the test asks for it.
      timing: {
        ...systemTiming,
        clock: () => now,
        timers: { ...systemTiming.timers, schedule: () => () => undefined },
      },
      log,
    })
    return {
      /** Looks again, and returns the files that then are there. */
      look: async () => {
        await store.start()
        await store.readNow()
        return readFiles()
      },
      begin: () => store.start(),
      state: store.state,
      stop: store.stop,
      current: store.current,
    }
  }
  const readFiles = async () =>
    (await readdir(dir)).filter((name) => !/^\.|\.json$/.test(name)).sort()
  return {
    site,
    dir,
    lines,
    start,
    readFiles,
    shrunk: () => shrunk,
    wait: (ms: number) => {
      now += ms
    },
    /** What the source lists from now on, by the names of the pictures. */
    lists: (...names: string[]) => {
      list = async () => names.map((name) => toListed(site.url, name))
    },
    listsThis: (next: typeof list) => {
      list = next
    },
    readSidecar: async (file: string) =>
      JSON.parse(await readFile(join(dir, `${file}.json`), 'utf8')),
    close: async () => {
      await site.stop()
      await removeDir(base)
    },
  }
}

export const toListed = (
  url: string,
  name: string,
  more: Partial<ListedPicture> = {},
): ListedPicture => ({
  key: name,
  version: '1',
  name: `${name}.png`,
  address: `${url}/${name}.png`,
  facts: {},
  ...more,
})
