import { h, options, render } from 'preact'
import { togglePin } from '../../../extension/features/control/picture.ts'
import { useSupply } from '../../../extension/features/supply/use-supply.ts'
import {
  type BundledWallpaper,
  type Current,
  deckRules,
  toKey,
} from '../../../extension/features/wallpaper/deck.ts'
import { findPrevious } from '../../../extension/features/wallpaper/deck-moves.ts'
import { createDeckStore } from '../../../extension/features/wallpaper/deck-store.ts'
import { paintFirst } from '../../../extension/features/wallpaper/first-paint.ts'
import { loadPicture } from '../../../extension/features/wallpaper/show-image.ts'
import {
  type UseWallpaper,
  useWallpaper,
} from '../../../extension/features/wallpaper/use-wallpaper.ts'
import { announceDeck, requestPicture } from '../../../extension/platform/browser/messages.ts'
import type { PageProcess } from './device-types.ts'
import { currentProcess, type SimulatedProcess } from './kernel.ts'

/** What the pages of one browser find on `globalThis` beside what `globals.ts` gives them. */
export interface Stage {
  openDatabase: (process: SimulatedProcess) => unknown
  isSystemDark: () => boolean
  /** Runs `work` in a process after a short while. */
  soon: (process: SimulatedProcess, work: () => void) => void
}

let stage: Stage | undefined

const requireStage = (): Stage => {
  if (!stage) throw new Error('No simulation of the deck is running')
  return stage
}

const requireProcess = (): SimulatedProcess => {
  const process = currentProcess()
  if (!process) throw new Error('Only a simulated page may do this')
  return process
}

/** A picture that only has a size. */
export interface Picture extends Blob {
  id: string
  /** True if the browser cannot decode it. */
  isBroken: boolean
}

export const makePicture = (id: string, size: number, isBroken: boolean): Picture =>
  Object.create(Blob.prototype, {
    id: { value: id },
    size: { value: size },
    isBroken: { value: isBroken },
  })

const toAddress = ({ id, isBroken }: Picture) => `picture:${isBroken ? 'broken' : 'good'}:${id}`

const shownImages = new WeakMap<SimulatedProcess, SimulatedImage>()

class SimulatedImage {
  process = requireProcess()
  id = ''
  alt = ''
  style = {}
  dataset = {}
  decoding = ''
  isConnected = false
  /** The address of the picture that is on the screen. */
  loaded = ''
  onload: (() => void) | undefined
  onerror: (() => void) | undefined
  #address = ''
  get src() {
    return this.#address
  }
  set src(address: string) {
    this.#address = address
    requireStage().soon(this.process, () => {
      if (address.startsWith('picture:broken:')) return this.onerror?.()
      this.loaded = address
      this.onload?.()
    })
  }
  async decode() {}
  removeAttribute() {}
  remove() {}
  animate() {
    return { finished: Promise.resolve() }
  }
  before(next: SimulatedImage) {
    next.isConnected = true
    shownImages.set(this.process, next)
  }
}

const findImage = () => {
  const process = requireProcess()
  const found = shownImages.get(process)
  if (found) return found
  const image = new SimulatedImage()
  image.isConnected = true
  shownImages.set(process, image)
  return image
}

class SimulatedReader {
  result = ''
  onload: (() => void) | undefined
  readAsDataURL(picture: Picture) {
    this.result = toAddress(picture)
    requireStage().soon(requireProcess(), () => this.onload?.())
  }
}

const channels = new Set<SimulatedChannel>()

class SimulatedChannel {
  process = requireProcess()
  onmessage: (() => void) | undefined
  constructor() {
    channels.add(this)
  }
  postMessage() {
    for (const other of channels)
      if (other !== this) requireStage().soon(other.process, () => other.onmessage?.())
  }
  close() {
    channels.delete(this)
  }
}

export const useStage = (next: Stage): void => {
  stage = next
  channels.clear()
  Object.assign(globalThis, {
    document: {
      documentElement: { style: {} },
      readyState: 'complete',
      querySelector: findImage,
    },
    Image: SimulatedImage,
    FileReader: SimulatedReader,
    BroadcastChannel: SimulatedChannel,
    indexedDB: { open: () => requireStage().openDatabase(requireProcess()) },
    matchMedia: () => ({ matches: requireStage().isSystemDark() }),
    screen: { width: 1920, height: 1080 },
    devicePixelRatio: 1,
  })
  URL.createObjectURL = (picture) => toAddress(picture as Picture)
  URL.revokeObjectURL = () => {}
  // Effects run in the event that has caused them, because an effect that is planned for later would run in another
  // process if its own has ended.
  Object.assign(options, { requestAnimationFrame: queueMicrotask })
}

/** A new tab, as far as it shows wallpapers. */
export interface Tab {
  process: PageProcess
  /** False until the page reacts to clicks. */
  hasButtons: () => boolean
  shown: () => Current | undefined
  /** The address of the picture on the screen. */
  picture: () => string | undefined
  next: () => Promise<void>
  previous: () => Promise<void>
  pin: () => Promise<void>
}

/** Runs what entrypoints/first-paint and entrypoints/newtab run. Resolves when the first wallpaper is shown. */
export const openTab = async (
  process: PageProcess,
  bundle: readonly BundledWallpaper[],
): Promise<Tab> => {
  const deckStore = createDeckStore()
  const access = { bundle, deckStore, rules: deckRules, loadPicture }
  const first = await paintFirst(access)
  let latest: UseWallpaper | undefined
  const Page = () => {
    latest = useWallpaper(first, access)
    useSupply(latest.shown, access)
    return null
  }
  requireStage().soon(process, () => render(h(Page, {}), {} as Element))
  const shown = () => (latest ? latest.shown : first)
  const goBack = async () => {
    const deck = await deckStore.read().catch(() => undefined)
    const wallpaper = deck && findPrevious(deck, shown())
    if (!wallpaper || !latest || (await latest.show(wallpaper))) return
    if (await requestPicture(toKey(wallpaper))) await latest.show(wallpaper)
  }
  return {
    process,
    hasButtons: () => latest !== undefined,
    shown,
    picture: () => shownImages.get(process)?.loaded,
    next: async () => latest?.next(),
    previous: goBack,
    pin: async () => {
      const current = shown()
      if (!current) return
      const [, condition, id] = shownImages.get(process)?.loaded.split(':') ?? []
      const image = id ? makePicture(id, 1_000_000, condition !== 'good') : undefined
      await togglePin(deckStore, current, async () => image)
      announceDeck()
    },
  }
}
